"""What points are worth to one seat of Lesbos: its own score less the mean of the others'.

Everybody plays for himself and yet two play against one: who gets a trick matters by what it does
to three totals, to whether the declarer is nat, and to who is left without a trick.
"""

from math import exp, sqrt

from bot.players.lesbos_memory import LAID, LesbosMemory
from bot.rules import play, roem
from bot.rules.cards import Card, CardSet, Rank
from bot.rules.lesbos import PENALTY, SEATS

TRICKS = 10
CROSS = 100
"""What a cross costs beyond the penalty: one of the day's points, which some 100 points buy."""
SPREAD = 3.0
"""How far totals are from what is expected, by the square root of the points still to come."""
BY_TRUMP = (9, 9, 20, 12, 28, 9, 10, 14)
BY_PLAIN = (0, 0, 0, 8, 1, 2, 5, 17)
"""What a card brings home, by rank 7 8 9 T J Q K A: shares of what is to come go by it."""
WELL_LAID = 1.15
"""How much more a declarer brings home with his cards: his losers were laid away."""
STRONGER = 1.35
"""The strong take more than their part: they also take what the weak must add."""
TO_DECLARER, TO_LAID = 1.7, 0.3
"""How much likelier, card for card, strength lies with the declarer, and in what he laid away."""


def _by_ranks(values: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(
        sum(values[rank] for rank in range(8) if ranks >> rank & 1) for ranks in range(256)
    )


_BY_TRUMPS, _BY_PLAINS = _by_ranks(BY_TRUMP), _by_ranks(BY_PLAIN)


def strength_of(cards: CardSet, trump: int) -> int:
    """Return what these cards bring home together."""
    trumps, plain = cards >> trump * 8 & 0xFF, _BY_PLAINS
    return (
        plain[cards & 0xFF]
        + plain[cards >> 8 & 0xFF]
        + plain[cards >> 16 & 0xFF]
        + plain[cards >> 24]
        - plain[trumps]
        + _BY_TRUMPS[trumps]
    )


class Stakes:
    """How a deal stands, as one seat sees it, and what a trick would change."""

    def __init__(self, memory: LesbosMemory) -> None:
        view = memory.view
        self.memory = memory
        self.seat, self.declarer = memory.seat, memory.declarer
        self.defenders = tuple(seat for seat in range(SEATS) if seat != self.declarer)
        self.rest = play.CARD_POINTS - sum(trick.points for trick in view.tricks)
        """The card points still to come, those laid away and the last trick's 10 included."""
        self.left = TRICKS - len(view.tricks)
        """The tricks still to come, this one included."""
        self.have = [view.roem_claimed(seat) for seat in range(SEATS)]
        self.has_trick = [False] * SEATS
        for trick in view.tricks:
            self.have[trick.winner] += trick.points
            self.has_trick[trick.winner] = True
        stuk = (1 << Rank.KING | 1 << Rank.QUEEN) << memory.trump * 8
        if view.hand & stuk == stuk:
            self.have[self.seat] += roem.STUK
        self.shares = self._shares()
        """Which part of the points, and of the tricks, to come each seat may expect."""
        none = self._trickless(None, self.shares[self.seat])
        ten = [self._worth(seat, 10, none) for seat in range(SEATS)]
        self.rate = (ten[self.seat] - sum(ten[rival] for rival in memory.rivals) / 2) / 20
        """What each point is worth that lies in a card and may come home or not."""

    def outcome(self, winner: int, points: float, card: Card) -> float:
        """Return what is expected of the deal when a seat wins the trick with so many points.

        `card` is what this seat adds to it: the hope of a later trick rests on the other cards.
        """
        memory = self.memory
        hand = strength_of(memory.hand, memory.trump) or 1
        part = strength_of(memory.hand & ~(1 << card), memory.trump) / hand
        share = self.shares[self.seat] * part * self.left / max(self.left - 1, 1)
        return self._worth(winner, points, self._trickless(winner, min(share, 1.0)))

    def _shares(self) -> list[float]:
        memory = self.memory
        own = float(strength_of(memory.hand, memory.trump))
        if self.seat == self.declarer:
            own *= WELL_LAID
        weights = [0.0] * (SEATS + 1)
        for place in memory.places:
            size = memory.sizes[place]
            tilt = TO_DECLARER if place == self.declarer else TO_LAID if place == LAID else 1.0
            pool = memory.possible(place)
            if size and pool:
                weights[place] = strength_of(pool, memory.trump) * size * tilt / pool.bit_count()
        others = strength_of(memory.unseen, memory.trump)
        together = sum(weights) or 1.0
        shares = [others * weight / together for weight in weights[:SEATS]]
        shares[self.seat] = own
        shares = [share**STRONGER for share in shares]
        whole = sum(shares) or 1.0
        return [share / whole for share in shares]

    def _trickless(self, winner: int | None, own: float) -> list[float]:
        """Return how likely each seat ends with a cross for want of a trick.

        `winner` is who wins this trick, where that is known, `own` the share of this seat in
        the tricks that are then to come.
        """
        left = self.left - (winner is not None)
        none = [0.0] * SEATS
        for seat in self.defenders:
            if seat != winner and not self.has_trick[seat]:
                none[seat] = (1 - (own if seat == self.seat else self.shares[seat])) ** left
        return none

    def _worth(self, winner: int, points: float, trickless: list[float]) -> float:
        """Return own score less the mean of the others' when a seat wins so many points now."""
        rest = max(self.rest - points, 0.0)
        totals = [have + share * rest for have, share in zip(self.have, self.shares, strict=True)]
        totals[winner] += points
        spread = SPREAD * sqrt(rest) + 1
        made = 1.0
        for seat in self.defenders:
            made /= 1 + exp((totals[seat] - totals[self.declarer]) / spread)
        lost = PENALTY - CROSS
        scores = totals.copy()
        scores[self.declarer] = made * totals[self.declarer] + (1 - made) * lost
        for seat in self.defenders:
            match self.memory.house.nat_others:
                case "nothing":
                    scores[seat] *= made
                case "split":
                    scores[seat] += (1 - made) * totals[self.declarer] / 2
            scores[seat] += trickless[seat] * (lost - scores[seat])
        return scores[self.seat] * 1.5 - sum(scores) / 2
