"""The life of a match: deals, decisions, actions, views, totals.

`Match` knows seats, turns, tricks, claims, the log and views. A game is a subclass that says its
house rules and its own phases through a handful of hooks; the base has no `if game`.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, NamedTuple, Self

from pydantic import BaseModel, ConfigDict

from bot.rules.actions import (
    CLAIM,
    CLOSE,
    COUNT,
    REST,
    Action,
    Deal,
    Kind,
    Move,
    Refused,
    Rule,
    plays_of,
)
from bot.rules.cards import Card, CardSet
from bot.rules.shuffle import Stream


class House(BaseModel):
    """The house rules of one game: typed options, the default first."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Phase(StrEnum):
    """What a match is waiting for."""

    DEALING = "dealing"
    """The next deal: `Deal`, submitted by nobody's seat."""
    BIDDING = "bidding"
    PLAYING = "playing"
    COUNTING = "counting"
    """The window after the last trick: claims, `COUNT`, and at last `CLOSE`."""
    OVER = "over"


# Python 3.11 takes longer to find a member of an enum than to play half a card.
_CLAIM, _CLOSE, _COUNT, _PLAY, _REST = Kind.CLAIM, Kind.CLOSE, Kind.COUNT, Kind.PLAY, Kind.REST
_DEALING, _BIDDING, _PLAYING = Phase.DEALING, Phase.BIDDING, Phase.PLAYING
_COUNTING, _OVER = Phase.COUNTING, Phase.OVER


class Reason(StrEnum):
    """Why a deal was scored as it was; several can hold at once."""

    MADE = "made"
    NAT = "nat"
    PIT = "pit"
    COUNTER_PIT = "counter_pit"


class Trick(NamedTuple):
    """A complete trick, as everyone saw it."""

    cards: tuple[tuple[int, Card], ...]
    """Seat and card, in order of play."""
    winner: int
    points: int
    """Card points, the last trick's bonus not included."""
    roem: int
    """Roem claimed, 0 while nobody has."""


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
    """Claimed roem per side."""
    tricks: tuple[int, ...]
    """Tricks per side."""
    scores: tuple[int, ...]
    """What each side writes down."""
    reasons: frozenset[Reason]
    shares: tuple[int, ...]
    """Per seat, the card points and claimed roem of the tricks it won itself."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    """The sides with the highest total; more than one in a draw."""

    @property
    def draw(self) -> bool:
        """Whether the highest total is shared."""
        return len(self.winners) > 1


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may know, or, with seat None, what everyone may know."""

    game: str
    house: House
    sides: tuple[tuple[int, ...], ...]
    """The seats of each side."""
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
    trump: int | None
    turned: int | None
    """The suit that was drawn and can be played on."""
    declarer: int | None
    makers: int | None
    bids: tuple[tuple[int, Action], ...]
    hand: CardSet
    sizes: tuple[int, ...]
    """How many cards each seat holds."""
    trick: tuple[tuple[int, Card], ...]
    tricks: tuple[Trick, ...]
    """The complete tricks of this deal."""
    legal: tuple[Action, ...]
    """What this seat may do now. A claim is not among them: `claimable` says when one may be
    tried, and whether there is roem is for the players to see."""
    claimable: bool
    """Whether this seat may try to claim roem now."""
    counted: tuple[int, ...]
    """The seats that have asked for the count."""
    results: tuple[DealResult, ...]
    totals: tuple[int, ...]
    outcome: Outcome | None

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
        return sum(trick.roem for trick in self.tricks if trick.winner in self.sides[side])

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


class Match(ABC):
    """A match of many deals: a fold over its log.

    `push` is the only way forward; whatever it refuses leaves the match as it was.
    """

    game: ClassVar[str]
    seats: ClassVar[int]
    sides: ClassVar[tuple[tuple[int, ...], ...]]
    house: House

    def __init__(self) -> None:
        self.log: list[tuple[int | None, Move]] = []
        self.phase = Phase.DEALING
        self.turn: int | None = None
        self.dealer = 0
        self.dealt = 0
        """Deals dealt so far, passed-out ones included: the number of the last seed."""
        self.decision = 0
        self.results: list[DealResult] = []
        self.hands = [0] * self.seats
        self.trump: int | None = None
        self.turned: int | None = None
        self.declarer: int | None = None
        self.bids: list[tuple[int, Action]] = []
        self.trick: list[tuple[int, Card]] = []
        self.tricks: list[Trick] = []
        self.counted: set[int] = set()
        self._unclaimed = 0
        self._playable = 0
        """The cards that the seat in turn may play; 0 unless it has to play one."""

    # What a game says of itself.

    @property
    @abstractmethod
    def length(self) -> int | None:
        """Deals of the whole match, None where it is not known beforehand."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the match ended, None while it goes on."""

    @abstractmethod
    def _deal(self, stream: Stream) -> None:
        """Deal the cards and open the bidding or the play."""

    @abstractmethod
    def _bids(self) -> Sequence[Action]:
        """Return what the seat in turn may say while bidding."""

    @abstractmethod
    def _refuse_bid(self, action: Action) -> Rule:
        """Name the rule that a bid outside `_bids` breaks."""

    @abstractmethod
    def _bid(self, seat: int, action: Action) -> None:
        """Apply a legal bid."""

    @abstractmethod
    def _find_playable(self, seat: int) -> CardSet:
        """Return the cards that the seat in turn may play."""

    @abstractmethod
    def _refuse_card(self, seat: int, card: Card) -> Rule:
        """Name the rule that a card of the hand outside `_find_playable` breaks."""

    @abstractmethod
    def _play(self, seat: int, card: Card) -> None:
        """Lay a legal card, complete the trick and the deal where it does."""

    @abstractmethod
    def _may_take_rest(self, seat: int) -> bool:
        """Whether the seat in turn, on lead, wins all the rest for certain."""

    @abstractmethod
    def _take_rest(self, seat: int) -> None:
        """Give the rest of the tricks to the seat and score the deal."""

    @abstractmethod
    def _may_claim(self, seat: int) -> Rule | None:
        """Name the rule that keeps a seat from trying to claim, None if nothing does."""

    @abstractmethod
    def _score(self) -> None:
        """Score the deal and end it."""

    # What everyone may ask.

    @property
    def number(self) -> int:
        """The number of the deal on the table, from 1; passed-out deals do not count."""
        between = self.phase in (Phase.DEALING, Phase.OVER) and self.declarer is not None
        return len(self.results) + (0 if between else 1)

    @property
    def totals(self) -> tuple[int, ...]:
        """Points so far per side."""
        return tuple(
            sum(result.scores[side] for result in self.results) for side in range(len(self.sides))
        )

    def side_of(self, seat: int) -> int:
        """Return the side that a seat belongs to."""
        return next(side for side, seats in enumerate(self.sides) if seat in seats)

    def legal(self, seat: int | None) -> list[Action]:
        """Return every action that `push` takes from this seat now, in a fixed order.

        For seat None, nobody's: `CLOSE` when the last trick lies. A `Deal` is not listed: there
        are too many; it is legal for None in the phase DEALING.
        """
        if seat is None:
            return [CLOSE] if self.phase is _COUNTING else []
        if seat == self.turn:
            if self._playable:
                actions = plays_of(self._playable)
                if not self.trick and self._may_take_rest(seat):
                    actions.append(REST)
            else:
                actions = [*self._bids()]
        elif self.phase is _COUNTING and 0 <= seat < self.seats and seat not in self.counted:
            actions = [COUNT]
        else:
            actions = []
        if self._unclaimed and 0 <= seat < self.seats and self._may_claim(seat) is None:
            actions.append(CLAIM)
        return actions

    def push(self, seat: int | None, move: Move) -> None:
        """Apply a move of a seat; None is nobody's seat (`Deal`, `CLOSE`).

        Raises Refused, which names the rule, and then changes nothing.
        """
        # The usual case, a legal card, without a detour.
        playable = self._playable
        if (
            playable
            and seat is not None
            and seat == self.turn
            and isinstance(move, Action)
            and move.kind is _PLAY
            and playable >> move.value & 1
        ):
            self.log.append((seat, move))
            self.decision += 1
            self._play(seat, move.value)
            return
        rule = self._refusal(seat, move)
        if rule is not None:
            raise Refused(rule, seat, move)
        self.log.append((seat, move))
        self._apply(seat, move)

    def _refusal(  # noqa: C901 - a list of cases
        self, seat: int | None, move: Move
    ) -> Rule | None:
        """Name the rule that a move breaks, None if it is legal."""
        phase = self.phase
        if phase is _OVER:
            return Rule.OVER
        if isinstance(move, Deal):
            return None if seat is None and phase is _DEALING else Rule.NOT_NOW
        kind = move.kind
        if kind is _CLOSE:
            return None if seat is None and phase is _COUNTING else Rule.NOT_NOW
        if seat is None or not 0 <= seat < self.seats:
            return Rule.NOT_YOUR_TURN
        if kind is _CLAIM:
            return self._may_claim(seat) or (None if self._unclaimed else Rule.NO_ROEM)
        if kind is _COUNT:
            if phase is not _COUNTING:
                return Rule.NOT_NOW
            return Rule.COUNTED if seat in self.counted else None
        if kind is _PLAY or kind is _REST:
            return self._refuse_play(seat, move)
        if phase is not _BIDDING:
            return Rule.NOT_NOW
        if seat != self.turn:
            return Rule.NOT_YOUR_TURN
        return None if move in self._bids() else self._refuse_bid(move)

    def _refuse_play(self, seat: int, action: Action) -> Rule | None:
        if self.phase is not _PLAYING:
            return Rule.NOT_NOW
        if seat != self.turn:
            return Rule.NOT_YOUR_TURN
        if action.kind is _REST:
            certain = not self.trick and self._may_take_rest(seat)
            return None if certain else Rule.NOT_CERTAIN
        if not self.hands[seat] >> action.value & 1:
            return Rule.NOT_IN_HAND
        return None if self._playable >> action.value & 1 else self._refuse_card(seat, action.value)

    def _apply(self, seat: int | None, move: Move) -> None:
        """Apply a move that is legal, a card left out."""
        if isinstance(move, Deal):
            self.dealt += 1
            self.decision = 0
            self.trump = self.turned = self.declarer = None
            self.bids = []
            self.trick = []
            self.tricks = []
            self.counted = set()
            self._unclaimed = 0
            self._deal(Stream(move.seed))
            return
        kind = move.kind
        if kind is _CLOSE:
            self._score()
            return
        if seat is None:  # pragma: no cover - `_refusal` has seen to it
            raise AssertionError(move)
        if kind is _CLAIM:
            last = self.tricks[-1]
            self.tricks[-1] = last._replace(roem=self._unclaimed)
            self._unclaimed = 0
        elif kind is _COUNT:
            self.counted.add(seat)
        elif kind is _REST:
            self.decision += 1
            self._take_rest(seat)
        else:
            self.decision += 1
            self.bids.append((seat, move))
            self._bid(seat, move)

    def copy(self) -> Self:
        """Return an independent match in the same state."""
        twin = object.__new__(type(self))
        for name, value in self.__dict__.items():
            twin.__dict__[name] = value.copy() if isinstance(value, (list, set)) else value
        return twin

    def view(self, seat: int | None) -> View:
        """Return what this seat may know; None: what everyone may know."""
        decisions = () if seat is None else (a for a in self.legal(seat) if a is not CLAIM)
        return View(
            game=self.game,
            house=self.house,
            sides=self.sides,
            seat=seat,
            phase=self.phase,
            turn=self.turn,
            deal=self.number,
            dealt=self.dealt,
            length=self.length,
            decision=self.decision,
            dealer=self.dealer,
            trump=self.trump,
            turned=self.turned,
            declarer=self.declarer,
            makers=None if self.declarer is None else self.side_of(self.declarer),
            bids=tuple(self.bids),
            hand=0 if seat is None else self.hands[seat],
            sizes=tuple(hand.bit_count() for hand in self.hands),
            trick=tuple(self.trick),
            tricks=tuple(self.tricks),
            legal=tuple(decisions),
            claimable=seat is not None and self._may_claim(seat) is None,
            counted=tuple(sorted(self.counted)),
            results=tuple(self.results),
            totals=self.totals,
            outcome=self.outcome,
        )

    def __repr__(self) -> str:
        return f"<{type(self).__name__} deal {self.number} {self.phase} turn {self.turn}>"
