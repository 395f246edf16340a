"""Opening a table, and what is pressed before the cards are dealt."""

from dataclasses import replace
from typing import Any, cast

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Interaction, Troef
from bot.screens.lobby import draw_lobby, draw_options, house_with
from bot.tables.face import Ending, State
from bot.tables.problems import Problem, Trouble
from bot.tables.table import Table
from cogs._presses import (
    answer,
    find_table,
    guild_of,
    left_sentence,
    number,
    read,
    require_permissions,
)

TURN_SECONDS = (15, 24 * 3600)
PACE = (0.0, 10.0)


class LobbyCog(commands.Cog):
    """Lobbies."""

    def __init__(self, bot: Troef) -> None:
        self.bot = bot
        bot.presses |= {
            "sit": self.sit,
            "computer": self.add_computer,
            "leave": self.leave,
            "options": self.options,
            "option": self.option,
            "start": self.start,
            "cancel": self.cancel,
            "again": self.again,
        }

    @app_commands.command(
        name=locale_str("play"),
        description=locale_str("Open a table for klaverjas in this channel"),
    )
    @app_commands.guild_only()
    async def play(self, interaction: Interaction) -> None:
        """Open a lobby with the caller seated and show it in the channel."""
        await require_permissions(interaction)
        person = await self.bot.choices.person(interaction.user.id)
        table = await self.bot.tables.open(
            guild_id=guild_of(interaction),
            channel_id=interaction.channel_id or 0,
            user_id=interaction.user.id,
            name=interaction.user.display_name,
            turn_seconds=self.bot.settings.turn_seconds,
            pace=self.bot.settings.pace,
            autoplay=person.autoplay,
        )
        await self._show(interaction, table)

    async def _show(self, interaction: Interaction, table: Table) -> None:
        """Answer with the lobby, visible to all; if that fails there is no lobby."""
        say = await self.bot.choices.speech_in(table.guild_id)
        shadow = self.bot.shadows.of(table)
        with shadow.opening():
            try:
                answer = await interaction.response.send_message(view=draw_lobby(table.face, say))
            except Exception:
                await table.close(Ending.CANCELLED)
                raise
            await shadow.posted(table.channel_id, answer.message_id or 0)

    async def sit(self, interaction: Interaction, arguments: list[str]) -> None:
        """*Sit here*."""
        table_id, seat = read(arguments, str, number)
        table = await find_table(interaction, table_id)
        person = await self.bot.choices.person(interaction.user.id)
        with self.bot.shadows.of(table).answering(interaction.user.id):
            await self.bot.tables.sit(
                table,
                interaction.user.id,
                interaction.user.display_name,
                seat,
                autoplay=person.autoplay,
            )
            await self._redraw(interaction, table)

    async def add_computer(self, interaction: Interaction, arguments: list[str]) -> None:
        """*Add computer*."""
        table = await find_table(interaction, *read(arguments, str))
        with self.bot.shadows.of(table).answering(interaction.user.id):
            await table.add_computer(interaction.user.id)
            await self._redraw(interaction, table)

    async def leave(self, interaction: Interaction, arguments: list[str]) -> None:
        """*Leave*, in the lobby or in the menu of a running table."""
        table = await find_table(interaction, *read(arguments, str))
        with self.bot.shadows.of(table).answering(interaction.user.id):
            in_lobby = table.state is State.LOBBY
            await table.leave(interaction.user.id)
            if in_lobby:
                await self._redraw(interaction, table)
            else:
                say = await self.bot.say_to(interaction)
                await self.bot.tell(interaction, left_sentence(table, say))

    async def start(self, interaction: Interaction, arguments: list[str]) -> None:
        """*Start*."""
        table = await find_table(interaction, *read(arguments, str))
        await table.start(interaction.user.id, interaction.id)
        await interaction.response.defer()

    async def cancel(self, interaction: Interaction, arguments: list[str]) -> None:
        """*Cancel*."""
        table = await find_table(interaction, *read(arguments, str))
        await table.cancel(interaction.user.id)
        await interaction.response.defer()

    async def again(self, interaction: Interaction, arguments: list[str]) -> None:
        """*Again*: a lobby with the same seats."""
        table = await find_table(interaction, *read(arguments, str))
        await require_permissions(interaction)
        lobby = await self.bot.tables.again(
            table,
            interaction.user.id,
            interaction.user.display_name,
            interaction.channel_id or table.channel_id,
        )
        await self._show(interaction, lobby)

    async def options(self, interaction: Interaction, arguments: list[str]) -> None:
        """*Options*: for the host alone."""
        table = await find_table(interaction, *read(arguments, str))
        if table.state is not State.LOBBY:
            raise Problem(Trouble.STARTED)
        if table.situation.host_id != interaction.user.id:
            raise Problem(Trouble.NOT_HOST)
        say = await self.bot.say_to(interaction)
        await answer(interaction, draw_options(table.face, say))

    async def option(self, interaction: Interaction, arguments: list[str]) -> None:
        """Change one option to the value selected."""
        table_id, name = read(arguments, str, str)
        table = await find_table(interaction, table_id)
        data = cast("dict[str, Any]", interaction.data)
        try:
            await self._change(table, interaction.user.id, name, *data.get("values", []))
        except (ValueError, TypeError) as error:
            raise Problem(Trouble.BAD_OPTION) from error
        say = await self.bot.say_to(interaction)
        await interaction.response.edit_message(view=draw_options(table.face, say, say("Changed.")))

    async def _change(self, table: Table, user_id: int, name: str, value: str) -> None:
        """Change an option of the lobby; ValueError if there is no such option or value."""
        if name == "turn_seconds":
            seconds = int(value)
            if not TURN_SECONDS[0] <= seconds <= TURN_SECONDS[1]:
                raise ValueError(value)
            await table.set_option(user_id, lambda now: replace(now, turn_seconds=seconds))
        elif name == "pace":
            pace = float(value)
            if not PACE[0] <= pace <= PACE[1]:
                raise ValueError(value)
            await table.set_option(user_id, lambda now: replace(now, pace=pace))
        else:
            await table.set_option(
                user_id, lambda now: replace(now, house=house_with(now.house, name, value))
            )

    async def _redraw(self, interaction: Interaction, table: Table) -> None:
        """Answer a press on the lobby with the lobby as it is now.

        If things went on meanwhile, the answer may have landed on a later picture: then the
        redraw that waits for the answer puts it right.
        """
        say = await self.bot.choices.speech_in(table.guild_id)
        drawn = table.situation
        if table.state is State.LOBBY and interaction.message is not None:
            await interaction.response.edit_message(view=draw_lobby(table.face, say))
            self.bot.shadows.of(table).answered_with(drawn)
        else:
            await interaction.response.defer()
        if table.situation is not drawn:
            self.bot.shadows.table_changed(table)


async def setup(bot: Troef) -> None:
    """Load the cog."""
    await bot.add_cog(LobbyCog(bot))
