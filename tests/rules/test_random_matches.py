"""Random matches of every game by drawn house rules: they end, and what must add up does.

20,000 deals in all; `pytest tests/rules/test_random_matches.py --deals 1000000` plays more. And
counts: from fixed seeds the number of different lines to a given depth, as chess programs pin
theirs; a rule that changes anywhere changes one of them.
"""

import random
from collections.abc import Callable

import pytest

from bot.rules.actions import Deal, Kind
from bot.rules.games import GAMES
from bot.rules.house import House
from bot.rules.match import Match
from bot.rules.record import read_record, write_record
from bot.rules.view import DealResult, Phase

from . import positions

TABLES = [(game, seats) for game in GAMES for seats in GAMES[game].counts]


def drawn_house(kind: type[House], chance: random.Random) -> House:
    """Return house rules, each option drawn; a match without a length never ends by itself."""
    values = {name: chance.choice(kind.values_of(name)) for name in kind.model_fields}
    if values.get("length") == "open":
        values["length"] = "8"
    return kind(**values)


def klaverjas_adds_up(match: Match, deal: DealResult) -> None:
    assert sum(deal.cards) == 162
    assert sum(deal.tricks) == 8


def lesbos_adds_up(match: Match, deal: DealResult) -> None:
    assert sum(deal.cards) == 162
    assert sum(deal.tricks) == 10
    assert deal.discards.bit_count() == 2


def hoogjassen_adds_up(match: Match, deal: DealResult) -> None:
    points = (0, 0, 0, 10, 1, 2, 3, 11), (0, 0, 14, 10, 20, 2, 3, 11)
    away = sum(
        points[card >> 3 == deal.trump][card & 7] for card in range(32) if deal.discards >> card & 1
    )
    assert sum(deal.cards) + away == 146
    assert sum(deal.scores) == 0


ADDS_UP: dict[str, Callable[[Match, DealResult], None]] = {
    "klaverjas": klaverjas_adds_up,
    "lesbos": lesbos_adds_up,
    "hoogjassen": hoogjassen_adds_up,
}


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_random_matches_end_and_add_up(game: str, seats: int, request: pytest.FixtureRequest):
    chance = random.Random(f"{game} {seats}")
    # Fewer where tests/conftest.py is left out, as benchmarks.mutation does.
    left = request.config.getoption("--deals", 4_000) // len(TABLES)
    matches = 0
    while left > 0:
        match = GAMES[game](drawn_house(GAMES[game].house_type, chance), seats)
        while match.phase is not Phase.OVER and left > 0:
            scored = len(match.results)
            match.push(*positions.random_move(match, chance))
            if len(match.results) > scored:
                ADDS_UP[game](match, match.results[-1])
                left -= 1
        matches += match.phase is Phase.OVER
        if match.phase is Phase.OVER:
            assert match.outcome is not None
            assert match.outcome.totals == match.totals
            assert min(match.outcome.places) == 1
        text = write_record(match)
        assert write_record(read_record(text)[0]) == text
    assert matches > 5


def lines(match: Match, depth: int) -> int:
    """Return how many different lines of so many decisions lead on; claims and ends are none."""
    if depth == 0 or match.turn is None:
        return 1
    seat = match.turn
    actions = [a for a in match.legal(seat) if a.kind not in (Kind.CLAIM, Kind.END, Kind.REST)]
    if depth == 1:
        return len(actions)
    count = 0
    for action in actions:
        twin = match.copy()
        twin.push(seat, action)
        count += lines(twin, depth - 1)
    return count


def first_deal(game: str, seed: int, seats: int, **house: object) -> Match:
    match = GAMES[game](GAMES[game].house_type(**house), seats)
    match.push(None, Deal(positions.seed(seed)))
    return match


DRAWN = {"trump_choice": "drawn"}
COUNTS = [
    # The first ten cards of a deal; counted a second time from the rule text, card by card.
    ("klaverjas", 4, 1, {**DRAWN, "system": "amsterdam"}, 10, 20_696),
    ("klaverjas", 4, 1, {**DRAWN, "system": "rotterdam"}, 10, 19_352),
    ("klaverjas", 4, 4, {**DRAWN, "system": "amsterdam"}, 10, 49_147),
    ("klaverjas", 4, 4, {**DRAWN, "system": "rotterdam"}, 10, 17_425),
    # Choosing trump and the first cards.
    ("klaverjas", 4, 3, {}, 5, 1_880),
    # Playing or passing, laying away, the first cards with and without what is said.
    ("lesbos", 3, 1, {}, 3, 1_088),
    ("lesbos", 3, 2, {"system": "rotterdam"}, 4, 4_101),
    # Bidding, up to the talon.
    ("hoogjassen", 4, 1, {}, 2, 2_485),
    ("hoogjassen", 3, 2, {"lowest_bid": 250}, 2, 1_653),
]


@pytest.mark.parametrize(("game", "seats", "seed", "house", "depth", "expected"), COUNTS)
def test_so_many_lines(game, seats, seed, house, depth, expected):
    assert lines(first_deal(game, seed, seats, **house), depth) == expected
