"""The search itself: null-window alpha-beta over open hands, on integers, to be compiled.

A position is asked one question at a time: does side 0 come `need` ahead or more, in what is still
to be won? The answer is a bound on the exact difference, which the next question starts from. What
the rules say of cards comes from `rules/play.py`, `rules/low_ten.py` and `rules/roem.py`.

An explicit stack stands in for recursion: numba's cache on disk crashes on a function that calls
itself. `stack` has a row for each card that the search has laid.
"""

import numpy as np
from numpy.typing import NDArray

from bot.players.search.compiling import compiled
from bot.rules import low_ten, play, roem

Ints = NDArray[np.int64]

KLAVERJAS, LESBOS, HOOGJASSEN = 0, 1, 2

# What the rules are here: see `facts.Rules`.
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
HIGHER = POINTS_OF + 32
"""By card, the cards of its suit that beat it."""
STRENGTHS = HIGHER + 32
"""By suit led and card, what decides a trick."""
SUMS = STRENGTHS + 128
"""By suit and set of ranks, their points together."""
ROEM_LEFT = SUMS + 1024
"""By suit and set of ranks, the most that they can make in tricks of their own."""
LIVE = ROEM_LEFT + 1024
"""By suit and set of ranks, those that can be part of it."""
FACTS = LIVE + 1024

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

FAR = 1023
"""Beyond every difference; bounds are stored in eleven bits each."""
KEY_BITS = 36
KEY_MASK = (1 << KEY_BITS) - 1
# What a search counts and is told.
NODES, LIMIT, STOP = range(3)
ASKS = 0xFFF
"""A search looks up after so many nodes whether it is to stop."""
BEST = 32
"""Where, behind the values of the cards, the value of the best one stands."""
SEED_MIX = 0x2545F4914F6CDD1D
FIRST_STEP = 16
"""How far the second question is from the answer to the first."""
MIX = 0x5DEECE66D1CE4E5
DE_BRUIJN = 0x077CB531
"""Times a power of two, the five highest of its 32 bits are different for each."""
PLACES = tuple(
    next(n for n in range(32) if (DE_BRUIJN << n & 0xFFFFFFFF) >> 27 == top) for top in range(32)
)


@compiled
def legal(facts: Ints, hand: int, led: int, best: int, mover: int, best_seat: int) -> int:
    """Return the cards that a hand may play."""
    if facts[GAME] == HOOGJASSEN:
        return low_ten.legal_cards(hand, led, facts[TRUMP])
    partner_wins = (
        facts[PARTNERS] == 1
        and mover != best_seat
        and (facts[SIDES] >> mover ^ facts[SIDES] >> best_seat) & 1 == 0
    )
    return play.legal_cards(
        hand,
        led,
        facts[TRUMP],
        best,
        partner_wins,
        facts[SYSTEM],
        facts[PARTNER_TRUMPED],
        facts[OPPONENT_TRUMPED],
    )


@compiled
def ones(mask: int) -> int:
    """Return how many cards a set holds."""
    mask = mask - ((mask >> 1) & 0x55555555)
    mask = (mask & 0x33333333) + ((mask >> 2) & 0x33333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F
    return (mask * 0x01010101 & 0xFFFFFFFF) >> 24


@compiled
def lowest(bit: int) -> int:
    """Return the number of the one card of a set."""
    return PLACES[(bit * DE_BRUIJN & 0xFFFFFFFF) >> 27]


@compiled
def prepare(facts: Ints, owner: Ints) -> None:  # noqa: C901 - two tables at once
    """Work out which roem can fall at all in this deal: ROEM_LEFT, LIVE and CARRES of the facts.

    A trick takes one card of each hand, so a combination falls only if its cards lie in different
    hands. `owner` is who held each card.
    """
    trump = facts[TRUMP]
    for suit in range(4):
        for ranks in range(256):
            low = ranks & -ranks
            rest = ranks ^ low
            most = facts[ROEM_LEFT + suit * 256 + rest]
            alive = facts[LIVE + suit * 256 + rest]
            if facts[HAS_ROEM] and ranks:
                first = lowest(low)
                for length in range(2, facts[SEATS] + 1):
                    run = ((1 << length) - 1) << first
                    if run & ~ranks:
                        break
                    hands = 0
                    for rank in range(first, first + length):
                        hands |= 1 << owner[suit * 8 + rank]
                    if ones(hands) < length:
                        break
                    made = roem.trick_roem(run << suit * 8, trump, facts[FOUR])
                    if made:
                        alive |= run
                        most = max(most, made + facts[ROEM_LEFT + suit * 256 + (ranks ^ run)])
            facts[ROEM_LEFT + suit * 256 + ranks] = most
            facts[LIVE + suit * 256 + ranks] = alive
    facts[CARRES] = 0
    if facts[HAS_ROEM] and facts[SEATS] == 4:
        for rank in range(8):
            hands = 0
            for suit in range(4):
                hands |= 1 << owner[suit * 8 + rank]
            four = 0x01010101 << rank
            if hands == 0b1111 and roem.trick_roem(four, trump, facts[FOUR]):
                facts[CARRES] |= 1 << rank


@compiled
def can_beat(facts: Ints, hand: int, led: int, card: int) -> bool:
    """Whether a hand that is yet to play can beat the card that wins a trick."""
    trump = facts[TRUMP]
    over = hand & facts[HIGHER + card]
    if led == trump:
        return over != 0
    follow = hand & play.SUIT_CARDS[led]
    free = follow == 0 or facts[GAME] == HOOGJASSEN
    if card >> 3 == trump:
        return free and over != 0
    return over & follow != 0 or (free and hand & play.SUIT_CARDS[trump] != 0)


@compiled
def weigh(facts: Ints, hands: Ints, stack: Ints, p: int, mover: int, card: int) -> int:
    """Return how early a card is tried: what seems best for its side first."""
    seats, sides, trump = facts[SEATS], facts[SIDES], facts[TRUMP]
    side = sides >> mover & 1
    place = stack[p, PLACE]
    worth = facts[POINTS_OF + card]
    led = card >> 3 if place == 0 else stack[p, LED]
    best, best_seat = stack[p, BEST_CARD], stack[p, BEST_SEAT]
    wins = place == 0 or (
        facts[HIGHER + best] >> card & 1 != 0 or (card >> 3 == trump and best >> 3 != trump)
    )
    top = card if wins else best
    ours = wins or (sides >> best_seat & 1) == side
    threatened = False
    rescued = False
    seat = mover
    for _ in range(seats - 1 - place):
        seat += 1
        if seat == seats:
            seat = 0
        if can_beat(facts, hands[seat], led, top):
            if sides >> seat & 1 == side:
                rescued = True
            else:
                threatened = True
    if ours and not threatened:
        if wins and card >> 3 == trump and (place == 0 or led != trump):
            return 190 - worth
        return 200 + worth
    if not ours and rescued and not threatened:
        return 150 + worth
    if ours and rescued:
        return 110 + worth
    if place == 0 and rescued:
        return 120 - worth
    return (110 if wins else 100) - worth - (8 if card >> 3 == trump else 0)


@compiled
def lay(facts: Ints, hands: Ints, stack: Ints, p: int, q: int, card: int) -> int:
    """Lay a card from the position in row `p`; row `q`, which may be the same, gets what follows.

    Return how far the trick brings side 0 ahead, 0 if it is not complete.
    """
    seats, mover, place = facts[SEATS], stack[p, MOVER], stack[p, PLACE]
    hands[mover] ^= 1 << card
    led, best, best_seat = card >> 3, card, mover
    if place:
        led = stack[p, LED]
        if facts[STRENGTHS + led * 32 + card] <= facts[STRENGTHS + led * 32 + stack[p, BEST_CARD]]:
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
def allowed_at(facts: Ints, hands: Ints, stack: Ints, p: int) -> int:
    """Return the cards that the mover of a row may play."""
    mover = stack[p, MOVER]
    if stack[p, PLACE] == 0:
        return hands[mover]
    return legal(
        facts, hands[mover], stack[p, LED], stack[p, BEST_CARD], mover, stack[p, BEST_SEAT]
    )


@compiled
def remember(table: Ints, slot: int, key: int, value: int, need: int, card: int) -> None:
    """Keep a bound on the value of a position, and the card that gave it."""
    entry = table[slot]
    low, high = -FAR, FAR
    if entry & KEY_MASK == key:
        low = (entry >> KEY_BITS & 2047) - FAR
        high = (entry >> KEY_BITS + 11 & 2047) - FAR
    if value >= need:
        low = max(low, value)
    else:
        high = min(high, value)
    table[slot] = (
        key | (low + FAR) << KEY_BITS | (high + FAR) << KEY_BITS + 11 | card << KEY_BITS + 22
    )


@compiled
def last_trick(facts: Ints, hands: Ints, mover: int, won: int, remaining: int) -> int:
    """Return how far the last trick, which plays itself, brings side 0 ahead."""
    led = lowest(hands[mover]) >> 3
    total = facts[LAST]
    top, winner, seat = -1, 0, mover
    for _ in range(facts[SEATS]):
        card = lowest(hands[seat])
        total += facts[POINTS_OF + card]
        if facts[STRENGTHS + led * 32 + card] > top:
            top, winner = facts[STRENGTHS + led * 32 + card], seat
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
def span(
    facts: Ints,
    hands: Ints,
    mover: int,
    won: int,
    remaining: int,
) -> tuple[int, int]:
    """Return the least and the most that side 0 can still come ahead, seen without searching.

    Whatever is left may go to one side, with all roem that can fall; but not the trumps that no
    opponent beats, and nothing at all where the leader wins every trick for certain.
    """
    trump, sides = facts[TRUMP], facts[SIDES]
    left = facts[LAST]
    bonus = 0
    for suit in range(4):
        ranks = suit * 256 + (remaining >> suit * 8 & 255)
        left += facts[SUMS + ranks]
        bonus += facts[ROEM_LEFT + ranks]
    fours = remaining & remaining >> 8 & remaining >> 16 & remaining >> 24 & facts[CARRES]
    while fours:
        bonus += roem.trick_roem((fours & -fours) * 0x01010101, trump, facts[FOUR])
        fours &= fours - 1
    trumps_0 = trumps_1 = 0
    for seat in range(facts[SEATS]):
        if sides >> seat & 1:
            trumps_1 |= hands[seat] >> trump * 8 & 255
        else:
            trumps_0 |= hands[seat] >> trump * 8 & 255
    others = remaining ^ hands[mover]
    if facts[GAME] == HOOGJASSEN:
        sure_0 = trumps_0 & low_ten.TRUMPS_ABOVE[trumps_1]
        sure_1 = trumps_1 & low_ten.TRUMPS_ABOVE[trumps_0]
        certain = low_ten.rest_is_certain(hands[mover], others, trump)
    else:
        sure_0 = trumps_0 & play.TRUMPS_ABOVE[trumps_1]
        sure_1 = trumps_1 & play.TRUMPS_ABOVE[trumps_0]
        certain = play.rest_is_certain(hands[mover], others, trump)
    least = 2 * facts[SUMS + trump * 256 + sure_0] - left - bonus
    most = left + bonus - 2 * facts[SUMS + trump * 256 + sure_1]
    pit_0 = facts[PIT_0] if won & 2 == 0 else 0
    pit_1 = facts[PIT_1] if won & 1 == 0 else 0
    if certain:
        if sides >> mover & 1:
            return -left - bonus - pit_1, -left - pit_1
        return left + pit_0, left + bonus + pit_0
    if sure_0 == 0:
        least -= pit_1
    if sure_1 == 0:
        most += pit_0
    return least, most


@compiled
def list_moves(
    facts: Ints,
    hands: Ints,
    stack: Ints,
    p: int,
    allowed: int,
    remaining: int,
    first: int,
) -> int:
    """Write the cards worth trying into row `p`, what seems best first; return how many.

    Cards without and without a part in roem that can still fall, are one if nothing else
    lies between them: the highest stands for all. `first` goes before all others.
    """
    if allowed & (allowed - 1) == 0:
        stack[p, MOVES] = lowest(allowed)
        return 1
    mover = stack[p, MOVER]
    around = remaining | stack[p, TRICK]
    others = around & ~hands[mover]
    fours = around & around >> 8 & around >> 16 & around >> 24 & facts[CARRES]
    count = 0
    for suit in range(4):
        ranks = allowed >> suit * 8 & 255
        if ranks == 0:
            continue
        worthless = 0b11 if suit == facts[TRUMP] else 0b111
        equal = ranks & worthless & ~facts[LIVE + suit * 256 + (around >> suit * 8 & 255)] & ~fours
        if equal & 0b011 == 0b011:
            ranks &= ~0b001
        if equal & 0b110 == 0b110:
            ranks &= ~0b010
        if equal == 0b101 and others >> suit * 8 & 0b010 == 0:
            ranks &= ~0b001
        while ranks:
            card = suit * 8 + lowest(ranks & -ranks)
            ranks &= ranks - 1
            order = weigh(facts, hands, stack, p, mover, card)
            if card == first:
                order = FAR
            order = order << 5 | card
            spot = count
            while spot > 0 and stack[p, MOVES + spot - 1] < order:
                stack[p, MOVES + spot] = stack[p, MOVES + spot - 1]
                spot -= 1
            stack[p, MOVES + spot] = order
            count += 1
    return count


@compiled
def search(  # noqa: C901, PLR0912, PLR0915 - one loop, since it must not call itself
    facts: Ints,
    hands: Ints,
    only: int,
    need: int,
    table: Ints,
    stack: Ints,
    counters: Ints,
) -> int:
    """Return a bound on how far side 0 comes ahead: at least it if it reaches `need`, else at most.

    Row 0 of the stack holds the trick that lies; of its cards those in `only` are tried.
    """
    seats, sides = facts[SEATS], facts[SIDES]
    mask = table.size - 1
    p = value = nodes = 0
    stack[0, NEED] = need
    entering = True
    while p >= 0:
        mover, need = stack[p, MOVER], stack[p, NEED]
        if entering:
            nodes += 1
            if nodes & ASKS == 0 and (
                counters[STOP] or counters[NODES] + nodes > counters[LIMIT] > 0
            ):
                counters[STOP] = 1
                break
            entering = False
            remaining = 0
            for seat in range(seats):
                remaining |= hands[seat]
            first = -1
            if stack[p, PLACE] == 0:
                won = stack[p, WON]
                if hands[mover] & (hands[mover] - 1) == 0:
                    value = last_trick(facts, hands, mover, won, remaining)
                    p -= 1
                    continue
                key = remaining | mover << 32 | won << 34
                slot = (key * MIX >> 24) & mask
                stack[p, KEY], stack[p, SLOT] = key, slot
                entry = table[slot]
                known = entry & KEY_MASK == key
                if known:
                    first = entry >> KEY_BITS + 22 & 31
                if p > 0:
                    if known:
                        low = (entry >> KEY_BITS & 2047) - FAR
                        high = (entry >> KEY_BITS + 11 & 2047) - FAR
                    if not known or (low < need <= high):
                        low, high = span(facts, hands, mover, won, remaining)
                    if low >= need or low == high:
                        value = low
                        p -= 1
                        continue
                    if high < need:
                        value = high
                        p -= 1
                        continue
            allowed = allowed_at(facts, hands, stack, p)
            if p == 0:
                allowed &= only
            stack[p, COUNT] = list_moves(facts, hands, stack, p, allowed, remaining, first)
            stack[p, NEXT] = 0
            stack[p, BOUND] = FAR if sides >> mover & 1 else -FAR
        else:
            # Back from a card with the value of what followed it.
            card = stack[p, CARD]
            hands[mover] ^= 1 << card
            value += stack[p, GAIN]
            if (value < stack[p, BOUND]) if sides >> mover & 1 else (value > stack[p, BOUND]):
                stack[p, BOUND], stack[p, SEEN] = value, card
            value = stack[p, BOUND]
            cut = (value < need) if sides >> mover & 1 else (value >= need)
            if cut or stack[p, NEXT] == stack[p, COUNT]:
                if p > 0 and stack[p, PLACE] == 0:
                    remember(table, stack[p, SLOT], stack[p, KEY], value, need, stack[p, SEEN])
                p -= 1
                continue
        # Lay the next card.
        card = stack[p, MOVES + stack[p, NEXT]] & 31
        stack[p, NEXT] += 1
        stack[p, CARD] = card
        gain = lay(facts, hands, stack, p, p + 1, card)
        stack[p, GAIN] = gain
        if stack[p + 1, PLACE] == 0 and hands[stack[p + 1, MOVER]] == 0:
            # Only from a last trick that lies already.
            value = 0
            continue
        stack[p + 1, NEED] = need - gain
        p += 1
        entering = True
    counters[NODES] += nodes
    return value


@compiled
def settle(
    facts: Ints,
    hands: Ints,
    only: int,
    guess: int,
    slack: int,
    least: int,
    most: int,
    table: Ints,
    stack: Ints,
    counters: Ints,
) -> int:
    """Return how far side 0 comes ahead, if one of the cards in `only` is played now.

    It is exact up to half of `slack`; a value that is found to lie at or below `least`, or at or
    above `most`, is not looked for any further.
    """
    low, high = -FAR, FAR
    need, step = max(min(guess, FAR), 1 - FAR), FIRST_STEP
    while high - low > slack and high > least and low < most:
        value = search(facts, hands, only, need, table, stack, counters)
        if counters[STOP]:
            return 0
        if value >= need:
            low = value
            need = min(low + step, high)
        else:
            high = value
            need = max(high - step + 1, low + 1)
        if low > -FAR and high < FAR:
            need = (low + high + 1) // 2
        step *= 2
    if high <= least:
        return high
    return low if low >= most else (low + high) // 2


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
        led = trick[0] >> 3
        if (
            n == 0
            or facts[STRENGTHS + led * 32 + card]
            > facts[STRENGTHS + led * 32 + stack[p, BEST_CARD]]
        ):
            stack[p, BEST_CARD] = card
            stack[p, BEST_SEAT] = seat
        stack[p, LED] = led
        stack[p, POINTS] += facts[POINTS_OF + card]
        stack[p, TRICK] |= 1 << card
        seat = seat + 1 if seat + 1 < seats else 0


@compiled
def play_out(facts: Ints, hands: Ints, stack: Ints, p: int) -> int:
    """Return how far side 0 comes ahead if everybody plays what a search would try first."""
    total = 0
    while True:
        allowed = allowed_at(facts, hands, stack, p)
        mover = stack[p, MOVER]
        best, chosen = -FAR, 0
        while allowed:
            bit = allowed & -allowed
            allowed ^= bit
            card = lowest(bit)
            order = weigh(facts, hands, stack, p, mover, card)
            if order > best:
                best, chosen = order, card
        total += lay(facts, hands, stack, p, p, chosen)
        if stack[p, PLACE] == 0 and hands[stack[p, MOVER]] == 0:
            return total


@compiled
def roll_out(  # noqa: C901, PLR0912, PLR0915 - one loop, as fast as it can be
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

    It keeps the trick in variables and not in a row: that is half of the time of a deal.
    """
    open_at(facts, stack, 0, turn, won, trick)
    seats, sides, trump = facts[SEATS], facts[SIDES], facts[TRUMP]
    has_roem, four = facts[HAS_ROEM], facts[FOUR]
    left = hands.copy()
    sum_of_all = 0
    state = seed * SEED_MIX | 1
    for _ in range(times):
        for seat in range(seats):
            left[seat] = hands[seat]
        mover, place, winners = turn, trick.size, won
        led, best, best_seat = stack[0, LED], stack[0, BEST_CARD], stack[0, BEST_SEAT]
        total, laid = stack[0, POINTS], stack[0, TRICK]
        while True:
            allowed = left[mover]
            if place:
                allowed = legal(facts, allowed, led, best, mover, best_seat)
            if allowed & (allowed - 1):
                state ^= state << 13
                state ^= state >> 7 & 0x1FFFFFFFFFFFFFF
                state ^= state << 17
                skip = ((state >> 32 & 0xFFFF) * ones(allowed)) >> 16
                while skip:
                    allowed &= allowed - 1
                    skip -= 1
                allowed &= -allowed
            card = lowest(allowed)
            left[mover] ^= allowed
            total += facts[POINTS_OF + card]
            laid |= allowed
            if place == 0:
                led, best, best_seat = card >> 3, card, mover
            elif facts[STRENGTHS + led * 32 + card] > facts[STRENGTHS + led * 32 + best]:
                best, best_seat = card, mover
            place += 1
            mover = mover + 1 if mover + 1 < seats else 0
            if place < seats:
                continue
            if has_roem:
                total += roem.trick_roem(laid, trump, four)
            side = sides >> best_seat & 1
            winners |= 1 << side
            over = left[best_seat] == 0
            if over:
                total += facts[LAST]
                if winners == 1:
                    total += facts[PIT_0]
                elif winners == 2:
                    total += facts[PIT_1]
            sum_of_all += -total if side else total
            if over:
                break
            mover, place, total, laid = best_seat, 0, 0, 0
    return sum_of_all


@compiled
def solve(
    facts: Ints,
    owner: Ints,
    hands: Ints,
    turn: int,
    won: int,
    trick: Ints,
    only: int,
    each: bool,  # noqa: FBT001 - a number to the compiled search
    slack: int,
    margin: int,
    table: Ints,
    stack: Ints,
    counters: Ints,
    values: Ints,
) -> int:
    """Return the legal cards among `only`; `values` gets the value of each, or of the best alone.

    `owner` is who held each card before the trick that lies. Values are exact up to half of
    `slack`; of a card that is worse than the best by more than `margin` only that is found out.
    """
    table[:] = 0
    prepare(facts, owner)
    scratch = stack.shape[0] - 1
    open_at(facts, stack, scratch, turn, won, trick)
    guess = play_out(facts, hands.copy(), stack, scratch)
    open_at(facts, stack, 0, turn, won, trick)
    allowed = allowed_at(facts, hands, stack, 0) & only
    falls = facts[SIDES] >> turn & 1
    least, most = -FAR - 1, FAR + 1
    cards = allowed
    while cards:
        tried = cards & -cards if each else cards
        cards ^= tried
        value = settle(facts, hands, tried, guess, slack, least, most, table, stack, counters)
        if counters[STOP]:
            break
        values[lowest(tried & -tried) if each else BEST] = value
        if falls:
            most = min(most, value + margin)
            guess = most - margin
        else:
            least = max(least, value - margin)
            guess = least + margin
    return allowed
