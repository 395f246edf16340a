"""What a search thinks of the options that a seat has, and how sure it is."""

import math
from collections.abc import Iterable, Mapping

CLEAR = 3.0
"""By how many standard errors an option must be worse to be looked at no further."""
SEEN_FIRST = 16
"""So many samples are looked at before that; then a quarter more before the next time."""


class Judgement:
    """What a search thinks of cards that may be played, or suits that may be named."""

    def __init__(self, options: Iterable[int], usual: int, ties: float) -> None:
        """`usual` is what the rule of thumb does; what is not worth `ties` more is no better."""
        self._found: dict[int, list[float]] = {option: [] for option in options}
        self._weights: list[int] = []
        self._usual = usual
        self._ties = ties
        self._next = SEEN_FIRST
        self.open = list(self._found)
        """The options that are still looked at."""

    def add(self, scores: Mapping[int, float], weight: int) -> None:
        """Take in what each open option is worth in one world, which counts so much."""
        for option in self.open:
            self._found[option].append(scores[option])
        self._weights.append(weight)

    @property
    def samples(self) -> int:
        """How many ways of dealing the hidden cards it rests on."""
        return sum(self._weights)

    @property
    def values(self) -> dict[int, float]:
        """What the deal is expected to bring this seat's side ahead, with each option."""
        return {option: self._mean(found) for option, found in self._found.items()}

    def narrow(self) -> None:
        """Close the options that are clearly worse than the best, or no better than the usual."""
        if self.samples < self._next:
            return
        self._next = self.samples * 5 // 4
        values, best = self.values, self._best()

        def is_hopeless(option: int) -> bool:
            behind = values[best] - values[option]
            if behind >= CLEAR * self.doubt(best, option):
                return True
            more = values[option] - values[self._usual]
            return option != self._usual and (
                more + CLEAR * self.doubt(option, self._usual) < self._ties
            )

        self.open = [each for each in self.open if each == best or not is_hopeless(each)]

    def doubt(self, one: int, other: int) -> float:
        """Return how far off the difference of two options may well be: its standard error.

        A world that counts many times is one sample all the same.
        """
        pairs = zip(self._found[one], self._found[other], strict=False)
        differences = [first - second for first, second in pairs]
        mean = self._mean(differences)
        spread = self._mean([(each - mean) ** 2 for each in differences])
        weights = self._weights[: len(differences)]
        apart = sum(weights) ** 2 / sum(weight**2 for weight in weights)
        return math.sqrt(spread / apart)

    def choose(self, usual: int, sure: float) -> int:
        """Return the best option; the usual one where it may well be as good.

        Better is what is worth more by `sure` standard errors, and by more than a tie.
        """
        if len(self._weights) < 2:
            return usual
        best, values = self._best(), self.values
        doubt = max(self._ties, sure * self.doubt(best, usual))
        return usual if values[usual] >= values[best] - doubt else best

    def _best(self) -> int:
        values = self.values
        return max(self.open, key=lambda option: (values[option], option == self._usual, -option))

    def _mean(self, found: list[float]) -> float:
        weights = self._weights[: len(found)]
        return sum(map(float.__mul__, found, map(float, weights))) / sum(weights)
