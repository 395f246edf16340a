"""What a table does by itself: computer players, the turn clock, the next deal, closing unused.

It owns the table's timers and sets them anew after each change. What a timer starts comes through
the same door as a press: under the table's lock, checked, stored, applied.

A master thinks while his pause runs, and outside the lock. Each change makes his thought void.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

from bot.players.levels import Level
from bot.players.players import player_of
from bot.rules.actions import CLAIM, CLOSE, Action
from bot.rules.match import Match
from bot.rules.view import Phase
from bot.tables.clock import Timers, Work
from bot.tables.face import Ending, State
from bot.tables.following import ABANDONED_SECONDS, PAUSED_SECONDS, claiming_computer, only_card
from bot.tables.problems import Problem, Trouble
from bot.tables.situation import COMPUTER, Sitting, Situation
from bot.thinking.thinking import Thinking

if TYPE_CHECKING:
    from bot.tables.table import Table

log = logging.getLogger(__name__)

LOBBY_SECONDS = 30 * 60
"""A lobby without a press closes after this."""
RETRY_SECONDS = 5
"""After work that failed, the next try."""
TRICK_PAUSE, RESULT_PAUSE = 3, 5
"""In paces: before a computer leads after a trick, and before the next deal."""


class Autopilot:
    """The timers of one table and what they start."""

    def __init__(self, table: "Table", thinking: Thinking) -> None:
        self._table = table
        self._thinking = thinking
        self._timers = Timers(self._failed)
        self._thought: asyncio.Task[Action] | None = None
        """What a master thinks of, for the timer that plays it."""
        self._held = False

    @property
    def waiting(self) -> frozenset[str]:
        """The names of the timers that are set."""
        return self._timers.waiting

    def hold(self) -> None:
        """Stop all timers until `release`."""
        self._held = True
        self._cancel_all()

    def release(self) -> bool:
        """End a hold; return whether there was one."""
        held, self._held = self._held, False
        return held

    async def finish(self) -> None:
        """Let running work end and start none."""
        self._held = True
        self._cancel_all()
        await self._timers.finish()

    def plan(self) -> None:
        """Set the timers for what can happen next. A running table always has one."""
        self._cancel_all()
        now = self._table.situation
        match = now.match
        if self._held or now.state in (State.OVER, State.CLOSED):
            return
        if now.state is State.LOBBY or match is None:
            left = now.touched + LOBBY_SECONDS - self._table.now()
            self._timers.set("expiry", left, self._expire)
            return
        if now.paused is not None:
            left = now.paused + PAUSED_SECONDS - self._table.now()
            self._timers.set("paused", left, self._give_up)
            return
        if now.frozen:
            self._timers.set("abandoned", self._left(ABANDONED_SECONDS), self._abandon)
            return
        if claiming_computer(now) is not None:
            self._timers.set("claim", now.pace, self._alone(self._claim_by_computer))
        if match.phase is Phase.DEALING:
            pause = RESULT_PAUSE * now.pace if match.dealt else 0
            self._timers.set("deal", pause, self._alone(self._deal))
        elif match.phase is Phase.COUNTING:
            self._timers.set("count", self._left(now.turn_seconds), self._alone(self._count))
        elif match.turn is not None:
            self._plan_turn(now, match, match.turn)

    def _plan_turn(self, now: Situation, match: Match, turn: int) -> None:
        sitting = now.seats[turn]
        if sitting is None or not sitting.present:
            leads_on = match.phase is Phase.PLAYING and not match.trick and match.tricks
            pause = TRICK_PAUSE * now.pace if leads_on else now.pace
            self._timers.set("computer", pause, self._computer(match, turn, sitting or COMPUTER))
            return
        left = self._left(now.turn_seconds)
        self._timers.set("clock", left, self._alone(self._play_by_clock))
        warning = left - now.turn_seconds / 3
        if warning > 0:
            self._timers.set("warning", warning, self._warn)
        if sitting.autoplay and only_card(match, turn) is not None:
            self._timers.set("autoplay", now.pace, self._alone(self._play_only_card))

    def _computer(self, match: Match, seat: int, sitting: Sitting) -> Work:
        """Return what plays a computer's turn after its pause; a master begins to think now."""
        if sitting.level is not Level.MASTER or not self._thinking.on:
            return self._alone(self._play_by_computer)
        thought = self._thought = asyncio.create_task(self._think(match, seat))
        then = self._alone(partial(self._play_by_computer, thought=thought))

        async def run() -> None:
            # Ends here too if the thought is void.
            await asyncio.wait({thought})
            if not thought.cancelled():
                await then()

        return run

    def _cancel_all(self) -> None:
        """Forget what waits, and what is thought of."""
        self._timers.cancel_all()
        if self._thought is not None:
            self._thought.cancel()
            self._thought = None

    def _left(self, whole: float) -> float:
        """Return the seconds until the deadline, or the whole time where none is set."""
        deadline = self._table.situation.deadline
        return whole if deadline is None else deadline - self._table.now()

    async def _expire(self) -> None:
        def untouched(now: Situation) -> bool:
            return now.state is State.LOBBY and now.touched + LOBBY_SECONDS <= self._table.now() + 1

        await self._table.close(Ending.EXPIRED, untouched)

    async def _abandon(self) -> None:
        await self._table.close(Ending.ABANDONED, lambda now: now.frozen)

    async def _give_up(self) -> None:
        await self._table.close(Ending.NO_ACCESS, lambda now: now.paused is not None)

    async def _deal(self, now: Situation, match: Match) -> None:
        if match.phase is Phase.DEALING:
            await self._table.move(now, None, self._table.next_deal(now), "table", None)

    async def _count(self, now: Situation, match: Match) -> None:
        if match.phase is Phase.COUNTING:
            await self._table.move(now, None, CLOSE, "table", None)

    async def _play_by_computer(
        self, now: Situation, match: Match, thought: "asyncio.Task[Action] | None" = None
    ) -> None:
        seat = match.turn
        if seat is None:
            return
        sitting = now.seats[seat] or COMPUTER
        if not sitting.present:
            action = thought.result() if thought else self._choose(match, seat, sitting.level)
            await self._table.move(now, seat, action, "computer", None)

    async def _play_by_clock(self, now: Situation, match: Match) -> None:
        seat = match.turn
        sitting = None if seat is None else now.seats[seat]
        if seat is not None and sitting is not None and sitting.present:
            action = self._choose(match, seat, Level.CLUB)
            await self._table.move(now, seat, action, "clock", sitting.user_id)

    async def _play_only_card(self, now: Situation, match: Match) -> None:
        seat = match.turn
        card = None if seat is None else only_card(match, seat)
        sitting = None if seat is None else now.seats[seat]
        if card is not None and sitting is not None and sitting.present:
            await self._table.move(now, seat, card, "person", sitting.user_id, awake=False)

    async def _claim_by_computer(self, now: Situation, _match: Match) -> None:
        seat = claiming_computer(now)
        if seat is not None:
            await self._table.move(now, seat, CLAIM, "computer", None)

    async def _warn(self) -> None:
        now = self._table.situation
        if now.match is not None and now.turn is not None and now.match.phase is not Phase.COUNTING:
            self._table.warn(now.turn)

    def _alone(self, work: Callable[[Situation, Match], Awaitable[None]]) -> Work:
        """Return what a timer starts: work under the lock, if what it was set for still waits.

        A press that came first has changed the situation, and the timer's work is void. On a
        store that refuses, the table waits for the same once more.
        """
        planned = self._table.situation

        async def run() -> None:
            async with self._table.lock:
                now = self._table.situation
                if now.match is not planned.match or now.match is None:
                    return
                if self._held or now.paused is not None:
                    return
                try:
                    await work(now, now.match)
                    await self._table.settle()
                except Problem as problem:
                    if problem.why is not Trouble.NOT_STORED:
                        raise
                    self.retry()

        return run

    def _choose(self, match: Match, seat: int, level: Level) -> Action:
        """Return what is played by thumb; a player that fails must not stop the table."""
        try:
            return player_of(match.game, level).choose(match.view(seat))
        except Exception:
            log.exception("table %s: the computer player failed", self._table.id)
            return match.legal(seat)[0]

    async def _think(self, match: Match, seat: int) -> Action:
        """Return what a master plays, by thumb at the latest."""
        try:
            action = await self._thinking.choose(match.view(seat), Level.MASTER, self._table.id)
        except Exception:
            log.exception("table %s: the master failed", self._table.id)
        else:
            if action in match.legal(seat):
                return action
            log.error("table %s: what the master chose is not legal", self._table.id)
        return self._choose(match, seat, Level.MASTER)

    def _failed(self, error: BaseException) -> None:
        log.error("table %s: a timer's work failed", self._table.id, exc_info=error)
        self.retry()

    def retry(self) -> None:
        """Look once more, in a while, at what follows: it could not be stored."""
        if not self._held:
            self._timers.set("retry", RETRY_SECONDS, self._retry)

    async def _retry(self) -> None:
        async with self._table.lock:
            self.plan()
            await self._table.settle()
