"""How a deal of klaverjas goes on from its first tricks.

With all hands open people would play the first tricks in ways in which nobody plays them who sees
his own cards alone. So these are played by rule of thumb, each seat seeing what it would see, and
only what is left then is solved.
"""

from collections.abc import Sequence

from bot.players.memory import roem_in
from bot.players.search.facts import Position, position_of
from bot.players.search.thumbs import Laid, Thumbs
from bot.rules import play
from bot.rules.cards import Card, CardSet, mask_of
from bot.rules.view import Trick, View

SEATS = 4


class Outlook:
    """Plays a deal on, from a view and with given hands."""

    def __init__(self, view: View, hands: Sequence[CardSet]) -> None:
        self._view = view
        self._thumbs = Thumbs(view)
        self._hands = list(hands)
        self._turn = view.turn or 0
        self._trick: list[Laid] = list(view.trick)
        self._tricks = list(view.tricks)
        self.ahead = 0
        """How far side 0 has come ahead by the tricks that were completed here."""

    def play(self, card: Card) -> None:
        """Let the seat in turn play a card."""
        self._hands[self._turn] ^= 1 << card
        self._trick.append((self._turn, card))
        self._turn = (self._turn + 1) % SEATS
        if len(self._trick) == SEATS:
            self._complete_trick()

    def play_until(self, tricks: int) -> Position:
        """Play by rule of thumb until so many tricks are complete; return what is left."""
        while len(self._tricks) < tricks or self._trick:
            hand = self._hands[self._turn]
            legal = self._thumbs.legal(self._turn, hand, self._trick)
            card: Card | None = legal.bit_length() - 1
            if legal & (legal - 1):
                card = self._thumbs.choose(self._seen(), hand, legal)
            if card is None:
                break
            self.play(card)
        return position_of(self._seen(), self._hands)

    def _seen(self) -> View:
        sizes = [hand.bit_count() for hand in self._hands]
        return self._thumbs.seen(self._turn, sizes, self._trick, self._tricks)

    def _complete_trick(self) -> None:
        winner, _ = self._thumbs.best(self._trick)
        cards = [card for _, card in self._trick]
        points = sum(play.points(card, self._view.trump or 0) for card in cards)
        roem = roem_in(self._view, mask_of(cards))
        self._tricks.append(Trick(tuple(self._trick), winner, points, roem))
        self.ahead += points + roem if winner & 1 == 0 else -points - roem
        self._trick = []
        self._turn = winner
