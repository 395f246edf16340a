"""The order and the values of the cards, in every table that is made of them."""

from collections.abc import Sequence
from types import ModuleType

import pytest

from bot.rules import low_ten, play
from bot.rules.cards import PACK, RANK_LETTERS, card_name, cards_in, mask_of, parse_cards

# From high to low, as the tables of rules.md have them.
ORDERS = [
    pytest.param(play, "ATKQJ987", "J9ATKQ87", id="klaverjas"),
    pytest.param(low_ten, "AKQJT987", "J9AKQT87", id="hoogjassen"),
]
PLAIN_POINTS = [
    pytest.param(play, {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}, 10, 162, id="klaverjas"),
    pytest.param(low_ten, {"A": 11, "K": 3, "Q": 2, "J": 1, "T": 10}, 5, 146, id="hoogjassen"),
]


def suit_in(order: str, suit: str) -> list[int]:
    """Return the cards of a suit in this order."""
    return parse_cards(" ".join(rank + suit for rank in order))


def above(order: Sequence[str], ranks: int) -> int:
    """Return the ranks that come before all of these in the order."""
    held = {RANK_LETTERS[rank] for rank in range(8) if ranks >> rank & 1}
    before = order[: min((order.index(rank) for rank in held), default=8)]
    return sum(1 << RANK_LETTERS.index(rank) for rank in before)


@pytest.mark.parametrize(("module", "plain", "trumps"), ORDERS)
@pytest.mark.parametrize("trump", range(4))
@pytest.mark.parametrize("led", range(4))
def test_trumps_beat_the_suit_led_and_that_beats_all_else(
    module: ModuleType, plain: str, trumps: str, trump: int, led: int
):
    strengths = {card: module.strength(card, led, trump) for card in PACK}
    order = suit_in(trumps, "SHDC"[trump])
    assert all(strengths[card] > 15 for card in order)
    if led != trump:
        of_led = suit_in(plain, "SHDC"[led])
        assert all(8 <= strengths[card] <= 15 for card in of_led)
        order += of_led
    values = [strengths[card] for card in order]
    assert values == sorted(set(values), reverse=True)
    assert {strengths[card] for card in PACK if card not in order} == {0}


@pytest.mark.parametrize(("module", "plain", "last", "total"), PLAIN_POINTS)
@pytest.mark.parametrize("trump", range(4))
def test_every_card_has_its_points_and_all_have_these(
    module: ModuleType, plain: dict[str, int], last: int, total: int, trump: int
):
    trumps = plain | {"J": 20, "9": 14}
    points = {
        card: (trumps if card >> 3 == trump else plain).get(RANK_LETTERS[card & 7], 0)
        for card in PACK
    }
    assert {card: module.points(card, trump) for card in PACK} == points
    assert last == module.LAST_TRICK_POINTS
    assert sum(points.values()) + last == total == module.CARD_POINTS


@pytest.mark.parametrize("suit", "SHDC")
def test_which_cards_of_its_suit_beat_a_card_in_klaverjas(suit: str):
    for table, order in ((play.HIGHER_PLAIN, "ATKQJ987"), (play.HIGHER_TRUMPS, "J9ATKQ87")):
        cards = suit_in(order, suit)
        for place, card in enumerate(cards):
            assert list(cards_in(table[card])) == sorted(cards[:place]), card_name(card)


@pytest.mark.parametrize(("module", "plain", "trumps"), ORDERS)
def test_which_ranks_beat_all_of_a_set(module: ModuleType, plain: str, trumps: str):
    for ranks in range(256):
        assert module.PLAIN_ABOVE[ranks] == above(plain, ranks)
        assert module.TRUMPS_ABOVE[ranks] == above(trumps, ranks)


def test_the_sets_of_the_pack_and_of_its_suits():
    assert mask_of(PACK) == play.ALL_CARDS
    assert [mask_of(suit_in(RANK_LETTERS, suit)) for suit in "SHDC"] == list(play.SUIT_CARDS)
    assert list(play.COUNT) == [ranks.bit_count() for ranks in range(256)]


@pytest.mark.parametrize("suit", "SHDC")
@pytest.mark.parametrize("other", "SHDC")
@pytest.mark.parametrize("rank", "789TQKA")
def test_the_jack_of_trumps_alone_may_be_held_back_in_hoogjassen(suit: str, other: str, rank: str):
    hand = mask_of(parse_cards(f"J{suit} {rank}{other}"))
    led = "SHDC".index(suit)
    # Beside another trump either may be played, beside a plain card either too.
    assert low_ten.legal_cards(hand, led, led) == hand
    alone = mask_of(parse_cards(f"{rank}{suit}"))
    plain = mask_of(parse_cards("7S 7H 7D 7C")) & ~play.SUIT_CARDS[led]
    assert low_ten.legal_cards(alone | plain, led, led) == alone
