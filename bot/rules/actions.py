"""What a seat can do, and what it is told when it may not."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import TypeAlias

from bot.rules.cards import (
    PACK,
    Card,
    CardSet,
    Suit,
    card_name,
    cards_in,
    mask_of,
    parse_card,
    parse_cards,
)

ANNOUNCE, STUK = 32, 64
"""Added to the card of a play: hand roem is announced with it, stuk is said."""


class Kind(StrEnum):
    """The kinds of action, by the word that stands for them in a record."""

    PASS = "pass"  # noqa: S105 - the word of the bidding
    TRUMP = "trump"
    ACCEPT = "accept"
    BID = "bid"
    TAKE = "take"
    """Take the talon."""
    BLIND = "blind"
    """Leave the talon unseen."""
    LAY = "lay"
    """Lay cards away, face down."""
    DECLARE = "declare"
    """Declare and show all roem in hand."""
    PLAY = "play"
    CLAIM = "claim"
    COUNT = "count"
    REST = "rest"
    CLOSE = "close"
    END = "end"
    """Ask that an open match ends with this deal."""


_LIMITS = {Kind.PLAY: 128, Kind.TRUMP: 4, Kind.BID: 10_000, Kind.LAY: 1 << 32}
"""Below what the value of an action is; of the others it is 0."""


@dataclass(frozen=True, slots=True)
class Action:
    """One action, `play TH` in text."""

    kind: Kind
    value: int = 0
    """A play: the card, with ANNOUNCE and STUK added where they are said with it. A trump choice:
    the suit. A bid: its points. Laid away: the set of cards. Else 0."""

    def __post_init__(self) -> None:
        """Refuse what no action can be; ValueError."""
        if not 0 <= self.value < _LIMITS.get(self.kind, 1):
            raise ValueError(f"{self.kind} has no value {self.value}")

    @property
    def card(self) -> Card:
        """The card of a play."""
        return self.value & 31

    @property
    def announces(self) -> bool:
        """Whether hand roem is announced with this card."""
        return bool(self.value & ANNOUNCE)

    @property
    def says_stuk(self) -> bool:
        """Whether stuk is said with this card."""
        return bool(self.value & STUK)

    def __str__(self) -> str:
        match self.kind:
            case Kind.PLAY:
                said = " roem" * self.announces + " stuk" * self.says_stuk
                return f"play {card_name(self.card)}{said}"
            case Kind.TRUMP:
                return f"trump {Suit(self.value).letter}"
            case Kind.BID:
                return f"bid {self.value}"
            case Kind.LAY:
                return " ".join(["lay", *map(card_name, cards_in(self.value))])
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
TAKE = Action(Kind.TAKE)
BLIND = Action(Kind.BLIND)
DECLARE = Action(Kind.DECLARE)
END = Action(Kind.END)
TRUMPS: tuple[Action, ...] = tuple(Action(Kind.TRUMP, suit) for suit in Suit)
PLAYS: tuple[Action, ...] = tuple(Action(Kind.PLAY, value) for value in range(4 * len(PACK)))
"""Every play, by its value: first the 32 cards alone, then those with something said."""

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

_SIMPLE = {
    str(action): action
    for action in (PASS, ACCEPT, TAKE, BLIND, DECLARE, CLAIM, COUNT, REST, CLOSE, END)
}
_ADDITIONS = {"": 0, "roem": ANNOUNCE, "stuk": STUK, "roem stuk": ANNOUNCE | STUK}


def play(card: Card) -> Action:
    """Return the action that plays this card."""
    return PLAYS[card]


def bid(points: int) -> Action:
    """Return the action that bids so many points."""
    return Action(Kind.BID, points)


def lay(cards: CardSet) -> Action:
    """Return the action that lays these cards away."""
    return Action(Kind.LAY, cards)


def plays_of(cards: CardSet) -> list[Action]:
    """Return the actions that play the cards of a set, lowest number first."""
    if cards in _PLAYS_WITHIN_SUIT:
        return [*_PLAYS_WITHIN_SUIT[cards]]
    low, middle, high = _PLAYS_WITHIN_THIRD
    return [*low[cards & 0x7FF], *middle[cards >> 11 & 0x7FF], *high[cards >> 22]]


def parse_action(text: str) -> Move:
    """Read an action, the opposite of `str`; ValueError says what is wrong.

    Only the spelling that `str` writes is read: one action has one text.
    """
    word, _, value = text.partition(" ")
    if text in _SIMPLE:
        return _SIMPLE[text]
    if word not in _READERS:
        raise ValueError(f"{text!r} is not an action")
    return _READERS[word](value)


def _read_play(text: str) -> Action:
    card, space, said = text.partition(" ")
    if said not in _ADDITIONS or (space and not said):
        raise ValueError(f"{text!r} is not a card, alone or with roem, stuk or roem stuk behind it")
    return PLAYS[parse_card(card) | _ADDITIONS[said]]


def _read_bid(text: str) -> Action:
    if text.isascii() and text.isdigit() and len(text) <= 4 and text == str(int(text)):
        return bid(int(text))
    raise ValueError(f"{text!r} is not a bid; a bid is a whole number of points")


def _read_lay(text: str) -> Action:
    laid = lay(mask_of(parse_cards(text)))
    if laid.value and str(laid) == f"lay {text}":
        return laid
    raise ValueError(f"{text!r} is not laid away so: in the order of their numbers, each card once")


def _read_deal(text: str) -> Deal:
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) == 32 and seed.hex() == text:
        return Deal(seed)
    raise ValueError("a deal is followed by 64 hexadecimal digits, its seed")


_READERS: dict[str, Callable[[str], Move]] = {
    Kind.PLAY: _read_play,
    Kind.TRUMP: lambda text: TRUMPS[Suit.find(text)],
    Kind.BID: _read_bid,
    Kind.LAY: _read_lay,
    "deal": _read_deal,
}


class Rule(Enum):
    """The rule that an action breaks (rules.md)."""

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
    MUST_LAY = auto()
    """L4, H3: first so many cards are laid away."""
    LAY_COUNT = auto()
    """L4, H3: another number of cards is laid away."""
    NO_HAND_ROEM = auto()
    """L7, H5: there is no roem in hand to announce."""
    ANNOUNCE_CLOSED = auto()
    """L7: hand roem is announced with one's first card."""
    NO_STUK = auto()
    """L8: stuk is said with king or queen of trumps while one holds the other."""
    BID_IN_TENS = auto()
    """H2: bids are multiples of ten."""
    BID_TOO_LOW = auto()
    """H2: a bid is at least the lowest one and above the last."""
    BID_TOO_HIGH = auto()
    """H2: 800 is the highest bid."""
    CARD_IS_TURNED = auto()
    """L2: one plays or passes on the suit of the card that is turned."""
    TALON_FIRST = auto()
    """H3: first the talon is taken or left."""
    TRUMP_IS_NAMED = auto()
    """H4: trump is named once, before roem is declared."""
    FOLLOW_TRUMP = auto()
    """H7: on a trump one plays a trump; the jack alone may be held back."""
    FOLLOW_OR_RUFF = auto()
    """H7: who can follow suit follows or plays a trump."""
    NOT_OPEN = auto()
    """H-19: only a match of open length is ended by asking."""
    ASKED = auto()
    """H-19: this seat has asked already."""
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
