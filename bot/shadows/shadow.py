"""The messages that show a table: drawn from it, redrawn when it changes, never believed.

Redraws are merged: a change only marks a shadow as old, one worker per message draws the newest
state, and what changed meanwhile is drawn in the next round. Losing a message loses nothing.
"""

import asyncio
import logging
import math
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import discord
from discord import ui

from bot.choices import Choices
from bot.outbox import Fate, Outbox, Undelivered
from bot.rules.view import Phase
from bot.screens.hand import Chosen, draw_hand
from bot.screens.lobby import draw_moved, thread_name
from bot.screens.menu import draw_notice, draw_ping
from bot.screens.table import draw_deal, draw_table
from bot.tables.face import Ending, State
from bot.tables.problems import Problem
from bot.tables.situation import Situation
from bot.tables.table import Table

log = logging.getLogger(__name__)

TOKEN_SECONDS = 14 * 60
"""An interaction's token is good for 15 minutes; we stop using it a little earlier."""
ANSWER_FIRST_SECONDS = 1
"""How long redraws wait for the answer to a press that is under way."""
RETRY_SECONDS, LONGEST_RETRY_SECONDS = 15, 600
"""After a redraw that failed altogether, the next try; twice as long after each further one."""
TRIES_AFTER_THE_END = 3
"""A table that has ended is not worth more."""


class Worker:
    """Draws when something is old, one drawing at a time, the newest state.

    A drawing that fails is tried again, with growing pauses, `tries` times.
    """

    def __init__(
        self,
        draw: Callable[[], Coroutine[Any, Any, None]],
        name: str,
        tries: Callable[[], float] = lambda: math.inf,
    ) -> None:
        self._draw = draw
        self._name = name
        self._tries = tries
        self._old = False
        self._failures = 0
        self._task: asyncio.Task[None] | None = None
        self._retry: asyncio.TimerHandle | None = None

    @property
    def idle(self) -> bool:
        """Whether everything is drawn, or given up."""
        return self._task is None and self._retry is None

    def poke(self) -> None:
        """Note that what is shown is old."""
        self._old = True
        loop = asyncio.get_running_loop()
        if self._task is None and self._retry is None:
            self._begin()
        elif self._retry is not None and self._retry.when() > loop.time() + RETRY_SECONDS:
            # What is new is worth a try before long.
            self._retry.cancel()
            self._retry = loop.call_later(RETRY_SECONDS, self._begin)

    async def finish(self) -> None:
        """Wait for the drawing that is under way; begin no other."""
        if self._retry is not None:
            self._retry.cancel()
        if self._task is not None:
            await asyncio.wait([self._task])

    def _begin(self) -> None:
        self._retry = None
        self._task = asyncio.get_running_loop().create_task(self._run())
        self._task.add_done_callback(self._done)

    async def _run(self) -> None:
        while self._old:
            self._old = False
            await self._draw()
            self._failures = 0

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._task = None
        error = None if task.cancelled() else task.exception()
        if error is None:
            if self._old:
                self.poke()
            return
        if isinstance(error, (Undelivered, Problem)):
            log.warning("%s: not drawn: %s", self._name, error)
        else:
            log.error("%s: drawing failed", self._name, exc_info=error)
        self._failures += 1
        if self._failures <= self._tries():
            self._old = True
            pause = min(RETRY_SECONDS * 2 ** (self._failures - 1), LONGEST_RETRY_SECONDS)
            self._retry = asyncio.get_running_loop().call_later(pause, self._begin)


@dataclass(slots=True)
class OpenHand:
    """A hand that somebody has on his screen: only what is needed to redraw it."""

    user_id: int
    application_id: int
    token: str
    message_id: int
    until: float
    locale: str
    chosen: Chosen | None
    drawn: object = None


@dataclass(frozen=True, slots=True)
class Shown:
    """The public message that shows the table, and the deal it was drawn for (0: the lobby)."""

    channel_id: int
    message_id: int
    deal: int


class Shadow:
    """The messages of one table."""

    def __init__(self, table: Table, outbox: Outbox, choices: Choices) -> None:
        self.table = table
        self._outbox = outbox
        self._choices = choices
        self._hands: dict[int, OpenHand] = {}
        self._outdated: list[OpenHand] = []
        """Hands whose owner has opened another one."""
        now = table.situation
        self._shown: Shown | None = None
        if now.message_id is not None:
            self._shown = Shown(table.channel_id, now.message_id, now.message_deal)
        self._down: int | None = None
        """The channel that the table is to come down to."""
        self._room = outbox.room_in(table.channel_id)
        self._public = Worker(self._draw_public, f"table {table.id}", self._tries)
        self._private = Worker(self._draw_hands, f"table {table.id}: hands", self._tries)
        self._pings = Worker(self._draw_ping, f"table {table.id}: ping", self._tries)
        self._pinging: tuple[int, int, int] | None = None
        self._posts = 0
        self._opening = False
        self._missed = False
        """Whether the table changed while the answer that shows it was under way."""
        self._answered: Situation | None = None
        """The situation that the answer which opened the table was drawn for."""
        self._answers = 0
        self._held: asyncio.TimerHandle | None = None

    @property
    def idle(self) -> bool:
        """Whether everything is drawn."""
        return self._public.idle and self._private.idle and self._pings.idle

    @property
    def _ended(self) -> bool:
        return self.table.state in (State.OVER, State.CLOSED)

    def _tries(self) -> float:
        return TRIES_AFTER_THE_END if self._ended else math.inf

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
        if self.table.situation.ping is not None:
            self._pings.poke()

    async def finish(self) -> None:
        """Wait for the drawings that are under way."""
        if self._held is not None:
            self._held.cancel()
        for worker in (self._public, self._private, self._pings):
            await worker.finish()

    # Opening: the first message is the answer to a command.

    @contextmanager
    def opening(self) -> Iterator[None]:
        """Post no message while the answer that will show the table is under way."""
        self._opening = True
        try:
            yield
        finally:
            self._opening = False
            if self._missed and not self._shows_the_answer():
                self._public.poke()
            self._missed = False

    def _shows_the_answer(self) -> bool:
        """Whether the answer that opened the table still shows it as it is."""
        old = self._answered
        if old is None:
            return False
        now = self.table.situation
        return replace(now, message_id=old.message_id, message_deal=old.message_deal) == old

    async def posted(self, channel_id: int, message_id: int, drawn: Situation) -> None:
        """Note the answer that shows the table, and the situation that it was drawn for."""
        self._shown = Shown(channel_id, message_id, 0)
        self._answered = drawn
        try:
            await self._note()
        except Problem as problem:
            # It is noted again with the next redraw.
            log.warning("table %s: message not noted: %s", self.table.id, problem)

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

    def chosen_by(self, user_id: int) -> Chosen | None:
        """Return what somebody has chosen in the hand he has open, and not done yet."""
        hand = self._hands.get(user_id)
        return None if hand is None else hand.chosen

    def answered_with(self, drawn: Situation) -> None:
        """Spare the redraw that waits: the answer has put this very picture on the message."""
        if self._held is not None and self.table.situation is drawn:
            self._held.cancel()
            self._held = None

    def opened(
        self,
        interaction: discord.Interaction[Any],
        message_id: int,
        view: ui.LayoutView,
        drawn_for: Situation,
        chosen: Chosen | None = None,
    ) -> None:
        """Note that a person has his hand on the screen, as it was drawn for this situation.

        `chosen` is what he has chosen in it and not done yet: a redraw keeps it.
        """
        older = self._hands.get(interaction.user.id)
        if older is not None and older.message_id != message_id:
            self._outdated.append(older)
            self._private.poke()
        self._hands[interaction.user.id] = OpenHand(
            interaction.user.id,
            interaction.application_id,
            interaction.token,
            message_id,
            time.monotonic() + TOKEN_SECONDS,
            interaction.locale.value,
            chosen,
            components_of(view),
        )
        if drawn_for is not self.table.situation:
            self._private.poke()

    async def _draw_hands(self) -> None:
        # Looked at first: what ends while hands are drawn is drawn in the next round.
        ended = self._ended
        while self._outdated:
            await self._fold(self._outdated.pop())
        for user_id, hand in list(self._hands.items()):
            if self._hands.get(user_id) is hand:
                await self._draw_hand(user_id, hand)
        if ended:
            self._hands.clear()

    async def _fold(self, hand: OpenHand) -> None:
        """Say on a hand that was opened again further down that it is the old one."""
        say = await self._choices.speech_to(hand.user_id, hand.locale)
        notice = draw_notice(say("-# Your hand is open further down."))
        try:
            await self._outbox.edit_answer(hand.application_id, hand.token, hand.message_id, notice)
        except Undelivered as failed:
            log.info("table %s: old hand left as it was: %s", self.table.id, failed)

    async def _draw_hand(self, user_id: int, hand: OpenHand) -> None:
        if hand.until < time.monotonic():
            self._forget_hand(user_id, hand)
            return
        say = await self._choices.speech_to(user_id, hand.locale)
        try:
            view = draw_hand(self.table.face, self.table.view_of(user_id), say, chosen=hand.chosen)
        except Problem:
            view = draw_notice(say("You have left the table."))
        components = components_of(view)
        if components == hand.drawn or self._hands.get(user_id) is not hand:
            return
        try:
            await self._outbox.edit_answer(hand.application_id, hand.token, hand.message_id, view)
            hand.drawn = components
        except Undelivered:
            # Dismissed, or too old: My hand opens it again.
            self._forget_hand(user_id, hand)
        if self.table.situation.seat_of(user_id) is None:
            self._forget_hand(user_id, hand)
        newer = self._hands.get(user_id)
        if newer is not None and newer is not hand and newer.message_id == hand.message_id:
            # He pressed meanwhile: this drawing may have landed on the answer he got.
            newer.drawn = None
            self._private.poke()

    def _forget_hand(self, user_id: int, hand: OpenHand) -> None:
        if self._hands.get(user_id) is hand:
            del self._hands[user_id]

    # The public message. Only its worker posts, notes and deletes it.

    def bring_down(self, channel_id: int) -> None:
        """Post the table anew at the bottom of a channel, then delete its old message."""
        self._down = channel_id
        self._public.poke()

    async def _draw_public(self) -> None:
        if self._opening:
            self._missed = True
            return
        await self._room.take()
        try:
            await self._show()
        except Undelivered as failed:
            if failed.fate is Fate.REFUSED:
                # The same picture would be refused again; the next one may not be.
                log.error("table %s: refused", self.table.id, exc_info=failed)  # noqa: TRY400
            elif failed.fate is not Fate.PLACE_GONE:
                raise
            elif not self._ended:
                await self.table.close(Ending.PLACE_GONE)

    async def _show(self) -> None:
        table, shown = self.table, self._shown
        now = table.situation
        deal = 0 if now.match is None else now.match.number
        new_deal = shown is not None and deal > shown.deal > 0 and not self._is_passed_out(now)
        down, self._down = self._down, None
        if down is not None:
            await self._move(shown, down, deal)
            return
        if shown is None and now.state is not State.PLAYING:
            # A lobby is shown by the answer to its command; what ended unseen stays so.
            return
        if shown is not None and now.thread and now.state is State.PLAYING:
            await self._move_to_thread(shown, deal)
            return
        if shown is None or new_deal:
            await self._post(shown, table.channel_id, deal)
            return
        try:
            await self._outbox.edit(shown.channel_id, shown.message_id, await self._picture())
        except Undelivered as failed:
            if failed.fate not in (Fate.MESSAGE_GONE, Fate.TOO_OLD, Fate.ARCHIVED):
                raise
            if self._ended:
                # Nobody needs what is over at the bottom of the channel.
                return
            await self._post(shown, shown.channel_id, deal)
            return
        self._shown = Shown(shown.channel_id, shown.message_id, deal)
        await self._note()

    def _is_passed_out(self, now: Situation) -> bool:
        """Whether the deal on the table was passed out: its message goes on with the next one."""
        return now.match is not None and now.match.phase is Phase.DEALING

    async def _picture(self) -> ui.LayoutView:
        """Draw the table as it is now."""
        say = await self._choices.speech_in(self.table.guild_id)
        view = None if self.table.situation.match is None else self.table.view(None)
        return draw_table(self.table.face, view, say)

    async def _move(self, shown: Shown | None, channel_id: int, deal: int) -> None:
        """Post the table where it is to come down to; if that fails, it stays where it is."""
        try:
            await self._post(shown, channel_id, deal)
        except Undelivered as failed:
            if shown is None:
                raise
            log.warning("table %s: not brought down: %s", self.table.id, failed)

    async def _move_to_thread(self, shown: Shown, deal: int) -> None:
        """Make the table's own thread and go there; if that fails, stay and play on."""
        table = self.table
        say = await self._choices.speech_in(table.guild_id)
        try:
            thread_id = await self._outbox.make_thread(
                table.guild_id, shown.channel_id, shown.message_id, thread_name(table.face, say)
            )
            await self._post(None, thread_id, deal)
        except Undelivered as failed:
            log.warning("table %s: no thread of its own: %s", table.id, failed)
            await self._outbox.edit(shown.channel_id, shown.message_id, await self._picture())
            self._shown = Shown(shown.channel_id, shown.message_id, deal)
            await self._note()
            return
        moved = draw_moved(table.face, say, thread_id)
        try:
            await self._outbox.edit(shown.channel_id, shown.message_id, moved)
        except Undelivered as failed:
            log.info("table %s: lobby left as it was: %s", table.id, failed)

    async def _post(self, old: Shown | None, channel_id: int, deal: int) -> None:
        """Post the table anew; the old message keeps its deal's result, or goes."""
        view = await self._picture()
        message_id = await self._outbox.post(channel_id, nonce=self._nonce(), view=view)
        self._shown = Shown(channel_id, message_id, deal)
        self._room = self._outbox.room_in(channel_id)
        if old is not None:
            try:
                await self._leave_behind(old, deal)
            except Undelivered as failed:
                log.info("table %s: old message left as it was: %s", self.table.id, failed)
        await self._note()

    async def _leave_behind(self, old: Shown, deal: int) -> None:
        table = self.table
        if old.deal in (0, deal) or table.situation.match is None:
            await self._outbox.delete(old.channel_id, old.message_id)
            return
        public = table.view(None)
        if 0 < old.deal <= len(public.results):
            say = await self._choices.speech_in(table.guild_id)
            result = draw_deal(table.face, public, old.deal, say)
            await self._outbox.edit(old.channel_id, old.message_id, result)

    async def _note(self) -> None:
        if self._shown is not None:
            shown = self._shown
            await self.table.note_message(shown.channel_id, shown.message_id, shown.deal)

    def _nonce(self) -> str:
        """Return what marks one message, so that a second try makes no second message."""
        self._posts += 1
        return f"{self.table.id}{self._posts % 10_000:04d}{int(time.time()) % 10**9:09d}"

    # The turn ping.

    def warn(self, seat: int) -> None:
        """Two thirds of somebody's time have gone: mention him once."""
        match = self.table.situation.match
        if match is not None:
            self._pinging = (match.dealt, match.decision, seat)
            self._pings.poke()

    async def _draw_ping(self) -> None:
        now, match, wanted = self.table.situation, self.table.situation.match, self._pinging
        current = (
            wanted is not None
            and match is not None
            and now.state is State.PLAYING
            and (match.dealt, match.decision, match.turn) == wanted
        )
        if now.ping is not None and not current:
            await self._remove_ping(*now.ping)
        elif now.ping is None and current and wanted is not None:
            await self._ping(wanted[2])

    async def _remove_ping(self, channel_id: int, message_id: int) -> None:
        try:
            await self._outbox.delete(channel_id, message_id)
        except Undelivered as failed:
            if failed.fate is Fate.FAILED:
                raise
        await self.table.note_ping(None)

    async def _ping(self, seat: int) -> None:
        table, shown = self.table, self._shown
        sitting = table.situation.seats[seat]
        if shown is None or sitting is None or sitting.user_id is None or not sitting.present:
            return
        person = await self._choices.person(sitting.user_id)
        server = await self._choices.server(table.guild_id)
        if not (person.pings and server.pings):
            return
        say = await self._choices.speech_in(table.guild_id)
        try:
            ping_id = await self._outbox.post(
                shown.channel_id,
                nonce=f"p{self._nonce()}",
                content=draw_ping(say, sitting.user_id, table.link),
                mention=sitting.user_id,
            )
        except Undelivered as failed:
            # Not worth another try: the clock goes on.
            log.info("table %s: no ping: %s", table.id, failed)
            return
        await table.note_ping((shown.channel_id, ping_id))
        # He may have acted while the ping was under way: then it goes again.
        self._pings.poke()


def components_of(view: ui.LayoutView) -> list[dict[str, Any]]:
    """Return what a view sends to Discord: two that look the same are equal."""
    components: list[dict[str, Any]] = view.to_components()  # type: ignore[no-untyped-call]
    return components


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
        self.of(table).poke()

    def turn_warning(self, table: Table, seat: int) -> None:
        """Mention the person on a seat."""
        self.of(table).warn(seat)

    async def finish(self) -> None:
        """Wait for the drawings that are under way."""
        for shadow in list(self._shadows.values()):
            await shadow.finish()

    def _forget_ended(self) -> None:
        for table_id, shadow in list(self._shadows.items()):
            if shadow.table.state in (State.OVER, State.CLOSED) and shadow.idle:
                del self._shadows[table_id]
