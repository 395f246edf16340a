"""Klaverjas: the flows of rules.md §4, every house rule, claims, passes, scores, refusals."""

import itertools
import random

import pytest

from bot.rules.actions import (
    ACCEPT,
    CLAIM,
    CLOSE,
    COUNT,
    PASS,
    PLAYS,
    REST,
    TRUMPS,
    Action,
    Deal,
    Kind,
    Rule,
    play,
)
from bot.rules.cards import PACK, Suit, mask_of, parse_card
from bot.rules.klaverjas import Klaverjas, KlaverjasHouse, score_deal
from bot.rules.match import Phase, Reason
from bot.rules.shuffle import Stream

from . import positions
from .positions import deal, finish, klaverjas, playable, refusal, rig, score, seed, start

SPADES, HEARTS, DIAMONDS, CLUBS = TRUMPS


def card(text: str) -> Action:
    return play(parse_card(text))


def opened(dealer: int = 3, **house) -> Klaverjas:
    """Return a match whose first deal lies, nobody having spoken."""
    match = klaverjas(**house)
    deal(match, dealer)
    return match


def say(match: Klaverjas, *actions: Action) -> list[int]:
    """Let each seat in turn say these; return who spoke."""
    spoke = []
    for action in actions:
        spoke.append(match.turn)
        match.push(match.turn, action)
    return spoke


def passed_out(match: Klaverjas) -> None:
    """Deal, and let everybody pass."""
    deal(match)
    say(match, PASS, PASS, PASS, PASS)
    assert match.phase is Phase.DEALING


# Flows KF1 to KF8.


def test_kf1_the_first_to_name_a_suit_makes_his_side_the_makers():
    match = opened(dealer=3)
    assert say(match, PASS, PASS, HEARTS) == [0, 1, 2]
    assert (match.declarer, match.trump, match.turn) == (2, Suit.HEARTS, 0)
    assert match.view(None).makers == 0
    assert match.sides[0] == (0, 2)


@pytest.mark.parametrize(("all_pass", "seat"), [("eldest_must", 0), ("dealer_must", 3)])
def test_kf2_all_pass_and_one_must_name(all_pass, seat):
    match = opened(dealer=3, all_pass=all_pass)
    assert say(match, PASS, PASS, PASS, PASS) == [0, 1, 2, 3]
    assert match.turn == seat
    assert match.legal(seat) == list(TRUMPS)
    assert refusal(match, seat, PASS) is Rule.MUST_NAME
    match.push(seat, CLUBS)
    assert (match.declarer, match.turn) == (seat, 0)


def test_kf3_eldest_names_and_has_no_pass():
    match = opened(dealer=3, trump_choice="eldest_must")
    assert match.legal(0) == list(TRUMPS)
    assert refusal(match, 0, PASS) is Rule.MUST_NAME


def test_kf4_the_dealer_speaks_first_and_last():
    match = opened(dealer=3, trump_choice="dealer_first")
    assert say(match, PASS, PASS, PASS, PASS) == [3, 0, 1, 2]
    assert match.legal(3) == list(TRUMPS)
    assert refusal(match, 3, PASS) is Rule.MUST_NAME
    match.push(3, SPADES)
    assert (match.declarer, match.turn) == (3, 0)


def test_kf5_each_seat_deals_four_times_in_sixteen_deals():
    match = positions.play_out(klaverjas(), random.Random(5))
    dealers = [result.dealer for result in match.results]
    assert len(dealers) == 16
    assert [dealers.count(seat) for seat in range(4)] == [4, 4, 4, 4]
    assert all((dealers[n] + 1) % 4 == dealers[n + 1] for n in range(15))


def test_kf6_nat_gives_all_points_and_roem_to_the_defenders():
    match = klaverjas()
    finish(match, makers=0, cards=(60, 102), roem=(40, 20))
    assert match.results[0].scores == (0, 222)
    assert match.results[0].reasons == {Reason.NAT}


def test_kf7_roem_belongs_to_the_side_that_wins_the_trick():
    match = start(["7D", "8D", "9D", "AD"], "S")
    positions.play(match, "7D 8D 9D AD")
    assert match.tricks[-1].winner == 3
    assert refusal(match, 0, CLAIM) is Rule.NOT_YOUR_TRICK
    match.push(1, CLAIM)
    assert match.view(None).roem_claimed(1) == 20
    assert match.view(None).roem_claimed(0) == 0


@pytest.mark.parametrize(("roem", "needed"), [(0, 82), (40, 102), (100, 132)])
def test_kf8_what_the_makers_need(roem, needed):
    house = KlaverjasHouse()
    cards = needed - roem
    for points, reason in ((cards, Reason.MADE), (cards - 1, Reason.NAT)):
        _, reasons = score_deal(0, (points, 162 - points), (roem, 0), (4, 4), house)
        assert reasons == {reason}


# Every house rule has a position in which it decides.


def legal_in(hands, trump, trick, **house) -> str:
    match = start(hands, trump, **house)
    positions.play(match, trick)
    return playable(match)


def system(**house):
    return legal_in(["8C", "QH", "7H 8D", ""], "H", "8C QH", **house)


def all_pass(**house):
    match = opened(dealer=3, **house)
    say(match, PASS, PASS, PASS, PASS)
    if match.phase is Phase.DEALING:
        deal(match)
    return match.dealer, match.turn, PASS in match.legal(match.turn)


def trump_choice(**house):
    match = opened(dealer=3, **house)
    return match.phase, match.turn, tuple(match.legal(match.turn)[:6])


def partner_trumped(**house):
    return legal_in(["AS", "TH", "7S", "AH QD"], "H", "AS TH 7S", **house)


def opponent_trumped(**house):
    return legal_in(["8C", "QH", "7H 8D", ""], "H", "8C QH", **house)


def first_lead(**house):
    return start(None, "H", declarer=2, **house).turn


def four_of_a_kind(**house):
    made = []
    for rank in "9TJ":
        cards = [rank + suit for suit in "SHDC"]
        match = start(cards, "S", **house)
        positions.play(match, " ".join(cards))
        if CLAIM in match.legal(0):
            match.push(0, CLAIM)
        made.append(match.tricks[-1].roem)
    return tuple(made)


def tie(**house):
    match = klaverjas(**house)
    finish(match, makers=0, cards=(81, 81))
    return match.results[0].scores


def roem(**house):
    match = start(["7D 7S", "8D", "9D", "AD"], "S", **house)
    positions.play(match, "7D 8D 9D AD")
    return match.tricks[-1].roem, [CLAIM in match.legal(seat) for seat in range(4)]


def counter_pit(**house):
    match = klaverjas(**house)
    finish(match, makers=0, cards=(0, 162), tricks=(0, 8))
    return match.results[0].scores


def packets(**house):
    return tuple(opened(dealer=3, **house).hands)


def draw(**house):
    match = klaverjas(length="4", **house)
    for makers in (0, 1, 0, 1):
        finish(match, makers, (100, 62) if makers == 0 else (62, 100))
    return match.phase


def length(**house):
    match = klaverjas(**house)
    while match.phase is not Phase.OVER:
        finish(match, 0, (100, 62), roem=(50, 0))
    return len(match.results)


EXPECTED = {
    system: {"amsterdam": "8D", "rotterdam": "7H"},
    all_pass: {
        "eldest_must": (3, 0, False),
        "dealer_must": (3, 3, False),
        "redeal_same_dealer": (3, 0, True),
        "redeal_next_dealer": (0, 1, True),
    },
    trump_choice: {
        "free": (Phase.BIDDING, 0, (PASS, *TRUMPS)),
        "eldest_must": (Phase.BIDDING, 0, TRUMPS),
        "turn_up": (Phase.BIDDING, 0, (PASS, ACCEPT)),
        "dealer_first": (Phase.BIDDING, 3, (PASS, *TRUMPS)),
    },
    partner_trumped: {"no_undertrump": "AH QD", "discard_only": "QD"},
    opponent_trumped: {"forbidden": "8D", "optional": "7H 8D", "forced": "7H"},
    first_lead: {"eldest": 0, "maker": 2},
    four_of_a_kind: {
        "all_ranks": (100, 100, 200),
        "ten_up": (0, 100, 200),
        "jacks_100": (100, 100, 100),
        "ten_up_jacks_100": (0, 100, 100),
    },
    tie: {"nat": (0, 162), "made": (81, 81)},
    roem: {
        "claim_own": (0, [False, True, False, True]),
        "claim_any": (0, [True, True, True, True]),
        "auto": (20, [False, False, False, False]),
    },
    counter_pit: {True: (0, 262), False: (0, 162)},
    packets: {},
    draw: {"draw": Phase.OVER, "extra_deal": Phase.DEALING},
    length: {"16": 16, "4": 4, "8": 8, "to_1500": 10},
}


def test_every_house_rule_is_among_them():
    assert {outcome.__name__ for outcome in EXPECTED} == set(KlaverjasHouse.model_fields)


@pytest.mark.parametrize("outcome", EXPECTED, ids=lambda outcome: outcome.__name__)
def test_each_value_of_a_house_rule_leads_elsewhere(outcome):
    name = outcome.__name__
    found = {value: outcome(**{name: value}) for value in positions.OPTIONS[name]}
    for value, expected in EXPECTED[outcome].items():
        assert found[value] == expected
    assert len({str(there) for there in found.values()}) == len(found)
    default = KlaverjasHouse.model_fields[name].default
    assert outcome() == found[default]
    assert next(iter(positions.OPTIONS[name])) == default  # the default is named first


def test_defaults_are_those_of_the_rules():
    assert KlaverjasHouse().model_dump() == {
        "system": "amsterdam",
        "all_pass": "eldest_must",
        "trump_choice": "free",
        "partner_trumped": "no_undertrump",
        "opponent_trumped": "forbidden",
        "first_lead": "eldest",
        "four_of_a_kind": "all_ranks",
        "tie": "nat",
        "roem": "claim_own",
        "counter_pit": True,
        "packets": "3-2-3",
        "draw": "draw",
        "length": "16",
    }


# K-13, dealing.


@pytest.mark.parametrize("packets", ["3-2-3", "4-4"])
@pytest.mark.parametrize("dealer", range(4))
def test_packets_go_clockwise_from_eldest_off_the_top(packets, dealer):
    match = opened(dealer, packets=packets)
    ((_, chance),) = match.log
    pack = Stream(chance.seed).shuffled(PACK)
    hands = {seat: [] for seat in range(4)}
    for size in packets.split("-"):
        for place in range(1, 5):
            hands[(dealer + place) % 4] += [pack.pop(0) for _ in range(int(size))]
    assert match.hands == [mask_of(hands[seat]) for seat in range(4)]


def test_the_first_dealer_is_drawn_by_lot():
    dealers = []
    for number in range(400):
        match = klaverjas()
        match.push(None, Deal(seed(number)))
        dealers.append(match.dealer)
    assert all(70 < dealers.count(seat) < 130 for seat in range(4))


# K-1 and K-2, choosing trump.


def test_turn_up_plays_or_passes_on_the_drawn_suit():
    match = opened(dealer=3, trump_choice="turn_up")
    first = match.turned
    assert match.legal(0) == [PASS, ACCEPT]
    for suit in TRUMPS:
        assert refusal(match, 0, suit) is Rule.SUIT_IS_TURNED
    assert say(match, PASS, ACCEPT) == [0, 1]
    assert (match.declarer, match.trump, match.turn) == (1, first, 0)


def test_turn_up_draws_another_suit_when_all_have_passed():
    seen = set()
    for number in range(60):
        match = klaverjas(trump_choice="turn_up")
        match.push(None, Deal(seed(number)))
        eldest = (match.dealer + 1) % 4
        first = match.turned
        around = [(eldest + place) % 4 for place in range(4)]
        assert say(match, PASS, PASS, PASS, PASS) == around
        second = match.turned
        assert second != first
        seen.add((first, second))
        assert match.turn == eldest
        assert match.legal(eldest) == [PASS, ACCEPT]
        assert say(match, PASS, PASS, PASS, PASS) == around
        assert (match.phase, match.declarer) == (Phase.PLAYING, eldest)
        assert match.trump == second
    assert len(seen) == 12


def test_drawn_makes_eldest_play_on_any_of_the_four_suits():
    trumps = set()
    for number in range(40):
        match = klaverjas(trump_choice="drawn")
        match.push(None, Deal(seed(number)))
        assert (match.phase, match.declarer) == (Phase.PLAYING, (match.dealer + 1) % 4)
        assert match.turned == match.trump
        assert len(positions.playable(match).split()) == 8
        trumps.add(match.trump)
    assert trumps == set(Suit)


@pytest.mark.parametrize("choice", ["free", "eldest_must", "dealer_first"])
def test_nobody_accepts_where_no_suit_was_drawn(choice):
    match = opened(trump_choice=choice)
    assert refusal(match, match.turn, ACCEPT) is Rule.NOT_NOW


def test_an_equal_action_is_as_good_as_the_named_one():
    # A worker process hands back a copy of PASS, not PASS itself.
    match = opened(trump_choice="eldest_must")
    assert refusal(match, 0, Action(Kind.PASS)) is Rule.MUST_NAME


@pytest.mark.parametrize("all_pass", ["redeal_same_dealer", "redeal_next_dealer"])
def test_ten_passed_out_deals_and_eldest_must_name(all_pass):
    match = opened(dealer=2, all_pass=all_pass)
    dealers = [match.dealer]
    say(match, PASS, PASS, PASS, PASS)
    assert (match.phase, match.turn, match.number, match.results) == (Phase.DEALING, None, 1, [])
    for _ in range(9):
        passed_out(match)
        dealers.append(match.dealer)
    deal(match)
    dealers.append(match.dealer)
    steps = [(after - before) % 4 for before, after in itertools.pairwise(dealers)]
    assert steps == [int(all_pass == "redeal_next_dealer")] * 10
    eldest = (match.dealer + 1) % 4
    assert match.turn == eldest
    assert match.legal(eldest) == list(TRUMPS)
    assert refusal(match, eldest, PASS) is Rule.MUST_NAME
    assert (match.dealt, match.number) == (11, 1)
    match.push(eldest, CLUBS)
    score(match, (100, 62), (0, 0), (4, 4))
    assert match.results[0].number == 1
    # The count begins anew: the next deal may be passed out.
    deal(match)
    assert match.dealer == (dealers[-1] + 1) % 4
    assert PASS in match.legal(match.turn)


def test_passed_out_deals_do_not_shorten_the_match():
    match = klaverjas(all_pass="redeal_next_dealer", length="4")
    for _ in range(4):
        passed_out(match)
        finish(match)
    assert match.phase is Phase.OVER
    assert (len(match.results), match.dealt) == (4, 8)
    assert [result.number for result in match.results] == [1, 2, 3, 4]


def test_nine_passed_out_deals_then_a_tenth_may_still_be_passed():
    match = klaverjas(all_pass="redeal_same_dealer")
    for _ in range(9):
        passed_out(match)
    deal(match)
    assert PASS in match.legal(match.turn)
    say(match, PASS, PASS, PASS, PASS)
    assert match.phase is Phase.DEALING


# K-9, claims.

RUN = ["7D 7S", "8D 8S", "9D 9S", "AD AS"]
"""In the first trick 7 8 9 of diamonds, 20, which seat 3 wins; trump is hearts."""


def after_run(cards: str = "7D 8D 9D AD", **house) -> Klaverjas:
    match = start(RUN, "H", **house)
    positions.play(match, cards)
    return match


@pytest.mark.parametrize("seat", [1, 3])
def test_claim_own_either_player_of_the_side_that_won(seat):
    match = after_run()
    before = match.decision
    match.push(seat, CLAIM)
    assert (match.tricks[0].roem, match.decision, match.turn) == (20, before, 3)
    assert match.log[-1] == (seat, CLAIM)
    for other in range(4):
        assert refusal(match, other, CLAIM) is Rule.CLAIMED


@pytest.mark.parametrize("seat", [0, 2])
def test_claim_own_is_closed_to_the_other_side(seat):
    assert refusal(after_run(), seat, CLAIM) is Rule.NOT_YOUR_TRICK


def test_claim_own_ends_when_the_next_trick_is_led():
    match = after_run("7D 8D 9D")
    for seat in range(4):
        assert refusal(match, seat, CLAIM) is Rule.CLAIM_CLOSED
    match = after_run("7D 8D 9D AD")
    assert CLAIM in match.legal(1)
    positions.play(match, "AS")  # the winner leads at once and waives it
    for seat in range(4):
        assert CLAIM not in match.legal(seat)
        assert refusal(match, seat, CLAIM) is Rule.CLAIM_CLOSED
    assert match.tricks[0].roem == 0


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("led", ["", " AS"])
def test_claim_any_until_the_second_card_of_the_next_trick(seat, led):
    match = after_run("7D 8D 9D AD" + led, roem="claim_any")
    assert match.view(seat).claimable
    match.push(seat, CLAIM)
    assert match.tricks[0].roem == 20
    assert match.view(None).roem_claimed(1) == 20
    assert refusal(match, (seat + 1) % 4, CLAIM) is Rule.CLAIMED


def test_claim_any_ends_with_the_second_card():
    match = after_run("7D 8D 9D AD AS 7S", roem="claim_any")
    for seat in range(4):
        assert not match.view(seat).claimable
        assert refusal(match, seat, CLAIM) is Rule.CLAIM_CLOSED


def test_roem_counts_by_itself_under_auto():
    match = after_run(roem="auto")
    assert match.tricks[0].roem == 20
    for seat in range(4):
        assert not match.view(seat).claimable
        assert refusal(match, seat, CLAIM) is not None


@pytest.mark.parametrize("roem", ["claim_own", "claim_any"])
def test_a_claim_without_roem_is_refused_and_not_recorded(roem):
    match = start(["7D", "8D", "TD", "AD"], "H", roem=roem)
    positions.play(match, "7D 8D TD AD")
    log = list(match.log)
    assert match.view(1).claimable  # whether there is roem is for the players to see
    assert refusal(match, 1, CLAIM) is Rule.NO_ROEM
    assert refusal(match, 1, CLAIM) is Rule.NO_ROEM
    assert match.log == log
    assert match.view(1).claimable


def test_no_trick_no_claim():
    match = start()
    for seat in range(4):
        assert refusal(match, seat, CLAIM) is Rule.CLAIM_CLOSED
    assert refusal(match, None, CLAIM) is Rule.NOT_YOUR_TURN


def last_trick(**house) -> Klaverjas:
    """Return a match whose last trick lies: T J Q of diamonds, which seat 2 wins."""
    match = start(["TD", "JD", "QD", "7S"], "D", **house)
    match.tricks = [positions.Trick((), n % 4, 18 if n else 10, 0) for n in range(7)]
    positions.play(match, "TD JD QD 7S")
    return match


def test_after_the_last_trick_each_claims_or_counts_and_the_deal_is_closed():
    match = last_trick()
    assert (match.phase, match.turn) == (Phase.COUNTING, None)
    assert match.legal(None) == [CLOSE]
    assert match.legal(1) == [COUNT, CLAIM]
    assert match.legal(0) == [COUNT]
    assert refusal(match, 0, CLAIM) is Rule.NOT_YOUR_TRICK
    match.push(0, COUNT)
    assert refusal(match, 0, COUNT) is Rule.COUNTED
    assert match.legal(0) == []
    assert match.view(None).counted == (0,)
    match.push(3, COUNT)
    match.push(3, CLAIM)  # who has counted may still claim
    assert refusal(match, 1, CLAIM) is Rule.CLAIMED
    for move in (PASS, ACCEPT, SPADES, REST, card("7S"), Deal(seed(1))):
        assert refusal(match, 1, move) is Rule.NOT_NOW
    assert refusal(match, 1, CLOSE) is Rule.NOT_NOW
    assert refusal(match, None, COUNT) is Rule.NOT_YOUR_TURN
    match.push(None, CLOSE)
    assert match.phase is Phase.DEALING
    assert match.results[0].roem == (0, 20)
    assert refusal(match, 1, CLAIM) is Rule.CLAIM_CLOSED
    assert refusal(match, 1, COUNT) is Rule.NOT_NOW
    assert refusal(match, None, CLOSE) is Rule.NOT_NOW


def test_roem_of_the_last_trick_that_nobody_claimed_counts_nowhere():
    match = last_trick()
    match.push(None, CLOSE)
    assert match.results[0].roem == (0, 0)
    assert sum(match.results[0].scores) == 162


def test_under_auto_the_last_trick_scores_the_deal():
    match = last_trick(roem="auto")
    assert (match.phase, match.turn) == (Phase.DEALING, None)
    assert match.results[0].roem == (0, 20)


# Scores.


@pytest.mark.parametrize(
    ("makers", "cards", "roem", "tricks", "house", "scores", "reasons"),
    [
        (0, (162, 0), (0, 0), (8, 0), {}, (262, 0), {Reason.MADE, Reason.PIT}),
        (0, (162, 0), (70, 0), (8, 0), {}, (332, 0), {Reason.MADE, Reason.PIT}),
        (1, (0, 162), (0, 20), (0, 8), {}, (0, 282), {Reason.MADE, Reason.PIT}),
        (1, (162, 0), (50, 0), (8, 0), {}, (312, 0), {Reason.NAT, Reason.COUNTER_PIT}),
        (1, (162, 0), (50, 0), (8, 0), {"counter_pit": False}, (212, 0), {Reason.NAT}),
        # All card points, but not all tricks: no pit.
        (0, (162, 0), (0, 0), (7, 1), {}, (162, 0), {Reason.MADE}),
        (1, (80, 82), (0, 0), (4, 4), {}, (80, 82), {Reason.MADE}),
        (1, (81, 81), (0, 0), (4, 4), {}, (162, 0), {Reason.NAT}),
        (1, (81, 81), (0, 0), (4, 4), {"tie": "made"}, (81, 81), {Reason.MADE}),
        # A tie by roem is a tie.
        (0, (71, 91), (20, 0), (4, 4), {}, (0, 182), {Reason.NAT}),
        (0, (71, 91), (20, 0), (4, 4), {"tie": "made"}, (91, 91), {Reason.MADE}),
        # The pit's 100 is left out of the comparison: it cannot decide.
        (0, (120, 42), (0, 100), (7, 1), {}, (0, 262), {Reason.NAT}),
    ],
)
def test_score_of_a_deal(makers, cards, roem, tricks, house, scores, reasons):
    match = klaverjas(**house)
    finish(match, makers, cards, roem, tricks)
    assert match.results[0].scores == scores
    assert match.results[0].reasons == reasons
    assert score_deal(makers, cards, roem, tricks, KlaverjasHouse(**house)) == (scores, reasons)


def test_totals_are_the_sum_of_the_deals_and_the_higher_wins():
    match = klaverjas(length="4")
    for cards in ((100, 62), (90, 72), (60, 102), (162, 0)):
        assert match.outcome is None
        finish(match, 0, cards, tricks=(8, 0) if cards[0] == 162 else (4, 4))
    assert match.totals == (100 + 90 + 0 + 262, 62 + 72 + 162 + 0)
    assert match.outcome.totals == match.totals
    assert match.outcome.winners == (0,)
    assert not match.outcome.draw


def test_equal_totals_are_a_draw():
    match = klaverjas(length="4", draw="draw")
    for makers in (0, 1, 0, 1):
        finish(match, makers, (100, 62) if makers == 0 else (62, 100))
    assert match.phase is Phase.OVER
    assert match.outcome.winners == (0, 1)
    assert match.outcome.draw


# K-14 and K-15, the end.


def tied(**house) -> Klaverjas:
    match = klaverjas(length="4", draw="extra_deal", **house)
    for makers in (0, 1, 0, 1):
        finish(match, makers, (100, 62) if makers == 0 else (62, 100))
    return match


def test_an_extra_deal_decides():
    match = tied()
    dealer = match.dealer
    assert (match.phase, match.length, match.outcome) == (Phase.DEALING, 5, None)
    finish(match, 0, (100, 62))
    assert match.dealer == (dealer + 1) % 4
    assert match.phase is Phase.OVER
    assert match.outcome.winners == (0,)
    assert (match.length, len(match.results)) == (5, 5)


def test_four_extra_deals_and_then_a_draw():
    match = tied(tie="made")
    for extra in range(1, 5):
        assert match.phase is Phase.DEALING
        assert match.length == 4 + extra
        finish(match, 0, (81, 81))
    assert match.phase is Phase.OVER
    assert match.outcome.draw
    assert len(match.results) == 8


def test_to_1500_is_checked_after_whole_deals():
    match = klaverjas(length="to_1500")
    assert match.length is None
    for _ in range(5):
        finish(match, 0, (162, 0), roem=(30, 0), tricks=(8, 0))
    assert match.totals == (1460, 0)
    finish(match, 0, (101, 61), roem=(0, 100))  # nat
    assert match.totals == (1460, 262)
    finish(match, 1, (62, 100), roem=(0, 0))
    assert match.totals == (1522, 362)
    assert match.phase is Phase.OVER
    assert match.outcome.winners == (0,)


def test_to_1500_both_there_and_the_higher_wins_whoever_made_the_deal():
    match = klaverjas(length="to_1500", tie="made")
    for _ in range(18):
        finish(match, 0, (81, 81))
    assert match.totals == (1458, 1458)
    finish(match, 0, (82, 80))
    assert match.phase is Phase.OVER
    assert match.totals == (1540, 1538)
    assert match.outcome.winners == (0,)


def test_exactly_1500_is_there_and_1499_is_not():
    for last, phase in ((87, Phase.OVER), (86, Phase.DEALING)):
        match = klaverjas(length="to_1500")
        for _ in range(5):
            finish(match, 0, (162, 0), roem=(20, 0), tricks=(8, 0))
        assert match.totals == (1410, 0)
        finish(match, 0, (last + 3, 159 - last))
        assert match.totals[0] == 1413 + last
        assert match.phase is phase


@pytest.mark.parametrize(("draw", "deals"), [("draw", 19), ("extra_deal", 20)])
def test_to_1500_equal_goes_by_the_draw_rule(draw, deals):
    match = klaverjas(length="to_1500", tie="made", draw=draw)
    for _ in range(19):
        finish(match, 0, (81, 81))
    assert match.totals == (1539, 1539)
    if draw == "extra_deal":
        assert match.phase is Phase.DEALING
        finish(match, 1, (62, 100))
    assert match.phase is Phase.OVER
    assert len(match.results) == deals
    assert match.outcome.draw == (draw == "draw")


def test_an_ended_match_takes_nothing():
    match = klaverjas(length="4")
    for _ in range(4):
        finish(match)
    for seat in (None, 0, 1, 2, 3):
        for move in (Deal(seed(1)), PASS, SPADES, card("7S"), CLAIM, COUNT, CLOSE, REST):
            assert refusal(match, seat, move) is Rule.OVER
        assert match.legal(seat) == []


# The rest.

TOP_TRUMPS = "7H 8H 9H TH JH QH KH AH"


def test_the_rest_from_the_first_lead_is_pit():
    match = start({0: TOP_TRUMPS}, "H")
    assert REST in match.legal(0)
    match.push(0, REST)
    result = match.results[0]
    assert (result.cards, result.tricks, result.scores) == ((162, 0), (8, 0), (262, 0))
    assert result.reasons == {Reason.MADE, Reason.PIT}
    assert (match.phase, match.hands) == (Phase.DEALING, [0, 0, 0, 0])


def test_the_rest_takes_the_points_that_are_left_and_forgoes_roem():
    # Clubs go to seat 3 for 11 + 10 + 4 + 3 = 28 with roem, then a certain hand.
    match = start(["TC 7S 8S", "KC 9S TS", "QC 7D 8D", "AC JH 9H"], "H")
    positions.play(match, "TC KC QC AC")
    assert CLAIM in match.legal(1)
    match.push(3, REST)
    result = match.results[0]
    assert result.cards == (0, 162)
    assert result.roem == (0, 0)
    assert result.tricks == (0, 3)
    assert refusal(match, 1, CLAIM) is Rule.CLAIM_CLOSED


def test_the_rest_keeps_what_was_won_and_claimed_before():
    match = start(["TC JH 9H", "KC 9S TS", "QC 7D 8D", "AC 7S 8S"], "H")
    positions.play(match, "TC KC QC AC")
    match.push(1, CLAIM)
    positions.play(match, "7S")  # seat 3 leads; seat 0 trumps
    positions.play(match, "9H TS 7D")
    match.push(0, REST)
    result = match.results[0]
    assert result.cards == (162 - 28, 28)
    assert result.roem == (0, 20)
    assert result.tricks == (2, 1)


@pytest.mark.parametrize(
    ("hand", "others", "certain"),
    [
        ("JH AS", ["7H KS", "8S 9S", "7D 8D"], True),  # one trump is drawn by one
        ("JH AS", ["7H KS", "8H 9S", "7D 8D"], False),  # two may lie in one hand
        ("JH 9H AS", ["7H 7S KS", "8H 9S 8S", "7D 8D 9D"], True),
        ("AS KS", ["TS 7S", "8D 9D", "7D TD"], False),  # the ten may be guarded
        ("AS KS", ["TS 7D", "8D 9D", "AD TD"], True),  # the ace draws the ten
        ("AS TS 7D", ["KS 8S 9S", "8C 9C TC", "QC KC AC"], True),  # nobody has a diamond
        ("AS TS 7D", ["KS 8S 9S", "8D 9C TC", "QC KC AC"], False),
        ("9H", ["JH", "7S", "8S"], False),
        ("AS", ["7H", "7S", "8S"], False),  # a trump is out
    ],
)
def test_the_rest_is_claimed_only_when_certain(hand, others, certain):
    match = start([hand, *others], "H")
    assert (REST in match.legal(0)) == certain
    if not certain:
        assert refusal(match, 0, REST) is Rule.NOT_CERTAIN


def test_the_rest_is_claimed_on_lead_in_turn_alone():
    match = start({0: TOP_TRUMPS}, "H")
    for seat in (1, 2, 3):
        assert refusal(match, seat, REST) is Rule.NOT_YOUR_TURN
    positions.play(match, "JH")
    assert refusal(match, 1, REST) is Rule.NOT_CERTAIN
    assert refusal(opened(), 0, REST) is Rule.NOT_NOW


# Refusals name the rule.


@pytest.mark.parametrize(
    ("hands", "trump", "trick", "refused", "rule", "house"),
    [
        (["TS", "AS 7H 8D"], "H", "TS", "7H", Rule.FOLLOW_SUIT, {}),
        (["TS", "AS 7H 8D"], "H", "TS", "8D", Rule.FOLLOW_SUIT, {}),
        (["TH", "7H 8D"], "H", "TH", "8D", Rule.FOLLOW_SUIT, {}),
        (["TH", "7H AH"], "H", "TH", "7H", Rule.MUST_BEAT_TRUMP, {}),
        (["TS", "7H 8D"], "H", "TS", "8D", Rule.MUST_TRUMP, {}),
        (["TS", "TH", "7H AH 8D"], "H", "TS TH", "7H", Rule.MUST_BEAT_TRUMP, {}),
        (["TS", "TH", "7H AH 8D"], "H", "TS TH", "8D", Rule.MUST_TRUMP, {}),
        (["TS", "TH", "7H 8D"], "H", "TS TH", "7H", Rule.NO_UNDERTRUMP, {}),
        (
            ["TS", "TH", "7H 8D"],
            "H",
            "TS TH",
            "8D",
            Rule.MUST_TRUMP,
            {"opponent_trumped": "forced"},
        ),
        (["TS", "TH", "7H 8D"], "H", "TS TH", "8D", Rule.MUST_TRUMP, {"system": "rotterdam"}),
        (["AS", "TH", "7S", "7H 8D"], "H", "AS TH 7S", "7H", Rule.NO_UNDERTRUMP, {}),
        (
            ["AS", "TH", "7S", "AH 8D"],
            "H",
            "AS TH 7S",
            "AH",
            Rule.DISCARD_ONLY,
            {"partner_trumped": "discard_only"},
        ),
        (["AS", "7S", "8S", "AH 8D"], "H", "AS 7S 8S", "8D", Rule.MUST_TRUMP, {}),
        (["TS", "AS 7H"], "H", "TS", "KC", Rule.NOT_IN_HAND, {}),
    ],
)
def test_a_refused_card_names_its_rule(hands, trump, trick, refused, rule, house):
    match = start([*hands, "", ""][:4], trump, **house)
    positions.play(match, trick)
    assert refusal(match, match.turn, card(refused)) is rule


def test_refusals_of_the_moment():
    match = klaverjas()
    assert refusal(match, 0, PASS) is Rule.NOT_NOW
    assert refusal(match, 0, Deal(seed(1))) is Rule.NOT_NOW
    assert refusal(match, None, PASS) is Rule.NOT_YOUR_TURN
    deal(match, 3)
    assert refusal(match, None, Deal(seed(1))) is Rule.NOT_NOW
    assert refusal(match, 1, PASS) is Rule.NOT_YOUR_TURN
    assert refusal(match, 4, PASS) is Rule.NOT_YOUR_TURN
    assert refusal(match, -1, PASS) is Rule.NOT_YOUR_TURN
    assert refusal(match, 0, card("7S")) is Rule.NOT_NOW
    assert refusal(match, 0, COUNT) is Rule.NOT_NOW
    assert refusal(match, 0, CLAIM) is Rule.CLAIM_CLOSED
    match.push(0, HEARTS)
    assert refusal(match, 0, HEARTS) is Rule.NOT_NOW
    assert refusal(match, 1, PLAYS[0]) is Rule.NOT_YOUR_TURN
    elsewhere = next(c for c in PACK if not match.hands[0] >> c & 1)
    assert refusal(match, 0, PLAYS[elsewhere]) is Rule.NOT_IN_HAND


def test_a_rigged_deal_plays_from_the_first_card_to_the_score():
    # Seat 0 holds every trump but the nine; counted by hand.
    match = klaverjas()
    deal(match, 3)
    rig(match, {0: "7H 8H TH JH QH KH AH AS", 1: "9H 7S 8S 9S TS JS QS KS"})
    match.push(0, HEARTS)
    for number in range(8):
        leading = ["JH", "AH", "TH", "KH", "QH", "8H", "7H", "AS"][number]
        positions.play(match, leading)
        while match.trick:
            positions.play(match, playable(match).split()[0])
    assert match.phase is Phase.COUNTING
    match.push(None, CLOSE)
    assert match.results[0].scores == (262, 0)
