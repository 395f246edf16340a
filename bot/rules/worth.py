"""What `play` says of each card, worked out once: a match asks for it with every card played.

And, for who is refused, the duty of klaverjas that a card breaks.
"""

from functools import cache
from typing import TypeAlias

from bot.rules import play
from bot.rules.actions import Rule
from bot.rules.cards import PACK, Card, CardSet

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


def broken_duty(hand: CardSet, playable: CardSet, card: Card, led: int, trump: int | None) -> Rule:
    """Name the duty (rules.md §1, rule 4) that a card of the hand outside `playable` breaks.

    Systems and partners are in `playable` already: what is left of trumps there tells the rest.
    """
    suit = card >> 3
    if suit != led and hand & play.SUIT_CARDS[led]:
        return Rule.FOLLOW_SUIT
    if suit != trump:
        return Rule.MUST_TRUMP
    return Rule.MUST_BEAT_TRUMP if playable & play.SUIT_CARDS[suit] else Rule.NO_UNDERTRUMP
