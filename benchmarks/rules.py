"""Whole random deals a second through `push` and `legal`, a row per game, beside jass-kit's.

One process, interpreted. jass-kit (a Swiss jass with 36 cards, nine tricks of four) is played in
two ways: as it offers random games itself, an `Arena` with four `AgentRandomSchieber`; and,
faster, its bare `GameSim` with `RuleSchieber`'s valid cards, without agents and observations, the
card drawn as its own agent draws it. We are measured against the faster of the two. Rounds
alternate, so that a slow moment of the machine meets everybody; time is this process's own, and
the medians count.

The target is klaverjas's, whose deals are the most like theirs; the other two stand there to be
seen. Their deals have choices by the dozen before the first card (66 ways to lay away in Lesbos,
up to 69 bids in Hoogjassen), each listed by `legal`.

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
from functools import partial

import numpy as np
from jass.agents.agent_random_schieber import AgentRandomSchieber
from jass.arena.arena import Arena
from jass.game.const import MAX_TRUMP, PUSH
from jass.game.game_sim import GameSim
from jass.game.game_util import deal_random_hand
from jass.game.rule_schieber import RuleSchieber

from bot.rules.actions import CLOSE, REST, Deal
from bot.rules.games import GAMES
from bot.rules.match import Match
from bot.rules.view import Phase

TARGET = 8.0
ROUNDS = 15
SECONDS = 0.5
"""Of one round of one of them."""


def play_ours(game: str, deals: int) -> None:
    """Play so many random deals, in matches with the default house rules."""
    chance = random.Random(0)
    match = new_match(game)
    for _ in range(deals):
        if match.phase is Phase.OVER:
            match = new_match(game)
        play_deal(match, chance)


def new_match(game: str) -> Match:
    """Return a match of the usual number of players by the default house rules."""
    return GAMES[game](GAMES[game].house_type(), GAMES[game].counts[0])


def play_deal(match: Match, chance: random.Random) -> None:
    """Deal until somebody plays, and play the deal to its last card."""
    draw, before = chance.random, len(match.results)
    while len(match.results) == before:
        match.push(None, Deal(chance.randbytes(32)))
        while (seat := match.turn) is not None:
            legal = match.legal(seat)
            action = legal[int(draw() * len(legal))]
            if action is not REST:  # every deal is played to its last card
                match.push(seat, action)
        if match.phase is Phase.COUNTING:
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


OURS: dict[str, Callable[[int], None]] = {game: partial(play_ours, game) for game in GAMES}
THEIRS: dict[str, Callable[[int], None]] = {
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
    players = OURS | THEIRS
    sizes = {name: max(20, int(SECONDS * speed(play, 100))) for name, play in players.items()}
    speeds: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(ROUNDS):
        for name, play in players.items():
            speeds[name].append(speed(play, sizes[name]))
    medians = {name: statistics.median(figures) for name, figures in speeds.items()}
    fastest = max(medians[name] for name in THEIRS)
    for name, figures in speeds.items():
        spread = f"{min(figures):,.0f} to {max(figures):,.0f}"
        ratio = medians[name] / fastest
        print(f"{name:18}{medians[name]:>8,.0f} deals/s {ratio:>6.1f} times  ({spread})")
    ratio = medians["klaverjas"] / fastest
    reached = ratio >= TARGET
    print(f"{'ok' if reached else 'short'} klaverjas {ratio:.1f} (target {TARGET:.0f})")
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
