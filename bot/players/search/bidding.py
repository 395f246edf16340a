"""Choosing trump at klaverjas by search.

A hand that the count of `trump_choice` leaves no doubt about speaks as the count says. Otherwise
the hidden cards are dealt in many ways: each suit worth naming is played out with open hands, and
so is what follows if this seat passes and the others speak as the count says.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from bot.players import trump_choice
from bot.players.memory import house_of, seat_of
from bot.players.search.outlook import Outlook
from bot.players.search.sampling import Sampler
from bot.players.search.scores import score_of
from bot.players.search.solver import Solver
from bot.players.search.worlds import Weighed, World, auction_fits
from bot.rules.actions import PASS, Action, Kind
from bot.rules.cards import PACK, CardSet, Suit, cards_in, mask_of
from bot.rules.view import View

DOUBT = 16
"""How far from its mark the count leaves a doubt."""
SUITS = 2
"""So many suits are thought of, the best by the count."""
TRIED = 6
"""So many ways of dealing are drawn for each that is looked at: those that fit the auction are."""
SLACK = 8
"""What is saved on a search: so many points of exactness."""
SOLVED_FROM = 3
"""So many tricks are played by rule of thumb before the rest is solved."""
PASSES = -1
"""The option to pass, among suits."""


def open_to_doubt(view: View) -> bool:
    """Whether there is something to find out: the count is not clear, or a suit must be named."""
    if view.game != "klaverjas" or view.turned is not None:
        return False
    best = max(_count(view, view.hand, suit) for suit in Suit)
    return PASS not in view.legal or abs(best - trump_choice.needed(view)) <= DOUBT


def options(view: View) -> list[int]:
    """Return what is thought of: the best suits by the count, and to pass where that may be."""
    suits = sorted(Suit, key=lambda suit: -_count(view, view.hand, suit))[:SUITS]
    return [*map(int, suits), *([PASSES] if PASS in view.legal else [])]


def option_of(action: Action) -> int:
    """Return the option that an action takes."""
    return action.value if action.kind is Kind.TRUMP else PASSES


def look(
    view: View, solver: Solver, world: World, options: Sequence[int], nodes: int
) -> dict[int, float]:
    """Return what each option brings our side if the cards lie so, played with open hands."""
    found = {}
    for option in options:
        declarer, trump = seat_of(view), option
        if option == PASSES:
            declarer, trump = _after_pass(view, world.hands)
        found[option] = (
            0.0 if trump == PASSES else _worth(view, solver, world, declarer, trump, nodes)
        )
    return found


def deals(view: View, chance: Random, count: int) -> list[Weighed]:
    """Draw ways in which the cards may lie while trump is chosen, as the auction makes likely."""
    unseen = mask_of(PACK) & ~view.hand
    seat = seat_of(view)
    others = [each for each in range(view.seats) if each != seat]
    sampler = Sampler(
        {card: (1.0,) * len(others) for card in cards_in(unseen)},
        [view.sizes[each] for each in others],
    )
    drawn = []
    for _ in range(TRIED * count):
        hands = [view.hand] * view.seats
        for each, cards in zip(others, sampler.draw(chance), strict=True):
            hands[each] = cards
        drawn.append(World(tuple(hands), 0))
    fits = [auction_fits(view, world.hands) for world in drawn]
    return [Weighed(world, 1) for world in chance.choices(drawn, fits, k=count)]


def _worth(
    view: View, solver: Solver, world: World, declarer: int, trump: int, nodes: int
) -> float:
    """Return what a choice of trump brings our side if the cards lie so."""
    lead = declarer if house_of(view).first_lead == "maker" else view.eldest
    chosen = replace(view, trump=trump, declarer=declarer, makers=view.side_of(declarer), turn=lead)
    outlook = Outlook(chosen, world.hands)
    valued = solver.value(outlook.play_until(SOLVED_FROM), slack=SLACK, nodes=nodes)
    return score_of(chosen)(outlook.ahead + valued.ahead, world)


def _after_pass(view: View, hands: Sequence[CardSet]) -> tuple[int, int]:
    """Return who names what if this seat passes and the others speak as the count says.

    PASSES instead of a suit where the cards are dealt anew.
    """
    house = house_of(view)
    dealer_first = house.trump_choice == "dealer_first"
    first = view.dealer if dealer_first else view.eldest
    for place in range(len(view.bids) + 1, view.seats):
        seat = (first + place) % view.seats
        suit = _best(view, hands[seat])
        if _count(view, hands[seat], suit) >= trump_choice.NAMES_FROM:
            return seat, suit
    obliged = {"eldest_must": view.eldest, "dealer_must": view.dealer}.get(house.all_pass)
    if dealer_first:
        obliged = view.dealer
    if obliged is None:
        return seat_of(view), PASSES
    return obliged, _best(view, hands[obliged])


def _best(view: View, hand: CardSet) -> int:
    return max(Suit, key=lambda suit: _count(view, hand, suit))


def _count(view: View, hand: CardSet, suit: int) -> int:
    void = trump_choice.VOID[house_of(view).system]
    return trump_choice.count(hand, Suit(suit), void)
