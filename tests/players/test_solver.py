"""The solver against a plain minimax over the match itself."""

import queue
import threading
from itertools import islice
from random import Random

import pytest

from bot.players.search.facts import Position, Rules, position_of
from bot.players.search.kernel import KLAVERJAS
from bot.players.search.solver import Solver, Stopped
from bot.rules.cards import PACK, mask_of
from tests.players.endings import HOUSES, endings, plain_values

RULES = Rules(KLAVERJAS, 4, 0, 0, 0, 0, 0, 1, 1, 10, 0b1010, 100, 100)
COUNTS = {3: 25, 4: 8}


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver()


@pytest.mark.parametrize("name", HOUSES)
def test_endings_are_exact(solver: Solver, name: str) -> None:
    game, seats, house = HOUSES[name]
    for cards, number in COUNTS.items():
        for match in islice(endings(house, game, seats, cards, seed=4), number):
            position = position_of(match.view(None), match.hands, match.laid)
            assert solver.solve(position).values == plain_values(match), match.log
            side = position.rules.sides >> position.turn & 1
            best = (min if side else max)(plain_values(match).values())
            assert solver.value(position).ahead == best


def whole_deal() -> Position:
    """Return a deal at its first lead, which takes some tens of milliseconds."""
    pack = list(PACK)
    Random(3).shuffle(pack)
    hands = tuple(mask_of(pack[seat * 8 : seat * 8 + 8]) for seat in range(4))
    return Position(RULES, hands, 0, (), 0)


def test_a_search_that_would_take_too_long_is_given_up(solver: Solver) -> None:
    position = whole_deal()
    with pytest.raises(Stopped):
        solver.solve(position, nodes=20_000)
    # It can be asked again, and is exact again.
    assert len(solver.solve(position).values) == 8


def test_a_search_is_ended_from_another_thread() -> None:
    solver = Solver()
    found: queue.Queue[type[BaseException] | None] = queue.Queue()

    def search() -> None:
        try:
            solver.solve(whole_deal())
        except Stopped as stopped:
            found.put(type(stopped))
        else:
            found.put(None)

    for _ in range(200):
        thread = threading.Thread(target=search)
        thread.start()
        solver.stop()
        thread.join()
        # A search that had not begun yet forgets what it was told.
        if found.get() is Stopped:
            return
    pytest.fail("no search was ended")
