"""The public message of a table, and all that hangs on it."""

import asyncio
import hashlib
import logging
import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from discord import ui

from bot.choices import Choices
from bot.outbox import Fate, Outbox, Undelivered
from bot.rules.view import Phase
from bot.screens.lobby import draw_moved, thread_name
from bot.screens.table import draw_deal, draw_table
from bot.shadows.hands import TRIES_AFTER_THE_END, Hands
from bot.shadows.pings import Pings
from bot.shadows.worker import Worker
from bot.tables.face import Ending, State
from bot.tables.problems import Problem
from bot.tables.situation import Situation
from bot.tables.table import Table

log = logging.getLogger(__name__)

NONCE_LENGTH = 25
"""Discord takes no longer marks of messages."""
ANSWER_FIRST_SECONDS = 1
"""How long redraws wait for the answer to a press that is under way."""


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
        self.hands = Hands(table, outbox, choices)
        self.pings = Pings(table, outbox, choices)
        now = table.situation
        self._shown: Shown | None = None
        if now.message_id is not None:
            self._shown = Shown(table.channel_id, now.message_id, now.message_deal)
        self._down: int | None = None
        """The channel that the table is to come down to."""
        self._room = outbox.room_in(table.channel_id)
        self._turns = outbox.turn()
        self._public = Worker(self._turn, self._draw, f"table {table.id}", self._tries)
        self._unsure = self._shown is not None
        """Whether the next message may stand there already: a post failed, or its process did."""
        self._behind: list[Shown] = []
        """Messages that another one came after, and that still look as if they were the table's."""
        self._opening = False
        self._missed = False
        """Whether the table changed while the answer that shows it was under way."""
        self._answered: Situation | None = None
        """The situation that the answer which opened the table was drawn for."""
        self._answers = 0
        self._held: asyncio.TimerHandle | None = None
        self._going_down = False

    @property
    def idle(self) -> bool:
        """Whether everything is drawn."""
        return self._public.idle and self.hands.idle and self.pings.worker.idle

    @property
    def old_since(self) -> float | None:
        """Since when, in the loop's time, the table looks other than it is; None if it does not."""
        return self._public.old_since

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
        if self.table.situation.waits:
            self._turns.hurry()
        self.hands.poke()
        self.pings.poke()

    def hurry(self) -> None:
        """What was forbidden may be allowed now: try it."""
        self._public.hurry()

    async def say_goodbye(self) -> None:
        """Show for the last time that the table waits, and the bot will be back in a moment."""
        self._going_down = True
        self._public.poke()
        await self._public.finish()

    async def stop(self) -> None:
        """Break off what is under way; draw nothing more."""
        if self._held is not None:
            self._held.cancel()
        await self._public.stop()
        await self.hands.stop()
        await self.pings.worker.stop()

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

    @contextmanager
    def answering(self, user_id: int) -> Iterator[None]:
        """Answer a person's press first: redraws wait, and his hand is left to the answer."""
        self._answers += 1
        try:
            with self.hands.left_to_the_answer(user_id):
                yield
        finally:
            self._answers -= 1
            if self._held is not None and not self._answers:
                self._poke_now()

    def answered_with(self, drawn: Situation) -> None:
        """Spare the redraw that waits: the answer has put this very picture on the message."""
        if self._held is not None and self.table.situation is drawn:
            self._held.cancel()
            self._held = None

    # The public message. Only its worker posts, notes and deletes it.

    def bring_down(self, channel_id: int) -> None:
        """Post the table anew at the bottom of a channel, then delete its old message."""
        self._down = channel_id
        self._public.poke()

    async def _turn(self) -> None:
        now = self.table.situation
        urgent = now.waits or now.state is not State.PLAYING
        await self._room.take()
        await self._turns.wait(urgent=urgent)

    async def _draw(self) -> None:
        if self._opening:
            self._missed = True
            return
        try:
            await self._show()
            await self._tidy()
        except Undelivered as failed:
            await self._meet(failed)
        else:
            await self.table.go_on()

    async def _meet(self, failed: Undelivered) -> None:
        """Do what follows from a message that could not be shown: the one place that decides.

        A lost message or one that is too old has been posted anew before it comes to this.
        """
        match failed.fate:
            case Fate.REFUSED:
                # The same picture would be refused again; the next one may not be.
                log.error("table %s: refused", self.table.id, exc_info=failed)
            case Fate.PLACE_GONE | Fate.ARCHIVED:
                # An archived thread that a new message does not open is locked.
                await self.table.close(Ending.PLACE_GONE)
            case Fate.NO_ACCESS:
                await self.table.pause()
                raise failed
            case _:
                raise failed

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
        await self._redraw(shown, deal)

    async def _redraw(self, shown: Shown, deal: int) -> None:
        """Edit the message that shows the table; where that cannot be any more, post another."""
        try:
            await self._outbox.edit(shown.channel_id, shown.message_id, await self._picture())
        except Undelivered as failed:
            if failed.fate not in (Fate.MESSAGE_GONE, Fate.TOO_OLD, Fate.ARCHIVED):
                raise
            # Nobody needs what is over at the bottom of the channel.
            if not self._ended:
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
        face = replace(self.table.face, going_down=self._going_down)
        return draw_table(face, view, say)

    async def _move(self, shown: Shown | None, channel_id: int, deal: int) -> None:
        """Post the table where it is to come down to; if that is refused, it stays where it is."""
        try:
            await self._post(shown, channel_id, deal)
        except Undelivered as failed:
            if failed.fate is Fate.FAILED and self._down is None:
                # It may stand there already: the next try finds out.
                self._down = channel_id
            if shown is None or failed.fate is Fate.FAILED:
                raise
            log.warning("table %s: not brought down: %s", self.table.id, failed)
            await self._redraw(shown, deal)

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
            await self._redraw(shown, deal)
            return
        moved = draw_moved(table.face, say, thread_id)
        try:
            await self._outbox.edit(shown.channel_id, shown.message_id, moved)
        except Undelivered as failed:
            log.info("table %s: lobby left as it was: %s", table.id, failed)

    async def _post(self, old: Shown | None, channel_id: int, deal: int) -> None:
        """Post the table anew; the old message keeps its deal's result, or goes."""
        unsure, self._unsure = self._unsure, True
        view = await self._picture()
        message_id = await self._outbox.post(channel_id, nonce=self._mark(channel_id), view=view)
        if unsure:
            # If it had arrived the first time, it looks as the table did then.
            self._public.poke()
        self._unsure = False
        self._shown = Shown(channel_id, message_id, deal)
        self._room = self._outbox.room_in(channel_id)
        if old is not None:
            self._behind.append(old)
        try:
            await self._tidy()
        except Undelivered:
            await self._note()
            raise
        # Not before: a process that is killed meanwhile finds the new message again, and this one.
        await self._note()

    async def _tidy(self) -> None:
        """See to the messages that another one came after; what fails is tried again."""
        for old in [*self._behind]:
            try:
                await self._leave_behind(old)
            except Undelivered as failed:
                if failed.fate is Fate.FAILED:
                    raise
                log.info("table %s: old message left as it was: %s", self.table.id, failed)
            self._behind.remove(old)

    async def _leave_behind(self, old: Shown) -> None:
        table = self.table
        if (
            self._shown is None
            or old.deal in (0, self._shown.deal)
            or table.situation.match is None
        ):
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

    def _mark(self, channel_id: int) -> str:
        """Return the mark of the message that comes after the one that is noted.

        Discord makes no second message of a mark that it knows. This one follows from what is
        stored: so a post that a process made, and did not live to note, is found again.
        """
        before = 0 if self._shown is None else self._shown.message_id
        digest = hashlib.sha256(f"{before} {channel_id}".encode()).hexdigest()
        return f"{self.table.id}{digest}"[:NONCE_LENGTH]
