"""How much better the levels of computer players play, each than the next.

Duplicate deals: every deal is played again with the same cards and the seats changed, so that luck
with the cards falls out. The figure is points a deal, own less the others', the mean of these
plays, with a 95% interval. In klaverjas two partners meet two others; in Lesbos and Hoogjassen the
player sits alone among the others, once in each seat, and is compared with their mean.

Master meets club, club meets beginner and chance, beginner meets chance. A master's budget is a
number of samples: for each game it is chosen so that one of his choices takes about 150 ms here on
one core, and printed; `--samples` fixes it. Chance bids wildly, which makes its figure easy in
Hoogjassen. So card play is measured by itself too: one seat bids 150 and the player by rule of
thumb prepares that deal for it. The figures are how many points less the declarer makes when chance
plays his cards, and how many more when it plays the defenders'.

Each line says how high the mean and the lower end of its interval must lie. The last line is `ok`,
or, with exit code 1, `short` and where. Run it with
`python -m benchmarks.players`; it needs the extra `search`.
"""

import argparse
import hashlib
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Literal, NamedTuple, Protocol

from bot.players.levels import Level
from bot.players.players import PLAYERS, player_of
from bot.players.search.master import Master
from bot.rules.actions import CLAIM, CLOSE, PASS, Action, Deal, bid, lay
from bot.rules.cards import cards_in, mask_of
from bot.rules.games import GAMES
from bot.rules.hoogjassen import Hoogjassen
from bot.rules.klaverjas import Klaverjas, KlaverjasHouse
from bot.rules.match import Match
from bot.rules.view import DealResult, Phase, View

REQUIRED = 30
"""Points a deal that club is ahead of chance at the lower end of the interval, in klaverjas."""
MASTER_AHEAD, MASTER_LOW = 30, 15
"""Points a deal that master is ahead of club in klaverjas, and at the lower end of the interval."""
MILLISECONDS = 150
"""What a choice of a master takes on average."""
CALIBRATED_WITH, CALIBRATION_DEALS, CALIBRATION_ROUNDS = 20, 8, 4
"""Samples and deals with which the time of a choice is found out, and how often."""
BID = 150
"""The contract at which card play is measured by itself."""

SEATS = {"klaverjas": 4, "lesbos": 3, "hoogjassen": 4}
"""The games, and with how many each is played here."""

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


def alone(
    game: str,
    seats: int,
    deals: int,
    seed: int,
    player: Plays,
    other: Callable[[str], Plays] = Chance,
) -> Figure:
    """Return how many points a deal `player` is ahead of the mean of the others at his table."""
    ahead = []
    for deal in range(deals):
        name, total = f"{seed}/{deal}", 0.0
        for own in range(seats):
            players = [other(f"{name}/{own}/{seat}") for seat in range(seats)]
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
        start = time.process_time()
        action = self._player.choose(view)
        self.times.append(time.process_time() - start)
        return action


@cache
def samples_for(game: str) -> int:
    """Return with how many samples a choice of a master takes as long as wanted here."""
    samples, house = CALIBRATED_WITH, GAMES[game].house_type()
    # Twice as many take less than twice as long, so it takes some rounds; the first one compiles.
    for _ in range(CALIBRATION_ROUNDS):
        timed = Timed(Master(samples))
        for number in range(CALIBRATION_DEALS):
            match = GAMES[game](house, SEATS[game])
            play_deal(match, f"calibration/{number}", [timed] * SEATS[game])
        mean = statistics.fmean(timed.times) * 1e3
        samples = max(5, round(samples * MILLISECONDS / mean))
    return samples


def level(game: str, level: Level) -> Callable[[str], Plays]:
    """Return what makes a player of a level, which plays the same at every table."""
    return lambda _: player_of(game, level)


def main() -> int:
    """Measure all games; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("--deals", type=int, default=200, help="duplicate deals per line")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other deals")
    parser.add_argument("--samples", type=int, help="of a master; else as many as take 150 ms")
    parser.add_argument("--only", choices=tuple(SEATS), help="one game")
    options = parser.parse_args()
    if options.deals < 2:
        parser.error("an interval needs at least two deals")
    deals, seed, short = options.deals, options.seed, []
    print(f"Points a deal ahead, {deals} duplicate deals each, seed {seed}")
    played = [game for game in SEATS if options.only in (None, game)]

    def say(what: str, figure: Figure, mean: int, low: int, timed: Timed) -> None:
        times = sorted(timed.times)
        print(
            f"{what}: {figure}, above {mean} required, interval above {low}; "
            f"a choice takes {statistics.fmean(times) * 1e3:.1f} ms on average, "
            f"{times[len(times) * 99 // 100] * 1e3:.1f} ms at the 99th percentile",
            flush=True,
        )
        if figure.mean <= mean or figure.low <= low:
            short.append(what)

    def meet(
        name: str, game: str, against: Callable[[Plays, Callable[[str], Plays]], Figure]
    ) -> None:
        """Let each level meet the next at a game."""
        beginner = level(game, Level.BEGINNER)
        club = level(game, Level.CLUB)
        wanted, least = (MASTER_AHEAD, MASTER_LOW) if game == "klaverjas" else (0, 0)
        samples = options.samples or samples_for(game)
        print(f"a master of {game} looks at {samples} samples", flush=True)
        timed = Timed(Master(samples))
        say(f"{name}, master and club", against(timed, club), wanted, least, timed)
        timed = Timed(club(""))
        say(f"{name}, club and beginner", against(timed, beginner), 0, 0, timed)
        least = REQUIRED if game == "klaverjas" else 0
        timed = Timed(club(""))
        say(f"{name}, club and chance", against(timed, Chance), 0, least, timed)
        timed = Timed(beginner(""))
        say(f"{name}, beginner and chance", against(timed, Chance), 0, 0, timed)

    if "klaverjas" in played:
        for system in SYSTEMS:
            house = KlaverjasHouse(system=system)
            meet(f"klaverjas {system}", "klaverjas", partial(duplicate, house, deals, seed))
    for game in (each for each in played if each != "klaverjas"):
        meet(game, game, partial(alone, game, SEATS[game], deals, seed))
    if "hoogjassen" in played:
        timed = Timed(PLAYERS["hoogjassen"])
        declaring, defending = card_play(deals, seed, timed)
        say(f"hoogjassen, cards alone at {BID}, declaring", declaring, 0, 0, timed)
        say(f"hoogjassen, cards alone at {BID}, defending", defending, 0, 0, timed)
    print(f"short: {', '.join(short)}" if short else "ok")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
