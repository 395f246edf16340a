"""What was done and what was made to go wrong during a soak, so that it can be judged after it."""

import time
from collections import Counter
from dataclasses import dataclass, field

from bot.playground.faults import Fault
from bot.playground.outcome import ANSWER_WITHIN, Outcome

PATIENCE = 6.0
"""Seconds after which a press will not be answered any more, which Discord takes for 3 s."""


@dataclass(slots=True)
class Press:
    """Something a person did that is to be answered."""

    what: str
    outcome: Outcome
    at: float
    seconds: float | None = None
    """Until the answer."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A time in which something was not as it should be."""

    why: str
    began: float
    ended: float

    def meets(self, began: float, ended: float) -> bool:
        """Whether it has a moment in common with another time."""
        return self.began <= ended and began <= self.ended


@dataclass(slots=True)
class Ledger:
    """Counts and times; all times are of the wall clock, as the bot's log has them."""

    deeds: Counter[str] = field(default_factory=Counter)
    troubles: Counter[str] = field(default_factory=Counter)
    presses: list[Press] = field(default_factory=list)
    faults: list[tuple[float, Fault]] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    story: list[tuple[float, str]] = field(default_factory=list)
    """What was made to go wrong, in the order it came about."""
    wrong: list[str] = field(default_factory=list)
    """What was found wrong on the way."""

    async def press(self, what: str, outcome: Outcome) -> Outcome:
        """Note something pressed and wait for its answer."""
        press = Press(what, outcome, time.time())
        self.presses.append(press)
        self.deeds[what] += 1
        await outcome.wait(PATIENCE)
        if outcome.answered:
            press.seconds = time.time() - press.at
        return outcome

    def tell_story(self) -> str:
        """Return what was made to go wrong, beside the requests that met it, line by line."""
        met = [
            (at, f"  {fault.method} {path} met {fault.status or 'a cut or a delay'}")
            for _, fault in self.faults
            for at, path in zip(fault.times_met, fault.met, strict=True)
        ]
        lines = sorted([*self.story, *met])
        return "".join(
            f"{time.strftime('%H:%M:%S', time.localtime(at))} {what}\n" for at, what in lines
        )

    def had(self, why: str, began: float, ended: float) -> bool:
        """Whether something was so at any moment of this time."""
        return any(gap.why == why and gap.meets(began, ended) for gap in self.gaps)

    def seconds_away(self) -> float:
        """Return for how long the bot was not there; gaps that overlap count once."""
        total = last = 0.0
        for gap in sorted(self.gaps, key=lambda gap: gap.began):
            if gap.why == "away" and gap.ended > last:
                total += gap.ended - max(gap.began, last)
                last = gap.ended
        return total

    def unanswered(self) -> list[Press]:
        """Return what had to be answered and was not."""
        return [p for p in self.presses if p.seconds is None and not self._is_excused(p)]

    def _is_excused(self, press: Press) -> bool:
        """Whether the answer met a fault of its own, or the bot was not there to give one."""
        callback = f"/interactions/{press.outcome.id}/"
        if any(path.startswith(callback) for _, fault in self.faults for path in fault.met):
            return True
        # An answer that was under way is lost with the bot.
        until = press.at + ANSWER_WITHIN
        no_more = ("away", f"channel {press.outcome.channel_id}")
        return any(self.had(why, press.at, until) for why in no_more)
