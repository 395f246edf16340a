"""Choosing trump by a count that can be made at the table.

For each suit as trump the hand is counted in card points:

    each trump 8; the jack 22 more; the nine 13 more, if another trump guards it; the trump ace 6,
    the trump ten 3; each side ace 15; a side ten 3 if its ace or any other card is beside it,
    minus 2 if it stands alone; a side king below no ace of one's own 1; each side suit one
    has none of 10, in Rotterdam 8, where one must also ruff what the partner has won.

37 and the count are about what the side takes home of the 162 points: the numbers are rounded from
a regression over some 16,000 deals per system in which this player held all four seats and any
suit of two or more cards was made trump. From a count of 60 on, 97 points, it names; when it must
name it takes the best suit, and of equals the first. The seat matters in one place: the last to
speak passes up to 75 when that obliges an opponent (`needed`).
"""

from bot.players.memory import house_of, seat_of
from bot.rules.actions import ACCEPT, PASS, TRUMPS, Action
from bot.rules.cards import CardSet, Rank, Suit
from bot.rules.view import View

EACH_TRUMP = 8
JACK, GUARDED_NINE, TRUMP_ACE, TRUMP_TEN = 22, 13, 6, 3
SIDE_ACE, SIDE_KING = 15, 1
SIDE_TEN, BARE_TEN = 3, -2
VOID = {"amsterdam": 10, "rotterdam": 8}

NAMES_FROM = 60
"""37 + 60 points at home: made seven times out of ten, and what nat costs is earned back."""
NAMES_FROM_IF_THEY_MUST = 75
"""When all have passed and an opponent must name if this seat passes too: he has already shown
that he has no hand for it, so only a good hand spares him that."""


def bid(view: View) -> Action:
    """Return what this seat says: a suit, that it plays on the suit turned, or pass."""
    void = VOID[house_of(view).system]
    if view.turned is not None:
        suit = Suit(view.turned)
        name = ACCEPT
    else:
        suit = max(Suit, key=lambda each: count(view.hand, each, void))
        name = TRUMPS[suit]
    if PASS in view.legal and count(view.hand, suit, void) < needed(view):
        return PASS
    return name


def needed(view: View) -> int:
    """Return the count on which this seat names rather than passes."""
    obliged = obliged_next(view)
    theirs = obliged is not None and view.side_of(obliged) != view.side_of(seat_of(view))
    return NAMES_FROM_IF_THEY_MUST if theirs else NAMES_FROM


def obliged_next(view: View) -> int | None:
    """Return who must play if this seat passes; None where somebody may still choose or deals."""
    house = house_of(view)
    match house.trump_choice, len(view.bids):
        case "turn_up", 7:
            return view.eldest
        case "dealer_first", 3:
            return view.dealer
        case "free", 3:
            return {"eldest_must": view.eldest, "dealer_must": view.dealer}.get(house.all_pass)
    return None


def count(hand: CardSet, trump: Suit, void: int) -> int:
    """Return the count of a hand with this suit as trump; a void side suit counts `void`."""
    return count_trumps(hand >> trump * 8 & 0xFF) + sum(
        count_side(hand >> suit * 8 & 0xFF, void) for suit in Suit if suit != trump
    )


def has(suit: int, rank: Rank) -> bool:
    """Whether a rank is among the cards of one suit, a mask of ranks."""
    return bool(suit >> rank & 1)


def count_trumps(suit: int) -> int:
    """Return the count of the trumps, a mask of ranks."""
    return (
        EACH_TRUMP * suit.bit_count()
        + JACK * has(suit, Rank.JACK)
        + GUARDED_NINE * (has(suit, Rank.NINE) and suit.bit_count() > 1)
        + TRUMP_ACE * has(suit, Rank.ACE)
        + TRUMP_TEN * has(suit, Rank.TEN)
    )


def count_side(suit: int, void: int) -> int:
    """Return the count of a side suit, a mask of ranks."""
    if not suit:
        return void
    value = 0
    if has(suit, Rank.ACE):
        value += SIDE_ACE
    elif has(suit, Rank.KING):
        value += SIDE_KING
    if has(suit, Rank.TEN):
        value += SIDE_TEN if suit.bit_count() > 1 else BARE_TEN
    return value
