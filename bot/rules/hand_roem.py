"""Combinations in one hand (rules.md §2 rule 7, §3 rule 5), and the contest of Lesbos."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from bot.rules.cards import Card, CardSet, Rank
from bot.rules.roem import CARRE, FOUR_JACKS, RUN_OF_3, RUN_OF_4

RUN_OF_5 = 100
LONGER = 50
"""What each card beyond five adds to a run, where long runs rise (L-9)."""


def runs_in(hand: CardSet) -> list[CardSet]:
    """Return the runs of three cards or more, each at its longest, in the order of the suits."""
    runs = []
    for suit in range(0, 32, 8):
        run = 0
        # One place more than there are ranks closes a run that ends with the ace.
        for rank in range(9):
            if rank < 8 and hand >> suit + rank & 1:
                run |= 1 << suit + rank
                continue
            if run.bit_count() >= 3:
                runs.append(run)
            run = 0
    return runs


def carres_in(hand: CardSet) -> list[CardSet]:
    """Return the sets of all four cards of one rank, the lowest rank first."""
    return [four for rank in range(8) if hand & (four := 0x01010101 << rank) == four]


def run_value(length: int, *, rising: bool = False) -> int:
    """Return what a run of three cards or more is worth; `rising` is L-9."""
    if length < 5:
        return RUN_OF_3 if length == 3 else RUN_OF_4
    return RUN_OF_5 + LONGER * (length - 5) * rising


# What follows is Lesbos, §2 rule 7.


class Combination(NamedTuple):
    """A run or a carré; before `cards` the fields stand in the order in which they decide.

    So of one hand's combinations the largest tuple is the best.
    """

    value: int
    is_run: bool
    """Of equal value a run, it is then of five or more, goes before a carré."""
    rank: int
    """In natural order: of a run its highest, of a carré the one it has."""
    in_trumps: bool
    """Whether it is a run in trumps."""
    cards: CardSet

    @property
    def top(self) -> Card:
        """The card that is named to settle a tie: the highest; of a carré any would do."""
        return self.cards.bit_length() - 1


@lru_cache(maxsize=4096)
def combinations_in(hand: CardSet, trump: int, *, rising: bool) -> tuple[Combination, ...]:
    """Return all combinations of a hand that are worth something, the best first.

    A card may serve in one run and one carré. `rising` is L-9.
    """
    found = []
    for run in runs_in(hand):
        suit, rank = divmod(run.bit_length() - 1, 8)
        value = run_value(run.bit_count(), rising=rising)
        found.append(Combination(value, True, rank, suit == trump, run))  # noqa: FBT003 - a field
    for four in carres_in(hand):
        rank = (four.bit_length() - 1) & 7
        if rank >= Rank.TEN:
            value = FOUR_JACKS if rank == Rank.JACK else CARRE
            found.append(Combination(value, False, rank, False, four))  # noqa: FBT003 - fields
    return tuple(sorted(found, reverse=True))


def contest(
    announced: Sequence[Sequence[Combination]], *, by_sum: bool
) -> tuple[int, tuple[int, ...]]:
    """Settle whose hand roem counts.

    `announced` holds, in the order in which they announced, what those who did have, best first;
    at least one does. `by_sum` compares first what they have together (L-8). Returns the place of
    the winner in that order, and the places whose top cards had to be shown to find him.
    """

    def value(place: int) -> tuple[int, int, bool]:
        best = announced[place][0]
        together = sum(each.value for each in announced[place]) if by_sum else 0
        return together, best.value, best.is_run

    def shown(place: int) -> tuple[int, bool]:
        best = announced[place][0]
        return best.rank, best.in_trumps

    highest = max(map(value, range(len(announced))))
    level = tuple(place for place in range(len(announced)) if value(place) == highest)
    # Of equals `max` takes the first: the first to announce.
    return max(level, key=shown), level if len(level) > 1 else ()
