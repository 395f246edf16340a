"""What this is and how to begin."""

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Interaction, Troef
from bot.screens.settings import draw_help


class HelpCog(commands.Cog):
    """Help."""

    def __init__(self, bot: Troef) -> None:
        self.bot = bot

    @app_commands.command(
        name=locale_str("help"), description=locale_str("What this is, and the first three steps")
    )
    @app_commands.guild_only()
    async def help(self, interaction: Interaction) -> None:
        """Show the first steps."""
        say = await self.bot.say_to(interaction)
        await interaction.response.send_message(view=draw_help(say), ephemeral=True)


async def setup(bot: Troef) -> None:
    """Load the cog."""
    await bot.add_cog(HelpCog(bot))
