"""The games there are, by name."""

from collections.abc import Callable
from typing import Any, NamedTuple

from bot.rules.klaverjas import Klaverjas, KlaverjasHouse
from bot.rules.match import House, Match


class Game(NamedTuple):
    """A game: the type of its house rules, and what makes a match of it."""

    house: type[House]
    match: Callable[[Any], Match]
    seats: int
    sides: tuple[tuple[int, ...], ...]


GAMES: dict[str, Game] = {
    "klaverjas": Game(KlaverjasHouse, Klaverjas, Klaverjas.seats, Klaverjas.sides),
}
