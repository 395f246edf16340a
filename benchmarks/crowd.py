"""A crowd of people, each at a table of his own with computers, who press what they are offered."""

import asyncio
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

from bot.playground.box import Box
from bot.playground.outcome import Outcome
from bot.playground.person import Person
from bot.playground.world import Change
from tests.components import moves_in, text_in, walk

OPENERS = 8
"""How many tables are opened at the same time."""
NOTICE = "⚠️"
"""What a hand begins with when a press did not count."""


class UnansweredError(Exception):
    """The bot let somebody wait too long for a table."""


@dataclass(eq=False, slots=True)
class Seat:
    """Where somebody sits: the messages of his table and of his hand."""

    person: Person
    table: int
    hand: int
    pressing: bool = False
    changed: float | None = None
    """When his press changed what the table's message does not show yet."""
    shown: float = 0.0
    """When the table's message was last drawn."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a press."""

    seconds: float
    in_time: bool
    refused: bool
    """Whether the hand came back with a notice: the press did not count."""


def control(message: dict[str, Any], verb: str) -> str | None:
    """Return the id of the message's first control for this verb."""
    ids = [c.get("custom_id") or "" for c in walk(message["components"])]
    return next((id_ for id_ in ids if id_.startswith(f"troef:{verb}:")), None)


def moves_of(seat: Seat) -> list[str]:
    """Return the ids of the bids, cards or *Count* that somebody's hand offers."""
    return list(moves_in(seat.person.message(seat.hand)["components"]).values())


async def sit_down(person: Person) -> Seat:
    """Open a table in the person's channel, start it with computers and open the hand."""
    table = _answered(await person.slash("play"))
    _answered(await person.click(table, control(person.message(table), "start")))
    # Not *My hand*: the table's message, which carries it, may be long in coming.
    return Seat(person, table, _answered(await person.slash("hand")))


def _answered(outcome: Outcome) -> int:
    """Return the message that an answer sent or came from."""
    if outcome.message_id is None:
        raise UnansweredError("a table could not be opened: the bot did not answer in time")
    return outcome.message_id


class Crowd:
    """People who press on, and what they meet."""

    def __init__(self, box: Box, seed: int = 1) -> None:
        self.seats: list[Seat] = []
        self.answers: list[Answer] = []
        self.ages: list[float] = []
        """Seconds from each answered press to the table's message that shows it."""
        self.lateness: list[float] = []
        """Seconds by which presses were made later than planned: what the box itself is late."""
        self.short_of_movers = 0
        """Presses that were not made since nobody could move."""
        self._world = box.world
        self._chance = Random(seed)
        self._in_channel: dict[int, Seat] = {}
        self._movers: dict[Seat, None] = {}
        """Who can move, longest first."""
        self._world.watch(self._note)

    async def sit_down(self, people: Iterable[Person]) -> None:
        """Seat everyone at a table of his own, a few at a time; UnansweredError if that fails."""
        waiting = iter(people)

        async def open_tables() -> None:
            for person in waiting:
                seat = await sit_down(person)
                self.seats.append(seat)
                self._in_channel[person.channel_id] = seat
                self._look_at_hand(seat)

        await asyncio.gather(*(open_tables() for _ in range(OPENERS)))

    async def press(self, rate: float, seconds: float, stopped: Callable[[], bool]) -> None:
        """Press evenly at this rate, whoever could move longest first; then wait for answers."""
        pressing: set[asyncio.Task[None]] = set()
        began = time.perf_counter()
        for number in range(int(rate * seconds)):
            planned = began + number / rate
            await asyncio.sleep(max(planned - time.perf_counter(), 0))
            if stopped():
                break
            self.lateness.append(time.perf_counter() - planned)
            seat = next(iter(self._movers), None)
            if seat is None:
                self.short_of_movers += 1
                continue
            del self._movers[seat]
            task = asyncio.create_task(self._press(seat))
            pressing.add(task)
            task.add_done_callback(pressing.discard)
        await asyncio.gather(*pressing)

    async def _press(self, seat: Seat) -> None:
        moves = moves_of(seat)
        if not moves:
            # The clock has played for him this very moment.
            self.short_of_movers += 1
            return
        custom_id = self._chance.choice(moves)
        seat.pressing = True
        began = time.perf_counter()
        outcome = await seat.person.click(seat.hand, custom_id)
        ended = time.perf_counter()
        seat.pressing = False
        refused = NOTICE in text_in(seat.person.message(seat.hand)["components"])
        self.answers.append(Answer(ended - began, outcome.answered, refused))
        if outcome.answered and not refused and seat.changed is None:
            seat.changed = ended
        self._look_at_hand(seat)

    def forget(self) -> None:
        """Count anew."""
        self.answers, self.ages, self.lateness = [], [], []
        self.short_of_movers = 0

    def waiting(self) -> list[float]:
        """Return how long ago tables changed whose message does not show it yet."""
        now = time.perf_counter()
        return [now - seat.changed for seat in self.seats if seat.changed is not None]

    # What the box tells.

    def _note(self, change: Change) -> None:
        seat = self._in_channel.get(change.channel_id or 0)
        if seat is None or change.message_id is None:
            return
        if change.message_id == seat.hand:
            self._look_at_hand(seat)
        elif self._shows_table(seat, change.message_id):
            seat.shown = time.perf_counter()
            if seat.changed is not None:
                self.ages.append(seat.shown - seat.changed)
                seat.changed = None

    def _shows_table(self, seat: Seat, message_id: int) -> bool:
        """Whether a message is the table's; a new deal has a new one."""
        if message_id > seat.table:
            message = self._world.message(seat.person.id, message_id)
            if message is not None and control(message, "hand") is not None:
                seat.table = message_id
        return message_id == seat.table

    def _look_at_hand(self, seat: Seat) -> None:
        """Note whether somebody can move; who could already keeps his place in the queue."""
        if not seat.pressing and moves_of(seat):
            self._movers[seat] = None
        else:
            self._movers.pop(seat, None)
