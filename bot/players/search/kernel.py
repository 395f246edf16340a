"""The search itself: null-window alpha-beta over open hands, on integers, to be compiled.

A position is asked one question at a time: does side 0 come `need` ahead or more, in what is still
to be won? The answer is a bound on the exact difference, which the next question starts from.

An explicit stack stands in for recursion: numba's cache on disk crashes on a function that calls
itself. `stack` has a row for each card that the search has laid.
"""

from bot.players.search.board import (
    BEATEN_BY,
    BEST_CARD,
    BEST_SEAT,
    BOUND,
    CARD,
    CARRES,
    COUNT,
    FOUR,
    GAIN,
    GAME,
    KEY,
    LAST,
    LED,
    LEFT,
    LIVE,
    MOST_ROEM,
    MOVER,
    MOVES,
    NEED,
    NEXT,
    PIT_0,
    PIT_1,
    PLACE,
    POINTS_OF,
    SAME,
    SEATS,
    SEEN,
    SIDES,
    SLOT,
    TRICK,
    TRUMP,
    WON,
    Ints,
    allowed_at,
    last_trick,
    lay,
    open_at,
    prepare,
    worthless,
)
from bot.players.search.compiling import compiled, inlined, lowest
from bot.players.search.positions import HOOGJASSEN
from bot.rules import low_ten, play, roem

FAR = 1023
"""Beyond every difference; bounds are stored in eleven bits each."""
KEY_BITS = 36
KEY_MASK = (1 << KEY_BITS) - 1
# What a search counts and is told.
NODES, STOP = range(2)
ASKS = 0xFFF
"""A search looks up after so many nodes whether it is to stop."""
BEST = 32
"""Where, behind the values of the cards, the value of the best one stands."""
FIRST_STEP = 16
"""How far the second question is from the answer to the first."""
MIX = 0x5DEECE66D1CE4E5


@inlined
def reach(facts: Ints, hands: Ints, mover: int, place: int, led: int) -> tuple[int, int]:
    """Return with which cards opponents, and partners, who play after the mover may win a trick."""
    trumps = play.SUIT_CARDS[facts[TRUMP]]
    opponents = partners = 0
    seat = mover
    for _ in range(facts[SEATS] - 1 - place):
        seat = seat + 1 if seat + 1 < facts[SEATS] else 0
        cards = hands[seat] & play.SUIT_CARDS[led]
        if cards == 0 or facts[GAME] == HOOGJASSEN:
            cards |= hands[seat] & trumps
        if (facts[SIDES] >> seat ^ facts[SIDES] >> mover) & 1:
            opponents |= cards
        else:
            partners |= cards
    return opponents, partners


@inlined
def weigh(
    facts: Ints,
    card: int,
    place: int,
    best: int,
    ours: int,
    led: int,
    opponents: int,
    partners: int,
) -> int:
    """Return how early a card is tried: what seems best for its side first.

    `best` wins the trick that lies, for `ours` or not; the last two are what `reach` returns.
    """
    worth = facts[POINTS_OF + card]
    wins = place == 0 or facts[BEATEN_BY + best] >> card & 1
    beaten_by = facts[BEATEN_BY + (card if wins else best)]
    ours = wins or ours
    threatened = opponents & beaten_by != 0
    rescued = partners & beaten_by != 0
    trump = facts[TRUMP]
    if ours and not threatened:
        if wins and card >> 3 == trump and (place == 0 or led != trump):
            return 190 - worth
        return 200 + worth
    if not ours and rescued and not threatened:
        return 150 + worth
    if ours and rescued:
        return 110 + worth
    return (110 if wins else 100) - worth - (8 if card >> 3 == trump else 0)


@inlined
def left_in(facts: Ints, hands: Ints) -> int:
    """Return all cards that are still held."""
    cards = 0
    for seat in range(facts[SEATS]):
        cards |= hands[seat]
    return cards


@inlined
def list_moves(  # noqa: C901 - the most that is run of it all
    facts: Ints,
    hands: Ints,
    stack: Ints,
    p: int,
    allowed: int,
    first: int,
) -> int:
    """Write the cards worth trying into row `p`, what seems best first; return how many.

    Cards without and without a part in roem that can still fall, are one if nothing else
    lies between them: the highest stands for all. `first` goes before all others.
    """
    if allowed & (allowed - 1) == 0:
        stack[p, MOVES] = lowest(allowed)
        return 1
    mover, place = stack[p, MOVER], stack[p, PLACE]
    best, led = stack[p, BEST_CARD], stack[p, LED]
    ours = ~(facts[SIDES] >> mover ^ facts[SIDES] >> stack[p, BEST_SEAT]) & 1
    opponents = partners = 0
    if place:
        opponents, partners = reach(facts, hands, mover, place, led)
    around = left_in(facts, hands) | stack[p, TRICK]
    others = around & ~hands[mover]
    fours = around & around >> 8 & around >> 16 & around >> 24 & facts[CARRES]
    count = 0
    for suit in range(4):
        ranks = allowed >> suit * 8 & 255
        if ranks == 0:
            continue
        live = facts[LEFT + suit * 256 + (around >> suit * 8 & 255)] >> LIVE
        equal = ranks & worthless(facts, suit) & ~live & ~fours
        if equal & 0b011 == 0b011:
            ranks &= ~0b001
        if equal & 0b110 == 0b110:
            ranks &= ~0b010
        if equal == 0b101 and others >> suit * 8 & 0b010 == 0:
            ranks &= ~0b001
        if place == 0:
            opponents, partners = reach(facts, hands, mover, 0, suit)
        while ranks:
            card = suit * 8 + lowest(ranks & -ranks)
            ranks &= ranks - 1
            order = weigh(facts, card, place, best, ours, led, opponents, partners)
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


@inlined
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
    together = 0
    for suit in range(4):
        together += facts[LEFT + suit * 256 + (remaining >> suit * 8 & 255)]
    left = facts[LAST] + (together & 1023)
    bonus = together >> MOST_ROEM & 1023
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
    pit_0 = facts[PIT_0] if won & 2 == 0 else 0
    pit_1 = facts[PIT_1] if won & 1 == 0 else 0
    if certain:
        if sides >> mover & 1:
            return -left - bonus - pit_1, -left - pit_1
        return left + pit_0, left + bonus + pit_0
    least = 2 * (facts[LEFT + trump * 256 + sure_0] & 1023) - left - bonus
    most = left + bonus - 2 * (facts[LEFT + trump * 256 + sure_1] & 1023)
    if sure_0 == 0:
        least -= pit_1
    if sure_1 == 0:
        most += pit_0
    return least, most


@inlined
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
    sides = facts[SIDES]
    mask = table.size - 1
    p = value = nodes = 0
    stack[0, NEED] = need
    entering = True
    while p >= 0:
        mover, need = stack[p, MOVER], stack[p, NEED]
        if entering:
            nodes += 1
            if nodes & ASKS == 0 and counters[STOP]:
                break
            entering = False
            first = -1
            if stack[p, PLACE] == 0:
                remaining = left_in(facts, hands)
                won = stack[p, WON]
                if hands[mover] & (hands[mover] - 1) == 0:
                    value = last_trick(facts, hands, mover, won, remaining)
                    p -= 1
                    continue
                key = mover << 32 | won << 34
                for suit in range(4):
                    ranks = remaining >> suit * 8 & 255
                    key |= (facts[LEFT + suit * 256 + ranks] >> SAME & 255) << suit * 8
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
            stack[p, COUNT] = list_moves(facts, hands, stack, p, allowed, first)
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
    step: int,
    table: Ints,
    stack: Ints,
    counters: Ints,
) -> int:
    """Return how far side 0 comes ahead, if one of the cards in `only` is played now.

    The first question is whether it is `guess` or more, the second is `step` from there.
    """
    low, high = -FAR, FAR
    need = max(min(guess, FAR), 1 - FAR)
    while low < high:
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
        step = max(FIRST_STEP, step * 2)
    return low


@compiled
def play_out(facts: Ints, hands: Ints, stack: Ints, p: int) -> int:
    """Return how far side 0 comes ahead if everybody plays what a search would try first."""
    total = 0
    while True:
        allowed = allowed_at(facts, hands, stack, p)
        list_moves(facts, hands, stack, p, allowed, -1)
        chosen = stack[p, MOVES] & 31
        total += lay(facts, hands, stack, p, p, chosen)
        if stack[p, PLACE] == 0 and hands[stack[p, MOVER]] == 0:
            return total


@compiled
def solve(
    facts: Ints,
    owner: Ints,
    hands: Ints,
    turn: int,
    won: int,
    trick: Ints,
    each: bool,  # noqa: FBT001 - a number to the compiled search
    table: Ints,
    stack: Ints,
    counters: Ints,
    values: Ints,
) -> int:
    """Return the legal cards; `values` gets the value of each, or of the best alone.

    `owner` is who held each card before the trick that lies.
    """
    table[:] = 0
    prepare(facts, owner)
    scratch = stack.shape[0] - 1
    open_at(facts, stack, scratch, turn, won, trick)
    guess = play_out(facts, hands.copy(), stack, scratch)
    open_at(facts, stack, 0, turn, won, trick)
    allowed = allowed_at(facts, hands, stack, 0)
    if not each:
        values[BEST] = settle(facts, hands, allowed, guess, FIRST_STEP, table, stack, counters)
        return allowed
    falls = facts[SIDES] >> turn & 1
    count = list_moves(facts, hands, stack, 0, allowed, -1)
    order = stack[0, MOVES : MOVES + count].copy()
    best, step = guess, FIRST_STEP
    for n in range(count):
        # Is it better than the best so far, or as good?
        card, need = order[n] & 31, best + (1 if n and not falls else 0)
        value = settle(facts, hands, 1 << card, need, step, table, stack, counters)
        if counters[STOP]:
            return allowed
        values[card] = value
        if n == 0 or ((value < best) if falls else (value > best)):
            best = value
        step = 1
    # What was not listed is one with a higher card.
    listed = 0
    for n in range(count):
        listed |= 1 << (order[n] & 31)
    for card in range(31, -1, -1):
        if allowed & ~listed & 1 << card:
            values[card] = values[card + 1] if allowed & 2 << card else values[card + 2]
    return allowed
