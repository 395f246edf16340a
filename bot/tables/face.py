"""A frozen picture of a table for the screens: who sits where, the clock, the state."""

from dataclasses import dataclass
from enum import StrEnum

from bot.players.levels import Level
from bot.rules.house import House


class State(StrEnum):
    """The life of a table."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    """The match has been played out."""
    CLOSED = "closed"
    """Stopped, cancelled or expired."""


class Ending(StrEnum):
    """Why a table closed."""

    NONE = ""
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    """Nobody pressed anything in the lobby for half an hour."""
    DESERTED = "deserted"
    """No person is left."""
    ABANDONED = "abandoned"
    """Every person stayed away."""
    STOPPED = "stopped"
    """Most people wanted it."""
    BY_MANAGER = "by_manager"
    """Somebody who manages the server stopped it."""
    PLACE_GONE = "place_gone"
    """The channel or the server is gone, or the thread was locked."""
    NO_ACCESS = "no_access"
    """For a day the bot was not allowed to show it."""


@dataclass(frozen=True, slots=True)
class Seated:
    """Who holds a seat."""

    user_id: int | None
    """None: a computer."""
    name: str
    """A person's name; empty for a computer."""
    away: bool = False
    """Whether the computer plays until the person is back."""
    level: Level = Level.MASTER
    """How well the computer plays that holds this seat, or would follow."""

    @property
    def computer(self) -> bool:
        """Whether a computer holds this seat for good."""
        return self.user_id is None


@dataclass(frozen=True, slots=True)
class Face:
    """What a table looks like from outside, its cards left out (those are in the view)."""

    table_id: str
    guild_id: int
    channel_id: int
    host_id: int
    state: State
    ending: Ending
    game: str
    house: House
    seats: tuple[Seated | None, ...]
    """None: an empty seat of a lobby."""
    sides: tuple[tuple[int, ...], ...]
    turn_seconds: int
    pace: float
    thread: bool
    """Whether the table is to move to a thread of its own when it starts."""
    deadline: float | None
    """When the clock acts, in unix seconds."""
    seal: str
    start: int | None
    filled: tuple[int, ...]
    """The seats that *Start* gave to computers."""
    back: bool
    """Whether the table came back after a restart, until a person's next move."""
    frozen: bool
    """Whether everyone is away and the table waits for someone to come back."""
    paused: bool = False
    """Whether it rests because the bot may not show it in its channel."""
    stopping: tuple[int, ...] = ()
    """The seats of the people who want the match to stop."""
    votes_needed: int = 0
    """How many people have to want that."""
    hints: bool = False
    """Whether its people may ask what a master would do: then no board counts the match."""
    going_down: bool = False
    """Whether the bot is about to restart."""

    def seat_of(self, user_id: int) -> int | None:
        """Return the seat of a person, None if he has none."""
        for seat, seated in enumerate(self.seats):
            if seated is not None and seated.user_id == user_id:
                return seat
        return None
