"""What the cards that others have played say about their hands.

Most people play by rules of thumb. So a way in which the hidden cards may lie is the more likely,
the more often the player by rule of thumb would, with these hands, have played the cards that were
played.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import log

from bot.players.search.thumbs import Moment, Thumbs
from bot.rules.cards import Card, CardSet
from bot.rules.view import View

AS_EXPECTED = 0.85
"""How often somebody plays the card by rule of thumb, or one that is as good."""


@dataclass(frozen=True, slots=True)
class _Decision:
    """A card that somebody else has played."""

    card: Card
    since: CardSet
    """What he has played from then on, this card included."""
    moment: Moment


class Reading:
    """Reads the cards that the others have played in the deal of a view."""

    def __init__(self, view: View) -> None:
        self._thumbs = Thumbs(view)
        self._decisions: list[list[_Decision]] = [[] for _ in range(view.seats)]
        for decision in self._decisions_in(view):
            self._decisions[decision.moment.seat].append(decision)

    def fit(self, seat: int, hand: CardSet, away: CardSet) -> float:
        """Return the logarithm of how likely, up to a factor, a seat would have played so.

        `away` are the cards out of play.
        """
        return sum(self._fit(decision, hand, away) for decision in self._decisions[seat])

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
                    moment = Moment(seat, tuple(sizes), trick[:place], view.tricks[:number])
                    yield _Decision(card, since[seat], moment)

    def _fit(self, decision: _Decision, hand: CardSet, away: CardSet) -> float:
        """Return the logarithm of how likely a seat with this hand would have decided so."""
        hand |= decision.since
        legal = self._thumbs.legal(decision.moment.seat, hand, decision.moment.trick)
        count = legal.bit_count()
        if count == 1:
            return 0.0
        expected = self._thumbs.choose(decision.moment, hand, away, legal)
        if self._alike(expected, decision.card):
            return log(AS_EXPECTED)
        return log((1 - AS_EXPECTED) / (count - 1))

    def _alike(self, one: Card, other: Card) -> bool:
        """Whether two cards are one for most purposes: neighbours of the same points."""
        near = one >> 3 == other >> 3 and abs(one - other) <= 1
        return near and self._thumbs.points(one) == self._thumbs.points(other)
