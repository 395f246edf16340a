"""Discord's rate limits: buckets per route and channel, and the one for the whole bot."""

import re
import time
from collections import defaultdict, deque
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class Rule:
    """So many requests in so many seconds for each value of the path's first group."""

    method: str
    path: re.Pattern[str]
    count: int
    seconds: float


def _rule(method: str, path: str, count: int, seconds: float) -> Rule:
    return Rule(method, re.compile(path + r"\Z"), count, seconds)


# Discord tells these by headers only; the figures are those seen in practice.
RULES: Final = (
    _rule("POST", r"/channels/(\d+)/messages", 5, 5.0),
    _rule("PATCH", r"/channels/(\d+)/messages/\d+", 5, 5.0),
    _rule("DELETE", r"/channels/(\d+)/messages/\d+", 5, 1.0),
    _rule("POST", r"/webhooks/(\d+/[^/]+)", 5, 2.0),
    _rule("PATCH", r"/webhooks/(\d+/[^/]+)/messages/[^/]+", 5, 2.0),
)
PER_SECOND: Final = 50
_KEPT: Final = 10_000
"""How many buckets there may be before those are dropped whose window has ended."""


@dataclass(slots=True)
class Window:
    """A bucket's present window: it opens with a request and ends as a whole."""

    ends: float = 0.0
    used: int = 0


@dataclass(slots=True)
class Verdict:
    """Whether a request goes through, and the headers its answer carries."""

    headers: dict[str, str] = field(default_factory=dict)
    retry_after: float | None = None
    everywhere: bool = False

    def body(self) -> dict[str, object]:
        """The JSON body of the 429."""
        return {
            "message": "You are being rate limited.",
            "retry_after": round(self.retry_after or 0.0, 3),
            "global": self.everywhere,
        }


class Limiter:
    """Counts requests as Discord does: each bucket is full again when its window ends."""

    def __init__(self, *, enabled: bool) -> None:
        self.enabled = enabled
        self.refused = 0
        self._all: deque[float] = deque()
        self._buckets: defaultdict[tuple[int, str], Window] = defaultdict(Window)

    def check(self, method: str, path: str, *, counts_globally: bool) -> Verdict:
        """Count this request, or refuse it; requests by interaction token do not count globally."""
        if not self.enabled:
            return Verdict()
        now = time.monotonic()
        if counts_globally:
            while self._all and self._all[0] <= now - 1.0:
                self._all.popleft()
            if len(self._all) >= PER_SECOND:
                return self._refuse(self._all[0] + 1.0 - now, {"X-RateLimit-Global": "true"})
            self._all.append(now)
        for number, rule in enumerate(RULES):
            match = rule.path.match(path) if rule.method == method else None
            if match is not None:
                return self._bucket(number, rule, match.group(1), now)
        return Verdict()

    def _bucket(self, number: int, rule: Rule, major: str, now: float) -> Verdict:
        if len(self._buckets) > _KEPT:
            open_ones = {key: window for key, window in self._buckets.items() if window.ends > now}
            self._buckets = defaultdict(Window, open_ones)
        window = self._buckets[number, major]
        if window.ends <= now:
            window.ends, window.used = now + rule.seconds, 0
        full = window.used >= rule.count
        if not full:
            window.used += 1
        reset = window.ends - now
        headers = {
            "X-RateLimit-Limit": str(rule.count),
            "X-RateLimit-Remaining": str(rule.count - window.used),
            "X-RateLimit-Reset-After": f"{reset:.3f}",
            "X-RateLimit-Reset": f"{time.time() + reset:.3f}",
            "X-RateLimit-Bucket": f"box{number}",
        }
        return self._refuse(reset, headers) if full else Verdict(headers)

    def _refuse(self, seconds: float, headers: dict[str, str]) -> Verdict:
        self.refused += 1
        everywhere = "X-RateLimit-Global" in headers
        headers = {**headers, "Retry-After": f"{seconds:.3f}"}
        return Verdict(headers, seconds, everywhere)
