"""The beginner: legal, the same from the same view, inattentive now and then and not always."""

import random
import subprocess
import sys
from collections import Counter

import pytest

from bot.players.beginner import flatter
from bot.players.levels import Level
from bot.players.players import PLAYERS, player_of
from bot.rules.actions import CLAIM, CLOSE, COUNT, Deal, Kind
from bot.rules.games import GAMES
from bot.rules.match import Match
from bot.rules.view import Phase

TABLES = [(game, seats) for game in GAMES for seats in GAMES[game].counts]
DEALS = 60


def plays_of(game: str, seats: int, deals: int, seed: int = 1) -> Counter[str]:
    """Let beginners play deals; count what they did, and where it is not what the thumb would."""
    chance, found = random.Random(seed), Counter[str]()
    beginner, thumb = player_of(game, Level.BEGINNER), PLAYERS[game]
    house = GAMES[game].house_type()
    for _ in range(deals):
        match = GAMES[game](house, seats)
        while not match.results:
            if match.phase is Phase.DEALING:
                match.push(None, Deal(chance.randbytes(32)))
            claim(match, found, game)
            if match.phase is Phase.COUNTING:
                match.push(None, CLOSE)
            elif match.turn is not None:
                view = match.view(match.turn)
                action = beginner.choose(view)
                assert action == beginner.choose(match.copy().view(match.turn))
                wanted = thumb.choose(view)
                choice = sum(a.kind is Kind.PLAY for a in view.legal) > 1
                if wanted.kind is Kind.PLAY and choice:
                    found["cards"] += 1
                    found["slips"] += action.card != wanted.card
                elif view.phase is Phase.BIDDING:
                    found["bids"] += 1
                    found["other bids"] += action != wanted
                # What is not legal is refused here.
                match.push(match.turn, action)
    return found


def claim(match: Match, found: Counter[str], game: str) -> None:
    """Let the winner of the last trick claim its roem if he thinks of it; count that."""
    for seat in range(match.seats):
        view = match.view(seat)
        if PLAYERS[game].claims(view):
            found["roem"] += 1
            if player_of(game, Level.BEGINNER).claims(view):
                match.push(seat, CLAIM)
            else:
                found["forgotten"] += 1
        else:
            assert not player_of(game, Level.BEGINNER).claims(view)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_whole_deals_are_legal_and_now_and_then_inattentive(game: str, seats: int) -> None:
    found = plays_of(game, seats, DEALS)
    assert 0.1 < found["slips"] / found["cards"] < 0.35
    assert 0 < found["other bids"] < found["bids"] / 2


def test_roem_is_mostly_claimed_and_sometimes_forgotten() -> None:
    found = plays_of("klaverjas", 4, 2 * DEALS)
    assert 0.05 < found["forgotten"] / found["roem"] < 0.5


def test_what_is_forgotten_stays_forgotten() -> None:
    """A claim is looked for at every change of the table while the trick lies there."""
    chance = random.Random(3)
    beginner = player_of("klaverjas", Level.BEGINNER)
    answers = Counter[bool]()
    while len(answers) < 2 or answers.total() < 20:
        match = GAMES["klaverjas"](GAMES["klaverjas"].house_type(), 4)
        match.push(None, Deal(chance.randbytes(32)))
        while match.turn is not None:
            match.push(match.turn, beginner.choose(match.view(match.turn)))
        winner = match.tricks[-1].winner if match.tricks else None
        if match.phase is not Phase.COUNTING or CLAIM not in match.legal(winner):
            continue
        first = beginner.claims(match.view(winner))
        answers[first] += 1
        for seat in range(4):
            if seat != winner:
                match.push(seat, COUNT)
                assert beginner.claims(match.view(winner)) == first


def test_one_card_only_is_taken_for_a_better_one() -> None:
    chance = random.Random(4)
    differing = 0
    for _ in range(200):
        match = GAMES["klaverjas"](GAMES["klaverjas"].house_type(), 4)
        match.push(None, Deal(chance.randbytes(32)))
        view = match.view(match.turn)
        seen = flatter(view, chance)
        assert seen.bit_count() == 8
        lost, found = view.hand & ~seen, seen & ~view.hand
        assert lost.bit_count() == found.bit_count() <= 1
        if lost:
            differing += 1
            old, new = lost.bit_length() - 1, found.bit_length() - 1
            assert old >> 3 == new >> 3
            assert view.strengths[1][new & 7] > view.strengths[1][old & 7]
    assert differing > 100


def test_another_process_plays_the_same() -> None:
    """Nothing rests on Python's hashes, which are others in each process."""
    code = (
        "from tests.players.test_beginner import plays_of;"
        "print(sorted(plays_of('lesbos', 3, 2).items()))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
    assert said.pop().startswith("[(")


def test_club_and_for_want_of_a_search_master_play_by_thumb() -> None:
    for game, thumb in PLAYERS.items():
        assert player_of(game, Level.CLUB) is thumb
        assert player_of(game, Level.MASTER) is thumb
        assert player_of(game, Level.BEGINNER) is not thumb
