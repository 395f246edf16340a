"""Whose file is this? Asked before anything is written to it, so a foreign one stays as it is."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.engine import connect
from bot.store.errors import (
    ForeignStoreError,
    StoreError,
    corrupt,
    explain,
)
from bot.store.schema import VERSION_TABLE


def find_revision(path: Path) -> str | None:
    """Return the schema revision of a store, None where there is none yet.

    Raises StoreError for what is not a store of ours, and for a damaged one.
    """
    if not path.exists():
        return None
    try:
        with closing(connect(path, "rw")) as connection:
            revision = _read_revision(connection, path)
            damage = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        raise explain(error, path) from error
    if damage != "ok":
        raise corrupt(path, " ".join(damage.split()))
    return revision


def require_revision(path: Path) -> str:
    """Return the schema revision of a store that must be there; it is not looked into further.

    Raises StoreError for what is not a store of ours.
    """
    if not path.is_file():
        raise StoreError(f"There is no store {path}: name the file of one.")
    try:
        with closing(connect(path, "ro")) as connection:
            revision = _read_revision(connection, path)
    except sqlite3.Error as error:
        raise explain(error, path) from error
    if revision is None:
        raise StoreError(f"The store {path} is empty: name the file of one that was used.")
    return revision


def _read_revision(connection: sqlite3.Connection, path: Path) -> str | None:
    names = [
        name
        for (name,) in connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'"
            " AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY name"
        )
    ]
    if not names:
        return None
    if VERSION_TABLE not in names:
        raise _foreign(path, names)
    row = connection.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchone()  # noqa: S608
    if row is None:
        raise _foreign(path, names)
    return str(row[0])


def _foreign(path: Path, names: list[str]) -> StoreError:
    some = ", ".join(names[:3]) + (", …" if len(names) > 3 else "")
    return ForeignStoreError(
        f"The store {path} is a database of another program (it has the tables {some}): "
        "name another file."
    )
