"""Checks what a match says of its deals: that nobody chose the cards (see `shuffle`).

That the cards follow from the seeds needs no check of its own: a match is the fold of its log, so
the hands are what the seeds give, or the moves would not be legal. What is checked is where the
seeds come from: that the seal is that of the secret, and that each seed follows from secret and
start. Both can be said once the secret is shown, when the match is over.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from bot.rules.actions import Deal
from bot.rules.cards import Card, CardSet
from bot.rules.match import Match
from bot.rules.record import Record, RecordError, Seal, steps
from bot.rules.shuffle import seal_of, seed_of
from bot.rules.view import Phase


class Verdict(StrEnum):
    """What a check comes to."""

    AGREES = "agrees"
    DIFFERS = "differs"
    HIDDEN = "hidden"
    """It cannot be checked yet: the secret is shown only once the match is over."""
    UNSEALED = "unsealed"
    """It can never be checked: the match has no seal."""


class NotScoredError(ValueError):
    """The deal is not scored, so its seed is secret or there is no such deal."""

    def __init__(self, number: int) -> None:
        super().__init__(f"deal {number} is not scored")
        self.number = number


@dataclass(frozen=True, slots=True)
class DealCheck:
    """One deal as its seed gives it, and what can be said of that seed."""

    number: int
    """From 1, as everyone counts: passed-out deals do not count (`DealResult.number`)."""
    dealt: int
    """From 1, as it goes into the seed: passed-out deals count (`View.dealt`)."""
    passed_out: bool
    seed: bytes
    secret: bytes | None
    """What the seed follows from, once it is shown."""
    seal: Verdict
    """Whether the seal is that of the secret."""
    origin: Verdict
    """Whether the seed follows from secret and start."""
    dealer: int
    hands: tuple[CardSet, ...]
    """For each seat the cards it was dealt, before anything was said."""
    blind: tuple[CardSet, ...]
    """For each seat the cards that were put face down before it, where a game has them."""
    talon: CardSet
    """The cards that were left over, where a game has them."""
    shown: tuple[Card, ...]
    """Those of the talon that lay open from the start."""


@dataclass(frozen=True, slots=True)
class RecordCheck:
    """What can be said of a record."""

    seal: Verdict
    deals: tuple[DealCheck, ...]
    """In the order in which they were dealt, up to the fault if there is one."""
    over: bool
    """Whether the match is over."""
    fault: RecordError | None
    """The first line that cannot be played; nothing behind it was looked at."""

    @property
    def differing(self) -> int:
        """How many of the verdicts say that something does not agree."""
        verdicts = [self.seal, *(deal.origin for deal in self.deals)]
        return verdicts.count(Verdict.DIFFERS)


def check_seal(seal: Seal | None) -> Verdict:
    """Say whether a seal is that of its secret."""
    if seal is None:
        return Verdict.UNSEALED
    if seal.secret is None:
        return Verdict.HIDDEN
    return Verdict.AGREES if seal_of(seal.secret) == seal.seal else Verdict.DIFFERS


def check_seed(seal: Seal | None, dealt: int, seed: bytes) -> Verdict:
    """Say whether a seed follows from secret and start, as that of deal `dealt` (`View.dealt`)."""
    if seal is None:
        return Verdict.UNSEALED
    if seal.secret is None:
        return Verdict.HIDDEN
    agrees = seed_of(seal.secret, seal.start, dealt) == seed
    return Verdict.AGREES if agrees else Verdict.DIFFERS


def as_dealt(match: Match, deal: Deal, seal: Seal | None) -> DealCheck:
    """Return what this deal, which was pushed just now, has put on the table."""
    return DealCheck(
        number=match.number,
        dealt=match.dealt,
        passed_out=False,
        seed=deal.seed,
        secret=None if seal is None else seal.secret,
        seal=check_seal(seal),
        origin=check_seed(seal, match.dealt, deal.seed),
        dealer=match.dealer,
        hands=tuple(match.hands),
        blind=tuple(match.blind),
        talon=match.talon,
        shown=tuple(match.shown),
    )


def check_deal(match: Match, seal: Seal | None, number: int) -> DealCheck:
    """Return a scored deal as it was dealt, and the verdicts on it.

    `number` counts as everyone does (`DealResult.number`). Raises NotScoredError for every other
    deal: its seed is nobody's business yet. The match is left as it is.
    """
    if not 1 <= number <= len(match.results):
        raise NotScoredError(number)
    # Of the deals with this number the last one is scored; those before it were passed out.
    twin = type(match)(match.house, match.seats)
    for seat, move in match.log:
        twin.push(seat, move)
        if isinstance(move, Deal):
            deal = as_dealt(twin, move, seal)
        if len(twin.results) == number:
            return deal
    raise AssertionError(match)  # pragma: no cover - a match is the fold of its log


def check_record(record: Record) -> RecordCheck:
    """Return what can be said of a record, as far as its moves can be played."""
    deals: list[DealCheck] = []
    match, fault = record.match, None
    try:
        for match in steps(record):
            _, move = match.log[-1]
            if isinstance(move, Deal):
                deals.append(as_dealt(match, move, record.seal))
            elif match.phase is Phase.DEALING and deals and deals[-1].number > len(match.results):
                deals[-1] = replace(deals[-1], passed_out=True)
    except RecordError as error:
        fault = error
    return RecordCheck(check_seal(record.seal), tuple(deals), match.phase is Phase.OVER, fault)
