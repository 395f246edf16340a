"""Whole random klaverjas deals a second through `push` and `legal`, beside jass-kit's random game.

One process, interpreted. jass-kit (a Swiss jass with 36 cards) is played in two ways: as it offers
random games itself, an `Arena` with four `AgentRandomSchieber`; and, faster, its bare `GameSim`
with `RuleSchieber`'s valid cards, without agents and observations, the card drawn as its own agent
draws it. We are measured against the faster of the two. Rounds alternate, so that a slow moment of
the machine meets everybody; time is this process's own, and the medians count.

Run it with `python -m benchmarks.rules`; it needs the extra `bench`.
"""

import contextlib
import io
import logging
import random
import statistics
import sys
import time
from collections.abc import Callable

import numpy as np
from jass.agents.agent_random_schieber import AgentRandomSchieber
from jass.arena.arena import Arena
from jass.game.const import MAX_TRUMP, PUSH
from jass.game.game_sim import GameSim
from jass.game.game_util import deal_random_hand
from jass.game.rule_schieber import RuleSchieber

from bot.rules.actions import CLOSE, REST, Deal
from bot.rules.klaverjas import Klaverjas
from bot.rules.match import Phase

TARGET = 8.0
ROUNDS = 15
SECONDS = 0.5
"""Of one round of one of the three."""


def play_ours(deals: int, seed: int = 0) -> None:
    """Play so many random klaverjas deals, in matches of sixteen with the default house rules."""
    chance = random.Random(seed)
    draw = chance.random
    match = Klaverjas()
    for _ in range(deals):
        if match.phase is Phase.OVER:
            match = Klaverjas()
        match.push(None, Deal(chance.randbytes(32)))
        while (seat := match.turn) is not None:
            legal = match.legal(seat)
            action = legal[int(draw() * len(legal))]
            if action is not REST:  # every deal is played to its last card
                match.push(seat, action)
        match.push(None, CLOSE)


def play_arena(deals: int) -> None:
    """Play so many of jass-kit's random games as jass-kit itself does it."""
    arena = Arena(deals, print_every_x_games=deals + 1, check_move_validity=False)
    arena.set_players(*(AgentRandomSchieber() for _ in range(4)))
    with contextlib.redirect_stdout(io.StringIO()):
        arena.play_all_games()


def play_game_sim(deals: int) -> None:
    """Play so many random games on jass-kit's bare simulation."""
    chance = np.random.default_rng()
    rule = RuleSchieber()
    game = GameSim(rule)
    for deal in range(deals):
        game.init_from_cards(deal_random_hand(), deal % 4)
        if chance.choice([True, False]):
            game.action_trump(PUSH)
        game.action_trump(int(chance.integers(0, MAX_TRUMP, endpoint=True)))
        while not game.is_done():
            valid = rule.get_valid_cards_from_state(game.state)
            game.action_play_card(chance.choice(np.flatnonzero(valid)))


PLAYERS: dict[str, Callable[[int], None]] = {
    "troef": play_ours,
    "jass-kit Arena": play_arena,
    "jass-kit GameSim": play_game_sim,
}


def speed(play: Callable[[int], None], deals: int) -> float:
    """Return deals a second."""
    start = time.process_time()
    play(deals)
    return deals / (time.process_time() - start)


def main() -> int:
    """Measure, print, and return 1 when short."""
    logging.disable()
    sizes = {name: max(20, int(SECONDS * speed(play, 100))) for name, play in PLAYERS.items()}
    speeds: dict[str, list[float]] = {name: [] for name in PLAYERS}
    for _ in range(ROUNDS):
        for name, play in PLAYERS.items():
            speeds[name].append(speed(play, sizes[name]))
    medians = {name: statistics.median(figures) for name, figures in speeds.items()}
    for name, figures in speeds.items():
        spread = f"{min(figures):,.0f} to {max(figures):,.0f}"
        print(f"{name:18}{medians[name]:>8,.0f} deals/s  ({spread} in {ROUNDS} rounds)")
    ours = medians.pop("troef")
    for name, theirs in medians.items():
        print(f"beside {name:18}{ours / theirs:>6.1f} times")
    ratio = ours / max(medians.values())
    reached = ratio >= TARGET
    print(f"{'ok' if reached else 'short'} {ratio:.1f} (target {TARGET:.0f})")
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
