"""The SQLite side of the store: connections, how they begin, what they promise."""

import sqlite3
from pathlib import Path
from typing import Any, Literal

import sqlalchemy
from sqlalchemy import URL, Connection, Engine, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import StaticPool

READING = {"reading": True}
"""Execution options of connections that only read: they wait for no writer."""

BUSY_SECONDS = 1
"""How long a locked file is waited for. Discord gives a press 3 s, and what came just before it may
have waited as long."""


def create_engine(path: Path, *, foreign_keys: bool = True) -> AsyncEngine:
    """Return the engine on a file; it makes the file when it first connects."""
    engine = create_async_engine(
        URL.create("sqlite+aiosqlite", database=str(path)),
        # Parameters hold user ids and secrets of matches: errors must not carry them to the log.
        hide_parameters=True,
        connect_args={"timeout": BUSY_SECONDS},
    )
    _set_up(engine.sync_engine, foreign_keys=foreign_keys)
    return engine


def create_writer(path: Path) -> Engine:
    """Return the engine of the one connection that writes; a thread of its own uses it.

    Through aiosqlite a transaction crosses between threads some ten times, and on a busy machine
    each crossing waits for its turn. A press waits for one transaction, so that one crosses once.
    """
    engine = sqlalchemy.create_engine(
        URL.create("sqlite", database=str(path)),
        hide_parameters=True,
        poolclass=StaticPool,
        connect_args={"check_same_thread": False, "timeout": BUSY_SECONDS},
    )
    _set_up(engine, foreign_keys=True)
    return engine


def create_reader(path: Path) -> Engine:
    """Return an engine on a file that is there, which cannot change it in any way."""
    engine = sqlalchemy.create_engine(
        "sqlite://",
        creator=lambda: connect(path, "ro"),
        poolclass=StaticPool,
        hide_parameters=True,
    )
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine


def connect(path: Path, mode: Literal["ro", "rw"]) -> sqlite3.Connection:
    """Connect to a file that is there; neither mode makes one. The path is absolute."""
    return sqlite3.connect(
        f"{path.as_uri()}?mode={mode}", uri=True, timeout=BUSY_SECONDS, isolation_level=None
    )


def _set_up(engine: Engine, *, foreign_keys: bool) -> None:
    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _record: object) -> None:
        # The driver would open transactions by itself, but none around DDL, and too late for a
        # consistent read; `begin` below opens every one.
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode = WAL")
        # NORMAL hands each commit to the operating system without waiting for the disk. A killed
        # process loses nothing by it; a power cut may cost the last moments, never the file.
        cursor.execute("PRAGMA synchronous = NORMAL")
        cursor.execute(f"PRAGMA foreign_keys = {'ON' if foreign_keys else 'OFF'}")
        # What is deleted is also overwritten: a forgotten person's id stays on no page.
        cursor.execute("PRAGMA secure_delete = ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # IMMEDIATE takes the right to write at once: never half a transaction and then `busy`.
        reading = connection.get_execution_options().get("reading")
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
