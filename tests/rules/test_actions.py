"""Sets of cards as the actions that play them, and what no action can be."""

import random

import pytest

from bot.rules.actions import ANNOUNCE, PLAYS, STUK, Action, Kind, play, plays_of
from bot.rules.cards import PACK, cards_in
from bot.rules.play import SUIT_CARDS


def test_the_plays_of_a_set_are_those_of_its_cards_lowest_first():
    chance = random.Random(1)
    sets = [0, *(1 << card for card in PACK), *SUIT_CARDS, 0xFFFFFFFF]
    for _ in range(2000):
        within = chance.choice((0xFFFFFFFF, *SUIT_CARDS))
        sets.append(chance.getrandbits(32) & within)
    for cards in sets:
        assert plays_of(cards) == [play(card) for card in cards_in(cards)]


def test_a_play_tells_its_card_and_what_is_said_with_it():
    for card in PACK:
        for said in (0, ANNOUNCE, STUK, ANNOUNCE | STUK):
            action = PLAYS[card | said]
            assert (action.kind, action.card) == (Kind.PLAY, card)
            assert action.announces == bool(said & ANNOUNCE)
            assert action.says_stuk == bool(said & STUK)


@pytest.mark.parametrize(
    ("kind", "highest"),
    [(Kind.PLAY, 127), (Kind.TRUMP, 3), (Kind.BID, 9999), (Kind.LAY, 0xFFFFFFFF), (Kind.PASS, 0)],
)
def test_the_value_of_an_action_has_its_limits(kind, highest):
    assert Action(kind, 0).value == 0
    assert Action(kind, highest).value == highest
    for value in (-1, highest + 1):
        with pytest.raises(ValueError, match="has no value"):
            Action(kind, value)
