"""Deals that are thought of look to their seat like the one that it sees."""

from dataclasses import replace
from random import Random

import pytest

from bot.players.levels import Level
from bot.players.players import player_of
from bot.players.search.imagined import imagine
from bot.rules.actions import Deal
from bot.rules.games import GAMES
from bot.rules.house import House
from bot.rules.match import Match
from bot.rules.view import Phase, View
from tests.players.endings import actions

HOUSES = [
    ("klaverjas", 4, {"trump_choice": "free"}),
    ("klaverjas", 4, {"trump_choice": "free", "all_pass": "dealer_must"}),
    ("klaverjas", 4, {"trump_choice": "turn_up"}),
    ("klaverjas", 4, {"trump_choice": "dealer_first", "packets": "4-4"}),
    ("lesbos", 3, {}),
    ("lesbos", 3, {"all_pass": "redeal_next_dealer"}),
    ("hoogjassen", 4, {}),
    ("hoogjassen", 4, {"pack": "32", "roem_from": "all", "shuffle": "light"}),
    ("hoogjassen", 3, {"all_pass": "dealer_must"}),
    ("hoogjassen", 3, {"three_players": "24", "discards_for": "defenders"}),
]


def preparations(game: str, seats: int, house: House, chance: Random, deals: int) -> list[Match]:
    """Return matches in which somebody is to decide something before cards are played."""
    found = []
    match = GAMES[game](house, seats)
    thumb = player_of(game, Level.CLUB)
    dealt = 0
    while match.phase is not Phase.OVER:
        if match.phase is Phase.DEALING:
            if dealt == deals:
                break
            match.push(None, Deal(chance.randbytes(32)))
            dealt += 1
        elif match.turn is None:
            match.push(None, match.legal(None)[0])
        elif match.phase is Phase.PLAYING and match.trump is not None:
            match.push(match.turn, thumb.choose(match.view(match.turn)))
        else:
            found.append(match.copy())
            usual = thumb.choose(match.view(match.turn))
            match.push(
                match.turn, usual if chance.random() < 0.7 else chance.choice(actions(match))
            )
    return found


def seen(view: View) -> View:
    """Return a view without what other deals left in it."""
    return replace(view, deal=1, dealt=1, results=(), totals=(), ending=False, may_end=False)


@pytest.mark.parametrize(("game", "seats", "options"), HOUSES)
def test_an_imagined_deal_looks_like_the_one_that_is_seen(
    game: str, seats: int, options: dict[str, str]
) -> None:
    chance = Random(f"{game}{seats}{options}")
    house = GAMES[game].house_type(**options)
    differing = looked = 0
    for match in preparations(game, seats, house, chance, deals=12):
        view = match.view(match.turn)
        for imagined, _ in imagine(view, chance, 4):
            looked += 1
            assert seen(imagined.view(match.turn)) == seen(view)
            differing += imagined.hands != match.hands
    assert looked > 40
    assert differing > looked // 2
