"""What can be seen of a match: its phases, tricks, results, and the view of each seat."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from bot.rules.actions import Action
from bot.rules.cards import Card, CardSet
from bot.rules.house import House


class Phase(StrEnum):
    """What a match is waiting for."""

    DEALING = "dealing"
    """The next deal: `Deal`, submitted by nobody's seat."""
    BIDDING = "bidding"
    PREPARING = "preparing"
    """The declarer's business before the first lead: talon, lay-away, trump, roem."""
    PLAYING = "playing"
    COUNTING = "counting"
    """The window after the last trick: claims, `COUNT`, and at last `CLOSE`."""
    OVER = "over"


class Reason(StrEnum):
    """Why a deal was scored as it was; several can hold at once."""

    MADE = "made"
    NAT = "nat"
    PIT = "pit"
    COUNTER_PIT = "counter_pit"
    TRICKLESS = "trickless"
    """A player who is not the declarer won no trick, and pays for it."""
    BLIND = "blind"
    """The talon was left unseen: the deal counts double."""


class Trick(NamedTuple):
    """A complete trick, as everyone saw it."""

    cards: tuple[tuple[int, Card], ...]
    """Seat and card, in order of play."""
    winner: int
    points: int
    """Card points, the last trick's bonus not included."""
    roem: int
    """Roem claimed, 0 while nobody has."""


class Announced(NamedTuple):
    """Roem from one hand, as everyone may know it."""

    seat: int
    word: str
    """`roem`, or `stuk` where king and queen of trumps are said by themselves."""
    value: int
    cards: CardSet
    """The cards of it, once they are shown; else none."""
    top: Card | None
    """The card that was named to settle a tie; of a carré any of its rank."""
    credited: int
    """What of it counts, 0 while that is open."""


class DealResult(NamedTuple):
    """A finished deal."""

    number: int
    dealer: int
    trump: int
    declarer: int
    """The seat that chose trump."""
    makers: int
    """Its side."""
    cards: tuple[int, ...]
    """Card points per side."""
    roem: tuple[int, ...]
    """Roem per side that counts: claimed in tricks, announced or declared from hands."""
    tricks: tuple[int, ...]
    """Tricks per side."""
    scores: tuple[int, ...]
    """What each side writes down."""
    reasons: frozenset[Reason]
    shares: tuple[int, ...]
    """Per seat, the card points and claimed roem of the tricks it won itself."""
    crosses: tuple[int, ...] = ()
    """Crosses per side, where a game has them."""
    bid: int = 0
    """What the declarer bid, where points are bid."""
    points: int = 0
    """What the declarer is held to have made of it, where points are bid."""
    discards: CardSet = 0
    """The cards laid away, or left in the talon: shown once the deal is scored."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    """The sides that come first; more than one in a draw."""
    places: tuple[int, ...]
    """The place of each side, from 1; shared by those whom nothing parts."""
    points: tuple[int, ...] = ()
    """Day points per side, where a game has them."""

    @property
    def draw(self) -> bool:
        """Whether the first place is shared."""
        return len(self.winners) > 1


def places_of(keys: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the place of each of these, from 1; the highest key is first, equal keys share."""
    return tuple(1 + sum(other > key for other in keys) for key in keys)


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may know, or, with seat None, what everyone may know."""

    game: str
    house: House
    sides: tuple[tuple[int, ...], ...]
    """The seats of each side."""
    strengths: tuple[Sequence[int], Sequence[int]]
    """How strong each rank is: of a plain suit, of trumps."""
    seat: int | None
    phase: Phase
    turn: int | None
    deal: int
    """The number of this deal, from 1; passed-out deals do not count."""
    dealt: int
    """Deals dealt so far, passed-out ones included: it names this deal and no other."""
    length: int | None
    """Deals of the whole match, None where it is not known beforehand."""
    decision: int
    """Decisions taken in this deal; claims are none."""
    dealer: int
    passed_out: int
    """Passed-out deals in a row, this one included once everyone has passed."""
    trump: int | None
    turned: int | None
    """The suit that was drawn or turned and can be played on."""
    shown: tuple[Card, ...]
    """The cards of the talon that everyone has seen, in the order in which they were turned."""
    talon: int
    """How many cards of the talon lie on the table, those shown included."""
    declarer: int | None
    makers: int | None
    bids: tuple[tuple[int, Action], ...]
    """What has been said before the play, lay-aways left out."""
    plays_blind: bool | None
    """Whether the declarer left the talon unseen; None while that is open, or no question."""
    announced: tuple[Announced, ...]
    """Roem from hands, as far as everyone knows it."""
    hand: CardSet
    sizes: tuple[int, ...]
    """How many cards each seat holds."""
    blind: tuple[int, ...]
    """How many cards lie face down before each seat, seen by nobody yet."""
    taken: CardSet
    """The cards of the talon that this seat took; of others' none."""
    laid: CardSet
    """The cards that this seat laid away; of others' none."""
    to_lay: int
    """How many cards the seat in turn is to lay away. Those actions are not among `legal`: there
    are hundreds; each set of so many cards of its hand is one."""
    offer: Announced | None
    """The roem that this seat could announce with its next card, or declare, now."""
    trick: tuple[tuple[int, Card], ...]
    tricks: tuple[Trick, ...]
    """The complete tricks of this deal."""
    legal: tuple[Action, ...]
    """What this seat may do now. Claims are not among them: `claimable` says when one may be
    tried, and whether there is roem is for the players to see. Nor is `end`, see `may_end`."""
    may_end: bool
    """Whether this seat may ask that the match ends with this deal."""
    ending: bool
    """Whether the match ends with this deal because that was asked."""
    claims: bool
    """Whether roem in tricks is claimed here, and does not count by itself."""
    claimable: bool
    """Whether this seat may try to claim roem now."""
    counted: tuple[int, ...]
    """The seats that have asked for the count."""
    results: tuple[DealResult, ...]
    totals: tuple[int, ...]
    outcome: Outcome | None

    def but(self, **changes: object) -> "View":
        """Return this view with some fields changed: `dataclasses.replace`, several times as fast.

        A search looks through the eyes of others hundreds of thousands of times.
        """
        view = object.__new__(View)
        for name, field in _FIELDS:
            field.__set__(view, changes[name] if name in changes else field.__get__(self))
        return view

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.sizes)

    @property
    def eldest(self) -> int:
        """The seat on the dealer's left."""
        return (self.dealer + 1) % self.seats

    def side_of(self, seat: int) -> int:
        """Return the side that a seat belongs to."""
        return next(side for side, seats in enumerate(self.sides) if seat in seats)

    def tricks_won(self, side: int) -> int:
        """Return how many tricks a side has won in this deal."""
        return sum(trick.winner in self.sides[side] for trick in self.tricks)

    def roem_claimed(self, side: int) -> int:
        """Return the roem that a side has in this deal."""
        seats = self.sides[side]
        claimed = sum(trick.roem for trick in self.tricks if trick.winner in seats)
        return claimed + sum(a.credited for a in self.announced if a.seat in seats)

    @property
    def played(self) -> CardSet:
        """The cards that have been played in this deal."""
        mask = 0
        for trick in self.tricks:
            for _, card in trick.cards:
                mask |= 1 << card
        for _, card in self.trick:
            mask |= 1 << card
        return mask


_FIELDS = tuple((name, vars(View)[name]) for name in View.__slots__)
