"""Deals played by chance, many of them at once, to be compiled."""

import numpy as np

from bot.players.search.board import (
    BEATEN_BY,
    BEST_CARD,
    BEST_SEAT,
    FOUR,
    HAS_ROEM,
    LAST,
    LED,
    PIT_0,
    PIT_1,
    POINTS,
    POINTS_OF,
    SEATS,
    SIDES,
    TRICK,
    TRUMP,
    Ints,
    legal,
    open_at,
    tabulate,
)
from bot.players.search.compiling import compiled, inlined, ones
from bot.rules import play, roem

MULTIPLIER, STATES = 0x27BB2EE687B0B0FD, (1 << 62) - 1
"""What makes the next number of chance of the last one; its highest bits are used."""
NTH = np.array(
    [
        [*(rank for rank in range(8) if ranks >> rank & 1), *(0,) * 8][nth]
        for ranks in range(256)
        for nth in range(8)
    ],
    dtype=np.int8,
)
"""By set of ranks and number, the rank before which so many others come."""
LANES = 32


@inlined
def pick(cards: int, nth: int) -> int:
    """Return the card of a set before which so many others come."""
    card = 0
    low = ones(cards & 0xFFFF)
    if nth >= low:
        nth -= low
        cards >>= 16
        card = 16
    low = ones(cards & 0xFF)
    if nth >= low:
        nth -= low
        cards >>= 8
        card += 8
    return card + NTH[(cards & 0xFF) * 8 + nth & 2047] & 31


@compiled
def roll_out(  # noqa: C901, PLR0912 - loops in loops, as fast as they can be
    facts: Ints,
    hands: Ints,
    turn: int,
    won: int,
    trick: Ints,
    stack: Ints,
    times: int,
    seed: int,
) -> int:
    """Play so many deals by chance; return how far side 0 comes ahead in all of them together.

    Some are played side by side, card by card: the processor looks at one while it waits for
    another.
    """
    tabulate(facts)
    open_at(facts, stack, 0, turn, won, trick)
    seats, sides = facts[SEATS], facts[SIDES]
    left = np.empty((LANES, 4), dtype=np.int64)
    mover, winners = np.empty(LANES, dtype=np.int64), np.empty(LANES, dtype=np.int64)
    # Who wins a trick, the suit led and the card that wins; its points and its cards.
    top, laid = np.empty_like(mover), np.empty_like(mover)
    tricks = ones(hands[turn])
    sum_of_all = 0
    state = seed
    for done in range(0, times, LANES):
        lanes = min(LANES, times - done)
        for n in range(lanes):
            for seat in range(seats):
                left[n, seat] = hands[seat]
            mover[n], winners[n] = turn, won
            top[n] = stack[0, BEST_SEAT] << 7 | stack[0, LED] << 5 | stack[0, BEST_CARD]
            laid[n] = stack[0, POINTS] << 32 | stack[0, TRICK]
        place = trick.size
        for after in range(tricks - 1, -1, -1):
            while place < seats:
                for n in range(lanes):
                    seat, wins = mover[n] & 3, top[n]
                    led, best = wins >> 5 & 3, wins & 31
                    allowed = left[n, seat]
                    if place:
                        allowed = legal(facts, allowed, led, best, seat, wins >> 7)
                    state = (state * MULTIPLIER + 1) & STATES
                    card = pick(allowed, ((state >> 46) * ones(allowed)) >> 16)
                    left[n, seat] ^= 1 << card
                    laid[n] += facts[POINTS_OF + card] << 32 | 1 << card
                    if place == 0:
                        top[n] = seat << 7 | card >> 3 << 5 | card
                    else:
                        # Without a jump that would be guessed wrong as often as not.
                        beats = facts[BEATEN_BY + best] >> card & 1
                        top[n] = wins ^ (wins ^ (seat << 7 | led << 5 | card)) & -beats
                    mover[n] = seat + 1 if seat + 1 < seats else 0
                place += 1
            place = 0
            for n in range(lanes):
                winner, value = top[n] >> 7 & 3, laid[n] >> 32
                if facts[HAS_ROEM]:
                    value += roem.trick_roem(laid[n] & play.ALL_CARDS, facts[TRUMP], facts[FOUR])
                side = sides >> winner & 1
                winners[n] |= 1 << side
                if after == 0:
                    value += facts[LAST]
                    if winners[n] == 1:
                        value += facts[PIT_0]
                    elif winners[n] == 2:
                        value += facts[PIT_1]
                sum_of_all += -value if side else value
                mover[n], laid[n] = winner, 0
    return sum_of_all
