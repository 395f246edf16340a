"""What this is, how to begin, and the rules of each game."""

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Interaction, Troef
from bot.rules.games import GAMES
from bot.screens.rules import draw_rules
from bot.screens.settings import draw_help
from cogs._games import FIRST_GAME, GAME_CHOICES, game_in
from cogs._presses import answer, find_table, guild_of, number, read, value_of


class HelpCog(commands.Cog):
    """Help."""

    def __init__(self, bot: Troef) -> None:
        self.bot = bot
        bot.presses |= {"rules": self.turn_page, "rules_page": self.choose_page}

    @app_commands.command(
        name=locale_str("help"), description=locale_str("What this is, and the first three steps")
    )
    @app_commands.guild_only()
    async def help(self, interaction: Interaction) -> None:
        """Show the first steps."""
        say = await self.bot.say_to(interaction)
        await interaction.response.send_message(view=draw_help(say), ephemeral=True)

    @app_commands.command(
        name=locale_str("rules"), description=locale_str("Explain a game, page by page")
    )
    @app_commands.describe(game=locale_str("The game; that of your table if you do not say"))
    @app_commands.rename(game=locale_str("game"))
    @app_commands.choices(game=GAME_CHOICES)
    @app_commands.guild_only()
    async def rules(self, interaction: Interaction, game: str = "") -> None:
        """Show the first page: of the game named, else of the caller's table."""
        table = self.bot.tables.of_person(guild_of(interaction), interaction.user.id)
        if table is not None and game in ("", table.situation.game):
            await self._show(interaction, table.id, 0)
        else:
            await self._show(interaction, game_in(game or FIRST_GAME), 0)

    async def turn_page(self, interaction: Interaction, arguments: list[str]) -> None:
        """Show the page before or after, or another game."""
        source, at, _ = read(arguments, str, page_number, str)
        await self._show(interaction, source, at)

    async def choose_page(self, interaction: Interaction, arguments: list[str]) -> None:
        """Show the page that was selected."""
        (source,) = read(arguments, str)
        await self._show(interaction, source, number(value_of(interaction)))

    async def _show(self, interaction: Interaction, source: str, at: int) -> None:
        """Show a page of the rules of a table, or of a game as this server plays it."""
        say = await self.bot.say_to(interaction)
        if source in GAMES:
            house = await self.bot.choices.house(guild_of(interaction), source)
            view = draw_rules(say, source, house, GAMES[source].counts[0], at, source)
        else:
            now = (await find_table(interaction, source)).situation
            view = draw_rules(say, now.game, now.house, len(now.seats), at, source)
        await answer(interaction, view)


def page_number(text: str) -> int:
    """Read the number of a page; before the first one is the first one."""
    return 0 if text == "-1" else number(text)


async def setup(bot: Troef) -> None:
    """Load the cog."""
    await bot.add_cog(HelpCog(bot))
