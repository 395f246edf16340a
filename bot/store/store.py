"""The store: one file, one process, one writer at a time."""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Concatenate, ParamSpec, Self, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store import people, tables
from bot.store.engine import READING, create_engine, create_writer
from bot.store.errors import UnwritableStoreError, explain
from bot.store.lock import StoreLock
from bot.store.migrate import MIGRATIONS, upgrade
from bot.store.purge import purge
from bot.store.rows import (
    DealResult,
    Departure,
    Holder,
    LogEntry,
    MatchResult,
    Person,
    Server,
    StoredTable,
    TableRow,
)
from bot.store.writes import Writes

P = ParamSpec("P")
T = TypeVar("T")


class Store:
    """What lasts. Made by `Store.open`; every method raises StoreError and then kept nothing.

    Writes go one after another, in a thread of their own, over one connection that stays open
    (see `writes`); reads have connections of their own and see the last finished write, so a long
    board holds up no press.
    """

    def __init__(
        self,
        engine: AsyncEngine,
        writer: Connection,
        thread: ThreadPoolExecutor,
        lock: StoreLock,
        private: TemporaryDirectory[str] | None,
    ) -> None:
        self.path = lock.path
        self._engine = engine
        self._writer = writer
        self._writes = Writes(writer, thread)
        self.write_seconds = self._writes.seconds
        """How long the last writes took, from the call until they were stored."""
        self._lock = lock
        self._private = private
        self._thread = thread
        self._closed = False

    @classmethod
    async def open(cls, path: Path | None, *, migrations: Path = MIGRATIONS) -> Self:
        """Open the store at `path` and bring it to the newest schema.

        None opens a private one that vanishes when it is closed: a file in a folder of its own,
        so that it is the same store in all else.
        """
        private = None
        if path is None:
            private = TemporaryDirectory(prefix="troef-")
            path = Path(private.name) / "troef.sqlite3"
        lock = StoreLock(path)
        try:
            # Its owner's alone, as long as nobody chose otherwise: it holds secrets of matches.
            lock.path.touch(mode=0o600)
        except OSError as error:
            lock.release()
            raise UnwritableStoreError(
                f"The store {path} cannot be written: {error.strerror}."
            ) from error
        engine = create_engine(lock.path)
        thread = ThreadPoolExecutor(1, "store")
        try:
            await upgrade(lock.path, migrations)
            connect = create_writer(lock.path).connect
            writer = await asyncio.get_running_loop().run_in_executor(thread, connect)
        except BaseException as error:
            thread.shutdown()
            await engine.dispose()
            lock.release()
            if isinstance(error, SQLAlchemyError):
                raise explain(error, lock.path) from error
            raise
        return cls(engine, writer, thread, lock, private)

    async def close(self) -> None:
        """Finish the writes that are under way and let go of the file; a second time is nothing."""
        if self._closed:
            return
        self._closed = True
        await self._writes.finish()
        await asyncio.get_running_loop().run_in_executor(self._thread, self._let_go)
        self._thread.shutdown()
        await self._engine.dispose()
        self._lock.release()
        if self._private is not None:
            self._private.cleanup()

    def _let_go(self) -> None:
        self._writer.close()
        self._writer.engine.dispose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.close()

    async def read(
        self,
        query: Callable[Concatenate[Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run a query function of this package in a transaction that only reads."""
        try:
            async with self._engine.connect() as connection:
                await connection.execution_options(**READING)
                return await connection.run_sync(query, *args, **kwargs)
        except SQLAlchemyError as error:
            raise explain(error, self.path) from error

    async def _write(
        self,
        change: Callable[Concatenate[Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run a change, all or nothing; return what it comes to."""
        try:
            return await self._writes.write(lambda connection: change(connection, *args, **kwargs))
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise explain(error, self.path) from error

    async def save_table(
        self,
        row: TableRow,
        *,
        log: Sequence[LogEntry] = (),
        holders: Sequence[Holder] = (),
        departures: Sequence[Departure] = (),
        deals: Sequence[DealResult] = (),
        matches: Sequence[MatchResult] = (),
        names: Mapping[int, str] | None = None,
    ) -> None:
        """Store a table and what was added to it, all or nothing.

        `log`, `deals` and `matches` hold only what is new: AlreadyStoredError where it is not.
        `names` are display names in the table's server, by user id.
        """
        await self._write(
            tables.save_table,
            row,
            log=log,
            holders=holders,
            departures=departures,
            deals=deals,
            matches=matches,
            names=names or {},
        )

    async def load_table(self, table_id: str) -> StoredTable | None:
        """Return one table with its log, None if there is none of that id."""
        return await self.read(tables.load_table, table_id)

    async def load_open_tables(self, now: float | None = None) -> list[StoredTable]:
        """Return lobbies, running matches, and those that ended in the last day; oldest first."""
        return await self.read(tables.load_open_tables, time.time() if now is None else now)

    async def load_person(self, user_id: int) -> Person:
        """Return what a person has chosen, the defaults where he has chosen nothing."""
        return await self.read(people.load_person, user_id)

    async def save_person(self, person: Person) -> None:
        """Store what a person has chosen."""
        await self._write(people.save_person, person)

    async def load_server(self, guild_id: int) -> Server:
        """Return what a server has chosen, the defaults where it has chosen nothing."""
        return await self.read(people.load_server, guild_id)

    async def save_server(self, server: Server) -> None:
        """Store what a server has chosen."""
        await self._write(people.save_server, server)

    async def load_value(self, key: str) -> str | None:
        """Return a fact that the bot keeps for itself, None if it is not kept."""
        return await self.read(people.load_value, key)

    async def save_value(self, key: str, value: str) -> None:
        """Store a fact that the bot keeps for itself, such as which commands it registered."""
        await self._write(people.save_value, key, value)

    async def forget(self, user_id: int) -> None:
        """Delete a person's settings and names and take his id off everything he did.

        What he played stays, as nobody's. Take him off his tables first: a live table that still
        has him would store him again.
        """
        await self._write(people.forget, user_id)

    async def purge(self, now: float) -> int:
        """Delete tables that closed long ago and from which nothing counts; return how many."""
        gone = 0
        while some := await self._write(purge, now):
            gone += some
        return gone
