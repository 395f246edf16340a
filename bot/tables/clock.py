"""The timers of one table: at most one of each name, each owned and cancelled by the table."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

Work = Callable[[], Coroutine[Any, Any, None]]


class Timers:
    """Named `call_later` timers that start work; whoever sets a name again replaces it.

    A failing piece of work is told to `failed`, so that none goes unseen.
    """

    def __init__(self, failed: Callable[[BaseException], None]) -> None:
        self._failed = failed
        self._handles: dict[str, asyncio.TimerHandle] = {}
        self._tasks: dict[asyncio.Task[None], str] = {}

    def set(self, name: str, seconds: float, work: Work) -> None:
        """Start `work` after so many seconds, instead of what this name waited for."""
        self.cancel(name)
        loop = asyncio.get_running_loop()
        self._handles[name] = loop.call_later(max(seconds, 0), self._begin, name, work)

    def cancel(self, name: str) -> None:
        """Forget what this name waited for."""
        handle = self._handles.pop(name, None)
        if handle is not None:
            handle.cancel()

    def cancel_all(self) -> None:
        """Forget everything that waits; work that has begun goes on."""
        for name in list(self._handles):
            self.cancel(name)

    @property
    def waiting(self) -> frozenset[str]:
        """The names that wait, and those whose work is under way."""
        return frozenset({*self._handles, *self._tasks.values()})

    async def finish(self) -> None:
        """Cancel what waits and let the work that has begun end."""
        self.cancel_all()
        if self._tasks:
            await asyncio.wait(list(self._tasks))

    def _begin(self, name: str, work: Work) -> None:
        self._handles.pop(name, None)
        task = asyncio.get_running_loop().create_task(work())
        self._tasks[task] = name
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self._tasks.pop(task, None)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self._failed(error)
