"""Writes that come together share a transaction; what fails, fails for itself alone."""

import asyncio
from collections import Counter

import pytest
from sqlalchemy import event

from bot.store import AlreadyStoredError, Store, StoreError

from .faults import refusing
from .samples import entry, table


async def save(store: Store, *names: str) -> list[BaseException | None]:
    """Save a table of each name in the same instant; return what each save came to."""
    saves = (store.save_table(table(id=name), log=[entry(0)]) for name in names)
    return await asyncio.gather(*saves, return_exceptions=True)


async def stored(store: Store) -> list[str]:
    return sorted(each.row.id for each in await store.load_open_tables())


def count_transactions(store: Store) -> Counter[str]:
    counter: Counter[str] = Counter()
    for name in ("begin", "commit"):
        event.listen(
            store._writer.engine, name, lambda _connection, name=name: counter.update([name])
        )
    return counter


async def test_what_waits_goes_in_one_transaction(store: Store):
    counter = count_transactions(store)
    # The first begins at once; the others come while it is under way.
    assert await save(store, *"abcdefgh") == [None] * 8
    assert counter == {"begin": 2, "commit": 2}
    assert await stored(store) == list("abcdefgh")


async def test_one_that_fails_in_a_group_fails_alone(store: Store):
    await save(store, "c")
    first, *others = await save(store, *"abcde")
    assert first is None
    assert [type(outcome) for outcome in others] == [
        type(None),
        AlreadyStoredError,
        type(None),
        type(None),
    ]
    assert await stored(store) == list("abcde")


async def test_a_fault_of_ours_reaches_its_caller_and_no_other(store: Store):
    def broken(_connection: object) -> None:
        raise ZeroDivisionError

    outcomes = await asyncio.gather(
        save(store, "a"), store._write(broken), save(store, "b"), return_exceptions=True
    )
    assert outcomes[0] == outcomes[2] == [None]
    assert isinstance(outcomes[1], ZeroDivisionError)


async def test_a_commit_that_fails_fails_all_of_its_group(store: Store):
    counter = count_transactions(store)
    with refusing(store, "COMMIT"):
        outcomes = await save(store, *"abcde")
    assert all(isinstance(outcome, StoreError) for outcome in outcomes)
    # None was tried again by itself: on a disk that fails each would wait for it in turn.
    assert counter["begin"] == 2
    assert await stored(store) == []
    assert await save(store, *"abcde") == [None] * 5


async def test_each_save_in_a_group_sees_those_before_it(store: Store):
    await asyncio.gather(*(store.save_value("last", str(n)) for n in range(20)))
    assert await store.load_value("last") == "19"


async def test_closing_waits_for_what_waits(store: Store):
    saving = asyncio.gather(*(store.save_value(str(n), "kept") for n in range(20)))
    await asyncio.sleep(0)
    await store.close()
    await saving
    async with await Store.open(store.path) as again:
        assert [await again.load_value(str(n)) for n in range(20)] == ["kept"] * 20


async def test_how_long_writes_take_is_noted(store: Store):
    await save(store, *"abc")
    assert len(store.write_seconds) == 3
    assert all(0 < seconds < 60 for seconds in store.write_seconds)
    with pytest.raises(AlreadyStoredError):
        await store.save_table(table(id="a"), log=[entry(0)])
    assert len(store.write_seconds) == 3
    assert store.write_seconds.maxlen == 1000
