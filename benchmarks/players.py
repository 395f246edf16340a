"""How much better the players by rule of thumb play than chance: `python -m benchmarks.players`.

Duplicate deals: every deal is played again with the same cards and the seats changed, so that luck
with the cards falls out. The figure is points a deal, own less the others', the mean of these
plays, with a 95% interval. In klaverjas two partners meet two others; in Lesbos and Hoogjassen the
player sits alone among players by chance, once in each seat, and is compared with their mean.

Chance bids wildly, which makes that figure easy in Hoogjassen. So card play is measured by itself
too: one seat bids 150 and the player by rule of thumb prepares that deal for it. The figures are
how many points less the declarer makes when chance plays his cards, and how many more when it
plays the defenders'.

Each line says how high the lower end of its interval must lie. The last line is `ok`, or, with
exit code 1, `short` and where.
"""

import argparse
import hashlib
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, Protocol

from bot.players.players import PLAYERS
from bot.rules.actions import CLAIM, CLOSE, PASS, Action, Deal, bid, lay
from bot.rules.cards import cards_in, mask_of
from bot.rules.games import GAMES
from bot.rules.hoogjassen import Hoogjassen
from bot.rules.klaverjas import Klaverjas, KlaverjasHouse
from bot.rules.match import Match
from bot.rules.view import DealResult, Phase, View

REQUIRED = 30
"""Points a deal at the lower end of the interval, in klaverjas; elsewhere it is above 0."""
BID = 150
"""The contract at which card play is measured by itself."""

System = Literal["amsterdam", "rotterdam"]
SYSTEMS: tuple[System, ...] = ("amsterdam", "rotterdam")


class Plays(Protocol):
    """What a player is here: roem is claimed for it."""

    def choose(self, view: View) -> Action:
        """Return one of `view.legal`, or cards to lay away."""


class Chance:
    """The player who takes any legal action, each as likely."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> Action:
        """Return one of `view.legal`, or cards to lay away."""
        if view.to_lay and view.turn == view.seat:
            return lay(mask_of(self._random.sample(list(cards_in(view.hand)), view.to_lay)))
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


def figure_of(ahead: Sequence[float]) -> Figure:
    """Return the mean of what was found in each deal."""
    return Figure(statistics.fmean(ahead), 1.96 * statistics.stdev(ahead) / len(ahead) ** 0.5)


def play_deal(match: Match, name: str, players: Sequence[Plays]) -> DealResult:
    """Play the first deal of a match, a player for each seat, and return how it ended.

    The comparison is of play, so roem is claimed for whoever won it. Passed-out deals get the
    next seed, which is the same in all plays of a deal.
    """
    while not match.results:
        if match.phase is Phase.DEALING:
            match.push(None, Deal(hashlib.sha256(f"{name}/{match.dealt}".encode()).digest()))
            continue
        for seat in range(match.seats):
            if CLAIM in match.legal(seat):
                match.push(seat, CLAIM)
        if match.turn is not None:
            match.push(match.turn, players[match.turn].choose(match.view(match.turn)))
        elif match.phase is Phase.COUNTING:
            match.push(None, CLOSE)
    return match.results[0]


def duplicate(
    house: KlaverjasHouse, deals: int, seed: int, player: Plays, other: Callable[[str], Plays]
) -> Figure:
    """Return how many points a deal `player` is ahead of `other`; `other` is made for each play."""
    ahead = []
    for deal in range(deals):
        name = f"{seed}/{deal}"
        first, second = other(f"{name}/0"), other(f"{name}/1")
        own, others = play_deal(Klaverjas(house), name, (player, first) * 2).scores
        others_too, own_too = play_deal(Klaverjas(house), name, (second, player) * 2).scores
        ahead.append((own - others + own_too - others_too) / 2)
    return figure_of(ahead)


def alone(game: str, seats: int, deals: int, seed: int, player: Plays) -> Figure:
    """Return how many points a deal `player` is ahead of the mean of players by chance."""
    ahead = []
    for deal in range(deals):
        name, total = f"{seed}/{deal}", 0.0
        for own in range(seats):
            players: list[Plays] = [Chance(f"{name}/{own}/{seat}") for seat in range(seats)]
            players[own] = player
            match = GAMES[game](GAMES[game].house_type(), seats)
            scores = play_deal(match, name, players).scores
            total += scores[own] - (sum(scores) - scores[own]) / (seats - 1)
        ahead.append(total / seats)
    return figure_of(ahead)


class Contract:
    """A player whose bidding is settled: one seat bids, all others pass.

    Until trump is named the player by rule of thumb acts for the declarer.
    """

    def __init__(self, player: Plays, *, declares: bool) -> None:
        self._player = player
        self._declares = declares

    def choose(self, view: View) -> Action:
        """Return the bid or a pass; then what the player chooses."""
        if view.phase is Phase.BIDDING:
            return bid(BID) if self._declares else PASS
        if view.trump is None:
            return PLAYERS["hoogjassen"].choose(view)
        return self._player.choose(view)


def points_made(name: str, own: int, declarer: Plays, defenders: Plays) -> int:
    """Return what the declarer of a fixed contract makes in Hoogjassen."""
    players = [Contract(defenders, declares=False)] * 4
    players[own] = Contract(declarer, declares=True)
    return play_deal(Hoogjassen(), name, players).points


def card_play(deals: int, seed: int, player: Plays) -> tuple[Figure, Figure]:
    """Return how many points a deal chance would lose as the declarer, and as the defenders."""
    declaring, defending = [], []
    for deal in range(deals):
        name, own = f"{seed}/{deal}", deal % 4
        chance = Chance(name)
        made = points_made(name, own, player, player)
        declaring.append(made - points_made(name, own, chance, player))
        defending.append(points_made(name, own, player, chance) - made)
    return figure_of(declaring), figure_of(defending)


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
    """Measure all games; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--deals", type=int, default=500, help="duplicate deals per line")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other deals")
    options = parser.parse_args()
    if options.deals < 2:
        parser.error("an interval needs at least two deals")
    deals, seed, short = options.deals, options.seed, []
    print(f"Points a deal ahead of chance, {deals} duplicate deals each, seed {seed}")

    def say(what: str, figure: Figure, required: int, timed: Timed) -> None:
        times = sorted(timed.times)
        print(
            f"{what}: {figure}, above {required} required; "
            f"a choice takes {times[len(times) // 2] * 1e3:.2f} ms median, "
            f"{times[len(times) * 99 // 100] * 1e3:.2f} ms at the 99th percentile",
            flush=True,
        )
        if figure.low <= required:
            short.append(what)

    for system in SYSTEMS:
        timed = Timed(PLAYERS["klaverjas"])
        house = KlaverjasHouse(system=system)
        say(f"klaverjas {system}", duplicate(house, deals, seed, timed, Chance), REQUIRED, timed)
    for game, seats in (("lesbos", 3), ("hoogjassen", 4)):
        timed = Timed(PLAYERS[game])
        say(game, alone(game, seats, deals, seed, timed), 0, timed)
    timed = Timed(PLAYERS["hoogjassen"])
    declaring, defending = card_play(deals, seed, timed)
    say(f"hoogjassen, cards alone at {BID}, declaring", declaring, 0, timed)
    say(f"hoogjassen, cards alone at {BID}, defending", defending, 0, timed)
    print(f"short: {', '.join(short)}" if short else "ok")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
