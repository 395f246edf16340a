"""Deals to look back on, and a review that is worked out nowhere."""

import os
from collections.abc import Callable
from pathlib import Path
from random import Random

from bot.players.levels import Level
from bot.players.players import player_of
from bot.players.review import Play, PlayedTrick, Review
from bot.rules.actions import CLAIM, CLOSE, Action, Deal
from bot.rules.cards import parse_card
from bot.rules.games import GAMES
from bot.rules.house import House
from bot.rules.match import Match
from bot.rules.view import DealResult, Phase, Reason, View

Chooser = Callable[[Match, View], Action | None]
"""What is played in place of the club player's choice, None where that stands."""


def played(
    game: str,
    seed: int,
    seats: int | None = None,
    house: House | None = None,
    choose: Chooser = lambda _match, _view: None,
    deals: int = 1,
) -> Match:
    """Play some deals as club players would, every roem claimed."""
    match = GAMES[game](house or GAMES[game].house_type(), seats or GAMES[game].counts[0])
    chance, thumb = Random(seed), player_of(game, Level.CLUB)
    while len(match.results) < deals:
        if match.phase is Phase.DEALING:
            match.push(None, Deal(chance.randbytes(32)))
        elif match.tricks and CLAIM in match.legal(match.tricks[-1].winner):
            match.push(match.tricks[-1].winner, CLAIM)
        elif match.phase is Phase.COUNTING:
            match.push(None, CLOSE)
        else:
            view = match.view(match.turn)
            match.push(match.turn, choose(match, view) or thumb.choose(view))
    return match


def result(*scores: int, number: int = 3, declarer: int = 2) -> DealResult:
    """Return a deal with hearts as trump that came to these scores."""
    return DealResult(
        number=number,
        dealer=0,
        trump=1,
        declarer=declarer,
        makers=declarer % len(scores),
        cards=scores,
        roem=(0,) * len(scores),
        tricks=(2,) + (0,) * (len(scores) - 1),
        scores=scores,
        reasons=frozenset({Reason.MADE}),
        shares=(0,) * 4,
    )


def a_play(seat: int, card: str, best: str = "", cost: int = 0, open_cost: int = 0) -> Play:
    """Return a play; without another that is better it is the best itself."""
    return Play(seat, parse_card(card), parse_card(best or card), cost, open_cost)


def looked_back_on(number: int = 3) -> Review:
    """Return a review of two tricks that were played, and of one that was not."""
    first = (a_play(1, "AS"), a_play(2, "9S", open_cost=4), a_play(3, "TS", "8S", 12, 30))
    second = (a_play(0, "AC", "7C", 7, 0), a_play(1, "QD", "KD", 5, 6), a_play(2, "JH", "8H", 20))
    return Review(
        (
            PlayedTrick((*first, a_play(0, "7H")), 0),
            PlayedTrick((*second, a_play(3, "9D", "7D", 3, 2)), 2),
            PlayedTrick((), 2),
        ),
        result(100, 62, number=number),
        result(0, 162, number=number),
    )


def at_once(_match: Match, number: int) -> Review:
    """Work nothing out."""
    return looked_back_on(number)


class Counted:
    """Work nothing out, and note in a file that it was asked for."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __call__(self, match: Match, number: int) -> Review:
        with self.path.open("a") as file:
            file.write(f"{number}\n")
        return at_once(match, number)


def place(_match: Match, _number: int) -> int:
    """Return how far this process stands back."""
    return os.nice(0)
