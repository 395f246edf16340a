"""Times told as figures, and what a bot's process and its requests come to while it is watched."""

import asyncio
import gc
import os
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from bot.playground.box import Box
from bot.playground.journal import Request
from bot.playground.outcome import ANSWER_WITHIN
from bot.playground.person import Person

KINDS = {
    ("POST", "interactions"): "answers",
    ("PATCH", "webhooks"): "hands",
    ("PATCH", "channels"): "tables",
    ("POST", "channels"): "posts",
    ("DELETE", "channels"): "deletions",
}


def hundredth(seconds: Sequence[float], number: int) -> float:
    """Return a percentile; of a single time that time, of none 0."""
    if len(seconds) < 2:
        return sum(seconds)
    return statistics.quantiles(seconds, n=100, method="inclusive")[number - 1]


def spread(seconds: Sequence[float]) -> str:
    """Tell the spread of times in milliseconds."""
    figures = [f"p{number} {hundredth(seconds, number) * 1000:.1f}" for number in (50, 95, 99)]
    return f"{', '.join(figures)}, worst {max(seconds, default=0) * 1000:.1f} ms of {len(seconds)}"


def memory_of(pid: int) -> int:
    """Return the bytes of a process that are in memory, as Linux counts them."""
    pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def seconds_of(pid: int) -> float:
    """Return the seconds of a processor that a process has used."""
    # The name, in brackets, may hold spaces; after it the fields are counted from the third.
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def seconds_of_all() -> float:
    """Return the seconds of all processors that anything on this machine has used."""
    user, nice, system, _idle, _waiting, irq, softirq = (
        int(field) for field in Path("/proc/stat").read_text().split()[1:8]
    )
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


def spare_the_box() -> None:
    """Let the collector leave alone what there is: the box's own pauses are not the bot's.

    For runs of a few minutes in a process that ends with them.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 20, 1_000_000)


class Watch:
    """Watches a bot's process and requests from now on, until it is stopped."""

    def __init__(self, box: Box, pid: int, prober: Person | None = None) -> None:
        """With a `prober`, somebody asks for /help every half second, to see its delay."""
        self.requests: Counter[str] = Counter()
        self.refused = 0
        """Requests that were refused for haste."""
        self.memory: list[int] = []
        """Of the bot, each second."""
        self.probes: list[float] = []
        self.seconds = 0.0
        """How long it has watched."""
        self.used: dict[str, float] = {}
        """What bot, box and all others used of a processor."""
        self._box = box
        self._pid = pid
        self._began = time.perf_counter()
        self._before = self._processors()
        box.journal.clear()
        self._tasks = [asyncio.create_task(self._count())]
        if prober is not None:
            self._tasks.append(asyncio.create_task(self._probe(prober)))

    async def stop(self) -> None:
        """Take the last figures."""
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        self._take()
        self.seconds = time.perf_counter() - self._began
        bot, box, everything = (
            (after - before) / self.seconds
            for before, after in zip(self._before, self._processors(), strict=True)
        )
        self.used = {"bot": bot, "box": box, "others": everything - bot - box}

    def processors(self) -> str:
        """Tell who used how much."""
        return ", ".join(f"{name} {share:.2f}" for name, share in self.used.items())

    def _processors(self) -> tuple[float, float, float]:
        return seconds_of(self._pid), seconds_of(os.getpid()), seconds_of_all()

    def _take(self) -> None:
        """Count what has come since the last time: the journal keeps some thousands only."""
        found = self._box.journal.matching("*")
        self._box.journal.clear()
        self.requests.update(_kind_of(request) for request in found)
        self.refused += sum(request.status == 429 for request in found)
        self.memory.append(memory_of(self._pid))

    async def _count(self) -> None:
        while True:
            await asyncio.sleep(1)
            self._take()

    async def _probe(self, prober: Person) -> None:
        while True:
            began = time.perf_counter()
            outcome = await prober.slash("help")
            took = time.perf_counter() - began
            self.probes.append(took if outcome.answered else ANSWER_WITHIN)
            await asyncio.sleep(0.5)


def _kind_of(request: Request) -> str:
    return KINDS.get((request.method, request.path.split("/")[1]), "others")
