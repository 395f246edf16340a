"""Fair deals, counted: every card as often in every place and in every hand.

The measure is chi-square: the squared distances from what is expected, over what is expected. Fair
chance gives about as much as there are degrees of freedom, and seldom much more.

All seeds are fixed, so each test says the same for ever. The critical value is the one that fair
chance exceeds three times in 100,000 (four standard deviations of a normal distribution): of the
33 checks here together, a fair shuffle would fail one for one choice of seeds in a thousand. Real
faults are found all the same: the usual wrong shuffles exceed it by far, as the last test shows.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain

import pytest

from bot.rules.actions import Deal
from bot.rules.cards import PACK, cards_in
from bot.rules.klaverjas import Klaverjas
from bot.rules.shuffle import Stream, seed_of

SECRET = bytes(range(32))
START = 1312345678901234567
DEALS = 100_000
DEVIATIONS = 4.0


def critical(freedom: int) -> float:
    """Return the critical value of chi-square, by the approximation of Wilson and Hilferty."""
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + DEVIATIONS * spread**0.5) ** 3


def chi_square(counts: Sequence[Iterable[int]], expected: float) -> float:
    """Return chi-square of a table of counts that are all expected to be the same."""
    return sum((n - expected) ** 2 for row in counts for n in row) / expected


@cache
def seeds() -> list[bytes]:
    return [seed_of(SECRET, START, number) for number in range(1, DEALS + 1)]


def table(columns: Iterable[Iterable[int]]) -> list[list[int]]:
    """Return for each column how often each card stands in it."""
    return [[count[card] for card in PACK] for count in map(Counter, columns)]


def packs_differ(packs: Iterable[Sequence[int]], deals: int) -> float:
    """Return chi-square of card by place, to be measured against 31 * 31 degrees of freedom."""
    # A pack has each card once and each place once. That ties the counts to each other and makes
    # them vary by 32/31 more than such a table would by itself.
    return chi_square(table(zip(*packs, strict=True)), deals / 32) * 31 / 32


@pytest.mark.parametrize("freedom", [32, 94, 962])
def test_the_critical_value(freedom):
    # For an even number of degrees of freedom the chance to exceed it is a finite sum.
    half = critical(freedom) / 2
    logs = (i * math.log(half) - half - math.lgamma(i + 1) for i in range(freedom // 2))
    assert sum(map(math.exp, logs)) == pytest.approx(3.17e-5, rel=0.1)


def test_every_card_is_equally_often_in_every_place():
    packs = (Stream(seed).shuffled(PACK) for seed in seeds())
    assert packs_differ(packs, DEALS) < critical(31 * 31)


def test_every_card_is_equally_often_in_every_hand():
    hands: list[list[int]] = [[], [], [], []]
    new = Klaverjas()
    for seed in seeds():
        match = new.copy()
        match.push(None, Deal(seed))
        for seat, hand in enumerate(match.hands):
            hands[seat].append(hand)
    counts = table(chain.from_iterable(map(cards_in, hand)) for hand in hands)
    assert [sum(row) for row in counts] == [8 * DEALS] * 4
    # The same factor as for packs: each hand has eight cards, each card is in one hand.
    assert chi_square(counts, DEALS / 4) * 31 / 32 < critical(3 * 31)


@pytest.mark.parametrize("n", range(2, 33))
def test_every_number_is_equally_often_drawn(n):
    # A shuffle draws below 32, 31 … 2; dealer, suits, cuts and packets are within these.
    draws = 20_000
    stream = Stream(seed_of(SECRET, START, n))
    counts = Counter(stream.below(n) for _ in range(draws))
    assert set(counts) == set(range(n))
    assert chi_square([counts.values()], draws / n) < critical(n - 1)


def modulo(numbers: Iterable[int]) -> list[int]:
    """Shuffle without throwing a byte away: small numbers come too often."""
    pack = list(PACK)
    for i, byte in zip(range(31, 0, -1), numbers, strict=False):
        j = byte % (i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def never_itself(numbers: Iterable[int]) -> list[int]:
    """Shuffle so that no card stays in the place it has: one too few to choose from."""
    pack = list(PACK)
    for i, byte in zip(range(31, 0, -1), numbers, strict=False):
        j = byte % i
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def any_place(numbers: Iterable[int]) -> list[int]:
    """Swap each place with any of the 32: 32**32 ways do not divide into 32! orders."""
    pack = list(PACK)
    for i, byte in zip(range(32), numbers, strict=False):
        j = byte % 32
        pack[i], pack[j] = pack[j], pack[i]
    return pack


@pytest.mark.parametrize("shuffle", [modulo, never_itself, any_place])
def test_a_wrong_shuffle_is_found(shuffle):
    deals = 50_000
    packs = [shuffle(Stream(seed)._bytes) for seed in seeds()[:deals]]
    assert packs_differ(packs, deals) > 1.5 * critical(31 * 31)
