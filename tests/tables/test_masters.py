"""A table goes on while its masters think, whatever becomes of their thoughts."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random

import pytest

from bot.players.levels import Level
from bot.players.players import player_of
from bot.rules.actions import PASS, Rule, parse_action
from bot.rules.klaverjas import Klaverjas, KlaverjasHouse
from bot.store import Store
from bot.store.rows import LogEntry
from bot.tables import seating
from bot.tables.face import State
from bot.tables.problems import Problem, Trouble
from bot.tables.situation import Sitting
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.thinking.thinking import Think, Thinking
from tests.store.faults import refusing
from tests.thinking import work
from tests.thinking.waiting import PATIENCE, until
from tests.thinking.work import Gate

GUILD, CHANNEL, ANNA, BOB = 1, 2, 11, 12
START = 1234


class Watcher:
    """Somebody who waits for tables to change."""

    def __init__(self) -> None:
        self._changed = asyncio.Event()

    def table_changed(self, _table: Table) -> None:
        self._changed.set()

    def turn_warning(self, table: Table, seat: int) -> None:
        """Warnings are not what is looked at here."""

    async def until(self, so: Callable[[], bool]) -> None:
        """Wait until something is so that is looked at after each change."""
        async with asyncio.timeout(PATIENCE):
            while not so():
                self._changed.clear()
                await self._changed.wait()


class Evening:
    """A table with Anna, and whoever else sits there."""

    def __init__(self, tables: Tables, thinking: Thinking, watcher: Watcher, table: Table) -> None:
        self.tables, self.thinking, self.watcher, self.table = tables, thinking, watcher, table

    @property
    def log(self) -> list[LogEntry]:
        """What was done at the table."""
        return self.table._log

    @property
    def deals(self) -> int:
        """How many deals are scored."""
        return len(self.table.situation.match.results)

    def computer_moves(self) -> list[str]:
        return [entry.action for entry in self.log if entry.by == "computer"]

    async def play(self, until: Callable[[], bool], *people: int) -> None:
        """Let people play by thumb until something is so."""
        table = self.table
        seats = {table.situation.seat_of(person): person for person in people or (ANNA,)}

        def waiting() -> list[int]:
            return [seat for seat in seats if table.situation.waits_for(seat)]

        while True:
            await self.watcher.until(lambda: until() or bool(waiting()))
            if until():
                return
            seat = waiting()[0]
            view = table.view(seat)
            action = player_of(view.game, Level.CLUB).choose(view)
            await table.submit(seats[seat], view.dealt, view.decision, action)

    async def play_to_a_thought(self, gate: Gate, *people: int) -> int:
        """Play until a worker is at the gate; return what holds it there."""
        reached = asyncio.create_task(asyncio.to_thread(gate.reached))
        playing = asyncio.create_task(self.play(reached.done, *people))
        async with asyncio.timeout(PATIENCE):
            holds = await reached
        playing.cancel()
        return holds

    async def worker_is_free(self) -> None:
        """Wait until the only worker has ended what it was thinking of, and what waited."""
        asked = self.thinking.report.moves
        await self.thinking.choose(work.playing(), Level.MASTER, "none")
        assert self.thinking.report.moves > asked


@asynccontextmanager
async def evening(
    store: Store,
    think: Think,
    *levels: Level,
    pace: float = 0,
    friend: int | None = None,
) -> AsyncIterator[Evening]:
    """Start a match; the workers are warm."""
    thinking, watcher = Thinking(1, think, work.nothing), Watcher()
    tables = Tables(store, watcher, thinking, time.time, Random(5).randbytes)
    table = await tables.open(
        guild_id=GUILD,
        channel_id=CHANNEL,
        host=Sitting(ANNA, "Anna"),
        game="klaverjas",
        house=KlaverjasHouse(),
        turn_seconds=3600,
        pace=pace,
    )
    if friend is not None:
        await tables.sit(table, 1, Sitting(friend, "Bob"))
    for seat, level in enumerate(levels, 1):
        await table.add_computer(ANNA)
        await table.set_option(ANNA, partial(seating.set_level, seat=seat, level=level))
    await thinking.choose(work.playing(), Level.MASTER, "none")
    await until(lambda: thinking.report.ready == 1)
    await table.start(ANNA, START)
    try:
        yield Evening(tables, thinking, watcher, table)
    finally:
        await tables.stop()
        await thinking.close()


async def test_what_a_master_thinks_is_played(store: Store) -> None:
    async with evening(store, work.last) as here:
        await here.play(lambda: here.deals == 1)
        assert here.thinking.report.moves > 10
        match = Klaverjas(KlaverjasHouse())
        for entry in here.log:
            move = parse_action(entry.action)
            if entry.by == "computer" and entry.action != "claim":
                assert move == match.view(entry.seat).legal[-1]
            match.push(entry.seat, move)


async def test_others_do_not_think(store: Store) -> None:
    async with evening(store, work.hang, Level.CLUB, Level.BEGINNER, Level.CLUB) as here:
        before = here.thinking.report
        await here.play(lambda: here.deals == 1)
        assert here.thinking.report == before


async def test_a_thought_begins_with_the_pause_and_is_played_after_it(
    store: Store, tmp_path: Path
) -> None:
    gate = Gate(tmp_path / "gate")
    async with evening(store, gate, pace=3600) as here:
        gate.open(await here.play_to_a_thought(gate))
        await here.worker_is_free()
        assert here.computer_moves() == []
        assert "computer" in here.table.waiting


async def test_the_table_is_free_while_a_master_thinks(store: Store, tmp_path: Path) -> None:
    gate = Gate(tmp_path / "gate")
    async with evening(store, gate) as here:
        holds = await here.play_to_a_thought(gate)
        table, view = here.table, here.table.view(0)
        assert not table.lock.locked()
        assert "computer" in table.waiting
        with pytest.raises(Problem) as refused:
            await table.submit(ANNA, view.dealt, view.decision, PASS)
        assert refused.value.why is Rule.NOT_YOUR_TURN
        with pytest.raises(Problem) as refused:
            await table.submit(ANNA, view.dealt, view.decision + 1, PASS)
        assert refused.value.why is Trouble.STALE
        await table.set_autoplay(ANNA, autoplay=True)
        gate.open(holds)
        await here.play(lambda: here.deals == 1)


@pytest.mark.parametrize("think", [work.die, work.fail, work.illegal])
async def test_a_table_goes_on_while_thinking_is_broken(
    store: Store, think: Think, caplog: pytest.LogCaptureFixture
) -> None:
    async with evening(store, think) as here:
        await here.play(lambda: here.deals == 1)
        assert here.table.state is State.PLAYING
        told = [text for text in caplog.messages if f"table {here.table.id}" in text]
        assert told
        assert all("plays by thumb" in text or "not legal" in text for text in told)


# What makes a thought void.


async def test_who_sits_in_plays_himself(store: Store, tmp_path: Path) -> None:
    gate = Gate(tmp_path / "gate")
    async with evening(store, gate) as here:
        holds = await here.play_to_a_thought(gate)
        seat, moves = here.table.situation.turn, len(here.log)
        assert seat is not None
        await here.tables.sit_in(here.table, seat, Sitting(BOB, "Bob"))
        gate.open(holds)
        await here.worker_is_free()
        assert len(here.log) == moves
        assert "clock" in here.table.waiting
        assert "computer" not in here.table.waiting
        await here.play(lambda: len(here.log) > moves, BOB)


async def test_who_leaves_is_followed_and_the_turn_is_thought_of_anew(
    store: Store, tmp_path: Path
) -> None:
    gate = Gate(tmp_path / "gate")
    async with evening(store, gate, friend=BOB) as here:
        holds = await here.play_to_a_thought(gate, ANNA, BOB)
        decision = here.table.situation.match.decision
        await here.table.leave(ANNA)
        assert here.table.situation.match.decision == decision
        gate.open(holds)
        await here.play(lambda: here.deals == 1, BOB)
        assert {entry.seat for entry in here.log if entry.by == "computer"} == {0, 2, 3}


async def test_nothing_is_played_while_the_line_is_down(store: Store, tmp_path: Path) -> None:
    gate = Gate(tmp_path / "gate")
    async with evening(store, gate) as here:
        holds = await here.play_to_a_thought(gate)
        moves = len(here.log)
        here.tables.hold()
        gate.open(holds)
        await here.worker_is_free()
        await until(lambda: not here.table.waiting)
        assert len(here.log) == moves
        here.tables.release()
        await here.play(lambda: here.deals == 1)


async def test_the_end_waits_for_no_thought(store: Store, tmp_path: Path) -> None:
    gate = Gate(tmp_path / "gate")
    async with evening(store, gate) as here:
        holds = await here.play_to_a_thought(gate)
        moves = len(here.log)
        await asyncio.wait_for(here.tables.stop(), 0.2)
        gate.open(holds)
        await here.worker_is_free()
        assert len(here.log) == moves
        assert not here.table.waiting


async def test_a_store_that_refuses_keeps_a_move_back(store: Store, tmp_path: Path) -> None:
    gate = Gate(tmp_path / "gate")
    async with evening(store, gate) as here:
        holds = await here.play_to_a_thought(gate)
        moves = len(here.log)
        with refusing(store, "BEGIN"):
            gate.open(holds)
            await until(lambda: "retry" in here.table.waiting)
        assert len(here.log) == moves
