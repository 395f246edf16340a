"""Klaverjas: the flows of rules.md §4, every house rule, claims, passes, scores, refusals.

Tests of house rules are named by their row, `test_K_<number>_…`: the table of rules points there.
"""
# ruff: noqa: N802 - the rows have a capital

import itertools
import random
from functools import partial

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
from bot.rules.play import points, strength
from bot.rules.shuffle import Stream
from bot.rules.view import Phase, Reason

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
    for mine, reason in ((cards, Reason.MADE), (cards - 1, Reason.NAT)):
        _, reasons = score_deal(0, (mine, 162 - mine), (roem, 0), (4, 4), house)
        assert reasons == {reason}


# The cards: their order and points, the trick, what may be played, roem.


@pytest.mark.parametrize("trump", range(4))
@pytest.mark.parametrize("suit", range(4))
def test_the_order_and_the_points_of_the_cards(suit, trump):
    order, values = (
        ("J9ATKQ87", (20, 14, 11, 10, 4, 3, 0, 0))
        if suit == trump
        else ("ATKQJ987", (11, 10, 4, 3, 2, 0, 0, 0))
    )
    found = [suit * 8 + "789TJQKA".index(rank) for rank in order]
    powers = [strength(each, suit, trump) for each in found]
    assert powers == sorted(set(powers), reverse=True)
    assert tuple(points(each, trump) for each in found) == values
    assert sum(values) == (62 if suit == trump else 30)


def test_all_cards_and_the_last_trick_are_worth_162():
    for trump in range(4):
        assert sum(points(each, trump) for each in PACK) + 10 == 162
    match = positions.play_out(klaverjas(roem="auto"), random.Random(162), deals=4)
    assert [sum(result.cards) for result in match.results] == [162] * 4


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("KD TD AD 7D", 2),  # the highest card of the suit led
        ("7D AS AC KC", 0),  # other suits do not count, except
        ("AD 7H TD KD", 1),  # trumps
        ("AD AH 9H TD", 2),  # of which the highest
        ("9H AH JH TH", 2),
    ],
)
def test_the_highest_trump_takes_the_trick_or_else_the_highest_card_of_the_suit_led(trick, winner):
    match = start(trick.split(), "H")
    positions.play(match, trick)
    assert match.tricks[-1].winner == winner


@pytest.mark.parametrize(
    ("trick", "hand", "amsterdam", "rotterdam"),
    [
        ("TS", "AS 7S JH 8D", "7S AS", "7S AS"),  # follow if you can
        ("TH", "7H 8H AH JS", "AH", "AH"),  # trump led: beat it if you can
        ("9H 7H", "8H JH AS", "JH", "JH"),  # the partner's too
        ("AH", "7H KH 8D", "7H KH", "7H KH"),  # else any trump
        ("TS", "7H QH 8D", "7H QH", "7H QH"),  # void: trump
        ("TS 8H", "7H QH 8D", "QH", "QH"),  # and over a trump
        ("TS JH", "7H QH 8D", "8D", "7H QH"),  # undertrump where it can be avoided, or must be
        ("TS JH", "7H QH", "7H QH", "7H QH"),
        ("AS 7S", "7H QH 8D", "7H QH 8D", "7H QH"),  # the partner wins
        ("7S 8H 9S", "7H QH 8D", "QH 8D", "QH"),  # by a trump
        ("7S 9H 9S", "7H QH 8D", "8D", "7H QH"),
        ("TS", "7D 8D", "7D 8D", "7D 8D"),  # neither suit nor trump
    ],
)
def test_what_may_be_played_by_either_system(trick, hand, amsterdam, rotterdam):
    # Whom the partner is follows from the places: two back.
    for system, legal in {"amsterdam": amsterdam, "rotterdam": rotterdam}.items():
        found = legal_in([*trick.split(), hand, "", "", ""][:4], "H", trick, system=system)
        assert set(found.split()) == set(legal.split())


@pytest.mark.parametrize(
    ("trick", "value"),
    [
        ("7D 8D 9D AS", 20),
        ("TD JD QD AS", 20),  # in natural order
        ("9D TD JD QD", 50),  # not the rows of three in it as well
        ("QD KD AS 7S", 0),
        ("QH KH AS 7S", 20),  # stuk
        ("QH KH AH 7S", 40),
        ("JH QH KH AH", 70),
        ("KS AS 7H 8H", 0),
    ],
)
def test_roem_of_a_trick(trick, value):
    match = start(trick.split(), "H", roem="auto")
    positions.play(match, trick)
    assert match.results[0].roem == ((value, 0) if match.tricks[-1].winner % 2 == 0 else (0, value))


# Every value of every house rule where it decides.


def legal_in(hands, trump, trick, **house) -> str:
    match = start(hands, trump, **house)
    positions.play(match, trick)
    return playable(match)


def outcomes(name, outcome):
    """Return where each value of an option leads, having seen that all lead elsewhere."""
    found = {value: outcome(**{name: value}) for value in positions.OPTIONS[name]}
    assert len({str(there) for there in found.values()}) == len(found)
    default = KlaverjasHouse.model_fields[name].default
    assert outcome() == found[default]
    assert next(iter(found)) == default  # the default is named first
    return found


def test_K_0_system_forbids_an_undertrump_or_demands_it():
    legal = partial(legal_in, ["8C", "QH", "7H 8D", ""], "H", "8C QH")
    assert outcomes("system", legal) == {"amsterdam": "8D", "rotterdam": "7H"}


def test_K_1_all_pass_and_who_must_name_or_deals():
    def after_four_passes(**house):
        match = opened(dealer=3, **house)
        say(match, PASS, PASS, PASS, PASS)
        if match.phase is Phase.DEALING:
            deal(match)
        return match.dealer, match.turn, PASS in match.legal(match.turn)

    assert outcomes("all_pass", after_four_passes) == {
        "eldest_must": (3, 0, False),
        "dealer_must": (3, 3, False),
        "redeal_same_dealer": (3, 0, True),
        "redeal_next_dealer": (0, 1, True),
    }


def test_K_2_trump_choice_is_opened_by_whom_and_how():
    def first(**house):
        match = opened(dealer=3, **house)
        plays = match.phase is Phase.PLAYING
        return match.turn, () if plays else tuple(match.legal(match.turn))

    assert outcomes("trump_choice", first) == {
        "free": (0, (PASS, *TRUMPS)),
        "eldest_must": (0, TRUMPS),
        "turn_up": (0, (PASS, ACCEPT)),
        "dealer_first": (3, (PASS, *TRUMPS)),
        "drawn": (0, ()),  # he plays
    }


def test_K_3_partner_trumped_and_no_trump_may_be_played_or_a_higher_one():
    legal = partial(legal_in, ["AS", "TH", "7S", "AH QD"], "H", "AS TH 7S")
    assert outcomes("partner_trumped", legal) == {"no_undertrump": "AH QD", "discard_only": "QD"}


def test_K_4_opponent_trumped_and_an_undertrump_is_forbidden_free_or_forced():
    legal = partial(legal_in, ["8C", "QH", "7H 8D", ""], "H", "8C QH")
    assert outcomes("opponent_trumped", legal) == {
        "forbidden": "8D",
        "optional": "7H 8D",
        "forced": "7H",
    }


def test_K_5_first_lead_of_eldest_or_of_the_maker():
    def leader(**house):
        return start(None, "H", declarer=2, **house).turn

    assert outcomes("first_lead", leader) == {"eldest": 0, "maker": 2}


def test_K_6_four_of_a_kind():
    def nines_tens_jacks(**house):
        made = []
        for rank in "9TJ":
            cards = [rank + suit for suit in "SHDC"]
            match = start(cards, "S", **house)
            positions.play(match, " ".join(cards))
            if CLAIM in match.legal(0):
                match.push(0, CLAIM)
            made.append(match.tricks[-1].roem)
        return tuple(made)

    assert outcomes("four_of_a_kind", nines_tens_jacks) == {
        "all_ranks": (100, 100, 200),
        "ten_up": (0, 100, 200),
        "jacks_100": (100, 100, 100),
        "ten_up_jacks_100": (0, 100, 100),
    }


@pytest.mark.parametrize(
    ("four_of_a_kind", "counting", "jacks"),
    [
        ("all_ranks", "789TQKA", 200),
        ("ten_up", "TQKA", 200),
        ("jacks_100", "789TQKA", 100),
        ("ten_up_jacks_100", "TQKA", 100),
    ],
)
def test_K_6_every_rank(four_of_a_kind, counting, jacks):
    for rank in "789TJQKA":
        cards = [rank + suit for suit in "SHDC"]
        match = start(cards, "S", roem="auto", four_of_a_kind=four_of_a_kind)
        positions.play(match, " ".join(cards))
        expected = jacks if rank == "J" else 100 if rank in counting else 0
        assert sum(match.results[0].roem) == expected


def test_K_8_tie_is_nat_or_made():
    def scores(**house):
        match = klaverjas(**house)
        finish(match, makers=0, cards=(81, 81))
        return match.results[0].scores

    assert outcomes("tie", scores) == {"nat": (0, 162), "made": (81, 81)}


def test_K_9_roem_is_claimed_in_own_tricks_or_any_or_counts_by_itself():
    def after_a_run(**house):
        match = start(["7D 7S", "8D", "9D", "AD"], "S", **house)
        positions.play(match, "7D 8D 9D AD")
        return match.tricks[-1].roem, [CLAIM in match.legal(seat) for seat in range(4)]

    assert outcomes("roem", after_a_run) == {
        "claim_own": (0, [False, True, False, True]),
        "claim_any": (0, [True, True, True, True]),
        "auto": (20, [False, False, False, False]),
    }


def test_K_10_counter_pit_brings_100_or_nothing():
    def scores(**house):
        match = klaverjas(**house)
        finish(match, makers=0, cards=(0, 162), tricks=(0, 8))
        return match.results[0].scores

    assert outcomes("counter_pit", scores) == {True: (0, 262), False: (0, 162)}


def test_K_14_draw_or_extra_deal():
    def phase(**house):
        match = klaverjas(length="4", **house)
        for makers in (0, 1, 0, 1):
            finish(match, makers, (100, 62) if makers == 0 else (62, 100))
        return match.phase

    assert outcomes("draw", phase) == {"draw": Phase.OVER, "extra_deal": Phase.DEALING}


def test_K_15_length():
    def deals(**house):
        match = klaverjas(**house)
        while match.phase is not Phase.OVER:
            finish(match, 0, (100, 62), roem=(50, 0))
        return len(match.results)

    assert outcomes("length", deals) == {"16": 16, "4": 4, "8": 8, "to_1500": 10}


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


@pytest.mark.parametrize(
    ("house", "idle"),
    [
        ({}, set()),
        ({"system": "rotterdam"}, {"partner_trumped", "opponent_trumped"}),
        ({"trump_choice": "eldest_must"}, {"all_pass", "first_lead"}),
        ({"trump_choice": "turn_up"}, {"all_pass"}),
        ({"trump_choice": "dealer_first"}, {"all_pass"}),
        ({"trump_choice": "drawn"}, {"all_pass", "first_lead"}),
    ],
)
def test_options_without_effect_are_not_offered(house, idle):
    found = KlaverjasHouse(**house)
    assert found.idle(4) == idle
    names = [name for name in KlaverjasHouse.model_fields if name not in idle]
    assert found.offered(4) == tuple(names)
    assert set(found.differing(4)) == set(house)


@pytest.mark.parametrize("name", KlaverjasHouse.presets)
def test_a_preset_differs_in_what_it_names(name):
    assert set(KlaverjasHouse.preset(name).differing(4)) == set(KlaverjasHouse.presets[name])


def test_idle_options_change_nothing():
    chance = random.Random(6)
    for _ in range(20):
        house = positions.random_house(chance)
        match = positions.play_out(Klaverjas(house), random.Random(1), deals=3)
        for name in house.idle(4):
            for value in positions.OPTIONS[name]:
                again = Klaverjas(house.model_copy(update={name: value}))
                for seat, move in match.log:
                    again.push(seat, move)
                assert again.results == match.results


# K-13, dealing.


@pytest.mark.parametrize("packets", ["3-2-3", "4-4"])
@pytest.mark.parametrize("dealer", range(4))
def test_K_13_packets_go_clockwise_from_eldest_off_the_top(packets, dealer):
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


def test_K_2_turn_up_plays_or_passes_on_the_drawn_suit():
    match = opened(dealer=3, trump_choice="turn_up")
    first = match.turned
    assert match.legal(0) == [PASS, ACCEPT]
    for suit in TRUMPS:
        assert refusal(match, 0, suit) is Rule.SUIT_IS_TURNED
    assert say(match, PASS, ACCEPT) == [0, 1]
    assert (match.declarer, match.trump, match.turn) == (1, first, 0)


def test_K_2_turn_up_draws_another_suit_when_all_have_passed():
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


def test_K_2_drawn_makes_eldest_play_on_any_of_the_four_suits():
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
def test_K_2_nobody_accepts_where_no_suit_was_drawn(choice):
    match = opened(trump_choice=choice)
    assert refusal(match, match.turn, ACCEPT) is Rule.NOT_NOW


def test_an_equal_action_is_as_good_as_the_named_one():
    # A worker process hands back a copy of PASS, not PASS itself.
    match = opened(trump_choice="eldest_must")
    assert refusal(match, 0, Action(Kind.PASS)) is Rule.MUST_NAME


@pytest.mark.parametrize("all_pass", ["redeal_same_dealer", "redeal_next_dealer"])
def test_K_1_ten_passed_out_deals_and_eldest_must_name(all_pass):
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


def test_K_1_nine_passed_out_deals_then_a_tenth_may_still_be_passed():
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
def test_K_9_claim_own_either_player_of_the_side_that_won(seat):
    match = after_run()
    before = match.decision
    match.push(seat, CLAIM)
    assert (match.tricks[0].roem, match.decision, match.turn) == (20, before, 3)
    assert match.log[-1] == (seat, CLAIM)
    for other in range(4):
        assert refusal(match, other, CLAIM) is Rule.CLAIMED


@pytest.mark.parametrize("seat", [0, 2])
def test_K_9_claim_own_is_closed_to_the_other_side(seat):
    assert refusal(after_run(), seat, CLAIM) is Rule.NOT_YOUR_TRICK


def test_K_9_claim_own_ends_when_the_next_trick_is_led():
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
def test_K_9_claim_any_until_the_second_card_of_the_next_trick(seat, led):
    match = after_run("7D 8D 9D AD" + led, roem="claim_any")
    assert match.view(seat).claimable
    match.push(seat, CLAIM)
    assert match.tricks[0].roem == 20
    assert match.view(None).roem_claimed(1) == 20
    assert refusal(match, (seat + 1) % 4, CLAIM) is Rule.CLAIMED


def test_K_9_claim_any_ends_with_the_second_card():
    match = after_run("7D 8D 9D AD AS 7S", roem="claim_any")
    for seat in range(4):
        assert not match.view(seat).claimable
        assert refusal(match, seat, CLAIM) is Rule.CLAIM_CLOSED


def test_K_9_auto_counts_roem_by_itself():
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


def test_K_9_under_auto_the_last_trick_scores_the_deal():
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


def test_K_14_an_extra_deal_decides():
    match = tied()
    dealer = match.dealer
    assert (match.phase, match.length, match.outcome) == (Phase.DEALING, 5, None)
    finish(match, 0, (100, 62))
    assert match.dealer == (dealer + 1) % 4
    assert match.phase is Phase.OVER
    assert match.outcome.winners == (0,)
    assert (match.length, len(match.results)) == (5, 5)


def test_K_14_four_extra_deals_and_then_a_draw():
    match = tied(tie="made")
    for extra in range(1, 5):
        assert match.phase is Phase.DEALING
        assert match.length == 4 + extra
        finish(match, 0, (81, 81))
    assert match.phase is Phase.OVER
    assert match.outcome.draw
    assert len(match.results) == 8


def test_K_15_to_1500_is_checked_after_whole_deals():
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


def test_K_15_to_1500_both_there_and_the_higher_wins_whoever_made_the_deal():
    match = klaverjas(length="to_1500", tie="made")
    for _ in range(18):
        finish(match, 0, (81, 81))
    assert match.totals == (1458, 1458)
    finish(match, 0, (82, 80))
    assert match.phase is Phase.OVER
    assert match.totals == (1540, 1538)
    assert match.outcome.winners == (0,)


def test_K_15_exactly_1500_is_there_and_1499_is_not():
    for last, phase in ((87, Phase.OVER), (86, Phase.DEALING)):
        match = klaverjas(length="to_1500")
        for _ in range(5):
            finish(match, 0, (162, 0), roem=(20, 0), tricks=(8, 0))
        assert match.totals == (1410, 0)
        finish(match, 0, (last + 3, 159 - last))
        assert match.totals[0] == 1413 + last
        assert match.phase is phase


@pytest.mark.parametrize(("draw", "deals"), [("draw", 19), ("extra_deal", 20)])
def test_K_15_to_1500_equal_goes_by_the_draw_rule(draw, deals):
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


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_only_four_play(seats):
    with pytest.raises(ValueError, match=f"not played by {seats}"):
        Klaverjas(seats=seats)


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
