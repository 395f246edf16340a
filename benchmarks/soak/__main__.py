"""Never stuck, never lost: random people press on while everything that can goes wrong.

The real bot runs as a process of its own over loopback sockets. People at tables of all games open,
sit, play, claim, leave, come back and stop, one another's buttons and old ones too. Meanwhile
requests fail before and after they took effect, the gateway drops, the process is killed and ended,
messages, channels, threads, members and rights come and go, and the store is locked by others.

Then the faults stop, and what must hold is looked at: the doctor finds nothing, every open table is
shown once and as it is, every running one goes on by itself, the bot ends when it is asked to, its
log holds no fault of ours, and every press was answered that could be.

The same seed plays the same plan, second by second; what comes of it depends on the machine too.
"""

import argparse
import asyncio
import logging
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from benchmarks.figures import spread
from benchmarks.soak.checks import Checks
from benchmarks.soak.ledger import Ledger
from benchmarks.soak.log import judge_log
from benchmarks.soak.people import People
from benchmarks.soak.weather import HEARTBEAT_MS, Weather
from bot.playground.box import Box
from bot.store import Store
from tests.sockets.child import Child

TABLES, RATE = 20, 15.0
AFTERWARDS = 400
"""Seconds for all that comes before and after the presses; then it stops, whatever it does."""


class _BoxLog(logging.Handler):
    """Keeps what the box itself complains of: then it is not the bot that failed."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        """Keep an entry, but not that a request ended in the middle: its sender was killed."""
        if record.exc_info and isinstance(record.exc_info[1], ConnectionResetError):
            return
        self.said[f"{record.name}: {record.getMessage()} {record.exc_info or ''}"] += 1


async def soak(options: argparse.Namespace) -> list[str]:
    """Let it rain, and look at what is left; return what falls short."""
    ledger = Ledger()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        settings = {"TROEF_PACE": "0.2", "TROEF_TURN_SECONDS": "15"}
        async with (
            Box(limits=True, heartbeat_ms=HEARTBEAT_MS) as box,
            Child(box, Path(folder), **settings) as child,
            await Store.open(None) as empty,
        ):
            people = People(box, options.tables, options.seed, ledger)
            weather = Weather(box, child, people, options.seed)
            checks = Checks(box, people, Path(child.settings["TROEF_DATA"]), empty)
            await child.start()
            await people.play_short_matches()
            watching = asyncio.create_task(weather.watch())
            async with asyncio.TaskGroup() as group:
                group.create_task(people.press(options.rate, options.seconds))
                group.create_task(weather.blow(options.seconds))
            await weather.clear()
            watching.cancel()
            _tell_done(people, box)
            try:
                return await _look(weather, checks, ledger, child)
            finally:
                if options.log is not None:
                    options.log.write_text(child.log)
                    options.log.with_suffix(".story").write_text(ledger.tell_story())


def _tell_done(people: People, box: Box) -> None:
    """Print what was done."""
    ledger = people.ledger
    times = [press.seconds for press in ledger.presses if press.seconds is not None]
    met = sum(fault.hits for _, fault in ledger.faults)
    print(
        f"deeds: {_told(ledger.deeds)}\n"
        f"made to go wrong: {_told(ledger.troubles)}\n"
        f"{met} requests met a fault; the bot was away for {ledger.seconds_away():.0f} s; "
        f"{box.limiter.refused} were refused for haste\n"
        f"answers: {spread(times)} presses; {len(ledger.presses) - len(times)} had none; "
        f"deeds were late by {spread(people.lateness)}",
        flush=True,
    )


def _told(counts: Counter[str]) -> str:
    return ", ".join(f"{number} {what}" for what, number in counts.most_common())


async def _look(weather: Weather, checks: Checks, ledger: Ledger, child: Child) -> list[str]:
    """Print each check; return what falls short."""
    seconds, unshown = await checks.shown()
    tables = len(await checks.load())
    print(f"shown: {tables - len(unshown)} of {tables} open tables after {seconds:.1f} s")
    print(f"messages of ended tables that still look open: {await checks.left_behind()}")
    seen, still = await checks.goes_on()
    print(f"going on: {seen - len(still)} of {seen} running tables")
    print(f"live: {await weather.examine(Path(child.settings['TROEF_DATA']), 'live')}", flush=True)
    began = time.monotonic()
    await weather.end()
    print(f"ended in {time.monotonic() - began:.1f} s")
    print(f"store: {await weather.examine(Path(child.settings['TROEF_DATA']), 'store')}")
    expected, faults = judge_log(child.log, ledger)
    print(f"errors in the log that were made: {expected.total()}")
    for line, number in expected.most_common():
        print(f"  {number} {line}")
    unanswered = ledger.unanswered()
    print(f"presses that had to be answered and were not: {len(unanswered)}")
    for press in unanswered:
        at = time.strftime("%H:%M:%S", time.localtime(press.at))
        print(f"  {at} {press.what} {press.outcome.id}")
    return [
        *ledger.wrong,
        *unshown,
        *still,
        *(f"in the log {number} times: {line}" for line, number in faults.items()),
        *([f"{len(unanswered)} presses unanswered"] if unanswered else []),
    ]


async def run(options: argparse.Namespace) -> list[str]:
    """Soak for as long as it may take and no longer."""
    box_log = _BoxLog()
    logging.getLogger().addHandler(box_log)
    try:
        async with asyncio.timeout(options.seconds + AFTERWARDS):
            short = await soak(options)
    except TimeoutError:
        short = ["it took too long and was ended"]
    return [*short, *(f"the box, {n} times: {line}" for line, n in box_log.said.items())]


def main() -> int:
    """Soak, print, and return 1 when short."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__)
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--minutes", type=float, default=10)
    length.add_argument("--seconds", type=float)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--rate", type=float, default=RATE, help="deeds a second, of all together")
    parser.add_argument(
        "--log",
        type=Path,
        metavar="FILE",
        help="keep the bot's log here, and what was made to go wrong beside it (.story)",
    )
    options = parser.parse_args()
    options.seconds = options.seconds or options.minutes * 60
    if options.tables < 1 or options.rate <= 0 or options.seconds < 1:
        parser.error("it takes a table, a deed and a second")
    short = asyncio.run(run(options))
    print("\n".join(["short:", *short]) if short else "ok")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
