"""What closed and counts for nothing is deleted in time; all else stays."""

import sqlite3
from contextlib import closing

from bot.store import Departure, Holder, Store, schema
from bot.store.purge import AT_ONCE, LOBBY_KEPT, MATCH_KEPT

from .samples import ANNA, deal, entry, match, table

NOW = 100 * MATCH_KEPT
OLD = NOW - MATCH_KEPT - 1


async def ids(store: Store) -> list[str]:
    def query(connection):
        return connection.execute(schema.tables.select()).scalars().all()

    return sorted(await store.read(query))


async def test_a_lobby_that_came_to_nothing_goes_after_a_day(store: Store):
    for name, touched in (("gone", NOW - LOBBY_KEPT - 1), ("kept", NOW - LOBBY_KEPT + 1)):
        await store.save_table(table(id=name, state="closed", touched=touched))
    assert await store.purge(NOW) == 1
    assert await ids(store) == ["kept"]
    assert await store.purge(NOW) == 0


async def test_a_match_without_a_scored_deal_goes_after_a_month(store: Store):
    for name, touched in (("gone", OLD), ("kept", OLD + 2)):
        row = table(id=name, state="closed", touched=touched)
        await store.save_table(
            row,
            log=[entry(0), entry(1)],
            holders=[Holder(0, ANNA, "Anna", 0)],
            departures=[Departure(1, 0, ANNA, 0.0)],
        )
    assert await store.purge(NOW) == 1
    assert await ids(store) == ["kept"]
    await store.close()
    with closing(sqlite3.connect(store.path)) as connection:
        for of in ("log", "holders", "departures"):
            found = connection.execute(f"SELECT DISTINCT table_id FROM {of}").fetchall()
            assert found == [("kept",)]


async def test_what_is_open_or_has_a_result_stays(store: Store):
    await store.save_table(table(id="lobby", state="lobby", touched=0.0))
    await store.save_table(table(id="playing", touched=0.0), log=[entry(0)])
    await store.save_table(table(id="over", state="over", touched=0.0), log=[entry(0)])
    closed = {"state": "closed", "touched": 0.0}
    await store.save_table(
        table(id="a deal that does not count", **closed),
        log=[entry(0)],
        deals=[deal(counted=False)],
    )
    await store.save_table(table(id="a match", **closed), log=[entry(0)], matches=[match()])
    await store.save_table(table(id="nobody's deal", **closed), log=[entry(0)], deals=[deal()])
    await store.forget(ANNA)
    before = await ids(store)
    assert len(before) == 6
    assert await store.purge(NOW) == 0
    assert await ids(store) == before


async def test_many_go_in_several_transactions(store: Store):
    many = AT_ONCE + 1
    for n in range(many):
        await store.save_table(table(id=f"t{n}", state="closed", touched=0.0))
    done = len(store.write_seconds)
    assert await store.purge(NOW) == many
    assert await ids(store) == []
    # The last one finds nothing.
    assert len(store.write_seconds) - done == 3
