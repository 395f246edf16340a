"""What follows from the cards played."""

from typing import Any

import pytest

from bot.players.memory import Memory
from bot.rules.cards import mask_of, parse_cards
from tests.players.positions import position

HEARTS = 0xFF << 8
SPADES = 0xFF
PLAIN = 0xFFFFFFFF & ~HEARTS


def memory(hand: str, **fields: Any) -> Memory:
    return Memory(position(hand, **{"trump": "H", "seat": 0, **fields}))


def test_unseen_is_what_nobody_has_shown() -> None:
    found = memory("AS KS QS JS TS 9S 8S", tricks=["0 7S 7H 7D 7C"], seat=1, trick="")
    assert found.unseen.bit_count() == 21
    assert not found.unseen & mask_of(parse_cards("7S 7H 7D 7C AS"))


def test_who_does_not_follow_is_void() -> None:
    found = memory("AC KC QC JC TC 9C 8C", tricks=["0 AS 8S 7D 9S"])
    # The partner, whose side was winning, need not ruff; seats 1 and 3 followed.
    assert not found.possible(2) & SPADES
    assert found.possible(2) & HEARTS
    assert found.possible(1) & SPADES
    assert found.possible(3) & SPADES


@pytest.mark.parametrize("system", ["amsterdam", "rotterdam"])
def test_who_discards_on_an_opponents_trick_has_no_trumps(system: str) -> None:
    found = memory("AC KC QC JC TC 9C 8C", tricks=["0 AS 7D 8S 9S"], system=system)
    assert not found.possible(1) & (SPADES | HEARTS)


def test_who_discards_on_the_partners_trick_has_no_trumps_in_rotterdam() -> None:
    found = memory("AC KC QC JC TC 9C 8C", tricks=["0 AS 8S 7D 9S"], system="rotterdam")
    assert not found.possible(2) & (SPADES | HEARTS)


def test_who_does_not_beat_a_trump_has_no_higher_one() -> None:
    found = memory("AC KC QC JC TC 9C 8C", tricks=["0 AH 7H QH KH"])
    higher = mask_of(parse_cards("JH 9H"))
    for seat in (1, 2, 3):
        assert not found.possible(seat) & higher, "partners too must beat it"
    assert found.possible(1) & HEARTS


def test_who_undertrumps_in_amsterdam_has_only_lower_trumps() -> None:
    # Seat 1 ruffs with the ace, seat 2, over whom an opponent wins, goes under it.
    tricks = ["0 7S AH QH 8S"]
    found = memory("AC KC QC JC TC 9C 8C", seat=1, tricks=tricks)
    assert not found.possible(2) & PLAIN
    assert not found.possible(2) & mask_of(parse_cards("JH 9H"))
    forced = memory("AC KC QC JC TC 9C 8C", seat=1, tricks=tricks, opponent_trumped="forced")
    assert forced.possible(2) & PLAIN & ~SPADES


def test_the_trick_that_lies_is_remembered_too() -> None:
    found = memory("AC KC QC JC TC 9C 8C 7C", seat=3, trick="0 AS 7D 8S")
    assert not found.possible(1) & (SPADES | HEARTS)
    assert found.best_seat == 0


def test_a_full_seat_leaves_its_cards_to_nobody_else() -> None:
    # Seat 2 is void in hearts and diamonds, so the spade is its last card; seat 1 is void in
    # diamonds and cannot hold that spade, so it has the heart; the diamond is left to seat 3.
    found = memory(
        "AS",
        tricks=[
            "0 AH 7H KC 9H",
            "3 AD 7D 8D QC",
            "3 JC 7C 8C 9C",
            "3 8S KS 9S QS",
            "0 JD QD TS KD",
            "3 TD TH JH AC",
            "1 KH TC QH JS",
        ],
    )
    assert found.unseen == mask_of(parse_cards("7S 8H 9D"))
    for seat, card in ((2, "7S"), (1, "8H"), (3, "9D")):
        assert found.possible(seat) == mask_of(parse_cards(card))


def test_likelihoods_are_what_counting_says() -> None:
    found = memory("AS 7S 8S 9S 7H 8H 7D 8D")
    ten = mask_of(parse_cards("TS"))
    assert found.holds(1, ten) == pytest.approx(1 / 3)
    assert found.holds(1, 0) == 0
    assert found.holds(1, found.unseen) == 1
    assert 0 < found.beats(1, parse_cards("AS")[0], 0) < found.beats(1, parse_cards("7S")[0], 0)
