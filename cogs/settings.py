"""What a person chooses for himself, and a server for all."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Interaction, Troef
from bot.rules.house import House
from bot.screens.options import TURN_SECONDS, draw_defaults
from bot.screens.settings import AUTO, CHANNEL_TABLES, draw_server, draw_settings
from bot.tables.problems import Problem, Trouble
from bot.texts import LANGUAGES
from cogs._games import game_in
from cogs._presses import answer, guild_of, number, picked, read, value_of


def language(text: str) -> str | None:
    """Read a language from an id: None for `auto`; Problem if there is no such."""
    if text == AUTO:
        return None
    if text not in LANGUAGES:
        raise Problem(Trouble.STALE)
    return text


def chosen_of(offered: Sequence[int], text: str) -> int | None:
    """Read which of some numbers was chosen: None for `auto`; Problem if it was not offered."""
    if text == AUTO:
        return None
    if text not in map(str, offered):
        raise Problem(Trouble.BAD_OPTION)
    return int(text)


def require_manager(interaction: Interaction) -> None:
    """Refuse who may not manage the server."""
    if not interaction.permissions.manage_guild:
        raise app_commands.MissingPermissions(["manage_guild"])


class SettingsCog(commands.Cog):
    """Settings."""

    def __init__(self, bot: Troef) -> None:
        self.bot = bot
        bot.presses |= {
            "language": self.set_language,
            "pings": self.set_pings,
            "autoplay": self.set_autoplay,
            "server_language": self.set_server_language,
            "server_pings": self.set_server_pings,
            "server_role": self.set_server_role,
            "server_turn": self.set_server_turn,
            "server_tables": self.set_server_tables,
            "server_hints": self.set_server_hints,
            "server_settings": self.back_to_settings,
            "server_rules": self.open_rules,
            "server_rule": self.open_rule,
            "server_option": self.set_option,
            "server_preset": self.set_preset,
        }

    @app_commands.command(
        name=locale_str("language"),
        description=locale_str("Choose your language, turn pings and playing an only card"),
    )
    @app_commands.guild_only()
    async def language(self, interaction: Interaction) -> None:
        """Show one's own settings."""
        await self._show(interaction)

    @app_commands.command(
        name=locale_str("settings"),
        description=locale_str("Choose this server's language, house rules and calls"),
    )
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.checks.has_permissions(manage_guild=True)
    async def settings(self, interaction: Interaction) -> None:
        """Show the server's settings to who may manage it."""
        await self._show_server(interaction)

    async def set_language(self, interaction: Interaction, arguments: list[str]) -> None:
        """Choose one's language."""
        (chosen,) = read(arguments, language)
        await self.bot.choices.change_person(interaction.user.id, language=chosen)
        await self._show(interaction)

    async def set_pings(self, interaction: Interaction, arguments: list[str]) -> None:
        """Switch turn pings."""
        (on,) = read(arguments, number)
        await self.bot.choices.change_person(interaction.user.id, pings=bool(on))
        await self._show(interaction)

    async def set_autoplay(self, interaction: Interaction, arguments: list[str]) -> None:
        """Switch playing an only card, also at the tables where the person sits."""
        (on,) = read(arguments, number)
        user_id = interaction.user.id
        await self.bot.choices.change_person(user_id, autoplay=bool(on))
        for table in self.bot.tables:
            await table.set_autoplay(user_id, autoplay=bool(on))
        await self._show(interaction)

    async def set_server_language(self, interaction: Interaction, arguments: list[str]) -> None:
        """Choose the server's language."""
        (chosen,) = read(arguments, language)
        await self._change_server(interaction, language=chosen)
        for table in self.bot.tables.in_server(guild_of(interaction)):
            self.bot.shadows.table_changed(table)

    async def set_server_pings(self, interaction: Interaction, arguments: list[str]) -> None:
        """Switch turn pings for the server."""
        (on,) = read(arguments, number)
        await self._change_server(interaction, pings=bool(on))

    async def set_server_role(self, interaction: Interaction, arguments: list[str]) -> None:
        """Choose the role that is called when a lobby opens; none to call nobody."""
        read(arguments)
        roles = [int(role["id"]) for role in picked(interaction, "roles")]
        await self._change_server(interaction, role_id=roles[0] if roles else None)

    async def set_server_turn(self, interaction: Interaction, arguments: list[str]) -> None:
        """Choose the time for a turn at tables to come."""
        read(arguments)
        chosen = chosen_of(TURN_SECONDS, value_of(interaction))
        await self._change_server(interaction, turn_seconds=chosen)

    async def set_server_tables(self, interaction: Interaction, arguments: list[str]) -> None:
        """Choose how many tables a channel may hold; those that are open stay."""
        read(arguments)
        chosen = chosen_of(CHANNEL_TABLES, value_of(interaction))
        await self._change_server(interaction, channel_tables=chosen)

    async def set_server_hints(self, interaction: Interaction, arguments: list[str]) -> None:
        """Switch whether tables to come have hints."""
        (on,) = read(arguments, number)
        await self._change_server(interaction, hints=bool(on))

    async def back_to_settings(self, interaction: Interaction, arguments: list[str]) -> None:
        """*All settings*, from the house rules of a game."""
        read(arguments)
        require_manager(interaction)
        await self._show_server(interaction)

    async def open_rules(self, interaction: Interaction, arguments: list[str]) -> None:
        """Show the house rules with which tables of a game open."""
        (game,) = read(arguments, game_in)
        require_manager(interaction)
        await self._show_house(interaction, game)

    async def open_rule(self, interaction: Interaction, arguments: list[str]) -> None:
        """Show one house rule and its values."""
        (game,) = read(arguments, game_in)
        require_manager(interaction)
        await self._show_house(interaction, game, value_of(interaction))

    async def set_option(self, interaction: Interaction, arguments: list[str]) -> None:
        """Change one house rule of a game for tables to come."""
        game, name = read(arguments, game_in, str)
        value = value_of(interaction)
        await self._change_house(
            interaction, game, lambda house: house.with_option(name, value), opened=name
        )

    async def set_preset(self, interaction: Interaction, arguments: list[str]) -> None:
        """Take a set of house rules by its name for tables to come."""
        (game,) = read(arguments, game_in)
        name = value_of(interaction)
        await self._change_house(interaction, game, lambda house: type(house).preset(name))

    async def _change_house(
        self,
        interaction: Interaction,
        game: str,
        change: Callable[[House], House],
        opened: str = "",
    ) -> None:
        require_manager(interaction)
        try:
            await self.bot.choices.change_house(guild_of(interaction), game, change)
        except (ValueError, KeyError) as error:
            raise Problem(Trouble.BAD_OPTION) from error
        say = await self.bot.say_to(interaction)
        await self._show_house(interaction, game, opened, say("Changed."))

    async def _show_house(
        self, interaction: Interaction, game: str, opened: str = "", notice: str = ""
    ) -> None:
        house = await self.bot.choices.house(guild_of(interaction), game)
        say = await self.bot.say_to(interaction)
        await answer(interaction, draw_defaults(say, game, house, opened, notice))

    async def _change_server(self, interaction: Interaction, **changes: object) -> None:
        require_manager(interaction)
        await self.bot.choices.change_server(guild_of(interaction), **changes)
        await self._show_server(interaction)

    async def _show(self, interaction: Interaction) -> None:
        person = await self.bot.choices.person(interaction.user.id)
        say = await self.bot.say_to(interaction)
        view = draw_settings(say, person.language, pings=person.pings, autoplay=person.autoplay)
        await answer(interaction, view)

    async def _show_server(self, interaction: Interaction) -> None:
        guild_id = guild_of(interaction)
        role = await self.bot.choices.role(guild_id)
        server = replace(await self.bot.choices.server(guild_id), role_id=role)
        say = await self.bot.say_to(interaction)
        await answer(interaction, draw_server(say, server, self.bot.settings.turn_seconds))


async def setup(bot: Troef) -> None:
    """Load the cog."""
    await bot.add_cog(SettingsCog(bot))
