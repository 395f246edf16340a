"""What the outcome of a deal with open hands is worth to the seat that is to play."""

from collections.abc import Callable, Sequence
from itertools import zip_longest
from math import exp

from bot.players.hoogjassen_bidding import highest_bid
from bot.players.lesbos_stakes import CROSS
from bot.players.memory import roem_in, seat_of
from bot.players.search.positions import World
from bot.rules import low_ten, play
from bot.rules.cards import CardSet, cards_in, mask_of
from bot.rules.hoogjassen import ALL_TRICKS_BONUS, ALL_TRICKS_POINTS, HoogjassenHouse, score_deal
from bot.rules.klaverjas import KlaverjasHouse
from bot.rules.lesbos import PENALTY, LesbosHouse
from bot.rules.match import Match
from bot.rules.view import View

Score = Callable[[int, World], float]
"""From how far side 0 comes ahead in what is left, and how the cards lie, to what that is worth."""

UNSURE = 15.0
"""Nobody plays as if all hands were open: by so many points, about, a deal comes out otherwise."""
ROUNDED_UP = 3.5
"""What the defenders' points grow by on average when they are rounded to tens in Hoogjassen."""


def score_of(view: View) -> Score:
    """Return what tells outcomes of the play of this view apart."""
    if isinstance(view.house, KlaverjasHouse):
        return _klaverjas(view)
    if isinstance(view.house, LesbosHouse):
        return _lesbos(view, view.house)
    if not isinstance(view.house, HoogjassenHouse):  # pragma: no cover - there are three games
        raise TypeError(view.house)
    return _hoogjassen(view, view.house)


def settled(match: Match, seat: int) -> float:
    """Return what the last deal of a match, once scored, is worth to a seat."""
    result = match.results[-1]
    side = match.side_of(seat)
    worth = [
        score - CROSS * crosses
        for score, crosses in zip_longest(result.scores, result.crosses, fillvalue=0)
    ]
    return _ahead(worth, side)


def _ahead(scores: Sequence[float], side: int) -> float:
    """Return what a side has more than the others have on average."""
    return scores[side] - (sum(scores) - scores[side]) / (len(scores) - 1)


def likely(margin: float) -> float:
    """Return how likely a margin comes out above zero."""
    return 1 / (1 + exp(-max(min(margin / UNSURE, 40), -40)))


def _klaverjas(view: View) -> Score:
    """Return the score of our side less that of the other; nat costs makers everything."""
    makers = view.makers or 0
    ours = view.side_of(seat_of(view))
    ahead_so_far = roem = 0
    for n, trick in enumerate(view.tricks):
        claimed = trick.roem
        if not claimed and view.claims and n == len(view.tricks) - 1 and not view.trick:
            # It can still be claimed, and will be.
            claimed = roem_in(view, mask_of(card for _, card in trick.cards))
        roem += claimed
        value = trick.points + claimed
        ahead_so_far += value if view.side_of(trick.winner) == 0 else -value
    sign = 1 if ours == makers else -1

    def score(ahead: int, _: World) -> float:
        total = ahead_so_far + ahead
        made = total if makers == 0 else -total
        chance = likely(made - 0.5)
        lost = max(play.CARD_POINTS + roem, -made)
        return sign * (chance * max(made, 0) - (1 - chance) * lost)

    return score


def _lesbos(view: View, house: LesbosHouse) -> Score:
    """Return what this seat writes down less what the others do on average."""
    seat, declarer = seat_of(view), view.declarer
    won = [float(view.roem_claimed(side)) for side in range(view.seats)]
    tricks = [0] * view.seats
    for trick in view.tricks:
        won[trick.winner] += trick.points
        tricks[trick.winner] += 1
    others = [each for each in range(view.seats) if each != declarer]

    def score(ahead: int, world: World) -> float:
        left = sum(_points(hand, view.trump or 0) for hand in world.hands)
        left += sum(play.points(card, view.trump or 0) for _, card in view.trick)
        left += play.LAST_TRICK_POINTS + _points(world.laid, view.trump or 0)
        totals = list(won)
        totals[declarer or 0] += (left + ahead) / 2
        for each in others:
            totals[each] += (left - ahead) / 2 / len(others)
        made = likely(totals[declarer or 0] - max(totals[each] for each in others))
        written = list(totals)
        written[declarer or 0] = made * totals[declarer or 0] + (1 - made) * PENALTY
        for each in others:
            if house.nat_others == "nothing":
                written[each] *= made
            elif house.nat_others == "split":
                written[each] += (1 - made) * totals[declarer or 0] / 2
        return _ahead(written, seat)

    return score


def _hoogjassen(view: View, house: HoogjassenHouse) -> Score:
    """Return what this seat writes down less what the others do on average.

    Points count one by one here, as they do on average before they are rounded.
    """
    declarer, trump, opponents = view.declarer or 0, view.trump or 0, view.seats - 1
    bid, roem, blind = highest_bid(view), view.roem_claimed(declarer), bool(view.plays_blind)
    unbeaten = all(trick.winner == declarer for trick in view.tricks)
    lost = sum(trick.points for trick in view.tricks if trick.winner != declarer)
    shares = [opponents if seat == declarer else -1 for seat in range(view.seats)]
    share = _ahead(shares, seat_of(view))

    def low_points(cards: CardSet) -> int:
        return sum(low_ten.points(card, trump) for card in cards_in(cards))

    def score(ahead: int, world: World) -> float:
        left = low_ten.LAST_TRICK_POINTS + low_points(mask_of(card for _, card in view.trick))
        left += sum(map(low_points, world.hands))
        # Only the bonus tells all tricks from all points: a trick may hold none.
        all_tricks = unbeaten and ahead > left + ALL_TRICKS_BONUS // 2
        defenders = 0.0 if all_tricks else lost + (left - ahead) / 2
        if house.discards_for == "defenders":
            defenders += low_points(world.laid)
        best = score_deal(bid, roem, 0, all_tricks, blind, opponents, house)
        if best.points == ALL_TRICKS_POINTS:
            return share * best.net
        return share * (best.net - (defenders + ROUNDED_UP) * (2 if blind else 1))

    return score


def _points(cards: CardSet, trump: int) -> int:
    return sum(play.points(card, trump) for card in cards_in(cards))
