"""A thousand tables at once, over loopback sockets, beside a bare discord.py button.

The bot is a process of its own with its production defaults; the Discord in a box is another, with
Discord's rate limits on. At each table sits one person among computers. Together they make a fixed
number of presses a second, spread evenly; whoever could move longest presses first. The bare bot is
pressed before that, as often a second, by as many people.

Memory must not grow while nothing but the logs does: the mean of the last third of the run is
compared with that of the first, after `ENTRY_BYTES` for each log entry (a press and what the
computers answer), and may be 3% higher.

The loop's delay is seen from outside, as the time of the answer to /help; how long a table's change
waits to be shown, as the time from an answered press to the next drawing of that table's message.
At the end /status tells both from inside.

It reads /proc, so it runs on Linux. `--profile` needs py-spy.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.crowd import Crowd, UnansweredError
from benchmarks.figures import Watch, hundredth, memory_of, seconds_of, spare_the_box, spread
from bot.playground.box import Box
from bot.playground.outcome import ANSWER_WITHIN
from bot.playground.person import Person
from tests.components import text_in, walk
from tests.sockets.child import Child

RATIO, P99_SECONDS, TABLE_BYTES, GROWTH = 4.0, 0.250, 60_000, 0.03
"""At most: the 99th percentile as a multiple of the bare button's, and itself; memory a table, and
how much of the memory comes to it during the run."""
ENTRY_BYTES, ENTRIES = 400, 4
"""What a log entry takes, and how many a press brings about."""
BARE_SECONDS = 20
WARM_UP_SECONDS = 10
"""Presses before the figures are taken."""
FIRST = 20
"""Tables after which memory is first looked at: what is loaded once is loaded then."""


async def press_bare(people: int, rate: float, seconds: float) -> list[float]:
    """Return how long the bare bot took for each press."""
    took: list[float] = []

    async def press(person: Person, message_id: int) -> None:
        button = next(c for c in walk(person.message(message_id)["components"]) if c["type"] == 2)
        began = time.perf_counter()
        outcome = await person.click(message_id, button["custom_id"])
        took.append(time.perf_counter() - began if outcome.answered else ANSWER_WITHIN)

    with tempfile.TemporaryDirectory() as folder:
        async with Box(limits=True) as box, Child(box, Path(folder)) as child:
            crowd = box.crowd(people)
            await child.start("benchmarks.bare_bot", commands=("bare",))
            pid = _pid(child)
            opened = [(person, (await person.slash("bare")).message_id) for person in crowd]
            spare_the_box()
            used, began = seconds_of(pid), time.perf_counter()
            async with asyncio.TaskGroup() as group:
                for number in range(int(rate * seconds)):
                    await asyncio.sleep(max(began + number / rate - time.perf_counter(), 0))
                    person, message_id = opened[number % people]
                    assert message_id is not None
                    group.create_task(press(person, message_id))
            share = (seconds_of(pid) - used) / (time.perf_counter() - began)
    print(f"bare button: {spread(took)}; processor {share:.2f}", flush=True)
    return took


async def press_cards(
    tables: int, rate: float, seconds: float, bare: Sequence[float], profile: str | None
) -> list[str]:
    """Fill the tables, press and print what comes of it; return what falls short."""
    with tempfile.TemporaryDirectory() as folder:
        # An empty pace is the default one.
        async with Box(limits=True) as box, Child(box, Path(folder), TROEF_PACE="") as child:
            people = box.crowd(tables)
            await child.start()
            pid, crowd = _pid(child), Crowd(box)
            first = min(FIRST, tables // 2)
            await crowd.sit_down(people[:first])
            before, began = memory_of(pid), time.perf_counter()
            await crowd.sit_down(people[first:])
            print(f"{tables} tables, opened in {time.perf_counter() - began:.1f} s", flush=True)
            spare_the_box()
            await crowd.press(rate, WARM_UP_SECONDS, child.ended)
            per_table = (memory_of(pid) - before) / (tables - first)
            crowd.forget()
            watch = Watch(box, pid, box.person("Anna"))
            if profile is not None:
                await _record(pid, seconds, profile)
            await crowd.press(rate, seconds, child.ended)
            if child.ended():
                print(child.log)
                return ["the bot ended"]
            await watch.stop()
            print(await _status(box))
            return _tell(crowd, watch, per_table, bare, box.limiter.refused)


async def _status(box: Box) -> str:
    """Return what /status tells the bot's operator at this moment."""
    operator = box.person("Sem", locale="en-GB")
    shown = (await operator.slash("status")).message_id
    text = "" if shown is None else text_in(operator.message(shown)["components"])
    return "\n".join(f"/status: {line}" for line in text.split("\n")[2:])


def _tell(
    crowd: Crowd, watch: Watch, per_table: float, bare: Sequence[float], refused: int
) -> list[str]:
    """Print the figures; return what falls short."""
    times = [answer.seconds for answer in crowd.answers]
    late = sum(not answer.in_time for answer in crowd.answers)
    presses = len(times)
    lawful = ENTRIES * presses * ENTRY_BYTES * 2 / 3
    third = max(1, len(watch.memory) // 3)
    start, end = statistics.fmean(watch.memory[:third]), statistics.fmean(watch.memory[-third:])
    grown = (end - start - lawful) / start
    kinds = ", ".join(
        f"{number / presses:.2f} {kind}" for kind, number in watch.requests.most_common()
    )
    print(
        f"{presses / watch.seconds:.1f} presses a second for {watch.seconds:.0f} s; "
        f"{crowd.short_of_movers} not made since nobody could move\n"
        f"answers: {spread(times)}; {late} not in time, "
        f"{sum(answer.refused for answer in crowd.answers)} refused\n"
        f"requests a press: {watch.requests.total() / presses:.2f} ({kinds}); "
        f"{watch.requests.total() / watch.seconds:.0f} a second\n"
        f"refused for haste: {watch.refused}, and {refused - watch.refused} before\n"
        f"tables shown after: {spread(crowd.ages)}\n"
        f"still to be shown: {spread(crowd.waiting())}\n"
        f"/help: {spread(watch.probes)}\n"
        f"processors: {watch.processors()}; the box was late by {spread(crowd.lateness)}\n"
        f"memory: {per_table / 1000:.1f} kB a table; {start / 1e6:.1f} MB, "
        f"then {end / 1e6:.1f} MB, of which {lawful / 1e6:.1f} MB of log: grown by {grown:.1%}"
    )
    p99, allowed = hundredth(times, 99), RATIO * hundredth(bare, 99)
    wrong = {
        f"p99 {p99 * 1000:.0f} ms (at most {allowed * 1000:.0f}, {RATIO:g} times bare)": p99
        > allowed,
        f"p99 {p99 * 1000:.0f} ms (under {P99_SECONDS * 1000:g})": p99 >= P99_SECONDS,
        f"{late} answers over {ANSWER_WITHIN:g} s": late > 0,
        f"{refused} requests refused for haste": refused > 0,
        f"{per_table / 1000:.1f} kB a table (under {TABLE_BYTES / 1000:g})": (
            per_table >= TABLE_BYTES
        ),
        f"memory grown by {grown:.1%} (at most {GROWTH:.0%})": grown > GROWTH,
    }
    return [what for what, is_wrong in wrong.items() if is_wrong]


def _pid(child: Child) -> int:
    assert child.process is not None
    return child.process.pid


async def _record(pid: int, seconds: float, profile: str) -> None:
    """Let py-spy write where the bot spends its time, as stacks with counts."""
    await asyncio.create_subprocess_exec(
        *("py-spy", "record", "--function", "--gil", "--format", "raw", "--output", profile),
        *("--duration", str(int(seconds)), "--pid", str(pid)),
        stdout=asyncio.subprocess.DEVNULL,
    )


async def measure(options: argparse.Namespace) -> list[str]:
    """Measure both bots; return what falls short."""
    seconds = min(BARE_SECONDS, options.seconds)
    bare = await press_bare(options.tables, options.rate, seconds)
    try:
        return await press_cards(
            options.tables, options.rate, options.seconds, bare, options.profile
        )
    except UnansweredError as failed:
        return [str(failed)]


def main() -> int:
    """Measure, print, and return 1 when short."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=100, help="presses a second, of all together")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--profile", metavar="FILE", help="where py-spy writes the bot's stacks")
    options = parser.parse_args()
    if options.tables < 2 or options.rate <= 0 or options.rate * options.seconds < 2:
        parser.error("it takes two tables and two presses")
    short = asyncio.run(measure(options))
    print(f"short: {'; '.join(short)}" if short else "ok")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
