"""Positions as integers, to be compiled: what holds for a deal, what may be played, laying a card.

What the rules say of cards comes from `rules/play.py`, `rules/low_ten.py` and `rules/roem.py`; it
stands in one array, the facts of a deal. A position is the hands and a row of the stack, which says
what lies in the trick.
"""

import numpy as np
from numpy.typing import NDArray

from bot.players.search.compiling import compiled, inlined, lowest
from bot.players.search.positions import HOOGJASSEN
from bot.rules import low_ten, play, roem

Ints = NDArray[np.int64]

# What the rules are here: see `positions.Rules`.
(
    GAME,
    SEATS,
    TRUMP,
    SYSTEM,
    PARTNER_TRUMPED,
    OPPONENT_TRUMPED,
    FOUR,
    HAS_ROEM,
    PARTNERS,
    LAST,
    SIDES,
    PIT_0,
    PIT_1,
) = range(13)
# Behind them, in the same array, what the rules say of cards, and of this deal.
CARRES = 13
"""The ranks of which a carré can fall."""
POINTS_OF = 16
"""By card, its points."""
BEATEN_BY = POINTS_OF + 32
"""By card, the cards that win a trick from it: of its suit, or trumps."""
LEFT = BEATEN_BY + 32
"""By suit and set of ranks that are left in it, four numbers in one word: the points, and from the
bits named here the most roem that can fall in the suit, the ranks that can be part of it, and the
set of ranks that is kept in their place in the memory."""
MOST_ROEM, LIVE, SAME = 10, 20, 28
DEMANDS = LEFT + 1024
"""By suit led, card that wins and whether it is a partner's, the sets that `play.demands` names."""
FACTS = DEMANDS + 1024

# The columns of a row of the stack.
(
    MOVER,
    PLACE,
    LED,
    BEST_CARD,
    BEST_SEAT,
    POINTS,
    TRICK,
    NEED,
    BOUND,
    COUNT,
    NEXT,
    CARD,
    GAIN,
    SLOT,
    KEY,
    SEEN,
    WON,
) = range(17)
MOVES = 17
WIDTH = MOVES + 12


@inlined
def legal(facts: Ints, hand: int, led: int, best: int, mover: int, best_seat: int) -> int:
    """Return the cards that a hand may play."""
    if facts[GAME] == HOOGJASSEN:
        return low_ten.legal_cards(hand, led, facts[TRUMP])
    apart = facts[SIDES] >> mover ^ facts[SIDES] >> best_seat
    partner_wins = facts[PARTNERS] & ~apart
    asked = DEMANDS + (((led * 32 + best) * 2 + partner_wins) * 4 & 1023)
    first, second, third = hand & facts[asked], hand & facts[asked + 1], hand & facts[asked + 2]
    # No "or": it jumps, and is guessed wrong as often as not.
    allowed = third if third else hand  # noqa: FURB110
    allowed = second if second else allowed  # noqa: FURB110
    return first if first else allowed  # noqa: FURB110


@inlined
def allowed_at(facts: Ints, hands: Ints, stack: Ints, p: int) -> int:
    """Return the cards that the mover of a row may play."""
    mover = stack[p, MOVER]
    if stack[p, PLACE] == 0:
        return hands[mover]
    return legal(
        facts, hands[mover], stack[p, LED], stack[p, BEST_CARD], mover, stack[p, BEST_SEAT]
    )


@inlined
def lay(facts: Ints, hands: Ints, stack: Ints, p: int, q: int, card: int) -> int:
    """Lay a card from the position in row `p`; row `q`, which may be the same, gets what follows.

    Return how far the trick brings side 0 ahead, 0 if it is not complete.
    """
    seats, mover, place = facts[SEATS], stack[p, MOVER], stack[p, PLACE]
    hands[mover] ^= 1 << card
    led, best, best_seat = card >> 3, card, mover
    if place:
        led = stack[p, LED]
        if not facts[BEATEN_BY + stack[p, BEST_CARD]] >> card & 1:
            best, best_seat = stack[p, BEST_CARD], stack[p, BEST_SEAT]
    total = stack[p, POINTS] + facts[POINTS_OF + card]
    trick = stack[p, TRICK] | 1 << card
    won = stack[p, WON]
    if place + 1 < seats:
        stack[q, MOVER] = mover + 1 if mover + 1 < seats else 0
        stack[q, PLACE] = place + 1
        stack[q, LED] = led
        stack[q, BEST_CARD] = best
        stack[q, BEST_SEAT] = best_seat
        stack[q, POINTS] = total
        stack[q, TRICK] = trick
        stack[q, WON] = won
        return 0
    if facts[HAS_ROEM]:
        total += roem.trick_roem(trick, facts[TRUMP], facts[FOUR])
    side = facts[SIDES] >> best_seat & 1
    won |= 1 << side
    if hands[best_seat] == 0:
        total += facts[LAST]
        if won == 1:
            total += facts[PIT_0]
        elif won == 2:
            total += facts[PIT_1]
    stack[q, MOVER] = best_seat
    stack[q, PLACE] = 0
    stack[q, POINTS] = 0
    stack[q, TRICK] = 0
    stack[q, WON] = won
    return -total if side else total


@compiled
def last_trick(facts: Ints, hands: Ints, mover: int, won: int, remaining: int) -> int:
    """Return how far the last trick, which plays itself, brings side 0 ahead."""
    best, winner, seat = lowest(hands[mover]), mover, mover
    total = facts[LAST]
    for _ in range(facts[SEATS]):
        card = lowest(hands[seat])
        total += facts[POINTS_OF + card]
        if facts[BEATEN_BY + best] >> card & 1:
            best, winner = card, seat
        seat = seat + 1 if seat + 1 < facts[SEATS] else 0
    if facts[HAS_ROEM]:
        total += roem.trick_roem(remaining, facts[TRUMP], facts[FOUR])
    side = facts[SIDES] >> winner & 1
    won |= 1 << side
    if won == 1:
        total += facts[PIT_0]
    elif won == 2:
        total += facts[PIT_1]
    return -total if side else total


@compiled
def open_at(
    facts: Ints,
    stack: Ints,
    p: int,
    turn: int,
    won: int,
    trick: Ints,
) -> None:
    """Write the trick that lies into a row of the stack."""
    seats = facts[SEATS]
    stack[p, :] = 0
    stack[p, MOVER] = turn
    stack[p, PLACE] = trick.size
    stack[p, WON] = won
    seat = (turn - trick.size) % seats
    for n in range(trick.size):
        card = trick[n]
        if n == 0 or facts[BEATEN_BY + stack[p, BEST_CARD]] >> card & 1:
            stack[p, BEST_CARD] = card
            stack[p, BEST_SEAT] = seat
        stack[p, LED] = trick[0] >> 3
        stack[p, POINTS] += facts[POINTS_OF + card]
        stack[p, TRICK] |= 1 << card
        seat = seat + 1 if seat + 1 < seats else 0


@inlined
def tabulate(facts: Ints) -> None:
    """Write down what a trick demands in every case: DEMANDS of the facts."""
    trump = facts[TRUMP]
    for led in range(4):
        for best in range(32):
            for partner_wins in range(2):
                asked = DEMANDS + ((led * 32 + best) * 2 + partner_wins) * 4
                facts[asked], facts[asked + 1], facts[asked + 2] = play.demands(
                    led,
                    trump,
                    best,
                    partner_wins == 1,
                    facts[SYSTEM],
                    facts[PARTNER_TRUMPED],
                    facts[OPPONENT_TRUMPED],
                )


@compiled
def prepare(facts: Ints, owner: Ints) -> None:
    """Work out what depends on who held each card at first: LEFT and CARRES of the facts."""
    tabulate(facts)
    facts[CARRES] = 0
    if facts[HAS_ROEM] and facts[SEATS] == 4:
        for rank in range(8):
            four = 0x01010101 << rank
            if apart(owner, four) and roem.trick_roem(four, facts[TRUMP], facts[FOUR]):
                facts[CARRES] |= 1 << rank
    for suit in range(4):
        for ranks in range(256):
            mark_roem(facts, owner, suit, ranks)
        for ranks in range(256):
            mark_same(facts, owner, suit, ranks)


@inlined
def apart(owner: Ints, cards: int) -> bool:
    """Whether cards lie in different hands: a trick takes one of each, so only then roem falls."""
    hands = 0
    while cards:
        hand = 1 << owner[lowest(cards)]
        if hands & hand:
            return False
        hands |= hand
        cards &= cards - 1
    return True


@inlined
def mark_roem(facts: Ints, owner: Ints, suit: int, ranks: int) -> None:
    """Write down which roem can fall in a suit; sets without the lowest rank are done."""
    at = LEFT + suit * 256
    low = ranks & -ranks
    rest = facts[at + (ranks ^ low)]
    most, live = rest >> MOST_ROEM & 1023, rest >> LIVE & 255
    if facts[HAS_ROEM]:
        run = low
        for _ in range(1, facts[SEATS]):
            run |= run << 1
            if run & ~ranks or not apart(owner, run << suit * 8):
                break
            made = roem.trick_roem(run << suit * 8, facts[TRUMP], facts[FOUR])
            if made:
                live |= run
                most = max(most, made + (facts[at + (ranks ^ run)] >> MOST_ROEM & 1023))
    facts[at + ranks] = facts[at + ranks] & 1023 | most << MOST_ROEM | live << LIVE


@inlined
def mark_same(facts: Ints, owner: Ints, suit: int, ranks: int) -> None:
    """Write down which set is kept for a suit: the first that is the same for everybody.

    Ranks without points that lie in the same hands in the same order are, without part in roem.
    """
    at = LEFT + suit * 256
    low = worthless(facts, suit)
    alike = ranks & low & ~(facts[at + ranks] >> LIVE | facts[CARRES])
    kept = ranks ^ alike
    same = ranks
    for other in range(alike):
        with_other = kept | other
        if other & (kept | ~low | facts[at + with_other] >> LIVE | facts[CARRES]):
            continue
        left, right = ranks & low, with_other & low
        while left and right and owner[suit * 8 + lowest(left)] == owner[suit * 8 + lowest(right)]:
            left &= left - 1
            right &= right - 1
        if left == 0 and right == 0:
            same = with_other
            break
    facts[at + ranks] |= same << SAME


@inlined
def worthless(facts: Ints, suit: int) -> int:
    """Return the lowest ranks of a suit, which have no points."""
    return 0b11 if suit == facts[TRUMP] else 0b111
