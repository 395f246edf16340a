"""Klaverjas (rules.md §1, seed text `klaverjas.txt`).

Where sources differ the choice is a house rule, K-0 to K-15, one option each in
`KlaverjasHouse`; its default comes first.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import itemgetter
from typing import ClassVar, Literal, TypeAlias

from bot.rules import play, roem
from bot.rules.actions import ACCEPT, PASS, TRUMPS, Action, Kind, Rule
from bot.rules.cards import PACK, Card, CardSet, Suit
from bot.rules.match import DealResult, House, Match, Outcome, Phase, Reason, Trick
from bot.rules.shuffle import Stream

SEATS = 4
LEFT = (1, 2, 3, 0)
"""For each seat the next, clockwise."""
PARTNER = (2, 3, 0, 1)
TRICKS = 8
PIT_POINTS = 100
PASSED_OUT_LIMIT = 10
"""After so many passed-out deals in a row the next is forced: a match must end."""
EXTRA_DEALS_LIMIT = 4


class KlaverjasHouse(House):
    """House rules of klaverjas; the row of rules.md §1 stands behind each."""

    system: Literal["amsterdam", "rotterdam"] = "amsterdam"  # K-0
    all_pass: Literal["eldest_must", "dealer_must", "redeal_same_dealer", "redeal_next_dealer"] = (
        "eldest_must"  # noqa: S105 - K-1, with trump_choice free alone
    )
    trump_choice: Literal["free", "eldest_must", "turn_up", "dealer_first", "drawn"] = "free"  # K-2
    partner_trumped: Literal["no_undertrump", "discard_only"] = "no_undertrump"  # K-3
    opponent_trumped: Literal["forbidden", "optional", "forced"] = "forbidden"  # K-4
    first_lead: Literal["eldest", "maker"] = "eldest"  # K-5
    four_of_a_kind: Literal["all_ranks", "ten_up", "jacks_100", "ten_up_jacks_100"] = (
        "all_ranks"  # K-6
    )
    tie: Literal["nat", "made"] = "nat"  # K-8
    roem: Literal["claim_own", "claim_any", "auto"] = "claim_own"  # K-9
    counter_pit: bool = True  # K-10
    packets: Literal["3-2-3", "4-4"] = "3-2-3"  # K-13
    draw: Literal["draw", "extra_deal"] = "draw"  # K-14
    length: Literal["16", "4", "8", "to_1500"] = "16"  # K-15


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

_POINTS = tuple(tuple(play.points(card, trump) for card in PACK) for trump in range(4))
"""`play.points` for each trump and each card: a match asks for every card played."""

_ALONE = tuple(1 << card for card in PACK)
"""For each card the set that holds it alone; such sets add up to larger ones."""

_DEALING, _BIDDING, _PLAYING = Phase.DEALING, Phase.BIDDING, Phase.PLAYING
_COUNTING, _OVER = Phase.COUNTING, Phase.OVER
_MADE, _NAT, _PIT, _COUNTER_PIT = Reason.MADE, Reason.NAT, Reason.PIT, Reason.COUNTER_PIT
_PASS, _TRUMP = Kind.PASS, Kind.TRUMP

Demands: TypeAlias = tuple[int, int, int]
Winning: TypeAlias = tuple[int, Demands, Demands]
"""A card that wins the trick so far: its `play.strength`, and what the trick then demands (see
`play.demands`) of an opponent and of the partner."""


@dataclass(frozen=True, slots=True)
class _Rules:
    """House rules in the form in which a match asks for them all the time."""

    four: int
    """K-6 as `roem.trick_roem` takes it."""
    claimed: bool
    claim_any: bool
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
        claimed=house.roem != "auto",
        claim_any=house.roem == "claim_any",
        deals=None if house.length == "to_1500" else int(house.length),
        hands=_hands_of(tuple(map(int, house.packets.split("-")))),
        speakers=tuple(
            tuple((dealer + place) % SEATS for place in from_dealer) for dealer in range(SEATS)
        ),
        winning=_winning_of(
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


@cache
def _winning_of(*rule_4: int) -> tuple[tuple[tuple[Winning, ...], ...], ...]:
    """Work out every winning card under K-0, K-3 and K-4, the last arguments of `play.demands`."""

    def winning(trump: int, led: int, best: Card) -> Winning:
        return (
            play.strength(best, led, trump),
            play.demands(led, trump, best, False, *rule_4),  # noqa: FBT003 - a number, see `play`
            play.demands(led, trump, best, True, *rule_4),  # noqa: FBT003
        )

    return tuple(
        tuple(tuple(winning(trump, led, card) for card in PACK) for led in range(4))
        for trump in range(4)
    )


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

    game: ClassVar[str] = "klaverjas"
    seats: ClassVar[int] = SEATS
    sides: ClassVar[tuple[tuple[int, ...], ...]] = ((0, 2), (1, 3))
    house: KlaverjasHouse

    def __init__(self, house: KlaverjasHouse | None = None) -> None:
        super().__init__()
        self.house = house or KlaverjasHouse()
        self._passed_out = 0
        self._move_dealer = False
        self._extra_deals = 0
        self._speakers: tuple[int, ...] = ()
        """The seats that are still to speak, the one in turn first."""
        self._second_suit = 0
        self._rules = rules = _rules_of(self.house)
        self._trump = 0
        self._led = rules.winning[0][0]
        """What each card is worth in the trick that lies, once it is laid."""
        self._winning = self._led[0]
        self._best_seat = 0

    def side_of(self, seat: int) -> int:
        """Return the side that a seat belongs to: partners sit opposite."""
        return seat & 1

    @property
    def length(self) -> int | None:
        """Deals of the whole match (K-15); extra deals of a tie come on top."""
        deals = self._rules.deals
        return None if deals is None else deals + self._extra_deals

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, None while it goes on."""
        if self.phase is not _OVER:
            return None
        totals = self.totals
        highest = max(totals)
        return Outcome(totals, tuple(side for side in (0, 1) if totals[side] == highest))

    # Dealing and choosing trump.

    def _deal(self, stream: Stream) -> None:
        pack = stream.shuffled(_ALONE)
        if self.dealt == 1:
            self.dealer = stream.below(SEATS)
        elif self._move_dealer:
            self.dealer = (self.dealer + 1) % SEATS
        self._move_dealer = False
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

    def _bids(self) -> Sequence[Action]:
        if self.turned is not None:
            return (PASS, ACCEPT)
        return TRUMPS if self._must_name() else _PASS_OR_TRUMPS

    def _refuse_bid(self, action: Action) -> Rule:
        if self.turned is not None:
            return Rule.SUIT_IS_TURNED
        return Rule.MUST_NAME if action.kind is _PASS else Rule.NOT_NOW

    def _bid(self, seat: int, action: Action) -> None:
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
            self._passed_out += 1
            self._move_dealer = self.house.all_pass == "redeal_next_dealer"  # noqa: S105
            self.phase = _DEALING
            self.turn = None

    def _choose_trump(self, seat: int, suit: int) -> None:
        self._passed_out = 0
        self.trump = self._trump = int(suit)
        self.declarer = seat
        self.phase = _PLAYING
        self.turn = seat if self.house.first_lead == "maker" else (self.dealer + 1) % SEATS
        self._playable = self.hands[self.turn]

    # Playing.

    def _find_playable(self, seat: int) -> CardSet:
        hand = self.hands[seat]
        if not self.trick:
            return hand
        _, of_opponent, of_partner = self._winning
        first, second, third = of_partner if PARTNER[seat] == self._best_seat else of_opponent
        return hand & first or hand & second or hand & third or hand

    def _refuse_card(self, seat: int, card: Card) -> Rule:
        led = self.trick[0][1] >> 3
        suit = card >> 3
        if suit != led and self.hands[seat] & play.SUIT_CARDS[led]:
            return Rule.FOLLOW_SUIT
        if suit != self.trump:
            return Rule.MUST_TRUMP
        higher = self._playable & play.SUIT_CARDS[suit]
        if higher:
            return Rule.MUST_BEAT_TRUMP
        partner_wins = (self._best_seat ^ seat) & 1 == 0
        if partner_wins and self.house.partner_trumped == "discard_only":
            return Rule.DISCARD_ONLY
        return Rule.NO_UNDERTRUMP

    def _play(self, seat: int, card: Card) -> None:
        trick = self.trick
        if not trick:
            self._led = self._rules.winning[self._trump][card >> 3]
            self._winning = self._led[card]
            self._best_seat = seat
        elif self._led[card][0] > self._winning[0]:
            self._winning = self._led[card]
            self._best_seat = seat
        trick.append((seat, card))
        self.hands[seat] ^= _ALONE[card]
        laid = len(trick)
        if self._unclaimed and laid > self._rules.claim_any:
            self._unclaimed = 0
        if laid == SEATS:
            self._complete_trick()
        else:
            self.turn = seat = LEFT[seat]
            self._playable = self._find_playable(seat)

    def _complete_trick(self) -> None:
        trick = tuple(self.trick)
        (_, a), (_, b), (_, c), (_, d) = trick
        values = _POINTS[self._trump]
        points = values[a] + values[b] + values[c] + values[d]
        cards = _ALONE[a] + _ALONE[b] + _ALONE[c] + _ALONE[d]
        made = roem.trick_roem(cards, self._trump, self._rules.four)
        winner = self._best_seat
        claimed = self._rules.claimed
        self.tricks.append(Trick(trick, winner, points, 0 if claimed else made))
        self.trick = []
        if claimed:
            self._unclaimed = made
        if len(self.tricks) < TRICKS:
            self.turn = winner
            self._playable = self.hands[winner]
            return
        self._playable = 0
        if claimed:
            self.turn = None
            self.phase = _COUNTING
        else:
            self._score()

    def _may_take_rest(self, seat: int) -> bool:
        mine = self.hands[seat]
        return play.rest_is_certain(mine, sum(self.hands) - mine, self._trump)

    def _take_rest(self, seat: int) -> None:
        while self.hands[seat]:
            # How the cards would fall changes no score: the tricks are kept without them.
            self.tricks.append(Trick((), seat, 0, 0))
            self.hands[seat] &= self.hands[seat] - 1
        self.hands = [0] * SEATS
        self._unclaimed = self._playable = 0
        self._score()

    def _may_claim(self, seat: int) -> Rule | None:
        rules, phase = self._rules, self.phase
        if not rules.claimed or not self.tricks or not (phase is _PLAYING or phase is _COUNTING):
            return Rule.CLAIM_CLOSED
        last = self.tricks[-1]
        laid = len(self.trick)
        if last.roem:
            return Rule.CLAIMED
        if laid > rules.claim_any:
            return Rule.CLAIM_CLOSED
        return None if rules.claim_any or (last.winner ^ seat) & 1 == 0 else Rule.NOT_YOUR_TRICK

    # Scoring.

    def _score(self) -> None:
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
        self.results.append(
            DealResult(
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
        )
        self.turn = None
        self._unclaimed = 0
        self._move_dealer = True
        self.phase = _OVER if self._is_over() else _DEALING

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
