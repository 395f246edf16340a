"""What a seat can know of the cards it does not see.

Everything here follows from the view: which cards are out, who can still hold which of them, and,
where that is open, how likely somebody beats a card when the cards lie at random.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from bot.players.seen import Seen, beats, denied, holds, is_master, settle
from bot.rules import play, roem
from bot.rules.cards import PACK, Card, CardSet, mask_of
from bot.rules.klaverjas import (
    FOUR_OF_A_KIND,
    OPPONENT_TRUMPED,
    PARTNER_TRUMPED,
    SYSTEMS,
    KlaverjasHouse,
)
from bot.rules.view import View

_ALL = mask_of(PACK)


def house_of(view: View) -> KlaverjasHouse:
    """Return the house rules of a view of klaverjas; TypeError for another game."""
    if not isinstance(view.house, KlaverjasHouse):
        raise TypeError(f"this player plays klaverjas, not {view.game}")
    return view.house


def duties_of(house: KlaverjasHouse) -> tuple[int, int, int]:
    """Return the house rules that `play.demands` and `play.legal_cards` take last."""
    return (
        SYSTEMS[house.system],
        PARTNER_TRUMPED[house.partner_trumped],
        OPPONENT_TRUMPED[house.opponent_trumped],
    )


def seat_of(view: View) -> int:
    """Return the seat that a view belongs to; ValueError for everyone's view."""
    if view.seat is None:
        raise ValueError("a player needs the view of a seat")
    return view.seat


def roem_in(view: View, cards: CardSet) -> int:
    """Return the roem of these cards in one trick, as this house counts it."""
    four = FOUR_OF_A_KIND[house_of(view).four_of_a_kind]
    return roem.trick_roem(cards, view.trump or 0, four)


class Followed(NamedTuple):
    """What the cards of a trick tell, also of one that is not complete."""

    denied: tuple[tuple[int, CardSet], ...]
    """Who played, and the cards that this seat cannot hold since it played the card it did."""
    best: Card
    """The card that wins so far, and whose it is."""
    best_seat: int


@lru_cache(maxsize=1 << 14)
def followed(
    trick: tuple[tuple[int, Card], ...],
    trump: int,
    sides: tuple[int, ...],
    duties: tuple[int, int, int],
) -> Followed:
    """Follow a trick card by card; `sides` are those of the seats, the last as `duties_of` says.

    A search looks at the same tricks again and again.
    """
    best_seat, best = trick[0]
    led = best >> 3
    strongest = play.strength(best, led, trump)
    all_denied = []
    for seat, card in trick[1:]:
        partner_wins = sides[seat] == sides[best_seat]
        all_denied.append((seat, denied(card, led, trump, best, partner_wins, *duties)))
        strength = play.strength(card, led, trump)
        if strength > strongest:
            strongest, best, best_seat = strength, card, seat
    return Followed(tuple(all_denied), best, best_seat)


class TrickMemory:
    """What one seat remembers and infers while tricks are played with the duties of klaverjas.

    The cards it does not see lie in `places`: the other seats, and wherever else cards may lie.
    """

    def __init__(
        self,
        view: View,
        unseen: CardSet,
        places: Sequence[int],
        sizes: Sequence[int],
        sides: tuple[int, ...],
        duties: tuple[int, int, int],
        four_of_a_kind: int = roem.ALL_RANKS,
    ) -> None:
        """`sides` and `duties` say, as in `followed`, what a trick asks of each seat."""
        if view.trump is None:
            raise ValueError("there is nothing to remember before trump is chosen")
        self.view = view
        self.seat = seat_of(view)
        self.trump = view.trump
        self.trumps = play.SUIT_CARDS[view.trump]
        self.hand = view.hand
        self.unseen = unseen
        """The cards that this seat does not see and that have not been played."""
        self.places = tuple(places)
        self.sizes = sizes
        """How many cards lie in each place."""
        self.led = view.trick[0][1] >> 3 if view.trick else play.NO_SUIT
        self.best: Card = 0
        """The card that wins the trick so far; any number when leading."""
        self.best_seat = self.seat
        seats = view.seats
        self.behind = tuple((self.seat + 1 + i) % seats for i in range(seats - 1 - len(view.trick)))
        """Who plays to this trick after this seat."""
        self._possible = [unseen if place in places else 0 for place in range(len(sizes))]
        self._four_of_a_kind = four_of_a_kind
        self._sure = [0] * len(sizes)
        for trick in view.tricks:
            self._deny(followed(trick.cards, view.trump, sides, duties))
        if view.trick:
            now = followed(view.trick, view.trump, sides, duties)
            self.best, self.best_seat = now.best, now.best_seat
            self._deny(now)
        settle(self._possible, sizes, self.places)

    def possible(self, place: int) -> CardSet:
        """Return the cards that may lie in another place."""
        return self._possible[place]

    def _deny(self, trick: Followed) -> None:
        for seat, cards in trick.denied:
            self._possible[seat] &= ~cards

    @cached_property
    def seen(self) -> Seen:
        """All of it as numbers."""
        return Seen(
            self.seat,
            self.trump,
            self.hand,
            self.unseen,
            self.led,
            self.best,
            self.best_seat,
            len(self.behind),
            mask_of(card for _, card in self.view.trick),
            len(self.view.tricks),
            self._four_of_a_kind,
            self._possible,
            self._sure,
            self.sizes,
        )

    def is_master(self, card: Card) -> bool:
        """Whether no unseen card of its own suit beats this card."""
        return is_master(self.seen, card)

    def holds(self, place: int, cards: CardSet) -> float:
        """Return how likely one of these cards lies in a place."""
        return holds(self.seen, place, cards, 0)

    def beats(self, seat: int, card: Card, led: int) -> float:
        """Return how likely a seat beats the card that wins a trick in which `led` was led."""
        return beats(self.seen, seat, card, led)


class Memory(TrickMemory):
    """What one seat of klaverjas remembers."""

    def __init__(self, view: View) -> None:
        if view.trump is None or view.makers is None:
            raise ValueError("there is nothing to remember before trump is chosen")
        house = house_of(view)
        seat = seat_of(view)
        self.partner = (seat + 2) % 4
        self.opponents = ((seat + 1) % 4, (seat + 3) % 4)
        unseen = _ALL & ~view.played & ~view.hand
        four = FOUR_OF_A_KIND[house.four_of_a_kind]
        places = (self.partner, *self.opponents)
        super().__init__(view, unseen, places, view.sizes, (0, 1, 0, 1), duties_of(house), four)
