"""Hidden cards drawn so that every way in which they can lie comes as often as it is likely."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import comb, prod
from random import Random

from bot.rules.cards import Card, CardSet

Odds = tuple[float, ...]
"""For each place, how much more often than by chance a card lies there; 0 where it cannot."""


class Sampler:
    """Ways in which cards may lie in places of a fixed size.

    Cards with the same odds are alike: how many of them lie in each place is drawn by counting the
    ways, which cards these are by shuffling. So nothing is ever drawn in vain.
    """

    def __init__(self, odds: Mapping[Card, Odds], sizes: Sequence[int]) -> None:
        """ValueError if the cards can lie in no way at all."""
        alike: dict[Odds, list[Card]] = {}
        for card, each in odds.items():
            alike.setdefault(each, []).append(card)
        # The most constrained first: there are fewest ways to go on.
        self._classes = sorted(alike.items(), key=lambda item: sum(map(bool, item[0])))
        self._sizes = tuple(sizes)
        self._ways = cache(self._count)
        self._choices = cache(self._find_choices)
        if len(odds) != sum(sizes) or not self._ways(0, self._sizes):
            raise ValueError("these cards can lie nowhere")

    @classmethod
    def possible(cls, odds: Mapping[Card, Odds], sizes: Sequence[int]) -> bool:
        """Whether the cards can lie in any way at all."""
        try:
            cls(odds, sizes)
        except ValueError:
            return False
        return True

    def draw(self, chance: Random) -> tuple[CardSet, ...]:
        """Return the cards of each place, one of all ways in which they can lie."""
        places = [0] * len(self._sizes)
        room = self._sizes
        for number, (_, cards) in enumerate(self._classes):
            splits, ways = self._choices(number, room)
            (split,) = chance.choices(splits, ways)
            room = tuple(have - taken for have, taken in zip(room, split, strict=True))
            shuffled = chance.sample(cards, len(cards))
            for place, taken in enumerate(split):
                for _ in range(taken):
                    places[place] |= 1 << shuffled.pop()
        return tuple(places)

    def _find_choices(
        self, number: int, room: tuple[int, ...]
    ) -> tuple[list[tuple[int, ...]], list[float]]:
        """Return the ways to split a class of cards, and how many ways each of them stands for."""
        found = list(self._splits(number, room))
        return [split for split, _ in found], [ways for _, ways in found]

    def _count(self, number: int, room: tuple[int, ...]) -> float:
        """Return how many ways there are to lay this class of cards and those behind it."""
        if number == len(self._classes):
            return 1.0
        return sum(ways for _, ways in self._splits(number, room))

    def _splits(
        self, number: int, room: tuple[int, ...]
    ) -> Iterator[tuple[tuple[int, ...], float]]:
        """Yield how a class of cards can be split over the places, and in how many ways."""
        odds, cards = self._classes[number]
        for split in _divide(len(cards), room, odds):
            left = tuple(have - taken for have, taken in zip(room, split, strict=True))
            ways = self._ways(number + 1, left)
            if ways:
                likely = prod(each**taken for each, taken in zip(odds, split, strict=True))
                yield split, ways * likely * _multinomial(split)


def _divide(count: int, room: Sequence[int], odds: Sequence[float]) -> Iterator[tuple[int, ...]]:
    """Yield the ways to part so many cards over places with so much room each."""
    if len(room) == 1:
        if count <= room[0] and (odds[0] or not count):
            yield (count,)
        return
    most = min(count, room[0]) if odds[0] else 0
    for taken in range(most + 1):
        for rest in _divide(count - taken, room[1:], odds[1:]):
            yield (taken, *rest)


def _multinomial(split: Sequence[int]) -> int:
    ways, total = 1, 0
    for taken in split:
        total += taken
        ways *= comb(total, taken)
    return ways
