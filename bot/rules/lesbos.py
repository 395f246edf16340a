"""Ronde van Lesbos (rules.md §2, seed text `ronde-van-lesbos.txt`): one day race.

Cards, order, values and duties are those of klaverjas. Where the seed is silent the choice is a
house rule, L-1 to L-22, one option each in `LesbosHouse`; its default comes first.
"""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from bot.rules import play, roem
from bot.rules.actions import ACCEPT, ANNOUNCE, PASS, STUK, Action, Kind, Rule
from bot.rules.cards import Card, CardSet, Rank
from bot.rules.hand_roem import Combination, combinations_in, contest
from bot.rules.house import House, Row, Value
from bot.rules.match import ALONE, PASSED_OUT_LIMIT, Match
from bot.rules.shuffle import Stream
from bot.rules.view import Announced, DealResult, Outcome, Phase, Reason, places_of
from bot.rules.worth import POINTS, broken_duty, winning_of

SEATS = 3
TO_LAY = 2
PENALTY = -100
"""What nat, and winning no trick, is written down as."""
ALL_TRICKS_POINTS = 100
DAY_TOTAL = 1500
DAY_POINTS = (10, 5, 0)
"""Day points by place, before crosses."""
CAPS = tuple(range(20, 201, 10))
"""The caps that are offered."""


class LesbosHouse(House):
    """House rules of Lesbos (rules.md §2)."""

    system: Annotated[Literal["amsterdam", "rotterdam"], Row("L-1", "seed")] = "amsterdam"
    defenders_are_partners: Annotated[bool, Row("L-2", "derived")] = False
    first_lead: Annotated[Literal["eldest", "declarer"], Row("L-3", "choice")] = "eldest"
    same_suit_again: Annotated[
        Literal["play", "redeal_same_dealer", "redeal_next_dealer"], Row("L-4", "seed")
    ] = "play"
    all_pass: Annotated[
        Literal["eldest_must", "redeal_same_dealer", "redeal_next_dealer"], Row("L-5", "seed")
    ] = "eldest_must"  # noqa: S105 - a pass of the bidding
    roem_from: Annotated[Literal["kept", "all"], Row("L-7", "derived")] = "kept"
    roem_counts: Annotated[Literal["best", "all_of_winner", "totals"], Row("L-8", "seed")] = "best"
    long_runs: Annotated[Literal["capped", "rising"], Row("L-9", "choice")] = "capped"
    nat_others: Annotated[Literal["own", "nothing", "split"], Row("L-13", "choice")] = "own"
    tie: Annotated[Literal["nat", "made"], Row("L-15", "seed")] = "nat"
    all_tricks: Annotated[Literal["none", "bonus"], Row("L-16", "choice")] = "none"
    roem: Annotated[Literal["claim", "auto"], Row("L-17", "seed")] = "claim"
    cap: Annotated[int, Field(ge=20, le=200), Row("L-22", "choice", CAPS)] = 100

    presets: ClassVar[dict[str, dict[str, Value]]] = {
        "amsterdam": {},
        "rotterdam": {"system": "rotterdam"},
        "partners": {"defenders_are_partners": True},
        "all_roem": {"roem_counts": "all_of_winner", "long_runs": "rising"},
    }

    def idle(self, seats: int) -> frozenset[str]:  # noqa: ARG002 - always three
        """Return the options that have no effect in this combination."""
        idle = set()
        if self.system != "amsterdam":
            idle.add("defenders_are_partners")
        if self.all_pass != "eldest_must":  # noqa: S105
            idle.add("same_suit_again")
        return frozenset(idle)


_SYSTEMS = {"amsterdam": play.AMSTERDAM, "rotterdam": play.ROTTERDAM}

_KING_AND_QUEEN = tuple(
    ALONE[trump * 8 + Rank.KING] | ALONE[trump * 8 + Rank.QUEEN] for trump in range(4)
)
"""For each trump, the two cards of stuk."""


_WINNING = {
    name: winning_of(system, play.NO_UNDERTRUMP, play.FORBIDDEN)
    for name, system in _SYSTEMS.items()
}
"""For each system, what each card is while it wins a trick (rule 6)."""

_BIDDING, _PREPARING, _PLAYING = Phase.BIDDING, Phase.PREPARING, Phase.PLAYING


def score_deal(
    declarer: int,
    cards: Sequence[int],
    roem: Sequence[int],
    tricks: Sequence[int],
    house: LesbosHouse,
) -> tuple[tuple[int, ...], tuple[int, ...], frozenset[Reason]]:
    """Return each seat's score and crosses of a deal, and why (rule 10, L-13, L-15, L-16).

    `cards` are card points with the last trick's 10 and the discards, `roem` is all that counts,
    `tricks` how many were won, each per seat; `declarer` is a seat.
    """
    totals = [points + bonus for points, bonus in zip(cards, roem, strict=True)]
    others = [seat for seat in range(SEATS) if seat != declarer]
    difference = totals[declarer] - max(totals[seat] for seat in others)
    made = difference > 0 or (difference == 0 and house.tie == "made")
    reasons = {Reason.MADE if made else Reason.NAT}
    scores, crosses = [*totals], [0] * SEATS
    if not made:
        scores[declarer], crosses[declarer] = PENALTY, 1
        for seat in others:
            if house.nat_others == "nothing":
                scores[seat] = 0
            elif house.nat_others == "split":
                scores[seat] += totals[declarer] // 2
    for seat in others:
        if not tricks[seat]:
            scores[seat], crosses[seat] = PENALTY, 1
            reasons.add(Reason.TRICKLESS)
    for seat in range(SEATS):
        if tricks[seat] == sum(tricks):
            reasons.add(Reason.PIT)
            if house.all_tricks == "bonus":
                scores[seat] += ALL_TRICKS_POINTS
    return tuple(scores), tuple(crosses), frozenset(reasons)


def _together(combinations: Sequence[Combination]) -> tuple[int, CardSet]:
    """Return what combinations are worth together, and their cards."""
    cards = 0
    for each in combinations:
        cards |= each.cards
    return sum(each.value for each in combinations), cards


class Lesbos(Match):
    """A day race of Lesbos: three seats, each for himself."""

    __slots__ = ("_partners",)

    game: ClassVar[str] = "lesbos"
    counts: ClassVar[tuple[int, ...]] = (SEATS,)
    house_type: ClassVar[type[House]] = LesbosHouse
    house: LesbosHouse

    def __init__(self, house: LesbosHouse | None = None, seats: int = SEATS) -> None:
        super().__init__(house or LesbosHouse(), seats)
        self._claims = self.house.roem == "claim"
        self._partners = self.house.defenders_are_partners
        """L-2; under the Rotterdam system a trick demands the same of partners."""

    @property
    def length(self) -> int | None:
        """None: a day race goes on to 1500 points."""
        return None

    # Dealing and bidding.

    def _deal(self, stream: Stream) -> None:
        pack = stream.shuffled(ALONE)
        if self.dealt == 1:
            self.dealer = stream.below(SEATS)
        elif not self._passed_out or self._redeal == "redeal_next_dealer":
            self.dealer = self._left[self.dealer]
        seat = self._eldest
        for place in range(SEATS):
            first, second = 9 + 4 * place, 21 + 3 * place
            self.blind[seat] = sum(pack[3 * place : 3 * place + 3])
            self.hands[seat] = sum(pack[first : first + 4] + pack[second : second + 3])
            seat = self._left[seat]
        self.talon = sum(pack[30:])
        self._turn(pack[31])
        if self._passed_out == PASSED_OUT_LIMIT:
            self._turn(pack[30])
            self._declare(self._eldest)
            return
        self.phase = _BIDDING
        self.turn = self._eldest

    @property
    def _eldest(self) -> int:
        return self._left[self.dealer]

    @property
    def _redeal(self) -> str:
        """What follows when all pass, or, where eldest must then play, on the same suit again."""
        if self.house.all_pass == "eldest_must":  # noqa: S105
            return self.house.same_suit_again
        return self.house.all_pass

    def _turn(self, alone: CardSet) -> None:
        """Turn a card of the talon for all to see; its suit can be played on."""
        card = alone.bit_length() - 1
        self.shown.append(card)
        self.turned = card >> 3

    def _choices(self) -> Sequence[Action]:
        return (PASS, ACCEPT) if self.phase is _BIDDING else ()

    def _refuse_choice(self, action: Action) -> Rule:
        if self.phase is _PREPARING:
            return Rule.MUST_LAY
        names = self.phase is _BIDDING and action.kind in (Kind.TRUMP, Kind.BID)
        return Rule.CARD_IS_TURNED if names else Rule.NOT_NOW

    def _choose(self, seat: int, action: Action) -> None:
        if action.kind is Kind.ACCEPT:
            self._declare(seat)
        elif len(self.bids) < SEATS:
            self.turn = self._left[seat]
        else:
            self._all_passed()

    def _all_passed(self) -> None:
        if self.house.all_pass != "eldest_must":  # noqa: S105
            self._pass_out()
            return
        first = self.turned
        self._turn(self.talon ^ ALONE[self.shown[0]])
        if self.turned == first and self.house.same_suit_again != "play":
            self._pass_out()
        else:
            self._declare(self._eldest)

    def _declare(self, seat: int) -> None:
        """Make a seat the declarer on the suit that is turned: everybody picks up (rule 3)."""
        trump = self.turned
        if trump is None:  # pragma: no cover - a card is turned from the deal on
            raise AssertionError(self)
        self.trump, self.declarer = trump, seat
        self._values = POINTS[trump]
        self._by_led = _WINNING[self.house.system][trump]
        self.taken, self.talon = self.talon, 0
        self.hands = [hand | blind for hand, blind in zip(self.hands, self.blind, strict=True)]
        self.hands[seat] |= self.taken
        self.blind = [0] * SEATS
        self.phase = _PREPARING
        self.turn = seat
        self.to_lay = TO_LAY

    def _lay(self, seat: int, cards: CardSet) -> None:  # noqa: ARG002 - the base has laid them
        self._lead(seat if self.house.first_lead == "declarer" else self._eldest)
        self._sayable = True

    # Playing.

    def _find_playable(self, seat: int) -> CardSet:
        hand = self.hands[seat]
        _, of_opponent, of_partner = self._winning
        partner_wins = self._partners and self.declarer not in (seat, self._best_seat)
        first, second, third = of_partner if partner_wins else of_opponent
        return hand & first or hand & second or hand & third or hand

    def _refuse_card(self, seat: int, card: Card) -> Rule:
        led = self.trick[0][1] >> 3
        return broken_duty(self.hands[seat], self._playable, card, led, self.trump)

    def _play(self, seat: int, card: Card) -> None:
        if not self._claims and self._stuk & ALONE[card] and self._holds_stuk(seat):
            self._credit_stuk(seat)
        super()._play(seat, card)

    def _complete_trick(self) -> None:
        if not self.tricks:
            self._settle_contest()
        super()._complete_trick()
        # From here on stuk alone is said, where it does not count by itself.
        self._sayable = self._claims and self.phase is _PLAYING

    def _trick_roem(self, cards: CardSet) -> int:
        return roem.trick_roem(cards, self.trump or 0, roem.ALL_RANKS)

    def _may_take_rest(self, seat: int) -> bool:
        mine = self.hands[seat]
        unseen = sum(self.hands) - mine
        if seat != self.declarer:
            unseen |= self.laid
        # Taking the rest must not cost anyone his stuk, nor tell who has it: not while king and
        # queen may lie together anywhere.
        stuk = self._stuk
        unsaid = self._claims and stuk in (mine & stuk, unseen & stuk)
        if unsaid or not self.tricks:
            return False
        return play.rest_is_certain(mine, unseen, self.trump or 0)

    def _take_rest(self, seat: int) -> None:
        if not self._claims:
            for holder in filter(self._holds_stuk, range(SEATS)):
                self._credit_stuk(holder)
        super()._take_rest(seat)

    # Roem from hands (rules 7 and 8).

    @property
    def _stuk(self) -> CardSet:
        """King and queen of trumps."""
        return _KING_AND_QUEEN[self.trump or 0]

    def _holds_stuk(self, seat: int) -> bool:
        return self.hands[seat] & self._stuk == self._stuk

    def _credit_stuk(self, seat: int) -> None:
        self.announced.append(Announced(seat, "stuk", roem.STUK, self._stuk, None, roem.STUK))

    def _combinations(self, seat: int, hand: CardSet) -> tuple[Combination, ...]:
        """Return what a seat may announce that has this hand before its first card (L-7, L-9)."""
        if seat == self.declarer and self.house.roem_from == "all":
            hand |= self.laid
        return combinations_in(hand, self.trump or 0, rising=self.house.long_runs == "rising")

    def _additions(self, seat: int, card: Card) -> Sequence[int]:
        said = []
        if not self.tricks and self._combinations(seat, self.hands[seat]):
            said.append(ANNOUNCE)
        if self._claims and self._stuk & ALONE[card] and self._holds_stuk(seat):
            said += [STUK, *(announce | STUK for announce in said)]
        return said

    def _refuse_addition(self, seat: int, action: Action) -> Rule:
        if action.announces and self.tricks:
            return Rule.ANNOUNCE_CLOSED
        if action.announces and not self._combinations(seat, self.hands[seat]):
            return Rule.NO_HAND_ROEM
        return Rule.NO_STUK

    def _offer(self, seat: int) -> Announced | None:
        if self.tricks or self.phase is not _PLAYING:
            return None
        found = self._combinations(seat, self.hands[seat])
        if not found:
            return None
        value, cards = _together(found if self.house.roem_counts == "totals" else found[:1])
        return Announced(seat, "roem", value, cards, None, 0)

    def _say(self, seat: int, action: Action) -> None:
        offer = self._offer(seat) if action.announces else None
        if offer is not None:
            self.announced.append(offer._replace(cards=0))
        if action.says_stuk:
            self._credit_stuk(seat)

    def _settle_contest(self) -> None:
        """Credit and show the highest hand roem: everyone has laid his first card (rule 7, L-8).

        What was announced is found again in the cards: it is kept nowhere before it is shown.
        """
        entries = [n for n, entry in enumerate(self.announced) if entry.word == "roem"]
        if not entries:
            return
        first = dict(self.trick)
        seats = [self.announced[n].seat for n in entries]
        found = [self._combinations(seat, self.hands[seat] | ALONE[first[seat]]) for seat in seats]
        winner, level = contest(found, by_sum=self.house.roem_counts == "totals")
        for place in level:
            n = entries[place]
            self.announced[n] = self.announced[n]._replace(top=found[place][0].top)
        best_alone = self.house.roem_counts == "best"
        credited, cards = _together(found[winner][:1] if best_alone else found[winner])
        n = entries[winner]
        self.announced[n] = self.announced[n]._replace(cards=cards, credited=credited)

    # Scoring.

    def _result(self) -> DealResult:
        trump, declarer = self.trump, self.declarer
        if trump is None or declarer is None:  # pragma: no cover - a deal ends with a trump
            raise AssertionError(self)
        cards, counted, tricks = [0] * SEATS, [0] * SEATS, [0] * SEATS
        for _, winner, points, claimed in self.tricks:
            cards[winner] += points
            counted[winner] += claimed
            tricks[winner] += 1
        # The last trick's points and the discards; and, where the rest was taken, what was left.
        cards[self.tricks[-1].winner] += play.CARD_POINTS - sum(cards)
        for entry in self.announced:
            counted[entry.seat] += entry.credited
        scores, crosses, reasons = score_deal(declarer, cards, counted, tricks, self.house)
        return DealResult(
            len(self.results) + 1,
            self.dealer,
            trump,
            declarer,
            declarer,
            tuple(cards),
            tuple(counted),
            tuple(tricks),
            scores,
            reasons,
            shares=tuple(map(sum, zip(cards, counted, strict=True))),
            crosses=crosses,
            discards=self.laid,
        )

    def _is_over(self) -> bool:
        totals = self.totals
        highest = max(totals)
        reached = highest >= DAY_TOTAL and totals.count(highest) == 1
        return reached or len(self.results) >= self.house.cap

    def _outcome(self) -> Outcome:
        """Say who comes where: by total, then fewer crosses (rules 11 and 12)."""
        totals = self.totals
        crosses = [sum(result.crosses[seat] for result in self.results) for seat in range(SEATS)]
        places = places_of([(totals[seat], -crosses[seat]) for seat in range(SEATS)])
        return Outcome(
            totals,
            winners=tuple(seat for seat in range(SEATS) if places[seat] == 1),
            places=places,
            points=tuple(DAY_POINTS[places[seat] - 1] - crosses[seat] for seat in range(SEATS)),
        )
