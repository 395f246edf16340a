"""A master's manners, one position each, whatever chance deals him to think of."""

import pytest

from bot.players.search.master import Master
from bot.rules.actions import PASS, TRUMPS, Action
from bot.rules.cards import Suit, parse_card
from bot.rules.view import View
from tests.players import test_hoogjassen, test_thumb
from tests.players.positions import auction, position

SEEDS = range(3)
SAMPLES = {"klaverjas": None, "hoogjassen": 40}
"""As many as a master looks at; fewer where that takes long."""

KLAVERJAS = (
    "the partner's sure trick is not ruffed",
    "the partner's ace is not ruffed by a maker, Amsterdam",
    "void, the fattest loose card goes on the partner's sure trick",
    "no points on the opponents' sure trick",
    "following the opponents' ace with the lowest",
    "makers lead trumps from the top",
    "a guarded ten is kept on the opponents' ace",
    "the only guard of a ten is not discarded",
    "last to play takes with the ten while it wins",
    "last to play ruffs with what it can spare, not with the jack",
    "a run on the partner's trick",
    "stuk on the partner's trick",
    "no run into the opponents' trick",
    "no stuk into the opponents' trick",
)


def choice(view: View, seed: int) -> Action:
    return Master(SAMPLES[view.game], seed).choose(view)


@pytest.mark.parametrize("name", KLAVERJAS)
def test_manners_of_klaverjas(name: str) -> None:
    fields, cards = test_thumb.MANNERS[name]
    expected = {parse_card(card) for card in cards}
    view = position(**fields)
    for seed in SEEDS:
        assert choice(view, seed).card in expected


@pytest.mark.parametrize(
    "name",
    [
        "makers stop when the opponents have none",
        "makers stop when the opponents showed out, whatever the partner holds",
    ],
)
def test_no_trump_is_led_for_nothing(name: str) -> None:
    fields, _ = test_thumb.MANNERS[name]
    view = position(**fields)
    for seed in SEEDS:
        assert choice(view, seed).card >> 3 != view.trump


HOOGJASSEN = (
    "the declarer draws trumps from the top",
    "the declarer leads no plain loser while he has the trumps to draw with",
    "the jack takes the nine",
    "a partner's ruff is left alone and fattened",
    "a sure trick of a partner gets the ten",
    "the declarer's sure trick gets nothing",
    "a king keeps its guard",
    "of two aces the one is kept whose suit no partner signals up",
    "defenders lead no trumps",
)
"""A signal that is read is among them."""


@pytest.mark.parametrize("name", HOOGJASSEN)
def test_manners_of_hoogjassen(name: str) -> None:
    fields, cards = test_hoogjassen.MANNERS[name]
    expected = {parse_card(card) for card in cards}
    view = test_hoogjassen.seen(trump="H", **fields)
    for seed in SEEDS:
        assert choice(view, seed).card in expected


def test_the_partner_s_suit_is_returned() -> None:
    """He has led diamonds from the top; our own ace can wait."""
    tricks = ["2 9C 8C JC TC", "1 AD 7D TD 9D", "1 AC KC JS 7C"]
    view = position("8S QS 8H AH 8D", trump="S", seat=3, tricks=tricks, declarer=3)
    for seed in SEEDS:
        assert str(choice(view, seed)) == "play 8D"


@pytest.mark.parametrize(
    ("tricks", "hand", "card"),
    [
        # An ace with others: first the lowest, next time a higher one.
        (("0 JH 8H TH 7H", "0 9H QH KH"), "AS 9S 7S AD KD AC", "7S"),
        (("0 JH 8H TH 7H", "0 9H QH KH 7S", "0 AH TD TC"), "AS 9S AD KD AC", "9S"),
    ],
)
def test_a_signal_is_given(tricks: tuple[str, ...], hand: str, card: str) -> None:
    *done, trick = tricks
    view = test_hoogjassen.seen(hand, trump="H", seat=3, tricks=done, trick=trick)
    for seed in SEEDS:
        assert str(choice(view, seed)) == f"play {card}"


@pytest.mark.parametrize("passes", range(3))
def test_it_does_not_overbid(passes: int) -> None:
    for seed in SEEDS:
        assert choice(auction("7S 8S 9H QH 7D 8D KC 9C", passes=passes), seed) is PASS
        good = choice(auction("JH 9H AH 8H AS TS AD 7C", passes=passes), seed)
        assert good is TRUMPS[Suit.HEARTS]
