"""Deals that a seat can think of before cards are played: matches in which they go on.

What is said, taken, laid away and named follows the match's own rules, so all of it can be tried
out. Only how the cards lie is thought of.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import prod
from random import Random
from typing import NamedTuple

from bot.players.memory import seat_of
from bot.players.search import auctions
from bot.rules.actions import TAKE, Kind, lay
from bot.rules.cards import Card, CardSet, Suit, cards_in, mask_of
from bot.rules.games import GAMES
from bot.rules.hoogjassen import HoogjassenHouse
from bot.rules.house import House
from bot.rules.klaverjas import KlaverjasHouse
from bot.rules.match import Match
from bot.rules.shuffle import Stream
from bot.rules.view import View

TRIED = 6
"""So many ways are drawn for each that is looked at, where others have spoken: those that fit what
they said are."""


class Weighed(NamedTuple):
    """A deal as it may lie, played up to what a seat sees; and how much it counts."""

    match: Match
    weight: int


def imagine(view: View, chance: Random, count: int) -> list[Weighed]:
    """Draw ways in which a deal may lie before cards are played; weights add up to `count`.

    Each agrees with what the seat has seen; those in which the others would have spoken as they
    did come more often.
    """
    dealer = _Dealer(view)
    spoken = {seat for seat, _ in view.bids} - {view.seat}
    drawn = [dealer.draw(chance) for _ in range(count * TRIED if spoken else count)]
    if spoken:
        hands = [dealer.hands(order) for order in drawn]
        fits = [prod(auctions.fit(view, seat, each[seat]) for seat in spoken) for each in hands]
        drawn = chance.choices(drawn, fits, k=count)
    return [
        Weighed(_retold(view, order, chance), weight) for order, weight in Counter(drawn).items()
    ]


class _Arranged(Stream):
    """A pack in an order that was chosen, and numbers that were; 0 where none is left."""

    __slots__ = ("_numbers", "_order")

    def __init__(self, order: Sequence[int] | None, numbers: Iterable[int]) -> None:
        """`order` says for each place which card of the pack lies there; None, each its own."""
        super().__init__(b"")
        self._order = order
        self._numbers = iter(numbers)

    def below(self, n: int) -> int:
        number = next(self._numbers, 0)
        if number >= n:
            raise ValueError(f"{number} is not below {n}")
        return number

    def shuffled(self, cards: Iterable[Card]) -> list[Card]:
        pack = list(cards)
        return pack if self._order is None else [pack[at] for at in self._order]


class _Shape(NamedTuple):
    """Where the cards of a pack come to lie, as places in it."""

    pack: tuple[Card, ...]
    hands: tuple[tuple[int, ...], ...]
    blind: tuple[tuple[int, ...], ...]
    talon: tuple[int, ...]
    """Those that are turned come first, in the order in which they are."""


@lru_cache(maxsize=64)
def _shape_of(game: str, house: House, seats: int, dealer: int) -> _Shape:
    """Find out where the places of a pack go: deal one that is in order."""
    stream = _Arranged(None, _numbers(house, dealer))
    match = GAMES[game].imagined(house, seats, stream)
    pack = tuple(cards_in(sum(match.hands) + sum(match.blind) + match.talon))

    def places(cards: Iterable[Card]) -> tuple[int, ...]:
        return tuple(pack.index(card) for card in cards)

    rest = match.talon & ~mask_of(match.shown)
    return _Shape(
        pack,
        tuple(places(cards_in(hand)) for hand in match.hands),
        tuple(places(cards_in(cards)) for cards in match.blind),
        places([*match.shown, *cards_in(rest)]),
    )


def _numbers(house: House, dealer: int, turned: tuple[int, int] = (0, 1)) -> list[int]:
    """Return what a deal draws beside the pack; `turned` are the suits of K-1 turn_up."""
    if isinstance(house, KlaverjasHouse):
        first, second = turned
        return [dealer, first, [suit for suit in range(len(Suit)) if suit != first].index(second)]
    # In Hoogjassen the pack is cut, which changes nothing here, and then the dealer is drawn.
    return [0, dealer] if isinstance(house, HoogjassenHouse) else [dealer]


class _Dealer:
    """Deals the cards that a seat does not see, before cards are played."""

    def __init__(self, view: View) -> None:
        self._shape = shape = _shape_of(view.game, view.house, view.seats, view.dealer)
        seat = seat_of(view)
        own = (view.hand | view.laid) & ~view.taken
        taken = view.taken & ~mask_of(view.shown)
        # What lies blind comes behind the hand: its cards are unknown until they are picked up.
        known = [
            *zip((*shape.hands[seat], *shape.blind[seat]), cards_in(own), strict=False),
            *zip(shape.talon, (*view.shown, *cards_in(taken)), strict=False),
        ]
        at = {card: number for number, card in enumerate(shape.pack)}
        self._known = {place: at[card] for place, card in known}
        self._unseen = [at[c] for c in shape.pack if at[c] not in self._known.values()]

    def draw(self, chance: Random) -> tuple[int, ...]:
        """Return an order of the pack in which the seat would see what it sees."""
        unseen = iter(chance.sample(self._unseen, len(self._unseen)))
        return tuple(
            self._known[place] if place in self._known else next(unseen)
            for place in range(len(self._shape.pack))
        )

    def hands(self, order: Sequence[int]) -> list[CardSet]:
        """Return the hands of a pack in this order, as they are when the bidding begins."""
        pack = self._shape.pack
        return [mask_of(pack[order[place]] for place in hand) for hand in self._shape.hands]


def _retold(view: View, order: Sequence[int], chance: Random) -> Match:
    """Return a match with the deal of a view, everything said that has been said."""
    stream = _Arranged(order, _numbers(view.house, view.dealer, _turned(view, chance)))
    passed_out = view.passed_out
    match = GAMES[view.game].imagined(view.house, view.seats, stream, passed_out)
    lays_first = isinstance(view.house, HoogjassenHouse) and view.house.roem_from == "kept"
    # What follows from the rules alone is said by the match itself.
    while len(match.bids) < len(view.bids):
        seat, action = view.bids[len(match.bids)]
        match.push(seat, action)
        if action == TAKE and lays_first and view.laid:
            match.push(seat, lay(view.laid))
    if view.laid and not match.laid:
        match.push(view.seat, lay(view.laid))
    return match


def _turned(view: View, chance: Random) -> tuple[int, int]:
    """Return the suits that are turned at klaverjas, the first one and the second."""
    turned = 0 if view.turned is None else view.turned
    other = chance.choice([suit for suit in range(len(Suit)) if suit != turned])
    passed = sum(action.kind is Kind.PASS for _, action in view.bids)
    return (other, turned) if passed >= view.seats else (turned, other)
