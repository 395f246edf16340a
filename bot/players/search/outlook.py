"""How a deal goes on by rule of thumb.

With all hands open people would play in ways in which nobody plays who sees his own cards alone:
makers would count on tricks that nobody finds. So each seat plays on seeing what it would see.
"""

from bot.players.search.positions import World, rules_of
from bot.players.search.thumbs import Laid, Moment, Thumbs
from bot.rules import roem
from bot.rules.cards import Card, mask_of
from bot.rules.view import Trick, View


class Outlook:
    """Plays a deal on, from a view and as the cards may lie."""

    def __init__(self, view: View) -> None:
        self._view = view

    def ahead(self, world: World, card: Card) -> int:
        """Return how far side 0 comes ahead in what is left after a card of the seat in turn."""
        deal = _Deal(self._view, world)
        deal.play(card)
        deal.play_on()
        return deal.ahead


class _Deal:
    """A deal that is played on."""

    def __init__(self, view: View, world: World) -> None:
        self._away = world.laid
        self._thumbs = Thumbs(view)
        self._rules = rules_of(view, world.laid)
        self._hands = list(world.hands)
        self._turn = view.turn or 0
        self._trick: list[Laid] = list(view.trick)
        self._tricks = list(view.tricks)
        self.ahead = 0
        """How far side 0 has come ahead by the tricks that were completed here."""

    def play(self, card: Card) -> None:
        """Let the seat in turn play a card."""
        self._hands[self._turn] ^= 1 << card
        self._trick.append((self._turn, card))
        self._turn = (self._turn + 1) % len(self._hands)
        if len(self._trick) == len(self._hands):
            self._complete_trick()

    def play_on(self) -> None:
        """Let everybody play by rule of thumb to the end of the deal."""
        while any(self._hands):
            hand = self._hands[self._turn]
            legal = self._thumbs.legal(self._turn, hand, self._trick)
            card = legal.bit_length() - 1
            if legal & (legal - 1):
                card = self._thumbs.choose(self._moment(), hand, self._away, legal)
            self.play(card)

    def _moment(self) -> Moment:
        sizes = tuple(hand.bit_count() for hand in self._hands)
        return Moment(self._turn, sizes, tuple(self._trick), tuple(self._tricks))

    def _complete_trick(self) -> None:
        rules = self._rules
        winner, _ = self._thumbs.best(self._trick)
        cards = [card for _, card in self._trick]
        points = sum(map(self._thumbs.points, cards))
        bonus = roem.trick_roem(mask_of(cards), rules.trump, rules.four) if rules.has_roem else 0
        self._tricks.append(Trick(tuple(self._trick), winner, points, bonus))
        side = rules.sides >> winner & 1
        made = points + bonus
        if not any(self._hands):
            made += rules.last
            if all(rules.sides >> trick.winner & 1 == side for trick in self._tricks):
                made += (rules.pit_0, rules.pit_1)[side]
        self.ahead += -made if side else made
        self._trick = []
        self._turn = winner
