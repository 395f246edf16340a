"""From the press of a card to its answer, over loopback sockets, beside a bare discord.py button.

Both bots are processes of their own, each in its own Discord in a box, and are pressed in turn.
Four people sit at the table with their hands open. One press at a time; the next after the table's
edit has landed: that keeps to Discord's edits per channel, so a run takes a minute or two.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

from bot.playground.box import Box
from bot.playground.person import Person
from tests.components import walk
from tests.sockets.child import Child, is_table, moves_of

RATIO = 2.0
NAMES = ("Anna", "Bob", "Cees", "Dirk")


Hand = tuple[Person, int]
"""A person and the message of his hand."""


async def open_table(box: Box) -> list[Hand]:
    """Seat four people and open their hands."""
    people = [box.person(name, locale="en-GB") for name in NAMES]
    lobby = await people[0].slash("play")
    assert lobby.message_id is not None
    for seat, person in enumerate(people[1:], 1):
        message = person.message(lobby.message_id)
        ids = [c.get("custom_id") or "" for c in walk(message["components"])]
        sit = next(i for i in ids if ":sit:" in i and i.endswith(f":{seat}"))
        await person.click(lobby.message_id, sit)
    await people[0].click(lobby.message_id, label="Start")
    table = await people[0].sees(is_table)
    hands = []
    for person in people:
        opened = await person.click(int(table["id"]), label="My hand")
        assert opened.message_id is not None
        hands.append((person, opened.message_id))
    return hands


async def find_move(hands: list[Hand]) -> tuple[Person, int, str]:
    """Wait for a hand that can move; return it with the id of what it offers last."""
    async with asyncio.timeout(30):
        while True:
            for person, message_id in hands:
                moves = list(moves_of(person.message(message_id)).values())
                if moves:
                    return person, message_id, moves[-1]
            await asyncio.sleep(0.002)


async def press_card(box: Box, hands: list[Hand]) -> tuple[float, int] | None:
    """Press what the mover's hand offers; milliseconds and requests, None if it was no card."""
    person, message_id, custom_id = await find_move(hands)
    box.journal.clear()
    began = time.perf_counter()
    outcome = await person.click(message_id, custom_id)
    took = (time.perf_counter() - began) * 1000
    assert outcome.answered
    await box.journal.wait("PATCH", "/channels/*/messages/*", timeout=30)
    if ":play " not in custom_id:
        return None
    # The hands of the others follow at once; none takes as long as this.
    await asyncio.sleep(0.1)
    return took, len(box.journal.matching("*"))


async def press_bare(person: Person, message_id: int) -> float:
    """Press the bare button; milliseconds."""
    button = next(c for c in walk(person.message(message_id)["components"]) if c["type"] == 2)
    began = time.perf_counter()
    outcome = await person.click(message_id, button["custom_id"])
    assert outcome.answered
    return (time.perf_counter() - began) * 1000


async def measure(presses: int) -> tuple[list[float], list[float], list[int]]:
    """Return milliseconds of cards and of bare presses, and requests per card."""
    cards, bare, requests = [], [], []
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        settings = {"TROEF_TURN_SECONDS": "3600", "TROEF_LANGUAGE": "en"}
        async with (
            Box() as box,
            Box() as bare_box,
            Child(box, Path(one), **settings) as child,
            Child(bare_box, Path(other)) as plain,
        ):
            await child.start()
            await plain.start("benchmarks.bare_bot", commands=("bare",))
            hands = await open_table(box)
            person = bare_box.person("Anna")
            message_id = (await person.slash("bare")).message_id
            assert message_id is not None
            while len(cards) < presses:
                pressed = await press_card(box, hands)
                if pressed is None:
                    continue
                cards.append(pressed[0])
                requests.append(pressed[1])
                bare.append(await press_bare(person, message_id))
    return cards, bare, requests


def main() -> int:
    """Measure and say whether it is fast enough."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--presses", type=int, default=60)
    cards, bare, requests = asyncio.run(measure(parser.parse_args().presses))
    for name, times in (("card", cards), ("bare button", bare)):
        tenths = statistics.quantiles(times, n=10)
        print(
            f"{name}: median {statistics.median(times):.1f} ms, "
            f"10% {tenths[0]:.1f} ms, 90% {tenths[-1]:.1f} ms, of {len(times)} presses"
        )
    print(
        f"requests per card press: median {statistics.median(requests):g}, "
        f"{min(requests)} to {max(requests)} (answer, table, and other open hands)"
    )
    ratio = statistics.median(cards) / statistics.median(bare)
    print(
        f"{'ok' if ratio <= RATIO else 'short'} "
        f"{ratio:.2f} times the bare button (at most {RATIO:g})"
    )
    return 0 if ratio <= RATIO else 1


if __name__ == "__main__":
    sys.exit(main())
