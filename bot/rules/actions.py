"""What a seat can do, and what it is told when it may not."""

from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import TypeAlias

from bot.rules.cards import PACK, Card, CardSet, Suit, card_name, parse_card


class Kind(StrEnum):
    """The kinds of action, by the word that stands for them in a record."""

    PASS = "pass"  # noqa: S105 - the word of the bidding
    TRUMP = "trump"
    ACCEPT = "accept"
    PLAY = "play"
    CLAIM = "claim"
    COUNT = "count"
    REST = "rest"
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class Action:
    """One action, `play TH` in text."""

    kind: Kind
    value: int = 0
    """The card of a play, the suit of a trump choice, else 0."""

    def __str__(self) -> str:
        if self.kind is Kind.PLAY:
            return f"play {card_name(self.value)}"
        if self.kind is Kind.TRUMP:
            return f"trump {Suit(self.value).letter}"
        return self.kind.value


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance as an action: the cards of the next deal follow from the seed."""

    seed: bytes

    def __str__(self) -> str:
        return f"deal {self.seed.hex()}"


Move: TypeAlias = Action | Deal

PASS = Action(Kind.PASS)
ACCEPT = Action(Kind.ACCEPT)
CLAIM = Action(Kind.CLAIM)
COUNT = Action(Kind.COUNT)
REST = Action(Kind.REST)
CLOSE = Action(Kind.CLOSE)
TRUMPS: tuple[Action, ...] = tuple(Action(Kind.TRUMP, suit) for suit in Suit)
PLAYS: tuple[Action, ...] = tuple(Action(Kind.PLAY, card) for card in PACK)

# The actions that play the cards of a set. There are too many sets to list them all; so for each
# set within one suit, the answer of most followers, and for each set within a third of the pack.
_PLAYS_WITHIN_SUIT: dict[CardSet, tuple[Action, ...]] = {
    ranks << suit * 8: tuple(PLAYS[suit * 8 + rank] for rank in range(8) if ranks >> rank & 1)
    for suit in range(4)
    for ranks in range(1, 256)
}
_PLAYS_WITHIN_THIRD: tuple[tuple[tuple[Action, ...], ...], ...] = tuple(
    tuple(
        tuple(PLAYS[first + place] for place in range(size) if cards >> place & 1)
        for cards in range(1 << size)
    )
    for first, size in ((0, 11), (11, 11), (22, 10))
)

_SIMPLE = {str(action): action for action in (PASS, ACCEPT, CLAIM, COUNT, REST, CLOSE)}


def play(card: Card) -> Action:
    """Return the action that plays this card."""
    return PLAYS[card]


def plays_of(cards: CardSet) -> list[Action]:
    """Return the actions that play the cards of a set, lowest number first."""
    if cards in _PLAYS_WITHIN_SUIT:
        return [*_PLAYS_WITHIN_SUIT[cards]]
    low, middle, high = _PLAYS_WITHIN_THIRD
    return [*low[cards & 0x7FF], *middle[cards >> 11 & 0x7FF], *high[cards >> 22]]


def parse_action(text: str) -> Move:
    """Read an action, the opposite of `str`; ValueError says what is wrong."""
    word, _, value = text.partition(" ")
    if text in _SIMPLE:
        return _SIMPLE[text]
    if word == Kind.PLAY:
        return PLAYS[parse_card(value)]
    if word == Kind.TRUMP:
        return TRUMPS[Suit.find(value)]
    if word == "deal":
        try:
            seed = bytes.fromhex(value)
        except ValueError:
            seed = b""
        # Only the spelling that `str` writes: one deal has one text.
        if len(seed) == 32 and seed.hex() == value:
            return Deal(seed)
        raise ValueError("a deal is followed by 64 hexadecimal digits, its seed")
    raise ValueError(f"{text!r} is not an action")


class Rule(Enum):
    """The rule that an action breaks (rules.md, "For all games" and §1)."""

    OVER = auto()
    """The match is over."""
    NOT_NOW = auto()
    """This kind of action does not belong to this moment."""
    NOT_YOUR_TURN = auto()
    """Everything goes clockwise, one seat at a time."""
    NOT_IN_HAND = auto()
    """Only a card of one's own hand can be played."""
    FOLLOW_SUIT = auto()
    """Rule 4: who can follow suit must."""
    MUST_BEAT_TRUMP = auto()
    """Rule 4: who plays a trump must beat the highest in the trick if he can."""
    MUST_TRUMP = auto()
    """Rule 4: who cannot follow must trump."""
    NO_UNDERTRUMP = auto()
    """Rule 4, K-3, K-4: no lower trump while something else may be played."""
    DISCARD_ONLY = auto()
    """K-3: no trump on the partner's trump while another card is in hand."""
    MUST_NAME = auto()
    """K-1, K-2: this seat cannot pass, it names trump."""
    SUIT_IS_TURNED = auto()
    """K-2: one plays or passes on the suit that was drawn."""
    CLAIMED = auto()
    """K-9: one claim takes all roem of a trick; a second changes nothing."""
    CLAIM_CLOSED = auto()
    """K-9: there is no trick whose roem can still be claimed."""
    NOT_YOUR_TRICK = auto()
    """K-9: roem is claimed by the side that won the trick."""
    NO_ROEM = auto()
    """K-9: there is no roem in the trick."""
    COUNTED = auto()
    """This seat has asked for the count already."""
    NOT_CERTAIN = auto()
    """The rest is claimed only on lead and when every trick is certain."""


class Refused(ValueError):  # noqa: N818 - the field's word
    """An action that is not legal here; the match is unchanged."""

    def __init__(self, rule: Rule, seat: int | None, move: Move) -> None:
        who = "the table" if seat is None else f"seat {seat}"
        super().__init__(f"{who} may not {move}: {rule.name}")
        self.rule = rule
        self.seat = seat
        self.move = move
