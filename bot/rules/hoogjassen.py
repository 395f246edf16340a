"""Hoogjassen (rules.md §3, seed text `hoogjassen.txt`).

Where sources differ the choice is a house rule, H-1 to H-21, one option each in
`HoogjassenHouse`; its default comes first.

What a deal draws from its seed, in this order (see `shuffle`):

1. The pack, without the cards that are left out and in the order of card numbers, is shuffled.
   Under a light shuffle (H-20) this holds for the first deal alone. Later the gathered pack is
   three times taken off from the top in packets of `below(6) + 1` cards, the last one what is
   left, each put on top of those before; then it is cut.
2. The talon comes off the top, and the rest is cut. A cut of n cards puts the top
   `8 + below(n - 15)` cards under the others, so that at least 8 lie on either side.
3. For the first deal, the dealer: `below(seats)`.

Then packets go clockwise from eldest, off the top.

The pack is gathered so: the tricks as they were taken, each in order of play; the cards that were
never played (the rest was taken, or the deal passed out) hand by hand from eldest, each as it was
dealt, and behind them what of the talon was in the declarer's hand; last what was laid away or
left in the talon, in the same order. So nothing but the log decides how the next pack lies.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import Annotated, ClassVar, Literal, NamedTuple

from pydantic import Field

from bot.rules import low_ten
from bot.rules.actions import BLIND, DECLARE, PASS, TAKE, TRUMPS, Action, Kind, Rule, bid
from bot.rules.cards import PACK, Card, CardSet, cards_in, mask_of
from bot.rules.declared import Declared, declared_roem
from bot.rules.house import House, Row, Value
from bot.rules.match import PASSED_OUT_LIMIT, Match
from bot.rules.shuffle import Stream
from bot.rules.view import Announced, DealResult, Outcome, Phase, Reason, places_of
from bot.rules.worth import Winning

SEATS = 4
USUAL_LOWEST_BID = {4: 120, 3: 170}
HIGHEST_BID = 800
MARKET_POINTS = 150
"""What declarer and defenders always make together, rounded."""
ALL_TRICKS_POINTS = 250
ALL_TRICKS_BONUS = 100
CUT_MARGIN = 8
"""At least so many cards lie on either side of a cut."""


class HoogjassenHouse(House):
    """House rules of Hoogjassen (rules.md §3)."""

    pack: Annotated[Literal["31", "32"], Row("H-1", "seed")] = "31"
    lowest_bid: Annotated[
        int,
        Field(ge=0, le=250, multiple_of=10),
        Row("H-2", "seed", tuple(range(0, 251, 10))),
    ] = 0
    """0 stands for the usual one: 120, with three players 170."""
    all_pass: Annotated[
        Literal["same_dealer", "next_dealer", "dealer_must"], Row("H-3", "seed")
    ] = "same_dealer"  # noqa: S105 - a pass of the bidding
    discards_for: Annotated[Literal["declarer", "defenders"], Row("H-4", "derived")] = "declarer"
    roem_from: Annotated[Literal["kept", "all"], Row("H-7", "choice")] = "kept"
    overlap: Annotated[Literal["allowed", "exclusive"], Row("H-8", "choice")] = "allowed"
    blind_doubles: Annotated[Literal["all", "all_but_100"], Row("H-10", "seed")] = "all"
    all_tricks: Annotated[Literal["always", "if_bid_250"], Row("H-12", "seed")] = "always"
    dealer: Annotated[Literal["by_turn", "last_declarer"], Row("H-16", "seed")] = "by_turn"
    three_players: Annotated[Literal["31", "30", "32", "24"], Row("H-18", "choice")] = "31"
    length: Annotated[Literal["16", "4", "8", "24", "open"], Row("H-19", "choice")] = "16"
    shuffle: Annotated[Literal["full", "light"], Row("H-20", "choice")] = "full"
    money: Annotated[
        int, Field(ge=0, le=1000), Row("H-21", "seed", (5, 0, 1, 2, 10, 20, 25, 50, 100))
    ] = 5
    """Cents for 10 points, for display alone; 0 hides them."""

    presets: ClassVar[dict[str, dict[str, Value]]] = {
        "brabant": {},
        "with_7c": {"pack": "32"},
        "kitchen_table": {"dealer": "last_declarer", "length": "open", "shuffle": "light"},
        "strict": {
            "discards_for": "defenders",
            "overlap": "exclusive",
            "blind_doubles": "all_but_100",
            "all_tricks": "if_bid_250",
        },
    }

    @classmethod
    def values_of(cls, name: str, seats: int | None = None) -> tuple[Value, ...]:
        """Return the values of an option; the lowest bid that 0 stands for is left out.

        So they are 25, as many as a menu holds.
        """
        values = super().values_of(name, seats)
        usual = USUAL_LOWEST_BID.get(seats or SEATS) if name == "lowest_bid" else None
        return tuple(value for value in values if value != usual)

    def idle(self, seats: int) -> frozenset[str]:
        """Return the options that have no effect in this combination."""
        idle = {"pack" if seats == 3 else "three_players"}
        if self.lowest_bid == ALL_TRICKS_POINTS:
            # No bid is lower than 250: all tricks always give it.
            idle.add("all_tricks")
        return frozenset(idle)


class _Cards(NamedTuple):
    """How the cards are divided at a table."""

    pack: tuple[Card, ...]
    talon: int
    packets: tuple[int, ...]


_SEVEN_OF_SPADES, _SEVEN_OF_CLUBS, _NINE = 0, 24, 2
_WITHOUT_7C = tuple(card for card in PACK if card != _SEVEN_OF_CLUBS)
_CARDS = {
    4: {
        "31": _Cards(_WITHOUT_7C, 3, (4, 3)),
        "32": _Cards(PACK, 4, (4, 3)),
    },
    3: {
        "31": _Cards(_WITHOUT_7C, 4, (3, 3, 3)),
        "30": _Cards(tuple(c for c in _WITHOUT_7C if c != _SEVEN_OF_SPADES), 3, (3, 3, 3)),
        "32": _Cards(PACK, 2, (3, 4, 3)),
        "24": _Cards(tuple(card for card in PACK if card & 7 >= _NINE), 3, (4, 3)),
    },
}

_POINTS = tuple(tuple(low_ten.points(card, trump) for card in PACK) for trump in range(4))
"""`low_ten.points` for each trump and each card: a match asks for every card played."""

_FREE = (0, 0, 0)
_WINNING: tuple[tuple[tuple[Winning, ...], ...], ...] = tuple(
    tuple(
        tuple((low_ten.strength(card, led, trump), _FREE, _FREE) for card in PACK)
        for led in range(4)
    )
    for trump in range(4)
)
"""For each trump, each suit led and each card: its strength. What lies demands nothing."""

_BIDS = tuple(bid(points) for points in range(10, HIGHEST_BID + 1, 10))
_TAKE_OR_BLIND = (TAKE, BLIND)
_BIDDING, _PREPARING = Phase.BIDDING, Phase.PREPARING


@dataclass(frozen=True, slots=True)
class _Rules:
    """House rules in the form in which a match asks for them."""

    pack: tuple[Card, ...]
    talon: int
    hands: tuple[Callable[[list[Card]], tuple[Card, ...]], ...]
    """From eldest on, what takes a hand out of the pack once the talon is off."""
    lowest_bid: int
    deals: int | None
    """H-19, None where a match is open."""


@lru_cache(maxsize=64)
def _rules_of(house: HoogjassenHouse, seats: int) -> _Rules:
    """Work out these house rules, once for all matches that are played by them."""
    pack, talon, packets = _CARDS[seats][house.pack if seats == SEATS else house.three_players]
    places: list[list[int]] = [[] for _ in range(seats)]
    top = 0
    for packet in packets:
        for hand in places:
            hand.extend(range(top, top + packet))
            top += packet
    return _Rules(
        pack=pack,
        talon=talon,
        hands=tuple(itemgetter(*hand) for hand in places),
        lowest_bid=house.lowest_bid or USUAL_LOWEST_BID[seats],
        deals=None if house.length == "open" else int(house.length),
    )


def _cut(pack: list[Card], stream: Stream) -> list[Card]:
    place = CUT_MARGIN + stream.below(len(pack) - 2 * CUT_MARGIN + 1)
    return pack[place:] + pack[:place]


def _lightly_shuffled(gathered: Iterable[Card], stream: Stream) -> list[Card]:
    """Return the gathered cards as they lie after the light shuffle of H-20."""
    pack = list(gathered)
    for _ in range(3):
        pile: list[Card] = []
        while pack:
            packet = stream.below(6) + 1
            pile = pack[:packet] + pile
            pack = pack[packet:]
        pack = pile
    return _cut(pack, stream)


class Score(NamedTuple):
    """What a deal comes to."""

    points: int
    """What the declarer is held to have made."""
    net: int
    """What he made beyond his bid less roem, doubled where he played blind."""
    declarer: int
    opponent: int
    """What each of his opponents writes down."""


def score_deal(
    bid: int,
    roem: int,
    defenders: int,
    all_tricks: bool,  # noqa: FBT001 - a row of a table
    blind: bool,  # noqa: FBT001
    opponents: int,
    house: HoogjassenHouse,
) -> Score:
    """Return what a deal comes to (rules 8 and 9, H-10, H-12).

    `defenders` is D before rounding, with the points of the discards or the talon where these are
    the defenders' (H-4); `all_tricks` whether the declarer won them all; `opponents` how many
    there are.
    """
    # A last digit of 2 or more goes up.
    points = MARKET_POINTS - (defenders + 8) // 10 * 10
    rewarded = all_tricks and (house.all_tricks == "always" or bid >= ALL_TRICKS_POINTS)
    if rewarded:
        points = ALL_TRICKS_POINTS
    net = points - (bid - roem)
    if blind:
        net *= 2
        if rewarded and house.blind_doubles == "all_but_100":
            net -= ALL_TRICKS_BONUS
    return Score(points, net, net * opponents, -net)


class Hoogjassen(Match):
    """A match of Hoogjassen: four seats, or three, each for himself."""

    __slots__ = ("_pack", "_rules", "_speakers", "bid")

    game: ClassVar[str] = "hoogjassen"
    counts: ClassVar[tuple[int, ...]] = (4, 3)
    house_type: ClassVar[type[House]] = HoogjassenHouse
    strengths: ClassVar[tuple[Sequence[int], Sequence[int]]] = (
        low_ten.PLAIN_STRENGTH,
        low_ten.TRUMP_STRENGTH,
    )
    house: HoogjassenHouse

    def __init__(self, house: HoogjassenHouse | None = None, seats: int = SEATS) -> None:
        super().__init__(house or HoogjassenHouse(), seats)
        self._rules = rules = _rules_of(self.house, seats)
        self.open_ended = rules.deals is None
        self.bid = 0
        """The highest bid so far in this deal, 0 while there is none."""
        self._speakers: tuple[int, ...] = ()
        """The seats that have not passed, the one in turn first."""
        self._pack: tuple[Card, ...] = ()
        """The cards as dealt, hand by hand from eldest and then the talon, which is also how they
        are gathered where everybody passes; once a deal is scored, the cards as gathered."""

    @property
    def length(self) -> int | None:
        """Deals of the whole match (H-19)."""
        return self._rules.deals

    def _is_over(self) -> bool:
        return len(self.results) == self._rules.deals

    def _outcome(self) -> Outcome:
        totals = self.totals
        places = places_of([(total,) for total in totals])
        first = tuple(side for side, place in enumerate(places) if place == 1)
        return Outcome(totals, first, places)

    # Dealing.

    def _deal(self, stream: Stream) -> None:
        rules = self._rules
        first = self.dealt == 1
        if first or self.house.shuffle == "full":
            pack = stream.shuffled(rules.pack)
        else:
            pack = _lightly_shuffled(self._pack, stream)
        talon, rest = pack[: rules.talon], _cut(pack[rules.talon :], stream)
        self.dealer = stream.below(self.seats) if first else self._next_dealer()
        seat = self._left[self.dealer]
        hands = [hand(rest) for hand in rules.hands]
        for hand in hands:
            self.hands[seat] = mask_of(hand)
            seat = self._left[seat]
        self.talon = mask_of(talon)
        self._pack = (*chain.from_iterable(hands), *talon)
        self._open_bidding()

    def _next_dealer(self) -> int:
        if self._passed_out:
            same = self.house.all_pass == "same_dealer"  # noqa: S105 - a pass of the bidding
            return self.dealer if same else self._left[self.dealer]
        if self.house.dealer == "last_declarer":
            return self.results[-1].declarer
        return self._left[self.dealer]

    def _gather(self) -> None:
        """Put the pack together for the next deal, as the head of this file says."""
        played = [card for trick in self.tricks for _, card in trick.cards]
        away = self._out_of_play
        left = mask_of(self._pack) & ~(mask_of(played) | away)
        self._pack = (
            *played,
            *(card for card in self._pack if left >> card & 1),
            *(card for card in self._pack if away >> card & 1),
        )

    @property
    def _out_of_play(self) -> CardSet:
        """The cards laid away, or else the talon."""
        return self.laid or self.talon

    # Bidding, and what the declarer does before he leads.

    def _open_bidding(self) -> None:
        eldest = self._left[self.dealer]
        self.bid = 0
        if self._passed_out == PASSED_OUT_LIMIT:
            self._hold_dealer()
            return
        self.phase = _BIDDING
        self._speakers = tuple((eldest + place) % self.seats for place in range(self.seats))
        self.turn = eldest

    def _choices(self) -> Sequence[Action]:
        if self.phase is _BIDDING:
            lowest = max(self._rules.lowest_bid, self.bid + 10)
            return (PASS, *_BIDS[lowest // 10 - 1 :])
        if self.plays_blind is None:
            return _TAKE_OR_BLIND
        if not self._open_to_words():
            return ()
        named = TRUMPS if self.trump is None else ()
        return (*named, DECLARE) if self._roem().value else named

    def _open_to_words(self) -> bool:
        """Whether the declarer may name trump or declare roem, if he has not done so."""
        if self.announced:
            return False
        return self._sayable or (self.to_lay > 0 and self.house.roem_from == "all")

    def _refuse_choice(self, action: Action) -> Rule:
        kind = action.kind
        if self.phase is _BIDDING:
            return _refuse_bid(action.value) if kind is Kind.BID else Rule.NOT_NOW
        if kind not in (Kind.LAY, Kind.TRUMP, Kind.DECLARE):
            return Rule.NOT_NOW
        if self.plays_blind is None:
            return Rule.TALON_FIRST
        if self.to_lay and self.house.roem_from == "kept":
            return Rule.MUST_LAY
        if kind is Kind.TRUMP and (self.announced or self.trump is not None):
            return Rule.TRUMP_IS_NAMED
        if kind is Kind.DECLARE and not self.announced:
            return Rule.NO_HAND_ROEM
        return Rule.NOT_NOW

    def _choose(self, seat: int, action: Action) -> None:
        kind = action.kind
        if kind is Kind.PASS:
            self._speakers = self._speakers[1:]
            self._go_round()
        elif kind is Kind.BID:
            self.bid = action.value
            self._speakers = (*self._speakers[1:], seat)
            self._go_round()
        elif kind is Kind.TAKE:
            self._take_talon(seat)
        elif kind is Kind.BLIND:
            self.plays_blind = True
            self._open_play(seat)
        elif kind is Kind.TRUMP:
            self._name_trump(action.value)
        else:
            self.announced.append(self._as_declared(seat))

    def _go_round(self) -> None:
        """Ask the next seat that has not passed, if there is one to ask."""
        speakers = self._speakers
        # The bidder is not asked to raise himself; without a bid the last one still is.
        if len(speakers) > 1 or (speakers and not self.bid):
            self.turn = speakers[0]
        elif speakers:
            self._open_talon(speakers[0])
        elif self.house.all_pass == "dealer_must":  # noqa: S105 - a pass of the bidding
            self._hold_dealer()
        else:
            self._pass_out()

    def _hold_dealer(self) -> None:
        """Let the dealer play at the lowest bid; it is shown as if he had made it."""
        self.bid = self._rules.lowest_bid
        self.bids.append((self.dealer, bid(self.bid)))
        self._open_talon(self.dealer)

    def _open_talon(self, seat: int) -> None:
        self.declarer = self.turn = seat
        self.phase = _PREPARING

    def _take_talon(self, seat: int) -> None:
        self.plays_blind = False
        self.taken, self.talon = self.talon, 0
        self.hands[seat] |= self.taken
        self.to_lay = self.taken.bit_count()

    def _lay(self, seat: int, cards: CardSet) -> None:  # noqa: ARG002 - the base has laid them
        self._open_play(seat)

    def _open_play(self, seat: int) -> None:
        self._lead(seat)
        # Under H-7 trump and roem came before the lay-away, except where there was none.
        self._sayable = bool(self.plays_blind) or self.house.roem_from == "kept"

    def _roem(self) -> Declared:
        """Return what the seat in turn, the declarer, can declare as he holds his cards now."""
        hand = 0 if self.turn is None else self.hands[self.turn]
        return declared_roem(hand, self.trump, exclusive=self.house.overlap == "exclusive")

    def _as_declared(self, seat: int) -> Announced:
        value, cards = self._roem()
        return Announced(seat, "roem", value, cards, None, value)

    def _offer(self, seat: int) -> Announced | None:
        return self._as_declared(seat) if self._open_to_words() and self._roem().value else None

    def _name_trump(self, suit: int) -> None:
        self.trump = suit = int(suit)
        self._values = _POINTS[suit]
        self._by_led = _WINNING[suit]

    # Playing.

    def _play(self, seat: int, card: Card) -> None:
        self._sayable = False
        if self.trump is None:
            # He said nothing: the suit of the first lead is trump.
            self._name_trump(card >> 3)
        super()._play(seat, card)

    def _refuse_play(self, seat: int, action: Action) -> Rule | None:
        if self.phase is _PREPARING and seat == self.turn and self.plays_blind is None:
            return Rule.TALON_FIRST
        return super()._refuse_play(seat, action)

    def _find_playable(self, seat: int) -> CardSet:
        return low_ten.legal_cards(self.hands[seat], self.trick[0][1] >> 3, self.trump or 0)

    def _refuse_card(self, seat: int, card: Card) -> Rule:  # noqa: ARG002 - the suit led tells
        return Rule.FOLLOW_TRUMP if self.trick[0][1] >> 3 == self.trump else Rule.FOLLOW_OR_RUFF

    def _may_take_rest(self, seat: int) -> bool:
        # Before the first trick is complete trump may be unnamed, and nobody knows a thing.
        if not self.tricks:
            return False
        mine = self.hands[seat]
        unseen = sum(self.hands) - mine | self.talon
        if seat != self.declarer:
            unseen |= self.laid
        return low_ten.rest_is_certain(mine, unseen, self.trump or 0)

    # Scoring.

    def _score(self) -> None:
        super()._score()
        self._gather()

    def _result(self) -> DealResult:
        trump, declarer = self.trump, self.declarer
        if trump is None or declarer is None:  # pragma: no cover - a deal ends with a trump
            raise AssertionError(self)
        seats, away = self.seats, self._out_of_play
        cards, tricks, roem = [0] * seats, [0] * seats, [0] * seats
        for trick in self.tricks:
            cards[trick.winner] += trick.points
            tricks[trick.winner] += 1
        # The last trick's points; and, where the rest was taken, the cards that were not played.
        discarded = sum(self._values[card] for card in cards_in(away))
        cards[self.tricks[-1].winner] += low_ten.CARD_POINTS - discarded - sum(cards)
        roem[declarer] = sum(announced.credited for announced in self.announced)
        defenders = sum(cards) - cards[declarer]
        if self.house.discards_for == "defenders":
            defenders += discarded
        pit, blind = tricks[declarer] == len(self.tricks), bool(self.plays_blind)
        score = score_deal(self.bid, roem[declarer], defenders, pit, blind, seats - 1, self.house)
        reasons = {Reason.MADE if score.net >= 0 else Reason.NAT}
        if pit:
            reasons.add(Reason.PIT)
        if blind:
            reasons.add(Reason.BLIND)
        return DealResult(
            len(self.results) + 1,
            self.dealer,
            trump,
            declarer,
            declarer,
            tuple(cards),
            tuple(roem),
            tuple(tricks),
            tuple(score.declarer if seat == declarer else score.opponent for seat in range(seats)),
            frozenset(reasons),
            tuple(cards),
            bid=self.bid,
            points=score.points,
            discards=away,
        )


def _refuse_bid(points: int) -> Rule:
    """Name the rule that a bid breaks which may not be made now."""
    if points % 10:
        return Rule.BID_IN_TENS
    return Rule.BID_TOO_HIGH if points > HIGHEST_BID else Rule.BID_TOO_LOW
