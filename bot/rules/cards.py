"""Suits, ranks, cards, card sets and their notation.

A card is an integer 0..31, `suit * 8 + rank`, ranks in natural order (7 8 9 T J Q K A).
A card set is a 32-bit mask with the bit of each card set. In text a card is rank then suit: `TH`.
"""

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import TypeAlias

Card: TypeAlias = int
CardSet: TypeAlias = int

RANK_LETTERS = "789TJQKA"
SUIT_LETTERS = "SHDC"
PACK: tuple[Card, ...] = tuple(range(32))


class Suit(IntEnum):
    """The four suits, numbered as in notation."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @property
    def letter(self) -> str:
        """`S`, `H`, `D` or `C`."""
        return SUIT_LETTERS[self]

    @classmethod
    def find(cls, letter: str) -> "Suit":
        """Return the suit of one letter; ValueError if it is none."""
        if len(letter) != 1 or letter not in SUIT_LETTERS:
            raise ValueError(f"{letter!r} is not a suit; suits are S H D C")
        return cls(SUIT_LETTERS.index(letter))


class Rank(IntEnum):
    """The eight ranks in natural order, the order of runs in all three games."""

    SEVEN = 0
    EIGHT = 1
    NINE = 2
    TEN = 3
    JACK = 4
    QUEEN = 5
    KING = 6
    ACE = 7


def parse_card(text: str) -> Card:
    """Read one card, `TH`; ValueError if it is none."""
    if len(text) != 2 or text[0] not in RANK_LETTERS or text[1] not in SUIT_LETTERS:
        raise ValueError(f"{text!r} is not a card; a card is a rank 789TJQKA and a suit SHDC")
    return SUIT_LETTERS.index(text[1]) * 8 + RANK_LETTERS.index(text[0])


def parse_cards(text: str) -> list[Card]:
    """Read cards separated by spaces, in that order; ValueError names the first that is none."""
    return [parse_card(word) for word in text.split()]


def card_name(card: Card) -> str:
    """Return a card in notation, `TH`."""
    return RANK_LETTERS[card & 7] + SUIT_LETTERS[card >> 3]


def suit_of(card: Card) -> Suit:
    """Return the suit of a card."""
    return Suit(card >> 3)


def rank_of(card: Card) -> Rank:
    """Return the rank of a card."""
    return Rank(card & 7)


def mask_of(cards: Iterable[Card]) -> CardSet:
    """Return the set that holds these cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_in(mask: CardSet) -> Iterator[Card]:
    """Iterate over the cards of a set, lowest number first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
