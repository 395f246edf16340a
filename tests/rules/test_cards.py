"""Cards, suits, ranks and sets as rules.md writes them."""

import pytest

from bot.rules.cards import (
    PACK,
    Rank,
    Suit,
    card_name,
    cards_in,
    mask_of,
    parse_card,
    parse_cards,
    rank_of,
    suit_of,
)

NAMES = [rank + suit for suit in "SHDC" for rank in "789TJQKA"]


def test_every_card_has_its_name_its_suit_and_its_rank():
    assert [card_name(card) for card in PACK] == NAMES
    assert [parse_card(name) for name in NAMES] == list(PACK)
    assert [suit_of(card).letter + "789TJQKA"[rank_of(card)] for card in PACK] == [
        name[::-1] for name in NAMES
    ]
    assert [rank_of(parse_card(name)) for name in ("7S", "TH", "JD", "AC")] == [
        Rank.SEVEN,
        Rank.TEN,
        Rank.JACK,
        Rank.ACE,
    ]


def test_a_suit_is_found_by_its_letter():
    assert [Suit.find(letter) for letter in "SHDC"] == list(Suit)


@pytest.mark.parametrize("text", ["", "X", "s", "SH", "♠"])
def test_what_is_no_suit(text):
    with pytest.raises(ValueError, match="is not a suit"):
        Suit.find(text)


@pytest.mark.parametrize("text", ["", "T", "H", "THH", "th", "1H", "TX", "HT", "10H"])
def test_what_is_no_card(text):
    with pytest.raises(ValueError, match="is not a card"):
        parse_card(text)


def test_a_set_holds_its_cards_once_and_gives_them_in_the_order_of_their_numbers():
    cards = parse_cards("AC 7S TH 7S")
    assert [card_name(card) for card in cards] == ["AC", "7S", "TH", "7S"]
    assert [card_name(card) for card in cards_in(mask_of(cards))] == ["7S", "TH", "AC"]
    assert list(cards_in(mask_of(PACK))) == list(PACK)
    assert list(cards_in(mask_of([]))) == []
