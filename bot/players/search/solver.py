"""What positions with open hands are worth, exactly."""

from typing import NamedTuple

import numpy as np

from bot.players.search import board, chance, kernel
from bot.players.search.facts import card_facts
from bot.players.search.positions import Position
from bot.rules.cards import Card, cards_in

TABLE_BITS = 18
"""The memory of a search: eight bytes for each of 2 ** 18 positions."""
ROWS = 40


class Stopped(Exception):  # noqa: N818 - not a fault: somebody wanted it
    """The search was told to stop."""


class Solved(NamedTuple):
    """What a search found."""

    values: dict[Card, int]
    """For each legal card, by how much side 0 comes ahead in what is still to be won: the trick
    that lies, cards, roem, the last trick and all tricks of the deal."""
    nodes: int
    """Positions looked at."""


class Valued(NamedTuple):
    """What a position is worth."""

    ahead: int
    """By how much side 0 comes ahead if everybody plays best from here."""
    nodes: int


class Solver:
    """Searches, one at a time; its memory is bounded and is used again by the next."""

    def __init__(self) -> None:
        self._table = np.zeros(1 << TABLE_BITS, dtype=np.int64)
        self._stack = np.zeros((ROWS, board.WIDTH), dtype=np.int64)
        self._counters = np.zeros(2, dtype=np.int64)
        self._values = np.zeros(kernel.BEST + 1, dtype=np.int64)

    def stop(self) -> None:
        """Let the search that runs in another thread end with Stopped."""
        self._counters[kernel.STOP] = 1

    def solve(self, position: Position) -> Solved:
        """Return the value of each legal card among `only`; raises Stopped if it was told to."""
        return self._run(position, each=True)

    def value(self, position: Position) -> Valued:
        """Return what a position is worth; raises Stopped if it was told to."""
        solved = self._run(position, each=False)
        return Valued(int(self._values[kernel.BEST]), solved.nodes)

    def play_by_chance(self, position: Position, times: int, seed: int) -> float:
        """Return by how much side 0 comes ahead on average if legal cards are played by chance."""
        _, hands, turn, trick, won = position
        total = chance.roll_out(
            _facts_of(position),
            np.array(hands, dtype=np.int64),
            turn,
            won,
            np.array([card for _, card in trick], dtype=np.int64),
            self._stack,
            times,
            seed,
        )
        return int(total) / times

    def _run(self, position: Position, *, each: bool) -> Solved:
        _, hands, turn, trick, won = position
        owner = np.zeros(32, dtype=np.int64)
        for seat, hand in enumerate(hands):
            for card in cards_in(hand):
                owner[card] = seat
        for seat, card in trick:
            owner[card] = seat
        cards = sum(hand.bit_count() for hand in hands)
        bits = min(TABLE_BITS, max(10, cards * 2 // 3))
        self._counters[:] = 0
        legal = kernel.solve(
            _facts_of(position),
            owner,
            np.array(hands, dtype=np.int64),
            turn,
            won,
            np.array([card for _, card in trick], dtype=np.int64),
            each,
            self._table[: 1 << bits],
            self._stack,
            self._counters,
            self._values,
        )
        if self._counters[kernel.STOP]:
            raise Stopped
        values = {card: int(self._values[card]) for card in cards_in(int(legal))}
        return Solved(values, int(self._counters[kernel.NODES]))


def _facts_of(position: Position) -> board.Ints:
    rules = position.rules
    facts = card_facts(rules.game, rules.trump).copy()
    facts[: len(rules)] = rules
    return facts
