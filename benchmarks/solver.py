"""How long it takes to know what a deal of klaverjas is worth with all hands open.

200 fixed deals, trump and leader fixed, played down to 28, 24, 20 and 16 cards by the best cards,
in both systems: the value of every legal card, and the value of the position alone, exact, with
roem and pit. The same deals at 32 cards, with the same trump and leader, go to colver's solver in
the same run, deal by deal in turn: it plays belote, whose rules are simpler and have neither roem
in tricks nor pit; it too tells the value of every legal card. Random deals are set beside its
rollouts. Then endings of every game against a plain minimax over the match itself, and how long a
fresh process takes to its first answer, with nothing compiled yet and with everything compiled.

Run it with `python -m benchmarks.solver`; it needs the extras `search`, `bench` and `test`.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import islice

import colver

from benchmarks.figures import hundredth
from bot.players.search.positions import KLAVERJAS, Position, Rules, position_of
from bot.players.search.solver import Solver
from bot.rules import play, roem
from bot.rules.cards import PACK, RANK_LETTERS, SUIT_LETTERS, mask_of
from tests.players.endings import HOUSES, endings, plain_values

DEALS = 200
SIDES = 0b1010
SIZES = (8, 7, 6, 5, 4)
TIMES_SLOWER_AT_WORST = 4
"""So many times colver's 95th percentile ours may be."""
TIMES_FASTER_BY_CHANCE = 3
CHANCE_DEALS = 20_000
ENDINGS = {3: 70, 4: 50, 5: 12}
"""How many endings of each size are tried of each kind of house."""

FIRST_ANSWER = """
from bot.players.search.positions import Position, Rules
from bot.players.search.solver import Solver
rules = Rules(0, 4, 0, 0, 0, 0, 0, 1, 1, 10, 10, 100, 100)
hands = (0x0000000F, 0x00000F00, 0x000F0000, 0x0F000000)
Solver().value(Position(rules, hands, 0, (), 0))
"""


def deal_of(number: int, system: int) -> Position:
    """Return a deal at its first lead; its trump is spades, its leader goes round."""
    pack = list(PACK)
    random.Random(number).shuffle(pack)
    hands = tuple(mask_of(pack[seat * 8 : seat * 8 + 8]) for seat in range(4))
    rules = Rules(
        KLAVERJAS,
        4,
        0,
        system,
        play.NO_UNDERTRUMP,
        play.FORBIDDEN,
        roem.ALL_RANKS,
        has_roem=1,
        partners=1,
        last=play.LAST_TRICK_POINTS,
        sides=SIDES,
        pit_0=100,
        pit_1=100,
    )
    return Position(rules, hands, number % 4, (), 0)


def smaller(position: Position, cards: int, number: int) -> Position:
    """Return a deal with so many cards in each hand, as if some had been played."""
    hands = []
    for seat, hand in enumerate(position.hands):
        kept = [card for card in PACK if hand >> card & 1]
        random.Random(f"{number}/{seat}").shuffle(kept)
        hands.append(mask_of(kept[:cards]))
    # Both sides have a trick: nobody can win them all.
    return position._replace(hands=tuple(hands), won=3)


class Clocked:
    """Times of a search, and what it looked at."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.nodes: list[int] = []

    def run(self, work: Callable[[], int]) -> None:
        """Time a piece of work, which returns its nodes."""
        start = time.perf_counter()
        nodes = work()
        self.times.append(time.perf_counter() - start)
        self.nodes.append(nodes)

    def __str__(self) -> str:
        times, nodes = self.times, self.nodes
        told = (
            f"median {hundredth(times, 50) * 1e3:.2f}, p95 {hundredth(times, 95) * 1e3:.2f}, "
            f"worst {max(times) * 1e3:.1f} ms"
        )
        if not sum(nodes):
            return told
        return (
            f"{told}; nodes {int(hundredth(nodes, 50)):,}, p95 {int(hundredth(nodes, 95)):,}; "
            f"{sum(nodes) / sum(times) / 1e6:.1f} million a second"
        )


def colvers() -> dict[int, int]:
    """Return colver's number of each of our cards, by the name that it gives them."""
    suits = dict(zip("♠♥♦♣", SUIT_LETTERS, strict=True))
    found = {}
    for number in range(32):
        name = colver.Env.card_name(number).replace("10", "T")
        card = SUIT_LETTERS.index(suits[name[-1]]) * 8 + RANK_LETTERS.index(name[0])
        found[card] = number
    return found


def as_belote(position: Position, cards: dict[int, int]) -> "colver.Env":
    """Return the same hands, trump and leader as a deal of belote."""
    hands = [[cards[card] for card in PACK if hand >> card & 1] for hand in position.hands]
    env = colver.Env.deal_with_hands((position.turn - 1) % 4, hands)
    env.set_contract(position.rules.trump, 80, 0, 0)
    env.set_phase_playing()
    return env


def measure_deals(solver: Solver, deals: int, short: list[str]) -> None:
    """Measure the solver at all sizes, beside colver's at the first lead."""
    cards = colvers()
    theirs = Clocked()
    for system, name in ((play.AMSTERDAM, "Amsterdam"), (play.ROTTERDAM, "Rotterdam")):
        for size in SIZES:
            all_cards, alone = Clocked(), Clocked()
            belote = Clocked()
            for number in range(deals):
                position = deal_of(number, system)
                if size < 8:
                    position = smaller(position, size, number)
                all_cards.run(lambda p=position: solver.solve(p).nodes)
                alone.run(lambda p=position: solver.value(p).nodes)
                if size == 8:
                    env = as_belote(position, cards)
                    belote.run(lambda e=env: e.solve_scores() and 0)
            print(f"{name}, {size * 4} cards, the value alone: {alone}", flush=True)
            print(f"{name}, {size * 4} cards, every card: {all_cards}", flush=True)
            if size == 8:
                theirs = belote
                print(f"colver, 32 cards, every card: {theirs}", flush=True)
                if hundredth(all_cards.times, 50) > hundredth(theirs.times, 50):
                    short.append(f"{name}: every card takes longer than colver's")
                if hundredth(alone.times, 50) > hundredth(theirs.times, 50):
                    short.append(f"{name}: the value takes longer than colver's")
                limit = TIMES_SLOWER_AT_WORST * hundredth(theirs.times, 95)
                if hundredth(all_cards.times, 95) > limit:
                    short.append(f"{name}: p95 above {limit * 1e3:.0f} ms")


def measure_chance(solver: Solver, short: list[str]) -> None:
    """Measure random deals beside colver's rollouts, in turn."""
    position = deal_of(1, play.AMSTERDAM)
    env = as_belote(position, colvers())
    ours, theirs = [], []
    for seed in range(9):
        start = time.perf_counter()
        solver.play_by_chance(position, CHANCE_DEALS, seed + 1)
        ours.append(CHANCE_DEALS / (time.perf_counter() - start))
        start = time.perf_counter()
        env.rollout(CHANCE_DEALS)
        theirs.append(CHANCE_DEALS / (time.perf_counter() - start))
    mine, other = hundredth(ours, 50), hundredth(theirs, 50)
    print(
        f"deals by chance: {mine:,.0f} a second, colver {other:,.0f}: {mine / other:.1f} times "
        f"(at least {TIMES_FASTER_BY_CHANCE})"
    )
    if mine < TIMES_FASTER_BY_CHANCE * other:
        short.append("deals by chance")


def measure_endings(solver: Solver, short: list[str]) -> None:
    """Compare endings of every game with a plain minimax over the match."""
    tried = wrong = 0
    for game, seats, house in HOUSES.values():
        for cards, number in ENDINGS.items():
            for match in islice(endings(house, game, seats, cards, seed=7), number):
                position = position_of(match.view(None), match.hands, match.laid)
                tried += 1
                wrong += solver.solve(position).values != plain_values(match)
    print(f"endings of 3 to 5 cards a hand: {tried:,} tried, {wrong} wrong")
    if wrong or tried < 1000:
        short.append("endings")


def measure_start() -> None:
    """Measure a fresh process to its first answer, before and after its code is on disk."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "XDG_CACHE_HOME": folder}
        seconds = []
        for _ in range(2):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", FIRST_ANSWER], env=environment, check=True)  # noqa: S603
            seconds.append(time.perf_counter() - start)
    print(
        f"a fresh process to its first answer: {seconds[0]:.1f} s cold, {seconds[1]:.1f} s cached"
    )


def main() -> int:
    """Measure; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--deals", type=int, default=DEALS, help="deals per line")
    options = parser.parse_args()
    if options.deals < 2:
        parser.error("a percentile needs at least two deals")
    solver, short = Solver(), []
    solver.value(smaller(deal_of(0, play.AMSTERDAM), 3, 0))
    measure_start()
    measure_deals(solver, options.deals, short)
    measure_chance(solver, short)
    measure_endings(solver, short)
    print(f"short: {', '.join(short)}" if short else "ok")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
