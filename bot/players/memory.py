"""What a seat can know of the cards it does not see.

Everything here follows from the view: which cards are out, who can still hold which of them, and,
where that is open, how likely somebody beats a card when the cards lie at random.
"""

from math import comb

from bot.rules import play, roem
from bot.rules.cards import PACK, Card, CardSet, cards_in, mask_of
from bot.rules.klaverjas import (
    FOUR_OF_A_KIND,
    OPPONENT_TRUMPED,
    PARTNER_TRUMPED,
    SYSTEMS,
    KlaverjasHouse,
)
from bot.rules.match import View

_ALL = mask_of(PACK)


def house_of(view: View) -> KlaverjasHouse:
    """Return the house rules of a view of klaverjas; TypeError for another game."""
    if not isinstance(view.house, KlaverjasHouse):
        raise TypeError(f"this player plays klaverjas, not {view.game}")
    return view.house


def seat_of(view: View) -> int:
    """Return the seat that a view belongs to; ValueError for everyone's view."""
    if view.seat is None:
        raise ValueError("a player needs the view of a seat")
    return view.seat


def roem_in(view: View, cards: CardSet) -> int:
    """Return the roem of these cards in one trick, as this house counts it."""
    four = FOUR_OF_A_KIND[house_of(view).four_of_a_kind]
    return roem.trick_roem(cards, view.trump or 0, four)


class Memory:
    """What one seat remembers and infers while a deal is played."""

    def __init__(self, view: View) -> None:
        if view.trump is None or view.makers is None:
            raise ValueError("there is nothing to remember before trump is chosen")
        house = house_of(view)
        self.view = view
        self.seat = seat_of(view)
        self.partner = (self.seat + 2) % 4
        self.opponents = ((self.seat + 1) % 4, (self.seat + 3) % 4)
        self.trump = view.trump
        self.trumps = play.SUIT_CARDS[view.trump]
        self.hand = view.hand
        self.unseen: CardSet = _ALL & ~view.played & ~view.hand
        """The cards in the other three hands."""
        self.led = view.trick[0][1] >> 3 if view.trick else play.NO_SUIT
        self.best: Card = 0
        """The card that wins the trick so far; any number when leading."""
        self.best_seat = self.seat
        self.behind = tuple((self.seat + 1 + i) % 4 for i in range(3 - len(view.trick)))
        """Who plays to this trick after this seat."""
        self._rules = (
            SYSTEMS[house.system],
            PARTNER_TRUMPED[house.partner_trumped],
            OPPONENT_TRUMPED[house.opponent_trumped],
        )
        self._possible = [0 if seat == self.seat else self.unseen for seat in range(4)]
        self._beaten: dict[tuple[int, Card, int], float] = {}
        for trick in view.tricks:
            self._watch(trick.cards)
        self._watch(view.trick)
        self._settle()

    # What is certain.

    def possible(self, seat: int) -> CardSet:
        """Return the cards that another seat may hold."""
        return self._possible[seat]

    def _watch(self, trick: tuple[tuple[int, Card], ...]) -> None:
        """Follow a trick card by card and note what each card denies, and who wins."""
        strongest = -1
        for seat, card in trick:
            if strongest >= 0 and seat != self.seat:
                self._possible[seat] &= ~self._denied(seat, card, trick[0][1] >> 3)
            strength = play.strength(card, trick[0][1] >> 3, self.trump)
            if strength > strongest:
                strongest, self.best, self.best_seat = strength, card, seat

    def _denied(self, seat: int, card: Card, led: int) -> CardSet:
        """Return the cards that this seat cannot hold since it played this card.

        Whoever had one of them would have had to play it, or could not have played this card: so
        the rules of the table are asked, card by card, and every system is understood, from a void
        to the trump that could not be beaten.
        """
        if card >> 3 == led != self.trump:
            return 0
        denied = 0
        partner_wins = (self.best_seat ^ seat) & 1 == 0
        for other in cards_in(self._possible[seat]):
            both = 1 << card | 1 << other
            legal = play.legal_cards(both, led, self.trump, self.best, partner_wins, *self._rules)
            if not legal >> card & 1:
                denied |= 1 << other
        return denied

    def _settle(self) -> None:
        """Take from the others what a seat must hold: it can hold no more than its size."""
        known = 0
        for _ in range(2):
            for seat in (self.partner, *self.opponents):
                possible = self._possible[seat]
                if known >> seat & 1 or possible.bit_count() != self.view.sizes[seat]:
                    continue
                known |= 1 << seat
                for other in range(4):
                    if other != seat:
                        self._possible[other] &= ~possible

    def is_master(self, card: Card) -> bool:
        """Whether no unseen card of its own suit beats this card."""
        return not self.unseen & self.higher(card)

    def higher(self, card: Card) -> CardSet:
        """Return the cards of its own suit that beat a card."""
        return (play.HIGHER_TRUMPS if card >> 3 == self.trump else play.HIGHER_PLAIN)[card]

    # What is likely.

    def holds(self, seat: int, cards: CardSet, without: CardSet = 0) -> float:
        """Return how likely a seat holds one of these cards, given that it holds none `without`."""
        pool = self._possible[seat] & ~without
        count = pool.bit_count()
        size = min(self.view.sizes[seat], count)
        wanted = (pool & cards).bit_count()
        return 1 - comb(count - wanted, size) / comb(count, size) if wanted else 0.0

    def beats(self, seat: int, card: Card, led: int) -> float:
        """Return how likely a seat beats the card that wins a trick in which `led` was led."""
        key = (seat, card, led)
        if key not in self._beaten:
            self._beaten[key] = self._likely_beats(seat, card, led)
        return self._beaten[key]

    def _likely_beats(self, seat: int, card: Card, led: int) -> float:
        higher = self.higher(card)
        if led == self.trump:
            return self.holds(seat, higher)
        follow = play.SUIT_CARDS[led]
        void = 1 - self.holds(seat, follow)
        if card >> 3 == self.trump:
            return void * self.holds(seat, higher, follow)
        return self.holds(seat, higher) + void * self.holds(seat, self.trumps, follow)

    def opponents_hold(self, cards: CardSet) -> float:
        """Return how likely one of the opponents holds one of these cards."""
        left, right = self.opponents
        return 1 - (1 - self.holds(left, cards)) * (1 - self.holds(right, cards))
