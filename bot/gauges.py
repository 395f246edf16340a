"""How the bot fares, for its operator: lateness of the event loop, requests that were refused."""

import asyncio
import statistics
import threading
import time
from collections import deque
from types import SimpleNamespace

import aiohttp

TICK_SECONDS = 0.25
KEPT_SECONDS = 60
TOO_MANY_REQUESTS = 429


class Gauges:
    """Figures of the last minute, and counts since the start."""

    def __init__(self) -> None:
        self.refused = 0
        """Requests that Discord refused for haste."""
        self.began = time.time()
        self._delays: deque[float] = deque(maxlen=int(KEPT_SECONDS / TICK_SECONDS))
        self._stopped = threading.Event()

    def trace(self) -> aiohttp.TraceConfig:
        """Return what lets the client's requests be counted."""
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._count)
        return trace

    def begin(self) -> None:
        """Begin to measure the loop, from a thread: a loop that is late cannot time itself."""
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._watch, args=(loop,), name="gauges", daemon=True).start()

    def stop(self) -> None:
        """Measure no longer."""
        self._stopped.set()

    def loop_delay(self) -> tuple[float, float]:
        """Return how late the loop wakes, in seconds: usually (the median), and at worst."""
        return (statistics.median(self._delays), max(self._delays)) if self._delays else (0.0, 0.0)

    def _watch(self, loop: asyncio.AbstractEventLoop) -> None:
        while not self._stopped.wait(TICK_SECONDS):
            try:
                loop.call_soon_threadsafe(self._note, time.perf_counter())
            except RuntimeError:
                # The loop is closed.
                return

    def _note(self, called: float) -> None:
        self._delays.append(time.perf_counter() - called)

    async def _count(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        request: aiohttp.TraceRequestEndParams,
    ) -> None:
        if request.response.status == TOO_MANY_REQUESTS:
            self.refused += 1
