"""Klaverjas (rules.md §1, seed text `klaverjas.txt`).

Where sources differ the choice is a house rule, K-0 to K-15, one option each in
`KlaverjasHouse`; its default comes first.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import Annotated, ClassVar, Literal

from bot.rules import play, roem
from bot.rules.actions import ACCEPT, PASS, TRUMPS, Action, Kind, Rule
from bot.rules.cards import Card, CardSet, Suit
from bot.rules.house import House, Row, Value
from bot.rules.match import ALONE, PASSED_OUT_LIMIT, Match
from bot.rules.shuffle import Stream
from bot.rules.view import DealResult, Outcome, Phase, Reason, places_of
from bot.rules.worth import POINTS, Winning, broken_duty, winning_of

SEATS = 4
PARTNER = (2, 3, 0, 1)
PIT_POINTS = 100
EXTRA_DEALS_LIMIT = 4


class KlaverjasHouse(House):
    """House rules of klaverjas (rules.md §1)."""

    system: Annotated[Literal["amsterdam", "rotterdam"], Row("K-0", "seed")] = "amsterdam"
    all_pass: Annotated[
        Literal["eldest_must", "dealer_must", "redeal_same_dealer", "redeal_next_dealer"],
        Row("K-1", "src: club rules"),
    ] = "eldest_must"  # noqa: S105 - a pass of the bidding
    trump_choice: Annotated[
        Literal["free", "eldest_must", "turn_up", "dealer_first", "drawn"], Row("K-2", "seed")
    ] = "free"
    partner_trumped: Annotated[
        Literal["no_undertrump", "discard_only"], Row("K-3", "seed, Pagat, Parlett")
    ] = "no_undertrump"
    opponent_trumped: Annotated[
        Literal["forbidden", "optional", "forced"], Row("K-4", "seed, Pagat, Parlett")
    ] = "forbidden"
    first_lead: Annotated[
        Literal["eldest", "maker"], Row("K-5", "src: Rotterdam union rules, Parlett")
    ] = "eldest"
    four_of_a_kind: Annotated[
        Literal["all_ranks", "ten_up", "jacks_100", "ten_up_jacks_100"], Row("K-6", "seed")
    ] = "all_ranks"
    tie: Annotated[Literal["nat", "made"], Row("K-8", "seed")] = "nat"
    roem: Annotated[Literal["claim_own", "claim_any", "auto"], Row("K-9", "seed")] = "claim_own"
    counter_pit: Annotated[bool, Row("K-10", "seed")] = True
    packets: Annotated[Literal["3-2-3", "4-4"], Row("K-13", "seed")] = "3-2-3"
    draw: Annotated[Literal["draw", "extra_deal"], Row("K-14", "choice")] = "draw"
    length: Annotated[Literal["16", "4", "8", "to_1500"], Row("K-15", "seed")] = "16"

    presets: ClassVar[dict[str, dict[str, Value]]] = {
        "amsterdam": {},
        "rotterdam": {"system": "rotterdam"},
        "utrecht": {"trump_choice": "eldest_must"},
        "turned": {"trump_choice": "turn_up"},
        "cafe": {"roem": "claim_any", "length": "to_1500"},
    }

    def idle(self, seats: int) -> frozenset[str]:  # noqa: ARG002 - always four
        """Return the options that have no effect in this combination."""
        idle = set()
        if self.trump_choice != "free":
            idle.add("all_pass")
        if self.system != "amsterdam":
            idle |= {"partner_trumped", "opponent_trumped"}
        if self.trump_choice in ("eldest_must", "drawn"):
            # Eldest is the maker.
            idle.add("first_lead")
        return frozenset(idle)


_PASS_OR_TRUMPS = (PASS, *TRUMPS)

# Options as the integers that `play` and `roem` take.
SYSTEMS = {"amsterdam": play.AMSTERDAM, "rotterdam": play.ROTTERDAM}
PARTNER_TRUMPED = {"no_undertrump": play.NO_UNDERTRUMP, "discard_only": play.DISCARD_ONLY}
OPPONENT_TRUMPED = {
    "forbidden": play.FORBIDDEN,
    "optional": play.OPTIONAL,
    "forced": play.FORCED,
}
FOUR_OF_A_KIND = {
    "all_ranks": roem.ALL_RANKS,
    "ten_up": roem.TEN_UP,
    "jacks_100": roem.JACKS_100,
    "ten_up_jacks_100": roem.TEN_UP_JACKS_100,
}

_BIDDING = Phase.BIDDING
_MADE, _NAT, _PIT, _COUNTER_PIT = Reason.MADE, Reason.NAT, Reason.PIT, Reason.COUNTER_PIT
_PASS, _TRUMP = Kind.PASS, Kind.TRUMP


@dataclass(frozen=True, slots=True)
class _Rules:
    """House rules in the form in which a match asks for them all the time."""

    four: int
    """K-6 as `roem.trick_roem` takes it."""
    deals: int | None
    """K-15, None where a match goes on to 1500."""
    hands: tuple[Callable[[list[CardSet]], tuple[CardSet, ...]], ...]
    """From eldest on, what takes a hand out of the shuffled pack."""
    speakers: tuple[tuple[int, ...], ...]
    """For each dealer, the seats that speak, in order."""
    winning: tuple[tuple[tuple[Winning, ...], ...], ...]
    """For each trump, each suit led and each card that wins the trick."""


@lru_cache(maxsize=64)
def _rules_of(house: KlaverjasHouse) -> _Rules:
    """Work out these house rules, once for all matches that are played by them."""
    around = (1, 2, 3, 4)
    last = {"eldest_must": (1,), "dealer_must": (4,)}
    from_dealer = {
        "free": around + last.get(house.all_pass, ()),
        "eldest_must": (1,),
        "dealer_first": (0, 1, 2, 3, 4),
    }.get(house.trump_choice, around + around)
    return _Rules(
        four=FOUR_OF_A_KIND[house.four_of_a_kind],
        deals=None if house.length == "to_1500" else int(house.length),
        hands=_hands_of(tuple(map(int, house.packets.split("-")))),
        speakers=tuple(
            tuple((dealer + place) % SEATS for place in from_dealer) for dealer in range(SEATS)
        ),
        winning=winning_of(
            SYSTEMS[house.system],
            PARTNER_TRUMPED[house.partner_trumped],
            OPPONENT_TRUMPED[house.opponent_trumped],
        ),
    )


def _hands_of(
    packets: Sequence[int],
) -> tuple[Callable[[list[CardSet]], tuple[CardSet, ...]], ...]:
    """Return what takes each hand, from eldest on, out of the pack; packets go round in turn."""
    places: list[list[int]] = [[] for _ in range(SEATS)]
    top = 0
    for packet in packets:
        for hand in places:
            hand.extend(range(top, top + packet))
            top += packet
    return tuple(itemgetter(*hand) for hand in places)


def score_deal(
    makers: int,
    cards: Sequence[int],
    roem: Sequence[int],
    tricks: Sequence[int],
    house: KlaverjasHouse,
) -> tuple[tuple[int, int], frozenset[Reason]]:
    """Return both sides' scores of a deal and why (rules 6 and 7, K-8, K-10).

    `cards` are card points with the last trick's 10, `roem` is what was claimed, `tricks` how many
    were won, each per side; `makers` is a side.
    """
    defenders = 1 - makers
    scores = [cards[0] + roem[0], cards[1] + roem[1]]
    difference = scores[makers] - scores[defenders]
    made = difference > 0 or (difference == 0 and house.tie == "made")
    reasons = [_MADE if made else _NAT]
    if not made:
        scores[makers] = 0
        scores[defenders] = play.CARD_POINTS + roem[0] + roem[1]
    if not tricks[defenders]:
        reasons.append(_PIT)
        if made:
            scores[makers] += PIT_POINTS
    elif not tricks[makers] and house.counter_pit:
        reasons.append(_COUNTER_PIT)
        scores[defenders] += PIT_POINTS
    return (scores[0], scores[1]), frozenset(reasons)


class Klaverjas(Match):
    """A match of klaverjas: four seats, partners opposite."""

    __slots__ = ("_extra_deals", "_four", "_rules", "_second_suit", "_speakers")

    game: ClassVar[str] = "klaverjas"
    counts: ClassVar[tuple[int, ...]] = (SEATS,)
    house_type: ClassVar[type[House]] = KlaverjasHouse
    house: KlaverjasHouse

    def __init__(self, house: KlaverjasHouse | None = None, seats: int = SEATS) -> None:
        super().__init__(house or KlaverjasHouse(), seats)
        self._extra_deals = 0
        self._speakers: tuple[int, ...] = ()
        """The seats that are still to speak, the one in turn first."""
        self._second_suit = 0
        self._rules = rules = _rules_of(self.house)
        self._claims = self.house.roem != "auto"
        self._claim_any = self.house.roem == "claim_any"
        self._four = rules.four

    @classmethod
    def sides_of(cls, seats: int) -> tuple[tuple[int, ...], ...]:  # noqa: ARG003 - always four
        """Return the sides: partners sit opposite."""
        return ((0, 2), (1, 3))

    def side_of(self, seat: int) -> int:
        """Return the side that a seat belongs to: partners sit opposite."""
        return seat & 1

    @property
    def length(self) -> int | None:
        """Deals of the whole match (K-15); extra deals of a tie come on top."""
        deals = self._rules.deals
        return None if deals is None else deals + self._extra_deals

    def _outcome(self) -> Outcome:
        totals = self.totals
        places = places_of([(total,) for total in totals])
        return Outcome(totals, tuple(s for s in (0, 1) if places[s] == 1), places)

    # Dealing and choosing trump.

    def _deal(self, stream: Stream) -> None:
        pack = stream.shuffled(ALONE)
        if self.dealt == 1:
            self.dealer = stream.below(SEATS)
        elif not self._passed_out or self.house.all_pass == "redeal_next_dealer":  # noqa: S105
            self.dealer = (self.dealer + 1) % SEATS
        eldest = (self.dealer + 1) % SEATS
        hands = [sum(hand(pack)) for hand in self._rules.hands]
        self.hands = hands[-eldest:] + hands[:-eldest]
        self._open_bidding(stream, eldest)

    def _open_bidding(self, stream: Stream, eldest: int) -> None:
        choice = self.house.trump_choice
        self.phase = _BIDDING
        self._speakers = self._rules.speakers[self.dealer]
        if choice in ("turn_up", "drawn"):
            self.turned = stream.below(len(Suit))
            if choice == "drawn":
                self._choose_trump(eldest, self.turned)
                return
            others = [suit for suit in Suit if suit != self.turned]
            self._second_suit = int(others[stream.below(len(others))])
        elif self._passed_out == PASSED_OUT_LIMIT:
            self._speakers = (eldest,)
        self.turn = self._speakers[0]

    def _must_name(self) -> bool:
        """Whether the seat in turn is the last one to speak and cannot pass."""
        if len(self._speakers) > 1:
            return False
        redeals = self.house.trump_choice == "free" and self.house.all_pass.startswith("redeal")
        return not redeals or self._passed_out == PASSED_OUT_LIMIT

    def _choices(self) -> Sequence[Action]:
        if self.turned is not None:
            return (PASS, ACCEPT)
        return TRUMPS if self._must_name() else _PASS_OR_TRUMPS

    def _refuse_choice(self, action: Action) -> Rule:
        if self.turned is not None:
            return Rule.SUIT_IS_TURNED
        return Rule.MUST_NAME if action.kind is _PASS else Rule.NOT_NOW

    def _choose(self, seat: int, action: Action) -> None:
        if action.kind is _TRUMP:
            self._choose_trump(seat, action.value)
        elif action.kind is Kind.ACCEPT and self.turned is not None:
            self._choose_trump(seat, self.turned)
        else:
            self._pass()

    def _pass(self) -> None:
        self._speakers = self._speakers[1:]
        if self.turned is not None and len(self._speakers) == SEATS:
            self.turned = self._second_suit
        if self._speakers:
            self.turn = self._speakers[0]
        elif self.turned is not None:
            self._choose_trump((self.dealer + 1) % SEATS, self.turned)
        else:
            self._pass_out()

    def _choose_trump(self, seat: int, suit: int) -> None:
        self.trump = suit = int(suit)
        self._values = POINTS[suit]
        self._by_led = self._rules.winning[suit]
        self.declarer = seat
        maker = self.house.first_lead == "maker"
        self._lead(seat if maker else (self.dealer + 1) % SEATS)

    # Playing.

    def _find_playable(self, seat: int) -> CardSet:
        hand = self.hands[seat]
        _, of_opponent, of_partner = self._winning
        first, second, third = of_partner if PARTNER[seat] == self._best_seat else of_opponent
        return hand & first or hand & second or hand & third or hand

    def _refuse_card(self, seat: int, card: Card) -> Rule:
        led = self.trick[0][1] >> 3
        duty = broken_duty(self.hands[seat], self._playable, card, led, self.trump)
        partner_wins = PARTNER[seat] == self._best_seat
        discards = partner_wins and self.house.partner_trumped == "discard_only"
        return Rule.DISCARD_ONLY if discards and duty is Rule.NO_UNDERTRUMP else duty

    def _trick_roem(self, cards: CardSet) -> int:
        return roem.trick_roem(cards, self.trump or 0, self._four)

    def _may_take_rest(self, seat: int) -> bool:
        mine = self.hands[seat]
        return play.rest_is_certain(mine, sum(self.hands) - mine, self.trump or 0)

    # Scoring.

    def _result(self) -> DealResult:
        trump, declarer = self.trump, self.declarer
        if trump is None or declarer is None:  # pragma: no cover - a deal ends with a trump
            raise AssertionError(self)
        cards, claimed, tricks, shares = [0, 0], [0, 0], [0, 0], [0] * SEATS
        for _, winner, points, roem_claimed in self.tricks:
            side = winner & 1
            cards[side] += points
            claimed[side] += roem_claimed
            tricks[side] += 1
            shares[winner] += points + roem_claimed
        # The last trick's points; and, where the rest was taken, the cards that were not played.
        last, left = self.tricks[-1].winner, play.CARD_POINTS - cards[0] - cards[1]
        cards[last & 1] += left
        shares[last] += left
        makers = declarer & 1
        scores, reasons = score_deal(makers, cards, claimed, tricks, self.house)
        return DealResult(
            len(self.results) + 1,
            self.dealer,
            trump,
            declarer,
            makers,
            (cards[0], cards[1]),
            (claimed[0], claimed[1]),
            (tricks[0], tricks[1]),
            scores,
            reasons,
            tuple(shares),
        )

    def _is_over(self) -> bool:
        length = self.length
        if length is not None and len(self.results) < length:
            return False
        first, second = self.totals
        if self._extra_deals:
            return first != second or self._extra_deals == EXTRA_DEALS_LIMIT or self._add_extra()
        ended = length is not None or max(first, second) >= 1500
        return ended and (first != second or self.house.draw == "draw" or self._add_extra())

    def _add_extra(self) -> bool:
        """Add one more deal (K-14) and return that the match is not over."""
        self._extra_deals += 1
        return False
