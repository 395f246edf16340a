"""All tables of a server, for the people who manage it."""

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Interaction, Troef
from bot.screens.problems import sentence
from bot.screens.tables import PAGE, Entry, draw_stop, draw_tables
from bot.tables.face import Ending, State
from bot.tables.problems import Trouble
from bot.tables.table import Table
from cogs._presses import answer, guild_of, number, read, value_of
from cogs.settings import require_manager
from cogs.table import bring_here


def entry_of(table: Table, place: int) -> Entry:
    """Return a table as the list shows it."""
    view = None if table.state is State.LOBBY else table.view(None)
    return Entry(place, table.face, view, table.link, table.created)


class TablesCog(commands.Cog):
    """The list of tables. Each press is checked anew: who pressed may have lost his rights."""

    def __init__(self, bot: Troef) -> None:
        self.bot = bot
        bot.presses |= {
            "tables": self.turn_page,
            "tables_choose": self.choose,
            "tables_ask": self.ask,
            "tables_stop": self.stop,
            "tables_here": self.bring,
        }

    @app_commands.command(
        name=locale_str("tables"),
        description=locale_str("See all tables of this server, stop one or bring it here"),
    )
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.checks.has_permissions(manage_guild=True)
    async def tables(self, interaction: Interaction) -> None:
        """Show the first page."""
        await self._show(interaction)

    async def turn_page(self, interaction: Interaction, arguments: list[str]) -> None:
        """Show the page where a place of the list is."""
        (at,) = read(arguments, number)
        require_manager(interaction)
        await self._show(interaction, at)

    async def choose(self, interaction: Interaction, arguments: list[str]) -> None:
        """Show what can be done to the table selected."""
        read(arguments)
        table = await self._find(interaction, value_of(interaction))
        await self._show(interaction, self._place(table), table)

    async def ask(self, interaction: Interaction, arguments: list[str]) -> None:
        """*Stop this table*: ask once more."""
        table = await self._find(interaction, *read(arguments, str))
        if self._ended(table):
            await self._show(interaction, self._place(table), table)
            return
        say = await self.bot.say_to(interaction)
        await answer(interaction, draw_stop(say, entry_of(table, self._place(table) + 1)))

    async def stop(self, interaction: Interaction, arguments: list[str]) -> None:
        """*Yes, stop it*: the table's message tells its people why it stopped."""
        table = await self._find(interaction, *read(arguments, str))
        place = self._place(table)
        await table.close(Ending.BY_MANAGER)
        await self._show(interaction, place, table)

    async def bring(self, interaction: Interaction, arguments: list[str]) -> None:
        """*Bring it here*: post the table anew in this channel."""
        table = await self._find(interaction, *read(arguments, str))
        await bring_here(interaction, table)
        say = await self.bot.say_to(interaction)
        await self.bot.tell(interaction, say("The table comes down here."))

    async def _find(self, interaction: Interaction, table_id: str) -> Table:
        """Return a table of this server, to who may manage it."""
        require_manager(interaction)
        return await self.bot.tables.find(table_id, guild_of(interaction))

    def _place(self, table: Table) -> int:
        """Return how many of its server's tables stand before it."""
        tables = self.bot.tables.in_server(table.guild_id)
        if table in tables:
            return tables.index(table)
        # It has ended: where it stood.
        return sum(other.created < table.created for other in tables)

    def _ended(self, table: Table) -> bool:
        return table.state not in (State.LOBBY, State.PLAYING)

    async def _show(
        self, interaction: Interaction, at: int = 0, chosen: Table | None = None
    ) -> None:
        """Show the page where a place of the list is; of a chosen table that ended, say so."""
        say = await self.bot.say_to(interaction)
        tables = self.bot.tables.in_server(guild_of(interaction))
        first = min(at, max(len(tables) - 1, 0)) // PAGE * PAGE
        entries = [
            entry_of(table, place)
            for place, table in enumerate(tables[first : first + PAGE], first + 1)
        ]
        notice = ""
        if chosen is not None and self._ended(chosen):
            by_manager = chosen.situation.ending is Ending.BY_MANAGER
            notice = (
                say("The table has stopped.") if by_manager else sentence(say, Trouble.FINISHED)
            )
        chosen_id = "" if chosen is None else chosen.id
        await answer(interaction, draw_tables(say, entries, len(tables), chosen_id, notice))


async def setup(bot: Troef) -> None:
    """Load the cog."""
    await bot.add_cog(TablesCog(bot))
