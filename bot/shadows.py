"""The messages that show a table: drawn from it, redrawn when it changes, never believed.

Redraws are merged: a change only marks a shadow as old, one worker per message draws the newest
state, and what changed meanwhile is drawn in the next round. Losing a message loses nothing.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.choices import Choices
from bot.outbox import Fate, Outbox, Undelivered
from bot.rules.match import Phase
from bot.screens.hand import draw_hand
from bot.screens.menu import draw_ping
from bot.screens.table import draw_deal, draw_table
from bot.tables.face import State
from bot.tables.problems import Problem
from bot.tables.table import Table
from bot.texts import Speech

log = logging.getLogger(__name__)

TOKEN_SECONDS = 14 * 60
"""An interaction's token is good for 15 minutes; we stop using it a little earlier."""
ANSWER_FIRST_SECONDS = 1
"""How long redraws wait for the answer to a press that is under way."""
RETRY_SECONDS = 30
"""After a redraw that failed altogether, the next try."""


class Worker:
    """Draws when something is old, one drawing at a time, the newest state."""

    def __init__(self, draw: Callable[[], Coroutine[Any, Any, None]], name: str) -> None:
        self._draw = draw
        self._name = name
        self._old = False
        self._task: asyncio.Task[None] | None = None

    @property
    def idle(self) -> bool:
        """Whether everything is drawn."""
        return self._task is None

    def poke(self) -> None:
        """Note that what is shown is old."""
        self._old = True
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())
            self._task.add_done_callback(self._done)

    async def finish(self) -> None:
        """Wait for the drawing that is under way."""
        if self._task is not None:
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        while self._old:
            self._old = False
            await self._draw()

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._task = None
        error = None if task.cancelled() else task.exception()
        if error is not None:
            log.error("%s: drawing failed", self._name, exc_info=error)
        elif self._old:
            self.poke()


@dataclass(slots=True)
class OpenHand:
    """A hand that somebody has on his screen: only what is needed to redraw it."""

    application_id: int
    token: str
    message_id: int
    until: float
    locale: str
    drawn: object = None


class Shadow:
    """The messages of one table."""

    def __init__(self, table: Table, outbox: Outbox, choices: Choices) -> None:
        self.table = table
        self._outbox = outbox
        self._choices = choices
        self._hands: dict[int, OpenHand] = {}
        self._room = outbox.room_in(table.channel_id)
        self._public = Worker(self._draw_public, f"table {table.id}")
        self._private = Worker(self._draw_hands, f"table {table.id}: hands")
        self._pings = Worker(self._draw_ping, f"table {table.id}: ping")
        self._pinging: tuple[int, int, int] | None = None
        self._retry: asyncio.TimerHandle | None = None
        self._posts = 0
        self._answers = 0
        self._held: asyncio.TimerHandle | None = None

    @property
    def idle(self) -> bool:
        """Whether everything is drawn."""
        return self._public.idle and self._private.idle and self._pings.idle

    def poke(self) -> None:
        """The table has changed: draw it, after the answer to the press that changed it."""
        if not self._answers:
            self._poke_now()
        elif self._held is None:
            loop = asyncio.get_running_loop()
            self._held = loop.call_later(ANSWER_FIRST_SECONDS, self._poke_now)

    def _poke_now(self) -> None:
        if self._held is not None:
            self._held.cancel()
            self._held = None
        self._public.poke()
        if self._hands:
            self._private.poke()
        if self.table.situation.ping_id is not None:
            self._pings.poke()

    async def finish(self) -> None:
        """Wait for the drawings that are under way."""
        for handle in (self._retry, self._held):
            if handle is not None:
                handle.cancel()
        for worker in (self._public, self._private, self._pings):
            await worker.finish()

    # Hands.

    @contextmanager
    def answering(self, user_id: int) -> Iterator[None]:
        """Answer a person's press first: redraws wait, and his hand is left to the answer."""
        before = self._hands.pop(user_id, None)
        self._answers += 1
        try:
            yield
        except BaseException:
            if before is not None:
                self._hands.setdefault(user_id, before)
            raise
        finally:
            self._answers -= 1
            if self._held is not None and not self._answers:
                self._poke_now()

    def opened(
        self,
        interaction: discord.Interaction[Any],
        message_id: int,
        view: ui.LayoutView,
        drawn_for: object,
    ) -> None:
        """Note that a person has his hand on the screen, as it was drawn for this situation."""
        self._hands[interaction.user.id] = OpenHand(
            interaction.application_id,
            interaction.token,
            message_id,
            time.monotonic() + TOKEN_SECONDS,
            interaction.locale.value,
            components_of(view),
        )
        if drawn_for is not self.table.situation:
            self._private.poke()

    async def _draw_hands(self) -> None:
        for user_id, hand in list(self._hands.items()):
            if hand.until < time.monotonic() or self.table.situation.seat_of(user_id) is None:
                self._hands.pop(user_id, None)
                continue
            say = await self._choices.speech_to(user_id, hand.locale)
            try:
                view = draw_hand(self.table.face, self.table.view_of(user_id), say)
            except Problem:
                self._hands.pop(user_id, None)
                continue
            components = components_of(view)
            if components == hand.drawn or self._hands.get(user_id) is not hand:
                continue
            try:
                await self._outbox.edit_answer(
                    hand.application_id, hand.token, hand.message_id, view
                )
                hand.drawn = components
            except Undelivered:
                # Dismissed, or too old: My hand opens it again.
                if self._hands.get(user_id) is hand:
                    del self._hands[user_id]
        if self.table.state in (State.OVER, State.CLOSED):
            self._hands.clear()

    # The public message.

    async def _draw_public(self) -> None:
        async with self._room:
            table = self.table
            say = await self._choices.speech_in(table.guild_id)
            try:
                await self._show(table, say)
            except Undelivered as failed:
                log.warning("table %s: not drawn: %s", table.id, failed)
                if failed.fate in (Fate.FAILED, Fate.NO_ACCESS):
                    self._try_again()

    async def _show(self, table: Table, say: Speech) -> None:
        now = table.situation
        deal = 0 if now.match is None else now.match.number
        fresh = deal > now.message_deal > 0 and now.match is not None
        if fresh and now.match is not None and now.match.phase is Phase.DEALING:
            # The deal was passed out: its message goes on with the next one.
            fresh = False
        view = draw_table(table.face, None if now.match is None else table.view(None), say)
        if now.message_id is not None and not fresh:
            try:
                await self._outbox.edit(table.channel_id, now.message_id, view)
            except Undelivered as failed:
                if failed.fate not in (Fate.MESSAGE_GONE, Fate.TOO_OLD):
                    raise
                view = draw_table(table.face, None if now.match is None else table.view(None), say)
            else:
                await table.note_message(now.message_id, deal)
                return
        await self._post(table, view, now.message_id, now.message_deal, deal, say)

    async def _post(
        self,
        table: Table,
        view: ui.LayoutView,
        old_id: int | None,
        old_deal: int,
        deal: int,
        say: Speech,
    ) -> None:
        if table.state is State.CLOSED and old_id is None:
            return
        self._posts += 1
        nonce = f"{table.id}{self._posts % 10000:04d}{int(time.time()) % 10**9:09d}"
        message_id = await self._outbox.post(table.channel_id, nonce=nonce, view=view)
        await table.note_message(message_id, deal)
        if old_id is None or table.situation.match is None:
            return
        public = table.view(None)
        if 0 < old_deal <= len(public.results):
            result = draw_deal(table.face, public, old_deal, say)
            try:
                await self._outbox.edit(table.channel_id, old_id, result)
            except Undelivered as failed:
                log.info("table %s: result of deal %s not drawn: %s", table.id, old_deal, failed)

    def _try_again(self) -> None:
        loop = asyncio.get_running_loop()
        if self._retry is not None:
            self._retry.cancel()
        self._retry = loop.call_later(RETRY_SECONDS, self._public.poke)

    # The turn ping.

    def warn(self, seat: int) -> None:
        """Two thirds of somebody's time have gone: mention him once."""
        match = self.table.situation.match
        if match is not None:
            self._pinging = (match.dealt, match.decision, seat)
            self._pings.poke()

    async def _draw_ping(self) -> None:
        table = self.table
        now, match = table.situation, table.situation.match
        wanted = self._pinging
        current = (
            wanted is not None
            and match is not None
            and now.state is State.PLAYING
            and (match.dealt, match.decision, match.turn) == wanted
        )
        try:
            if now.ping_id is not None and not current:
                ping_id = now.ping_id
                await table.note_ping(None)
                await self._outbox.delete(table.channel_id, ping_id)
            elif now.ping_id is None and current and wanted is not None:
                await self._ping(table, wanted[2])
        except (Undelivered, Problem) as failed:
            log.info("table %s: ping: %s", table.id, failed)

    async def _ping(self, table: Table, seat: int) -> None:
        sitting = table.situation.seats[seat]
        if sitting is None or sitting.user_id is None or not sitting.present:
            return
        person = await self._choices.person(sitting.user_id)
        server = await self._choices.server(table.guild_id)
        if not (person.pings and server.pings):
            return
        say = await self._choices.speech_in(table.guild_id)
        link = _link(table)
        self._posts += 1
        nonce = f"p{table.id}{self._posts % 10000:04d}{int(time.time()) % 10**9:09d}"
        ping_id = await self._outbox.post(
            table.channel_id,
            nonce=nonce,
            content=draw_ping(say, sitting.user_id, link),
            mention=sitting.user_id,
        )
        await table.note_ping(ping_id)
        # He may have acted while the ping was under way: then it goes again.
        self._pings.poke()

    # Moving.

    async def bring_down(self, channel_id: int) -> None:
        """Post the table anew at the bottom of a channel and delete its old message."""
        table = self.table
        old_channel, old_id = table.channel_id, table.situation.message_id
        await table.move_to(channel_id)
        self._room = self._outbox.room_in(channel_id)
        self._public.poke()
        if old_id is not None:
            try:
                await self._outbox.delete(old_channel, old_id)
            except Undelivered as failed:
                log.info("table %s: old message not deleted: %s", table.id, failed)


def components_of(view: ui.LayoutView) -> list[dict[str, Any]]:
    """Return what a view sends to Discord: two that look the same are equal."""
    components: list[dict[str, Any]] = view.to_components()  # type: ignore[no-untyped-call]
    return components


def _link(table: Table) -> str:
    message_id = table.situation.message_id
    return f"https://discord.com/channels/{table.guild_id}/{table.channel_id}/{message_id}"


class Shadows:
    """The shadows of all tables; it is told of their changes."""

    def __init__(self, outbox: Outbox, choices: Choices) -> None:
        self._outbox = outbox
        self._choices = choices
        self._shadows: dict[str, Shadow] = {}

    def of(self, table: Table) -> Shadow:
        """Return the shadow of a table."""
        shadow = self._shadows.get(table.id)
        if shadow is None or shadow.table is not table:
            self._forget_ended()
            shadow = self._shadows[table.id] = Shadow(table, self._outbox, self._choices)
        return shadow

    def table_changed(self, table: Table) -> None:
        """Redraw a table."""
        if table.situation.message_id is not None or table.situation.match is not None:
            self.of(table).poke()

    def turn_warning(self, table: Table, seat: int) -> None:
        """Mention the person on a seat."""
        self.of(table).warn(seat)

    async def finish(self) -> None:
        """Wait for the drawings that are under way."""
        for shadow in list(self._shadows.values()):
            await shadow.finish()

    def _forget_ended(self) -> None:
        ended = (State.OVER, State.CLOSED)
        for table_id, shadow in list(self._shadows.items()):
            if shadow.table.state in ended and shadow.idle:
                del self._shadows[table_id]
