"""What a view works out of what it holds, and how a match came out."""

import random

import pytest

from bot.rules.cards import cards_in, parse_cards
from bot.rules.games import GAMES
from bot.rules.view import Outcome, Phase, places_of

from . import hoogjassen_positions, lesbos_positions, positions


@pytest.mark.parametrize(
    ("totals", "places", "winners", "draw"),
    [
        ((100, 62), (1, 2), (0,), False),
        ((62, 100), (2, 1), (1,), False),
        ((81, 81), (1, 1), (0, 1), True),
        ((5, 9, 5), (2, 1, 2), (1,), False),
        ((9, 5, 9, 1), (1, 3, 1, 4), (0, 2), True),
    ],
)
def test_equals_share_a_place_and_the_first_place_shared_is_a_draw(totals, places, winners, draw):
    assert places_of([(total,) for total in totals]) == places
    assert Outcome(totals, winners, places).draw == draw


@pytest.mark.parametrize("dealer", range(4))
def test_eldest_sits_on_the_dealers_left(dealer):
    match = positions.klaverjas()
    positions.deal(match, dealer)
    assert match.view(None).eldest == match.turn == (dealer + 1) % 4


def test_what_has_been_played_lies_in_tricks_and_in_the_trick():
    hands = ["7S 8S", "9S TS", "JS QS", "KS AS"]
    match = positions.start(hands, trump="H", roem="auto")
    assert match.view(None).played == 0
    laid = []
    for card in parse_cards("8S 9S QS AS KS 7S"):
        match.push(match.turn, positions.PLAYS[card])
        laid.append(card)
        for seat in (None, 0, 3):
            assert list(cards_in(match.view(seat).played)) == sorted(laid)
    view = match.view(2)
    assert (view.tricks_won(0), view.tricks_won(1)) == (0, 1)


@pytest.mark.parametrize("seats", [3, 4])
def test_each_has_his_own_tricks_where_there_are_no_partners(seats):
    match = positions.play_out(
        hoogjassen_positions.hoogjassen(seats, length="4"), random.Random(1), 1
    )
    view = match.view(None)
    won = [view.tricks_won(view.side_of(seat)) for seat in range(view.seats)]
    assert won == list(match.results[0].tricks)


def test_in_klaverjas_nothing_is_laid_away_bid_or_crossed():
    match = positions.play_out(positions.klaverjas(length="4"), random.Random(1))
    assert match.phase is Phase.OVER
    for result in match.results:
        assert (result.discards, result.bid, result.points, result.crosses) == (0, 0, 0, ())
    assert match.outcome.points == ()


def test_a_bid_belongs_to_hoogjassen_and_crosses_to_lesbos():
    lesbos = lesbos_positions.lesbos()
    lesbos_positions.finish(lesbos, 0, cards=(40, 60, 62))
    assert lesbos.results[0].crosses == (1, 0, 0)
    assert (lesbos.results[0].bid, lesbos.results[0].points) == (0, 0)
    hoogjassen = hoogjassen_positions.hoogjassen()
    hoogjassen_positions.finish(hoogjassen, points=160, defenders=30)
    assert hoogjassen.results[0].crosses == ()
    assert (hoogjassen.results[0].bid, hoogjassen.results[0].points) == (160, 120)


@pytest.mark.parametrize(("game", "seats"), [(g, n) for g in GAMES for n in GAMES[g].counts])
def test_before_the_first_deal_everybody_sees_an_empty_table(game, seats):
    match = GAMES[game](GAMES[game].house_type(), seats)
    for seat in (None, *range(seats)):
        view = match.view(seat)
        assert (view.phase, view.turn, view.deal, view.dealt) == (Phase.DEALING, None, 1, 0)
        assert (view.decision, view.passed_out, view.talon, view.to_lay) == (0, 0, 0, 0)
        assert view.dealer in range(seats)
        assert (view.hand, view.taken, view.laid, view.played) == (0, 0, 0, 0)
        assert (view.sizes, view.blind) == ((0,) * seats, (0,) * seats)
        assert (view.trump, view.turned, view.declarer, view.makers) == (None,) * 4
        assert (view.legal, view.bids, view.announced, view.tricks, view.shown) == ((),) * 5
        assert (view.results, view.counted, view.outcome) == ((), (), None)
        assert not any((view.claimable, view.ending, view.may_end))
        assert set(view.totals) == {0}
