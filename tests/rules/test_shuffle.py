"""Seals, seeds and the shuffle: pinned, and as documented; test_fairness.py counts."""

import hashlib
import hmac

import pytest

from bot.rules.actions import Deal
from bot.rules.cards import PACK
from bot.rules.klaverjas import Klaverjas
from bot.rules.shuffle import Stream, seal_of, seed_of

from . import positions

SECRET = bytes(range(32))
START = 1312345678901234567


def raw(seed: bytes, blocks: int) -> bytes:
    """Return the bytes of a stream as its documentation says."""
    return b"".join(
        hashlib.sha256(seed + counter.to_bytes(4, "big")).digest() for counter in range(blocks)
    )


def test_version_1_is_pinned():
    assert seal_of(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert seed_of(SECRET, START, 1).hex() == (
        "6abc6c8ab72fffbb00a83472f51122b7c7c42273a8985760b993d242207a2d43"
    )
    assert seed_of(SECRET, START, 2).hex() == (
        "45c0c2f28bd3b3d6d9b071c52c7f39860cd4e43dd478a4929e38efbbcab9f1ce"
    )
    pack = Stream(seed_of(SECRET, START, 1)).shuffled(PACK)
    assert " ".join(positions.names([card]) for card in pack) == (
        "KS 8H TC 7C 9C AS 7H 8D AD 9S JD TD QS TS QC KH "
        "7D JS TH 7S KC QH QD JH 8C 9D 9H AC AH KD 8S JC"
    )


def test_a_deal_from_a_pinned_seed():
    match = Klaverjas()
    match.push(None, Deal(seed_of(SECRET, START, 1)))
    assert match.dealer == 0
    assert [positions.holding(match, seat) for seat in range(4)] == [
        "7S 8S 9S TH TD JD KD JC",
        "TS QS KS 8H QH QD TC KC",
        "AS JH KH 9D 7C 8C 9C QC",
        "JS 7H 9H AH 7D 8D AD AC",
    ]


def test_the_seed_is_an_hmac_over_start_and_number_in_decimal():
    for number in (1, 2, 10, 117):
        expected = hmac.new(SECRET, b"1312345678901234567:%d" % number, hashlib.sha256).digest()
        assert seed_of(SECRET, START, number) == expected
    assert seal_of(SECRET) == hashlib.sha256(SECRET).hexdigest()


def test_the_shuffle_is_fisher_yates_from_the_end():
    for number in range(50):
        seed = positions.seed(number)
        numbers = Stream(seed)
        pack = list(PACK)
        for i in range(31, 0, -1):
            j = numbers.below(i + 1)
            pack[i], pack[j] = pack[j], pack[i]
        stream = Stream(seed)
        assert stream.shuffled(PACK) == pack
        assert [stream.below(n) for n in (4, 3, 256)] == [numbers.below(n) for n in (4, 3, 256)]


@pytest.mark.parametrize("n", [1, 2, 3, 4, 7, 31, 32, 100, 129, 200, 255, 256])
def test_below_takes_the_next_byte_under_the_largest_multiple(n):
    seed = positions.seed(n)
    kept = [byte % n for byte in raw(seed, 8) if byte < 256 // n * n]
    stream = Stream(seed)
    assert [stream.below(n) for _ in kept] == kept
    if n in (129, 200):
        assert len(kept) < 230  # of 256: some were rejected


@pytest.mark.parametrize("n", range(1, 257))
def test_below_is_uniform(n):
    # Of the 256 bytes each number is met equally often: counted, not sampled.
    counts = dict.fromkeys(range(n), 0)
    stream = Stream(b"")
    stream._next_byte = iter(range(256)).__next__
    for _ in range(256 // n * n):
        counts[stream.below(n)] += 1
    assert set(counts.values()) == {256 // n}


@pytest.mark.parametrize("size", [0, 1, 2, 24, 30, 31, 32])
def test_a_pack_of_any_size(size):
    pack = list(PACK[:size])
    shuffled = Stream(SECRET).shuffled(iter(pack))
    assert sorted(shuffled) == pack
    assert shuffled is not pack
    # What is dealt is no matter to the shuffle: it moves places.
    names = [str(card) for card in pack]
    assert Stream(SECRET).shuffled(names) == [str(card) for card in shuffled]


def test_one_bit_of_the_seed_changes_the_whole_pack():
    first = Stream(bytes(32)).shuffled(PACK)
    for bit in range(256):
        other = Stream((1 << bit).to_bytes(32, "big")).shuffled(PACK)
        # Of 32 cards one on average stays where it was.
        assert sum(map(int.__eq__, first, other)) < 8


def test_other_secrets_starts_and_numbers_give_other_seeds():
    seeds = {
        seed_of(secret, start, number)
        for secret in (SECRET, bytes(32))
        for start in (START, START + 1, 1)
        for number in range(1, 30)
    }
    assert len(seeds) == 2 * 3 * 29
