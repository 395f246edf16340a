"""What the outcome of a deal with open hands is worth to the seat that is to play."""

from collections.abc import Callable
from math import exp

from bot.players.memory import roem_in, seat_of
from bot.players.search.worlds import World
from bot.rules import play
from bot.rules.cards import CardSet, cards_in, mask_of
from bot.rules.klaverjas import KlaverjasHouse
from bot.rules.lesbos import PENALTY, LesbosHouse
from bot.rules.view import View

Score = Callable[[int, World], float]
"""From how far side 0 comes ahead in what is left, and how the cards lie, to what that is worth."""

UNSURE = 25.0
"""Nobody plays as if all hands were open: by so many points, about, a deal comes out otherwise."""


def score_of(view: View) -> Score:
    """Return what tells outcomes of the play of this view apart."""
    if isinstance(view.house, KlaverjasHouse):
        return _klaverjas(view)
    if isinstance(view.house, LesbosHouse):
        return _lesbos(view)
    sign = 1 if view.seat == view.declarer else -1
    return lambda ahead, _: sign * ahead


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


def _lesbos(view: View) -> Score:
    """Return what this seat writes down less what the others do on average."""
    seat, declarer = seat_of(view), view.declarer
    won = [float(view.roem_claimed(side)) for side in range(view.seats)]
    tricks = [0] * view.seats
    for trick in view.tricks:
        won[trick.winner] += trick.points
        tricks[trick.winner] += 1
    others = [each for each in range(view.seats) if each != declarer]
    rivals = [each for each in range(view.seats) if each != seat]

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
        return written[seat] - sum(written[each] for each in rivals) / len(rivals)

    return score


def _points(cards: CardSet, trump: int) -> int:
    return sum(play.points(card, trump) for card in cards_in(cards))
