"""Works out what is to be said of a scored deal: see `bot.players.review`."""

from itertools import islice

from bot.players.review import Play, PlayedTrick, Review
from bot.players.search.master import Master
from bot.players.search.positions import position_of
from bot.players.search.solver import Solver
from bot.rules.actions import CLAIM, CLOSE, Action, Kind
from bot.rules.cards import Card
from bot.rules.checking import NotScoredError
from bot.rules.match import Match
from bot.rules.play import SUIT_CARDS
from bot.rules.view import DealResult, Phase, Trick, View

TIES, SURE = 2.0, 2.0
"""By how many points, and by how many standard errors, a card must be better than the one that was
played to be named."""


def review(match: Match, number: int, samples: int | None = None) -> Review:
    """Look back on a deal of a match; `number` is `DealResult.number`. It takes some seconds.

    Raises NotScoredError for a deal that is not scored. The match is left as it is.
    """
    moments, tricks = _played(match, number)
    solver, masters = Solver(), (Master(samples, seed=0), Master(samples, seed=1))
    plays = iter(
        [
            _looked_at(before, action.card, solver, masters)
            for before, action in moments
            if action.kind is Kind.PLAY
        ]
    )
    result = match.results[number - 1]
    return Review(
        tuple(PlayedTrick(tuple(islice(plays, len(t.cards))), t.winner) for t in tricks),
        result,
        _par(moments[0][0], result.trump, solver),
    )


def _played(match: Match, number: int) -> tuple[list[tuple[Match, Action]], list[Trick]]:
    """Return the match before each card of a deal and before the rest was taken, and the tricks."""
    if not 1 <= number <= len(match.results):
        raise NotScoredError(number)
    twin = type(match)(match.house, match.seats)
    moments: list[tuple[Match, Action]] = []
    for seat, move in match.log:
        # Of the deals with this number the last one is scored, and no other has come to play.
        current = len(twin.results) == number - 1
        if current and isinstance(move, Action) and move.kind in (Kind.PLAY, Kind.REST):
            moments.append((twin.copy(), move))
        twin.push(seat, move)
        if len(twin.results) == number:
            break
    return moments, twin.tricks


def _looked_at(match: Match, card: Card, solver: Solver, masters: tuple[Master, Master]) -> Play:
    """Return what is thought of a card that is about to be played."""
    view, seat = _view(match), match.turn or 0
    if len({action.card for action in _plays(view)}) == 1 or view.trump is None:
        # There was no choice; or the lead names trump, which is another matter.
        return Play(seat, card, card, 0, 0)
    best, cost = _on_average(view, card, *masters)
    open_values = _open_values(match, view, solver)
    return Play(seat, card, best, cost, max(open_values.values()) - open_values[card])


def _view(match: Match) -> View:
    return match.view(match.turn)


def _plays(view: View) -> list[Action]:
    return [action for action in view.legal if action.kind is Kind.PLAY]


def _on_average(view: View, card: Card, master: Master, other: Master) -> tuple[Card, int]:
    """Return what the master would have played, and by how much that is better than a card.

    By how much is found out anew, over other samples: over his own the best one of several cards
    always looks better than it is.
    """
    best = master.choose(view)
    if best.kind is not Kind.PLAY or best.card == card:
        return card, 0
    judgement = other.compare(view, card, best.card, TIES)
    if judgement.choose(card, SURE) == card:
        return card, 0
    return best.card, round(judgement.values[best.card] - judgement.values[card])


def _open_values(match: Match, view: View, solver: Solver) -> dict[Card, int]:
    """Return by how much each card brings the side that is to play ahead, with open hands."""
    position = position_of(view, match.hands, match.laid)
    sign = -1 if position.rules.sides >> position.turn & 1 else 1
    return {card: sign * ahead for card, ahead in solver.solve(position).values.items()}


def _par(match: Match, trump: int, solver: Solver) -> DealResult:
    """Play a deal to its end as well as can be, with open hands, and return what it comes to."""
    match = match.copy()
    scored = len(match.results)
    while len(match.results) == scored:
        match.push(*_best_move(match, trump, solver))
    return match.results[-1]


def _best_move(match: Match, trump: int, solver: Solver) -> tuple[int | None, Action]:
    if match.tricks:
        winner = match.tricks[-1].winner
        if CLAIM in match.legal(winner):
            return winner, CLAIM
    if match.phase is Phase.COUNTING:
        return None, CLOSE
    view = _view(match)
    plays = _plays(view)
    if view.trump is None:
        # The lead names trump: as it did.
        view = view.but(trump=trump)
        plays = [action for action in plays if SUIT_CARDS[trump] >> action.card & 1]
    values = {plays[0].card: 0} if len(plays) == 1 else _open_values(match, view, solver)
    # With a card all is said that can be: that is the higher value.
    return match.turn, max(plays, key=lambda action: (values[action.card], action.value))
