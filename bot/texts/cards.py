"""Words and signs for cards and suits.

On screen suits are always signs: the Dutch H is both heer and harten. The signs carry no variation
selector, so that a client that draws them as emoji shows the red suits in red.
"""

from bot.rules.cards import Card, rank_of, suit_of
from bot.texts.speech import Speech, later

SUIT_SIGNS = "♠♥♦♣"

_SUIT_NAMES = (later("spades"), later("hearts"), later("diamonds"), later("clubs"))
_RANK_LETTERS = later("7 8 9 10 J Q K A")
_RANK_NAMES = later("7 8 9 10 jack queen king ace")


def suit_sign(suit: int) -> str:
    """Return the sign of a suit, `♥`, the same in every language."""
    return SUIT_SIGNS[suit]


def suit_name(say: Speech, suit: int) -> str:
    """Return the name of a suit, `harten`."""
    return say(_SUIT_NAMES[suit])


def rank_letter(say: Speech, rank: int) -> str:
    """Return the rank as it stands on a card: `10`, `B` in Dutch, `J` in English."""
    return say(_RANK_LETTERS).split()[rank]


def rank_name(say: Speech, rank: int) -> str:
    """Return the name of a rank, `boer`; `10` is its own name."""
    return say(_RANK_NAMES).split()[rank]


def card_text(say: Speech, card: Card) -> str:
    """Return a card as short text for labels and lines, `B♥`."""
    return rank_letter(say, rank_of(card)) + suit_sign(suit_of(card))


def card_words(say: Speech, card: Card) -> str:
    """Return a card in words for those who hear it, `harten boer`."""
    return say(
        "{rank} of {suit}",
        rank=rank_name(say, rank_of(card)),
        suit=suit_name(say, suit_of(card)),
    )
