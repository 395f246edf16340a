"""The masters of all tables share some workers. Who cannot be served in time plays by thumb.

A master thinks outside the lock of his table, and nothing waits for a worker to start: until one
is warm, the thumb plays. Under load budgets shrink with the queue, and when that is full the thumb
plays at once. Whatever goes wrong costs one move its thought and the worker its life.
"""

import asyncio
import logging
import statistics
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from bot.players.levels import Level
from bot.players.players import player_of
from bot.rules.actions import Action
from bot.rules.view import View
from bot.thinking import worker
from bot.thinking.thinker import LostError, Thinker

log = logging.getLogger(__name__)

Think: TypeAlias = Callable[[View, float], Action]
"""What a worker does: the action for a view, found in at most so many seconds."""

FIRST_SECONDS, USUAL_SECONDS = 1.0, 0.5
"""What a thought may take where nobody waits: before the first card lies, and later."""
QUEUE = 6
"""Thoughts that may wait for each worker: with budgets that shrink they take it a second."""
QUEUE_SECONDS = 1.0
"""Whose turn comes later than this plays by thumb: the machine is slower than its queue is long."""
ANSWER_SECONDS = 1.8
"""So long a table waits for a thought at most."""
RESERVE_SECONDS = 0.3
"""A thought is to be over so long before that."""
HANGS_SECONDS = 2.0
"""A worker that is so much over its budget is killed. On a busy machine one may be late, and
would be later still if it had to get warm again."""
WARM_SECONDS = 120
"""So long a worker may take until it is ready; on a slow machine compiling takes long."""
REST_SECONDS = 60
"""After a worker that could not start, the next try."""
KEPT = 1000
"""Answers of which the times are kept."""


@dataclass(frozen=True, slots=True)
class Report:
    """How masters fare."""

    workers: int
    """The most there may be."""
    ready: int
    """Those that can be given something."""
    waiting: int
    """Thoughts that wait for a worker."""
    moves: int
    """Moves that were thought out, since the start."""
    by_thumb: int
    """Moves of masters that were made by thumb instead."""
    median: float
    """Seconds from question to answer, of the last of them; 0 where there is none."""


class BusyError(Exception):
    """There is too much to think of for this one."""


@dataclass(eq=False, slots=True)
class _Job:
    view: View
    asked: float
    answer: asyncio.Future[Action]


class Thinking:
    """The workers, which start at a master's first move, and the queue for them."""

    def __init__(
        self, workers: int, think: Think = worker.think, warm: Callable[[], None] = worker.warm
    ) -> None:
        """`think` and `warm` are what a worker does, and what it does first."""
        self._workers = workers
        self._think = think
        self._warm = warm
        self._ready = 0
        self._moves = self._by_thumb = 0
        self._seconds: deque[float] = deque(maxlen=KEPT)
        self._jobs: asyncio.Queue[_Job] = asyncio.Queue()
        self._keepers: list[asyncio.Task[None]] = []

    @property
    def on(self) -> bool:
        """Whether masters think here at all."""
        return self._workers > 0

    @property
    def report(self) -> Report:
        """How masters fare."""
        return Report(
            workers=self._workers,
            ready=self._ready,
            waiting=self._jobs.qsize(),
            moves=self._moves,
            by_thumb=self._by_thumb,
            median=statistics.median(self._seconds) if self._seconds else 0.0,
        )

    async def choose(self, view: View, level: Level, table_id: str) -> Action:
        """Return what is played, never later than `ANSWER_SECONDS`; `table_id` is for the log."""
        thumb = player_of(view.game, level)
        alone = len(view.legal) == 1 and not view.to_lay
        if level is not Level.MASTER or not self.on or alone:
            return thumb.choose(view)
        self._begin()
        began = time.monotonic()
        try:
            action = await self._ask(view, began)
        except BusyError:
            # Told by the gauges alone: it may be so at a hundred tables.
            pass
        except (LostError, TimeoutError) as error:
            why = str(error) or f"no answer within {ANSWER_SECONDS:g} s"
            log.warning("table %s: a master plays by thumb: %s", table_id, why)
        except Exception:
            log.exception("table %s: a master plays by thumb: his search failed", table_id)
        else:
            self._moves += 1
            self._seconds.append(time.monotonic() - began)
            return action
        self._by_thumb += 1
        return thumb.choose(view)

    async def close(self) -> None:
        """End all workers and start none."""
        self._workers = 0
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)

    async def _ask(self, view: View, now: float) -> Action:
        if self._jobs.qsize() >= QUEUE * self._ready:
            raise BusyError
        job = _Job(view, now, asyncio.get_running_loop().create_future())
        self._jobs.put_nowait(job)
        # Who is cancelled here, or waits too long, cancels the answer with it.
        async with asyncio.timeout(ANSWER_SECONDS):
            return await job.answer

    def _begin(self) -> None:
        if not self._keepers:
            log.info("masters begin to think: workers: %s", self._workers)
            self._keepers = [asyncio.create_task(self._keep()) for _ in range(self._workers)]

    async def _keep(self) -> None:
        """Keep one worker for as long as this is open; after a fault it is a new one."""
        while True:
            try:
                await self._keep_one()
            except Exception:
                log.exception("masters lack a worker; the next try is in %s s", REST_SECONDS)
                await asyncio.sleep(REST_SECONDS)

    async def _keep_one(self) -> None:
        """Start a worker and give it thoughts until it is lost."""
        thinker = Thinker()
        try:
            await thinker.run(self._warm, within=WARM_SECONDS)
            self._ready += 1
            try:
                while await self._serve(thinker):
                    pass
            finally:
                self._ready -= 1
        finally:
            await thinker.stop()

    async def _serve(self, thinker: Thinker) -> bool:
        """Give the next thought to a worker; return whether the worker is still there."""
        job = await self._jobs.get()
        waited = time.monotonic() - job.asked
        if job.answer.done():
            # Whoever asked waits no more.
            return True
        if waited > QUEUE_SECONDS:
            job.answer.set_exception(BusyError())
            return True
        seconds = min(self._budget(job.view), ANSWER_SECONDS - RESERVE_SECONDS - waited)
        within = seconds + HANGS_SECONDS
        try:
            action = await thinker.run(self._think, job.view, seconds, within=within)
        except Exception as error:  # noqa: BLE001 - told by who asked
            lost = isinstance(error, LostError)
            if not job.answer.done():
                job.answer.set_exception(error)
            elif lost:
                log.warning("a worker is lost: %s", error)
            return not lost
        if not job.answer.done():
            job.answer.set_result(action)
        return True

    def _budget(self, view: View) -> float:
        """Return the seconds for a thought: the more others wait, the fewer."""
        opening = not view.trick and not view.tricks
        usual = FIRST_SECONDS if opening else USUAL_SECONDS
        return usual / (1 + self._jobs.qsize() / self._ready)
