"""Signals at Hoogjassen: what is meant, what is shown, what is doubted, and that they are given."""

from typing import Any

import pytest

from bot.players.hoogjassen import HoogjassenThumb
from bot.players.hoogjassen_memory import Memory
from bot.players.hoogjassen_signals import Signal, fits, meant, partners_say, read, shown, thrown
from bot.rules.cards import Suit, mask_of, parse_card, parse_cards

from .hoogjassen_positions import seen

UP, DOWN = Signal.UP, Signal.DOWN


@pytest.mark.parametrize(
    ("hand", "signal"),
    [
        ("AS 7S", UP),
        ("AS KS", UP),
        ("AS TS 9S 7S", UP),
        ("KS 9S 8S 7S", UP),
        ("KS 9S 8S", None),
        ("AS", None),
        ("KS", None),
        ("8S", None),
        ("", None),
        ("JS 8S", DOWN),
        ("QS TS 9S 8S 7S", DOWN),
    ],
)
def test_a_suit_has_something_to_say(hand: str, signal: Signal | None) -> None:
    assert meant(mask_of(parse_cards(hand + " 7D AD")), Suit.SPADES) is signal


@pytest.mark.parametrize(
    ("cards", "signal"),
    [
        ("7S 9S", UP),
        ("9S TS", UP),
        ("JS 8S", DOWN),
        ("TS 9S", DOWN),
        ("QS", DOWN),
        ("7S", None),
        ("8S", None),
        ("", None),
        ("7S 9S 8S", UP),
    ],
)
def test_what_the_cards_show(cards: str, signal: Signal | None) -> None:
    assert shown(parse_cards(cards)) is signal


def memory(hand: str, *tricks: str, **fields: Any) -> Memory:
    return Memory(seen(hand, trump="H", seat=3, tricks=tricks, **fields))


def test_only_cards_given_away_to_the_declarer_count() -> None:
    view = seen(
        "8S 8D QD",
        trump="H",
        seat=3,
        tricks=[
            "0 JH 7S TH 8H",  # Seat 1 discards on a trump.
            "0 AC 9C TC 8C",  # He follows the declarer's ace.
            "0 KD JD QH 9H",  # He follows; the partner behind him ruffs.
            "2 JS TS KS 9S",  # He follows the declarer's king; seat 2 led.
        ],
    )
    assert thrown(view, 1, Suit.SPADES) == parse_cards("7S 9S")
    assert thrown(view, 1, Suit.CLUBS) == parse_cards("9C")
    assert thrown(view, 1, Suit.DIAMONDS) == parse_cards("JD")
    assert thrown(view, 2, Suit.SPADES) == [], "a lead says nothing"


def test_points_for_a_partner_are_no_signal() -> None:
    view = seen(
        "8S 8D QD 9D TD", trump="H", seat=3, tricks=["0 JH 7S TH 8H", "0 KC TS AC QC"], trick=""
    )
    assert thrown(view, 1, Suit.SPADES) == parse_cards("7S TS"), "the declarer was winning"
    view = seen(
        "8S 8D QD 9D TD", trump="H", seat=3, tricks=["0 JH 7H TH 8H", "2 KC QC 9C TS"], trick=""
    )
    assert thrown(view, 1, Suit.SPADES) == []


def test_a_signal_up_is_read() -> None:
    found = memory("8S 8D QD 9D TD", "0 JH 7S TH 8H", "0 9H 9S QH KH")
    assert read(found, 1, Suit.SPADES) is UP
    assert partners_say(found, Suit.SPADES, UP)
    assert not partners_say(found, Suit.CLUBS, UP)


def test_a_signal_down_is_read() -> None:
    found = memory("8S 8D QD 9D TD", "0 JH JS TH 8H", "0 9H 9S QH KH")
    assert read(found, 1, Suit.SPADES) is DOWN


def test_a_signal_up_is_doubted_when_ace_and_king_are_elsewhere() -> None:
    found = memory("AS KS QD 9D TD", "0 JH 7S TH 8H", "0 9H 9S QH KH")
    assert read(found, 1, Suit.SPADES) is None


def test_a_signal_up_is_doubted_when_no_cards_of_the_suit_are_left() -> None:
    found = memory("8S 8D QD 9D", "0 JH 7S TH 8H", "0 9H 9S QH KH", "0 QS 8C TS JS")
    assert read(found, 1, Suit.SPADES) is None


GIVEN = {
    "up: first the lowest": ("AS 9S 8S TD JC QC", ["0 JH 8H TH 7H"], "0 9H QH KH", "8S", "9S"),
    "up: then a higher one": (
        "AS 9S TD 9D QC",
        ["0 JH 8H TH 7H", "0 9H QH KH 8S"],
        "0 AH 9C 8C",
        "9S",
        None,
    ),
    "down: first the highest": (
        "JS 8S AD 9D 8C",
        ["0 JH 8H TH 7H", "0 9H QH KH 8D"],
        None,
        "JS",
        "8S",
    ),
    "down: then the lowest": (
        "9S 7S AD 9D 8C",
        ["0 JH 8H TH 7H", "0 9H QH KH JS"],
        None,
        "7S",
        "9S",
    ),
}


@pytest.mark.parametrize("name", GIVEN)
def test_signals_fit(name: str) -> None:
    hand, tricks, trick, good, bad = GIVEN[name]
    found = memory(hand, *tricks, trick=trick or "0 AH 9C QC")
    assert fits(found, parse_card(good)) == 1
    assert bad is None or fits(found, parse_card(bad)) == -1


def test_after_two_cards_all_is_said() -> None:
    found = memory("AS TS 9D QC", "0 JH 8H TH 7H", "0 9H QH KH 7S", "0 AH 9C 8C 9S")
    assert fits(found, parse_card("TS")) == 0


# The seed, "Het tekenen of seinen": what is thrown, and what is thrown next time.


def thrown_by(hand: str, *tricks: str, trump: str = "H") -> str:
    """Return the card that seat 3 adds to the last of these tricks."""
    *done, trick = tricks
    view = seen(hand, trump=trump, seat=3, tricks=done, trick=trick)
    return str(HoogjassenThumb().choose(view)).removeprefix("play ")


def test_up_with_the_ace_and_others_first_the_lowest_then_a_higher_one() -> None:
    first, second = "0 JH 8H TH 7H", "0 9H QH KH"
    assert thrown_by("AS 9S 7S AD KD AC", first, second) == "7S"
    assert thrown_by("AS 9S AD KD AC", first, f"{second} 7S", "0 AH TD TC") == "9S"


def test_a_bare_ace_says_nothing_and_the_other_suits_are_signalled_down() -> None:
    assert meant(mask_of(parse_cards("AS JD 8D")), Suit.SPADES) is None
    assert thrown_by("AS JD 8D 9C KC 8C", "0 JH 8H TH 7H", "0 9H QH KH") == "JD"


def test_up_with_the_king_and_three_lower_once_the_ace_is_out() -> None:
    first, second = "0 JH 8H TH 7H", "0 AS QS 7S"
    assert thrown_by("KS JS TS 9S AD AC", first, second) == "9S"
    # The jack says as much as the seed's ten, which would give ten points away.
    done = (first, f"{second} 9S", "0 9H QH KH")
    assert thrown_by("KS JS TS AD AC", *done) == "JS"
    assert fits(memory("KS JS TS AD AC", *done[:2], trick=done[2]), parse_card("TS")) == 1


def test_down_on_a_trump_first_the_highest_then_the_lowest() -> None:
    first, second = "0 JS 8S TS 7S", "0 9S QS KS"
    assert thrown_by("JC 8C AH KD QD 9D", first, second, trump="S") == "JC"
    assert thrown_by("8C AH KH AD KD", first, f"{second} JC", "0 AS TH TC", trump="S") == "8C"
    assert thrown_by("9C 8C AH AD KD", first, f"{second} JC", "0 AS TH TC", trump="S") == "8C"
