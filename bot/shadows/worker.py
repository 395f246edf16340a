"""Drawing when something is old: one drawing at a time, the newest state, again if it failed."""

import asyncio
import logging
import math
from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias

from bot.outbox import Undelivered
from bot.tables.problems import Problem

Work: TypeAlias = Callable[[], Coroutine[Any, Any, None]]

log = logging.getLogger(__name__)

RETRY_SECONDS, LONGEST_RETRY_SECONDS = 15, 600
"""After a drawing that failed altogether, the next try; twice as long after each further one."""


class Worker:
    """Draws when it is poked; what comes while it draws is drawn in the next round.

    Before each drawing it waits for its `turn`, and then draws what is newest. A drawing that
    fails is tried again, with growing pauses, `tries` times.
    """

    def __init__(
        self, turn: Work, draw: Work, name: str, tries: Callable[[], float] = lambda: math.inf
    ) -> None:
        self._turn = turn
        self._draw = draw
        self._name = name
        self._tries = tries
        self._old_since: float | None = None
        self._drawing_since: float | None = None
        self._failures = 0
        self._failed_at = -math.inf
        self._task: asyncio.Task[None] | None = None
        self._retry: asyncio.TimerHandle | None = None
        self._stopped = False

    @property
    def idle(self) -> bool:
        """Whether everything is drawn, or given up."""
        return self._task is None and self._retry is None

    @property
    def old_since(self) -> float | None:
        """Since when, in the loop's time, something is not drawn; None where all is."""
        return self._old_since if self._drawing_since is None else self._drawing_since

    def poke(self) -> None:
        """Note that what is shown is old."""
        loop = asyncio.get_running_loop()
        if self._old_since is None:
            self._old_since = loop.time()
        if self._task is None and self._retry is None:
            self._begin()
        elif self._retry is not None and self._retry.when() > loop.time() + RETRY_SECONDS:
            # What is new is worth a try before long.
            self._retry.cancel()
            self._retry = loop.call_later(RETRY_SECONDS, self._begin)

    def hurry(self) -> None:
        """Try at once what has failed, if the last try was not just now: things have changed."""
        loop = asyncio.get_running_loop()
        if self._retry is not None and self._failed_at + RETRY_SECONDS <= loop.time():
            self._retry.cancel()
            self._begin()

    async def finish(self) -> None:
        """Wait for the drawing that is under way; begin no other."""
        if self._retry is not None:
            self._retry.cancel()
        if self._task is not None:
            await asyncio.wait([self._task])

    async def stop(self) -> None:
        """Break off what is under way; begin nothing, whatever still changes."""
        self._stopped = True
        if self._task is not None:
            self._task.cancel()
        await self.finish()

    def _begin(self) -> None:
        self._retry = None
        if self._stopped:
            return
        self._task = asyncio.get_running_loop().create_task(self._run())
        self._task.add_done_callback(self._done)

    async def _run(self) -> None:
        while self._old_since is not None:
            await self._turn()
            self._drawing_since, self._old_since = self._old_since, None
            await self._draw()
            self._drawing_since = None
            self._failures = 0

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._task = None
        if task.cancelled():
            return
        error = task.exception()
        if error is None:
            if self._old_since is not None:
                self._begin()
            return
        if isinstance(error, (Undelivered, Problem)):
            # Once is news.
            level = logging.INFO if self._failures else logging.WARNING
            log.log(level, "%s: not drawn: %s", self._name, error)
        else:
            log.error("%s: drawing failed", self._name, exc_info=error)
        loop = asyncio.get_running_loop()
        self._old_since, self._drawing_since = self.old_since, None
        self._failures += 1
        self._failed_at = loop.time()
        if self._failures <= self._tries():
            pause = min(RETRY_SECONDS * 2 ** (self._failures - 1), LONGEST_RETRY_SECONDS)
            self._retry = loop.call_later(pause, self._begin)
        else:
            self._old_since = None
