"""The solver against a plain minimax over the match itself."""

import queue
import threading
from itertools import islice
from random import Random

import pytest

from bot.players.search.positions import KLAVERJAS, Position, Rules, position_of
from bot.players.search.solver import Solver, Stopped
from bot.rules.cards import PACK, Card, cards_in, mask_of
from tests.players.endings import HOUSES, best, by_chance, endings, plain_values

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
            values = plain_values(match)
            assert solver.solve(position).values == values, match.log
            assert solver.value(position).ahead == best(match, values.values())


def test_each_card_alone_is_worth_what_it_is_among_others(solver: Solver) -> None:
    """Cards help each other to be solved, and some are not solved at all: they are one with others.

    Positions too large for a plain minimax: six cards a hand.
    """
    for number in range(15):
        chance = Random(number)
        pack = chance.sample(PACK, 24)
        hands = tuple(mask_of(pack[seat * 6 : seat * 6 + 6]) for seat in range(4))
        position = Position(RULES._replace(system=number % 2), hands, number % 4, (), 0)
        alone = {
            card: solver.value(led(position, card)).ahead for card in cards_in(hands[position.turn])
        }
        assert solver.solve(position).values == alone, number


def led(position: Position, card: Card) -> Position:
    """Return what follows from a lead."""
    hands, turn = list(position.hands), position.turn
    hands[turn] ^= 1 << card
    return position._replace(hands=tuple(hands), turn=(turn + 1) % 4, trick=((turn, card),))


@pytest.mark.parametrize("name", HOUSES)
def test_deals_by_chance_are_on_average_what_all_of_them_are(solver: Solver, name: str) -> None:
    game, seats, house = HOUSES[name]
    for match in islice(endings(house, game, seats, 3, seed=8), 6):
        position = position_of(match.view(None), match.hands, match.laid)
        exact = by_chance(match, plain_values(match, by_chance).values())
        # The mean of so many is off by a third of a point at most: this is five times that.
        assert solver.play_by_chance(position, 100_000, seed=1) == pytest.approx(exact, abs=1.6)


def whole_deal() -> Position:
    """Return a deal at its first lead, which takes some tens of milliseconds."""
    pack = list(PACK)
    Random(3).shuffle(pack)
    hands = tuple(mask_of(pack[seat * 8 : seat * 8 + 8]) for seat in range(4))
    return Position(RULES, hands, 0, (), 0)


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
            # It can be asked again, and is exact again.
            assert solver.solve(whole_deal()) == Solver().solve(whole_deal())
            return
    pytest.fail("no search was ended")
