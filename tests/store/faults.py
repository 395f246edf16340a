"""Faults of the disk and of SQLite, made where they are made in earnest: below our code."""

import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.store import Store


@contextmanager
def refusing(store: Store, *words: str) -> Iterator[None]:
    """Have SQLite refuse transactions their BEGIN, COMMIT or ROLLBACK on the writer's connection.

    It is refused before anything is done, so the transaction is still open, as after a COMMIT
    that could not write.
    """
    driver = store._writer.connection.dbapi_connection
    assert isinstance(driver, sqlite3.Connection)

    def authorize(action: int, word: str | None, *_: object) -> int:
        refused = action == sqlite3.SQLITE_TRANSACTION and word in words
        return sqlite3.SQLITE_DENY if refused else sqlite3.SQLITE_OK

    driver.set_authorizer(authorize)
    try:
        yield
    finally:
        if not store._writer.invalidated and store._writer.connection.dbapi_connection is driver:
            driver.set_authorizer(None)


@contextmanager
def no_room_behind(size: int) -> Iterator[None]:
    """Have the system refuse to write files of this process further than this many bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Have another connection keep everyone from writing to a file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
