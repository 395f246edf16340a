"""Hints that a master thinks out, while the table goes on."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.players.levels import Level
from bot.players.players import player_of
from bot.rules.actions import PASS, Rule
from bot.rules.klaverjas import KlaverjasHouse
from bot.rules.view import View
from bot.store import Store
from bot.tables.face import Ending
from bot.tables.problems import Problem, Trouble
from bot.tables.situation import Sitting
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.thinking.thinking import ANSWER_SECONDS, Think, Thinking
from tests.tables.test_masters import ANNA, CHANNEL, GUILD, START, Watcher
from tests.thinking import work
from tests.thinking.waiting import until
from tests.thinking.work import Gate, Noted

ANSWERED_SECONDS = 3
"""So long Discord waits for the answer to a press."""


@asynccontextmanager
async def learning(store: Store, think: Think) -> AsyncIterator[Table]:
    """Start a match with hints in which four people play, so that masters think of those alone."""
    thinking, watcher = Thinking(1, think, work.nothing), Watcher()
    tables = Tables(store, watcher, thinking, time.time, Random(5).randbytes)
    table = await tables.open(
        guild_id=GUILD,
        channel_id=CHANNEL,
        host=Sitting(ANNA, "Anna"),
        game="klaverjas",
        house=KlaverjasHouse(),
        turn_seconds=3600,
        pace=0,
    )
    for seat in (1, 2, 3):
        await tables.sit(table, seat, Sitting(ANNA + seat, "x"))
    await table.set_option(ANNA, lambda now: replace(now, hints=True))
    await thinking.choose(work.playing(), Level.MASTER, "none")
    await until(lambda: thinking.report.ready == 1)
    await table.start(ANNA, START)
    await watcher.until(lambda: table.situation.turn is not None)
    try:
        yield table
    finally:
        await tables.stop()
        await thinking.close()


def mover(table: Table) -> tuple[int, View]:
    """Return the person to move, and what he sees."""
    seat = table.situation.turn
    assert seat is not None
    return ANNA + seat, table.view(seat)


async def ask(table: Table) -> object:
    """Ask for a hint as who is to move; return it, or why there is none."""
    person, view = mover(table)
    try:
        return await table.hint(person, view.dealt, view.decision)
    except Problem as problem:
        return problem.why


async def test_a_hint_is_what_a_master_thinks_of(store: Store) -> None:
    async with learning(store, work.last) as table:
        for _ in range(6):
            person, view = mover(table)
            before = table.situation
            assert await ask(table) == view.legal[-1]
            assert table.situation is before
            usual = player_of(view.game, Level.CLUB).choose(view)
            await table.submit(person, view.dealt, view.decision, usual)


async def test_each_decision_is_thought_of_once(store: Store, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    async with learning(store, Noted(notes, work.last)) as table:
        _, view = mover(table)
        assert await asyncio.gather(*(ask(table) for _ in range(5))) == [view.legal[-1]] * 5
        assert await ask(table) == view.legal[-1]
        person, _ = mover(table)
        await table.submit(person, view.dealt, view.decision, PASS)
        await ask(table)
        seats = [int(seat) for seat in notes.read_text().split()]
        assert seats == [view.seat, (view.seat + 1) % 4]


async def test_one_who_is_cancelled_takes_the_hint_from_nobody(
    store: Store, tmp_path: Path
) -> None:
    gate = Gate(tmp_path / "gate")
    async with learning(store, gate) as table:
        _, view = mover(table)
        asked = [asyncio.create_task(ask(table)) for _ in range(2)]
        holds = await asyncio.to_thread(gate.reached)
        asked[0].cancel()
        gate.open(holds)
        assert await asked[1] == view.legal[-1]


@pytest.mark.parametrize("by", ["passed", "closed", "left", "paused"])
async def test_a_hint_for_what_has_passed_is_not_told(
    store: Store, tmp_path: Path, by: str
) -> None:
    gate = Gate(tmp_path / "gate")
    async with learning(store, gate) as table:
        person, view = mover(table)
        asked = asyncio.create_task(ask(table))
        holds = await asyncio.to_thread(gate.reached)
        assert not table.lock.locked()
        if by == "passed":
            await table.submit(person, view.dealt, view.decision, PASS)
        elif by == "closed":
            await table.close(Ending.BY_MANAGER)
        elif by == "left":
            await table.leave(person)
        else:
            await table.pause()
        gate.open(holds)
        assert (await asked) is {
            "passed": Trouble.STALE,
            "closed": Trouble.FINISHED,
            "left": Trouble.NOT_SEATED,
            "paused": Trouble.PAUSED,
        }[by]


async def test_only_who_is_to_move_may_ask(store: Store) -> None:
    async with learning(store, work.last) as table:
        person, view = mover(table)
        for other, dealt, decision, why in (
            (ANNA + (person - ANNA + 1) % 4, 0, 0, Rule.NOT_YOUR_TURN),
            (99, 0, 0, Trouble.NOT_SEATED),
            (person, 0, 1, Trouble.STALE),
            (person, 1, 0, Trouble.STALE),
        ):
            with pytest.raises(Problem) as refused:
                await table.hint(other, view.dealt + dealt, view.decision + decision)
            assert refused.value.why is why


async def test_a_hint_is_in_time_whatever_becomes_of_the_thought(store: Store) -> None:
    assert ANSWER_SECONDS < ANSWERED_SECONDS - 1, "the way to Discord takes time too"
    async with learning(store, work.hang) as table:
        _, view = mover(table)
        began = time.monotonic()
        assert await ask(table) == player_of(view.game, Level.CLUB).choose(view)
        assert time.monotonic() - began < ANSWERED_SECONDS - 1
