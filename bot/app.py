"""The bot: opens what it needs, registers items and commands, brings tables back."""

import asyncio
import hashlib
import json
import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias, cast

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot.choices import Choices
from bot.gauges import Gauges
from bot.outbox import ALREADY_ANSWERED, UNKNOWN_INTERACTION, Budget, Outbox
from bot.screens.menu import draw_notice
from bot.screens.press import Press, read_id, typed_in
from bot.screens.problems import sentence
from bot.settings import Settings
from bot.shadows import Shadows
from bot.store import Store, StoreError
from bot.tables.clock import Timers
from bot.tables.face import Ending
from bot.tables.problems import Problem, Trouble
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.texts import Speech
from bot.thinking.thinking import Thinking

log = logging.getLogger(__name__)

COGS = (
    "cogs.lobby",
    "cogs.table",
    "cogs.records",
    "cogs.review",
    "cogs.scores",
    "cogs.settings",
    "cogs.tables",
    "cogs.help",
    "cogs.operator",
)
REMEMBERED_PRESSES = 4096
PRESSES_SECONDS, GOODBYE_SECONDS = 2, 5
"""How long going down waits for presses to be answered, and for tables to say goodbye."""
PURGE_SECONDS = 24 * 3600

Interaction: TypeAlias = discord.Interaction["Troef"]
Handler: TypeAlias = Callable[[Interaction, list[str]], Awaitable[None]]


class Told(Exception):  # noqa: N818 - what the person meets, not a fault of the program
    """A sentence for the person who pressed, in his language already; nothing has changed."""


class Translator(app_commands.Translator):
    """Names and descriptions of commands, from the same catalogs as all texts."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002
    ) -> str | None:
        """Return the Dutch for Dutch people; others see English."""
        return Speech.of("nl")(string.message) if locale is discord.Locale.dutch else None


class Tree(app_commands.CommandTree["Troef"]):
    """Commands, each failure of which is told to the person and to the log."""

    async def interaction_check(self, interaction: Interaction) -> bool:
        """Refuse commands that come too fast, or while the bot is going down."""
        if interaction.client.had(interaction):
            return False
        try:
            interaction.client.check_open(interaction)
        except Problem as problem:
            await interaction.client.explain(interaction, problem)
            return False
        return True

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """Answer a command that failed: a Problem in its words, anything else as our fault."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        await interaction.client.explain(interaction, cause)


class Troef(commands.Bot):
    """The Discord bot. `store` is open already and is the caller's to close."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        budget: Budget | None = None,
        draw_bytes: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        gauges, budget = Gauges(), budget or Budget()
        super().__init__(
            http_trace=gauges.trace(),
            command_prefix=commands.when_mentioned,
            help_command=None,
            # Which servers there are: nothing else is needed, nothing privileged.
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=Tree,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        self.settings = settings
        self.store = store
        self.choices = Choices(self, store, settings)
        self.outbox = Outbox(self, budget)
        self.shadows = Shadows(self.outbox, self.choices)
        self.gauges = gauges
        self.thinking = Thinking(settings.thinkers)
        self.tables = Tables(
            store,
            self.shadows,
            self.thinking,
            lambda: discord.utils.utcnow().timestamp(),
            draw_bytes,
        )
        self.presses: dict[str, Handler] = {}
        """What answers a button or select, by the verb in its id; each cog adds its own."""
        self._handled: OrderedDict[int, None] = OrderedDict()
        self._pressing: set[asyncio.Task[Any]] = set()
        """The presses and commands that are being answered."""
        self._cooldown = commands.CooldownMapping[Interaction](
            commands.Cooldown(budget.presses, budget.press_seconds),
            lambda interaction: interaction.user.id,
        )
        self._timers = Timers(lambda error: log.error("housekeeping failed", exc_info=error))
        self._begun = False
        self._closing = False

    async def setup_hook(self) -> None:
        """Register items and commands and load the tables, before the first press can come."""
        self.add_dynamic_items(Press)
        for cog in COGS:
            await self.load_extension(cog)
        await self.tree.set_translator(Translator())
        await self._sync_commands()
        await self.tables.load()

    async def _sync_commands(self) -> None:
        """Register the commands if they differ from those registered last: there is a quota."""
        payload = [
            await command.get_translated_payload(self.tree, self.tree.translator)
            if self.tree.translator is not None
            else command.to_dict(self.tree)
            for command in self.tree.get_commands()
        ]
        text = json.dumps([self.application_id, payload], sort_keys=True)
        digest = hashlib.sha256(text.encode()).hexdigest()
        if await self.store.load_value("commands") == digest:
            return
        try:
            await self.tree.sync()
        except discord.HTTPException as error:
            # The commands of last time still work; the next start tries again.
            log.error("the commands were not registered: %s", error)  # noqa: TRY400
        else:
            await self.store.save_value("commands", digest)

    async def on_ready(self) -> None:
        """Set the tables going; after a gap in the connection, let their clocks go on."""
        if not self._begun:
            self._begun = True
            log.info("ready as %s, servers: %s", self.user, len(self.guilds))
            self.gauges.begin()
            self.tables.begin()
            self._timers.set("purge", 0, self._purge)
        self.tables.release()

    async def _purge(self) -> None:
        """Forget, once a day, the tables that came to nothing."""
        self._timers.set("purge", PURGE_SECONDS, self._purge)
        gone = await self.store.purge(discord.utils.utcnow().timestamp())
        if gone:
            log.info("tables that came to nothing and were deleted: %s", gone)

    async def on_resumed(self) -> None:
        """Let the clocks go on after a gap in the connection."""
        self.tables.release()

    async def on_disconnect(self) -> None:
        """Stop the clocks: nobody can press."""
        self.tables.hold()

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Stop the tables of a server that we were removed from; an outage does not come here."""
        await self._close_tables(lambda table: table.guild_id == guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Stop the tables of a channel that is gone."""
        await self._close_tables(lambda table: table.channel_id == channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Stop the tables of a thread that is gone."""
        await self._close_tables(lambda table: table.channel_id == thread.thread_id)

    async def _close_tables(self, concerned: Callable[[Table], bool]) -> None:
        for table in self.tables:
            if concerned(table):
                try:
                    await table.close(Ending.PLACE_GONE)
                except Problem as problem:
                    # Its next redraw finds the same and closes it.
                    log.warning("table %s: not closed: %s", table.id, problem)

    async def on_guild_channel_update(
        self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Try the tables that rest: the bot's rights in a channel may have changed."""
        self._hurry(after.guild.id)

    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """Try the tables that rest: the bot's rights may have changed."""
        self._hurry(after.guild.id)

    async def on_thread_update(self, _before: discord.Thread, after: discord.Thread) -> None:
        """Try the tables that rest: a thread may be open again."""
        self._hurry(after.guild.id)

    def _hurry(self, guild_id: int) -> None:
        for table in self.tables.in_server(guild_id):
            if table.situation.paused is not None:
                self.shadows.of(table).hurry()

    async def close(self) -> None:
        """Let what has begun end, say goodbye, then log out. Everything is stored already."""
        if not self._closing:
            self._closing = True
            log.info("going down")
            if self._pressing:
                await asyncio.wait(self._pressing, timeout=PRESSES_SECONDS)
            await self._timers.finish()
            await self.tables.stop()
            await asyncio.gather(self.shadows.go_down(GOODBYE_SECONDS), self.thinking.close())
            self.gauges.stop()
            # What waits for Discord so long gets no answer any more, and no line to ask for one.
            for task in self._pressing:
                task.cancel()
            await asyncio.gather(*self._pressing, return_exceptions=True)
        await super().close()

    # Presses.

    async def on_interaction(self, interaction: Interaction) -> None:
        """Read the answer to a form as a press of its id, so that it outlives a restart.

        What was typed follows the id's own arguments, in the order of the fields.
        """
        if interaction.type is not discord.InteractionType.modal_submit:
            return
        data = cast("dict[str, Any]", interaction.data or {})
        verb, arguments = read_id(str(data.get("custom_id", "")))
        await self.pressed(interaction, verb, [*arguments, *typed_in(data)])

    async def pressed(self, interaction: Interaction, verb: str, arguments: list[str]) -> None:
        """Answer a press: the one place where its failure is told and logged."""
        if self.had(interaction):
            return
        try:
            self.check_open(interaction)
            handler = self.presses.get(verb)
            if handler is None or interaction.guild_id is None:
                raise Problem(Trouble.STALE)
            await handler(interaction, arguments)
        except Exception as error:  # noqa: BLE001 - told and logged, whatever it is
            await self.explain(interaction, error, arguments)

    def had(self, interaction: Interaction) -> bool:
        """Whether this very press or command has come before: Discord may deliver one twice."""
        before = interaction.id in self._handled
        self._handled[interaction.id] = None
        if len(self._handled) > REMEMBERED_PRESSES:
            self._handled.popitem(last=False)
        return before

    def check_open(self, interaction: Interaction) -> None:
        """Problem for what comes too fast from one person, or while the bot is going down.

        Going down waits for what is let in here: the task that it is called in.
        """
        if self._closing:
            raise Problem(Trouble.CLOSING)
        task = asyncio.current_task()
        if task is not None:
            self._pressing.add(task)
            task.add_done_callback(self._pressing.discard)
        if self._cooldown.update_rate_limit(interaction):
            raise Problem(Trouble.TOO_FAST)

    async def explain(
        self, interaction: Interaction, error: BaseException, arguments: list[str] | None = None
    ) -> None:
        """Tell a person what went wrong, and the log where it is our fault.

        In this order: a Problem is said in its own words; an interaction that is too old or was
        answered already cannot be answered, and one on a message that was deleted meanwhile has
        nothing to redraw, which is only noted; everything else is a fault of ours and logged whole,
        with the table's id.
        """
        if isinstance(error, discord.HTTPException) and error.code in (
            UNKNOWN_INTERACTION,
            ALREADY_ANSWERED,
        ):
            log.warning("a press came too late to be answered: %s", error)
            return
        try:
            say = await self.say_to(interaction)
        except StoreError:
            say = Speech.of("en")
        if isinstance(error, Problem):
            notice = sentence(say, error.why)
        elif isinstance(error, Told):
            notice = str(error)
        elif isinstance(
            error, (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)
        ):
            notice = say("This command is gone or has changed: reload Discord and try again.")
        elif isinstance(error, app_commands.MissingPermissions):
            notice = say("Only people who may manage this server can do that.")
        elif isinstance(error, discord.NotFound):
            log.warning("what was pressed on is gone: %s", error)
            notice = sentence(say, Trouble.STALE)
        elif isinstance(error, (aiohttp.ClientError, OSError, discord.DiscordServerError)):
            # The answer was lost on its way; what was pressed may have counted.
            where = arguments[0] if arguments else "none"
            log.warning("table %s: an answer was lost: %r", where, error)
            notice = say("The line broke for a moment. Open your hand to see how things stand.")
        else:
            where = arguments[0] if arguments else "none"
            log.error("table %s: a press failed", where, exc_info=error)
            notice = say("Something went wrong on our side. Nothing was lost; please try again.")
        await self.tell(interaction, notice)

    async def tell(self, interaction: Interaction, notice: str) -> None:
        """Say one sentence to the person who pressed, whether answered already or not."""
        view = draw_notice(notice)
        try:
            if interaction.response.is_done():
                await interaction.followup.send(view=view, ephemeral=True)
            else:
                await interaction.response.send_message(view=view, ephemeral=True)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.warning("could not answer a press: %s", error)

    async def say_to(self, interaction: Interaction) -> Speech:
        """Return the language of the person who pressed."""
        return await self.choices.speech_to(interaction.user.id, interaction.locale.value)
