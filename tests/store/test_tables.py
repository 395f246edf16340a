"""Tables, logs and results: stored whole or not at all, and back as they were."""

import asyncio
from pathlib import Path

import pytest

from bot.store import AlreadyStoredError, Holder, Store, StoredTable

from .samples import ANNA, BRAM, TABLE, deal, entry, match, table


async def test_comes_back_as_it_was(store: Store):
    row = table(message_id=5, deadline=1234.5678, seats='[{"user": 11, "name": "Zoë"}]')
    anna, computer = Holder(0, ANNA, "Zoë ♠", 0), Holder(1, None, "Computer", 0)
    log = (entry(0, seat=None, by="table", user_id=None, action="deal 6b86"), entry(1))
    await store.save_table(row, log=log, holders=[anna, computer])
    path = store.path
    await store.close()
    again = await Store.open(path)
    try:
        assert await again.load_table("t1") == StoredTable(row, log, (anna, computer))
        assert await again.load_table("t2") is None
    finally:
        await again.close()


async def test_log_grows_and_row_changes(store: Store):
    await store.save_table(table(), log=[entry(0)])
    await store.save_table(table(touched=2000.0, deadline=3.0), log=[entry(1)])
    stored = await store.load_table("t1")
    assert stored == StoredTable(table(touched=2000.0, deadline=3.0), (entry(0), entry(1)), ())


@pytest.mark.parametrize(
    "twice",
    [{"log": [entry(1), entry(0)]}, {"deals": [deal(deal=2), deal()]}, {"matches": [match()]}],
    ids=["log", "deals", "matches"],
)
async def test_nothing_is_kept_of_what_is_there_already(store: Store, twice):
    await store.save_table(table(), log=[entry(0)], deals=[deal()], matches=[match()])
    with pytest.raises(AlreadyStoredError):
        await store.save_table(
            table(state="over"), holders=[Holder(0, ANNA, "Anna", 0)], **twice, names={ANNA: "A"}
        )
    assert await store.load_table("t1") == StoredTable(TABLE, (entry(0),), ())
    await store.save_table(table(state="over"), log=[entry(1)], deals=[deal(deal=2)])


async def test_last_to_take_a_seat_in_the_lobby_has_it(store: Store):
    await store.save_table(table(state="lobby"), holders=[Holder(0, ANNA, "Anna", 0)])
    await store.save_table(table(state="lobby"), holders=[Holder(0, BRAM, "Bram", 0)])
    await store.save_table(table(), log=[entry(0)], holders=[Holder(0, None, "Computer", 1)])
    stored = await store.load_table("t1")
    assert stored is not None
    assert stored.holders == (Holder(0, BRAM, "Bram", 0), Holder(0, None, "Computer", 1))


async def test_open_tables(store: Store):
    day = 24 * 3600
    for row in (
        table(id="playing", created=2.0),
        table(id="lobby", created=1.0, state="lobby"),
        table(id="closed", state="closed"),
        table(id="just over", created=3.0, state="over", touched=10.0 * day - 1),
        table(id="long over", state="over", touched=9.0 * day),
    ):
        await store.save_table(row, log=[entry(0, action=row.id)])
    found = await store.load_open_tables(now=10.0 * day)
    assert [each.row.id for each in found] == ["lobby", "playing", "just over"]
    assert all(each.log == (entry(0, action=each.row.id),) for each in found)


async def test_many_at_once(store: Store):
    async def save(n: int) -> None:
        await store.save_table(table(id=f"t{n % 7}"), log=[entry(n)])
        assert await store.load_table(f"t{n % 7}") is not None

    await asyncio.gather(*(save(n) for n in range(100)))
    found = await store.load_open_tables()
    assert sorted(each.n for stored in found for each in stored.log) == list(range(100))


async def test_a_cancelled_caller_leaves_no_half_transaction(store: Store):
    for n in range(20):
        saving = asyncio.create_task(store.save_table(table(id=f"t{n}"), log=[entry(0)]))
        for _ in range(n):
            await asyncio.sleep(0)
        saving.cancel()
        await asyncio.wait([saving])
    await store.save_table(table(id="after"), log=[entry(0)])
    found = await store.load_open_tables()
    assert "after" in {each.row.id for each in found}
    assert all(each.log == (entry(0),) for each in found)


async def test_a_private_store_vanishes():
    async with await Store.open(None) as store:
        await store.save_table(table())
        folder = store.path.parent
        assert store.path.exists()
    assert not folder.exists()


async def test_a_new_store_is_its_owners_alone(tmp_path: Path):
    async with await Store.open(tmp_path / "new.sqlite3") as store:
        await store.save_table(table())
        await store.load_table("t1")
    assert not (tmp_path / "new.sqlite3").stat().st_mode & 0o077
