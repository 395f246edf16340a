"""SIGKILL with a thousand tables, and on: how long people wait, and until every table is redrawn.

Over loopback sockets, the bot a process of its own with its production defaults, Discord's rate
limits on. Each of the tables has one person among computers; some tricks are played. Then the bot
is killed and started again. In the moment it is READY people press at random tables, *My hand* or a
card of the hand that lay open, all at once.

With `--deals` each match goes on for so many deals before the start, played by chance and written
through the store: what a restart costs with long matches.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from random import Random

from benchmarks.crowd import Crowd, Seat, UnansweredError, control, moves_of
from benchmarks.figures import Watch, memory_of, spread
from bot.playground.box import Box
from bot.rules.actions import CLOSE, REST, Action, Deal, Kind
from bot.rules.match import Match
from bot.rules.shuffle import seed_of
from bot.rules.view import Phase
from bot.store import Store
from bot.store.rows import By, LogEntry, StoredTable
from bot.tables.face import State
from bot.tables.situation import read_row, write_row
from tests.sockets.child import Child

READY_SECONDS, ANSWER_SECONDS, REDRAWN_SECONDS = 5.0, 3.0, 60.0
PRESSES = 100
RATE, PLAYED_SECONDS = 50, 10
"""Of the presses before the kill."""
MOST_DEALS = 14
"""A match of klaverjas has sixteen deals: one is under way, and it must not end at once."""


async def lengthen(path: Path, deals: int) -> int:
    """Let each stored match go on by chance until so many deals are done; return the entries."""
    chance, entries = Random(1), 0
    async with await Store.open(path) as store:
        for stored in await store.load_open_tables():
            entries += await _go_on(store, stored, deals, chance)
    return entries


async def _go_on(store: Store, stored: StoredTable, deals: int, chance: Random) -> int:
    row, now = stored.row, read_row(stored)
    if now.state is not State.PLAYING or now.match is None or row.start is None:
        return 0
    match, entries = now.match.copy(), list[LogEntry]()
    while len(match.results) < deals or len(match.tricks) < 2:
        seat, move = _any_move(match, row.secret, row.start, chance)
        match.push(seat, move)
        by: By = "table" if seat is None else "computer"
        number = len(stored.log) + len(entries)
        entries.append(LogEntry(number, seat, str(move), by, None, time.time()))
    now = replace(
        now, match=match, message_deal=match.number, deadline=time.time() + now.turn_seconds
    )
    new = write_row(now, row.id, row.guild_id, row.channel_id, row.secret, row.created)
    await store.save_table(new, log=entries)
    return len(entries)


def _any_move(
    match: Match, secret: bytes, start: int, chance: Random
) -> tuple[int | None, Action | Deal]:
    """Return the next deal, the count, or any card or bid of who is to move."""
    if match.phase is Phase.DEALING:
        return None, Deal(seed_of(secret, start, match.dealt + 1))
    if match.phase is Phase.COUNTING or match.turn is None:
        return None, CLOSE
    legal = [action for action in match.legal(match.turn) if action is not REST]
    return match.turn, chance.choice([action for action in legal if action.kind is not Kind.CLAIM])


async def press_somewhere(seat: Seat, chance: Random) -> float:
    """Press *My hand* or a card of the hand; return the seconds until the answer."""
    message_id, message = seat.table, seat.person.message(seat.table)
    custom_id = control(message, "hand")
    moves = moves_of(seat)
    if moves and chance.random() < 0.5:
        message_id, custom_id = seat.hand, chance.choice(moves)
    began = time.perf_counter()
    outcome = await seat.person.click(message_id, custom_id)
    return time.perf_counter() - began if outcome.answered else ANSWER_SECONDS


async def measure(tables: int, deals: int) -> list[str]:
    """Fill, kill, start and press; print what comes of it and return what falls short."""
    with tempfile.TemporaryDirectory() as folder:
        # An empty pace is the default one.
        async with Box(limits=True) as box, Child(box, Path(folder), TROEF_PACE="") as child:
            people = box.crowd(tables)
            await child.start()
            crowd = Crowd(box)
            try:
                await crowd.sit_down(people)
            except UnansweredError as failed:
                return [str(failed)]
            await crowd.press(RATE, PLAYED_SECONDS, child.ended)
            # A hand is redrawn a moment after its table; all but a few have their buttons by then.
            shown = [seat for seat in crowd.seats if _has_hand_button(seat)]
            await child.kill()
            if deals:
                entries = await lengthen(Path(child.settings["TROEF_DATA"]), deals)
                print(f"{entries} log entries added", flush=True)
            return await _start_again(box, child, crowd, shown)


def _has_hand_button(seat: Seat) -> bool:
    return control(seat.person.message(seat.table), "hand") is not None


async def _start_again(box: Box, child: Child, crowd: Crowd, shown: list[Seat]) -> list[str]:
    chance, refused = Random(2), box.limiter.refused
    logins = box.gateway.identifies
    began = time.perf_counter()
    starting = asyncio.create_task(child.start())
    await box.gateway.wait(identifies=logins + 1, timeout=60)
    ready = time.perf_counter()
    assert child.process is not None
    watch = Watch(box, child.process.pid)
    pressed = chance.sample(shown, min(PRESSES, len(shown)))
    answers = await asyncio.gather(*(press_somewhere(seat, chance) for seat in pressed))
    await starting
    memory = memory_of(child.process.pid)
    while (old := sum(seat.shown < ready for seat in crowd.seats)) and not child.ended():
        if time.perf_counter() - ready > 2 * REDRAWN_SECONDS:
            break
        await asyncio.sleep(0.05)
    redrawn = time.perf_counter() - ready
    await watch.stop()
    if child.ended():
        print(child.log)
        return ["the bot ended"]
    kinds = ", ".join(f"{number} {kind}" for kind, number in watch.requests.most_common())
    refused = box.limiter.refused - refused
    print(
        f"start to READY: {ready - began:.2f} s; {memory / 1e6:.1f} MB\n"
        f"presses at READY: {spread(answers)}\n"
        f"redrawn: {len(crowd.seats) - old} of {len(crowd.seats)} tables in {redrawn:.1f} s; "
        f"requests: {kinds}; {refused} refused for haste\n"
        f"processors: {watch.processors()}"
    )
    wrong = {
        f"READY after {ready - began:.2f} s (under {READY_SECONDS:g})": (
            ready - began >= READY_SECONDS
        ),
        f"a press took {max(answers):.2f} s (under {ANSWER_SECONDS:g})": (
            max(answers) >= ANSWER_SECONDS
        ),
        f"{old} tables not redrawn after {redrawn:.0f} s (all within {REDRAWN_SECONDS:g})": (
            old > 0 or redrawn > REDRAWN_SECONDS
        ),
        f"{refused} requests refused for haste": refused > 0,
    }
    return [what for what, is_wrong in wrong.items() if is_wrong]


def main() -> int:
    """Measure, print, and return 1 when short."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument(
        "--deals", type=int, default=0, help="finished deals of each match; 0: as it was played"
    )
    options = parser.parse_args()
    if options.tables < 1 or not 0 <= options.deals <= MOST_DEALS:
        parser.error(f"it takes a table, and 0 to {MOST_DEALS} deals")
    short = asyncio.run(measure(options.tables, options.deals))
    print(f"short: {'; '.join(short)}" if short else "ok")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
