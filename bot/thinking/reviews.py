"""Deals looked back on: each worked out once, one at a time, in a process of its own.

That takes some seconds of a core, so it stands back for everything else: the thoughts of masters
have their own workers, and this one is there only while a deal is looked back on.
"""

import asyncio
import logging
import os
from collections import OrderedDict
from collections.abc import Callable
from importlib.util import find_spec
from typing import TypeAlias

from bot.players.review import Review
from bot.rules.match import Match
from bot.thinking.thinker import Thinker
from bot.thinking.thinking import Thinking

log = logging.getLogger(__name__)

Key: TypeAlias = tuple[str, int]
"""Table and number of the deal."""

LONGEST_SECONDS = 120
"""A worker that takes so long is killed: on a slow machine compiling takes most of it."""
QUEUE = 12
"""Deals that may be waiting; who comes then is asked to come again."""
KEPT = 500
"""Reviews that are kept, some 2 kB each."""
NICE = 9
"""How much further than the thoughts of masters this stands back."""


class TooManyError(Exception):
    """So many deals are being looked back on that one more would take too long."""


def work_out(match: Match, number: int) -> Review:
    """Look back on a deal of a match, in a worker process."""
    from bot.players.search.review import review  # noqa: PLC0415 - see `worker`

    return review(match, number)


def _standing_back(work: Callable[[Match, int], Review], match: Match, number: int) -> Review:
    if hasattr(os, "nice"):
        os.nice(NICE)
    return work(match, number)


class Reviews:
    """The reviews of finished deals, worked out when somebody asks for one."""

    def __init__(self, thinking: Thinking, work: Callable[[Match, int], Review] = work_out) -> None:
        """`thinking` says whether masters think here at all; `work` is what a worker does."""
        self._on = thinking.on and find_spec("numba") is not None
        if thinking.on and not self._on:
            log.warning(
                "no reviews, and masters think slowly: numba, the extra `search`, is not installed"
            )
        self._work = work
        self._found: OrderedDict[Key, Review] = OrderedDict()
        self._running: dict[Key, asyncio.Task[Review]] = {}
        self._one = asyncio.Lock()

    @property
    def on(self) -> bool:
        """Whether deals can be looked back on here."""
        return self._on

    def known(self, table_id: str, number: int) -> Review | None:
        """Return a review that was worked out before, if it is still there."""
        return self._found.get((table_id, number))

    async def review(self, table_id: str, match: Match, number: int) -> Review:
        """Return the review of a scored deal; all who ask for the same one share the work.

        Raises TooManyError at once, and LostError when the worker died or took too long.
        """
        key = (table_id, number)
        if key in self._found:
            return self._found[key]
        if key not in self._running:
            if len(self._running) > QUEUE:
                raise TooManyError
            self._running[key] = asyncio.create_task(self._work_out(key, match))
        # Who goes away does not take it from the others.
        return await asyncio.shield(self._running[key])

    async def close(self) -> None:
        """End what is under way."""
        for task in self._running.values():
            task.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)

    async def _work_out(self, key: Key, match: Match) -> Review:
        try:
            async with self._one:
                review = await self._ask(match, key[1])
        finally:
            del self._running[key]
        self._found[key] = review
        if len(self._found) > KEPT:
            self._found.popitem(last=False)
        return review

    async def _ask(self, match: Match, number: int) -> Review:
        thinker = Thinker()
        try:
            return await thinker.run(
                _standing_back, self._work, match, number, within=LONGEST_SECONDS
            )
        finally:
            await thinker.stop()
