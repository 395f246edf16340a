"""Files that are no store of ours: refused with a sentence, and left as they are."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import (
    CorruptStoreError,
    ForeignStoreError,
    Store,
    StoreError,
    StoreInUseError,
    UnwritableStoreError,
)

from .samples import entry, table


def content(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


async def refuse(path: Path, error: type[StoreError], words: str) -> None:
    """Assert that a file is refused with one line that names it, and not touched."""
    before = content(path)
    with pytest.raises(error, match=words) as raised:
        await Store.open(path)
    assert str(path) in str(raised.value)
    assert "\n" not in str(raised.value)
    assert content(path) == before
    # A refused start lets go of the file: the second is refused for the same reason.
    with pytest.raises(error):
        await Store.open(path)


async def test_another_programs_database(tmp_path: Path):
    path = tmp_path / "foreign.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("CREATE TABLE users (id); CREATE TABLE alembic_version (v);")
    await refuse(path, ForeignStoreError, "another program .*alembic_version, users")


async def test_no_database(tmp_path: Path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear reader, " * 1000)
    await refuse(path, CorruptStoreError, "damaged or not a database")


async def test_a_damaged_store(tmp_path: Path):
    path = tmp_path / "troef.sqlite3"
    async with await Store.open(path) as store:
        await store.save_table(table(), log=[entry(n, action="x" * 80) for n in range(2000)])
    whole = bytearray(path.read_bytes())
    whole[len(whole) // 2 : len(whole) // 2 + 8192] = os.urandom(8192)
    path.write_bytes(whole)
    await refuse(path, CorruptStoreError, "damaged")


async def test_a_store_cut_short(tmp_path: Path):
    path = tmp_path / "troef.sqlite3"
    async with await Store.open(path) as store:
        await store.save_table(table(), log=[entry(n, action="x" * 80) for n in range(2000)])
    path.write_bytes(path.read_bytes()[: 16 * 4096])
    await refuse(path, CorruptStoreError, "damaged")


async def test_an_empty_file_is_a_new_store(tmp_path: Path):
    path = tmp_path / "empty.sqlite3"
    path.touch()
    async with await Store.open(path) as store:
        assert await store.load_open_tables() == []


async def test_a_folder(tmp_path: Path):
    await refuse(tmp_path, UnwritableStoreError, "is a folder")


async def test_a_folder_that_is_not_there(tmp_path: Path):
    await refuse(tmp_path / "data" / "troef.sqlite3", UnwritableStoreError, "there is no folder")
    assert not (tmp_path / "data").exists()


async def test_a_file_in_the_folders_place(tmp_path: Path):
    (tmp_path / "data").touch()
    await refuse(tmp_path / "data" / "troef.sqlite3", UnwritableStoreError, "there is no folder")


async def test_a_second_store_on_the_file_even_by_another_name(tmp_path: Path):
    path = tmp_path / "troef.sqlite3"
    link = tmp_path / "link.sqlite3"
    async with await Store.open(path) as store:
        link.symlink_to(path)
        for name in (path, link):
            with pytest.raises(StoreInUseError, match="in use by another process"):
                await Store.open(name)
        await store.save_table(table())
    async with await Store.open(link) as store:
        assert await store.load_table("t1") is not None


async def test_another_programs_lock_on_the_file(tmp_path: Path):
    path = tmp_path / "troef.sqlite3"
    await (await Store.open(path)).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreInUseError):
            await Store.open(path)


async def test_a_full_disk_keeps_nothing_and_goes_on_later(tmp_path: Path):
    async with await Store.open(tmp_path / "troef.sqlite3") as store:
        await store.save_table(table())
        # SQLite's own limit stands in for the disk: it fails in the same place, the same way.
        writer = store._writer
        pages = writer.exec_driver_sql("PRAGMA page_count").scalar_one()
        writer.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
        writer.rollback()
        much = [entry(n, action="x" * 80) for n in range(2000)]
        with pytest.raises(UnwritableStoreError, match="full"):
            await store.save_table(table(state="over"), log=much)
        stored = await store.load_table("t1")
        assert stored is not None
        assert (stored.row, stored.log) == (table(), ())
        writer.exec_driver_sql("PRAGMA max_page_count = 1000000")
        writer.rollback()
        await store.save_table(table(state="over"), log=much)


async def test_errors_carry_no_parameters(store: Store):
    row = table(secret=b"never to be logged, not even here")
    with pytest.raises(StoreError) as raised:
        await store.save_table(row, log=[entry(0, action="never either"), entry(0)])
    said, error = "", raised.value
    while error is not None:
        said, error = said + str(error), error.__cause__
    assert "UNIQUE" in said
    assert "never" not in said
