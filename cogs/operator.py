"""How the bot fares, for whoever runs it."""

from importlib.metadata import version

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Interaction, Told, Troef
from bot.screens.tables import Status, draw_status
from bot.tables.face import State


def operators(application: discord.AppInfo) -> set[int]:
    """Return who runs the bot: the application's owner, or the members of the team that owns it."""
    if application.team is None:
        return {application.owner.id}
    return {
        member.id
        for member in application.team.members
        if member.membership_state is discord.TeamMembershipState.accepted
    }


class OperatorCog(commands.Cog):
    """What its operator asks of the bot."""

    def __init__(self, bot: Troef) -> None:
        self.bot = bot

    @app_commands.command(
        name=locale_str("status"),
        description=locale_str("See how the bot fares; for its operator"),
    )
    @app_commands.guild_only()
    @app_commands.default_permissions(administrator=True)
    async def status(self, interaction: Interaction) -> None:
        """Show how the bot fares."""
        say = await self.bot.say_to(interaction)
        if not await self.bot.is_owner(interaction.user):
            raise Told(say("This is for the operator of the bot."))
        view = draw_status(say, self._status())
        await interaction.response.send_message(view=view, ephemeral=True)

    def _status(self) -> Status:
        tables = [table.situation for table in self.bot.tables]
        running = [now for now in tables if now.state is State.PLAYING]
        resting = [now for now in running if now.paused is not None]
        return Status(
            lobbies=len(tables) - len(running),
            running=len(running),
            waiting=sum(now.waits for now in running if now.paused is None),
            resting=len(resting),
            delay=self.bot.gauges.loop_delay(),
            refused=self.bot.gauges.refused,
            writes=list(self.bot.store.write_seconds),
            unshown=self.bot.shadows.longest_unshown(),
            masters=self.bot.thinking.report,
            began=self.bot.gauges.began,
            version=version("troef"),
        )


async def setup(bot: Troef) -> None:
    """Load the cog."""
    if bot.application is not None:
        # Known since the login: asked for at a press, it might come too late for the answer.
        bot.owner_ids = operators(bot.application)
    await bot.add_cog(OperatorCog(bot))
