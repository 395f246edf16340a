"""The least a discord.py bot can do on a press: edit its own message with eight buttons."""

import os

import discord
from discord import app_commands, ui


class Bare(discord.Client):
    """One command, one message, eight buttons."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)

        @self.tree.command(name="bare", description="Eight buttons")
        async def bare(interaction: discord.Interaction) -> None:
            await interaction.response.send_message(view=Eight(0), ephemeral=True)

    async def setup_hook(self) -> None:
        """Register the command."""
        await self.tree.sync()


class Eight(ui.View):
    """Eight buttons, each of which redraws them."""

    def __init__(self, pressed: int) -> None:
        super().__init__(timeout=None)
        for number in range(8):
            self.add_item(Numbered(pressed, number))


class Numbered(ui.Button[Eight]):
    """A button that counts presses."""

    def __init__(self, pressed: int, number: int) -> None:
        super().__init__(label=f"{pressed}.{number}", row=number // 4)
        self.pressed = pressed

    async def callback(self, interaction: discord.Interaction) -> None:
        """Edit the message."""
        await interaction.response.edit_message(view=Eight(self.pressed + 1))


if __name__ == "__main__":
    Bare().run(os.environ["DISCORD_TOKEN"], log_handler=None)
