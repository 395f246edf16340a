"""What has been played, for everyone to check: a deal with its seed, a match as a text file."""

import io

import discord
from discord.ext import commands

from bot.app import Interaction, Troef
from bot.screens.check import draw_check
from cogs._presses import answer, find_table, number, read


class RecordsCog(commands.Cog):
    """Deals and matches that are over."""

    def __init__(self, bot: Troef) -> None:
        self.bot = bot
        bot.presses |= {"check": self.check, "record": self.record}

    async def check(self, interaction: Interaction, arguments: list[str]) -> None:
        """*Check this deal*."""
        table_id, deal = read(arguments, str, number)
        table = await find_table(interaction, table_id)
        checked = table.check_deal(deal)
        say = await self.bot.say_to(interaction)
        await answer(interaction, draw_check(table.face, checked, say))

    async def record(self, interaction: Interaction, arguments: list[str]) -> None:
        """*Record*: the whole match as a file."""
        table = await find_table(interaction, *read(arguments, str))
        text = table.record()
        say = await self.bot.say_to(interaction)
        file = discord.File(
            io.BytesIO(text.encode()), f"troef-{table.situation.game}-{table.id}.txt"
        )
        await interaction.response.send_message(
            say(
                "The match as a text. {verify} checks it, {review} looks back on its deals.",
                verify="`python -m bot verify`",
                review="`python -m bot review`",
            ),
            file=file,
            ephemeral=True,
        )


async def setup(bot: Troef) -> None:
    """Load the cog."""
    await bot.add_cog(RecordsCog(bot))
