"""Endings of deals, and what they are worth by trying everything on a match itself."""

from collections.abc import Callable, Iterable, Iterator
from itertools import count
from random import Random
from statistics import fmean

from bot.rules.actions import CLOSE, Action, Deal, Kind
from bot.rules.games import GAMES
from bot.rules.hoogjassen import HoogjassenHouse
from bot.rules.house import House
from bot.rules.klaverjas import PIT_POINTS, KlaverjasHouse
from bot.rules.lesbos import LesbosHouse
from bot.rules.match import Match
from bot.rules.view import Phase

HOUSES = {
    "klaverjas amsterdam": ("klaverjas", 4, KlaverjasHouse(roem="auto")),
    "klaverjas rotterdam": ("klaverjas", 4, KlaverjasHouse(roem="auto", system="rotterdam")),
    "klaverjas others": (
        "klaverjas",
        4,
        KlaverjasHouse(
            roem="auto",
            partner_trumped="discard_only",
            opponent_trumped="forced",
            counter_pit=False,
            four_of_a_kind="ten_up",
        ),
    ),
    "lesbos amsterdam": ("lesbos", 3, LesbosHouse(roem="auto")),
    "lesbos rotterdam": ("lesbos", 3, LesbosHouse(roem="auto", system="rotterdam")),
    "lesbos partners": ("lesbos", 3, LesbosHouse(roem="auto", defenders_are_partners=True)),
    "hoogjassen": ("hoogjassen", 4, HoogjassenHouse()),
    "hoogjassen three": ("hoogjassen", 3, HoogjassenHouse()),
}
"""A name for each kind of house rules that a search must know: game, seats, house."""

ALL_TRICKS_BONUS = 100


def played_to(house: House, game: str, seats: int, cards: int, chance: Random) -> Match | None:
    """Play a deal by chance until so many cards are left in the largest hand."""
    match = GAMES[game](house, seats)
    while match.phase is not Phase.PLAYING or max(map(int.bit_count, match.hands)) > cards:
        if match.phase is Phase.DEALING:
            if match.results:
                return None
            match.push(None, Deal(chance.randbytes(32)))
            continue
        match.push(match.turn, chance.choice(actions(match)))
    for _ in range(chance.randrange(seats)):
        match.push(match.turn, chance.choice(actions(match)))
    return match


def actions(match: Match) -> list[Action]:
    """Return what the seat in turn may do, but not end the deal at once."""
    return [action for action in match.legal(match.turn) if action.kind is not Kind.REST]


def endings(house: House, game: str, seats: int, cards: int, seed: int) -> Iterator[Match]:
    """Yield endings with so many cards in the largest hand."""
    for number in count():
        match = played_to(house, game, seats, cards, Random(f"{seed}/{number}/{cards}"))
        if match is not None and match.trump is not None:
            yield match


def side_of(match: Match, seat: int) -> int:
    """Return the side of a seat as a search sees it: the declarer's is 0 where all are alone."""
    return match.side_of(seat) if len(match.sides) == 2 else int(seat != match.declarer)


def bonus_of(match: Match) -> int:
    """Return what the last trick brings beyond its cards, as the result has it."""
    result = match.results[-1]
    if match.game == "hoogjassen":
        return 5
    return sum(result.cards) - sum(trick.points for trick in match.tricks)


def pit_of(match: Match, winner: int) -> int:
    """Return what all tricks bring the side that won them."""
    if isinstance(match.house, KlaverjasHouse):
        makers = match.results[-1].makers == winner
        value = PIT_POINTS if makers or match.house.counter_pit else 0
        return -value if winner else value
    return ALL_TRICKS_BONUS if match.game == "hoogjassen" and winner == 0 else 0


Choice = Callable[[Match, Iterable[float]], float]
"""What a position is worth, from what it is worth with each card."""


def best(match: Match, values: Iterable[float]) -> float:
    """Everybody plays best."""
    return (min if side_of(match, match.turn) else max)(values)


def by_chance(_: Match, values: Iterable[float]) -> float:
    """Everybody plays by chance, each card as likely."""
    return fmean(values)


def plain_values(match: Match, choice: Choice = best) -> dict[int, float]:
    """Return the value of each legal card for side 0, by playing everything that can be played."""
    known: dict[object, float] = {}
    return {action.card: value_after(match, action, known, choice) for action in actions(match)}


def value_after(match: Match, action: Action, known: dict[object, float], choice: Choice) -> float:
    """Return by how much side 0 comes ahead, the trick that lies included, with this card."""
    after = match.copy()
    after.push(after.turn, action)
    if after.phase is Phase.COUNTING:
        after.push(None, CLOSE)
    if len(after.tricks) == len(match.tricks):
        return value_of(after, known, choice)
    trick = after.tricks[-1]
    made = trick.points + trick.roem + (bonus_of(after) if after.results else 0)
    side = side_of(match, trick.winner)
    ahead = -made if side else made
    if not after.results:
        return ahead + value_of(after, known, choice)
    winners = {side_of(match, each.winner) for each in after.tricks}
    return ahead + (pit_of(after, side) if len(winners) == 1 else 0)


def value_of(match: Match, known: dict[object, float], choice: Choice) -> float:
    """Return the value of a position, by going through all that can follow."""
    winners = frozenset(side_of(match, trick.winner) for trick in match.tricks)
    key = (tuple(match.hands), match.turn, tuple(match.trick), winners)
    if key not in known:
        values = {a.card: value_after(match, a, known, choice) for a in actions(match)}
        known[key] = choice(match, values.values())
    return known[key]
