"""Masters think in processes beside the bot; whatever becomes of those, a move is made."""

import asyncio
import multiprocessing
import os
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

import pytest

from bot.players.levels import Level
from bot.players.players import player_of
from bot.rules.actions import Action
from bot.rules.view import View
from bot.thinking.thinking import (
    ANSWER_SECONDS,
    FIRST_SECONDS,
    HANGS_SECONDS,
    QUEUE,
    QUEUE_SECONDS,
    USUAL_SECONDS,
    Thinking,
)
from tests.thinking import work
from tests.thinking.waiting import until
from tests.thinking.work import Gate, Noted, Once

PLAYING, BIDDING = work.playing(), work.bidding()


def by_thumb(view: View) -> Action:
    return player_of(view.game, Level.MASTER).choose(view)


def workers() -> list[int]:
    return [child.pid for child in multiprocessing.active_children() if child.pid is not None]


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@asynccontextmanager
async def thinking(
    think: Callable[[View, float], Action] = work.last,
    warm: Callable[[], None] = work.nothing,
    *,
    count: int = 1,
) -> AsyncIterator[Thinking]:
    """Begin with workers that are warm, unless there is something else to be done first."""
    thinking = Thinking(count, think, warm)
    try:
        if warm is work.nothing:
            assert await master(thinking) == by_thumb(PLAYING), "nobody waits for them"
            await until(lambda: thinking.report.ready == count)
        yield thinking
    finally:
        await thinking.close()
        assert workers() == []


async def master(thinking: Thinking, view: View = PLAYING) -> Action:
    return await thinking.choose(view, Level.MASTER, "t1")


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return what was logged of the table."""
    return [text for record in caplog.records if "table t1" in (text := record.getMessage())]


async def test_no_process_before_a_master_has_to_think() -> None:
    thinking = Thinking(2, work.last, work.nothing)
    alone = next(v for v in work._views(work.Klaverjas) if len(v.legal) == 1)
    for view, level in ((PLAYING, Level.CLUB), (PLAYING, Level.BEGINNER), (alone, Level.MASTER)):
        chosen = await thinking.choose(view, level, "t1")
        assert chosen == player_of(view.game, level).choose(view)
    assert workers() == []
    assert thinking.report.by_thumb == 0
    await master(thinking)
    await until(lambda: thinking.report.ready == 2)
    assert len(workers()) == 2
    await thinking.close()


async def test_a_master_answers_what_was_thought() -> None:
    assert by_thumb(PLAYING) != PLAYING.legal[-1]
    async with thinking(count=2) as minds:
        answers = await asyncio.gather(*(master(minds) for _ in range(6)))
        assert answers == [PLAYING.legal[-1]] * 6
        report = minds.report
        assert (report.moves, report.by_thumb, report.waiting) == (6, 1, 0)
        assert 0 < report.median < ANSWER_SECONDS


async def test_nobody_waits_for_a_worker_to_be_warm(tmp_path) -> None:
    gate = Gate(tmp_path / "gate", then=work.nothing)
    async with thinking(warm=gate) as minds:
        assert await master(minds) == by_thumb(PLAYING)
        holds = await asyncio.to_thread(gate.reached)
        assert await master(minds) == by_thumb(PLAYING)
        assert minds.report.ready == 0
        gate.open(holds)
        await until(lambda: minds.report.ready == 1)
        assert await master(minds) == PLAYING.legal[-1]


async def test_a_worker_that_dies_thinking_costs_one_move(tmp_path, caplog) -> None:
    async with thinking(Once(tmp_path / "done", work.die)) as minds:
        assert await master(minds) == by_thumb(PLAYING)
        assert len(said(caplog)) == 1
        await until(lambda: minds.report.ready == 1)
        assert await master(minds) == PLAYING.legal[-1]
    assert "the process has ended" in said(caplog)[0]


async def test_a_worker_that_is_killed_costs_one_move(caplog) -> None:
    async with thinking() as minds:
        (child,) = multiprocessing.active_children()
        os.kill(child.pid, signal.SIGKILL)
        await until(lambda: not lives(child.pid))
        assert await master(minds) == by_thumb(PLAYING)
        assert len(said(caplog)) == 1
        await until(lambda: minds.report.ready == 1)
        assert await master(minds) == PLAYING.legal[-1]
        assert child.pid not in workers()


async def test_a_worker_that_hangs_is_killed(tmp_path, caplog) -> None:
    async with thinking(Once(tmp_path / "done", work.hang)) as minds:
        (pid,) = workers()
        began = time.monotonic()
        assert await master(minds) == by_thumb(PLAYING)
        assert time.monotonic() - began < 2, "the table does not wait for that"
        await until(lambda: not lives(pid))
        assert time.monotonic() - began < USUAL_SECONDS + HANGS_SECONDS + 1
        await until(lambda: minds.report.ready == 1)
        assert await master(minds) == PLAYING.legal[-1]
    assert said(caplog) == ["table t1: a master plays by thumb: no answer within 1.8 s"]
    assert "a worker is lost: no answer from the process within 2.5 s" in caplog.messages


async def test_a_search_that_fails_costs_one_move_and_no_worker(tmp_path, caplog) -> None:
    async with thinking(Once(tmp_path / "done", work.fail)) as minds:
        before = workers()
        assert await master(minds) == by_thumb(PLAYING)
        assert "his search failed" in said(caplog)[0]
        assert "nothing occurs to seat" in caplog.text, "what went wrong in the worker is told"
        assert await master(minds) == PLAYING.legal[-1]
        assert workers() == before


async def test_workers_that_cannot_start_are_told_once(caplog) -> None:
    async with thinking(warm=work.unwell) as minds:
        await master(minds)
        await until(lambda: "masters lack a worker" in caplog.text)
        await until(lambda: workers() == [])
        for _ in range(3):
            assert await master(minds) == by_thumb(PLAYING)
        assert caplog.text.count("masters lack a worker") == 1


# Under load.


async def test_budgets_shrink_with_the_queue_and_then_the_thumb_plays(tmp_path) -> None:
    gate = Gate(tmp_path / "gate", then=work.budget)
    async with thinking(gate) as minds:
        asked = [asyncio.create_task(master(minds))]
        holds = await asyncio.to_thread(gate.reached)
        asked += [asyncio.create_task(master(minds)) for _ in range(QUEUE)]
        await until(lambda: minds.report.waiting == QUEUE)
        began = time.monotonic()
        assert await master(minds) == by_thumb(PLAYING), "the queue is full"
        assert time.monotonic() - began < 0.1
        gate.open(holds)
        budgets = [answer.value for answer in await asyncio.gather(*asked)]
    full = USUAL_SECONDS * 1000
    assert budgets == [
        full,
        *(round(full / (1 + waiting)) for waiting in reversed(range(QUEUE))),
    ]
    assert minds.report.by_thumb == 2


async def test_there_is_more_time_before_the_first_card() -> None:
    async with thinking(work.budget) as minds:
        assert (await master(minds, BIDDING)).value == FIRST_SECONDS * 1000
        assert (await master(minds)).value == USUAL_SECONDS * 1000


async def test_who_waits_too_long_plays_by_thumb_and_those_behind_too(tmp_path, caplog) -> None:
    """Behind one that is late nobody waits for more than his own time."""
    late = Noted(tmp_path / "notes", partial(work.late, QUEUE_SECONDS))
    async with thinking(late) as minds:
        began = time.monotonic()
        slow, *others = await asyncio.gather(*(master(minds) for _ in range(4)))
        assert time.monotonic() - began < 2
        assert slow == PLAYING.legal[-1]
        assert others == [by_thumb(PLAYING)] * 3
        assert len((tmp_path / "notes").read_text().splitlines()) == 1
        assert minds.report.by_thumb == 4
    assert said(caplog) == []


async def test_a_void_thought_is_not_begun_and_kills_no_worker(tmp_path) -> None:
    gate = Gate(tmp_path / "gate", then=Noted(tmp_path / "notes", work.budget))
    async with thinking(gate) as minds:
        before = workers()
        begun, void, wanted = (asyncio.create_task(master(minds)) for _ in range(3))
        holds = await asyncio.to_thread(gate.reached)
        begun.cancel()
        void.cancel()
        await asyncio.wait({begun, void})
        gate.open(holds)
        assert (await wanted).value == USUAL_SECONDS * 1000, "nobody waits behind it"
        assert len((tmp_path / "notes").read_text().splitlines()) == 2
        assert workers() == before
        assert minds.report.moves == 1


# The end.


@pytest.mark.parametrize("thinks", [True, False], ids=["thinking", "warming"])
async def test_closing_leaves_no_process(tmp_path, thinks) -> None:
    gate = Gate(tmp_path / "gate")
    think, warm = (gate, work.nothing) if thinks else (work.last, gate)
    async with thinking(think, warm, count=2) as minds:
        asked = asyncio.create_task(master(minds))
        holds = await asyncio.to_thread(gate.reached)
        before = workers()
        began = time.monotonic()
        await minds.close()
        assert time.monotonic() - began < 2
        assert before
        assert not [pid for pid in before if lives(pid)]
        asked.cancel()
        assert await master(minds) == by_thumb(PLAYING)
        assert workers() == []
        os.close(holds)


async def test_no_thinkers_and_no_word_of_it(caplog) -> None:
    minds = Thinking(0)
    assert not minds.on
    assert await master(minds) == by_thumb(PLAYING)
    assert caplog.messages == []
