"""What the cards that others have played say about their hands, at klaverjas.

Most people play by rules of thumb. So a way in which the hidden cards may lie is the more likely,
the more often the player by rule of thumb would, with these hands, have played the cards that were
played.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, log

from bot.players.search.thumbs import Thumbs
from bot.rules import play
from bot.rules.cards import Card, CardSet
from bot.rules.view import View

AS_EXPECTED = 0.75
"""How often somebody plays the card by rule of thumb, or one that is as good."""


@dataclass(frozen=True, slots=True)
class _Decision:
    """A card that somebody else has played."""

    seat: int
    card: Card
    since: CardSet
    """What he has played from then on, this card included."""
    seen: View
    """What he saw then, but for his hand."""


class Reading:
    """Reads the cards that the others have played in the deal of a view."""

    def __init__(self, view: View) -> None:
        self._trump = view.trump or 0
        self._thumbs = Thumbs(view)
        self._decisions = list(self._decisions_in(view))
        # Hands come again and again, the more so the fewer cards are hidden.
        self._fit = cache(self._find_fit)

    def fits(self, hands: Sequence[CardSet]) -> float:
        """Return how likely, up to a factor, everybody would have played so with these hands."""
        fits = (self._fit(n, hands[each.seat]) for n, each in enumerate(self._decisions))
        return exp(sum(fits))

    def _decisions_in(self, view: View) -> Iterator[_Decision]:
        tricks = [*(trick.cards for trick in view.tricks), view.trick]
        since = [0] * view.seats
        sizes = list(view.sizes)
        for number in range(len(tricks) - 1, -1, -1):
            trick = tricks[number]
            for place in range(len(trick) - 1, -1, -1):
                seat, card = trick[place]
                since[seat] |= 1 << card
                sizes[seat] += 1
                if seat != view.seat:
                    seen = self._thumbs.seen(seat, sizes, trick[:place], view.tricks[:number])
                    yield _Decision(seat, card, since[seat], seen)

    def _find_fit(self, number: int, hand: CardSet) -> float:
        """Return the logarithm of how likely a seat with this hand would have decided so."""
        decision = self._decisions[number]
        hand |= decision.since
        legal = self._thumbs.legal(decision.seat, hand, decision.seen.trick)
        count = legal.bit_count()
        if count == 1:
            return 0.0
        expected = self._thumbs.choose(decision.seen, hand, legal)
        if expected is None or self._alike(expected, decision.card):
            return log(AS_EXPECTED)
        return log((1 - AS_EXPECTED) / (count - 1))

    def _alike(self, one: Card, other: Card) -> bool:
        """Whether two cards are one for most purposes: neighbours of the same points."""
        near = one >> 3 == other >> 3 and abs(one - other) <= 1
        return near and play.points(one, self._trump) == play.points(other, self._trump)
