"""What a card brings if it is kept: the same thought in klaverjas and Lesbos, by other weights.

All numbers are card points. A search compiles these functions as they stand.
"""

from typing import NamedTuple

from bot.players.seen import Seen, beats, count, is_master, roem_of
from bot.rules import play
from bot.rules.cards import Card, CardSet


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


def roem_expected(seen: Seen, table: CardSet, weights: Weights) -> float:
    """Return the roem on the table, and a part of what one more card would make of it."""
    lies = roem_of(seen, table)
    if seen.behind == 0:
        return float(lies)
    # Only a neighbour of a card on the table can make a run or stuk.
    near = (table | table << 1 | table >> 1 | table << 2 | table >> 2) & seen.unseen
    more = 0
    while near:
        more += roem_of(seen, table | near & -near) - lies
        near &= near - 1
    return lies + more * weights.roem_to_come * seen.behind


def kept(seen: Seen, card: Card, rivals: tuple[int, ...], weights: Weights) -> float:
    """Return what a card would bring in a later trick that the rivals can spoil."""
    points = play.points(card, seen.trump)
    if card >> 3 == seen.trump:
        return points + weights.trump_takes if is_master(seen, card) else points / 2 + weights.ruff
    beside = count(seen.hand & play.SUIT_CARDS[card >> 3] & ~(1 << card))
    value = 0.0
    if beside == 0 and seen.hand & play.SUIT_CARDS[seen.trump]:
        value = -weights.short
    spare = points * (2 * (weights.guarded if beside else weights.bare) - 1)
    if is_master(seen, card):
        # A winner, as long as nobody ruffs it; if they will, something may still be made of it.
        fate = 1.0
        for seat in rivals:
            fate *= 1 - beats(seen, seat, card, card >> 3)
        if card >> 3 == seen.led:
            fate *= weights.led_now
        return value + max(spare, (points + weights.winner_takes) * (2 * fate - 1))
    if is_only_guard(seen, card):
        value += weights.guard
    return value + spare


def is_only_guard(seen: Seen, card: Card) -> bool:
    """Whether a card is all that stands beside a ten whose ace is still out."""
    others = seen.hand & play.SUIT_CARDS[card >> 3] & ~(1 << card)
    ten = (card & ~7) + 3
    return others == 1 << ten and not is_master(seen, ten)
