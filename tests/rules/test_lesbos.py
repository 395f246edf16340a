"""Lesbos: the rules and flows of rules.md §2 and §4, every house rule, refusals, what is hidden."""
# ruff: noqa: N802 - a test of house rule L-1 is called test_L_1, as it is listed in the docs

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from bot.rules import hand_roem as roem
from bot.rules.actions import (
    ACCEPT,
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
    Deal,
    Kind,
    Rule,
    bid,
    lay,
    parse_action,
)
from bot.rules.cards import PACK, Suit, card_name, cards_in, mask_of, parse_card, parse_cards
from bot.rules.games import GAMES
from bot.rules.lesbos import Lesbos, LesbosHouse, score_deal
from bot.rules.shuffle import Stream
from bot.rules.view import Announced, Phase, Reason, Trick

from .lesbos_positions import (
    OPTIONS,
    finish,
    first_trick,
    hand_roem,
    lesbos,
    opened,
    permuted,
    play,
    random_house,
    random_position,
    say,
    start,
    turn,
)
from .positions import deal, play_out, random_move, refusal, seed, state

FIXED = settings(derandomize=True, deadline=None, database=None, max_examples=60)
HOUSES = st.builds(
    LesbosHouse, **{name: st.sampled_from(values) for name, values in OPTIONS.items()}
)
CHANCES = st.integers(0, 2**32).map(random.Random)
THREE_PASSES = (PASS, PASS, PASS)


def card(text: str) -> int:
    return parse_card(text)


def cards(text: str) -> int:
    return mask_of(parse_cards(text))


def playable(match: Lesbos) -> str:
    """Return the cards that the seat in turn may play, in notation, sorted."""
    plays = {a.card for a in match.legal(match.turn) if a.kind is Kind.PLAY}
    return " ".join(map(card_name, sorted(plays)))


def said(match: Lesbos) -> list[str]:
    """Return the plays with which the seat in turn may say something."""
    plays = [a for a in match.legal(match.turn) if a.kind is Kind.PLAY]
    return [str(a).removeprefix("play ") for a in plays if a.announces or a.says_stuk]


def refused(match: Lesbos, text: str) -> Rule:
    """Return the rule that an action of the seat in turn breaks."""
    return refusal(match, match.turn, parse_action(text))


def announce_all(match: Lesbos) -> None:
    """Play the first trick; whoever can announce does, with the first card he may play."""
    for _ in range(3):
        plays = [a for a in match.legal(match.turn) if a.kind is Kind.PLAY and not a.says_stuk]
        loud = [a for a in plays if a.announces]
        match.push(match.turn, (loud or plays)[0])


def credited(match: Lesbos) -> dict[int, int]:
    """Return what counts of hand roem, by seat."""
    return {entry.seat: entry.credited for entry in hand_roem(match) if entry.credited}


# Flows LF1 to LF9.


def test_LF1_the_first_to_play_takes_the_talon_and_alone_knows_its_lower_card():
    match = opened("9D", "KC", dealer=2)
    assert say(match, PASS, ACCEPT) == [0, 1]
    assert (match.trump, match.declarer, match.turn) == (Suit.DIAMONDS, 1, 1)
    assert [hand.bit_count() for hand in match.hands] == [10, 12, 10]
    own = match.view(1)
    assert own.taken == cards("9D KC")
    assert own.hand & own.taken == own.taken
    for seat in (None, 0, 2):
        view = match.view(seat)
        assert (view.taken, view.shown, view.talon) == (0, (card("9D"),), 0)


def test_LF2_three_passes_turn_the_second_card_and_eldest_must_play_on_it():
    match = opened("9D", "KC", dealer=2)
    assert say(match, *THREE_PASSES) == [0, 1, 2]
    for seat in (None, 0, 1, 2):
        view = match.view(seat)
        assert view.shown == (card("9D"), card("KC"))
        assert (view.trump, view.declarer, view.turn) == (Suit.CLUBS, 0, 0)
    assert match.taken == cards("9D KC")
    assert match.hands[0] & match.taken == match.taken


def test_LF3_the_second_card_may_have_the_same_suit():
    match = opened("9D", "AD", dealer=2)
    say(match, *THREE_PASSES)
    assert (match.trump, match.declarer, match.phase) == (Suit.DIAMONDS, 0, Phase.PREPARING)


def test_LF4_discards_and_the_last_tricks_ten_go_to_the_winner_of_the_last_trick():
    match = start(["KC", "QC", "7C"], "H", laid="TS AD")
    match.tricks = [Trick((), 1, 124 if n == 0 else 0, 0) for n in range(9)]
    play(match, "KC", "QC", "7C")
    match.push(None, CLOSE)
    result = match.results[0]
    assert result.cards == (7 + 10 + 21, 124, 0)
    assert result.discards == cards("TS AD")


def test_LF5_who_lays_the_queen_of_trumps_away_has_no_stuk():
    match = start(["KH 7S"], "H", laid="QH 8S")
    assert refused(match, "play KH stuk") is Rule.NO_STUK
    assert said(match) == []


def test_LF6_the_lower_run_is_void_and_stuk_counts_all_the_same():
    match = start(["8S 9S TS JS 7D", "KH QH 7C 8C 9C", "9D"], "H", dealer=2)
    play(match, "7D roem", "QH roem stuk", "9D")
    assert match.announced == [
        Announced(0, "roem", 50, cards("8S 9S TS JS"), None, 50),
        Announced(1, "roem", 20, 0, None, 0),
        Announced(1, "stuk", 20, cards("KH QH"), None, 20),
    ]
    assert [match.view(None).roem_claimed(seat) for seat in range(3)] == [50, 20, 0]


def test_LF7_a_day_race_is_over_when_one_alone_is_highest_at_1500():
    match = lesbos(cap=20)
    finish(match, 0, (54, 54, 54), (1396, 1326, 846))
    assert match.totals == (1450, 1380, 900)
    finish(match, 1, (40, 100, 22))
    assert (match.totals, match.phase) == ((1490, 1480, 922), Phase.DEALING)
    finish(match, 0, (55, 54, 53))
    assert (match.totals, match.phase) == ((1545, 1534, 975), Phase.OVER)


def test_LF8_day_points_are_by_place_less_own_crosses():
    match = lesbos()
    for declarer, count in ((0, 2), (2, 3)):
        for _ in range(count):
            finish(match, declarer, (10, 142, 10))
    finish(match, 0, (142, 10, 10), (1800, 200, 0))
    outcome = match.outcome
    assert (outcome.places, outcome.winners) == ((1, 2, 3), (0,))
    assert outcome.points == (8, 5, -3)


def test_LF9_a_trickless_players_roem_makes_the_declarer_nat_and_is_lost():
    match = lesbos()
    finish(match, 0, (90, 72, 0), (0, 0, 100), (6, 4, 0))
    result = match.results[0]
    assert result.scores == (-100, 72, -100)
    assert result.crosses == (1, 0, 1)
    assert result.reasons == {Reason.NAT, Reason.TRICKLESS}


# The twelve rules.


@pytest.mark.parametrize("dealer", range(3))
def test_rule_1_three_blind_then_four_and_three_and_the_last_card_is_turned(dealer):
    match = lesbos()
    deal(match, dealer)
    ((_, chance),) = match.log
    pack = Stream(chance.seed).shuffled(PACK)
    blind, hands = [0] * 3, [0] * 3
    for size, where in ((3, blind), (4, hands), (3, hands)):
        for place in (1, 2, 3):
            packet, pack = pack[:size], pack[size:]
            where[(dealer + place) % 3] |= mask_of(packet)
    assert (match.blind, match.hands) == (blind, hands)
    assert [blind.bit_count() for blind in match.blind] == [3, 3, 3]
    assert match.talon == mask_of(pack)
    assert (match.shown, match.turned) == ([pack[1]], pack[1] >> 3)
    assert match.view(0).blind == (3, 3, 3)
    assert match.view(0).sizes == (7, 7, 7)


def test_rule_1_the_first_dealer_is_drawn_and_the_deal_goes_round():
    dealers = []
    for number in range(300):
        match = lesbos()
        match.push(None, Deal(seed(number)))
        dealers.append(match.dealer)
    assert all(70 < dealers.count(seat) < 130 for seat in range(3))
    first = match.dealer
    say(match, ACCEPT)
    match.push(match.turn, match.legal(match.turn)[0])
    play_out(match, random.Random(1), deals=1)
    deal(match)
    assert match.dealer == (first + 1) % 3


def test_rule_2_each_once_plays_or_passes_from_eldest():
    match = opened(dealer=1)
    assert match.turn == 2
    assert match.legal(2) == [PASS, ACCEPT]
    assert say(match, PASS, PASS, ACCEPT) == [2, 0, 1]
    assert match.view(None).bids == ((2, PASS), (0, PASS), (1, ACCEPT))
    assert (match.declarer, match.trump) == (1, Suit.DIAMONDS)


def test_rule_3_everybody_picks_up_his_own_blind_cards():
    match = opened()
    hands, blind, talon = list(match.hands), list(match.blind), match.talon
    say(match, PASS, PASS, ACCEPT)
    assert match.hands == [hands[0] | blind[0], hands[1] | blind[1], hands[2] | blind[2] | talon]
    assert (match.blind, match.talon, match.taken) == ([0, 0, 0], 0, talon)


def test_rule_4_the_declarer_lays_any_two_away_for_good_before_anybody_plays():
    match = opened()
    say(match, ACCEPT)
    assert match.view(0).to_lay == 2
    assert match.view(0).offer is None
    assert len(match.legal(0)) == 66
    assert {action.kind for action in match.legal(0)} == {Kind.LAY}
    hand = list(cards_in(match.hands[0]))
    first, second, third = hand[:3]
    assert refusal(match, 0, PLAYS[first]) is Rule.MUST_LAY
    assert refusal(match, 0, PASS) is Rule.MUST_LAY
    assert refusal(match, 1, PLAYS[0]) is Rule.NOT_NOW
    assert refusal(match, 0, lay(mask_of([first]))) is Rule.LAY_COUNT
    assert refusal(match, 0, lay(mask_of([first, second, third]))) is Rule.LAY_COUNT
    elsewhere = next(cards_in(match.hands[1]))
    assert refusal(match, 0, lay(mask_of([first, elsewhere]))) is Rule.NOT_IN_HAND
    away = mask_of([first, second])
    match.push(0, lay(away))
    assert (match.laid, match.hands[0]) == (away, mask_of(hand[2:]))
    assert match.phase is Phase.PLAYING
    assert refusal(match, 0, lay(mask_of([third, hand[3]]))) is Rule.NOT_NOW
    for seat in (None, 1, 2):
        assert match.view(seat).laid == 0
    assert match.view(0).laid == away


@pytest.mark.parametrize("dealer", range(3))
def test_rule_5_eldest_leads_and_then_whoever_wins_a_trick(dealer):
    match = start({}, "H", dealer=dealer, declarer=(dealer + 2) % 3)
    eldest = (dealer + 1) % 3
    assert match.turn == eldest
    chance = random.Random(dealer)
    while match.phase is Phase.PLAYING:
        if not match.trick and match.tricks:
            assert match.turn == match.tricks[-1].winner
        match.push(*random_move(match, chance))
    assert len(match.tricks) == 10
    assert all(len(trick.cards) == 3 for trick in match.tricks if trick.cards)


@pytest.mark.parametrize(
    ("trick", "hand", "legal"),
    [
        ("", "7H QH KD", "7H QH KD"),
        ("AS", "7S 8S JH", "7S 8S"),  # follow
        ("AS", "7H QH KD", "7H QH"),  # trump
        ("AS TH", "7H 9H KD", "9H"),  # overtrump
        ("AS JH", "7H 9H KD", "KD"),  # no undertrump
        ("AS JH", "7H 9H", "7H 9H"),  # but with nothing else
        ("KH", "8H TH AH 7S", "TH AH"),  # beat the trump that was led
        ("KH", "8H QH 7S", "8H QH"),
        ("KH", "7S 8D", "7S 8D"),
        ("7S AS", "7H 8D", "7H"),  # nobody is a partner
    ],
)
def test_rule_6_legal_cards(trick, hand, legal):
    match = start([*trick.split(), hand, "", ""][:3], "H")
    play(match, *trick.split())
    assert playable(match) == legal


@pytest.mark.parametrize(
    ("trick", "hand", "broken", "rule"),
    [
        ("TS", "AS 7H 8D", "7H", Rule.FOLLOW_SUIT),
        ("TH", "7H 8D", "8D", Rule.FOLLOW_SUIT),
        ("TH", "7H AH", "7H", Rule.MUST_BEAT_TRUMP),
        ("TS", "7H 8D", "8D", Rule.MUST_TRUMP),
        ("TS TH", "7H AH 8D", "7H", Rule.MUST_BEAT_TRUMP),
        ("TS TH", "7H 8D", "7H", Rule.NO_UNDERTRUMP),
        ("TS", "AS 7H", "KC", Rule.NOT_IN_HAND),
    ],
)
def test_rule_6_a_refused_card_names_its_rule(trick, hand, broken, rule):
    match = start([*trick.split(), hand, "", ""][:3], "H")
    play(match, *trick.split())
    assert refused(match, f"play {broken}") is rule


def test_rule_7_a_value_is_seen_at_once_and_its_cards_when_the_third_card_lies():
    match = start(["8S 9S TS 7D", "JC QC KC AC 8D", "9D"], "H")
    assert match.view(0).offer == Announced(0, "roem", 20, cards("8S 9S TS"), None, 0)
    assert match.view(1).offer is None
    play(match, "7D roem")
    assert match.announced == [Announced(0, "roem", 20, 0, None, 0)]
    play(match, "8D roem")
    assert match.announced[1] == Announced(1, "roem", 50, 0, None, 0)
    for seat in (None, 0, 1, 2):
        assert match.view(seat).announced == tuple(match.announced)
    play(match, "9D")
    assert match.announced == [
        Announced(0, "roem", 20, 0, None, 0),  # never shown
        Announced(1, "roem", 50, cards("JC QC KC AC"), None, 50),
    ]


def test_rule_7_roem_is_credited_whoever_wins_tricks_and_only_when_announced():
    match = start(["8S 9S TS JS 7D", "JC QC KC 8D", "9D"], "H")
    play(match, "7D", "8D roem", "9D")
    assert credited(match) == {1: 20}
    match = start(["8S 9S TS JS 7D", "8D", "9D"], "H")
    play(match, "7D", "8D", "9D")
    assert match.announced == []


def test_rule_7_roem_is_announced_with_ones_first_card_alone():
    match = start(["8S 9S TS 7D AC", "8D 7C", "9D TC"], "H")
    assert said(match) == ["8S roem", "9S roem", "TS roem", "7D roem", "AC roem"]
    play(match, "7D")
    assert refused(match, "play 8D roem") is Rule.NO_HAND_ROEM
    play(match, "8D", "9D")
    assert match.turn == 2
    play(match, "TC")
    assert match.view(0).offer is None
    assert refused(match, "play AC roem") is Rule.ANNOUNCE_CLOSED
    assert said(match) == []


@pytest.mark.parametrize(
    ("hands", "trump", "winner", "points", "tops"),
    [
        (["7S 8S 9S", "TD JD QD KD"], "H", 1, 50, ""),  # the highest value
        (["7S 8S 9S TS", "9D TD JD QD KD"], "H", 1, 100, ""),
        (["7S 8S 9S TS QS", "JS JH JD JC"], "H", 1, 200, ""),
        (["AS AH AD AC", "7S 8S 9S TS JS"], "H", 1, 100, ""),  # a run of five before a carré
        (["7S 8S 9S", "9D TD JD"], "H", 1, 20, "9S JD"),  # the higher top card
        (["9D TD JD", "7S 8S 9S"], "H", 0, 20, "JD 9S"),
        (["9S TS JS", "7C 8C 9C", "TD JD QD"], "H", 2, 20, "JS 9C QD"),
        (["TS TH TD TC", "KS KH KD KC"], "H", 1, 100, "TC KC"),  # the higher rank
        (["AS AH AD AC", "KS KH KD KC", "QS QH QD QC"], "H", 0, 100, "AC KC QC"),
        (["QS KS AS", "QH KH AH"], "H", 1, 20, "AS AH"),  # then a run in trumps
        (["QC KC AC", "QS KS AS"], "S", 1, 20, "AC AS"),
        (["QS KS AS", "QC KC AC"], "C", 1, 20, "AS AC"),
        (["QS KS AS", "QH KH AH"], "D", 0, 20, "AS AH"),  # then the first announcer
        (["7C", "QS KS AS", "QD KD AD"], "H", 1, 20, "AS AD"),
        (["7S 8S 9S TS JS QS", "TD JD QD KD AD"], "H", 1, 100, "QS AD"),  # longer is not more
        (["9S 9H 9D 9C", "TH JH QH"], "D", 1, 20, ""),  # four nines are nothing
    ],
)
def test_rule_7_the_highest_counts(hands, trump, winner, points, tops):
    match = start([*hands, "8D"][:3], trump)
    announce_all(match)
    assert credited(match) == {winner: points}
    shown = [card_name(entry.top) for entry in match.announced if entry.top is not None]
    assert " ".join(shown) == tops
    assert [entry.seat for entry in match.announced if entry.cards] == [winner]


@pytest.mark.parametrize(
    ("hand", "value"),
    [
        ("7S 8S 9S", 20),
        ("7S 8S 9S TS", 50),
        ("7S 8S 9S TS JS", 100),
        ("7S 8S 9S TS JS QS KS AS", 100),
        ("TS TH TD TC", 100),
        ("QS QH QD QC", 100),
        ("KS KH KD KC", 100),
        ("AS AH AD AC", 100),
        ("JS JH JD JC", 200),
        ("9S 9H 9D 9C", None),
        ("8S 8H 8D 8C", None),
        ("7S 7H 7D 7C", None),
        ("KS AS 7H 8H", None),  # no run over from one suit into the next
        ("QH KH", None),  # stuk is no part of the contest
        ("QH KH AH", 20),
    ],
)
def test_rule_7_values(hand, value):
    offer = start([hand], "H").view(0).offer
    assert (offer and offer.value) == value


def test_rule_7_of_ones_own_the_best_is_announced():
    # Of two runs of equal value the higher, then that in trumps.
    match = start(["7S 8S 9S JD QD KD JH QH KH"], "H")
    assert match.view(0).offer.cards == cards("JH QH KH")


def test_rule_8_stuk_is_said_with_the_first_of_the_two():
    match = start(["KH QH 7D", "8D 8H", "9D 9H"], "H")
    assert said(match) == ["QH stuk", "KH stuk"]
    assert refused(match, "play 7D stuk") is Rule.NO_STUK
    assert refused(match, "play KH roem stuk") is Rule.NO_HAND_ROEM
    play(match, "KH stuk")
    assert match.announced == [Announced(0, "stuk", 20, cards("KH QH"), None, 20)]
    follow(match)
    play(match, playable(match))  # seat 2 has the nine
    assert [str(action) for action in match.legal(0)] == ["play 7D"]


@pytest.mark.parametrize("trump", "SHDC")
def test_rule_8_stuk_is_of_trumps_whatever_they_are(trump):
    match = start(["KS QS KH QH KD QD KC QC"], trump)
    assert {text for text in said(match) if "stuk" in text and "roem" not in text} == {
        f"K{trump} stuk",
        f"Q{trump} stuk",
    }


def test_rule_8_stuk_that_is_not_said_does_not_count():
    match = start(["KH QH 7D", "8H 8D", "7H 9D"], "H")
    play(match, "KH", "8H", "7H")
    assert match.turn == 0
    assert refused(match, "play QH stuk") is Rule.NO_STUK
    assert match.announced == []


def test_rule_8_stuk_is_said_in_a_later_trick_too():
    match = start(["AD KH QH", "7D 8H", "8D 9H"], "H")
    play(match, "AD", "7D", "8D")
    assert said(match) == ["QH stuk", "KH stuk"]
    play(match, "QH stuk")
    assert match.announced[0].credited == 20


def test_rule_8_king_and_queen_of_another_suit_are_no_stuk():
    match = start(["KD QD"], "H")
    assert refused(match, "play KD stuk") is Rule.NO_STUK


@pytest.mark.parametrize(
    ("trick", "trump", "value", "winner"),
    [
        ("QS KS AS", "H", 20, 2),
        ("JS QS KS", "S", 40, 0),
        ("KD AD QD", "D", 40, 1),
        ("KD 7D QD", "D", 20, 0),
        ("9S TS JS", "S", 20, 2),
    ],
)
def test_rule_9_the_winner_of_a_trick_alone_claims_its_roem(trick, trump, value, winner):
    match = start([f"{each} 7C" for each in trick.split()], trump)
    play(match, *trick.split())
    for seat in range(3):
        if seat != winner:
            assert refusal(match, seat, CLAIM) is Rule.NOT_YOUR_TRICK
    waived = match.copy()
    match.push(winner, CLAIM)
    assert match.tricks[-1].roem == value
    assert refusal(match, winner, CLAIM) is Rule.CLAIMED
    play(waived, "7C")
    assert refusal(waived, winner, CLAIM) is Rule.CLAIM_CLOSED
    assert waived.tricks[-1].roem == 0


@pytest.mark.parametrize("trick", ["AS AH AD", "JS JH JD", "AC TC KC", "KH AH 7H"])
def test_rule_9_nothing_else_is_roem_on_the_table(trick):
    match = start([f"{each} 7C" for each in trick.split()], "D")
    play(match, *trick.split())
    assert refusal(match, match.turn, CLAIM) is Rule.NO_ROEM


def test_rule_9_roem_of_the_last_trick_is_claimed_before_the_count():
    match = start(["QS", "KS", "AS"], "H")
    play(match, "QS", "KS", "AS")
    assert (match.phase, match.turn) == (Phase.COUNTING, None)
    assert match.legal(2) == [COUNT, CLAIM]
    assert match.legal(None) == [CLOSE]
    assert refusal(match, 0, PASS) is Rule.NOT_NOW
    match.push(2, CLAIM)
    match.push(None, CLOSE)
    assert match.results[0].roem == (0, 0, 20)
    assert match.results[0].shares == (0, 0, 182)


@pytest.mark.parametrize(
    ("declarer", "sums", "scores", "crosses", "reasons"),
    [
        (0, ((70, 60, 32), (0, 0, 0), (4, 4, 2)), (70, 60, 32), (0, 0, 0), {Reason.MADE}),
        # 82 is not needed, and not enough.
        (1, ((50, 62, 50), (0, 0, 0), (4, 4, 2)), (50, 62, 50), (0, 0, 0), {Reason.MADE}),
        (2, ((22, 50, 90), (0, 50, 0), (2, 3, 5)), (22, 100, -100), (0, 0, 1), {Reason.NAT}),
        (0, ((65, 65, 32), (0, 0, 0), (4, 4, 2)), (-100, 65, 32), (1, 0, 0), {Reason.NAT}),
        (0, ((60, 70, 32), (20, 0, 0), (4, 4, 2)), (80, 70, 32), (0, 0, 0), {Reason.MADE}),
        (
            1,
            ((32, 130, 0), (0, 0, 100), (2, 8, 0)),
            (32, 130, -100),
            (0, 0, 1),
            {Reason.MADE, Reason.TRICKLESS},
        ),
        # A declarer without a trick is nat, and no more than that; or made, by roem.
        (0, ((0, 90, 72), (0, 0, 0), (0, 6, 4)), (-100, 90, 72), (1, 0, 0), {Reason.NAT}),
        (0, ((0, 90, 72), (100, 0, 0), (0, 6, 4)), (100, 90, 72), (0, 0, 0), {Reason.MADE}),
        (
            0,
            ((162, 0, 0), (0, 0, 0), (10, 0, 0)),
            (162, -100, -100),
            (0, 1, 1),
            {Reason.MADE, Reason.TRICKLESS, Reason.PIT},
        ),
        (
            0,
            ((0, 162, 0), (0, 0, 0), (0, 10, 0)),
            (-100, 162, -100),
            (1, 0, 1),
            {Reason.NAT, Reason.TRICKLESS, Reason.PIT},
        ),
    ],
)
def test_rule_10_score_of_a_deal(declarer, sums, scores, crosses, reasons):
    match = lesbos()
    finish(match, declarer, *sums)
    result = match.results[0]
    assert (result.scores, result.crosses, result.reasons) == (scores, crosses, reasons)
    assert (result.cards, result.roem, result.tricks) == sums
    assert (result.declarer, result.makers) == (declarer, declarer)
    assert score_deal(declarer, *sums, LesbosHouse()) == (scores, crosses, frozenset(reasons))


def test_rule_10_a_deal_played_card_by_card():
    # Eldest has a run in trumps, stuk and the last trick; seat 2 wins nothing.
    match = start(["KH QH AH 7C", "AC JH 9H TC", "8C 7D 8D 9D"], "H", declarer=1, laid="AD 7S")
    play(match, "QH roem stuk")
    assert playable(match) == "9H JH"
    play(match, "9H", "7D", "JH", "8D", "KH", "AC", "8C", "7C", "TC", "9D", "AH")
    assert [trick.winner for trick in match.tricks] == [1, 1, 1, 0]
    assert [trick.points for trick in match.tricks] == [17, 24, 11, 21]
    match.push(None, CLOSE)
    result = match.results[0]
    # Left over: the ten, the discards, and here the cards that nobody holds.
    assert result.cards == (162 - 52, 52, 0)
    assert result.roem == (40, 0, 0)
    assert result.scores == (150, -100, -100)


def test_rule_11_who_share_1500_play_on():
    match = lesbos(tie="made")
    finish(match, 0, (54, 54, 54), (1446, 1446, 0))
    assert (match.totals[:2], match.phase) == ((1500, 1500), Phase.DEALING)
    finish(match, 0, (55, 54, 53))
    assert match.phase is Phase.OVER
    assert match.outcome.winners == (0,)


@pytest.mark.parametrize(("roem_of_first", "phase"), [(1419, Phase.DEALING), (1420, Phase.OVER)])
def test_rule_11_exactly_1500_is_there_and_1499_is_not(roem_of_first, phase):
    match = lesbos()
    finish(match, 0, (80, 50, 32), (roem_of_first, 0, 0))
    assert match.phase is phase


def test_rule_11_after_the_cap_the_highest_wins_and_then_who_has_fewer_crosses():
    match = lesbos(cap=20, tie="made")
    finish(match, 1, (100, 50, 12))  # nat: 100, -100, 12
    finish(match, 0, (54, 54, 54), (0, 200, 0))  # nat: -100, 254, 54
    finish(match, 0, (54, 54, 54))  # 54, 54, 54
    assert match.totals == (54, 208, 120)
    finish(match, 0, (54, 54, 54), (154, 0, 0))
    assert match.totals == (262, 262, 174)
    finish(match, 1, (54, 54, 54), (200, 0, 0))  # nat: 254, -100, 54
    finish(match, 1, (54, 54, 54), (0, 354, 0))
    assert match.totals == (570, 570, 282)
    for _ in range(14):
        finish(match, 2, (54, 54, 54))
    outcome = match.outcome
    assert outcome.totals[0] == outcome.totals[1]
    assert (outcome.places, outcome.winners, outcome.draw) == ((1, 2, 3), (0,), False)
    assert outcome.points == (10 - 1, 5 - 2, 0)


def test_rule_12_equal_in_all_share_the_place_and_its_points():
    match = lesbos(cap=20, tie="made")
    for _ in range(20):
        finish(match, 2, (54, 54, 54))
    outcome = match.outcome
    assert (outcome.places, outcome.points) == ((1, 1, 1), (10, 10, 10))
    assert outcome.draw
    match = lesbos()
    finish(match, 0, (60, 51, 51), (1440, 0, 0))
    assert (match.outcome.places, match.outcome.points) == ((1, 2, 2), (10, 5, 5))


def test_rule_12_equal_for_second_goes_to_fewer_crosses():
    match = lesbos()
    finish(match, 1, (100, 31, 31))  # nat: 100, -100, 31
    finish(match, 0, (80, 41, 41), (1400, 131, 0))
    assert match.totals[1:] == (72, 72)
    assert (match.outcome.places, match.outcome.points) == ((1, 3, 2), (10, -1, 5))


# Every value of every house rule where it decides.


def test_L_1_system_demands_an_undertrump_or_forbids_it():
    for system, legal in {"amsterdam": "8D", "rotterdam": "7H"}.items():
        match = start(["8C", "QH", "7H 8D"], "H", system=system)
        play(match, "8C", "QH")
        assert playable(match) == legal


@pytest.mark.parametrize(
    ("hands", "trick", "declarer", "alone", "together"),
    [
        (["8C", "AC", "7H 8D"], "8C AC", 0, "7H", "7H 8D"),
        (["8C", "QH", "7H JH 8D"], "8C QH", 0, "JH", "JH 8D"),
        (["8C", "QH", "7H 8D"], "8C QH", 0, "8D", "8D"),
        (["8C", "7C", "7H 8D"], "8C 7C", 1, "7H", "7H 8D"),
        # Not on a trump lead, not for the declarer, not where he wins.
        (["8H", "QH", "7H KH"], "8H QH", 0, "KH", "KH"),
        (["8C", "AC", "7H 8D"], "8C AC", 2, "7H", "7H"),
        (["8C", "AC", "7H 8D"], "8C AC", 1, "7H", "7H"),
    ],
)
def test_L_2_defenders_are_partners_on_a_plain_lead(hands, trick, declarer, alone, together):
    for partners, legal in {False: alone, True: together}.items():
        match = start(hands, "H", declarer=declarer, defenders_are_partners=partners)
        play(match, *trick.split())
        assert playable(match) == legal


def test_L_3_first_lead_of_the_declarer():
    for first_lead, seat in {"eldest": 0, "declarer": 1}.items():
        assert start({}, "H", declarer=1, first_lead=first_lead).turn == seat


def test_L_4_same_suit_again_redeals():
    for value, dealer in {"redeal_same_dealer": 2, "redeal_next_dealer": 0}.items():
        match = opened("9D", "AD", dealer=2, same_suit_again=value)
        say(match, *THREE_PASSES)
        assert (match.phase, match.turn, match.results) == (Phase.DEALING, None, [])
        assert match.view(1).shown == (card("9D"), card("AD"))
        assert match.view(1).taken == 0
        deal(match)
        assert (match.dealer, match.number, match.dealt) == (dealer, 1, 2)
        # Another suit is played on.
        match = opened("9D", "KC", dealer=2, same_suit_again=value)
        say(match, *THREE_PASSES)
        assert (match.phase, match.trump) == (Phase.PREPARING, Suit.CLUBS)
    match = opened("9D", "AD", dealer=2, same_suit_again="play")
    say(match, *THREE_PASSES)
    assert match.phase is Phase.PREPARING


def test_L_5_all_pass_redeals_and_turns_no_second_card():
    for value, dealer in {"redeal_same_dealer": 2, "redeal_next_dealer": 0}.items():
        other = "redeal_same_dealer" if dealer == 0 else "redeal_next_dealer"
        # What L-4 says has no effect here.
        match = opened("9D", "KC", dealer=2, all_pass=value, same_suit_again=other)
        say(match, *THREE_PASSES)
        assert match.phase is Phase.DEALING
        assert match.view(0).shown == (card("9D"),)
        deal(match)
        assert match.dealer == dealer
    match = opened("9D", "KC", dealer=2, all_pass="eldest_must")
    say(match, *THREE_PASSES)
    assert match.phase is Phase.PREPARING


@pytest.mark.parametrize(
    "house",
    [
        {"all_pass": "redeal_same_dealer"},
        {"all_pass": "redeal_next_dealer", "same_suit_again": "redeal_same_dealer"},
        {"same_suit_again": "redeal_next_dealer"},
    ],
)
def test_L_4_and_L_5_after_ten_passed_out_deals_eldest_plays_whatever_the_suit(house):
    match = lesbos(**house)

    def all_pass():
        deal(match)
        if match.house.all_pass == "eldest_must":
            up = match.shown[0]
            same = next(each for each in PACK if each >> 3 == up >> 3 and each != up)
            turn(match, card_name(up), card_name(same))
        say(match, *THREE_PASSES)

    for number in range(1, 11):
        all_pass()
        assert (match.phase, match.dealt) == (Phase.DEALING, number)
    # Nobody is asked any more.
    deal(match)
    assert (match.phase, match.dealt, match.bids) == (Phase.PREPARING, 11, [])
    assert match.declarer == match.turn == (match.dealer + 1) % 3
    assert len(match.shown) == 2
    assert match.trump == match.shown[1] >> 3
    # The count begins anew.
    match.push(match.turn, match.legal(match.turn)[0])
    play_out(match, random.Random(3), deals=1)
    all_pass()
    assert match.phase is Phase.DEALING


def test_L_7_roem_from_all_counts_what_was_laid_away_and_shows_it():
    hands = ["JD 7S 8C AH", "9D TD 7C", "8D 9S 9C"]
    match = start(hands, "H", laid="QD KD", roem_from="all")
    play(match, "JD roem", "9D", "8D")
    assert match.announced == [Announced(0, "roem", 20, cards("JD QD KD"), None, 20)]
    assert start(hands, "H", laid="QD KD", roem_from="kept").view(0).offer is None
    # Nobody but the declarer has cards laid away; and stuk is from the cards in hand.
    match = start(hands, "D", declarer=1, laid="QD KD", roem_from="all")
    assert match.view(0).offer is None
    match = start(["KH JH"], "H", laid="QH 7D", roem_from="all")
    assert said(match) == ["JH roem", "KH roem"]


ROEM = ["7S 8S 9S TS JS 7H 8H 9H", "AS AH AC JD QD KD AD", "7D"]
"""A run of five and one of three; a carré and a run of four; trump is clubs."""


def test_L_8_roem_counts_best_or_all_of_the_winner_or_totals():
    outcomes = {
        "best": ([100, 100], {0: 100}, ROEM[0][:14]),
        "all_of_winner": ([100, 100], {0: 120}, ROEM[0]),
        "totals": ([120, 150], {1: 150}, ROEM[1]),
    }
    for value, (announced, counted, shown) in outcomes.items():
        match = start(ROEM, "C", roem_counts=value)
        announce_all(match)
        assert [entry.value for entry in match.announced] == announced
        assert credited(match) == counted
        assert [entry.cards for entry in match.announced if entry.cards] == [cards(shown)]
        assert [entry.top for entry in match.announced] == [None, None]


def test_L_8_equal_totals_go_by_the_best_combination():
    # 20 + 20 + 20 is more than 50.
    match = start(["7S 8S 9S TS", "7H 8H 9H JD QD KD 7C 8C 9C", "8D"], "S", roem_counts="totals")
    announce_all(match)
    assert credited(match) == {1: 60}
    # 50 + 20 twice: the top card of the best decides.
    hands = ["7S 8S 9S TS QD KD AD", "8H 9H TH JH 7C 8C 9C", "8D"]
    match = start(hands, "S", roem_counts="totals")
    announce_all(match)
    assert [entry.top for entry in match.announced] == [card("TS"), card("JH")]
    assert credited(match) == {1: 70}
    # 100 alone is better than 50 and 50.
    hands = ["TS TH TD TC", "JD QD KD AD JH QH KH AH", "8D"]
    match = start(hands, "S", roem_counts="totals")
    announce_all(match)
    assert credited(match) == {0: 100}
    assert [entry.top for entry in match.announced] == [None, None]


def test_L_9_long_runs_rise():
    hands = ["7S 8S 9S TS JS QS", "TD JD QD KD AD", "8D"]
    for value, counted in {"capped": {1: 100}, "rising": {0: 150}}.items():
        match = start(hands, "H", long_runs=value)
        announce_all(match)
        assert credited(match) == counted
    lengths = [roem.run_value(length, rising=True) for length in range(3, 9)]
    assert lengths == [20, 50, 100, 150, 200, 250]
    # Seven in a row and four jacks are both 200: the run goes before.
    match = start(["JH JS JD JC", "7S 8S 9S TS JS QS KS", "8D"], "H", long_runs="rising")
    announce_all(match)
    assert credited(match) == {1: 200}


def test_L_13_nat_others_score_their_own_nothing_or_half_the_declarers_more():
    outcomes = {"own": (-100, 71, 30), "nothing": (-100, 0, 0), "split": (-100, 101, 60)}
    for value, scores in outcomes.items():
        match = lesbos(nat_others=value)
        finish(match, 0, (61, 71, 30))
        assert match.results[0].scores == scores
    # A trickless player's half is lost; and roem is part of what is halved.
    match = lesbos(nat_others="split")
    finish(match, 0, (51, 111, 0), (20, 0, 0), (4, 6, 0))
    assert match.results[0].scores == (-100, 111 + 35, -100)
    match = lesbos(nat_others="nothing")
    finish(match, 0, (51, 111, 0), (20, 0, 0), (4, 6, 0))
    assert match.results[0].scores == (-100, 0, -100)


def test_L_15_tie_made():
    for value, scores in {"nat": (-100, 65, 32), "made": (65, 65, 32)}.items():
        match = lesbos(tie=value)
        finish(match, 0, (65, 65, 32))
        assert match.results[0].scores == scores
    match = lesbos(tie="made")
    finish(match, 0, (64, 66, 32))
    assert match.results[0].reasons == {Reason.NAT}


def test_L_16_all_tricks_bonus_for_any_player_after_the_comparison():
    for value, bonus in {"none": 0, "bonus": 100}.items():
        match = lesbos(all_tricks=value)
        finish(match, 0, (162, 0, 0), (0, 0, 0), (10, 0, 0))
        finish(match, 0, (0, 162, 0), (0, 0, 0), (0, 10, 0))
        # Nat by the roem of one without a trick: the bonus does not decide, and is added.
        finish(match, 0, (162, 0, 0), (0, 200, 0), (10, 0, 0))
        # All card points but not all tricks are no pit.
        finish(match, 0, (162, 0, 0), (0, 0, 0), (9, 1, 0))
        assert [result.scores for result in match.results] == [
            (162 + bonus, -100, -100),
            (-100, 162 + bonus, -100),
            (-100 + bonus, -100, -100),
            (162, 0, -100),
        ]
        assert [Reason.PIT in result.reasons for result in match.results] == [
            True,
            True,
            True,
            False,
        ]


def test_L_17_roem_auto_counts_trick_roem_and_stuk_by_themselves():
    hands = ["QS 7C", "KS KH QH 7D 8D 9D", "AS 8C"]
    match = start(hands, "H", roem="auto")
    play(match, "QS")
    assert said(match) == ["KS roem"]  # hand roem is announced all the same
    play(match, "KS roem", "AS")
    assert match.tricks[0].roem == 20
    for seat in range(3):
        assert refusal(match, seat, CLAIM) is Rule.CLAIM_CLOSED
    play(match, "8C", "7C")
    assert refused(match, "play KH stuk") is Rule.NO_STUK
    play(match, "KH")
    assert match.announced[-1] == Announced(1, "stuk", 20, cards("KH QH"), None, 20)
    assert [match.view(None).roem_claimed(seat) for seat in range(3)] == [0, 40, 20]
    match = start(hands, "H", roem="claim")
    play(match, "QS", "KS roem", "AS", "8C", "7C", "KH")
    assert [match.view(None).roem_claimed(seat) for seat in range(3)] == [0, 20, 0]


def test_L_17_under_auto_the_last_trick_scores_the_deal():
    match = start(["QS", "KS", "AS"], "H", roem="auto")
    play(match, "QS", "KS", "AS")
    assert (match.phase, match.turn) == (Phase.DEALING, None)
    assert match.results[0].roem == (0, 0, 20)


def test_L_17_under_auto_stuk_counts_when_the_rest_is_taken():
    # Seat 0 has the rest; whoever still holds king and queen of trumps has his stuk.
    for hands, holder in (
        (["AD KH QH", "7D 8C", "8D 9C"], 0),
        (["AD JH 9H", "7D KH QH", "8D 7C 8C"], 1),
    ):
        match = start(hands, "H", roem="auto")
        play(match, "AD", "7D", "8D")
        match.push(0, REST)
        assert match.results[0].roem[holder] == 20
        assert sum(match.results[0].roem) == 20


@pytest.mark.parametrize("cap", [20, 30, 200])
def test_L_22_cap_ends_the_day_race(cap):
    match = lesbos(cap=cap, tie="made")
    for _ in range(cap):
        # All share the highest total, above 1500 too: nothing else ends it.
        assert match.phase is Phase.DEALING
        finish(match, 0, (54, 54, 54))
    assert (match.phase, len(match.results)) == (Phase.OVER, cap)


def test_L_22_cap_is_from_20_to_200():
    assert LesbosHouse().cap == 100
    assert LesbosHouse(cap=45).cap == 45
    for cap in (19, 201):
        with pytest.raises(ValidationError):
            LesbosHouse(cap=cap)
    assert LesbosHouse.values_of("cap") == tuple(range(20, 201, 10))


def test_defaults_are_those_of_the_rules():
    assert LesbosHouse().model_dump() == {
        "system": "amsterdam",
        "defenders_are_partners": False,
        "first_lead": "eldest",
        "same_suit_again": "play",
        "all_pass": "eldest_must",
        "roem_from": "kept",
        "roem_counts": "best",
        "long_runs": "capped",
        "nat_others": "own",
        "tie": "nat",
        "all_tricks": "none",
        "roem": "claim",
        "cap": 100,
    }


def test_options_without_effect_are_not_offered():
    assert LesbosHouse().idle(3) == frozenset()
    assert LesbosHouse(system="rotterdam").idle(3) == {"defenders_are_partners"}
    assert LesbosHouse(all_pass="redeal_same_dealer").idle(3) == {"same_suit_again"}
    for name in LesbosHouse.presets:
        house = LesbosHouse.preset(name)
        assert set(house.differing(3)) == set(LesbosHouse.presets[name])


def test_idle_options_change_nothing():
    chance = random.Random(6)
    for _ in range(20):
        house = random_house(chance)
        twins = [
            house.model_copy(update={name: value})
            for name in house.idle(3)
            for value in OPTIONS[name]
        ]
        match = play_out(Lesbos(house), random.Random(1), deals=3)
        for twin in twins:
            again = Lesbos(twin)
            for seat, move in match.log:
                again.push(seat, move)
            assert again.results == match.results


# The rest.


@pytest.mark.parametrize(
    ("hands", "declarer", "laid", "certain"),
    [
        (["AC KD", "7C 8S", "8C 9S"], 0, "7D 7S", True),
        # The ace may be in a hand, unless one laid it away oneself.
        (["AC KD", "7C 8S", "8C 9S"], 1, "AD 7S", False),
        (["AC KD", "7C 8S", "8C 9S"], 0, "AD 7S", True),
        (["AC AD", "7C 8S", "8C 9S"], 1, "7H 7S", False),  # a trump may be out
        (["AC AD", "7C 8S", "8C 9S"], 0, "7H 7S", True),
        (["AC AD", "7C 7H", "8C 9S"], 0, "7D 7S", False),
    ],
)
def test_the_rest_is_certain_from_what_the_seat_can_see(hands, declarer, laid, certain):
    firsts = ("AS", "TS", "KS")
    full = [f"{first} {hand}" for first, hand in zip(firsts, hands, strict=True)]
    match = start(full, "H", declarer=declarer, laid=laid)
    play(match, *firsts)
    assert (REST in match.legal(0)) == certain
    if not certain:
        assert refusal(match, 0, REST) is Rule.NOT_CERTAIN
        return
    match.push(0, REST)
    result = match.results[0]
    assert (result.cards, result.tricks) == ((162, 0, 0), (3, 0, 0))
    assert result.discards == cards(laid)
    assert match.hands == [0, 0, 0]


@pytest.mark.parametrize(("leader", "declarer"), list(itertools.product(range(3), repeat=2)))
def test_only_the_declarer_knows_wherever_he_sits_that_no_hand_has_what_he_laid_away(
    leader, declarer
):
    # The ace of diamonds, laid away, beats the leader's king.
    from_leader = ["AS AC KD", "TS 7C 8S", "KS 8C 9S"]
    hands = {(leader + place) % 3: hand for place, hand in enumerate(from_leader)}
    match = start(hands, "H", dealer=(leader - 1) % 3, declarer=declarer, laid="AD 7S")
    play(match, "AS", "TS", "KS")
    assert match.turn == leader
    assert (REST in match.legal(leader)) == (leader == declarer)


def test_the_rest_waits_for_the_first_trick():
    match = start(["JH 9H AH", "7C 8C 9C", "7D 8D 9D"], "H", laid="7S 8S")
    assert REST not in match.legal(0)
    assert refusal(match, 0, REST) is Rule.NOT_CERTAIN
    play(match, "JH")
    follow(match)
    match.push(0, REST)
    assert match.results[0].tricks == (3, 0, 0)


def test_the_rest_waits_for_ones_own_stuk():
    match = start({0: "7H 8H 9H TH JH QH KH AH AS AD"}, "H")
    play(match, "JH roem")
    assert refusal(match, 1, REST) is Rule.NOT_CERTAIN  # not on lead
    follow(match)
    assert refusal(match, 0, REST) is Rule.NOT_CERTAIN
    play(match, "KH stuk")
    follow(match)
    match.push(0, REST)
    assert match.results[0].roem == (120, 0, 0)


def follow(match: Lesbos) -> None:
    """Complete the trick with the lowest cards."""
    while match.trick:
        play(match, playable(match).split()[0])


def test_the_rest_does_not_cost_another_his_stuk():
    match = start(["AD JH 9H", "7D KH QH", "8D 7C 8C"], "H")
    play(match, "AD", "7D", "8D")
    assert refusal(match, 0, REST) is Rule.NOT_CERTAIN
    play(match, "JH", "QH stuk", "7C")
    match.push(0, REST)
    assert match.results[0].roem == (0, 20, 0)


def test_who_may_take_the_rest_wins_every_trick():
    chance = random.Random(8)
    taken = 0
    while taken < 60:
        match = Lesbos(random_house(chance).model_copy(update={"cap": 20}))
        while match.phase is not Phase.OVER and len(match.results) < 6:
            if match.phase is Phase.PLAYING and REST in match.legal(match.turn):
                compare_with_playing_on(match, chance)
                taken += 1
            match.push(*random_move(match, chance))


def compare_with_playing_on(match, chance):
    """See that trumps first, then each suit from the top, takes every trick, and what it scores."""
    leader, trump = match.turn, match.trump
    order = sorted(
        cards_in(match.hands[leader]),
        key=lambda each: (each >> 3 == trump, match._by_led[each >> 3][each][0]),
    )
    played, claimed = match.copy(), match.copy()
    for each in reversed(order):
        played.push(leader, PLAYS[each])
        for _ in range(2):
            plays = [a for a in played.legal(played.turn) if a.kind is Kind.PLAY]
            played.push(played.turn, chance.choice(plays))
        assert played.tricks[-1].winner == leader
    if played.phase is Phase.COUNTING:
        played.push(None, CLOSE)
    claimed.push(leader, REST)
    mine, theirs = claimed.results[-1], played.results[-1]
    assert (mine.cards, mine.tricks) == (theirs.cards, theirs.tricks)
    others = [seat for seat in range(3) if seat != leader]
    assert [mine.roem[seat] for seat in others] == [theirs.roem[seat] for seat in others]


# Refusals of the moment.


def test_refusals_of_the_moment():
    match = lesbos()
    assert refusal(match, 0, PASS) is Rule.NOT_NOW
    match = opened()
    assert refusal(match, None, Deal(seed(1))) is Rule.NOT_NOW
    for suit in TRUMPS:
        assert refusal(match, 0, suit) is Rule.CARD_IS_TURNED
    assert refusal(match, 0, bid(120)) is Rule.CARD_IS_TURNED
    for move in (TAKE, BLIND, DECLARE, PLAYS[0], lay(3), REST, COUNT):
        assert refusal(match, 0, move) is Rule.NOT_NOW
    for seat in (1, 2, 3, -1):
        assert refusal(match, seat, ACCEPT) is Rule.NOT_YOUR_TURN
    assert refusal(match, 0, CLAIM) is Rule.CLAIM_CLOSED
    assert refusal(match, 0, END) is Rule.NOT_OPEN
    say(match, ACCEPT)
    assert refusal(match, 1, lay(3)) is Rule.NOT_YOUR_TURN
    assert refusal(match, 0, ACCEPT) is Rule.MUST_LAY
    match.push(0, match.legal(0)[0])
    for move in (PASS, ACCEPT, TAKE, *TRUMPS):
        assert refusal(match, 0, move) is Rule.NOT_NOW


def test_an_ended_match_takes_nothing():
    match = lesbos()
    finish(match, 0, roem=(1500, 0, 0))
    for seat in (None, 0, 1, 2):
        for move in (Deal(seed(1)), PASS, ACCEPT, lay(3), PLAYS[0], CLAIM, COUNT, CLOSE, REST):
            assert refusal(match, seat, move) is Rule.OVER
        assert match.legal(seat) == []


@pytest.mark.parametrize("seats", [2, 4])
def test_only_three_play(seats):
    with pytest.raises(ValueError, match="lesbos is not played by"):
        Lesbos(seats=seats)
    assert GAMES["lesbos"] is Lesbos


# What holds in every match.

EVERY_MOVE = (
    *(PASS, ACCEPT, TAKE, BLIND, DECLARE, CLAIM, COUNT, REST, CLOSE, END, bid(120)),
    *TRUMPS,
    *PLAYS,
    *(lay(mask_of(pair)) for pair in itertools.combinations(PACK, 2)),
    lay(1),
    lay(7),
)


@settings(FIXED, max_examples=25)
@given(house=HOUSES, chance=CHANCES)
def test_legal_is_exactly_what_push_takes(house, chance):
    match = random_position(chance, house)
    for seat in (None, 0, 1, 2, 3):
        legal = match.legal(seat)
        assert len(set(legal)) == len(legal)
        others = [move for move in EVERY_MOVE if move not in set(legal)]
        for move in legal:
            twin = match.copy()
            twin.push(seat, move)
            assert twin.log == [*match.log, (seat, move)]
        # Of what is refused, all for the seat in turn, and for others some.
        for move in others if seat == match.turn else chance.sample(others, 60):
            refusal(match, seat, move)


def check_deal(match: Lesbos) -> None:
    """Check the sums of the deal that was scored last."""
    result = match.results[-1]
    house, declarer = match.house, result.declarer
    totals = [points + counted for points, counted in zip(result.cards, result.roem, strict=True)]
    assert sum(result.cards) == 162
    assert sum(result.tricks) == 10
    assert result.shares == tuple(totals)
    best = max(totals[seat] for seat in range(3) if seat != declarer)
    made = totals[declarer] > best or (totals[declarer] == best and house.tie == "made")
    assert (Reason.MADE in result.reasons, Reason.NAT in result.reasons) == (made, not made)
    assert (Reason.PIT in result.reasons) == (10 in result.tricks)
    trickless = [seat for seat in range(3) if not result.tricks[seat] and seat != declarer]
    assert (Reason.TRICKLESS in result.reasons) == bool(trickless)
    for seat in range(3):
        cross = seat in trickless or (seat == declarer and not made)
        assert result.crosses[seat] == cross
        bonus = 100 * (house.all_tricks == "bonus" and result.tricks[seat] == 10)
        if cross:
            assert result.scores[seat] == -100 + bonus
        elif made or house.nat_others == "own":
            assert result.scores[seat] == totals[seat] + bonus
    entries = hand_roem(match)
    assert sum(bool(entry.credited) for entry in entries) == bool(entries)
    assert all(bool(entry.credited) == bool(entry.cards) for entry in entries)
    assert result.discards.bit_count() == 2


def test_random_matches_end_and_their_cards_add_up():
    chance = random.Random(2000)
    reasons = set()
    for _ in range(60):
        match = Lesbos(random_house(chance))
        while match.phase is not Phase.OVER:
            play_out(match, chance, len(match.results) + 1)
            check_deal(match)
            reasons |= match.results[-1].reasons
        outcome = match.outcome
        assert outcome.totals == match.totals
        highest = max(match.totals)
        assert highest >= 1500 or len(match.results) == match.house.cap
        assert all(match.totals[seat] == highest for seat in outcome.winners)
    assert reasons >= {Reason.MADE, Reason.NAT, Reason.TRICKLESS}


def naive_legal(hand, trick, match, seat):
    """Return the cards that may follow a trick, read off the rule text a second time."""
    trump, led = match.trump, trick[0][1] >> 3

    def height(each):
        order = "78QKTA9J" if each >> 3 == trump else "789JQKTA"
        return order.index("789TJQKA"[each & 7])

    ruffs = [pair for pair in trick if pair[1] >> 3 == trump]
    winner, best = max(
        ruffs or [pair for pair in trick if pair[1] >> 3 == led], key=lambda pair: height(pair[1])
    )
    same = {each for each in hand if each >> 3 == led}
    trumps = {each for each in hand if each >> 3 == trump}
    higher = {each for each in trumps if not ruffs or height(each) > height(best)}
    plain = set(hand) - trumps
    if led == trump:
        return higher or trumps or set(hand)
    if same or not trumps:
        return same or set(hand)
    if match.house.system == "rotterdam":
        return higher or trumps
    if match.house.defenders_are_partners and match.declarer not in (seat, winner):
        return (plain | higher) or trumps
    return higher or plain or trumps


def test_legal_cards_are_those_of_the_rule_text():
    chance = random.Random(4)
    compared = 0
    while compared < 4000:
        match = Lesbos(random_house(chance))
        while match.phase is not Phase.OVER and len(match.results) < 5:
            if match.phase is Phase.PLAYING and match.trick:
                seat = match.turn
                plays = {a.card for a in match.legal(seat) if a.kind is Kind.PLAY}
                hand = list(cards_in(match.hands[seat]))
                assert plays == naive_legal(hand, match.trick, match, seat)
                compared += 1
            match.push(*random_move(match, chance))


def test_combinations_are_those_of_the_rule_text():
    chance = random.Random(5)
    for number in range(3000):
        hand = set(chance.sample(PACK, 10))
        if number % 4 == 0:  # rare among ten drawn cards
            hand |= {suit * 8 + number // 4 % 8 for suit in range(4)}
        expected = []
        for suit in range(4):
            ranks = "".join("01"[suit * 8 + rank in hand] for rank in range(8))
            expected += [
                {3: 20, 4: 50}.get(len(run), 100) for run in ranks.split("0") if len(run) >= 3
            ]
        for rank in range(3, 8):
            if all(suit * 8 + rank in hand for suit in range(4)):
                expected.append(200 if rank == 4 else 100)
        found = roem.combinations_in(mask_of(hand), number % 4, rising=False)
        assert sorted(each.value for each in found) == sorted(expected)
        assert [each.value for each in found] == sorted(expected, reverse=True)
        assert all(each.cards & ~mask_of(hand) == 0 for each in found)


# What is hidden.


@settings(FIXED, max_examples=300)
@given(house=HOUSES, chance=CHANCES, knower=st.sampled_from((None, 0, 1, 2)))
def test_a_view_does_not_change_with_what_is_hidden(house, chance, knower):
    match = random_position(chance, house)
    assert permuted(match, knower, chance).view(knower) == match.view(knower)


@settings(FIXED, max_examples=100)
@given(house=HOUSES, chance=CHANCES, knower=st.sampled_from((None, 0, 1, 2)))
def test_nor_does_it_while_the_first_cards_are_played(house, chance, knower):
    match = first_trick(chance, house)
    twin = permuted(match, knower, chance)
    assert twin.view(knower) == match.view(knower)
    assert state(twin) != state(match)


def test_a_view_holds_no_card_that_nobody_has_seen():
    match = opened("9D", "KC")
    lower = card("KC")
    for seat in (None, 0, 1, 2):
        view = match.view(seat)
        assert (view.shown, view.talon, view.blind) == ((card("9D"),), 2, (3, 3, 3))
        own = 0 if seat is None else match.hands[seat]
        assert view.hand == own
        assert own & (match.blind[0] | match.blind[1] | match.blind[2] | 1 << lower) == 0


def test_what_is_refused_does_not_tell_who_holds_stuk():
    # A move that is refused either way names the same rule, wherever king and queen are.
    together = start(["AS KH QH", "7S 8H", "8S 9H"], "H")
    apart = start(["AS KH 8H", "7S QH", "8S 9H"], "H")
    for match in (together, apart):
        play(match, "AS", "7S", "8S")
    for seat in (1, 2):
        for move in (PASS, TAKE, lay(3), *TRUMPS):
            assert refusal(together, seat, move) is refusal(apart, seat, move)


def test_discards_are_shown_once_the_deal_is_scored():
    match = start(["KC", "QC", "7C"], "H", laid="TS AD")
    assert all(match.view(seat).laid == 0 for seat in (None, 1, 2))
    play(match, "KC", "QC", "7C")
    assert match.view(1).results == ()
    match.push(None, CLOSE)
    assert match.view(1).results[0].discards == cards("TS AD")


# Counts of every line there is, in the manner of perft.


def lines(match: Lesbos, ended) -> int:
    """Return how many different lines lead from here to where `ended` says so."""
    if ended(match):
        return 1
    total = 0
    for action in match.legal(match.turn):
        if action is not CLAIM:
            twin = match.copy()
            twin.push(match.turn, action)
            total += lines(twin, ended)
    return total


def dealt(number: int, system: str) -> Lesbos:
    match = lesbos(system=system)
    match.push(None, Deal(seed(number)))
    return match


@pytest.mark.parametrize("number", [1, 2])
def test_lines_of_the_bidding_and_the_lay_away(number):
    # Each of three may play, or all pass; then any 2 of 12.
    playing = lines(dealt(number, "amsterdam"), lambda match: match.phase is Phase.PLAYING)
    assert playing == 4 * 66


def ready(number: int, system: str) -> Lesbos:
    """Return a match in which eldest plays and has laid his two lowest cards away."""
    match = dealt(number, system)
    say(match, ACCEPT)
    match.push(match.turn, match.legal(match.turn)[0])
    return match


@pytest.mark.parametrize(
    ("number", "system", "count"),
    [
        # In 3 all can announce and one has stuk, in 16 two can announce.
        (3, "amsterdam", 8192),
        (3, "rotterdam", 8192),
        (16, "amsterdam", 156),
        (16, "rotterdam", 156),
    ],
)
def test_lines_of_the_first_trick(number, system, count):
    assert lines(ready(number, system), lambda match: bool(match.tricks)) == count


@pytest.mark.parametrize(
    ("number", "system", "count"),
    [
        (5, "amsterdam", 760),
        (5, "rotterdam", 832),
        (16, "amsterdam", 736),
        (16, "rotterdam", 2220),
    ],
)
def test_lines_of_the_last_four_tricks(number, system, count):
    match = ready(number, system)
    while len(match.tricks) < 6:
        match.push(match.turn, match.legal(match.turn)[0])
    assert lines(match, lambda match: match.turn is None) == count
