"""What a seat can know at Hoogjassen of the cards it does not see.

Which cards are out, who can still hold them, and where they are likely to be. Cards also lie in the
talon or were laid away: the declarer knows these, the defenders only which he would not part with.
"""

from functools import cached_property, reduce
from math import prod
from operator import or_

from bot.players.hoogjassen_hand import Table, house_of
from bot.players.memory import seat_of
from bot.rules import low_ten
from bot.rules.cards import Card, CardSet, Rank, cards_in
from bot.rules.play import NO_SUIT, SUIT_CARDS
from bot.rules.view import Phase, View

TRUMP_WITH_DECLARER = 3.0
"""To a defender: how much more often than an even share the declarer has a trump that is out."""
HIGH_WITH_DECLARER = {Rank.ACE: 2.0, Rank.KING: 1.3}
"""The same of a side card."""
LAID_AWAY = {Rank.ACE: 0.1, Rank.KING: 0.5, Rank.TEN: 2.0}
"""How much more often than an even share a side card was laid away; trumps hardly ever are."""
TRUMP_LAID_AWAY = 0.1


class Memory:
    """What one seat remembers and infers while a deal of Hoogjassen is played."""

    def __init__(self, view: View) -> None:
        if view.trump is None or view.declarer is None or view.phase is not Phase.PLAYING:
            raise ValueError("there is nothing to remember before the first lead")
        table = Table.of(view, 0)
        self.view = view
        self.seat = seat_of(view)
        self.declarer = view.declarer
        self.declares = self.seat == view.declarer
        others = [(self.seat + 1 + place) % view.seats for place in range(view.seats - 1)]
        self.partners = [] if self.declares else [s for s in others if s != view.declarer]
        self.foes = others if self.declares else [view.declarer]
        self.trump = view.trump
        self.trumps: CardSet = SUIT_CARDS[view.trump] & table.pack
        self.hand = view.hand
        self.unseen: CardSet = table.pack & ~(view.played | view.hand | view.laid)
        """The cards in the other hands, and those out of play that this seat has not seen."""
        self.led = view.trick[0][1] >> 3 if view.trick else NO_SUIT
        self.best: Card = 0
        """The card that wins the trick so far; any number when leading."""
        self.best_seat = self.seat
        self.behind = others[: view.seats - 1 - len(view.trick)]
        """Who plays to this trick after this seat."""
        self.size = table.size
        self._away = self.unseen.bit_count() - sum(view.sizes[seat] for seat in others)
        """How many of the unseen cards are out of play."""
        self._possible = [0 if seat == self.seat else self.unseen for seat in range(view.seats)]
        for trick in view.tricks:
            self._watch(trick.cards)
        self._watch(view.trick)
        self._shown = sum(announced.cards for announced in view.announced)
        for partner in self.partners:
            self._possible[partner] &= ~self._shown
        self._places: dict[Card, list[float]] = {}

    # What is certain.

    def possible(self, seat: int) -> CardSet:
        """Return the cards that another seat may hold."""
        return self._possible[seat]

    def _watch(self, trick: tuple[tuple[int, Card], ...]) -> None:
        """Follow a trick card by card and note who wins, and which suits are denied."""
        strongest = -1
        for seat, card in trick:
            led = trick[0][1] >> 3
            if card >> 3 != led and seat != self.seat:
                if led == self.trump:
                    # The jack may be held back.
                    self._possible[seat] &= ~low_ten.OTHER_TRUMPS[led]
                elif card >> 3 != self.trump:
                    self._possible[seat] &= ~SUIT_CARDS[led]
            strength = low_ten.strength(card, led, self.trump)
            if strength > strongest:
                strongest, self.best, self.best_seat = strength, card, seat

    @cached_property
    def against(self) -> CardSet:
        """The cards that the other side may hold."""
        return reduce(or_, map(self.possible, self.foes))

    @cached_property
    def unbeaten(self) -> bool:
        """Whether the declarer has won every trick so far."""
        return all(trick.winner == self.declarer for trick in self.view.tricks)

    def higher(self, card: Card) -> CardSet:
        """Return the cards of its own suit that beat a card."""
        suit, rank = card & ~7, card & 7
        above = low_ten.TRUMPS_ABOVE if suit >> 3 == self.trump else low_ten.PLAIN_ABOVE
        return above[1 << rank] << suit

    def is_master(self, card: Card) -> bool:
        """Whether the other side can hold no card of its own suit that beats this card."""
        return not self.against & self.higher(card)

    # What is likely.

    def likely(self, seat: int, card: Card) -> float:
        """Return how likely another seat holds a card."""
        if card not in self._places:
            self._places[card] = self._shares(card)
        return self._places[card][seat]

    def _shares(self, card: Card) -> list[float]:
        """Return for each seat how likely it holds an unseen card."""
        shares = [
            float(size) * (self._possible[seat] >> card & 1)
            for seat, size in enumerate(self.view.sizes)
        ]
        away: float = self._away
        if not self.declares:
            trump, rank = card >> 3 == self.trump, Rank(card & 7)
            shares[self.declarer] *= (
                TRUMP_WITH_DECLARER if trump else HIGH_WITH_DECLARER.get(rank, 1.0)
            )
            if not self.view.plays_blind:
                away *= TRUMP_LAID_AWAY if trump else LAID_AWAY.get(rank, 1.0)
            if self._shown >> card & 1 and house_of(self.view).roem_from == "kept":
                away = 0
        total = sum(shares) + away
        return [share / total if total else 0.0 for share in shares]

    def holds(self, seat: int, cards: CardSet) -> float:
        """Return how likely another seat holds one of these cards, taken one by one."""
        held = cards_in(cards & self._possible[seat])
        return 1 - prod(1 - self.likely(seat, card) for card in held)

    def foes_hold(self, cards: CardSet) -> float:
        """Return how likely the other side holds one of these cards."""
        return 1 - prod(1 - self.holds(foe, cards) for foe in self.foes)

    def plain_cards(self) -> float:
        """Return how many cards beside trumps a defender expects the declarer to hold."""
        trumps = cards_in(self.trumps & self._possible[self.declarer])
        held = sum(self.likely(self.declarer, card) for card in trumps)
        return max(0.0, self.view.sizes[self.declarer] - held)
