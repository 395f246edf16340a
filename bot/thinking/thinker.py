"""One worker process, from its start until it is stopped or fails."""

import asyncio
import contextlib
import multiprocessing
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import resource_tracker
from typing import Any, TypeVar

from pebble import ProcessPool

from bot.thinking import worker

T = TypeVar("T")


class LostError(Exception):
    """The worker died, or did not answer in time: another one is needed."""


class Thinker:
    """A worker process, as a pool of one: what happens to it happens to no other.

    pebble gives the process, the pipe to it and the means to kill it. When to do that is decided
    here: pebble looks at its processes ten times a second only.
    """

    def __init__(self) -> None:
        self._pool: ProcessPool | None = None

    async def run(self, work: Callable[..., T], *args: Any, within: float) -> T:
        """Return what the work returns, or raise what it raises; LostError for anything else.

        The first call starts the process. After LostError there is nothing left but `stop`.
        """
        try:
            async with asyncio.timeout(within):
                if self._pool is None:
                    future = await _to_the_end(self._start, work, args)
                elif self._pool.active:
                    future = self._pool.schedule(work, args)
                else:
                    raise LostError("the process ended while it had nothing to do")
                return await asyncio.wrap_future(future)
        except TimeoutError as error:
            raise LostError(f"no answer from the process within {within:g} s") from error
        except (OSError, BrokenProcessPool) as error:
            # The first is pebble's ProcessExpired.
            raise LostError(f"the process has ended: {error}") from error

    async def stop(self) -> None:
        """End the process, whatever it is doing."""
        if self._pool is not None:
            await _to_the_end(self._end, self._pool)

    @staticmethod
    def _end(pool: "ProcessPool") -> None:
        pool.stop()  # type: ignore[no-untyped-call]
        pool.join()

    def _start(self, work: Callable[..., T], args: tuple[Any, ...]) -> "Future[T]":
        """Start the process, in a thread: that takes some tens of milliseconds."""
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPool(max_workers=1, initializer=worker.begin, context=context)
        with _no_interrupts():
            return self._pool.schedule(work, args)


@contextlib.contextmanager
def _no_interrupts() -> Iterator[None]:
    """Keep SIGINT from what this thread starts: at a terminal Ctrl-C goes to all processes.

    The bot's main thread still gets its own. A worker would ignore it too, but not from its very
    first moment, and would print a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # It would start with the first process, and unblock the signal again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


async def _to_the_end(function: Callable[..., T], *args: Any) -> T:
    """Run a function in a thread; who is cancelled meanwhile goes when it has ended."""
    running = asyncio.ensure_future(asyncio.to_thread(function, *args))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        await asyncio.wait({running})
        raise
