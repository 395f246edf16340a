"""Why a press does not count, as people are told."""

from enum import Enum, auto

from bot.rules.actions import Rule


class Trouble(Enum):
    """The reasons a table has; the rules have their own (`Rule`)."""

    STALE = auto()
    """The button was drawn for an earlier decision."""
    DOUBLE = auto()
    """This very press was counted already."""
    NOT_SEATED = auto()
    """The person has no seat here."""
    FOREIGN = auto()
    """There is no such table in this server."""
    FINISHED = auto()
    """The match is over or was stopped."""
    NOT_STORED = auto()
    """The store refused; nothing was applied."""
    SEATED_ELSEWHERE = auto()
    """The person sits at another table of this server."""
    SEAT_TAKEN = auto()
    NOT_HOST = auto()
    """Only the host may do this."""
    STARTED = auto()
    """The lobby is over, the cards are dealt."""
    NOT_STARTED = auto()
    """There are no cards yet."""
    TOO_MANY = auto()
    """More people have sat down than the option allows."""
    NO_ROOM = auto()
    """Every seat is taken."""
    NO_TABLE = auto()
    """The person sits at no table of this server."""
    SEATED_HERE = auto()
    """The person sits at this table already."""
    SEEN_CARDS = auto()
    """The person has seen the cards of another seat in this deal."""
    PAUSED = auto()
    """The table rests: the bot may not show it in its channel."""
    CHANNEL_FULL = auto()
    """The channel has as many tables as the server allows."""
    TOO_FAST = auto()
    """The person presses faster than anybody plays."""
    NOT_AWAY = auto()
    """Nobody plays in this person's place."""
    BAD_OPTION = auto()
    """The option or its value does not exist."""
    INVITED = auto()
    """The person is at the table, or was invited already."""
    NOT_SCORED = auto()
    """The deal is not scored yet, so its seed is secret."""
    NOT_OVER = auto()
    """The match is not over, so its record would show hidden cards."""
    CLOSING = auto()
    """The bot is going down."""


class Problem(Exception):  # noqa: N818 - what the person meets, not a fault of the program
    """A press that does not count; nothing has changed."""

    def __init__(self, why: "Trouble | Rule") -> None:
        super().__init__(why.name)
        self.why = why
