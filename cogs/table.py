"""The running table: hands, moves, menu, and the commands that find it back."""

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Interaction, Troef
from bot.rules.actions import CLAIM, Action, parse_action
from bot.screens.menu import draw_menu
from bot.tables.face import State
from bot.tables.problems import Problem, Trouble
from bot.tables.table import Table
from cogs._presses import (
    answer,
    answer_with_hand,
    find_table,
    guild_of,
    left_sentence,
    number,
    read,
    require_permissions,
)


def action(text: str) -> Action:
    """Read the action of an id; Problem if it is none."""
    try:
        move = parse_action(text)
    except ValueError as error:
        raise Problem(Trouble.STALE) from error
    if not isinstance(move, Action):
        raise Problem(Trouble.STALE)
    return move


class TableCog(commands.Cog):
    """Running tables."""

    def __init__(self, bot: Troef) -> None:
        self.bot = bot
        bot.presses |= {
            "hand": self.open_hand,
            "act": self.act,
            "roem": self.claim,
            "menu": self.menu,
            "part": self.menu_part,
            "down": self.bring_down,
            "back": self.come_back,
        }

    @app_commands.command(
        name=locale_str("hand"), description=locale_str("Show your cards, to you")
    )
    @app_commands.guild_only()
    async def hand(self, interaction: Interaction) -> None:
        """Open the caller's hand at the table where he sits."""
        table = self.bot.tables.seat_of(guild_of(interaction), interaction.user.id)
        await answer_with_hand(interaction, table)

    @app_commands.command(
        name=locale_str("table"), description=locale_str("Bring your table down to here")
    )
    @app_commands.guild_only()
    async def table(self, interaction: Interaction) -> None:
        """Post the caller's table anew in this channel."""
        table = self.bot.tables.seat_of(guild_of(interaction), interaction.user.id)
        await self._bring_down(interaction, table)

    @app_commands.command(
        name=locale_str("leave"), description=locale_str("Leave your table; a computer plays on")
    )
    @app_commands.guild_only()
    async def leave(self, interaction: Interaction) -> None:
        """Free the caller's seat."""
        table = self.bot.tables.seat_of(guild_of(interaction), interaction.user.id)
        await table.leave(interaction.user.id)
        await self.bot.tell(interaction, left_sentence(table, await self.bot.say_to(interaction)))

    async def open_hand(self, interaction: Interaction, arguments: list[str]) -> None:
        """*My hand*."""
        table = await find_table(interaction, *read(arguments, str))
        if table.state is State.CLOSED:
            raise Problem(Trouble.FINISHED)
        await answer_with_hand(interaction, table)

    async def act(self, interaction: Interaction, arguments: list[str]) -> None:
        """Press on a card, a bid or another action in a hand; the answer is the hand redrawn."""
        table_id, dealt, decision, move = read(arguments, str, number, number, action)
        table = await find_table(interaction, table_id)
        with self.bot.shadows.of(table).answering(interaction.user.id):
            problem = None
            try:
                await table.submit(interaction.user.id, dealt, decision, move)
            except Problem as refused:
                seated = table.situation.seat_of(interaction.user.id) is not None
                if not seated or table.situation.match is None:
                    raise
                problem = refused
            await answer_with_hand(interaction, table, problem)

    async def claim(self, interaction: Interaction, arguments: list[str]) -> None:
        """*Roem!* under the table, for the last trick; a refusal is told to the claimer alone."""
        table = await find_table(interaction, *read(arguments, str))
        view = table.view(None)
        await table.submit(interaction.user.id, view.dealt, len(view.tricks), CLAIM)
        await interaction.response.defer()

    async def menu(self, interaction: Interaction, arguments: list[str]) -> None:
        """*Menu*."""
        table = await find_table(interaction, *read(arguments, str))
        await self._show_menu(interaction, table, "rules")

    async def menu_part(self, interaction: Interaction, arguments: list[str]) -> None:
        """Open a part of the menu."""
        table_id, part = read(arguments, str, str)
        await self._show_menu(interaction, await find_table(interaction, table_id), part)

    async def _show_menu(
        self, interaction: Interaction, table: Table, part: str, notice: str = ""
    ) -> None:
        say = await self.bot.say_to(interaction)
        view = None if table.situation.match is None else table.view(None)
        page = draw_menu(table.face, view, interaction.user.id, say, part, notice)
        await answer(interaction, page)

    async def bring_down(self, interaction: Interaction, arguments: list[str]) -> None:
        """*Bring the table down here*."""
        await self._bring_down(interaction, await find_table(interaction, *read(arguments, str)))

    async def _bring_down(self, interaction: Interaction, table: Table) -> None:
        if table.state not in (State.LOBBY, State.PLAYING):
            raise Problem(Trouble.FINISHED)
        if table.situation.seat_of(interaction.user.id) is None:
            raise Problem(Trouble.NOT_SEATED)
        await require_permissions(interaction)
        say = await self.bot.say_to(interaction)
        self.bot.shadows.of(table).bring_down(interaction.channel_id or table.channel_id)
        await self.bot.tell(interaction, say("The table comes down here."))

    async def come_back(self, interaction: Interaction, arguments: list[str]) -> None:
        """*I'm back*."""
        table = await find_table(interaction, *read(arguments, str))
        problem = None
        try:
            await table.come_back(interaction.user.id)
        except Problem as refused:
            if refused.why is not Trouble.NOT_AWAY:
                raise
            problem = refused
        with self.bot.shadows.of(table).answering(interaction.user.id):
            await answer_with_hand(interaction, table, problem)


async def setup(bot: Troef) -> None:
    """Load the cog."""
    await bot.add_cog(TableCog(bot))
