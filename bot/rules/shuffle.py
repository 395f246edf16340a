"""Sealed, repeatable deals: version 1 of the scheme.

- A match has a 32-byte secret. Its *seal*, the SHA-256 of the secret, is shown before anyone
  starts; *start*, a number nobody could choose beforehand, is fixed after that.
- Deal number n (counted from 1, passed-out deals included) has the seed
  HMAC-SHA256(secret, "start:n"), written in decimal ASCII.
- A seed gives bytes: SHA-256(seed + counter) for counter 0, 1, 2…, four bytes big-endian.
- `below(n)` takes the next byte, and the next after it while the byte is not below the largest
  multiple of n that fits in 256; the result is the byte modulo n. So all numbers are as likely.
- The pack in order (7S 8S … AS 7H … AC) is shuffled by Fisher-Yates from the end:
  for i = 31 … 1 swap places i and below(i + 1). The top of the pack is place 0.
- What else a deal leaves to chance is drawn from the same bytes after the shuffle.
"""

import hashlib
import hmac
import itertools
from collections.abc import Iterable, Iterator

from bot.rules.cards import Card

VERSION = 1
SEED_BYTES = 32


def seal_of(secret: bytes) -> str:
    """Return the seal of a secret, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def seed_of(secret: bytes, start: int, number: int) -> bytes:
    """Return the seed of deal `number` (from 1) of the match with this secret and start."""
    return hmac.digest(secret, f"{start}:{number}".encode("ascii"), "sha256")


def _blocks_of(seed: bytes) -> Iterator[bytes]:
    for counter in itertools.count():
        yield hashlib.sha256(seed + counter.to_bytes(4, "big")).digest()


_LIMITS = (0, *(256 - 256 % n for n in range(1, 257)))
"""For each n, the largest multiple of n that fits in 256."""


class Stream:
    """The numbers that follow from one seed."""

    __slots__ = ("_bytes", "_next_byte")

    def __init__(self, seed: bytes) -> None:
        self._bytes = itertools.chain.from_iterable(_blocks_of(seed))
        self._next_byte = self._bytes.__next__

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, every one equally likely; n is 1 to 256."""
        limit = _LIMITS[n]
        while True:
            byte = self._next_byte()
            if byte < limit:
                return byte % n

    def shuffled(self, cards: Iterable[Card]) -> list[Card]:
        """Return the cards in a new order, top of the pack first."""
        pack = list(cards)
        n = len(pack)
        if n < 2:
            return pack
        # Each number is `below(n)`; calls of it would take longer than all the rest.
        for byte in self._bytes:
            if byte < _LIMITS[n]:
                j = byte % n
                n -= 1
                pack[n], pack[j] = pack[j], pack[n]
                if n == 1:
                    break
        return pack
