"""What a declarer's roem is worth (rules.md §3, rule 5 and H-8)."""

from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from bot.rules.cards import CardSet
from bot.rules.hand_roem import carres_in, runs_in

STUK_POINTS = 20
KING_AND_QUEEN = 0b01100000

# By rank 7 8 9 T J Q K A.
CARRE_POINTS = (0, 0, 0, 0, 200, 100, 100, 100)
# By length: a run of more than five counts as five.
RUN_POINTS = (0, 0, 0, 20, 50, 100, 100, 100, 100)


class Declared(NamedTuple):
    """All roem of a hand."""

    value: int
    cards: CardSet
    """The cards of it, which are shown when it is declared."""


def declared_roem(hand: CardSet, trump: int | None, *, exclusive: bool = False) -> Declared:
    """Return all roem in a hand; king and queen of trumps count where `trump` is named.

    `exclusive` is H-8: a card counts in a run or in a carré, and they are parted so that it gives
    most. King and queen of trumps count beside either.
    """
    fours = [four for four in carres_in(hand) if _carre_points(four)]
    # A carré takes its four cards out of the runs, which may fall apart but never grow.
    sizes = range(len(fours) + 1) if exclusive else (len(fours),)
    best = max(
        _sum_of(chosen, runs_in(hand & ~sum(chosen) if exclusive else hand))
        for size in sizes
        for chosen in combinations(fours, size)
    )
    if trump is None:
        return best
    stuk = KING_AND_QUEEN << trump * 8
    if hand & stuk != stuk:
        return best
    return Declared(best.value + STUK_POINTS, best.cards | stuk)


def _carre_points(four: CardSet) -> int:
    # Its lowest card is a spade, whose number is the rank.
    return CARRE_POINTS[(four & -four).bit_length() - 1]


def _sum_of(fours: Iterable[CardSet], runs: Iterable[CardSet]) -> Declared:
    value = cards = 0
    for four in fours:
        value += _carre_points(four)
        cards |= four
    for run in runs:
        value += RUN_POINTS[run.bit_count()]
        cards |= run
    return Declared(value, cards)
