"""What a seat sees and what that makes likely, as numbers, for klaverjas and Lesbos.

Plain functions on integers and floats: a search compiles them as they stand.
"""

from collections.abc import MutableSequence, Sequence
from functools import cache
from typing import NamedTuple

from bot.rules import play, roem
from bot.rules.cards import Card, CardSet


class Seen(NamedTuple):
    """What a seat that is to play sees.

    Sequences go by place: the seats, and behind them the cards laid away where there are such.
    """

    seat: int
    trump: int
    hand: CardSet
    unseen: CardSet
    """The cards that this seat does not see and that have not been played."""
    led: int
    """The suit that was led, `play.NO_SUIT` for who leads."""
    best: Card
    """The card that wins the trick so far, and whose it is; any for who leads."""
    best_seat: int
    behind: int
    """How many play to this trick after this seat."""
    table: CardSet
    tricks: int
    """How many tricks have been played."""
    four: int
    """House rule K-6, as in `rules/roem.py`."""
    possible: Sequence[CardSet]
    """The cards that may lie in each place, and those of them that can lie nowhere else."""
    sure: Sequence[CardSet]
    sizes: Sequence[int]
    """How many cards lie in each place."""


def count(cards: CardSet) -> int:
    """Return how many cards there are."""
    return cards.bit_count()


def lowest(cards: CardSet) -> Card:
    """Return the lowest of some cards."""
    return (cards & -cards).bit_length() - 1


def odds_of_one(wanted: int, among: int, size: int) -> float:
    """Return how likely one of the wanted cards is among `size` that are drawn from so many."""
    none = 1.0
    for drawn in range(size):
        none *= max(among - wanted - drawn, 0) / (among - drawn)
    return 1 - none


one_of = cache(odds_of_one)


# What is certain.


def denied(
    card: Card,
    led: int,
    trump: int,
    best: Card,
    partner_wins: bool,  # noqa: FBT001 - a number to the compiled search
    system: int,
    partner_trumped: int,
    opponent_trumped: int,
) -> CardSet:
    """Return the cards that a seat cannot hold since it played this card; see `play.demands`.

    Whoever had one of them would have had to play it: they are what the trick asked for before it
    let this card pass. So every system is understood, from a void to the trump that could not be
    beaten.
    """
    first, second, third = play.demands(
        led, trump, best, partner_wins, system, partner_trumped, opponent_trumped
    )
    if first >> card & 1:
        return 0
    if second >> card & 1:
        return first
    return first | second if third >> card & 1 else first | second | third


def settle(
    possible: MutableSequence[CardSet], sizes: Sequence[int], places: tuple[int, ...]
) -> None:
    """Take from the others what a place must hold: it can hold no more than its size."""
    known = 0
    for _ in range(2):
        for place in places:
            here = possible[place]
            if known >> place & 1 or count(here) != sizes[place]:
                continue
            known |= 1 << place
            for other in places:
                if other != place:
                    possible[other] &= ~here


def higher(card: Card, trump: int) -> CardSet:
    """Return the cards of its own suit that beat a card."""
    return (play.HIGHER_TRUMPS if card >> 3 == trump else play.HIGHER_PLAIN)[card]


def is_master(seen: Seen, card: Card) -> bool:
    """Whether no unseen card of its own suit beats this card."""
    return seen.unseen & higher(card, seen.trump) == 0


def is_better(seen: Seen, card: Card) -> bool:
    """Whether a card would win the trick as it lies."""
    power = play.strength(card, seen.led, seen.trump)
    return power > play.strength(seen.best, seen.led, seen.trump)


# What is likely.


def holds(seen: Seen, place: int, cards: CardSet, without: CardSet) -> float:
    """Return how likely one of these cards lies in a place, given that none `without` does."""
    sure = seen.sure[place] & ~without
    if sure & cards:
        return 1.0
    pool = seen.possible[place] & ~without & ~sure
    wanted = count(pool & cards)
    if wanted == 0:
        return 0.0
    among = count(pool)
    return one_of(wanted, among, min(max(seen.sizes[place] - count(sure), 0), among))


def beats(seen: Seen, seat: int, card: Card, led: int) -> float:
    """Return how likely a seat beats the card that wins a trick in which `led` was led."""
    above = higher(card, seen.trump)
    if led == seen.trump:
        return holds(seen, seat, above, 0)
    follow = play.SUIT_CARDS[led]
    void = 1 - holds(seen, seat, follow, 0)
    if card >> 3 == seen.trump:
        return void * holds(seen, seat, above, follow)
    return holds(seen, seat, above, 0) + void * holds(
        seen, seat, play.SUIT_CARDS[seen.trump], follow
    )


def roem_of(seen: Seen, cards: CardSet) -> int:
    """Return the roem of these cards in one trick."""
    return roem.trick_roem(cards, seen.trump, seen.four)
