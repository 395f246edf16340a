"""What can go wrong with a store: each error is one sentence that a host can act on."""

import sqlite3
from pathlib import Path

from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError


class StoreError(Exception):
    """The store cannot do what it was asked; nothing of that was kept."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class UnwritableStoreError(StoreError):
    """The file or its folder cannot be opened or written: not there, not allowed, or full."""


class ForeignStoreError(StoreError):
    """The database belongs to another program, or to a newer Troef."""


class CorruptStoreError(StoreError):
    """The file is damaged, or no database at all."""


class StoreInUseError(StoreError):
    """Another process owns the store."""


class MigrationError(StoreError):
    """A migration broke; the store is as it was before."""


class AlreadyStoredError(StoreError):
    """A log entry or a result with this number is stored already."""


_CORRUPT = {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}
_IN_USE = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_UNWRITABLE = {
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}


def explain(error: SQLAlchemyError | sqlite3.Error, path: Path) -> StoreError:
    """Return the typed error that a database error comes down to."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    # The low byte is the kind of error, what stands above it only details that kind.
    code = getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code in _CORRUPT:
        return corrupt(path, str(cause))
    if code in _IN_USE:
        return in_use(path)
    if code in _UNWRITABLE:
        verb = "opened" if code == sqlite3.SQLITE_CANTOPEN else "written"
        return UnwritableStoreError(f"The store {path} cannot be {verb}: {cause}.")
    if isinstance(error, IntegrityError):
        return AlreadyStoredError(f"This does not fit what is stored already: {cause}.")
    return StoreError(f"The store {path} failed: {cause}.")


def corrupt(path: Path, why: str) -> CorruptStoreError:
    """Return the error for a file that is damaged or no database."""
    return CorruptStoreError(
        f"The store {path} is damaged or not a database ({why}): "
        "put a backup in its place or name another file."
    )


def in_use(path: Path) -> StoreInUseError:
    """Return the error for a store that another process owns."""
    return StoreInUseError(
        f"The store {path} is in use by another process: stop that one or name another file."
    )
