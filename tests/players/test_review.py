"""A deal looked back on: the blunder is found, the par is the solver's, nothing is made up."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from bot.players.review import NAMED, WORTH_NAMING, Play, Review
from bot.players.search.positions import Position, position_of
from bot.players.search.review import review
from bot.players.search.solver import Solver
from bot.rules import play
from bot.rules.actions import PLAYS, REST, Action, Deal, Kind
from bot.rules.cards import Rank
from bot.rules.checking import NotScoredError
from bot.rules.house import House
from bot.rules.klaverjas import KlaverjasHouse
from bot.rules.lesbos import LesbosHouse
from bot.rules.match import Match
from bot.rules.view import DealResult, Phase, View
from tests.players.looked_back import played


def first_lead(match: Match) -> Match:
    """Return the match just before the first card of its only deal."""
    twin = type(match)(match.house, match.seats)
    for seat, move in match.log:
        if isinstance(move, Action) and move.kind in (Kind.PLAY, Kind.REST):
            break
        twin.push(seat, move)
    return twin


def plays_of(review: Review) -> list[Play]:
    return [play for trick in review.tricks for play in trick.plays]


class Thrower:
    """Throws a ten under the opponents' trick as the last to play, once, with a zero in hand."""

    def __init__(self) -> None:
        self.thrown: tuple[int, int, int] | None = None
        """Trick, seat and card."""
        self.before: Match | None = None

    def __call__(self, match: Match, view: View) -> Action | None:
        if self.thrown or len(view.trick) != 3 or len(view.legal) < 2 or view.trump is None:
            return None
        led, trump = view.trick[0][1] >> 3, view.trump
        cards = [action.card for action in view.legal if action.kind is Kind.PLAY]
        if led == trump or any(card >> 3 != led for card in cards):
            return None
        best = max(view.trick, key=lambda one: play.strength(one[1], led, trump))
        tens = [card for card in cards if card & 7 == Rank.TEN]
        lost = all(
            play.strength(card, led, trump) < play.strength(best[1], led, trump) for card in cards
        )
        worthless = any(play.points(card, trump) == 0 for card in cards)
        if not (tens and lost and worthless and (best[0] ^ match.turn) & 1):
            return None
        self.thrown = len(view.tricks) + 1, match.turn, tens[0]
        self.before = match.copy()
        return PLAYS[tens[0]]

    @property
    def cost(self) -> int:
        """What the solver says that it cost."""
        if self.before is None or self.thrown is None:
            return 0
        match = self.before
        position = position_of(match.view(match.turn), match.hands, match.laid)
        values = Solver().solve(position).values
        sign = -1 if position.rules.sides >> position.turn & 1 else 1
        return max(sign * value for value in values.values()) - sign * values[self.thrown[2]]


@cache
def thrown_away() -> tuple[Review, Thrower]:
    """Return the review of the first deal in which a ten that was thrown away cost much."""
    for seed in range(200):
        thrower = Thrower()
        match = played("klaverjas", seed, choose=thrower)
        if thrower.thrown and 2 < thrower.thrown[0] < 6 and thrower.cost >= 20:
            return review(match, 1, samples=12), thrower
    raise AssertionError("nobody could throw a ten away")


def test_a_blunder_is_found_with_its_cost() -> None:
    found, thrower = thrown_away()
    assert thrower.thrown
    number, seat, card = thrower.thrown
    (blunder,) = [each for each in found.tricks[number - 1].plays if each.seat == seat]
    assert blunder.card == card
    assert blunder.best >> 3 == card >> 3
    assert blunder.best & 7 != Rank.TEN
    assert blunder.cost >= 10
    assert blunder.open_cost == thrower.cost
    assert (number, blunder) in found.mattered


def test_costs_are_what_they_are_said_to_be() -> None:
    found, _ = thrown_away()
    for each in plays_of(found):
        assert each.cost >= 0
        assert each.open_cost >= 0
        assert (each.cost > 0) == (each.best != each.card)
    costs = [each.cost for _, each in found.mattered]
    assert costs == sorted(costs, reverse=True)
    assert 0 < len(costs) <= NAMED
    assert all(cost >= WORTH_NAMING for cost in costs)


def test_the_tricks_are_those_that_were_played() -> None:
    match = played("klaverjas", 1)
    found = review(match, 1, samples=1)
    log = [(seat, move.card) for seat, move in match.log if getattr(move, "kind", "") == Kind.PLAY]
    assert [(each.seat, each.card) for each in plays_of(found)] == log
    assert [trick.winner for trick in found.tricks] == [trick.winner for trick in match.tricks]
    assert found.result == match.results[0]


def test_the_same_deal_is_looked_back_on_alike_and_left_as_it_is() -> None:
    match = played("klaverjas", 4)
    before = list(match.log)
    assert review(match, 1, samples=2) == review(match, 1, samples=2)
    assert match.log == before


def test_what_only_one_card_allowed_costs_nothing() -> None:
    alone: list[tuple[int, int]] = []

    def note(match: Match, view: View) -> None:
        if match.phase is Phase.PLAYING and len(view.legal) == 1 and view.legal[0] != REST:
            alone.append((match.turn, view.legal[0].card))

    found = review(played("klaverjas", 2, choose=note), 1, samples=1)
    assert alone
    forced = [each for each in plays_of(found) if (each.seat, each.card) in alone]
    assert len(forced) == len(alone)
    assert {(each.cost, each.open_cost) for each in forced} == {(0, 0)}


def test_a_rest_that_was_taken_has_no_plays() -> None:
    def claims(_match: Match, view: View) -> Action | None:
        return REST if REST in view.legal else None

    for seed in range(50):
        match = played("klaverjas", seed, choose=claims)
        if match.log[-1][1] == REST and len(match.tricks) == 8:
            break
    found = review(match, 1, samples=1)
    unplayed = [trick for trick in found.tricks if not trick.plays]
    assert unplayed
    assert len(found.tricks) == 8
    assert found.tricks[-len(unplayed) :] == tuple(unplayed)
    assert {trick.winner for trick in unplayed} == {match.log[-1][0]}


def test_a_deal_that_is_not_scored_is_refused() -> None:
    match = played("klaverjas", 1)
    match.push(None, Deal(bytes(32)))
    for number in (0, 2):
        with pytest.raises(NotScoredError):
            review(match, number)


def test_an_earlier_deal_and_the_last_one() -> None:
    match = played("lesbos", 3, deals=2)
    assert review(match, 1, samples=1) == review(played("lesbos", 3), 1, samples=1)
    assert review(match, 2, samples=1).result == match.results[1]


# The par.


def ahead_of(result: DealResult, position: Position) -> int:
    """Return by how much side 0, as the solver sees it, comes ahead: cards, roem, all tricks."""
    rules = position.rules
    side_1 = [side for side in range(len(result.cards)) if rules.sides >> side & 1]
    made = [cards + roem for cards, roem in zip(result.cards, result.roem, strict=True)]
    ahead = sum(made) - 2 * sum(made[side] for side in side_1)
    won = sum(result.tricks[side] for side in side_1)
    pit = {0: rules.pit_0, sum(result.tricks): -rules.pit_1}
    return ahead + pit.get(won, 0)


@pytest.mark.parametrize(
    ("game", "seats", "house"),
    [
        ("klaverjas", 4, KlaverjasHouse()),
        ("klaverjas", 4, KlaverjasHouse(system="rotterdam", roem="auto", first_lead="maker")),
        ("lesbos", 3, LesbosHouse()),
        ("hoogjassen", 4, None),
        ("hoogjassen", 3, None),
    ],
)
def test_the_par_is_what_the_solver_says(game: str, seats: int, house: House | None) -> None:
    solver = Solver()
    for seed in plain_deals(game, seats, house):
        match = played(game, seed, seats, house)
        lead = first_lead(match)
        view = lead.view(lead.turn)
        trump = match.results[0].trump
        named = view.trump is not None
        position = position_of(replace(view, trump=trump), lead.hands, lead.laid)
        # Who names trump by his lead leads a trump.
        values = solver.solve(position, *([] if named else [play.SUIT_CARDS[trump]])).values
        best = (min if position.rules.sides >> position.turn & 1 else max)(values.values())
        par = review(match, 1, samples=1).par
        hand_roem = declared(match) if game == "hoogjassen" else 0
        assert ahead_of(par, position) == best + hand_roem
        assert (par.trump, par.declarer, par.bid) == (
            trump,
            match.results[0].declarer,
            match.results[0].bid,
        )


def plain_deals(game: str, seats: int, house: House | None) -> Iterator[int]:
    """Yield seeds of deals; of Lesbos such in which nobody has roem in his hand to announce."""
    found = 0
    for seed in range(200):
        match = played(game, seed, seats, house)
        if game != "lesbos" or not has_hand_roem(first_lead(match)):
            yield seed
            found += 1
        if found == 2:
            return


def has_hand_roem(match: Match) -> bool:
    """Whether somebody can announce roem from his hand, or will have stuk to say."""
    return any(
        match._combinations(seat, match.hands[seat]) or match._holds_stuk(seat)
        for seat in range(match.seats)
    )


def declared(match: Match) -> int:
    """Return what the declarer has declared before the first lead."""
    return sum(entry.credited for entry in match.announced)
