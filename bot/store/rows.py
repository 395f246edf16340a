"""What goes into the store and comes out of it. Times are Unix seconds, ids are Discord's.

The names of the fields are those of the columns: the store reads and writes rows by them.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

State: TypeAlias = Literal["lobby", "playing", "over", "closed"]
"""Where a table is in its life."""
By: TypeAlias = Literal["person", "clock", "computer", "table"]
"""What a log entry came from; `table` for what is nobody's move."""
Role: TypeAlias = Literal["maker", "defender"]


@dataclass(frozen=True, slots=True)
class Person:
    """What a person has chosen."""

    user_id: int
    language: str | None = None
    """None: as his Discord says."""
    pings: bool = True
    autoplay: bool = False
    """Whether an only legal card is played for him."""


@dataclass(frozen=True, slots=True)
class Server:
    """What a server has chosen."""

    guild_id: int
    language: str | None = None
    """None: as its Discord says."""
    pings: bool = True
    role_id: int | None = None
    """The role that is called when a lobby opens."""
    houses: str = "{}"
    """JSON: by game the house rules its tables open with, written as in a record."""
    turn_seconds: int | None = None
    """How long a turn takes at a new table; None: as the bot's host has set."""
    channel_tables: int | None = None
    """How many tables one channel or thread may hold at a time; None: any number."""
    hints: bool = False
    """Whether new tables open with hints."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Who held a seat, from which log entry on."""

    seat: int
    user_id: int | None
    """None: a computer, or a person who was forgotten."""
    name: str
    since: int
    """How many log entries there were when he took the seat."""


@dataclass(frozen=True, slots=True)
class Departure:
    """Somebody left a running match on purpose."""

    n: int
    """How many log entries there were."""
    seat: int
    user_id: int
    at: float


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table, its log and holders left out."""

    id: str
    guild_id: int
    channel_id: int
    message_id: int | None
    host_id: int
    """0 when the host was forgotten."""
    game: str
    house: str
    """Its house rules, written as in a record."""
    state: State
    secret: bytes
    """What the deals follow from: never logged, never shown while the match runs."""
    start: int | None
    """The id of the press on *Start*."""
    seats: str
    """JSON: who sits where now, and what else the table keeps with its seats."""
    turn_seconds: int
    pace: float
    deadline: float | None
    created: float
    touched: float
    """When somebody last did something here."""
    hints: bool = False
    """Whether its people may ask what a master would do: then no board counts its results."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A move of the record, by whom and when."""

    n: int
    seat: int | None
    action: str
    by: By
    user_id: int | None
    at: float


@dataclass(frozen=True, slots=True)
class DealResult:
    """What a deal brought one person."""

    deal: int
    seat: int
    user_id: int
    points: int
    """His side's."""
    role: Role
    nat: bool
    """Whether the makers went nat."""
    pit: bool
    """Whether his side took every trick."""
    computer_cards: int
    """How many of his cards a computer played."""
    counted: bool
    """Whether the boards count it, unless its table had hints."""
    at: float
    crosses: int = 0


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What a whole match brought one person."""

    seat: int
    user_id: int
    points: int
    won: bool
    drawn: bool
    counted: bool
    at: float


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it can be brought back."""

    row: TableRow
    log: tuple[LogEntry, ...]
    holders: tuple[Holder, ...]
    departures: tuple[Departure, ...] = ()
