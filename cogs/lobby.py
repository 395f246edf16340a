"""Opening a table, and what is pressed before the cards are dealt."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Interaction, Told, Troef
from bot.outbox import Undelivered
from bot.players.levels import Level
from bot.rules.games import GAMES
from bot.screens.lobby import draw_invite, draw_lobby, invitation
from bot.screens.names import safe
from bot.screens.options import draw_levels, draw_options
from bot.screens.problems import sentence
from bot.tables import seating
from bot.tables.face import Ending, Face, State
from bot.tables.options import with_option
from bot.tables.problems import Problem, Trouble
from bot.tables.situation import Situation
from bot.tables.table import Table
from bot.texts import Speech
from cogs._games import FIRST_GAME, GAME_CHOICES, game_in
from cogs._presses import (
    answer,
    find_table,
    guild_of,
    left_sentence,
    number,
    picked,
    presser,
    read,
    require_permissions,
    value_of,
)

Change: TypeAlias = Callable[[Situation], Situation]
Draw: TypeAlias = Callable[[Face, Speech, str], ui.LayoutView]
"""Draws a panel with a notice."""


class LobbyCog(commands.Cog):
    """Lobbies."""

    def __init__(self, bot: Troef) -> None:
        self.bot = bot
        bot.presses |= {
            "sit": self.sit,
            "computer": self.add_computer,
            "levels": self.levels,
            "level": self.level,
            "leave": self.leave,
            "invite": self.invite,
            "invited": self.invited,
            "options": self.options,
            "rule": self.open_rule,
            "option": self.option,
            "preset": self.preset,
            "start": self.start,
            "cancel": self.cancel,
            "again": self.again,
        }

    @app_commands.command(
        name=locale_str("play"),
        description=locale_str("Open a table in this channel"),
    )
    @app_commands.describe(game=locale_str("The game; klaverjas if you do not say"))
    @app_commands.rename(game=locale_str("game"))
    @app_commands.choices(game=GAME_CHOICES)
    @app_commands.guild_only()
    async def play(self, interaction: Interaction, game: str = FIRST_GAME) -> None:
        """Open a lobby with the caller seated and show it in the channel."""
        game = game_in(game)
        await require_permissions(interaction)
        guild_id = guild_of(interaction)
        server = await self.bot.choices.server(guild_id)
        table = await self.bot.tables.open(
            guild_id=guild_id,
            channel_id=interaction.channel_id or 0,
            host=await presser(interaction),
            game=game,
            house=await self.bot.choices.house(guild_id, game),
            turn_seconds=server.turn_seconds or self.bot.settings.turn_seconds,
            pace=self.bot.settings.pace,
            hints=server.hints,
            limit=server.channel_tables,
        )
        await self._show(interaction, table)

    async def _show(self, interaction: Interaction, table: Table) -> None:
        """Answer with the lobby, visible to all; if that fails there is no lobby."""
        say = await self.bot.choices.speech_in(table.guild_id)
        role = await self.bot.choices.role(table.guild_id)
        called = [] if role is None else [discord.Object(role)]
        shadow = self.bot.shadows.of(table)
        drawn = table.situation
        with shadow.opening():
            try:
                answer = await interaction.response.send_message(
                    view=draw_lobby(table.face, say, role),
                    allowed_mentions=discord.AllowedMentions(
                        everyone=False, users=False, roles=called
                    ),
                )
            except Exception:
                await table.close(Ending.CANCELLED)
                raise
            await shadow.posted(table.channel_id, answer.message_id or 0, drawn)

    async def sit(self, interaction: Interaction, arguments: list[str]) -> None:
        """*Sit here*."""
        table_id, seat = read(arguments, str, number)
        table = await find_table(interaction, table_id)
        person = await presser(interaction)
        with self.bot.shadows.of(table).answering(interaction.user.id):
            await self.bot.tables.sit(table, seat, person)
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
        if table.state is State.LOBBY:
            with self.bot.shadows.of(table).answering(interaction.user.id):
                await table.leave(interaction.user.id)
                await self._redraw(interaction, table)
            return
        # The answer is not his hand: that is redrawn like everyone's.
        await table.leave(interaction.user.id)
        await self.bot.tell(interaction, left_sentence(table, await self.bot.say_to(interaction)))

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
        server = await self.bot.choices.server(table.guild_id)
        lobby = await self.bot.tables.again(
            table,
            await presser(interaction),
            interaction.channel_id or table.channel_id,
            turn_seconds=server.turn_seconds or table.situation.turn_seconds,
            limit=server.channel_tables,
        )
        await self._show(interaction, lobby)

    # Inviting.

    async def invite(self, interaction: Interaction, arguments: list[str]) -> None:
        """*Invite*: let somebody at the table choose whom."""
        table = await find_table(interaction, *read(arguments, str))
        if table.state is not State.LOBBY:
            raise Problem(Trouble.STARTED)
        if table.situation.seat_of(interaction.user.id) is None:
            raise Problem(Trouble.NOT_SEATED)
        await answer(interaction, draw_invite(table.face, await self.bot.say_to(interaction)))

    async def invited(self, interaction: Interaction, arguments: list[str]) -> None:
        """Mention the person chosen, once."""
        table = await find_table(interaction, *read(arguments, str))
        users = picked(interaction, "users")
        if len(users) != 1:
            raise Problem(Trouble.STALE)
        guest = int(users[0]["id"])
        say = await self.bot.say_to(interaction)
        if users[0].get("bot"):
            raise Told(say("A bot cannot play; Add computer gives you one that can."))
        await table.invite(interaction.user.id, guest)
        public = await self.bot.choices.speech_in(table.guild_id)
        text = invitation(
            table.face, public, guest, safe(interaction.user.display_name), table.link
        )
        try:
            await self.bot.outbox.post(
                table.channel_id, nonce=f"i{table.id}{guest % 10**12}", content=text, mention=guest
            )
        except Undelivered as failed:
            raise Told(say("The invitation could not be posted here.")) from failed
        await answer(interaction, draw_invite(table.face, say, say("Invited.")))

    # Options.

    async def options(self, interaction: Interaction, arguments: list[str]) -> None:
        """*Options*: for the host alone."""
        table = await self._own_lobby(interaction, *read(arguments, str))
        say = await self.bot.say_to(interaction)
        await answer(interaction, draw_options(table.face, say))

    async def open_rule(self, interaction: Interaction, arguments: list[str]) -> None:
        """Show one option and its values."""
        table = await self._own_lobby(interaction, *read(arguments, str))
        say = await self.bot.say_to(interaction)
        await answer(interaction, draw_options(table.face, say, value_of(interaction)))

    async def option(self, interaction: Interaction, arguments: list[str]) -> None:
        """Change one option to the value selected."""
        table_id, name = read(arguments, str, str)
        value = value_of(interaction)
        if (name, value) == ("thread", "true"):
            await self._require_thread(interaction)
        await self._change(
            interaction,
            table_id,
            lambda now: with_option(now, name, value),
            lambda face, say, notice: draw_options(face, say, name, notice),
        )

    async def preset(self, interaction: Interaction, arguments: list[str]) -> None:
        """Take a set of house rules by its name."""
        (table_id,) = read(arguments, str)
        name = value_of(interaction)
        await self._change(
            interaction,
            table_id,
            lambda now: replace(now, house=GAMES[now.game].house_type.preset(name)),
            lambda face, say, notice: draw_options(face, say, notice=notice),
        )

    async def levels(self, interaction: Interaction, arguments: list[str]) -> None:
        """*Levels*: for the host alone."""
        table = await self._own_lobby(interaction, *read(arguments, str))
        await answer(interaction, draw_levels(table.face, await self.bot.say_to(interaction)))

    async def level(self, interaction: Interaction, arguments: list[str]) -> None:
        """Let a computer play at the level selected."""
        table_id, seat = read(arguments, str, number)
        value = value_of(interaction)
        await self._change(
            interaction,
            table_id,
            lambda now: seating.set_level(now, seat, Level(value)),
            draw_levels,
        )

    async def _own_lobby(self, interaction: Interaction, table_id: str) -> Table:
        """Return a table whose lobby is open, to its host alone."""
        table = await find_table(interaction, table_id)
        if table.state is not State.LOBBY:
            raise Problem(Trouble.STARTED)
        if table.situation.host_id != interaction.user.id:
            raise Problem(Trouble.NOT_HOST)
        return table

    async def _change(
        self,
        interaction: Interaction,
        table_id: str,
        change: Change,
        draw: Draw,
    ) -> None:
        """Change the lobby as its host chose; what there is no such thing as is refused."""
        table = await find_table(interaction, table_id)
        say = await self.bot.say_to(interaction)
        notice = say("Changed.")
        try:
            await table.set_option(interaction.user.id, change)
        except (ValueError, KeyError) as error:
            raise Problem(Trouble.BAD_OPTION) from error
        except Problem as problem:
            if problem.why not in (Trouble.TOO_MANY, Trouble.STALE):
                raise
            # Redrawn, so that the select shows what holds.
            notice = sentence(say, problem.why)
        await answer(interaction, draw(table.face, say, notice))

    async def _require_thread(self, interaction: Interaction) -> None:
        """Say what is in the way of a thread, before somebody counts on one."""
        say = await self.bot.say_to(interaction)
        if isinstance(interaction.channel, discord.Thread):
            raise Told(say("This table is in a thread already."))
        await require_permissions(interaction, thread=True)

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
