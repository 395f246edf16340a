"""Named hands and what may be said on them."""

from typing import Any

import pytest

from bot.players.thumb import Thumb
from bot.players.trump_choice import count
from bot.rules.actions import ACCEPT, PASS, TRUMPS, Action
from bot.rules.cards import Suit, mask_of, parse_cards
from tests.players.positions import auction

SPADES, HEARTS, DIAMONDS, CLUBS = TRUMPS

HANDS: dict[str, tuple[str, set[Action]]] = {
    "jack, nine and ace": ("JH 9H AH AS 7D 8D KC 7C", {HEARTS}),
    "jack, nine, third and two side aces": ("JC 9C 7C AS AD 8H 7H 8S", {CLUBS}),
    "five trumps to the jack": ("JD TD KD 8D 7D AS 8H 7C", {DIAMONDS}),
    "four to the jack and an ace with its ten": ("JS KS QS 8S AH TH 7D 8C", {SPADES}),
    "six small trumps and two aces": ("AH TH KH QH 8H 7H AS AC", {HEARTS}),
    "nine guarded, three side aces": ("9S AS 8S AH AD AC 7C 8D", {SPADES}),
    "two suits to the jack, one with the nine": ("JH 9H 8H JS QS 7S AD 8C", {HEARTS}),
    "two equal suits": ("JH 9H AH 7H JS 9S AS 7S", {SPADES, HEARTS}),
    "jack, nine and nothing": ("JD 9D 7S 8S QH 8H 7C 9C", {PASS}),
    "no jack, no nine, no ace": ("KS QS 8H 7H TD QD 8C 7C", {PASS}),
    "a jack alone": ("JS TH 8H 7H KD 8D QC 7C", {PASS}),
    "two aces, no trumps to speak of": ("AS 8S AH 7H KD 8D QC 7C", {PASS}),
    "three bare tens": ("TS TH TD QC KC 8C 7C AC", {PASS}),
}


@pytest.mark.parametrize("system", ["amsterdam", "rotterdam"])
@pytest.mark.parametrize("name", HANDS)
def test_a_named_hand_chooses_as_it_may(name: str, system: str) -> None:
    hand, allowed = HANDS[name]
    assert Thumb().choose(auction(hand, system=system)) in allowed


def test_who_must_name_takes_the_best_suit() -> None:
    poor = "JD 9D 7S 8S QH 8H 7C 9C"
    view = auction(poor, must=True, trump_choice="eldest_must")
    assert Thumb().choose(view) == DIAMONDS
    assert Thumb().choose(auction(poor, passes=4, must=True)) == DIAMONDS


def test_a_turned_suit_is_weighed_by_itself() -> None:
    hearts = "JH 9H AH AS 7D 8D KC 7C"
    assert Thumb().choose(auction(hearts, turned="H", trump_choice="turn_up")) == ACCEPT
    assert Thumb().choose(auction(hearts, turned="C", trump_choice="turn_up")) == PASS


FAIR = "JH 9H 7H AS 7S 8D QC 7C"
"""Good enough to name, not so good that an opponent is spared being obliged."""


@pytest.mark.parametrize(
    ("passes", "house", "said"),
    [
        (0, {}, HEARTS),
        (3, {}, PASS),
        (3, {"all_pass": "dealer_must"}, HEARTS),
        (3, {"all_pass": "redeal_next_dealer"}, HEARTS),
        (3, {"trump_choice": "dealer_first"}, PASS),
        (0, {"trump_choice": "dealer_first"}, HEARTS),
    ],
)
def test_the_last_to_speak_lets_an_opponent_be_obliged(
    passes: int, house: dict[str, Any], said: Action
) -> None:
    assert Thumb().choose(auction(FAIR, passes=passes, **house)) == said


def test_a_count_is_made_as_the_docstring_says() -> None:
    hand = mask_of(parse_cards("JH 9H AH AS TS 8D KC TC"))
    # Three trumps 24, jack 22, nine 13, ace 6; side ace 15 and ten 3; king 1 and ten 3.
    assert count(hand, Suit.HEARTS, 10) == 87
    # A void and a bare nine: one trump 8; ace and ten of spades 18, void 10, jack and nine 0.
    assert count(mask_of(parse_cards("9D AS TS 8S 7S JH 9H 7H")), Suit.DIAMONDS, 10) == 36
