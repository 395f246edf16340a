"""What `play` says of each card, worked out once: a match asks for it with every card played."""

from functools import cache
from typing import TypeAlias

from bot.rules import play
from bot.rules.cards import PACK, Card

Winning: TypeAlias = tuple[int, tuple[int, int, int], tuple[int, int, int]]
"""A card that wins the trick so far: its strength, and what the trick then demands (see
`play.demands`) of an opponent and of a partner."""

POINTS: tuple[tuple[int, ...], ...] = tuple(
    tuple(play.points(card, trump) for card in PACK) for trump in range(4)
)
"""`play.points` for each trump and each card."""


@cache
def winning_of(
    system: int, partner_trumped: int, opponent_trumped: int
) -> tuple[tuple[tuple[Winning, ...], ...], ...]:
    """Return every winning card for each trump and each suit led.

    The arguments are the last ones of `play.demands`.
    """
    rules = system, partner_trumped, opponent_trumped

    def winning(trump: int, led: int, best: Card) -> Winning:
        return (
            play.strength(best, led, trump),
            play.demands(led, trump, best, False, *rules),  # noqa: FBT003 - a number, see `play`
            play.demands(led, trump, best, True, *rules),  # noqa: FBT003
        )

    return tuple(
        tuple(tuple(winning(trump, led, card) for card in PACK) for led in range(4))
        for trump in range(4)
    )
