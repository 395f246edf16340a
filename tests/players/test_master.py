"""The player by search: what it knows, what it does at once, its manners."""

import time
from random import Random

import pytest

from bot.players.levels import Level
from bot.players.players import player_of
from bot.players.search.imagined import imagine
from bot.players.search.master import Master
from bot.players.search.worlds import Worlds
from bot.rules.actions import Deal, Kind
from bot.rules.games import GAMES
from bot.rules.match import Match
from bot.rules.view import Phase
from tests.players.endings import actions
from tests.players.positions import position
from tests.players.test_imagined import preparations
from tests.players.test_sampling import with_hands

PAIRS = {"klaverjas": 80, "lesbos": 60, "hoogjassen": 60}


@pytest.fixture(scope="module")
def master() -> Master:
    return Master(samples=4)


def some_play(game: str, chance: Random) -> Match:
    """Return a match in which somebody is to play a card, some tricks played."""
    while True:
        match = GAMES[game](GAMES[game].house_type(), GAMES[game].counts[0])
        match.push(None, Deal(chance.randbytes(32)))
        thumb = player_of(game, Level.CLUB)
        for _ in range(chance.randrange(16, 40)):
            if match.turn is None:
                break
            playing = match.phase is Phase.PLAYING and match.trump is not None
            wild = playing and chance.random() < 0.3
            view = match.view(match.turn)
            match.push(match.turn, chance.choice(actions(match)) if wild else thumb.choose(view))
        if match.phase is Phase.PLAYING and match.trump is not None:
            return match


@pytest.mark.parametrize("game", PAIRS)
def test_it_knows_nothing_but_its_view(game: str) -> None:
    """Pairs of matches that differ only in what it may not know: the same seed, the same move."""
    chance = Random(17)
    differing = 0
    for number in range(PAIRS[game]):
        match = some_play(game, chance)
        seat = match.turn
        assert seat is not None
        (world, _), *_ = Worlds(match.view(seat), chance).draw(1)
        twin = with_hands(match, world.hands, world.laid)
        assert twin.view(seat) == match.view(seat)
        differing += twin.hands != match.hands
        first = Master(samples=3, seed=number).choose(match.view(seat))
        assert Master(samples=3, seed=number).choose(twin.view(seat)) == first
    assert differing > PAIRS[game] // 2


@pytest.mark.parametrize("game", PAIRS)
def test_before_cards_are_played_it_knows_no_more(game: str) -> None:
    chance = Random(23)
    house = GAMES[game].house_type()
    differing = looked = 0
    for number in range(12):
        for match in preparations(game, GAMES[game].counts[0], house, chance, deals=1):
            seat = match.turn
            assert seat is not None
            (twin, _), *_ = imagine(match.view(seat), chance, 1)
            assert twin.view(seat) == match.view(seat)
            looked += 1
            differing += twin.hands != match.hands
            first = Master(samples=2, seed=number).choose(match.view(seat))
            assert Master(samples=2, seed=number).choose(twin.view(seat)) == first
    assert looked > 10
    assert differing > looked // 2


def test_an_only_card_is_played_at_once(master: Master) -> None:
    view = position(
        "TC 7D 8D QS 7S",
        trump="H",
        seat=0,
        trick="1 8C AC 9C",
        tricks=["0 AH 7H 8H 9H", "0 AS KS JS 8S", "0 9D QD KD AD"],
    )
    assert [str(action) for action in view.legal] == ["play TC"]
    start = time.process_time()
    assert master.choose(view) is view.legal[0]
    assert time.process_time() - start < 0.01


def test_whole_deals_are_legal() -> None:
    for game, seats in (("klaverjas", 4), ("lesbos", 3), ("hoogjassen", 4), ("hoogjassen", 3)):
        match = GAMES[game](GAMES[game].house_type(), seats)
        player = Master(samples=2)
        while not match.results:
            if match.phase is Phase.DEALING:
                match.push(None, Deal(Random(f"{game}{match.dealt}").randbytes(32)))
            elif match.phase is Phase.COUNTING:
                match.push(None, match.legal(None)[0])
            else:
                assert match.turn is not None
                action = player.choose(match.view(match.turn))
                assert action.kind is not Kind.COUNT
                match.push(match.turn, action)
