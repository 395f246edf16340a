"""What the others have said before the play tells of their hands."""

from math import exp

from bot.players import hoogjassen_bidding, lesbos_trump, trump_choice
from bot.players.memory import house_of
from bot.rules.actions import Kind
from bot.rules.cards import CardSet, Suit
from bot.rules.view import View

DOUBT = {"klaverjas": 8.0, "lesbos": 25.0, "hoogjassen": 15.0}
"""How far from the mark of the rule of thumb, in its points, somebody may still speak, or pass."""


def fit(view: View, seat: int, hand: CardSet) -> float:
    """Return how likely a seat would have spoken as it did, with this hand.

    The hand is that of the bidding: what was picked up later left out, what was played included.
    """
    match view.game:
        case "klaverjas":
            return _klaverjas(view, seat, hand)
        case "lesbos":
            return _lesbos(view, seat, hand)
    return _hoogjassen(view, seat, hand)


def _speaks(view: View, beyond: float) -> float:
    """Return how likely somebody speaks whose hand is so far beyond the mark."""
    # Never quite certain, either way: it is asked for its logarithm.
    return 1 / (1 + exp(max(-30, min(30, -beyond / DOUBT[view.game]))))


def _klaverjas(view: View, seat: int, hand: CardSet) -> float:
    void = trump_choice.VOID[house_of(view).system]
    mark = trump_choice.NAMES_FROM
    likely = 1.0
    for speaker, action in view.bids:
        if speaker != seat:
            continue
        if action.kind is Kind.TRUMP:
            likely *= _speaks(view, trump_choice.count(hand, Suit(action.value), void) - mark)
        elif view.turned is not None:
            # The first suit that was turned is forgotten once another is: it tells little.
            speaks = _speaks(view, trump_choice.count(hand, Suit(view.turned), void) - mark)
            likely *= speaks if action.kind is Kind.ACCEPT else 1 - speaks
        else:
            best = max(trump_choice.count(hand, suit, void) for suit in Suit)
            likely *= 1 - _speaks(view, best - mark)
    return likely


def _lesbos(view: View, seat: int, hand: CardSet) -> float:
    likely = 1.0
    for place, (speaker, action) in enumerate(view.bids):
        if speaker == seat:
            speaks = _speaks(view, lesbos_trump.promise(view, hand, place))
            likely *= speaks if action.kind is Kind.ACCEPT else 1 - speaks
    return likely


def _hoogjassen(view: View, seat: int, hand: CardSet) -> float:
    """A seat says most with its last bid, and with the one that it did not make."""
    bid = refused = highest = 0
    for speaker, action in view.bids:
        if action.kind is Kind.BID:
            highest = action.value
            if speaker == seat:
                bid = highest
        elif action.kind is Kind.PASS and speaker == seat:
            refused = hoogjassen_bidding.next_bid(view, highest)
    likely = 1.0
    for points, spoke in ((bid, True), (refused, False)):
        if points:
            promise = hoogjassen_bidding.promise(view, hand, points)
            speaks = _speaks(view, promise - hoogjassen_bidding.MARGIN)
            likely *= speaks if spoke else 1 - speaks
    return likely
