"""Deals are looked back on in a process of their own, once, one at a time."""

import asyncio
import logging
import multiprocessing
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.players.review import Review
from bot.rules.match import Match
from bot.thinking import reviews, worker
from bot.thinking.reviews import Reviews, TooManyError
from bot.thinking.thinker import LostError
from bot.thinking.thinking import Thinking
from tests.players.looked_back import Counted, at_once, looked_back_on, place, played
from tests.thinking import work
from tests.thinking.work import Gate


@asynccontextmanager
async def looking_back(does: Callable[[Match, int], Review] = at_once) -> AsyncIterator[Reviews]:
    """Let workers do this, and leave none behind."""
    back = Reviews(Thinking(1), does)
    try:
        yield back
    finally:
        await back.close()
        assert multiprocessing.active_children() == []


@pytest.fixture(scope="module")
def match() -> Match:
    return played("klaverjas", 1)


async def test_who_asks_at_the_same_time_shares_the_work(match: Match, tmp_path: Path) -> None:
    async with looking_back(Counted(tmp_path / "count")) as back:
        assert back.known("t1", 3) is None
        asked = [back.review("t1", match, 3) for _ in range(3)]
        assert await asyncio.gather(*asked) == [looked_back_on()] * 3
        assert back.known("t1", 3) == looked_back_on()
        assert await back.review("t1", match, 3) == looked_back_on()
        assert (tmp_path / "count").read_text() == "3\n"
        await asyncio.gather(back.review("t2", match, 3), back.review("t1", match, 4))
        assert sorted((tmp_path / "count").read_text().split()) == ["3", "3", "4"]
        assert multiprocessing.active_children() == []


async def test_one_at_a_time_and_no_more_than_can_be_waited_for(match: Match, tmp_path) -> None:
    gate = Gate(tmp_path / "gate", then=at_once)
    async with looking_back(gate) as back:
        asked = [asyncio.create_task(back.review("t1", match, 1))]
        holds = await asyncio.to_thread(gate.reached)
        asked += [
            asyncio.create_task(back.review("t1", match, 2 + each)) for each in range(reviews.QUEUE)
        ]
        await asyncio.sleep(0)
        assert len(multiprocessing.active_children()) == 1
        with pytest.raises(TooManyError):
            await back.review("t2", match, 1)
        # Who asks for one of these has to wait no longer for it.
        again = asyncio.create_task(back.review("t1", match, 1))
        for void in asked[1:]:
            void.cancel()
        gate.open(holds)
        assert await asyncio.gather(asked[0], again) == [looked_back_on(1)] * 2


async def test_who_goes_away_does_not_take_it_from_the_others(match: Match, tmp_path) -> None:
    gate = Gate(tmp_path / "gate", then=at_once)
    async with looking_back(gate) as back:
        first, second = (asyncio.create_task(back.review("t1", match, 3)) for _ in range(2))
        holds = await asyncio.to_thread(gate.reached)
        first.cancel()
        await asyncio.wait({first})
        gate.open(holds)
        assert await second == looked_back_on()


@pytest.mark.parametrize(("does", "lost"), [(work.die, LostError), (work.fail, AttributeError)])
async def test_a_worker_that_is_lost_is_told_and_not_remembered(
    match: Match, does: Callable[..., Review], lost: type[Exception]
) -> None:
    async with looking_back(does) as back:
        for _ in range(2):
            with pytest.raises(lost):
                await back.review("t1", match, 3)
            assert back.known("t1", 3) is None


async def test_a_worker_that_hangs_is_killed(match: Match, monkeypatch) -> None:
    monkeypatch.setattr(reviews, "LONGEST_SECONDS", 0.5)
    async with looking_back(work.hang) as back:
        with pytest.raises(LostError):
            await back.review("t1", match, 3)
        assert multiprocessing.active_children() == []


async def test_closing_ends_what_is_under_way(match: Match, tmp_path: Path) -> None:
    gate = Gate(tmp_path / "gate", then=at_once)
    async with looking_back(gate) as back:
        asked = asyncio.create_task(back.review("t1", match, 3))
        holds = await asyncio.to_thread(gate.reached)
        await back.close()
        assert multiprocessing.active_children() == []
        await asyncio.wait({asked})
        assert asked.cancelled()
        os.close(holds)


async def test_the_oldest_are_forgotten(match: Match, monkeypatch) -> None:
    monkeypatch.setattr(reviews, "KEPT", 1)
    async with looking_back() as back:
        await back.review("t1", match, 3)
        await back.review("t1", match, 4)
        assert back.known("t1", 3) is None
        assert back.known("t1", 4) == looked_back_on(4)


async def test_a_worker_stands_further_back_than_thoughts(match: Match) -> None:
    async with looking_back(place) as back:
        assert await back.review("t1", match, 3) == min(19, os.nice(0) + worker.NICE + reviews.NICE)


def test_where_masters_do_not_think_there_are_none() -> None:
    assert Reviews(Thinking(1)).on
    assert not Reviews(Thinking(0)).on


async def test_without_the_extra_there_are_none(monkeypatch, caplog) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    assert not Reviews(Thinking(0)).on
    assert caplog.messages == []
    assert not Reviews(Thinking(1)).on
    assert caplog.messages == [
        "no reviews, and masters think slowly: numba, the extra `search`, is not installed"
    ]
    assert caplog.records[0].levelno == logging.WARNING
