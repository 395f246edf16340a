"""The life of a match: deals, decisions, actions, views, totals.

`Match` knows seats, turns, tricks, claims, cards laid away, what is said with a card, the log and
views. A game is a subclass that says its house rules and its own phases through a handful of
hooks; the base has no `if game`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import ClassVar, Self

from bot.rules.actions import (
    CLAIM,
    CLOSE,
    COUNT,
    END,
    PLAYS,
    REST,
    Action,
    Deal,
    Kind,
    Move,
    Refused,
    Rule,
    lay,
    plays_of,
)
from bot.rules.cards import PACK, Card, CardSet, cards_in
from bot.rules.house import House
from bot.rules.play import PLAIN_STRENGTH, TRUMP_STRENGTH
from bot.rules.shuffle import Stream
from bot.rules.view import Announced, DealResult, Outcome, Phase, Trick, View
from bot.rules.worth import Winning

PASSED_OUT_LIMIT = 10
"""After so many passed-out deals in a row the next is forced: a match must end."""

ALONE: tuple[CardSet, ...] = tuple(1 << card for card in PACK)
"""For each card the set that holds it alone; such sets add up to larger ones."""


# Python 3.11 takes longer to find a member of an enum than to play half a card.
_CLAIM, _CLOSE, _COUNT, _PLAY, _REST = Kind.CLAIM, Kind.CLOSE, Kind.COUNT, Kind.PLAY, Kind.REST
_END, _LAY = Kind.END, Kind.LAY
_DEALING, _BIDDING, _PLAYING = Phase.DEALING, Phase.BIDDING, Phase.PLAYING
_PREPARING = Phase.PREPARING
_COUNTING, _OVER = Phase.COUNTING, Phase.OVER


class Match(ABC):
    """A match of many deals: a fold over its log.

    `push` is the only way forward; whatever it refuses leaves the match as it was.
    """

    # More attributes than CPython's instances look up fast without it.
    __slots__ = (
        "_best_seat",
        "_by_led",
        "_claim_any",
        "_claims",
        "_led",
        "_left",
        "_passed_out",
        "_playable",
        "_sayable",
        "_unclaimed",
        "_values",
        "_winning",
        "announced",
        "asked",
        "bids",
        "blind",
        "counted",
        "dealer",
        "dealt",
        "decision",
        "declarer",
        "ending",
        "hands",
        "house",
        "laid",
        "log",
        "open_ended",
        "phase",
        "plays_blind",
        "results",
        "seats",
        "shown",
        "sides",
        "taken",
        "talon",
        "to_lay",
        "trick",
        "tricks",
        "trump",
        "turn",
        "turned",
    )

    game: ClassVar[str]
    counts: ClassVar[tuple[int, ...]]
    """With how many seats the game is played, the usual number first."""
    house_type: ClassVar[type[House]]
    strengths: ClassVar[tuple[Sequence[int], Sequence[int]]] = (PLAIN_STRENGTH, TRUMP_STRENGTH)
    """How strong each rank is: of a plain suit, of trumps."""
    house: House
    sides: tuple[tuple[int, ...], ...]

    def __init__(self, house: House, seats: int) -> None:
        if seats not in self.counts:
            raise ValueError(f"{self.game} is not played by {seats}")
        self.house = house
        self.seats = seats
        self.sides = self.sides_of(seats)
        self.log: list[tuple[int | None, Move]] = []
        self.phase = Phase.DEALING
        self.turn: int | None = None
        self.dealer = 0
        self.dealt = 0
        """Deals dealt so far, passed-out ones included: the number of the last seed."""
        self.decision = 0
        self.results: list[DealResult] = []
        self._left = tuple((seat + 1) % seats for seat in range(seats))
        """For each seat the next, clockwise."""
        self._claims = self._claim_any = False
        """Whether roem in tricks is claimed; and whether by any player, into the next trick."""
        self.open_ended = False
        """Whether the match goes on until its end is asked for."""
        self.asked: set[int] = set()
        """Who has asked that the match ends with this deal."""
        self.ending = False
        self._passed_out = 0
        """Passed-out deals in a row."""
        self._values: Sequence[int] = ()
        """Under this trump, the card points of each card."""
        self._by_led: Sequence[Sequence[Winning]] = ()
        """Under this trump, by the suit led, what each card is worth in a trick."""
        self._led: Sequence[Winning] = ()
        self._winning: Winning = (0, (0, 0, 0), (0, 0, 0))
        self._best_seat = 0
        self._clear()

    def _clear(self) -> None:
        """Forget the deal before."""
        self.decision = 0
        self.hands: list[CardSet] = [0] * self.seats
        self.blind: list[CardSet] = [0] * self.seats
        """The cards that lie face down before each seat."""
        self.talon: CardSet = 0
        self.shown: list[Card] = []
        self.taken: CardSet = 0
        self.laid: CardSet = 0
        self.to_lay = 0
        """How many cards the seat in turn is to lay away."""
        self.trump: int | None = None
        self.turned: int | None = None
        self.declarer: int | None = None
        self.plays_blind: bool | None = None
        self.bids: list[tuple[int, Action]] = []
        self.announced: list[Announced] = []
        self.trick: list[tuple[int, Card]] = []
        self.tricks: list[Trick] = []
        self.counted: set[int] = set()
        self._unclaimed = 0
        self._playable = 0
        """The cards that the seat in turn may play; 0 unless it has to play one."""
        self._sayable = False
        """Whether, while cards are played, something may be said by some seat."""

    # What a game says of itself.

    @classmethod
    def sides_of(cls, seats: int) -> tuple[tuple[int, ...], ...]:
        """Return the sides that so many seats make: each its own, unless the game has partners."""
        return tuple((seat,) for seat in range(seats))

    @property
    @abstractmethod
    def length(self) -> int | None:
        """Deals of the whole match, None where it is not known beforehand."""

    @abstractmethod
    def _outcome(self) -> Outcome:
        """Say how the match that is over ended."""

    @abstractmethod
    def _deal(self, stream: Stream) -> None:
        """Deal the cards and open the bidding or the play."""

    @abstractmethod
    def _choices(self) -> Sequence[Action]:
        """Return what the seat in turn may say: bids, and what else comes before the play.

        Plays and cards to lay away are left out; while cards are played it is asked only where
        `_sayable` is set.
        """

    @abstractmethod
    def _refuse_choice(self, action: Action) -> Rule:
        """Name the rule that an action outside `_choices` breaks."""

    @abstractmethod
    def _choose(self, seat: int, action: Action) -> None:
        """Apply one of `_choices`."""

    def _lay(self, seat: int, cards: CardSet) -> None:
        """Lay away so many cards of the hand as `to_lay` says."""
        raise NotImplementedError

    def _additions(self, seat: int, card: Card) -> Sequence[int]:  # noqa: ARG002
        """Return what may be said with a card (ANNOUNCE, STUK or both), where `_sayable` is set."""
        return ()

    def _refuse_addition(self, seat: int, action: Action) -> Rule:  # noqa: ARG002
        """Name the rule that something said with a card breaks, outside `_additions`."""
        return Rule.NOT_NOW

    def _say(self, seat: int, action: Action) -> None:
        """Apply what is said with a card, just before the card is laid."""
        raise NotImplementedError

    def _offer(self, seat: int) -> Announced | None:  # noqa: ARG002
        """Return the roem that a seat in turn could announce or declare, as only it may know."""
        return None

    @abstractmethod
    def _find_playable(self, seat: int) -> CardSet:
        """Return the cards that a seat may add to the trick that lies."""

    @abstractmethod
    def _refuse_card(self, seat: int, card: Card) -> Rule:
        """Name the rule that a card of the hand outside `_find_playable` breaks."""

    def _trick_roem(self, cards: CardSet) -> int:  # noqa: ARG002
        """Return the roem that the cards of a trick make."""
        return 0

    @abstractmethod
    def _may_take_rest(self, seat: int) -> bool:
        """Whether the seat in turn, on lead, wins all the rest for certain, as it can see."""

    @abstractmethod
    def _result(self) -> DealResult:
        """Score the deal."""

    @abstractmethod
    def _is_over(self) -> bool:
        """Whether the match is over with the deal that was scored last, unasked."""

    # What games share.

    def _lead(self, seat: int) -> None:
        """Begin the play: this seat leads to the first trick."""
        self.phase = _PLAYING
        self.turn = seat
        self._playable = self.hands[seat]

    def _play(self, seat: int, card: Card) -> None:
        """Lay a legal card, complete the trick and the deal where it does."""
        trick = self.trick
        if not trick:
            self._led = self._by_led[card >> 3]
            self._winning = self._led[card]
            self._best_seat = seat
        elif self._led[card][0] > self._winning[0]:
            self._winning = self._led[card]
            self._best_seat = seat
        trick.append((seat, card))
        self.hands[seat] ^= ALONE[card]
        laid = len(trick)
        if self._unclaimed and laid > self._claim_any:
            self._unclaimed = 0
        if laid == self.seats:
            self._complete_trick()
        else:
            self.turn = seat = self._left[seat]
            self._playable = self._find_playable(seat)

    def _complete_trick(self) -> None:
        trick = tuple(self.trick)
        values = self._values
        points = cards = 0
        for _, card in trick:
            points += values[card]
            cards += ALONE[card]
        made = self._trick_roem(cards)
        winner = self._best_seat
        claims = self._claims
        self.tricks.append(Trick(trick, winner, points, 0 if claims else made))
        self.trick = []
        if claims:
            self._unclaimed = made
        hand = self.hands[winner]
        if hand:
            self.turn = winner
            self._playable = hand
            return
        self._playable = 0
        if claims:
            self.turn = None
            self.phase = _COUNTING
        else:
            self._score()

    def _may_claim(self, seat: int) -> Rule | None:
        """Name the rule that keeps a seat from trying to claim, None if nothing does."""
        phase = self.phase
        if not self._claims or not self.tricks or not (phase is _PLAYING or phase is _COUNTING):
            return Rule.CLAIM_CLOSED
        last = self.tricks[-1]
        if last.roem:
            return Rule.CLAIMED
        if len(self.trick) > self._claim_any:
            return Rule.CLAIM_CLOSED
        own = self._claim_any or self.side_of(last.winner) == self.side_of(seat)
        return None if own else Rule.NOT_YOUR_TRICK

    def _take_rest(self, seat: int) -> None:
        """Give the rest of the tricks to the seat and score the deal.

        It closes the window for roem of the trick before, as leading does for one's own side.
        """
        while self.hands[seat]:
            # How the cards would fall changes no score: the tricks are kept without them.
            self.tricks.append(Trick((), seat, 0, 0))
            self.hands[seat] &= self.hands[seat] - 1
        self.hands = [0] * self.seats
        self._unclaimed = self._playable = 0
        self._score()

    def _score(self) -> None:
        """Score the deal and end it."""
        self.results.append(self._result())
        self.turn = None
        self._unclaimed = self._passed_out = 0
        self._sayable = False
        self.phase = _OVER if self.ending or self._is_over() else _DEALING

    def _pass_out(self) -> None:
        """End a deal that nobody plays."""
        self._passed_out += 1
        self.phase = _DEALING
        self.turn = None

    # What everyone may ask.

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, None while it goes on."""
        return self._outcome() if self.phase is _OVER else None

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
        """Return the side that a seat belongs to: its own, unless the game has partners."""
        return seat

    def legal(self, seat: int | None) -> list[Action]:
        """Return every action that `push` takes from this seat now, in a fixed order.

        For seat None, nobody's: `CLOSE` when the last trick lies, `END` where a match has no
        length. A `Deal` is not listed: there are too many; it is legal for None in the phase
        DEALING.
        """
        if seat is None:
            actions = [CLOSE] if self.phase is _COUNTING else []
            return [*actions, END] if self._may_end(None) is None else actions
        if seat == self.turn:
            if self._playable:
                actions = plays_of(self._playable)
                if not self.trick and self._may_take_rest(seat):
                    actions.append(REST)
                if self._sayable:
                    actions += self._said(seat)
            else:
                actions = [*self._choices(), *self._lays(seat)]
        elif self.phase is _COUNTING and 0 <= seat < self.seats and seat not in self.counted:
            actions = [COUNT]
        else:
            actions = []
        if self._unclaimed and 0 <= seat < self.seats and self._may_claim(seat) is None:
            actions.append(CLAIM)
        if self.open_ended and self._may_end(seat) is None:
            actions.append(END)
        return actions

    def _said(self, seat: int) -> Iterable[Action]:
        """Return the plays with something said, and what may be said without a card."""
        for card in cards_in(self._playable):
            for said in self._additions(seat, card):
                yield PLAYS[card | said]
        yield from self._choices()

    def _lays(self, seat: int) -> Iterable[Action]:
        if self.to_lay:
            for cards in combinations(cards_in(self.hands[seat]), self.to_lay):
                yield lay(sum(ALONE[card] for card in cards))

    def push(self, seat: int | None, move: Move) -> None:
        """Apply a move of a seat; None is nobody's seat (`Deal`, `CLOSE`, `END`).

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
        if kind is _END:
            return self._may_end(seat)
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
        if not (phase is _BIDDING or phase is _PREPARING or self._sayable):
            return Rule.NOT_NOW
        if seat != self.turn:
            return Rule.NOT_YOUR_TURN
        if kind is _LAY and self.to_lay:
            return self._refuse_lay(seat, move.value)
        return None if move in self._choices() else self._refuse_choice(move)

    def _refuse_play(self, seat: int, action: Action) -> Rule | None:
        if self.phase is not _PLAYING:
            preparing = self.phase is _PREPARING and seat == self.turn and self.to_lay
            return Rule.MUST_LAY if preparing else Rule.NOT_NOW
        if seat != self.turn:
            return Rule.NOT_YOUR_TURN
        if action.kind is _REST:
            certain = not self.trick and self._may_take_rest(seat)
            return None if certain else Rule.NOT_CERTAIN
        card = action.card
        if not self.hands[seat] >> card & 1:
            return Rule.NOT_IN_HAND
        if not self._playable >> card & 1:
            return self._refuse_card(seat, card)
        said = action.value - card
        if not said or (self._sayable and said in self._additions(seat, card)):
            return None
        return self._refuse_addition(seat, action)

    def _refuse_lay(self, seat: int, cards: CardSet) -> Rule | None:
        if cards & ~self.hands[seat]:
            return Rule.NOT_IN_HAND
        return None if cards.bit_count() == self.to_lay else Rule.LAY_COUNT

    def _may_end(self, seat: int | None) -> Rule | None:
        """Name the rule that keeps a seat, or the table, from asking for the end."""
        if not self.open_ended:
            return Rule.NOT_OPEN
        if self.phase is _OVER:
            return Rule.OVER
        if seat is not None and not 0 <= seat < self.seats:
            return Rule.NOT_YOUR_TURN
        return Rule.ASKED if self.ending or seat in self.asked else None

    def _ask_end(self, seat: int | None) -> None:
        """Note who asks for the end; the table's word, or that of most seats, decides."""
        if seat is not None:
            self.asked.add(seat)
        self.ending = seat is None or 2 * len(self.asked) > self.seats
        # Between deals the one that was scored last is the one that it ends with.
        if self.ending and self.phase is _DEALING and self.results:
            self.phase = _OVER

    def _begin(self, stream: Stream) -> None:
        """Deal anew; what was asked for during a passed-out deal holds for the next."""
        self.dealt += 1
        if not self._passed_out:
            self.asked = set()
        self._clear()
        self._deal(stream)

    def _apply(self, seat: int | None, move: Move) -> None:
        """Apply a move that is legal, a card with nothing said left out."""
        if isinstance(move, Deal):
            self._begin(Stream(move.seed))
            return
        kind = move.kind
        if kind is _CLOSE:
            self._score()
            return
        if kind is _END:
            self._ask_end(seat)
            return
        if seat is None:  # pragma: no cover - `_refusal` has seen to it
            raise AssertionError(move)
        if kind is _CLAIM:
            last = self.tricks[-1]
            self.tricks[-1] = last._replace(roem=self._unclaimed)
            self._unclaimed = 0
            return
        if kind is _COUNT:
            self.counted.add(seat)
            return
        self.decision += 1
        if kind is _REST:
            self._take_rest(seat)
        elif kind is _PLAY:
            self._say(seat, move)
            self._play(seat, move.card)
        elif kind is _LAY:
            self.laid = move.value
            self.hands[seat] ^= move.value
            self.to_lay = 0
            self._lay(seat, move.value)
        else:
            self.bids.append((seat, move))
            self._choose(seat, move)

    def copy(self) -> Self:
        """Return an independent match in the same state."""
        twin = object.__new__(type(self))
        for name in self.attributes():
            value = getattr(self, name)
            setattr(twin, name, value.copy() if isinstance(value, (list, set)) else value)
        return twin

    @classmethod
    @cache
    def attributes(cls) -> tuple[str, ...]:
        """Return the names of everything that a match holds."""
        return tuple(name for part in cls.__mro__ for name in getattr(part, "__slots__", ()))

    @classmethod
    def imagined(cls, house: House, seats: int, stream: Stream, passed_out: int = 0) -> Self:
        """Return a match with a deal that somebody thinks of, after so many passed-out deals.

        It can be played on like any other, but its log does not tell how it came about.
        """
        match = cls(house, seats)
        match._passed_out = passed_out
        match._begin(stream)
        return match

    def view(self, seat: int | None) -> View:
        """Return what this seat may know; None: what everyone may know."""
        legal: Iterable[Action] = ()
        if seat is not None:
            unseen = (Kind.CLAIM, Kind.LAY, Kind.END)
            # The ways to lay away are hundreds, and not shown: so they are not listed either.
            lays = self.to_lay and seat == self.turn
            actions = self._choices() if lays else self.legal(seat)
            legal = (action for action in actions if action.kind not in unseen)
        declares = seat is not None and seat == self.declarer
        return View(
            game=self.game,
            house=self.house,
            sides=self.sides,
            strengths=self.strengths,
            seat=seat,
            phase=self.phase,
            turn=self.turn,
            deal=self.number,
            dealt=self.dealt,
            length=self.length,
            decision=self.decision,
            dealer=self.dealer,
            passed_out=self._passed_out,
            trump=self.trump,
            turned=self.turned,
            shown=tuple(self.shown),
            talon=self.talon.bit_count(),
            declarer=self.declarer,
            makers=None if self.declarer is None else self.side_of(self.declarer),
            bids=tuple(self.bids),
            plays_blind=self.plays_blind,
            announced=tuple(self.announced),
            hand=0 if seat is None else self.hands[seat],
            sizes=tuple(hand.bit_count() for hand in self.hands),
            blind=tuple(cards.bit_count() for cards in self.blind),
            taken=self.taken if declares else 0,
            laid=self.laid if declares else 0,
            to_lay=self.to_lay,
            offer=None if seat is None or seat != self.turn else self._offer(seat),
            legal=tuple(legal),
            may_end=seat is not None and self._may_end(seat) is None,
            ending=self.ending,
            trick=tuple(self.trick),
            tricks=tuple(self.tricks),
            claims=self._claims,
            claimable=seat is not None and self._may_claim(seat) is None,
            counted=tuple(sorted(self.counted)),
            results=tuple(self.results),
            totals=self.totals,
            outcome=self.outcome,
        )

    def __repr__(self) -> str:
        return f"<{type(self).__name__} deal {self.number} {self.phase} turn {self.turn}>"
