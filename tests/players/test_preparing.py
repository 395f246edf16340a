"""What a master thinks of before cards are played, and what that is worth."""

from random import Random

import pytest

from bot.players.lesbos_stakes import CROSS
from bot.players.levels import Level
from bot.players.players import player_of
from bot.players.search import preparing
from bot.players.search.positions import World
from bot.players.search.scores import score_of, settled
from bot.rules import low_ten
from bot.rules.actions import ACCEPT, BLIND, CLOSE, PASS, TAKE, TRUMPS, Action, Kind
from bot.rules.cards import Suit, cards_in
from bot.rules.games import GAMES
from bot.rules.hoogjassen import ALL_TRICKS_BONUS
from bot.rules.match import Match
from bot.rules.view import Phase, View
from tests.players.positions import auction
from tests.players.test_imagined import preparations


def options(view: View) -> list[Action]:
    return preparing.options(view, player_of(view.game, Level.CLUB).choose(view))


def thought_of(game: str, **house: str) -> list[tuple[Match, list[Action]]]:
    """Return decisions of many deals, with what there is to think of."""
    matches = preparations(
        game, GAMES[game].counts[0], GAMES[game].house_type(**house), Random(3), deals=30
    )
    return [(match, options(match.view(match.turn))) for match in matches]


def played_out(game: str) -> list[Match]:
    """Return matches of which a deal has just been scored, by rule of thumb."""
    thumb = player_of(game, Level.CLUB)
    found = []
    for match, _ in thought_of(game):
        scored = len(match.results)
        while match.phase not in (Phase.DEALING, Phase.OVER):
            turn = match.turn
            match.push(turn, CLOSE if turn is None else thumb.choose(match.view(turn)))
        if len(match.results) > scored:
            found.append(match)
    return found


def test_nothing_is_thought_of_where_the_hand_leaves_no_doubt() -> None:
    assert options(auction("JS 9S AS TS KS AH AD 7C")) == [TRUMPS[Suit.SPADES]]
    assert options(auction("7S 8S QH 7H QD 8D KC 8C")) == [PASS]


def test_a_hand_in_doubt_may_name_its_best_suits_or_pass() -> None:
    found = options(auction("JS AS 8S KS AH TH 9D 7C"))
    assert {PASS, TRUMPS[Suit.SPADES]} < set(found)
    assert len(found) == 3


def test_who_must_name_thinks_of_two_suits() -> None:
    must = [
        found
        for match, found in thought_of("klaverjas", trump_choice="eldest_must")
        if PASS not in match.legal(match.turn)
    ]
    assert must
    assert all(len(found) == 2 and PASS not in found for found in must)


def test_a_turned_suit_is_played_on_or_not() -> None:
    found = [found for _, found in thought_of("klaverjas", trump_choice="turn_up")]
    assert {frozenset(each) for each in found} >= {frozenset((ACCEPT, PASS))}
    assert any(len(each) == 1 for each in found)


@pytest.mark.parametrize("game", ["lesbos", "hoogjassen"])
def test_several_ways_of_laying_away_are_thought_of(game: str) -> None:
    lays = [found for match, found in thought_of(game) if match.to_lay]
    assert lays
    for found in lays:
        assert found[0].kind is Kind.LAY
        assert 1 < len(set(found)) <= 5


def test_hoogjassen_thinks_of_bids_blind_and_trump() -> None:
    found = [set(each) for _, each in thought_of("hoogjassen")]
    assert {TAKE, BLIND} in found
    assert any(PASS in each and any(a.kind is Kind.BID for a in each) for each in found)
    assert any(len(each) > 1 and all(a.kind is Kind.TRUMP for a in each) for each in found)


@pytest.mark.parametrize("game", GAMES)
def test_what_one_seat_is_ahead_the_others_are_behind(game: str) -> None:
    for match, _ in thought_of(game)[:20]:
        worth = [preparing.worth(match.copy(), seat) for seat in range(match.seats)]
        assert abs(sum(worth)) < 1e-6


def test_a_deal_is_worth_what_is_written_down_for_it() -> None:
    for match in played_out("hoogjassen"):
        mine, *others = match.results[-1].scores
        assert settled(match, 0) == mine - sum(others) / 3


def test_a_cross_costs_what_it_costs_at_the_day() -> None:
    crossed = [match for match in played_out("lesbos") if sum(match.results[-1].crosses)]
    assert crossed
    for match in crossed:
        result = match.results[-1]
        worth = [
            score - CROSS * crosses
            for score, crosses in zip(result.scores, result.crosses, strict=True)
        ]
        assert settled(match, 0) == worth[0] - (worth[1] + worth[2]) / 2


def test_all_points_are_not_all_tricks() -> None:
    """A trick of Hoogjassen may hold no points: who loses one has no bonus."""
    looked = 0
    thumb = player_of("hoogjassen", Level.CLUB)
    for match, _ in thought_of("hoogjassen"):
        while match.phase is not Phase.DEALING and not match.tricks:
            match.push(match.turn, thumb.choose(match.view(match.turn)))
        if match.phase is Phase.DEALING or match.tricks[0].winner != match.declarer:
            continue
        looked += 1
        left = low_ten.LAST_TRICK_POINTS + sum(
            low_ten.points(card, match.trump) for hand in match.hands for card in cards_in(hand)
        )
        score = score_of(match.view(match.declarer))
        world = World(tuple(match.hands), match.laid or match.talon)
        every_trick = score(left + ALL_TRICKS_BONUS, world)
        assert every_trick > score(left, world) + ALL_TRICKS_BONUS
    assert looked
