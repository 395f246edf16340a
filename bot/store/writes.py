"""The one place that writes: transactions one after another, and what waits goes together."""

import asyncio
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple, TypeAlias, TypeVar

from sqlalchemy import Connection

T = TypeVar("T")
Change: TypeAlias = Callable[[Connection], T]
"""Statements of one transaction, and what they come to. Run anew, it does the same."""


class _Waiting(NamedTuple):
    change: Change[Any]
    stored: asyncio.Future[Any]
    since: float


class Writes:
    """Changes on their way into the file, through one connection in one thread.

    Those that come while a transaction is under way share the next one: a commit costs about as
    much for twenty saves as for one, and when the file is locked all wait once and not in a row.
    One that fails is no matter of the others; where the commit fails none is kept.
    """

    def __init__(self, connection: Connection, thread: ThreadPoolExecutor) -> None:
        self.seconds: deque[float] = deque(maxlen=1000)
        """From the call to the end of the commit, for the last ones that were stored."""
        self._connection = connection
        self._thread = thread
        self._waiting: list[_Waiting] = []
        self._running: asyncio.Future[list[Any]] | None = None

    async def write(self, change: Change[T]) -> T:
        """Store a change and return what it comes to; raises what it or the commit raises."""
        stored: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(change, stored, time.perf_counter()))
        if self._running is None:
            self._begin()
        # Shielded: what waits is written, also if its caller is cancelled.
        return await asyncio.shield(stored)

    async def finish(self) -> None:
        """Wait until nothing waits."""
        while self._running is not None:
            await asyncio.wait([self._running])

    def _begin(self) -> None:
        group, self._waiting = self._waiting, []
        work = partial(self._store, [each.change for each in group])
        self._running = asyncio.get_running_loop().run_in_executor(self._thread, work)
        self._running.add_done_callback(partial(self._end, group))

    def _end(self, group: list[_Waiting], running: asyncio.Future[list[Any]]) -> None:
        self._running = None
        if running.cancelled():
            # The loop is being torn down: nobody will know.
            for each in group:
                each.stored.cancel()
            return
        now = time.perf_counter()
        failed = running.exception()
        if failed is not None and _is_locked(failed):
            # Another process has the file. What came meanwhile would wait as long once more, and
            # a press has three seconds in all.
            group, self._waiting = [*group, *self._waiting], []
        outcomes = running.result() if failed is None else [failed] * len(group)
        for each, outcome in zip(group, outcomes, strict=True):
            if isinstance(outcome, BaseException):
                each.stored.set_exception(outcome)
            else:
                each.stored.set_result(outcome)
                self.seconds.append(now - each.since)
        if self._waiting:
            self._begin()

    def _store(self, changes: Sequence[Change[Any]]) -> list[Any]:
        """Return what each change comes to, or the error that kept it out; raises what kept all."""
        changing = False
        try:
            with self._connection.begin():
                changing = True
                outcomes = [change(self._connection) for change in changes]
                changing = False
        except Exception:
            self._leave_transaction()
            if not changing or len(changes) == 1:
                raise
            return [self._store_alone(change) for change in changes]
        return outcomes

    def _store_alone(self, change: Change[Any]) -> Any:
        try:
            return self._store([change])[0]
        except Exception as error:  # noqa: BLE001 - who asked for this change is told
            return error

    def _leave_transaction(self) -> None:
        """See to it that the connection is in no transaction.

        After a COMMIT or ROLLBACK that failed SQLAlchemy takes it for ended, and in SQLite it
        goes on: the next one could not begin, nor any after it.
        """
        if self._connection.invalidated:
            return
        driver = self._connection.connection.dbapi_connection
        if driver is not None and driver.in_transaction:
            try:
                driver.rollback()
            except sqlite3.Error:
                # Closed, it is rolled back for certain; the next transaction has a new one.
                self._connection.invalidate()


def _is_locked(error: BaseException) -> bool:
    """Whether a transaction could not begin since somebody else writes to the file."""
    code = getattr(getattr(error, "orig", error), "sqlite_errorcode", 0)
    return code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
