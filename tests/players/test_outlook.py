"""How a deal goes on by rule of thumb is how it would go on at a table of club players."""

import sys
from itertools import islice
from random import Random

import pytest

from bot.players.levels import Level
from bot.players.players import player_of
from bot.players.search import going_on
from bot.players.search.master import Master
from bot.players.search.outlook import Outlook
from bot.players.search.positions import World
from bot.players.search.reading import Reading
from bot.players.search.swift import outlook_of, reading_of
from bot.players.search.worlds import Worlds
from bot.rules.actions import CLOSE, Action, Kind
from bot.rules.match import Match
from bot.rules.view import Phase
from tests.players.endings import HOUSES, actions, bonus_of, endings, pit_of, side_of


def ahead_at_the_table(match: Match, action: Action) -> int:
    """Return how far side 0 comes ahead in what is left with this card and then club players."""
    before, club = len(match.tricks), player_of(match.game, Level.CLUB)
    match.push(match.turn, action)
    while match.phase not in (Phase.DEALING, Phase.OVER):
        turn = match.turn
        if turn is None:
            match.push(None, CLOSE)
            continue
        # Nobody takes the rest: what it would have brought does not stand in the tricks.
        view = match.view(turn)
        legal = tuple(action for action in view.legal if action.kind is not Kind.REST)
        match.push(turn, club.choose(view.but(legal=legal)))
    ahead = 0
    for number, trick in enumerate(match.tricks[before:], before + 1):
        last = number == len(match.tricks)
        made = trick.points + trick.roem + (bonus_of(match) if last else 0)
        ahead += -made if side_of(match, trick.winner) else made
    sides = {side_of(match, trick.winner) for trick in match.tricks}
    return ahead + (pit_of(match, sides.pop()) if len(sides) == 1 else 0)


@pytest.mark.parametrize("name", HOUSES)
def test_a_deal_goes_on_as_at_a_table(name: str) -> None:
    game, seats, house = HOUSES[name]
    compared = 0
    for match in islice(endings(house, game, seats, cards=6, seed=12), 12):
        action = actions(match)[0]
        world = World(tuple(match.hands), match.laid or match.talon)
        found = Outlook(match.view(match.turn)).ahead(world, action.card)
        announced = match.view(None).announced
        ahead = ahead_at_the_table(match, action)
        # What is announced on the way tells others something; nobody announces in an outlook.
        if match.view(None).announced == announced:
            assert found == ahead
            compared += 1
    assert compared > 6


KLAVERJAS = [name for name, (game, *_) in HOUSES.items() if game == "klaverjas"]


@pytest.mark.parametrize("name", KLAVERJAS)
def test_compiled_it_goes_on_alike(name: str) -> None:
    game, seats, house = HOUSES[name]
    for match in islice(endings(house, game, seats, cards=7, seed=15), 15):
        view, world = match.view(match.turn), World(tuple(match.hands), match.laid)
        assert isinstance(outlook_of(view), going_on.Outlook)
        for action in actions(match):
            found = outlook_of(view).ahead(world, action.card)
            assert found == Outlook(view).ahead(world, action.card)


@pytest.mark.parametrize("name", KLAVERJAS)
def test_compiled_the_cards_say_the_same(name: str) -> None:
    game, seats, house = HOUSES[name]
    for match in islice(endings(house, game, seats, cards=4, seed=16), 8):
        view = match.view(match.turn)
        assert isinstance(reading_of(view), going_on.Reading)
        for (hands, _), _ in Worlds(view, Random(1)).draw(5):
            for seat in {0, 1, 2, 3} - {match.turn}:
                found = reading_of(view).fit(seat, hands[seat], 0)
                assert found == pytest.approx(Reading(view).fit(seat, hands[seat], 0))


def test_without_numba_it_goes_on_in_python(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    game, seats, house = HOUSES[KLAVERJAS[0]]
    (match,) = islice(endings(house, game, seats, cards=5, seed=17), 1)
    view = match.view(match.turn)
    assert isinstance(outlook_of(view), Outlook)
    assert isinstance(reading_of(view), Reading)
    slow = Master(samples=6).choose(view)
    monkeypatch.undo()
    assert Master(samples=6).choose(view) == slow
