"""Boards: who stands where in this server."""

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Interaction, Troef
from bot.boards.standings import By, line_of, standings
from bot.screens.board import ORDERS, PAGE, draw_board, draw_me
from bot.tables.problems import Problem, Trouble
from cogs._presses import answer, guild_of, number, read


def order(text: str) -> By:
    """Read the order of a board from an id; Problem if there is no such."""
    if text not in ORDERS:
        raise Problem(Trouble.STALE)
    return text  # type: ignore[return-value]


class ScoresCog(commands.Cog):
    """Leaderboard and one's own line."""

    def __init__(self, bot: Troef) -> None:
        self.bot = bot
        bot.presses |= {"board": self.turn_page}

    @app_commands.command(
        name=locale_str("leaderboard"), description=locale_str("Show the scores of this server")
    )
    @app_commands.guild_only()
    async def leaderboard(self, interaction: Interaction) -> None:
        """Show the first page, by points."""
        await self._show(interaction, "points", 0)

    @app_commands.command(
        name=locale_str("me"), description=locale_str("Show your own scores in this server")
    )
    @app_commands.guild_only()
    async def me(self, interaction: Interaction) -> None:
        """Show one's own line."""
        line = await line_of(self.bot.store, guild_of(interaction), interaction.user.id)
        say = await self.bot.say_to(interaction)
        await interaction.response.send_message(view=draw_me(line, say), ephemeral=True)

    async def turn_page(self, interaction: Interaction, arguments: list[str]) -> None:
        """Turn to another page or order."""
        by, offset, _ = read(arguments, order, number, str)
        await self._show(interaction, by, offset)

    async def _show(self, interaction: Interaction, by: By, offset: int) -> None:
        guild_id = guild_of(interaction)
        page = await standings(self.bot.store, guild_id, by=by, offset=offset, limit=PAGE)
        say = await self.bot.say_to(interaction)
        view = draw_board(page, by, offset, say)
        await answer(interaction, view)


async def setup(bot: Troef) -> None:
    """Load the cog."""
    await bot.add_cog(ScoresCog(bot))
