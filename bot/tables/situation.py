"""Everything about a table that lasts, as one frozen value: a change is a new one, stored first."""

import json
from dataclasses import dataclass, replace
from typing import Any

from bot.players.levels import Level
from bot.rules.games import GAMES
from bot.rules.house import House
from bot.rules.match import Match
from bot.rules.record import read_house, replay, write_house
from bot.rules.view import Phase
from bot.store.rows import LogEntry, StoredTable, TableRow
from bot.tables.face import Ending, Seated, State
from bot.tables.problems import Problem, Trouble

MISSES_BEFORE_AWAY = 3
"""Turns in a row that the clock plays for somebody before the computer holds his seat."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who holds a seat, and how that goes."""

    user_id: int | None
    name: str = ""
    missed: int = 0
    """Turns in a row that the clock has played for him."""
    away: bool = False
    autoplay: bool = False
    """Whether he wants an only legal card to be played by itself."""
    level: Level = Level.MASTER
    """How well the computer plays that holds this seat, or follows who left it."""

    @property
    def present(self) -> bool:
        """Whether a person is to move here."""
        return self.user_id is not None and not self.away

    def acted(self) -> "Sitting":
        """Return it after the person did something himself."""
        return replace(self, missed=0, away=False)

    def missed_turn(self) -> "Sitting":
        """Return it after the clock played a turn for him."""
        missed = self.missed + 1
        return replace(self, missed=missed, away=missed >= MISSES_BEFORE_AWAY)


COMPUTER = Sitting(None)


@dataclass(frozen=True, slots=True)
class Situation:
    """A table at one moment."""

    state: State
    ending: Ending
    game: str
    house: House
    host_id: int
    seats: tuple[Sitting | None, ...]
    turn_seconds: int
    pace: float
    thread: bool
    """Whether the table is still to move to a thread of its own, once it has started."""
    invited: tuple[int, ...]
    """The people who were mentioned by an invitation: each is once."""
    start: int | None
    """The id of the *Start* press, part of what fixes the deals."""
    filled: tuple[int, ...]
    match: Match | None
    """None in the lobby. Never changed in place: a move makes a copy."""
    stopping: tuple[int, ...]
    """The people who want the match to stop."""
    paused: float | None
    """Since when the bot may not show the table in its channel; None while it may."""
    deadline: float | None
    touched: float
    back: bool
    message_id: int | None
    """The public message that shows the table now."""
    message_deal: int
    """The deal that it was drawn for; 0 before the first."""
    ping: tuple[int, int] | None
    """Channel and id of the turn ping that stands there, to be removed."""
    successor: str | None
    """The table that *Again* opened."""
    hints: bool = False
    """Whether its people may ask what a master would do."""

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side."""
        return GAMES[self.game].sides_of(len(self.seats))

    @property
    def turn(self) -> int | None:
        """The seat to move."""
        return self.match.turn if self.match is not None else None

    @property
    def people(self) -> tuple[Sitting, ...]:
        """The seats that belong to people, away or not."""
        return tuple(s for s in self.seats if s is not None and s.user_id is not None)

    @property
    def present(self) -> tuple[Sitting, ...]:
        """The seats whose people play themselves."""
        return tuple(s for s in self.people if s.present)

    @property
    def frozen(self) -> bool:
        """Whether all people are away: then the table waits for one of them."""
        return self.state is State.PLAYING and not self.present

    def seat_of(self, user_id: int) -> int | None:
        """Return the seat of a person, None if he has none."""
        for seat, sitting in enumerate(self.seats):
            if sitting is not None and sitting.user_id == user_id:
                return seat
        return None

    def with_seat(self, seat: int, sitting: Sitting | None) -> "Situation":
        """Return it with another holder of one seat."""
        return replace(self, seats=(*self.seats[:seat], sitting, *self.seats[seat + 1 :]))

    def with_players(self, count: int) -> "Situation":
        """Return a lobby for so many players; Problem where more people have sat down.

        People keep their order; computers make room for them.
        """
        if count not in GAMES[self.game].counts:
            raise Problem(Trouble.BAD_OPTION)
        if len(self.people) > count:
            raise Problem(Trouble.TOO_MANY)
        spare = [n for n, s in enumerate(self.seats) if s is None or s.user_id is None]
        # Empty seats go first, then computers' ones, from the last on.
        spare.sort(key=lambda n: (self.seats[n] is not None, -n))
        gone = spare[: max(len(self.seats) - count, 0)]
        seats = [s for n, s in enumerate(self.seats) if n not in gone]
        return replace(self, seats=(*seats, *[None] * (count - len(seats))))

    def waits_for(self, seat: int) -> bool:
        """Whether the table waits for the person on this seat."""
        sitting = self.seats[seat]
        if self.match is None or sitting is None or not sitting.present:
            return False
        if self.match.phase is Phase.COUNTING:
            return seat not in self.match.counted
        return self.match.turn == seat

    @property
    def waits(self) -> bool:
        """Whether the table waits for a person's move."""
        return any(self.waits_for(seat) for seat in range(len(self.seats)))

    def seated(self) -> tuple[Seated | None, ...]:
        """Return the seats as screens see them."""
        return tuple(
            None if s is None else Seated(s.user_id, s.name, s.away, s.level) for s in self.seats
        )


def write_row(
    situation: Situation,
    table_id: str,
    guild_id: int,
    channel_id: int,
    secret: bytes,
    created: float,
) -> TableRow:
    """Return the row that keeps a situation; the match is kept as its log."""
    rest = {
        "seats": [None if s is None else _write_sitting(s) for s in situation.seats],
        "ending": situation.ending.value,
        "filled": situation.filled,
        "stopping": situation.stopping,
        "paused": situation.paused,
        "message_deal": situation.message_deal,
        "ping": situation.ping,
        "successor": situation.successor,
        "thread": situation.thread,
        "invited": situation.invited,
    }
    return TableRow(
        id=table_id,
        guild_id=guild_id,
        channel_id=channel_id,
        message_id=situation.message_id,
        host_id=situation.host_id,
        game=situation.game,
        house=write_house(situation.house),
        state=situation.state.value,
        secret=secret,
        start=situation.start,
        seats=json.dumps(rest, separators=(",", ":")),
        turn_seconds=situation.turn_seconds,
        pace=situation.pace,
        deadline=situation.deadline,
        created=created,
        touched=situation.touched,
        hints=situation.hints,
    )


def read_row(stored: StoredTable) -> Situation:
    """Return the situation a stored table was in: its match is the fold over its log."""
    row = stored.row
    rest = json.loads(row.seats)
    house = read_house(row.game, row.house)
    match: Match | None = None
    if stored.log:
        match = GAMES[row.game](house, len(rest["seats"]))
        replay(match, (log_line(entry) for entry in stored.log))
    return Situation(
        state=State(row.state),
        ending=Ending(rest["ending"]),
        game=row.game,
        house=house,
        host_id=row.host_id,
        seats=tuple(map(_read_sitting, rest["seats"])),
        turn_seconds=row.turn_seconds,
        pace=row.pace,
        thread=rest.get("thread", False),
        invited=tuple(person for person in rest.get("invited", ()) if person),
        start=row.start,
        filled=tuple(rest["filled"]),
        match=match,
        # A forgotten person's vote has nobody's id.
        stopping=tuple(person for person in rest.get("stopping", ()) if person),
        paused=rest.get("paused"),
        deadline=row.deadline,
        touched=row.touched,
        back=False,
        message_id=row.message_id,
        message_deal=rest["message_deal"],
        ping=None if rest["ping"] is None else (rest["ping"][0], rest["ping"][1]),
        successor=rest["successor"],
        hints=row.hints,
    )


def _write_sitting(sitting: Sitting) -> dict[str, Any]:
    """Return a seat as it is kept; unlike `dataclasses.asdict` it copies nothing."""
    return {name: getattr(sitting, name) for name in Sitting.__slots__}


def _read_sitting(kept: dict[str, Any] | None) -> Sitting | None:
    """Return a seat as it was kept, by whichever version."""
    if kept is None:
        return None
    fields = {name: kept[name] for name in Sitting.__slots__ if name in kept}
    # The version that kept none played by rule of thumb.
    return Sitting(**fields | {"level": Level(kept.get("level", Level.CLUB))})


def log_line(entry: LogEntry) -> str:
    """Return the record line of a log entry."""
    return entry.action if entry.seat is None else f"{entry.seat} {entry.action}"
