"""Hoogjassen: the flows of rules.md §4, every rule of §3, every house rule, and what always holds.

Tests of house rules are named by their row, `test_H_<number>_…`: the table of rules points there.
"""
# ruff: noqa: N802 - the rows have a capital

import dataclasses
import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.rules import low_ten
from bot.rules.actions import (
    ACCEPT,
    ANNOUNCE,
    BLIND,
    CLAIM,
    CLOSE,
    COUNT,
    DECLARE,
    END,
    PASS,
    PLAYS,
    REST,
    TAKE,
    TRUMPS,
    Action,
    Deal,
    Kind,
    Rule,
    bid,
    lay,
    play,
)
from bot.rules.cards import PACK, Suit, cards_in, mask_of, parse_card, parse_cards
from bot.rules.declared import declared_roem
from bot.rules.hoogjassen import Hoogjassen, HoogjassenHouse, Score, score_deal
from bot.rules.record import read_house, write_house
from bot.rules.shuffle import Stream
from bot.rules.view import Announced, Phase, Reason, Trick

from . import positions, vectors_hoogjassen
from .hoogjassen_positions import (
    OPTIONS,
    contract,
    finish,
    hoogjassen,
    leading,
    opened,
    pass_out,
    play_out,
    prepared,
    random_house,
    random_move,
    random_position,
    say,
)
from .positions import deal, holding, names, playable, refusal, seed

SPADES, HEARTS, DIAMONDS, CLUBS = TRUMPS
TABLES = {
    (4, "31"): (7, 3, "7C", (4, 3)),
    (4, "32"): (7, 4, "", (4, 3)),
    (3, "31"): (9, 4, "7C", (3, 3, 3)),
    (3, "30"): (9, 3, "7S 7C", (3, 3, 3)),
    (3, "32"): (10, 2, "", (3, 4, 3)),
    (3, "24"): (7, 3, "7S 8S 7H 8H 7D 8D 7C 8C", (4, 3)),
}
"""By players and pack: cards each, talon, cards left out, packets (rules 1 and three players)."""


def cards(text: str) -> int:
    return mask_of(parse_cards(text))


def card(text: str) -> Action:
    return play(parse_card(text))


def at_table(seats: int, pack: str, **house) -> Hoogjassen:
    """Return a new match played with so many and this pack."""
    return hoogjassen(seats, **{"pack" if seats == 4 else "three_players": pack}, **house)


def of_a_deal(roem: int = 0, defenders: int = 0) -> Score:
    """Return what a deal comes to, 120 bid, seen and with a trick lost, by the usual rules."""
    usual = HoogjassenHouse()
    return score_deal(120, roem, defenders, all_tricks=False, blind=False, opponents=3, house=usual)


def bids(match: Hoogjassen) -> list[int]:
    """Return the bids that the seat in turn may make."""
    return [action.value for action in match.legal(match.turn) if action.kind is Kind.BID]


# Flows HF1 to HF9.


def test_hf1_an_auction():
    match = opened(dealt_by=0)
    said = [bid(120), bid(130), PASS, bid(140), PASS, bid(150)]
    assert say(match, *said) == [1, 2, 3, 0, 1, 2]
    assert match.turn == 0
    assert refusal(match, 0, bid(150)) is Rule.BID_TOO_LOW
    assert refusal(match, 0, bid(155)) is Rule.BID_IN_TENS
    assert refusal(match, 1, bid(160)) is Rule.NOT_YOUR_TURN
    assert refusal(match, 3, bid(160)) is Rule.NOT_YOUR_TURN
    match.push(0, PASS)
    assert (match.declarer, match.bid, match.phase) == (2, 150, Phase.PREPARING)


def test_hf2_four_passes_and_the_same_dealer_deals_again():
    match = opened(dealt_by=2)
    pass_out(match)
    assert match.results == []
    deal(match)
    assert (match.dealer, match.number, match.dealt) == (2, 1, 2)


def test_hf3_the_dealer_opens_last_and_plays():
    match = opened(dealt_by=3)
    assert say(match, PASS, PASS, PASS, bid(120)) == [0, 1, 2, 3]
    assert (match.declarer, match.bid) == (3, 120)


def test_hf4_three_players_open_at_170():
    match = opened(dealt_by=0, seats=3)
    assert refusal(match, 1, bid(160)) is Rule.BID_TOO_LOW
    match.push(1, bid(170))
    assert bids(match)[0] == 180


@pytest.mark.parametrize(("pack", "talon", "total"), [("31", 3, 31), ("32", 4, 32)])
def test_hf5_talon_and_hands_make_the_pack(pack, talon, total):
    view = opened(pack=pack).view(None)
    assert (view.talon, view.sizes) == (talon, (7, 7, 7, 7))
    assert talon + 4 * 7 == total


@pytest.mark.parametrize(("discards_for", "points"), [("declarer", 120), ("defenders", 110)])
def test_hf6_discards_worth_10(discards_for, points):
    match = hoogjassen(discards_for=discards_for)
    result = finish(match, defenders=30, discards="TH 8H 8D")
    assert (result.cards, result.points) == ((106, 30, 0, 0), points)
    assert result.discards == cards("TH 8H 8D")


def test_hf7_the_defenders_take_all_tricks():
    hands = ["7S 8S 9S 7H 8H 9H 7D", "TS JS QS KS AS TH JH", "QH KH AH TC JC QC KC"]
    match = leading([*hands, "AC 9D TD JD QD KD AD"], away="8D 8C 9C", points=120)
    positions.play(match, "7D")
    play_out(match, random.Random(7), 1)
    result = match.results[0]
    assert (result.points, result.cards[0], sum(result.cards)) == (0, 0, 146)
    assert result.scores == (-360, 120, 120, 120)
    assert result.reasons == {Reason.NAT}


def test_hf8_blind_all_tricks_all_but_100():
    match = hoogjassen(blind_doubles="all_but_100")
    result = finish(match, points=160, roem=40, blind=True, all_tricks=True)
    assert result.scores == (480, -160, -160, -160)
    assert result.reasons == {Reason.MADE, Reason.PIT, Reason.BLIND}


def test_hf9_all_tricks_without_the_bid_of_250():
    result = finish(hoogjassen(all_tricks="if_bid_250"), points=160, all_tricks=True)
    assert (result.points, result.scores) == (150, (-30, 10, 10, 10))
    assert result.reasons == {Reason.NAT, Reason.PIT}


# Rule 1, the deal; three players.


@pytest.mark.parametrize(("seats", "pack"), TABLES)
def test_rule_1_talon_first_then_a_cut_then_packets(seats, pack):
    size, talon, left_out, packets = TABLES[seats, pack]
    for number in range(40):
        match = at_table(seats, pack)
        match.push(None, Deal(seed(number)))
        stream = Stream(seed(number))
        order = stream.shuffled(c for c in PACK if c not in parse_cards(left_out))
        away, rest = order[:talon], order[talon:]
        # At least eight cards on either side.
        top = 8 + stream.below(len(rest) - 15)
        assert min(top, len(rest) - top) >= 8
        rest = rest[top:] + rest[:top]
        assert match.dealer == stream.below(seats)
        hands: dict[int, list[int]] = {seat: [] for seat in range(seats)}
        for packet in packets:
            for place in range(1, seats + 1):
                hands[(match.dealer + place) % seats] += rest[:packet]
                rest = rest[packet:]
        assert rest == []
        assert match.talon == mask_of(away)
        assert match.hands == [mask_of(hands[seat]) for seat in range(seats)]
        assert match.view(None).sizes == (size,) * seats
        assert match.turn == (match.dealer + 1) % seats


def test_rule_1_every_place_of_the_cut_and_every_dealer_occurs():
    tops, dealers = set(), set()
    for number in range(200):
        stream = Stream(seed(number))
        order = stream.shuffled(c for c in PACK if c != parse_card("7C"))
        match = hoogjassen()
        match.push(None, Deal(seed(number)))
        first = match._pack[0]
        tops.add((order.index(first) - 3) % 28)
        dealers.add(match.dealer)
    assert tops == set(range(8, 21))
    assert dealers == {0, 1, 2, 3}


@pytest.mark.parametrize(("seats", "pack"), TABLES)
def test_three_players_and_four_play_as_many_tricks_as_they_hold_cards(seats, pack):
    size, talon, left_out, _ = TABLES[seats, pack]
    match = play_out(at_table(seats, pack, length="4"), random.Random(3))
    assert len(match.results) == 4
    for result in match.results:
        assert sum(result.tricks) == size
        assert result.discards.bit_count() == talon
        assert not result.discards & cards(left_out)
        value = sum(low_ten.points(c, result.trump) for c in cards_in(result.discards))
        assert sum(result.cards) + value == 146
    deck = [c for c in PACK if c not in parse_cards(left_out)]
    for trump in range(4):
        assert sum(low_ten.points(c, trump) for c in deck) + 5 == 146


@pytest.mark.parametrize(
    ("pack", "suits"),
    [("31", "SHD"), ("30", "HD"), ("32", "SHDC"), ("24", "")],
)
def test_three_players_have_eight_cards_of_a_suit_or_fewer(pack, suits):
    match = at_table(3, pack)
    short = 7 if pack != "24" else 6
    for letter in "SHDC":
        suit = Suit.find(letter)
        count = sum(c >> 3 == suit for c in match._rules.pack)
        assert count == (8 if letter in suits else short)


def test_three_players_each_opponent_pays():
    result = finish(hoogjassen(3), points=170, defenders=21)
    assert (result.points, result.scores) == (130, (-80, 40, 40))
    result = finish(hoogjassen(3), points=170, all_tricks=True)
    assert (result.points, result.scores) == (250, (160, -80, -80))


def test_only_three_or_four_play():
    with pytest.raises(ValueError, match="not played by 5"):
        Hoogjassen(seats=5)


# Rule 2, the auction.


def test_rule_2_bids_are_multiples_of_ten_above_the_last():
    match = opened()
    assert bids(match) == list(range(120, 801, 10))
    assert PASS in match.legal(0)
    for points, rule in [
        (110, Rule.BID_TOO_LOW),
        (0, Rule.BID_TOO_LOW),
        (125, Rule.BID_IN_TENS),
        (810, Rule.BID_TOO_HIGH),
    ]:
        assert refusal(match, 0, bid(points)) is rule
    match.push(0, bid(200))
    assert bids(match) == list(range(210, 801, 10))
    assert refusal(match, 1, bid(200)) is Rule.BID_TOO_LOW


def test_rule_2_at_800_one_can_only_pass():
    match = opened()
    match.push(0, bid(800))
    assert match.legal(1) == [PASS]
    assert refusal(match, 1, bid(800)) is Rule.BID_TOO_LOW
    assert refusal(match, 1, bid(810)) is Rule.BID_TOO_HIGH


def test_rule_2_a_pass_is_final():
    match = opened()
    assert say(match, PASS, bid(120), PASS, bid(130), bid(140), bid(150)) == [0, 1, 2, 3, 1, 3]
    assert match.turn == 1
    match.push(1, PASS)
    assert match.declarer == 3


def test_rule_2_the_bidder_is_not_asked_to_raise_himself():
    match = opened()
    say(match, bid(120), PASS, PASS, PASS)
    assert (match.declarer, match.phase) == (0, Phase.PREPARING)
    assert refusal(match, 0, bid(130)) is Rule.NOT_NOW


def test_rule_2_the_last_one_left_without_a_bid_still_bids_or_passes():
    match = opened()
    say(match, PASS, PASS, PASS)
    assert match.turn == 3
    assert match.legal(3)[:2] == [PASS, bid(120)]


def test_rule_2_who_has_bid_is_seen_by_all():
    match = opened()
    say(match, PASS, bid(120))
    assert match.view(3).bids == ((0, PASS), (1, bid(120)))


@pytest.mark.parametrize("all_pass", ["same_dealer", "next_dealer"])
def test_after_ten_passed_out_deals_the_dealer_plays_at_the_lowest_bid(all_pass):
    match = opened(dealt_by=1, all_pass=all_pass)
    for _ in range(9):
        pass_out(match)
        deal(match)
    assert match.phase is Phase.BIDDING  # the tenth may still be passed out
    pass_out(match)
    deal(match)
    dealer = 1 if all_pass == "same_dealer" else (1 + 10) % 4
    assert match.dealer == match.declarer == match.turn == dealer
    assert (match.phase, match.bid) == (Phase.PREPARING, 120)
    assert match.view(None).bids == ((dealer, bid(120)),)
    play_out(match, random.Random(1), 1)
    assert match.results[0].bid == 120
    deal(match)
    assert match.phase is Phase.BIDDING  # a scored deal ends the row
    assert match.bid == 0


# Rule 3, the talon.


def test_rule_3_the_talon_is_taken_whole_and_as_many_cards_are_laid_away():
    match = prepared(["7S 8S 9S TS JS QS KS"], "AH KH QH")
    assert match.legal(0) == [TAKE, BLIND]
    match.push(0, TAKE)
    view = match.view(0)
    assert (view.taken, view.talon, view.to_lay, view.sizes[0]) == (cards("AH KH QH"), 0, 3, 10)
    assert len(match.legal(0)) == 120  # three of ten
    match.push(0, lay(cards("7S 8S AH")))
    assert holding(match, 0) == "9S TS JS QS KS QH KH"
    assert match.view(0).laid == cards("7S 8S AH")
    assert (match.phase, match.turn, match.plays_blind) == (Phase.PLAYING, 0, False)


@pytest.mark.parametrize(
    ("laid", "left"),
    [
        ("AH KH QH", "7S 8S 9S TS JS QS KS"),  # nothing is really exchanged
        ("7S 8S 9S", "TS JS QS KS QH KH AH"),  # all three are
    ],
)
def test_rule_3_none_to_all_are_exchanged(laid, left):
    match = prepared(["7S 8S 9S TS JS QS KS"], "AH KH QH")
    say(match, TAKE, lay(cards(laid)))
    assert holding(match, 0) == left


def test_rule_3_blind_leaves_the_talon_unseen_and_the_deal_counts_double():
    match = prepared(["7S 8S 9S TS JS QS KS"], "AH KH QH")
    match.push(0, BLIND)
    assert (match.phase, match.turn, match.plays_blind) == (Phase.PLAYING, 0, True)
    assert match.view(0).talon == 3
    assert match.view(0).taken == 0
    assert finish(hoogjassen(), points=120, blind=True).scores == (180, -60, -60, -60)
    assert finish(hoogjassen(), points=180, blind=True).scores == (-180, 60, 60, 60)


def test_rule_3_the_talon_comes_first():
    match = prepared(["7S 8S 9S TS JS QS KS"], "AH KH QH")
    for action in (card("7S"), SPADES, DECLARE, lay(cards("7S 8S 9S")), REST):
        assert refusal(match, 0, action) is Rule.TALON_FIRST
    assert refusal(match, 1, card("7S")) is Rule.NOT_NOW
    assert refusal(match, 1, TAKE) is Rule.NOT_YOUR_TURN
    assert refusal(match, 0, PASS) is Rule.NOT_NOW


def test_rule_3_then_the_lay_away():
    match = prepared(["7S 8S 9S TS JS QS KS"], "AH KH QH")
    match.push(0, TAKE)
    for action in (card("7S"), SPADES, DECLARE):
        assert refusal(match, 0, action) is Rule.MUST_LAY
    assert refusal(match, 0, lay(cards("7S 8S"))) is Rule.LAY_COUNT
    assert refusal(match, 0, lay(cards("7S 8S 9S TS"))) is Rule.LAY_COUNT
    assert refusal(match, 0, lay(cards("7S 8S 7H"))) is Rule.NOT_IN_HAND
    assert refusal(match, 0, BLIND) is Rule.NOT_NOW
    assert refusal(match, 1, lay(cards("7S 8S 9S"))) is Rule.NOT_YOUR_TURN


# Rule 4, trump.


@pytest.mark.parametrize("named", TRUMPS)
def test_rule_4_any_suit_may_be_named_whatever_is_led(named):
    match = leading(["7S 8H", "9S 9H", "TS TH", "JS JH"])
    match.push(0, named)
    assert match.view(None).trump == named.value
    positions.play(match, "7S")
    assert match.trump == named.value


def test_rule_4_who_says_nothing_makes_the_suit_of_his_lead_trump():
    match = leading(["7S 8H", "9S 9H", "TS TH", "JS JH"])
    assert match.view(None).trump is None
    positions.play(match, "8H")
    assert match.trump == Suit.HEARTS
    assert playable(match) == "9H"
    positions.play(match, "9H TH JH")
    assert match.tricks[0].winner == 3


def test_rule_4_trump_is_named_once():
    match = leading(["7S 8H", "9S 9H", "TS TH", "JS JH"], "H")
    assert refusal(match, 0, SPADES) is Rule.TRUMP_IS_NAMED
    assert match.legal(0) == [card("7S"), card("8H")]
    positions.play(match, "7S")
    assert refusal(match, 1, SPADES) is Rule.NOT_NOW
    assert refusal(match, 0, SPADES) is Rule.NOT_NOW


def test_rule_4_the_next_deal_has_no_trump_yet():
    match = leading(["7S", "9S", "TS", "JS"])
    positions.play(match, "7S 9S TS JS")
    deal(match)
    contract(match)
    match.push(0, BLIND)
    assert match.trump is None


# Rule 5, roem.

ROEM = [
    ("JS JH JD JC 7S 8H 9D", "", 200, "JS JH JD JC"),
    ("AS AH AD AC 7S 8H 9D", "", 100, "AS AH AD AC"),
    ("KS KH KD KC 7S 8H 9D", "", 100, "KS KH KD KC"),
    ("QS QH QD QC 7S 8H 9D", "", 100, "QS QH QD QC"),
    ("TS TH TD TC 7S 8H 9D", "", 0, ""),
    ("9S 9H 9D 9C 7S 8H TD", "", 0, ""),
    ("8S 8H 8D 8C 7S 9H TD", "", 0, ""),
    ("9H TH JH 7S 8D QC AC", "", 20, "9H TH JH"),
    ("9H TH JH 7S 8S 9S AC", "", 40, "9H TH JH 7S 8S 9S"),
    ("TS JS QS KS 7H 8D 9C", "", 50, "TS JS QS KS"),
    ("8S 9S TS JS QS 7H 9C", "", 100, "8S 9S TS JS QS"),
    ("8S 9S TS JS QS KS 9C", "", 100, "8S 9S TS JS QS KS"),  # longer: once, 100
    ("7S 8S 9S TS JS QS KS", "", 100, "7S 8S 9S TS JS QS KS"),
    ("KS AS 7S 8H 9H JD QD", "", 0, ""),  # a run does not go round
    ("QH KH 7S 8S TD JD 9C", "H", 20, "QH KH"),
    ("QH KH 7S 8S TD JD 9C", "S", 0, ""),
    ("QH KH 7S 8S TD JD 9C", "", 0, ""),  # trump is not named
    ("TS JS QS KS 7H 8D 9C", "S", 70, "TS JS QS KS"),
    ("7H 8H 9H JS QS KS AD", "S", 60, "7H 8H 9H JS QS KS"),
    ("AS AH AD AC KS QS 7H", "S", 140, "AS AH AD AC KS QS"),
    ("AS AH AD AC KS QS 7H", "", 120, "AS AH AD AC KS QS"),
]


def test_rule_5_a_run_of_all_eight_cards_is_one_run_of_100():
    run = "7S 8S 9S TS JS QS KS AS"
    match = leading([f"{run} 7H 8D"], seats=3, dealt_by=2, three_players="32", points=200)
    assert match.view(0).offer.value == 100
    assert match.view(0).offer.cards == cards(run)
    match.push(0, SPADES)
    assert match.view(0).offer.value == 120


@pytest.mark.parametrize(("hand", "trump", "value", "shown"), ROEM)
def test_rule_5_what_a_hand_is_worth(hand, trump, value, shown):
    named = Suit.find(trump) if trump else None
    assert declared_roem(cards(hand), named) == (value, cards(shown))
    match = leading([hand], trump, away="7D TC 8C")
    assert (DECLARE in match.legal(0)) == (value > 0)
    if not value:
        assert refusal(match, 0, DECLARE) is Rule.NO_HAND_ROEM
        assert match.view(0).offer is None
        return
    offer = match.view(0).offer
    match.push(0, DECLARE)
    (announced,) = match.view(None).announced
    assert announced == offer == (0, "roem", value, cards(shown), None, value)
    assert match.view(2).roem_claimed(0) == value


@pytest.mark.parametrize("blind", [True, False])
def test_rule_5_roem_lowers_the_bid_blind_or_not(blind):
    hands = ["9H TH JH", "7D 8D 9D", "7S 8S 9S", "TC JC QC"]
    match = leading(hands, "H", blind=blind, declare=True, points=120)
    while not match.results:
        match.push(match.turn, PLAYS[parse_card(playable(match).split()[-1])])
    result = match.results[0]
    assert result.roem == (20, 0, 0, 0)
    net = 250 - (120 - 20)
    assert result.scores[0] == 3 * net * (2 if blind else 1)


def test_rule_5_below_nothing_if_it_comes_so():
    score = of_a_deal(roem=200, defenders=146)
    assert score == (0, 80, 240, -80)


def test_rule_5_roem_comes_from_the_cards_that_are_kept():
    match = prepared(["9H TH JH 7S 8D QC AC"], "8H 7C KC", pack="32")
    say(match, TAKE, lay(cards("9H 7C KC")))
    assert DECLARE not in match.legal(0)
    assert refusal(match, 0, DECLARE) is Rule.NO_HAND_ROEM


def test_rule_5_the_declarer_alone_and_before_the_first_lead():
    hands = ["9H TH JH 7S", "7D 8D 9D 8S", "AS KS QS JS", "TC JC QC 9S"]
    match = leading(hands, "H")
    assert refusal(match, 1, DECLARE) is Rule.NOT_YOUR_TURN
    positions.play(match, "JH")
    for seat in range(4):
        assert refusal(match, seat, DECLARE) is Rule.NOT_NOW
    positions.play(match, "7D JS TC")
    assert DECLARE not in match.legal(0)
    # Not declared is not counted, nor is a run on the table or in another hand.
    play_out(match, random.Random(1), 1)
    assert match.results[0].roem == (0, 0, 0, 0)


def test_rule_5_first_trump_then_roem_and_each_once():
    match = leading(["JS QS KS 7H 8D 9C TC"])
    assert match.legal(0)[-5:] == [*TRUMPS, DECLARE]
    assert match.view(0).offer.value == 20
    match.push(0, DECLARE)  # unnamed: king and queen count for nothing
    assert match.announced[0].value == 20
    assert refusal(match, 0, SPADES) is Rule.TRUMP_IS_NAMED
    assert refusal(match, 0, DECLARE) is Rule.NOT_NOW
    assert match.view(0).offer is None
    positions.play(match, "JS")
    assert match.trump == Suit.SPADES
    assert match.announced[0].value == 20


def test_rule_5_a_card_says_nothing_itself():
    match = leading(["9H TH JH"], "H")
    assert refusal(match, 0, PLAYS[parse_card("9H") | ANNOUNCE]) is Rule.NOT_NOW


# Rules 6 and 7, play.


@pytest.mark.parametrize("trump", range(4))
@pytest.mark.parametrize("suit", range(4))
def test_rule_6_the_order_and_the_points_of_the_cards(suit, trump):
    order = "J9AKQT87" if suit == trump else "AKQJT987"
    points = dict(zip("J9AKQT87", (20, 14, 11, 3, 2, 10, 0, 0), strict=True))
    plain = {**points, "J": 1, "9": 0}
    found = [suit * 8 + "789TJQKA".index(rank) for rank in order]
    powers = [low_ten.strength(c, suit, trump) for c in found]
    assert powers == sorted(powers, reverse=True)
    assert len(set(powers)) == 8
    assert [low_ten.points(c, trump) for c in found] == [
        (points if suit == trump else plain)[rank] for rank in order
    ]
    assert all((power >= 16) == (suit == trump) for power in powers)
    if suit != trump:
        led = next(other for other in range(4) if other not in (suit, trump))
        assert {low_ten.strength(c, led, trump) for c in found} == {0}
    strengths = hoogjassen().view(None).strengths[suit == trump]
    by_view = sorted(order, key=lambda rank: -strengths["789TJQKA".index(rank)])
    assert "".join(by_view) == order


@pytest.mark.parametrize("declarer", range(4))
def test_rule_6_the_declarer_leads_and_then_who_wins(declarer):
    hands = ["", "", "", ""]
    for place, text in enumerate(["7H AS", "KH 7S", "9H 8S", "TH 9S"]):
        hands[(declarer + place) % 4] = text
    match = leading(hands, "S", declarer=declarer)
    assert match.turn == declarer
    positions.play(match, "7H KH 9H TH")
    assert match.turn == (declarer + 1) % 4  # the ten is low
    positions.play(match, "7S 8S 9S AS")
    assert match.results[0].tricks[(declarer + 3) % 4] == 1  # the nine of trumps


LEGAL = [
    ("S", "KS", "7S AD", "7S"),
    ("S", "KS", "7S AS AD", "7S AS"),  # nobody has to beat it
    ("S", "KS", "JS AD 7C", "JS 7C AD"),  # the jack alone may be held back: anything goes
    ("S", "KS", "JS 7S AD", "7S JS"),  # with others: any trump
    ("S", "KS", "AH KH", "AH KH"),
    ("S", "8H", "JS 9H AD", "JS 9H"),  # follow, or ruff
    ("S", "8H", "7H KH AD", "7H KH"),
    ("S", "8H TS", "7S KH AD", "7S KH"),  # undertrumping too
    ("S", "8H", "JS 7S AD", "JS 7S AD"),  # void: anything
    ("S", "8H", "AD 9C", "AD 9C"),
]


@pytest.mark.parametrize(("trump", "trick", "hand", "expected"), LEGAL)
def test_rule_7_legal_cards(trump, trick, hand, expected):
    match = leading([*trick.split(), hand], trump)
    assert match.legal(0)[0] == card(trick.split()[0])
    positions.play(match, trick)
    assert cards(playable(match)) == cards(expected)
    led = parse_card(trick[:2]) >> 3
    assert low_ten.legal_cards(cards(hand), led, Suit.find(trump)) == cards(expected)


@pytest.mark.parametrize(
    ("trick", "hand", "refused", "rule"),
    [
        ("KS", "7S AD", "AD", Rule.FOLLOW_TRUMP),
        ("KS", "JS 7S AD", "AD", Rule.FOLLOW_TRUMP),
        ("8H", "JS 9H AD", "AD", Rule.FOLLOW_OR_RUFF),
        ("8H", "9H AD", "AD", Rule.FOLLOW_OR_RUFF),
        ("8H", "9H AD", "KC", Rule.NOT_IN_HAND),
    ],
)
def test_rule_7_a_refused_card_names_its_rule(trick, hand, refused, rule):
    match = leading([trick, hand], "S")
    positions.play(match, trick)
    assert refusal(match, 1, card(refused)) is rule


def naive_legal(hand: list[int], trick: list[int], trump: int) -> set[int]:
    """Return the cards that may follow a trick, read off rule 7 a second time."""
    if not trick:
        return set(hand)
    led = trick[0] >> 3
    trumps = {c for c in hand if c >> 3 == trump}
    same = {c for c in hand if c >> 3 == led}
    jack = trump * 8 + 4
    if led == trump:
        return set(hand) if trumps <= {jack} else trumps
    return same | trumps if same else set(hand)


def test_rules_6_and_7_hold_in_whole_matches():
    chance = random.Random(6)
    compared = 0
    for _ in range(40):
        match = Hoogjassen(random_house(chance, length="4"), chance.choice((3, 4)))
        while match.phase is not Phase.OVER:
            if match.phase is Phase.PLAYING and match.trick:
                hand = list(cards_in(match.hands[match.turn]))
                trick = [c for _, c in match.trick]
                assert set(cards_in(cards(playable(match)))) == naive_legal(
                    hand, trick, match.trump
                )
                compared += 1
            match.push(*random_move(match, chance))
            if match.tricks and not match.trick and match.tricks[-1].cards:
                check_trick(match.tricks[-1], match.trump)
    assert compared > 2000


def check_trick(trick: Trick, trump: int) -> None:
    """See that a trick is its winner's: the highest trump, else the highest of the suit led."""
    led = trick.cards[0][1] >> 3
    trumps = [(seat, c) for seat, c in trick.cards if c >> 3 == trump]
    same = [(seat, c) for seat, c in trick.cards if c >> 3 == led]
    order = "78TQKA9J" if trumps else "789TJQKA"
    winner = max(trumps or same, key=lambda play: order.index("789TJQKA"[play[1] & 7]))
    assert trick.winner == winner[0]


# Rules 8 and 9, the count.


def test_rule_8_both_ways_of_rounding_are_one():
    for defenders in range(147):
        score = of_a_deal(defenders=defenders)
        own = 146 - defenders
        by_own = own // 10 * 10 + (10 if own % 10 >= 5 else 0)
        down = defenders % 10 <= 1
        by_theirs = 150 - (defenders // 10 * 10 + (0 if down else 10))
        assert score.points == by_own == by_theirs


@pytest.mark.parametrize(
    ("defenders", "points"), [(0, 150), (1, 150), (2, 140), (41, 110), (42, 100), (146, 0)]
)
def test_rule_8_a_last_digit_of_two_goes_up(defenders, points):
    result = finish(hoogjassen(), defenders=defenders)
    assert result.points == points


def test_rule_8_the_last_trick_is_worth_five():
    match = leading(["7S 8H", "8S AH", "9S 9H", "TS TH"], "S", away="7H 8D 9D")
    positions.play(match, "7S 8S 9S TS")
    positions.play(match, "9H TH 8H AH")
    # Nine and ten of trumps; ace, ten and the 5, and what is not in this game.
    cards_won = match.results[0].cards
    assert cards_won[2] == 24
    assert cards_won[1] == 146 - 24


def test_rule_8_what_was_laid_away_or_left_counts_for_the_declarer():
    for blind in (False, True):
        result = finish(hoogjassen(), defenders=41, discards="AH TD AC", blind=blind)
        assert result.points == 110
        assert result.cards == (146 - 41 - 32, 41, 0, 0)
        assert result.discards == cards("AH TD AC")


def test_rule_8_all_tricks_make_250_and_a_lost_trick_worth_nothing_150():
    assert finish(hoogjassen(), all_tricks=True).points == 250
    result = finish(hoogjassen(), defenders=0)
    assert (result.points, Reason.PIT in result.reasons) == (150, False)


@pytest.mark.parametrize(
    ("bid_made", "roem", "defenders", "blind", "scores", "reasons"),
    [
        (120, 0, 30, False, (0, 0, 0, 0), {Reason.MADE}),
        (120, 0, 30, True, (0, 0, 0, 0), {Reason.MADE, Reason.BLIND}),
        (120, 0, 1, False, (90, -30, -30, -30), {Reason.MADE}),
        (130, 0, 30, False, (-30, 10, 10, 10), {Reason.NAT}),
        (130, 20, 30, True, (60, -20, -20, -20), {Reason.MADE, Reason.BLIND}),
        (160, 0, 30, True, (-240, 80, 80, 80), {Reason.NAT, Reason.BLIND}),
        (160, 0, 0, False, (270, -90, -90, -90), {Reason.MADE, Reason.PIT}),
    ],
)
def test_rule_9_scores(bid_made, roem, defenders, blind, scores, reasons):
    match = hoogjassen()
    result = finish(
        match,
        points=bid_made,
        roem=roem,
        defenders=defenders,
        all_tricks=Reason.PIT in reasons,
        blind=blind,
    )
    assert (result.scores, result.reasons) == (scores, reasons)
    assert (result.bid, result.roem[0]) == (bid_made, roem)
    assert (result.makers, result.declarer, result.shares) == (0, 0, result.cards)
    assert result.crosses == ()


def test_a_deal_counted_by_hand():
    hands = [
        "JS 9S AS KS AH TD 8C",
        "QS TS KH QH AD KD 9C",
        "8S JH TH QD JD TC JC",
        "7S 9H 8H 9D 8D AC KC",
    ]
    match = leading(hands, "S", away="7H 7D QC", points=120)
    positions.play(match, "JS QS 8S 7S")  # 0: 20 + 2
    positions.play(match, "9S TS TC 8H")  # 0: 14 + 10 + 10
    positions.play(match, "AH QH TH 9H")  # 0: 11 + 2 + 10
    positions.play(match, "AS 9C JH 8D")  # 0: 11 + 1
    positions.play(match, "TD AD QD 9D")  # 1: 10 + 11 + 2
    positions.play(match, "KD JD AC KS")  # 0 ruffs: 3 + 1 + 11 + 3
    positions.play(match, "8C KH JC KC")  # 3: 3 + 1 + 3 + 5
    result = match.results[0]
    assert result.cards == (22 + 34 + 23 + 12 + 18, 23, 0, 12)
    assert sum(result.cards) + 2 == 146  # the queen of clubs was laid away
    assert result.tricks == (5, 1, 0, 1)
    assert (result.points, result.scores) == (110, (-30, 10, 10, 10))


# Rule 11, the end.


def test_rule_11_equal_totals_share_the_place():
    match = hoogjassen(length="4")
    for declarer in (0, 1, 0, 1):
        finish(match, declarer=declarer, points=120)
    assert match.phase is Phase.OVER
    assert match.totals == (120, 120, -120, -120)
    outcome = match.outcome
    assert (outcome.places, outcome.winners, outcome.draw) == ((1, 1, 3, 3), (0, 1), True)
    assert refusal(match, 0, PASS) is Rule.OVER
    assert refusal(match, None, Deal(seed(1))) is Rule.OVER


def test_rule_11_the_highest_total_wins_though_it_may_be_below_nothing():
    match = hoogjassen(length="4")
    for declarer in (0, 0, 1, 2):
        finish(match, declarer=declarer, points=200)
    assert match.totals == (-200, 0, 0, 200)
    assert match.outcome.places == (4, 2, 2, 1)
    assert match.outcome.winners == (3,)


def test_rule_11_passed_out_deals_do_not_count():
    match = hoogjassen(length="4")
    for _ in range(4):
        deal(match)
        pass_out(match)
        finish(match)
    assert (match.phase, match.dealt) == (Phase.OVER, 8)
    assert [result.number for result in match.results] == [1, 2, 3, 4]


# House rules.


def test_every_house_rule_stands_for_its_row_the_default_first():
    rows = {name: HoogjassenHouse.row(name).id for name in HoogjassenHouse.model_fields}
    assert rows == {
        "pack": "H-1",
        "lowest_bid": "H-2",
        "all_pass": "H-3",
        "discards_for": "H-4",
        "roem_from": "H-7",
        "overlap": "H-8",
        "blind_doubles": "H-10",
        "all_tricks": "H-12",
        "dealer": "H-16",
        "three_players": "H-18",
        "length": "H-19",
        "shuffle": "H-20",
        "money": "H-21",
    }
    usual = HoogjassenHouse()
    for name, values in OPTIONS.items():
        assert values[0] == getattr(usual, name)
        assert len(values) == len(set(values)) <= 25


def test_defaults_are_those_of_the_rules():
    assert HoogjassenHouse().model_dump() == {
        "pack": "31",
        "lowest_bid": 0,
        "all_pass": "same_dealer",
        "discards_for": "declarer",
        "roem_from": "kept",
        "overlap": "allowed",
        "blind_doubles": "all",
        "all_tricks": "always",
        "dealer": "by_turn",
        "three_players": "31",
        "length": "16",
        "shuffle": "full",
        "money": 5,
    }


def test_options_without_effect_are_not_offered():
    house = HoogjassenHouse()
    assert house.idle(4) == {"three_players"}
    assert house.idle(3) == {"pack"}
    assert "three_players" in house.offered(3)
    assert HoogjassenHouse(lowest_bid=250).idle(4) == {"three_players", "all_tricks"}
    assert HoogjassenHouse(pack="32").differing(3) == ()


@pytest.mark.parametrize("name", HoogjassenHouse.presets)
def test_presets_are_house_rules(name):
    house = HoogjassenHouse.preset(name)
    assert set(house.differing(4)) == set(HoogjassenHouse.presets[name])


@pytest.mark.parametrize(
    ("pack", "talon", "sevens", "worth"),
    [("31", 3, 3, 0), ("32", 4, 4, 20)],
)
def test_H_1_pack_with_or_without_the_seven_of_clubs(pack, talon, sevens, worth):
    match = opened(pack=pack)
    dealt = sum(match.hands) | match.talon
    assert match.talon.bit_count() == talon
    assert (dealt & cards("7S 7H 7D 7C")).bit_count() == sevens
    assert declared_roem(cards("7C 8C 9C") & dealt, None).value == worth
    contract(match)
    match.push(0, TAKE)
    assert match.to_lay == talon


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("lowest", range(10, 251, 10))
def test_H_2_the_lowest_bid(lowest, seats):
    match = opened(0, seats, lowest_bid=lowest)
    assert bids(match)[0] == lowest
    assert refusal(match, 1, bid(lowest - 10)) is Rule.BID_TOO_LOW


@pytest.mark.parametrize(("seats", "lowest"), [(4, 120), (3, 170)])
def test_H_2_0_stands_for_the_usual_one(seats, lowest):
    assert bids(opened(0, seats))[0] == lowest


@pytest.mark.parametrize("value", [-10, 5, 125, 260, "ten", None])
def test_H_2_other_numbers_are_no_lowest_bid(value):
    with pytest.raises(ValidationError):
        HoogjassenHouse(lowest_bid=value)


def test_H_3_next_dealer_moves_the_deal_on_for_good():
    match = opened(dealt_by=1, all_pass="next_dealer")
    pass_out(match)
    finish(match)
    assert match.results[0].dealer == 2
    deal(match)
    assert match.dealer == 3


def test_H_3_dealer_must_play_though_he_passed():
    match = opened(dealt_by=1, all_pass="dealer_must")
    assert say(match, PASS, PASS, PASS, PASS) == [2, 3, 0, 1]
    assert (match.phase, match.declarer, match.turn) == (Phase.PREPARING, 1, 1)
    assert match.bid == 120
    assert match.view(None).bids[-1] == (1, bid(120))
    assert match.legal(1) == [TAKE, BLIND]
    three = opened(dealt_by=0, seats=3, all_pass="dealer_must", lowest_bid=90)
    say(three, PASS, PASS, PASS)
    assert (three.declarer, three.bid) == (0, 90)


@pytest.mark.parametrize("blind", [True, False])
def test_H_4_discards_or_the_talon_for_the_defenders(blind):
    for discards_for, points in (("declarer", 130), ("defenders", 100)):
        match = hoogjassen(discards_for=discards_for)
        result = finish(match, defenders=20, discards="AH KH TD", blind=blind)
        assert (result.points, result.cards[1]) == (points, 20)


def test_H_4_discards_play_no_part_in_all_tricks():
    match = hoogjassen(discards_for="defenders")
    result = finish(match, all_tricks=True, discards="AH KH TD")
    assert (result.points, Reason.PIT in result.reasons) == (250, True)
    # Where all tricks were not bid they give 150 - D, and D holds the discards.
    match = hoogjassen(discards_for="defenders", all_tricks="if_bid_250")
    assert finish(match, all_tricks=True, discards="AH KH TD").points == 120


def test_H_7_roem_from_hand_and_talon_before_laying_away():
    hand, talon = "9H TH JH QS KS 7D 8D", "8H AS 7S"
    match = prepared([hand], talon, roem_from="all")
    match.push(0, TAKE)
    assert match.phase is Phase.PREPARING
    # Four hearts and three spades: 70; with the trump named 20 more.
    assert match.view(0).offer.value == 70
    assert match.view(0).legal == (*TRUMPS, DECLARE)
    assert [match.view(seat).legal for seat in (1, 2, 3)] == [(), (), ()]
    say(match, SPADES, DECLARE)
    assert match.announced[0].value == 90
    assert match.announced[0].cards == cards("8H 9H TH JH QS KS AS")
    assert match.view(0).legal == ()
    assert refusal(match, 0, HEARTS) is Rule.TRUMP_IS_NAMED
    assert refusal(match, 0, card("9H")) is Rule.MUST_LAY
    match.push(0, lay(cards("8H 9H TH")))
    assert match.legal(0) == [play(c) for c in parse_cards("7S QS KS AS JH 7D 8D")]
    kept = leading(["7S QS KS AS JH 7D 8D"], "S", away="8H 9H TH", declare=True)
    assert kept.announced[0].value == 40


def test_H_7_after_laying_away_nothing_is_said():
    match = prepared(["9H TH JH QS KS 7D 8D"], "8H AS 7S", roem_from="all")
    say(match, TAKE, lay(cards("7D 8D 7S")))
    assert match.view(0).offer is None
    assert refusal(match, 0, DECLARE) is Rule.NOT_NOW
    assert refusal(match, 0, SPADES) is Rule.NOT_NOW
    positions.play(match, "9H")  # the suit of the first lead is trump
    assert match.trump == Suit.HEARTS


def test_H_7_blind_counts_the_hand_alone_before_the_lead():
    match = prepared(["9H TH JH QS KS 7D 8D"], "8H AS 7S", roem_from="all")
    match.push(0, BLIND)
    assert match.phase is Phase.PLAYING
    say(match, SPADES, DECLARE)
    assert match.announced[0].value == 40
    positions.play(match, "9H")
    assert match.trump == Suit.SPADES


@pytest.mark.parametrize(
    ("hand", "trump", "allowed", "exclusive", "shown"),
    [
        ("AS AH AD AC KS QS", "", 120, 100, "AS AH AD AC"),
        ("AS AH AD AC KS QS", "S", 140, 120, "AS AH AD AC KS QS"),  # stuk is free
        ("AS KS QS JS TS AH AD AC", "", 200, 150, "AS KS QS JS TS AH AD AC"),  # shortened
        ("9S TS JS QS KS JH JD JC", "", 300, 200, "JS JH JD JC"),
        ("7S 8S 9S TS JS QS KS JH JD JC", "", 300, 250, "7S 8S 9S TS JS JH JD JC"),
        ("7S 8S 9S JS QS KS AS JH JD JC", "", 270, 240, "7S 8S 9S JS QS KS AS JH JD JC"),
        (
            "TS JS QS KS AS TH JH QH KH AH QD QC",
            "",
            300,
            200,
            "TS JS QS KS AS TH JH QH KH AH",  # two runs give more than the queens
        ),
        ("KS KH KD KC QS QH QD QC AS", "", 220, 200, "KS KH KD KC QS QH QD QC"),
        ("7S 8S 9S AS AH AD AC", "", 120, 120, "7S 8S 9S AS AH AD AC"),
    ],
)
def test_H_8_a_card_in_a_run_or_in_a_carre(hand, trump, allowed, exclusive, shown):
    named = Suit.find(trump) if trump else None
    assert declared_roem(cards(hand), named).value == allowed
    found = declared_roem(cards(hand), named, exclusive=True)
    assert found == (exclusive, cards(shown))
    for overlap, value in (("allowed", allowed), ("exclusive", exclusive)):
        match = leading([hand], trump, overlap=overlap, declare=True)
        assert match.announced[0].value == value


@pytest.mark.parametrize(
    ("blind_doubles", "blind", "all_tricks", "net"),
    [
        ("all", True, True, 260),
        ("all_but_100", True, True, 160),
        ("all_but_100", False, True, 130),
        ("all_but_100", True, False, 60),  # 150 is doubled whole
    ],
)
def test_H_10_blind_doubles_all_or_all_but_100(blind_doubles, blind, all_tricks, net):
    match = hoogjassen(blind_doubles=blind_doubles)
    result = finish(match, points=160, roem=40, blind=blind, all_tricks=all_tricks)
    assert result.scores == (3 * net, -net, -net, -net)


def test_H_10_no_100_is_taken_off_where_none_was_given():
    match = hoogjassen(blind_doubles="all_but_100", all_tricks="if_bid_250")
    assert finish(match, points=120, blind=True, all_tricks=True).scores[0] == 3 * 60


@pytest.mark.parametrize(
    ("all_tricks", "points", "roem", "made"),
    [
        ("always", 160, 0, 250),
        ("if_bid_250", 160, 0, 150),
        ("if_bid_250", 240, 0, 150),
        ("if_bid_250", 250, 0, 250),
        ("if_bid_250", 300, 100, 250),  # the bid itself, whatever roem makes of it
    ],
)
def test_H_12_all_tricks_always_or_if_bid_250(all_tricks, points, roem, made):
    match = hoogjassen(all_tricks=all_tricks)
    assert finish(match, points=points, roem=roem, all_tricks=True).points == made


@pytest.mark.parametrize(
    ("dealer", "dealers"), [("by_turn", [1, 2, 3, 0]), ("last_declarer", [1, 0, 2, 1])]
)
def test_H_16_by_turn_or_the_last_declarer_deals(dealer, dealers):
    match = opened(dealt_by=1, dealer=dealer)
    contract(match, declarer=0)
    play_out(match, random.Random(2), 1)
    for declarer in (2, 1, 0):
        finish(match, declarer=declarer)
    assert [result.dealer for result in match.results] == dealers


@pytest.mark.parametrize(("all_pass", "dealer"), [("same_dealer", 3), ("next_dealer", 0)])
def test_H_16_after_a_passed_out_deal_all_pass_decides(all_pass, dealer):
    match = hoogjassen(dealer="last_declarer", all_pass=all_pass)
    finish(match, declarer=3)
    deal(match)
    assert match.dealer == 3
    pass_out(match)
    deal(match)
    assert match.dealer == dealer


@pytest.mark.parametrize("pack", ["30", "32", "24"])
def test_H_18_three_players_and_their_pack(pack):
    size, talon, left_out, _ = TABLES[3, pack]
    match = opened(0, 3, three_players=pack)
    dealt = sum(match.hands) | match.talon
    assert dealt == cards(" ".join(map(names, [[c] for c in PACK]))) & ~cards(left_out)
    assert (match.view(None).sizes, match.view(None).talon) == ((size,) * 3, talon)
    usual = opened(0, 3).view(None)
    assert (usual.sizes, usual.talon, dealt.bit_count()) != ((size,) * 3, talon, 31)


@pytest.mark.parametrize("length", ["4", "8", "16", "24"])
def test_H_19_an_agreed_number_of_deals(length):
    match = hoogjassen(length=length)
    assert match.length == int(length)
    while match.phase is not Phase.OVER:
        finish(match)
    assert len(match.results) == int(length)
    assert refusal(match, 0, END) is Rule.OVER
    assert refusal(hoogjassen(length=length), 0, END) is Rule.NOT_OPEN


def test_H_19_open_ends_after_the_deal_in_which_the_host_asks():
    match = hoogjassen(length="open")
    assert match.length is None
    for _ in range(20):
        finish(match)
    deal(match)
    match.push(None, END)
    assert match.view(None).ending
    assert refusal(match, 0, END) is Rule.ASKED
    play_out(match, random.Random(19), 21)
    assert (match.phase, len(match.results)) == (Phase.OVER, 21)


@pytest.mark.parametrize(("seats", "needed"), [(4, 3), (3, 2)])
def test_H_19_open_ends_when_most_ask(seats, needed):
    match = opened(0, seats, length="open")
    for seat in range(needed):
        assert not match.ending
        assert match.view(seat).may_end
        match.push(seat, END)
        if seat + 1 < needed:
            assert refusal(match, seat, END) is Rule.ASKED
    assert match.ending
    play_out(match, random.Random(19), 1)
    assert match.phase is Phase.OVER


def test_H_19_open_asking_holds_for_one_deal():
    match = opened(0, length="open")
    for seat in (0, 1):
        match.push(seat, END)
    chance = random.Random(19)
    while not match.results:
        if match.phase is Phase.DEALING:
            deal(match)
        legal = [action for action in match.legal(match.turn) if action is not END]
        match.push(match.turn, chance.choice(legal))
    deal(match)
    assert match.view(0).may_end
    match.push(2, END)
    assert not match.ending


def test_H_19_open_ends_at_once_between_deals():
    match = hoogjassen(length="open")
    finish(match)
    match.push(None, END)
    assert (match.phase, len(match.results)) == (Phase.OVER, 1)


def by_hand(gathered: list[int], number: int, talon: int) -> list[int]:
    """Shuffle lightly and cut as rules.md says; return the talon and then the rest, cut again."""
    stream = Stream(seed(number))
    pack = gathered
    for _ in range(3):
        packets = []
        while pack:
            size = 1 + stream.below(6)
            packets.append(pack[:size])
            pack = pack[size:]
        pack = [c for packet in reversed(packets) for c in packet]
    top = 8 + stream.below(len(pack) - 15)
    pack = pack[top:] + pack[:top]
    away, rest = pack[:talon], pack[talon:]
    top = 8 + stream.below(len(rest) - 15)
    return away + rest[top:] + rest[:top]


def as_dealt(match: Hoogjassen, order: list[int]) -> tuple[int, list[int]]:
    """Return the talon and the hands that come of a pack."""
    size, talon, _, packets = TABLES[match.seats, "31"]
    hands = [0] * match.seats
    at = talon
    for packet in packets:
        for place in range(1, match.seats + 1):
            hands[(match.dealer + place) % match.seats] |= mask_of(order[at : at + packet])
            at += packet
    assert {hand.bit_count() for hand in hands} == {size}
    return mask_of(order[:talon]), hands


@pytest.mark.parametrize("seats", [3, 4])
def test_H_20_a_light_shuffle_of_the_cards_as_they_were_gathered(seats):
    talon = TABLES[seats, "31"][1]
    chance = random.Random(20)
    match = opened(0, seats, shuffle="light")
    for number in range(100, 112):
        blind = number % 2 == 0
        contract(match, declarer=number % seats, points=200)
        declarer = match.turn
        lay_away = [*cards_in(match.hands[declarer])][: match.talon.bit_count()]
        say(match, BLIND) if blind else say(match, TAKE, lay(mask_of(lay_away)))
        before = list(match._pack)
        while match.phase is Phase.PLAYING:
            plays = [action for action in match.legal(match.turn) if action.kind is Kind.PLAY]
            match.push(match.turn, chance.choice(plays))
        gathered = [c for trick in match.tricks for _, c in trick.cards]
        gathered += [c for c in before if match.results[-1].discards >> c & 1]
        match.push(None, Deal(seed(number)))
        order = by_hand(gathered, number, talon)
        assert (match.talon, match.hands) == as_dealt(match, order)


def test_H_20_a_passed_out_deal_is_gathered_hand_by_hand():
    match = hoogjassen(shuffle="light")
    match.push(None, Deal(seed(1)))
    stream = Stream(seed(1))
    order = stream.shuffled(c for c in PACK if c != parse_card("7C"))
    top = 8 + stream.below(13)
    rest = order[3:][top:] + order[3:][:top]
    hands = [
        rest[4 * place : 4 * place + 4] + rest[16 + 3 * place : 19 + 3 * place]
        for place in range(4)
    ]
    pass_out(match)
    match.push(None, Deal(seed(2)))
    order = by_hand([*itertools.chain(*hands), *order[:3]], 2, 3)
    assert (match.talon, match.hands) == as_dealt(match, order)


def test_H_20_where_the_rest_was_taken_the_hands_follow_the_tricks():
    chance = random.Random(21)
    seen = 0
    while seen < 5:
        match = hoogjassen(shuffle="light")
        while match.phase is not Phase.DEALING or not match.results:
            match.push(*random_move(match, chance))
            if match.phase is Phase.PLAYING and REST in match.legal(match.turn):
                before, hands = match._pack, match.hands.copy()
                played = [c for trick in match.tricks for _, c in trick.cards]
                match.push(match.turn, REST)
                away = match.results[0].discards
                held = [c for c in before if sum(hands) >> c & 1]
                gathered = [*played, *held, *(c for c in before if away >> c & 1)]
                assert sorted(gathered) == sorted(before)
                match.push(None, Deal(seed(9)))
                assert (match.talon, match.hands) == as_dealt(match, by_hand(gathered, 9, 3))
                seen += 1
                break


def test_H_20_the_first_deal_is_full_and_the_same_history_gives_the_same_cards():
    full, light, twin = (hoogjassen(shuffle=value) for value in ("full", "light", "light"))
    for match in (full, light, twin):
        match.push(None, Deal(seed(5)))
    assert light.hands == full.hands
    for match in (full, light, twin):
        play_out(match, random.Random(5), 1)
        match.push(None, Deal(seed(6)))
    assert light.hands == twin.hands
    assert (light._pack, light.talon) == (twin._pack, twin.talon)
    assert light.hands != full.hands
    other = hoogjassen(shuffle="light")
    other.push(None, Deal(seed(5)))
    play_out(other, random.Random(6), 1)
    other.push(None, Deal(seed(6)))
    assert other.hands != light.hands  # another history, other cards


@pytest.mark.parametrize("money", [0, 1, 2, 10, 20, 25, 50, 100, 33, 1000])
def test_H_21_money_changes_no_score(money):
    house = HoogjassenHouse(money=money)
    assert house.differing(4) == ("money",)
    usual, match = hoogjassen(length="4"), hoogjassen(length="4", money=money)
    for played in (usual, match):
        play_out(played, random.Random(21))
    assert match.results == usual.results


@pytest.mark.parametrize("money", [-1, 1001, 2.5, "much"])
def test_H_21_money_is_whole_cents(money):
    with pytest.raises(ValidationError):
        HoogjassenHouse(money=money)


# The rest.


@pytest.mark.parametrize(
    ("hand", "unseen", "certain"),
    [
        ("JS", "9S AS KS", True),
        ("9S", "JS 7H 8H", False),  # the jack beats every trump and ruffs all else
        ("AH", "JS 7H 8H", False),
        ("9S AH", "JS 7H 8H 7D", False),  # nor does any lead draw it
        ("AH", "7H 8H KD", True),
        ("KH", "AH 8H KD", False),
        ("AH", "7S KH 8D", False),  # a ruff, though hearts may be held too
        ("JS AH", "7S KH KD QD", True),  # the trump is drawn
        ("JS AH", "7S 8S KD QD", False),  # two may lie in one hand
        ("JS 9S AH", "7S 8S KD QD 7D 8D", True),
        ("AH TH", "KH 7D 8D", True),  # the ace draws the king
        ("AH TH", "KH QH 8D", False),
        ("AH TH 7C", "KH 7D 8D", True),  # nobody has a club
        ("9S 7S", "8S 7H", True),
        ("9S 7S", "AS 8S", False),
    ],
)
def test_the_rest_is_certain_only_when_nothing_unseen_can_win(hand, unseen, certain):
    assert low_ten.rest_is_certain(cards(hand), cards(unseen), Suit.SPADES) == certain


def wins_all(hands: list[int], trump: int) -> bool:
    """Whether seat 0, on lead, can win every trick, seeing all hands, all others against him."""
    if not hands[0]:
        return True
    return any(falls(hands, [lead], trump) for lead in cards_in(hands[0]))


def falls(hands: list[int], trick: list[int], trump: int) -> bool:
    """Whether seat 0 wins this trick and the rest, whatever the others play."""
    led = trick[0] >> 3
    if len(trick) == len(hands):
        return wins_all([hand & ~mask_of(trick) for hand in hands], trump)
    hand = list(cards_in(hands[len(trick)]))
    lead = low_ten.strength(trick[0], led, trump)
    return all(
        low_ten.strength(c, led, trump) < lead and falls(hands, [*trick, c], trump)
        for c in naive_legal(hand, trick, trump)
    )


def lies(unseen: list[int], size: int, others: int) -> list[list[int]]:
    """Return every way in which so many hands may lie, the cards that are left out of play."""
    if not others:
        return [[]]
    return [
        [mask_of(first), *rest]
        for first in itertools.combinations(unseen, size)
        for rest in lies([c for c in unseen if c not in first], size, others - 1)
    ]


@pytest.mark.parametrize(
    ("size", "others", "away", "draws"),
    [(1, 3, 2, 1000), (1, 2, 1, 1000), (2, 2, 1, 1000), (2, 3, 0, 400), (3, 2, 1, 400)],
)
def test_the_rest_is_certain_exactly_when_no_lie_of_the_cards_breaks_it(size, others, away, draws):
    chance = random.Random(10 * size + others)
    pool = parse_cards("7S KS 9S JS AS TH KH AH 7H QD AD")
    certain = 0
    for _ in range(draws):
        drawn = chance.sample(pool, size * (others + 1) + away)
        trump = chance.choice((Suit.SPADES, Suit.HEARTS, Suit.CLUBS))
        hand, unseen = mask_of(drawn[:size]), drawn[size:]
        expected = all(wins_all([hand, *lie], trump) for lie in lies(unseen, size, others))
        assert low_ten.rest_is_certain(hand, mask_of(unseen), trump) == expected
        certain += expected
    assert 5 < certain < draws - 5


@pytest.mark.parametrize(
    ("laid", "blind", "certain"),
    [
        ("9S 9H 9D", False, True),  # he knows where the last trump is
        ("9S 9H 9D", True, False),  # it may lie in a hand
        ("7H 8H 9H", True, True),
    ],
)
def test_the_rest_the_declarer_knows_what_he_laid_away(laid, blind, certain):
    match = leading(["JS AH", "7S KD", "8S QD", "QS 8D"], "S", away=laid, blind=blind)
    positions.play(match, "JS 7S 8S QS")
    assert (REST in match.legal(0)) == certain
    if not certain:
        assert refusal(match, 0, REST) is Rule.NOT_CERTAIN


@pytest.mark.parametrize("blind", [True, False])
@pytest.mark.parametrize(("laid", "certain"), [("9S 9H 9D", False), ("7H 8H 9H", True)])
def test_the_rest_another_does_not_know_what_was_laid_away(laid, certain, blind):
    match = leading(["7S KD", "JS AH", "8S QD", "QS 8D"], "S", away=laid, blind=blind)
    positions.play(match, "7S JS 8S QS")
    assert (REST in match.legal(1)) == certain


@pytest.mark.parametrize(("leader", "declarer"), list(itertools.permutations(range(4), 2)))
def test_the_rest_another_does_not_know_it_wherever_he_sits(leader, declarer):
    hands = ["8S QD", "QS 8D", "9D TD", "7D JD"]
    hands[leader], hands[declarer] = "JS AH", "7S KD"
    for laid, certain in (("9S 9H 9C", False), ("7H 8H 9H", True)):
        match = leading(hands, "S", away=laid, declarer=declarer)
        while len(match.tricks) == 0:
            match.push(match.turn, match.legal(match.turn)[0])
        assert match.turn == leader
        assert (REST in match.legal(leader)) == certain


def test_the_rest_is_claimed_on_lead_in_turn_after_the_first_trick():
    match = leading(["JS 9S AS", "7S 8H 9H", "8D 9D TD", "8C 9C TC"], "S")
    assert refusal(match, 0, REST) is Rule.NOT_CERTAIN
    positions.play(match, "JS")
    assert refusal(match, 1, REST) is Rule.NOT_CERTAIN
    positions.play(match, "7S 8D 8C")
    assert refusal(match, 1, REST) is Rule.NOT_YOUR_TURN
    match.push(0, REST)
    result = match.results[0]
    assert result.tricks == (3, 0, 0, 0)
    assert (result.points, result.reasons) == (250, {Reason.MADE, Reason.PIT})
    assert (match.phase, match.hands) == (Phase.DEALING, [0, 0, 0, 0])


def test_who_may_take_the_rest_wins_every_trick():
    chance = random.Random(8)
    taken = 0
    while taken < 100:
        match = Hoogjassen(random_house(chance, length="4"), chance.choice((3, 4)))
        while match.phase is not Phase.OVER:
            if match.phase is Phase.PLAYING and REST in match.legal(match.turn):
                compare_with_playing_on(match, chance)
                taken += 1
            match.push(*random_move(match, chance))


def compare_with_playing_on(match: Hoogjassen, chance: random.Random) -> None:
    """See that trumps first, then each suit from the top, takes every trick, and scores so."""
    leader, trump = match.turn, match.trump
    order = sorted(
        cards_in(match.hands[leader]),
        key=lambda c: (c >> 3 == trump, low_ten.strength(c, c >> 3, trump)),
    )
    played, claimed = match.copy(), match.copy()
    for lead in reversed(order):
        played.push(leader, PLAYS[lead])
        while played.trick:
            plays = [a for a in played.legal(played.turn) if a.kind is Kind.PLAY]
            played.push(played.turn, chance.choice(plays))
        assert played.tricks[-1].winner == leader
    claimed.push(leader, REST)
    assert claimed.results == played.results


# Refusals of the moment.


def test_refusals_of_the_moment():
    match = hoogjassen()
    assert refusal(match, 0, PASS) is Rule.NOT_NOW
    assert refusal(match, 0, Deal(seed(1))) is Rule.NOT_NOW
    assert refusal(match, None, PASS) is Rule.NOT_YOUR_TURN
    deal(match, 3)
    assert refusal(match, None, Deal(seed(1))) is Rule.NOT_NOW
    for seat in (-1, 1, 4):
        assert refusal(match, seat, PASS) is Rule.NOT_YOUR_TURN
    for action in (card("7S"), REST, TAKE, BLIND, DECLARE, SPADES, ACCEPT, COUNT, lay(7)):
        assert refusal(match, 0, action) is Rule.NOT_NOW
    assert refusal(match, 0, CLAIM) is Rule.CLAIM_CLOSED
    assert refusal(match, None, CLOSE) is Rule.NOT_NOW
    contract(match)
    match.push(0, BLIND)
    for action in (TAKE, BLIND, PASS, bid(200), ACCEPT, lay(match.hands[0])):
        assert refusal(match, 0, action) is Rule.NOT_NOW
    assert refusal(match, 1, SPADES) is Rule.NOT_YOUR_TURN


# What holds in every match.

MOVES = (
    *(PASS, ACCEPT, TAKE, BLIND, DECLARE, CLAIM, COUNT, REST, CLOSE, END),
    *TRUMPS,
    *PLAYS,
    *(bid(points) for points in (0, 5, 10, 120, 125, 130, 170, 180, 250, 790, 800, 810)),
    *(lay(cards(text)) for text in ("7S 8S 9S", "7H 8H", "9C TC JC QC", "AS")),
)


def test_legal_is_exactly_what_push_takes():
    chance = random.Random(12)
    phases = set()
    for _ in range(40):
        match = random_position(chance)
        phases.add(match.phase)
        for seat in (None, -1, *range(match.seats + 1)):
            legal = match.legal(seat)
            assert len(set(legal)) == len(legal)
            for move in (*MOVES, *legal, Deal(seed(7))):
                dealt = isinstance(move, Deal) and seat is None and match.phase is Phase.DEALING
                if dealt or move in legal:
                    twin = match.copy()
                    twin.push(seat, move)
                    assert twin.log == [*match.log, (seat, move)]
                else:
                    refusal(match, seat, move)
    assert phases >= {Phase.BIDDING, Phase.PREPARING, Phase.PLAYING}


def check_deal(match: Hoogjassen) -> None:
    """Check the sums of the deal that was scored last."""
    result, seats = match.results[-1], match.seats
    away = sum(low_ten.points(c, result.trump) for c in cards_in(result.discards))
    assert sum(result.cards) + away == 146
    assert sum(result.scores) == 0
    assert sum(result.tricks) == TABLES[seats, match.house.pack][0] if seats == 4 else True
    assert result.scores[result.declarer] == -(seats - 1) * result.scores[result.declarer - 1]
    assert (Reason.MADE in result.reasons) == (result.scores[result.declarer] >= 0)
    assert (Reason.MADE in result.reasons) != (Reason.NAT in result.reasons)
    assert (Reason.PIT in result.reasons) == (result.tricks[result.declarer] == sum(result.tricks))
    assert (Reason.BLIND in result.reasons) == match.plays_blind
    assert result.roem[result.declarer] == sum(result.roem)
    assert result.bid >= (match.house.lowest_bid or {4: 120, 3: 170}[seats])
    assert result.number == len(match.results)


def test_random_matches_end_and_their_sums_hold():
    chance = random.Random(2012)
    reasons = set()
    for number in range(400):
        length = "open" if number % 10 == 0 else chance.choice("48")
        match = Hoogjassen(random_house(chance, length=length), chance.choice((3, 4)))
        while match.phase is not Phase.OVER:
            play_out(match, chance, len(match.results) + 1)
            if match.results:
                check_deal(match)
                reasons |= match.results[-1].reasons
        assert length == "open" or len(match.results) == int(length)
        assert sum(match.totals) == 0
        best = max(match.totals)
        winners = tuple(seat for seat, total in enumerate(match.totals) if total == best)
        assert match.outcome.winners == winners
        assert set(winners) == {s for s, place in enumerate(match.outcome.places) if place == 1}
    assert reasons == {Reason.MADE, Reason.NAT, Reason.PIT, Reason.BLIND}


# Hidden cards.


def permuted(match: Hoogjassen, knower: int | None, chance: random.Random) -> Hoogjassen:
    """Return a match that differs only in what a seat cannot know."""
    twin = match.copy()
    knows_laid = knower is not None and knower == match.declarer
    others = [seat for seat in range(match.seats) if seat != knower]
    laid = 0 if knows_laid else match.laid
    pool = [*cards_in(sum(match.hands[seat] for seat in others) | match.talon | laid)]
    chance.shuffle(pool)

    def some(count: int) -> int:
        drawn = mask_of(pool[:count])
        del pool[:count]
        return drawn

    for seat in others:
        twin.hands[seat] = some(match.hands[seat].bit_count())
    twin.talon = some(match.talon.bit_count())
    if not knows_laid:
        twin.laid = some(match.laid.bit_count())
        twin.taken = mask_of(chance.sample(PACK, match.taken.bit_count()))
    if twin.phase is Phase.PLAYING:
        turn = twin.turn
        twin._playable = twin._find_playable(turn) if twin.trick else twin.hands[turn]
    twin._pack = tuple(chance.sample(match._pack, len(match._pack)))
    twin.log = [
        (seat, Deal(chance.randbytes(32)) if isinstance(move, Deal) else move)
        for seat, move in match.log
        if not isinstance(move, Action) or move.kind is not Kind.LAY
    ]
    return twin


def test_a_view_does_not_change_with_what_is_hidden():
    chance = random.Random(13)
    for _ in range(400):
        match = random_position(chance)
        for knower in (None, *range(match.seats)):
            assert permuted(match, knower, chance).view(knower) == match.view(knower)


def test_a_view_never_holds_the_talon_the_laid_cards_or_other_hands():
    chance = random.Random(14)
    laid = 0
    for _ in range(200):
        match = random_position(chance)
        for seat in (None, *range(match.seats)):
            view = match.view(seat)
            declares = seat is not None and seat == match.declarer
            assert view.hand == (0 if seat is None else match.hands[seat])
            assert view.laid == (match.laid if declares else 0)
            assert view.taken == (match.taken if declares else 0)
            assert view.offer is None or DECLARE in view.legal
            assert all(move.kind is not Kind.LAY for _, move in view.bids)
            assert all(action.kind is not Kind.LAY for action in view.legal)
            if match.phase in (Phase.DEALING, Phase.OVER):
                continue  # the discards are shown
            laid += match.laid > 0 and not declares
            hidden = [hand for other, hand in enumerate(match.hands) if other != seat]
            hidden += [match.talon] if declares else [match.talon, match.laid, match.taken]
            # Masks below are numbers that something else may have.
            hidden = [mask for mask in hidden if mask > 4096]
            assert not any(value in hidden for value in numbers_in(view))
    assert laid


def numbers_in(value: object) -> Iterator[int]:
    """Walk the numbers that a view holds, but for cards that were declared and so shown."""
    if isinstance(value, Announced):
        return
    if dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from numbers_in(getattr(value, field.name))
    elif isinstance(value, tuple | frozenset):
        for inner in value:
            yield from numbers_in(inner)
    elif isinstance(value, int):
        yield value


def test_discards_are_shown_once_the_deal_is_scored():
    match = leading(["JS", "7S", "8S", "QS"], "S", away="7H 8H 9H")
    assert match.view(1).results == ()
    positions.play(match, "JS 7S 8S QS")
    assert match.view(1).results[0].discards == cards("7H 8H 9H")


# Records.


def test_house_rules_are_written_and_read():
    chance = random.Random(17)
    for _ in range(50):
        house = random_house(chance)
        assert read_house("hoogjassen", write_house(house)) == house
    house = HoogjassenHouse().with_option("lowest_bid", "120")
    assert house == HoogjassenHouse(lowest_bid=120)


# Shared examples, and counted lines.


def test_every_row_of_the_shared_examples():
    file = Path(__file__).parent / "vectors" / "shared.json"
    rows = [row for row in json.loads(file.read_text("utf-8")) if row["game"] == "hoogjassen"]
    assert {row["kind"] for row in rows} == set(vectors_hoogjassen.KINDS)
    for row in rows:
        vectors_hoogjassen.KINDS[row["kind"]](row)


def lines(match: Hoogjassen) -> int:
    """Count the lines to the end of the first trick.

    Of bids one alone is made, the lowest; of lay-aways the first that is listed.
    """
    if match.tricks or match.phase is Phase.DEALING:
        return 1
    legal = match.legal(match.turn)
    if match.phase is Phase.BIDDING:
        legal = legal[: 1 if match.bid else 2]
    elif match.to_lay:
        legal = [action for action in legal if action.kind is not Kind.LAY] + [
            next(action for action in legal if action.kind is Kind.LAY)
        ]
    total = 0
    for action in legal:
        twin = match.copy()
        twin.push(match.turn, action)
        total += lines(twin)
    return total


PINNED = [
    (1, 4, {}, 19_929),
    (2, 3, {"three_players": "24", "roem_from": "all"}, 2206),
    (3, 4, {"pack": "32", "all_pass": "dealer_must"}, 32_860),
]


@pytest.mark.parametrize(("number", "seats", "house", "expected"), PINNED)
def test_so_many_lines_lead_to_the_end_of_the_first_trick(number, seats, house, expected):
    match = hoogjassen(seats, **house)
    match.push(None, Deal(seed(number)))
    assert lines(match) == expected
