"""What to play on, and what to lay away, by a count that can be made at the table.

A hand with its trumps is counted in what the deal brings ahead of the others, crosses included.
The numbers are rounded from regressions over some 6,000 deals each in which this player held all
three seats: of hands with the card turned up, any seat playing on it; and of ten cards kept, any
two laid away.
"""

from functools import lru_cache
from heapq import nlargest
from itertools import combinations
from typing import NamedTuple

from bot.players.lesbos_memory import house_of
from bot.rules import play
from bot.rules.actions import ACCEPT, PASS, Action, lay
from bot.rules.cards import CardSet, Rank, cards_in, mask_of
from bot.rules.hand_roem import combinations_in
from bot.rules.view import View


class Count(NamedTuple):
    """What there is in a hand, and what each of it is worth."""

    base: float
    trump: float
    jack: float
    nine: float
    trump_ace: float
    trump_ten: float
    stuk: float
    void: float
    alone: float
    """A card alone in its suit that is no ace."""
    ace: float
    ace_alone: float
    """What an ace is worth more that is alone in its suit."""
    ace_and_ten: float
    """What they are worth more together than the ace."""
    ten: float
    ten_alone: float
    low: float
    """Each seven, eight, nine or jack of a side suit."""
    roem: float
    """Each point of the best combination."""


BIDDING = Count(
    base=-263,
    trump=51,
    jack=97,
    nine=43,
    trump_ace=21,
    trump_ten=8,
    stuk=40,
    void=20,
    alone=9,
    ace=44,
    ace_alone=6,
    ace_and_ten=21,
    ten=28,
    ten_alone=8,
    low=-8,
    roem=1.4,
)
"""Of the seven cards and the one turned: three more come unseen, one of the talon, and two go."""

KEPT = Count(
    base=0,
    trump=47,
    jack=118,
    nine=56,
    trump_ace=21,
    trump_ten=13,
    stuk=44,
    void=52,
    alone=12,
    ace=43,
    ace_alone=30,
    ace_and_ten=53,
    ten=35,
    ten_alone=-11,
    low=-14,
    roem=1.5,
)
"""Of the ten cards that a declarer keeps; only differences count."""
LOW_RANKS = 1 << Rank.SEVEN | 1 << Rank.EIGHT | 1 << Rank.NINE | 1 << Rank.JACK
LAID = 1.8
"""What a point laid away is worth: mostly the declarer wins the last trick, and it with it."""

PASSING = (-30, 0, 8)
"""What passing brings, from eldest to dealer. When all pass eldest must play on an unknown suit,
and is often nat: so he plays on little, and the dealer leaves it to him unless his hand is good."""
PASSING_IF_REDEALT = (-10, -10, 0)
"""The same where nobody must play: whoever does later has a hand for it."""


def bid(view: View) -> Action:
    """Play on the suit of the card that is turned, or pass."""
    return ACCEPT if promise(view, view.hand, len(view.bids)) > 0 else PASS


def promise(view: View, hand: CardSet, place: int) -> float:
    """Return how much better it is to play on the card turned than to pass, with seven cards.

    `place` is how many have spoken before.
    """
    house = house_of(view)
    must = house.all_pass == "eldest_must"  # noqa: S105 - a pass of the bidding
    passing = (PASSING if must else PASSING_IF_REDEALT)[place]
    turned = view.shown[0]
    rising = house.long_runs == "rising"
    return count(hand | 1 << turned, turned >> 3, BIDDING, rising=rising) - passing


def lay_away(view: View) -> Action:
    """Lay away the cards that are missed least, for the points that go with them."""
    return lays(view, 1)[0]


def lays(view: View, number: int) -> list[Action]:
    """Return so many ways to lay away, the best first."""
    trump = view.trump or 0
    house = house_of(view)
    rising = house.long_runs == "rising"
    # Where roem counts from all twelve, what is laid away takes nothing from it.
    at_stake = house.roem_from == "kept" and combinations_in(view.hand, trump, rising=rising)
    kept = KEPT if at_stake else KEPT._replace(roem=0)

    def worth(laid: CardSet) -> float:
        points = sum(play.points(card, trump) for card in cards_in(laid))
        return LAID * points + count(view.hand & ~laid, trump, kept, rising=rising)

    pairs = map(mask_of, combinations(cards_in(view.hand), view.to_lay))
    return [lay(pair) for pair in nlargest(number, pairs, key=worth)]


def count(hand: CardSet, trump: int, by: Count, *, rising: bool) -> float:
    """Return the count of a hand with this suit as trump; `rising` is L-9."""
    value = by.base + sum(
        (count_trumps if suit == trump else count_side)(hand >> suit * 8 & 0xFF, by)
        for suit in range(4)
    )
    if by.roem and (found := combinations_in(hand, trump, rising=rising)):
        value += by.roem * found[0].value
    return value


def has(suit: int, rank: Rank) -> bool:
    """Whether a rank is among the cards of one suit, a mask of ranks."""
    return bool(suit >> rank & 1)


@lru_cache(maxsize=1024)
def count_trumps(suit: int, by: Count) -> float:
    """Return the count of the trumps, a mask of ranks."""
    return (
        by.trump * suit.bit_count()
        + by.jack * has(suit, Rank.JACK)
        + by.nine * (has(suit, Rank.NINE) and suit.bit_count() > 1)
        + by.trump_ace * has(suit, Rank.ACE)
        + by.trump_ten * has(suit, Rank.TEN)
        + by.stuk * (has(suit, Rank.KING) and has(suit, Rank.QUEEN))
    )


@lru_cache(maxsize=1024)
def count_side(suit: int, by: Count) -> float:
    """Return the count of a side suit, a mask of ranks."""
    if not suit:
        return by.void
    alone = suit.bit_count() == 1
    ten = has(suit, Rank.TEN)
    value = by.low * (suit & LOW_RANKS).bit_count()
    if has(suit, Rank.ACE):
        return value + by.ace + by.ace_alone * alone + by.ace_and_ten * ten
    if ten:
        value += by.ten_alone if alone else by.ten
    return value + by.alone * alone
