"""A copy of the store while it is written to: whole, nobody else's to read, or not there at all."""

import asyncio
import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import (
    CorruptStoreError,
    ForeignStoreError,
    Store,
    StoredTable,
    StoreError,
    UnwritableStoreError,
)
from bot.store.backup import backup

from .faults import no_room_behind
from .samples import TABLE, entry, table


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    folder = tmp_path / "copies"
    folder.mkdir()
    return folder / "copy of 100%.sqlite3"


async def test_the_copy_is_a_store(store: Store, copy: Path):
    await store.save_table(TABLE, log=[entry(0)])
    backup(store.path, copy)
    await store.save_table(table(state="over"), log=[entry(1)])
    async with await Store.open(copy) as again:
        assert await again.load_table("t1") == StoredTable(TABLE, (entry(0),), ())
        await again.save_table(TABLE, log=[entry(1)])


async def test_it_is_of_one_moment(store: Store, copy: Path):
    await store.save_table(table(touched=0.0), log=[entry(0)])
    copying = asyncio.create_task(asyncio.to_thread(backup, store.path, copy))
    n = 0
    while not copying.done():
        n += 1
        await store.save_table(table(touched=float(n)), log=[entry(n)])
    await copying
    async with await Store.open(copy) as again:
        kept = await again.load_table("t1")
    assert kept is not None
    assert [each.n for each in kept.log] == list(range(int(kept.row.touched) + 1))


async def test_only_its_owner_may_read_it(store: Store, copy):
    backup(store.path, copy)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


async def test_what_a_killed_bot_left_is_copied(store: Store, copy: Path, tmp_path: Path):
    """The log of writes beside the file belongs to it until the next start."""
    await store.save_table(TABLE, log=[entry(0)])
    killed = tmp_path / "killed.sqlite3"
    for suffix in ("", "-wal"):
        left = store.path.with_name(store.path.name + suffix).read_bytes()
        killed.with_name(killed.name + suffix).write_bytes(left)
    before = killed.read_bytes()
    backup(killed, copy)
    assert killed.read_bytes() == before
    async with await Store.open(copy) as again:
        assert await again.load_table("t1") == StoredTable(TABLE, (entry(0),), ())


def refuse(path: Path, copy: Path, error: type[StoreError], words: str) -> None:
    """Assert that a copy is refused with one line, and that nothing of it is left."""
    before = sorted(copy.parent.iterdir()) if copy.parent.is_dir() else []
    with pytest.raises(error, match=words) as raised:
        backup(path, copy)
    assert "\n" not in str(raised.value)
    assert (sorted(copy.parent.iterdir()) if copy.parent.is_dir() else []) == before


async def test_nothing_is_overwritten(store: Store, copy):
    copy.write_text("dear reader")
    refuse(store.path, copy, StoreError, "is there already")
    assert copy.read_text() == "dear reader"
    copy.unlink()
    copy.symlink_to("nowhere")
    refuse(store.path, copy, StoreError, "is there already")
    refuse(store.path, store.path, StoreError, "is there already")
    refuse(store.path, copy.parent, StoreError, "is there already")


async def test_no_folder_to_write_to(store: Store, copy: Path):
    refuse(store.path, copy.parent / "none" / "copy", UnwritableStoreError, "no such folder")
    assert not (copy.parent / "none").exists()


async def test_a_name_that_cannot_be(store: Store, copy: Path):
    refuse(store.path, copy.with_name("x" * 250), UnwritableStoreError, "name too long")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
async def test_a_folder_that_may_not_be_written(store: Store, copy: Path):
    copy.parent.chmod(0o500)
    refuse(store.path, copy, UnwritableStoreError, "cannot be written")


@pytest.mark.parametrize("room", [0, 5000, 50_000])
async def test_a_full_disk_leaves_nothing(store: Store, copy: Path, room: int):
    await store.save_table(TABLE, log=[entry(n, action="x" * 80) for n in range(2000)])
    with no_room_behind(room):
        refuse(store.path, copy, UnwritableStoreError, f"{copy.name} cannot be written")
    backup(store.path, copy)


def test_no_store(tmp_path: Path, copy: Path):
    path = tmp_path / "troef.sqlite3"
    refuse(path, copy, StoreError, "There is no store")
    assert not path.exists()
    path.touch()
    refuse(path, copy, StoreError, "is empty")
    path.write_bytes(b"dear reader" * 1000)
    refuse(path, copy, CorruptStoreError, "not a database")
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE theirs (id)")
    refuse(path, copy, ForeignStoreError, "another program")


async def test_a_damaged_store(tmp_path: Path, copy: Path):
    path = tmp_path / "troef.sqlite3"
    async with await Store.open(path) as store:
        await store.save_table(TABLE, log=[entry(n, action="x" * 80) for n in range(2000)])
    path.write_bytes(path.read_bytes()[: 16 * 4096])
    refuse(path, copy, CorruptStoreError, f"{path.name} is damaged")
