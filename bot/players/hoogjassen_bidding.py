"""Bidding in Hoogjassen, and whether to play blind.

A hand is worth what `hoogjassen_hand` says it makes with an average talon. The lowest bid is made
that is allowed, as long as it stays under that: who bids higher than he must gives points away.
"""

from bot.players.hoogjassen_hand import Table, best_trump, house_of, with_talon, worth
from bot.rules.actions import BLIND, PASS, TAKE, Action, Kind, bid
from bot.rules.cards import CardSet
from bot.rules.hoogjassen import ALL_TRICKS_BONUS, HIGHEST_BID, USUAL_LOWEST_BID, HoogjassenHouse
from bot.rules.view import View

MARGIN = 15
"""By how much a hand is to be worth more than its bid. Anything from 0 to 20 scores alike against
copies of itself; the lower, the more often a declarer falls short."""
BLIND_MARGIN = 10
"""By how much blind is to promise more than the talon: what a hand is worth is overrated by about
half of this, and blind doubles it."""


def choose_bid(view: View) -> Action:
    """Return the lowest bid that is allowed, or pass where the hand does not stretch so far."""
    lowest = next_bid(view, highest_bid(view))
    if lowest > HIGHEST_BID:
        return PASS
    return bid(lowest) if promise(view, view.hand, lowest) >= MARGIN else PASS


def promise(view: View, hand: CardSet, points: int) -> float:
    """Return what a hand was worth beyond a bid while nobody had taken the talon."""
    table = Table.of(view, points)
    talon = view.talon or view.taken.bit_count()
    taken = with_talon(hand, talon, table) - points
    return max(taken, net_blind(hand, points, table, house_of(view)))


def choose_talon(view: View) -> Action:
    """Return whether to take the talon or to leave it unseen."""
    points = highest_bid(view)
    table = Table.of(view, points)
    taken = with_talon(view.hand, view.talon, table) - points
    blind = net_blind(view.hand, points, table, house_of(view))
    return BLIND if blind > taken + BLIND_MARGIN else TAKE


def next_bid(view: View, highest: int) -> int:
    """Return the lowest bid that is allowed over the highest so far, 0 where there is none."""
    lowest = house_of(view).lowest_bid or USUAL_LOWEST_BID[view.seats]
    return max(lowest, highest + 10)


def highest_bid(view: View) -> int:
    """Return the highest bid of this deal, 0 where there is none."""
    return max((action.value for _, action in view.bids if action.kind is Kind.BID), default=0)


def net_blind(hand: CardSet, points: int, table: Table, house: HoogjassenHouse) -> float:
    """Return what is made beyond a bid of so many points, doubled, without the talon."""
    trump = best_trump(hand, 0, table)
    found = worth(hand, 0, trump, table)
    net = 2 * (found.value - points)
    if house.blind_doubles == "all_but_100":
        net -= ALL_TRICKS_BONUS * found.all_tricks * (table.bonus > 0)
    return net
