"""Boards: who stands where in this server."""

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Interaction, Troef
from bot.boards.standings import By, hinted, line_of, standings
from bot.rules.games import GAMES
from bot.screens.board import ORDERS, PAGE, draw_board, draw_me
from bot.tables.problems import Problem, Trouble
from cogs._games import FIRST_GAME, GAME_CHOICES, game_in
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
    @app_commands.describe(game=locale_str("The game; that of your table if you do not say"))
    @app_commands.rename(game=locale_str("game"))
    @app_commands.choices(game=GAME_CHOICES)
    @app_commands.guild_only()
    async def leaderboard(self, interaction: Interaction, game: str = "") -> None:
        """Show the first page, by points: of the game named, else of the caller's table."""
        table = self.bot.tables.of_person(guild_of(interaction), interaction.user.id)
        own = FIRST_GAME if table is None else table.situation.game
        await self._show(interaction, game_in(game or own), "points", 0)

    @app_commands.command(
        name=locale_str("me"), description=locale_str("Show your own scores in this server")
    )
    @app_commands.guild_only()
    async def me(self, interaction: Interaction) -> None:
        """Show one's own lines."""
        guild_id, user_id = guild_of(interaction), interaction.user.id
        lines = {game: await line_of(self.bot.store, guild_id, user_id, game) for game in GAMES}
        say = await self.bot.say_to(interaction)
        played = {game: line for game, line in lines.items() if line is not None}
        view = draw_me(played, await hinted(self.bot.store, guild_id, user_id), say)
        await interaction.response.send_message(view=view, ephemeral=True)

    async def turn_page(self, interaction: Interaction, arguments: list[str]) -> None:
        """Turn to another game, page or order."""
        game, by, offset, _ = read(arguments, game_in, order, number, str)
        await self._show(interaction, game, by, offset)

    async def _show(self, interaction: Interaction, game: str, by: By, offset: int) -> None:
        guild_id = guild_of(interaction)
        page = await standings(self.bot.store, guild_id, game, by, offset=offset, limit=PAGE)
        say = await self.bot.say_to(interaction)
        await answer(interaction, draw_board(page, game, by, offset, say))


async def setup(bot: Troef) -> None:
    """Load the cog."""
    await bot.add_cog(ScoresCog(bot))
