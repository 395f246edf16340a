"""Strength, points and legal cards where the ten is low: what `play` is for klaverjas.

Interpreted in a match and, unchanged, compiled in a search: so integers and tuples only, and
nothing that a compiler for numbers lacks. Card sets are 32-bit masks (see `cards`).

Sources: rules.md §3, its table and rules 6 and 7; the order and the values of the cards are the
seed text's.
"""

from bot.rules import play
from bot.rules.play import NO_SUIT, SUIT_CARDS, ranks_above

# By rank 7 8 9 T J Q K A: plain suits rank A K Q J T 9 8 7, trumps J 9 A K Q T 8 7.
PLAIN_STRENGTH = (0, 1, 2, 3, 4, 5, 6, 7)
TRUMP_STRENGTH = (0, 1, 6, 2, 7, 3, 4, 5)
PLAIN_POINTS = (0, 0, 0, 10, 1, 2, 3, 11)
TRUMP_POINTS = (0, 0, 14, 10, 20, 2, 3, 11)

LAST_TRICK_POINTS = 5
CARD_POINTS = 146
"""All card points of a deal, the last trick's 5 included."""

OTHER_TRUMPS = (0xEF, 0xEF00, 0xEF0000, 0xEF000000)
"""For each suit, taken as trumps, all its cards but the jack, which may be held back."""

PLAIN_ABOVE = ranks_above(PLAIN_STRENGTH)
"""For each set of ranks of a plain suit, the ranks that beat them all."""

TRUMPS_ABOVE = ranks_above(TRUMP_STRENGTH)
"""For each set of ranks of trumps, the ranks that beat them all."""


def strength(card: int, led: int, trump: int) -> int:
    """Return what decides a trick: above 15 trumps, 8 to 15 the suit led, 0 any other card."""
    suit = card >> 3
    if suit == trump:
        return 16 + TRUMP_STRENGTH[card & 7]
    if suit == led:
        return 8 + PLAIN_STRENGTH[card & 7]
    return 0


def points(card: int, trump: int) -> int:
    """Return the card points of a card, 0 to 20."""
    if card >> 3 == trump:
        return TRUMP_POINTS[card & 7]
    return PLAIN_POINTS[card & 7]


def legal_cards(hand: int, led: int, trump: int) -> int:
    """Return the set of cards that may be played (rules.md §3, rule 7).

    `led` is the suit led, NO_SUIT when leading. What lies in the trick beside it plays no part:
    nobody has to beat anything.
    """
    if led == NO_SUIT:
        return hand
    follow = hand & SUIT_CARDS[led]
    if led == trump:
        # With the jack alone anything goes; once another trump must be played, so may the jack.
        return follow if hand & OTHER_TRUMPS[trump] else hand
    return follow | hand & SUIT_CARDS[trump] if follow else hand


def rest_is_certain(hand: int, unseen: int, trump: int) -> bool:
    """Whether the leader wins every trick that is left, however the unseen cards lie.

    `unseen` is every card that he has not seen, in hands or out of play. It is the question of
    `play.rest_is_certain` with this game's order, although anyone may ruff who can follow, and the
    jack may be held back: there too no plain card is safe before the last unseen trump is drawn,
    and the unseen jack, which no lead draws, is above all our trumps, so that none of them wins.
    """
    return play.rest_is_certain(hand, unseen, trump, TRUMPS_ABOVE, PLAIN_ABOVE)
