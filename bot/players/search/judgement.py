"""What a search thinks of the options that a seat has, and how sure it is."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence


class Judgement:
    """What a search thinks of cards that may be played, or suits that may be named."""

    def __init__(self, options: Iterable[int]) -> None:
        self._found: dict[int, list[float]] = {option: [] for option in options}
        self._weights: list[int] = []

    def add(self, scores: Mapping[int, float], weight: int) -> None:
        """Take in what each option is worth in one world, which counts so much."""
        for option, found in self._found.items():
            found.append(scores[option])
        self._weights.append(weight)

    @property
    def samples(self) -> int:
        """How many ways of dealing the hidden cards it rests on."""
        return sum(self._weights)

    @property
    def values(self) -> dict[int, float]:
        """What the deal is expected to bring this seat's side ahead, with each option."""
        return {option: self._mean(found) for option, found in self._found.items()}

    def doubt(self, one: int, other: int) -> float:
        """Return how far off the difference of two options may well be: its standard error.

        A world that counts many times is one sample all the same.
        """
        pairs = zip(self._found[one], self._found[other], strict=True)
        differences = [first - second for first, second in pairs]
        mean = self._mean(differences)
        spread = self._mean([(each - mean) ** 2 for each in differences])
        apart = self.samples**2 / sum(weight**2 for weight in self._weights)
        return math.sqrt(spread / apart)

    def choose(self, usual: int, ties: float, sure: float, never: Collection[int] = ()) -> int:
        """Return the best option; the usual one where it may well be as good.

        Better is what is worth more by `ties` points and by `sure` standard errors. Those in
        `never` are not thought of.
        """
        if len(self._weights) < 2:
            return usual
        values = {o: value for o, value in self.values.items() if o == usual or o not in never}
        best = max(values, key=lambda option: (values[option], -option))
        doubt = max(ties, sure * self.doubt(best, usual))
        return usual if values[usual] >= values[best] - doubt else best

    def _mean(self, found: Sequence[float]) -> float:
        pairs = zip(found, self._weights, strict=True)
        return sum(each * weight for each, weight in pairs) / self.samples
