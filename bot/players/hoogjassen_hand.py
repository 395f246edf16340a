"""What a declarer of Hoogjassen may expect to make of a hand.

It is counted in what he loses. His trumps are led from the top: a trump that is out costs a trick
when its holder has enough others beside it to keep it until it wins; the jack is never drawn. A
card of another suit costs a trick when a higher one is out and kept. Every trick lost costs the
card, and what the opponents throw in. All numbers are card points or tricks.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from math import comb, exp
from typing import NamedTuple

from bot.rules import low_ten
from bot.rules.cards import PACK, CardSet, Rank, Suit, cards_in, mask_of, parse_cards
from bot.rules.declared import RUN_POINTS, STUK_POINTS, declared_roem
from bot.rules.hand_roem import runs_in
from bot.rules.hoogjassen import (
    ALL_TRICKS_BONUS,
    ALL_TRICKS_POINTS,
    MARKET_POINTS,
    SEATS,
    HoogjassenHouse,
)
from bot.rules.view import View

KEPT = 0.88
"""How often opponents keep the one higher card that beats a side card to the end."""
DRAWN = 0.45
"""What each winner of ours above such a card leaves of that: it draws their suit."""
THROWN_IN = 22
"""What the opponents' cards bring to a trick they take, beside the card that takes it."""
TRUMP_THROWN_IN = 18
"""The same for a trick that one of their trumps takes."""
LOSERS_WEIGH = 1.5
"""How fast the chance of all tricks sinks with the tricks that are lost on average."""

_ALL = mask_of(PACK)
PACKS: dict[str, CardSet] = {
    "32": _ALL,
    "31": _ALL & ~mask_of(parse_cards("7C")),
    "30": _ALL & ~mask_of(parse_cards("7C 7S")),
    "24": mask_of(card for card in PACK if card & 7 >= Rank.NINE),
}
"""The packs by their names in the house rules."""
SPARE = 4
"""So many more cards than are laid away are thought of."""

SCRAMBLED = sorted(PACK, key=lambda card: pow(card + 1, 5, 37))
"""The pack in an order in which neighbours have nothing to do with each other."""

_RUNS = tuple(sum(RUN_POINTS[run.bit_count()] for run in runs_in(ranks)) for ranks in range(256))
"""What the runs of one suit are worth, for each set of ranks."""
_STUK = 1 << Rank.KING | 1 << Rank.QUEEN


class Odds(NamedTuple):
    """How the cards that a declarer does not see are divided."""

    opponents: int
    size: int
    """How many cards each holds."""
    unseen: int
    """How many cards are unseen, those out of play included."""

    @property
    def each(self) -> float:
        """How likely one opponent holds a given unseen card."""
        return self.size / self.unseen


class Loss(NamedTuple):
    """What is lost on average."""

    tricks: float
    points: float


class Table(NamedTuple):
    """What counts at a table when a hand is valued."""

    pack: CardSet
    opponents: int
    size: int
    exclusive: bool
    """A card counts in a run or in a carré (H-8)."""
    discards_lost: bool
    """The discards are the defenders' (H-4)."""
    roem_of_all: bool
    """Roem counts from the cards laid away too (H-7)."""
    bonus: int
    """What all tricks bring beyond the other points (H-12)."""

    @classmethod
    def of(cls, view: View, bid: int) -> "Table":
        """Return the table of a view where the declarer's bid is, or would be, this one."""
        house = house_of(view)
        pack = PACKS[house.pack if view.seats == SEATS else house.three_players]
        rewarded = house.all_tricks == "always" or bid >= ALL_TRICKS_POINTS
        have_laid = {seat for seat, _ in view.trick}
        # The declarer may hold the talon as well; nobody holds less than his hand.
        size = min(size + (seat in have_laid) for seat, size in enumerate(view.sizes))
        return cls(
            pack,
            view.seats - 1,
            size + len(view.tricks),
            house.overlap == "exclusive",
            house.discards_for == "defenders",
            house.roem_from == "all",
            ALL_TRICKS_BONUS if rewarded else 0,
        )


class Worth(NamedTuple):
    """What a hand may bring: of two the one with the higher value is better."""

    value: float
    """Points made and roem, to be compared with the bid."""
    all_tricks: float
    """The chance of all tricks."""


def house_of(view: View) -> HoogjassenHouse:
    """Return the house rules of a view of Hoogjassen; TypeError for another game."""
    if not isinstance(view.house, HoogjassenHouse):
        raise TypeError(f"this player plays Hoogjassen, not {view.game}")
    return view.house


def worth(hand: CardSet, away: CardSet, trump: int, table: Table) -> Worth:
    """Return what a declarer may expect of a hand once these cards are laid away, if any are."""
    out = table.pack & ~(hand | away)
    odds = Odds(table.opponents, table.size, out.bit_count())
    at = trump * 8
    tricks, points = trump_loss(hand >> at & 0xFF, out >> at & 0xFF, odds)
    for suit in range(0, 32, 8):
        if suit != at and hand >> suit & 0xFF:
            loss = side_loss(hand >> suit & 0xFF, out >> suit & 0xFF, odds)
            tricks += loss.tricks
            points += loss.points
    if table.discards_lost:
        points += discarded(away, out, trump, table)
    all_tricks = exp(-LOSERS_WEIGH * tricks)
    # Who loses much loses less with each further card: there are no more than all points.
    made = MARKET_POINTS * exp(-points / MARKET_POINTS) + table.bonus * all_tricks
    return Worth(made + roem(hand | away if table.roem_of_all else hand, trump, table), all_tricks)


def roem(hand: CardSet, trump: int, table: Table) -> int:
    """Return all roem of a hand with this suit as trump."""
    if hand & hand >> 8 & hand >> 16 & hand >> 24:
        return declared_roem(hand, trump, exclusive=table.exclusive).value
    stuk = STUK_POINTS * (hand >> trump * 8 & _STUK == _STUK)
    runs = _RUNS[hand & 0xFF] + _RUNS[hand >> 8 & 0xFF]
    return stuk + runs + _RUNS[hand >> 16 & 0xFF] + _RUNS[hand >> 24]


def discarded(away: CardSet, out: CardSet, trump: int, table: Table) -> float:
    """Return the points of the cards laid away, or on average those of a talon left unseen."""
    if away:
        return sum(low_ten.points(card, trump) for card in cards_in(away))
    points = sum(low_ten.points(card, trump) for card in cards_in(out))
    return points * (1 - table.opponents * table.size / out.bit_count())


@lru_cache(maxsize=1 << 14)
def trump_loss(own: int, out: int, odds: Odds) -> Loss:
    """Return what the trumps that are out take from this many of ours; both are sets of ranks."""
    tricks = points = 0.0
    for rank in cards_in(out):
        above = (own & low_ten.TRUMPS_ABOVE[1 << rank]).bit_count()
        chance = 1.0
        if rank != Rank.JACK and above:
            chance = guarded(out.bit_count() - 1, above, odds.each)
        chance *= odds.opponents * odds.each
        tricks += chance
        points += chance * (low_ten.TRUMP_POINTS[rank] + TRUMP_THROWN_IN)
    return Loss(tricks, points)


def guarded(others: int, leads: int, each: float) -> float:
    """Return how likely a holder has so many of the other cards beside it as there are leads."""
    return sum(
        comb(others, held) * each**held * (1 - each) ** (others - held)
        for held in range(leads, others + 1)
    )


@lru_cache(maxsize=1 << 14)
def side_loss(own: int, out: int, odds: Odds) -> Loss:
    """Return what is lost in a side suit; both are sets of ranks."""
    tricks = points = 0.0
    held = odds.opponents * odds.each
    winners = (own & low_ten.PLAIN_ABOVE[out]).bit_count()
    for rank in cards_in(own):
        higher = (out & low_ten.PLAIN_ABOVE[1 << rank]).bit_count()
        if higher:
            chance = (1 - (1 - KEPT * held) ** higher) * DRAWN**winners
            tricks += chance
            points += chance * (low_ten.PLAIN_POINTS[rank] + THROWN_IN)
    return Loss(tricks, points)


def best_trump(hand: CardSet, away: CardSet, table: Table) -> Suit:
    """Return the trump, a suit that is held, with which a hand is worth most."""
    held = [suit for suit in Suit if hand >> suit * 8 & 0xFF]
    return max(held, key=lambda suit: worth(hand, away, suit, table))


def best_lay(hand: CardSet, count: int, trumps: Iterable[int], table: Table) -> tuple[CardSet, int]:
    """Return the best cards to lay away, so many, and the trump to name with the rest.

    The trump is found by laying away one by one; the cards then by trying all sets of those that
    are missed least by themselves.
    """
    trump = max(trumps, key=lambda suit: _by_one(hand, count, suit, table))
    missed = sorted(
        cards_in(hand),
        key=lambda card: worth(hand ^ 1 << card, 1 << card, trump, table),
        reverse=True,
    )
    sets = [mask_of(cards) for cards in combinations(missed[: count + SPARE], count)]
    return max(sets, key=lambda away: worth(hand ^ away, away, trump, table)), trump


@lru_cache(maxsize=1 << 10)
def with_talon(hand: CardSet, count: int, table: Table) -> float:
    """Return what a hand is worth on average once a talon of so many cards is taken.

    The cards it does not see are dealt into talons, each card once, and the hand is weighed with
    each of these, cards laid away one by one as each is missed least.
    """
    unseen = [card for card in SCRAMBLED if (table.pack & ~hand) >> card & 1]
    talons = len(unseen) // count
    total = 0.0
    for first in range(talons):
        full = hand | mask_of(unseen[first::talons][:count])
        total += _by_one(full, count, best_trump(full, 0, table), table)
    return total / talons


def _by_one(hand: CardSet, count: int, trump: int, table: Table) -> float:
    away, best = 0, Worth(0, 0)
    for _ in range(count):
        best, card = max(
            (worth(hand & ~(1 << card), away | 1 << card, trump, table), card)
            for card in cards_in(hand)
        )
        hand &= ~(1 << card)
        away |= 1 << card
    return best.value
