"""A disk that fails under a running bot: told as what it is, nothing half kept, and on later."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Connection, insert

from bot.store import Store, StoredTable, StoreError, StoreInUseError, UnwritableStoreError, schema

from .faults import locked, no_room_behind, refusing
from .samples import TABLE, entry, table

MUCH = [entry(n, action="x" * 80) for n in range(2000)]


def pragma(store: Store, text: str) -> int:
    """Set or ask something of the connection that writes."""
    found = store._writer.exec_driver_sql(f"PRAGMA {text}")
    value = found.scalar_one() if found.returns_rows else 0
    store._writer.rollback()
    return value


@contextmanager
def full(store: Store) -> Iterator[None]:
    """Have the writer's connection find no room: SQLite's own limit, which fails at a statement."""
    pragma(store, f"max_page_count = {pragma(store, 'page_count')}")
    yield
    pragma(store, "max_page_count = 1000000")


@contextmanager
def full_at_commit(store: Store) -> Iterator[None]:
    """Have the disk take no more, which is found when the pages of a transaction are written."""
    with no_room_behind(store.path.with_name(f"{store.path.name}-wal").stat().st_size):
        yield


@contextmanager
def read_only(store: Store) -> Iterator[None]:
    pragma(store, "query_only = ON")
    yield
    pragma(store, "query_only = OFF")


@contextmanager
def locked_by_another(store: Store) -> Iterator[None]:
    pragma(store, "busy_timeout = 10")
    with locked(store.path):
        yield


FAULTS = {
    "full": (full, UnwritableStoreError, "full"),
    "full at commit": (full_at_commit, UnwritableStoreError, "disk"),
    "read-only": (read_only, UnwritableStoreError, "readonly"),
    "locked": (locked_by_another, StoreInUseError, "in use by another process"),
    "no begin": (lambda store: refusing(store, "BEGIN"), StoreError, "not authorized"),
    "no commit": (lambda store: refusing(store, "COMMIT"), StoreError, "not authorized"),
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_fault_keeps_nothing_and_leaves_nothing_behind(store: Store, fault: str):
    make, kind, words = FAULTS[fault]
    await store.save_table(TABLE)
    with make(store):
        for _ in range(2):
            with pytest.raises(kind, match=words) as raised:
                await store.save_table(table(state="over"), log=MUCH)
            assert type(raised.value) is kind
            # What was there can be read all the while.
            assert await store.load_table("t1") == StoredTable(TABLE, (), ())
    await store.save_table(table(touched=2.0), log=MUCH)
    assert await store.load_table("t1") == StoredTable(table(touched=2.0), tuple(MUCH), ())


@pytest.mark.parametrize(
    ("refused", "again"), [(("ROLLBACK",), [0]), (("COMMIT", "ROLLBACK"), [2])]
)
async def test_a_rollback_that_fails_leaves_no_transaction(store: Store, refused, again):
    await store.save_table(TABLE, log=[entry(0)])
    with refusing(store, *refused), pytest.raises(StoreError):
        await store.save_table(table(state="over"), log=[entry(1), *map(entry, again)])
    await store.save_table(table(touched=2.0), log=[entry(1)])
    expected = StoredTable(table(touched=2.0), (entry(0), entry(1)), ())
    assert await store.load_table("t1") == expected
    # The connection that followed is set up like the first.
    assert (pragma(store, "foreign_keys"), pragma(store, "secure_delete")) == (1, 1)


async def test_a_constraint_that_is_found_at_the_commit(store: Store):
    """SQLite refuses the COMMIT and keeps the transaction open, by its documentation."""

    def change(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        connection.execute(insert(schema.log).values(table_id="nowhere", **values))

    values = {"n": 0, "action": "play TH", "by": "person", "at": 0.0}
    with pytest.raises(StoreError, match="FOREIGN KEY"):
        await store._write(change)
    await store.save_table(TABLE)
    assert await store.load_table("nowhere") is None


async def test_a_locked_file_is_not_waited_for_longer_than_a_press_can(store: Store):
    assert pragma(store, "busy_timeout") == 1000
    timeout = await store.read(
        lambda connection: connection.exec_driver_sql("PRAGMA busy_timeout").scalar()
    )
    assert timeout == 1000


async def test_on_a_locked_file_many_wait_no_longer_than_one(store: Store):
    statements: list[str] = []
    with locked_by_another(store):
        driver = store._writer.connection.dbapi_connection
        assert isinstance(driver, sqlite3.Connection)
        driver.set_trace_callback(statements.append)
        saves = (store.save_table(table(id=f"t{n}")) for n in range(50))
        outcomes = await asyncio.gather(*saves, return_exceptions=True)
    assert all(isinstance(outcome, StoreInUseError) for outcome in outcomes)
    # Those that came while the first waited for the file do not wait as long once more.
    assert statements == ["BEGIN IMMEDIATE"]
