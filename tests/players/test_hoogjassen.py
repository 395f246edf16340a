"""The manners of the player of Hoogjassen, named by what a player would say."""

from dataclasses import replace
from typing import Any

import pytest

from bot.players.hoogjassen import HoogjassenThumb, suit_value
from bot.players.hoogjassen_hand import Table, with_talon, worth
from bot.players.hoogjassen_memory import Memory
from bot.players.player import Player
from bot.players.players import PLAYERS
from bot.rules.actions import BLIND, DECLARE, PASS, PLAYS, REST, TAKE, TRUMPS, Kind, bid, lay
from bot.rules.cards import Suit, parse_card

from .hoogjassen_positions import cards, laying, offered, seen, speaking

THUMB: Player = HoogjassenThumb()

# Bidding.

SURE = "JH 9H AH KH QH AS AC"
FAIR = "JH 9H AH 8H AS 8D 9C"
POOR = "8S 9S QH TD 8D KC 9C"


def test_a_good_hand_makes_the_lowest_bid() -> None:
    assert THUMB.choose(speaking(FAIR)) == bid(120)
    assert THUMB.choose(speaking(SURE, 150)) == bid(160)


def test_a_poor_hand_passes() -> None:
    assert THUMB.choose(speaking(POOR)) is PASS


@pytest.mark.parametrize("hand", [SURE, FAIR])
def test_a_bid_stops_in_time(hand: str) -> None:
    bids = [THUMB.choose(speaking(hand, over)) for over in range(110, 800, 10)]
    assert bids[0] == bid(120)
    stop = bids.index(PASS)
    assert set(bids[stop:]) == {PASS}
    view = speaking(hand)
    assert 120 + 10 * stop < with_talon(cards(hand), 3, Table.of(view, 120)) + 10


def test_at_the_highest_bid_there_is_only_a_pass() -> None:
    assert THUMB.choose(replace(speaking(SURE, 790), legal=(PASS,))) is PASS


def test_all_tricks_count_in_a_bid_only_where_they_are_paid() -> None:
    assert THUMB.choose(speaking(SURE, 220)) == bid(230)
    assert THUMB.choose(speaking(SURE, 220, all_tricks="if_bid_250")) is PASS


def test_runs_are_worth_a_higher_bid() -> None:
    assert THUMB.choose(speaking("JH QH KH TH 8S AS 8C", 150)) == bid(160)
    assert THUMB.choose(speaking("JH QH AH 8H 8S AS 8C", 150)) is PASS


def test_three_players_bid_from_170() -> None:
    hand = "JH 9H AH KH QH AS KS AC 8C"
    assert THUMB.choose(speaking(hand, seats=3, talon=4)) == bid(170)
    hand = "8S 9S JS 7H TH 8D JD 9C QC"
    assert THUMB.choose(speaking(hand, seats=3, talon=4)) is PASS


def test_blind_with_a_sure_hand() -> None:
    assert THUMB.choose(offered(SURE, 150)) is BLIND


def test_not_blind_when_the_talon_is_needed() -> None:
    assert THUMB.choose(offered(FAIR, 150)) is TAKE
    assert THUMB.choose(offered(SURE, 300)) is TAKE


# Laying away, trump and roem.


def laid_by(hand: str, **house: Any) -> int:
    action = THUMB.choose(laying(hand, **house))
    assert action.kind is Kind.LAY
    return action.value


def test_tens_that_cannot_win_are_laid_away_where_they_are_safe() -> None:
    # One of the small ones is laid away too; the other will lose nothing but itself.
    assert laid_by("JH 9H AH 8H AS KS TD 9D TC 8C") & cards("TD TC") == cards("TD TC")


def test_what_is_laid_away_is_lost_where_the_defenders_get_it() -> None:
    hand = cards("JH 9H AH 8H AS KS 9D")
    away = cards("TD TC 8C")
    value = {
        who: worth(hand, away, Suit.HEARTS, Table.of(laying(SURE, discards_for=who), 150)).value
        for who in ("declarer", "defenders")
    }
    assert 10 < value["declarer"] - value["defenders"] <= 20


def test_trumps_and_aces_are_kept() -> None:
    away = laid_by("JH 9H 8H 7H AS AD KC 9C QS 8D")
    assert not away & cards("JH 9H 8H 7H AS AD")


def test_a_run_that_counts_is_kept() -> None:
    assert not laid_by("JH 9H AH TS JS QS KS 8D 9D 7C", pack="32") & cards("TS JS QS KS")


def test_where_roem_counts_from_all_cards_it_comes_before_laying_away() -> None:
    view = laying("JH 9H AH KH QH AS 8S TD 9C 8C", roem_from="all")
    named = THUMB.choose(replace(view, legal=(*TRUMPS, DECLARE)))
    assert named == TRUMPS[Suit.HEARTS]
    view = replace(view, trump=int(Suit.HEARTS))
    assert THUMB.choose(replace(view, legal=(DECLARE,))) is DECLARE
    assert THUMB.choose(view) == lay(cards("TD 9C 8C"))


def test_trump_is_named_before_roem_is_declared() -> None:
    view = seen("JH TH KH QH 8H AS KS", trump="H", seat=0, laid="TD 9C 8C")
    plays = view.legal
    unnamed = replace(view, trump=None, legal=(*plays, *TRUMPS, DECLARE))
    assert THUMB.choose(unnamed) == TRUMPS[Suit.HEARTS]
    assert THUMB.choose(replace(view, legal=(*plays, DECLARE))) is DECLARE


def test_who_declared_without_naming_trump_leads_it() -> None:
    view = replace(seen("JH TH KH QH 8H AS KS", trump="H", seat=0, laid="TD 9C 8C"), trump=None)
    assert THUMB.choose(view) == PLAYS[parse_card("JH")]


def test_the_rest_is_taken() -> None:
    view = seen("JH 9H AH KH QH TH 8H", trump="H", seat=0)
    assert THUMB.choose(replace(view, legal=(*view.legal, REST))) is REST


# Cards: the fields of a position, and what may be played.

MANNERS: dict[str, tuple[dict[str, Any], set[str]]] = {
    "the declarer draws trumps from the top": (
        {"hand": "JH 9H AH 8H AS KS 8D", "seat": 0, "laid": "TD TC 8C"},
        {"JH"},
    ),
    "the declarer goes on while trumps are out": (
        {
            "hand": "9H AH 8H AS KS 8D",
            "seat": 0,
            "laid": "TD TC 8C",
            "tricks": ["0 JH 7H TH QC"],
        },
        {"9H"},
    ),
    "the declarer counts: nobody has trumps, the ace comes before the loser": (
        {
            "hand": "AH 8H AS 8D",
            "seat": 0,
            "laid": "TD TC 8C",
            "tricks": ["0 JH 7H TH QC", "0 9H QH KH 9C", "0 KC JC AC TS"],
        },
        {"AS", "AH"},
    ),
    "the declarer leads no plain loser while he has the trumps to draw with": (
        {"hand": "JH 9H 8H 7H TD 9C AC", "seat": 0, "laid": "TS TC 8C"},
        {"JH"},
    ),
    "the declarer ruffs a rich trick with a small trump": (
        {
            "hand": "8H 9H KD 8D",
            "seat": 0,
            "laid": "TS 9S 8C",
            "trick": "1 AS TC KS",
            "tricks": ["0 JH 7H TH QC", "0 AH QH KH 9C", "0 KC AC TD 8S"],
        },
        {"8H"},
    ),
    "the jack is kept back from a poor trick": (
        {"hand": "JH 8S 9S TD 8D QC 8C", "seat": 3, "trick": "0 8H 7H TC"},
        {"8S", "9S", "8D", "8C"},
    ),
    "the jack takes the nine": (
        {"hand": "JH 8S 9S TD 8D QC 9C", "seat": 3, "trick": "0 9H 7H KH"},
        {"JH"},
    ),
    "the jack takes an ace with a partner's ten on it": (
        {
            "hand": "JH 8S 9S QD 8D QC",
            "seat": 3,
            "trick": "0 AC TC 9C",
            "tricks": ["0 9H 7H KH TD"],
        },
        {"JH"},
    ),
    "a defender ruffs though he could follow": (
        {
            "hand": "8H 9S JS QD 8D QC",
            "seat": 3,
            "trick": "0 AC TC 9C",
            "tricks": ["0 JH 7H KH TH"],
        },
        {"8H"},
    ),
    "a partner's ruff is left alone and fattened": (
        {
            "hand": "9S TS TD QD 8D 8C",
            "seat": 3,
            "trick": "0 AD JD QH",
            "tricks": ["0 JH 7H TH 8H"],
        },
        {"TD"},
    ),
    "a sure trick of a partner gets the ten": (
        {
            "hand": "TS 9D QD 8D",
            "seat": 3,
            "trick": "0 8C JC AC",
            "tricks": ["0 JH 7H KH 8H", "0 9H TH QH 9S", "0 AH QC 7S 8S"],
        },
        {"TS"},
    ),
    "the declarer's sure trick gets nothing": (
        {
            "hand": "TS 9S AD TD 8D 9C",
            "seat": 3,
            "trick": "0 AH QH KH",
            "tricks": ["0 JH 7H TH 8H"],
        },
        {"9S", "8D", "9C"},
    ),
    "an ace is kept when the declarer has plain cards to come": (
        {
            "hand": "AS 9S AD 8D",
            "seat": 3,
            "trick": "0 AH 8C KS",
            "tricks": ["0 JH 7H TH 8H", "0 9H KH QH 9C", "0 KC QC AC JC"],
        },
        {"9S", "8D"},
    ),
    "a king keeps its guard": (
        {
            "hand": "KS 9S 9D 8D",
            "seat": 3,
            "trick": "0 AH 8C QD",
            "tricks": ["0 JH 7H TH 8H", "0 9H KH QH 9C", "0 KC QC AC JC"],
        },
        {"9D", "8D"},
    ),
    "a bare king below the declarer's ace is thrown early": (
        {
            "hand": "KS 9D QD 8D 9C QC",
            "seat": 3,
            "trick": "0 9H QH KH",
            "tricks": ["0 JH 7H TH 8H"],
        },
        {"KS"},
    ),
    "of two aces the one is kept whose suit no partner signals up": (
        {
            "hand": "AS AD",
            "seat": 3,
            "trick": "0 9C KC TC",
            "tricks": [
                "0 JH 7S TH 8H",
                "0 9H 9S QH 7H",
                "0 AH JS QC JC",
                "0 KH QD JD 9D",
                "0 AC 8C KD TS",
            ],
        },
        {"AS"},
    ),
    "a suit that a partner signals up is led": (
        {
            "hand": "8S 8D QD 8C",
            "seat": 3,
            "tricks": ["0 9H 8H 7S TH", "0 QH 7H 9S JH", "3 AC 9C JC QC"],
        },
        {"8S"},
    ),
    "a suit that a partner signals down is not led": (
        {
            "hand": "8S 8D QD 8C QC",
            "seat": 3,
            "tricks": ["0 9H 8H JS TH", "0 QH 7H 9S KH"],
        },
        {"8D", "QD", "8C", "QC"},
    ),
    "defenders lead no trumps": (
        {
            "hand": "KH AS 8S 8D QD 8C",
            "seat": 3,
            "tricks": ["0 9H 8H 7H JH"],
        },
        {"AS", "8S", "8D", "QD", "8C"},
    ),
}


@pytest.mark.parametrize("name", MANNERS)
def test_manners(name: str) -> None:
    fields, allowed = MANNERS[name]
    view = seen(trump="H", **fields)
    assert str(THUMB.choose(view)) in {f"play {card}" for card in allowed}
    assert len(allowed) < len(view.legal)


def value_of_a_third_queen(*tricks: str) -> float:
    view = seen("QS 9S 8S JD 8D", trump="H", seat=3, tricks=tricks)
    return suit_value(Memory(view), cards("QS 9S 8S"))


def test_after_seven_trumps_in_two_tricks_a_third_queen_may_win() -> None:
    tricks = ["0 JH 8H TH QH", "0 9H KH AH 7D"]
    assert value_of_a_third_queen(*tricks) > value_of_a_third_queen(
        "0 JH 8H 7H 7D", "0 9H 7S 9C QD"
    )
    # So she keeps both her guards.
    view = seen("QS 9S 8S JD 8D", trump="H", seat=3, tricks=tricks, trick="0 AC TC 9C")
    assert THUMB.choose(view) == PLAYS[parse_card("8D")]


@pytest.mark.parametrize(("up", "down"), ["SD", "DS"])
def test_after_four_trumps_in_two_tricks_a_signal_tells_which_card_to_keep(
    up: str, down: str
) -> None:
    view = seen(
        "KS KD",
        trump="H",
        seat=3,
        tricks=[
            "0 JH 8H 7H 8C",
            f"0 9H 7{up} TC 9C",
            f"0 AH 9{up} JC QC",
            f"0 KH 8{down} 8{up} TS",
            "0 QH JD JS TD",
        ],
        trick="0 TH KC QS",
    )
    assert Memory(view).plain_cards() == 1
    assert THUMB.choose(view) == PLAYS[parse_card(f"K{up}")], "a partner has that suit"


def test_there_is_a_player_for_the_game_and_it_claims_nothing() -> None:
    assert isinstance(PLAYERS["hoogjassen"], HoogjassenThumb)
    assert not THUMB.claims(speaking(FAIR))


def test_a_seat_without_a_decision_is_not_asked() -> None:
    with pytest.raises(ValueError, match="nothing to decide"):
        THUMB.choose(replace(speaking(FAIR), legal=()))
    with pytest.raises(ValueError, match="nothing to decide"):
        THUMB.choose(replace(laying("JH 9H AH KH QH AS 8S TD 9C 8C"), seat=1))
