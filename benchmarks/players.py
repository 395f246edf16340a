"""How much better the player by rule of thumb plays than chance: `python -m benchmarks.players`.

Duplicate deals: every deal is played twice with the same cards, the sides changed the second
time, so that luck with the cards falls out. The figure is points a deal, own less the other
side's, the mean of both plays, with a 95% interval. The last line is `ok`, or `short` with exit
code 1, and the figure that decides: the lower end of the poorer system.
"""

import argparse
import hashlib
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Literal, NamedTuple, Protocol

from bot.players.thumb import Thumb
from bot.rules.actions import CLAIM, CLOSE, Action, Deal
from bot.rules.klaverjas import Klaverjas, KlaverjasHouse
from bot.rules.match import Phase, View

REQUIRED = 30
"""Points a deal at the lower end of the interval."""

System = Literal["amsterdam", "rotterdam"]
SYSTEMS: tuple[System, ...] = ("amsterdam", "rotterdam")


class Plays(Protocol):
    """What a player is here: roem is claimed for it."""

    def choose(self, view: View) -> Action:
        """Return one of `view.legal`."""


class Chance:
    """The player who takes any legal action, each as likely."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> Action:
        """Return one of `view.legal`."""
        return self._random.choice(view.legal)


class Figure(NamedTuple):
    """A mean with its 95% interval."""

    mean: float
    margin: float

    @property
    def low(self) -> float:
        """The lower end."""
        return self.mean - self.margin

    def __str__(self) -> str:
        return f"{self.mean:.1f} ± {self.margin:.1f}"


def play_deal(house: KlaverjasHouse, name: str, sides: tuple[Plays, Plays]) -> tuple[int, int]:
    """Play the first deal of a match and return both sides' scores; all roem is claimed.

    The comparison is of play, so roem is claimed for whoever won it. Passed-out deals get the
    next seed, which is the same in both plays of a duplicate.
    """
    match = Klaverjas(house)
    while not match.results:
        if match.phase is Phase.DEALING:
            match.push(None, Deal(hashlib.sha256(f"{name}/{match.dealt}".encode()).digest()))
            continue
        for seat in range(match.seats):
            if CLAIM in match.legal(seat):
                match.push(seat, CLAIM)
        if match.turn is None:
            if match.phase is Phase.COUNTING:
                match.push(None, CLOSE)
            continue
        seat = match.turn
        match.push(seat, sides[seat & 1].choose(match.view(seat)))
    first, second = match.results[0].scores
    return first, second


def duplicate(
    house: KlaverjasHouse, deals: int, seed: int, player: Plays, other: Callable[[str], Plays]
) -> Figure:
    """Return how many points a deal `player` is ahead of `other`; `other` is made for each play."""
    ahead = []
    for deal in range(deals):
        name = f"{seed}/{deal}"
        own, others = play_deal(house, name, (player, other(f"{name}/0")))
        others_too, own_too = play_deal(house, name, (other(f"{name}/1"), player))
        ahead.append((own - others + own_too - others_too) / 2)
    margin = 1.96 * statistics.stdev(ahead) / len(ahead) ** 0.5
    return Figure(statistics.fmean(ahead), margin)


class Timed:
    """A player with a watch beside it."""

    def __init__(self, player: Plays) -> None:
        self._player = player
        self.times: list[float] = []

    def choose(self, view: View) -> Action:
        """Return what the player chooses."""
        start = time.perf_counter()
        action = self._player.choose(view)
        self.times.append(time.perf_counter() - start)
        return action


def main() -> int:
    """Measure both systems; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--deals", type=int, default=500, help="duplicate deals per system")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other deals")
    options = parser.parse_args()
    if options.deals < 2:
        parser.error("an interval needs at least two deals")
    lowest = float("inf")
    for system in SYSTEMS:
        timed = Timed(Thumb())
        house = KlaverjasHouse(system=system)
        figure = duplicate(house, options.deals, options.seed, timed, Chance)
        times = sorted(timed.times)
        print(
            f"{system}: thumb ahead of chance by {figure} points a deal "
            f"({options.deals} duplicate deals, seed {options.seed}); "
            f"a choice takes {times[len(times) // 2] * 1e3:.2f} ms median, "
            f"{times[len(times) * 99 // 100] * 1e3:.2f} ms at the 99th percentile"
        )
        lowest = min(lowest, figure.low)
    ok = lowest >= REQUIRED
    print(f"{'ok' if ok else 'short'} {lowest:.1f} points a deal, {REQUIRED} required")
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
