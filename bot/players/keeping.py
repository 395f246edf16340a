"""What a card brings if it is kept: the same thought in klaverjas and Lesbos, by other weights.

All numbers are card points.
"""

from collections.abc import Sequence
from typing import NamedTuple

from bot.players.memory import TrickMemory
from bot.rules import play
from bot.rules.cards import Card, CardSet, cards_in


class Weights(NamedTuple):
    """What a game makes of a card that is kept."""

    roem_to_come: float
    """How often a card that would make roem falls from one player behind."""
    winner_takes: float
    """What the others' cards bring to a plain winner that is kept for later."""
    trump_takes: float
    """The same for a sure trump, which can also ruff."""
    ruff: float
    """What any trump is worth in hand, beyond half of its points."""
    guarded: float
    bare: float
    """How much of a card below a higher one is saved, with and without a card beside it: it comes
    home, or goes where it harms least."""
    guard: float
    """What the only card beside a ten is worth whose ace is out."""
    led_now: float
    """A suit that is being led now is shorter with everybody when it comes again."""
    short: float
    """What it is worth to be rid of a suit, for one who can ruff."""


def roem_expected(memory: TrickMemory, table: CardSet, weights: Weights) -> float:
    """Return the roem on the table, and a part of what one more card would make of it."""
    lies = memory.roem(table)
    if not memory.behind:
        return lies
    # Only a neighbour of a card on the table can make a run or stuk.
    near = (table | table << 1 | table >> 1 | table << 2 | table >> 2) & memory.unseen
    more = sum(memory.roem(table | 1 << card) - lies for card in cards_in(near))
    return lies + more * weights.roem_to_come * len(memory.behind)


def kept(memory: TrickMemory, card: Card, rivals: Sequence[int], weights: Weights) -> float:
    """Return what a card would bring in a later trick that the rivals can spoil."""
    points = play.points(card, memory.trump)
    if card >> 3 == memory.trump:
        return points + weights.trump_takes if memory.is_master(card) else points / 2 + weights.ruff
    beside = (memory.hand & play.SUIT_CARDS[card >> 3] & ~(1 << card)).bit_count()
    value = -weights.short if not beside and memory.hand & memory.trumps else 0.0
    spare = points * (2 * (weights.guarded if beside else weights.bare) - 1)
    if memory.is_master(card):
        # A winner, as long as nobody ruffs it; if they will, something may still be made of it.
        fate = 1.0
        for seat in rivals:
            fate *= 1 - memory.beats(seat, card, card >> 3)
        if card >> 3 == memory.led:
            fate *= weights.led_now
        return value + max(spare, (points + weights.winner_takes) * (2 * fate - 1))
    if is_only_guard(memory, card):
        value += weights.guard
    return value + spare


def is_only_guard(memory: TrickMemory, card: Card) -> bool:
    """Whether a card is all that stands beside a ten whose ace is still out."""
    others = memory.hand & play.SUIT_CARDS[card >> 3] & ~(1 << card)
    ten = (card & ~7) + 3
    return others == 1 << ten and not memory.is_master(ten)
