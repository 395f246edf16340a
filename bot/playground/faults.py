"""Faults a test puts on the line between the bot and Discord."""

import asyncio
import fnmatch
import time
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any


@dataclass(eq=False)
class Fault:
    """One thing that goes wrong with the requests that match it."""

    method: str
    path: str
    """A shell pattern on the path after `/api/v10`, for example `/channels/*/messages`."""
    status: int | None = None
    """Answer with this status instead of the true answer."""
    code: int = 0
    """Discord's error number in that answer."""
    cut: bool = False
    """Break the connection instead of answering."""
    after: bool = False
    """The request takes effect first; only its answer is lost."""
    delay: float = 0.0
    """Seconds before the fault, or the true answer when there is no other fault."""
    times: int | None = 1
    """How many requests it meets; None for every one."""
    hits: int = 0
    met: list[str] = field(default_factory=list)
    """The paths of those requests."""
    times_met: list[float] = field(default_factory=list)
    """When they came, in unix seconds."""
    headers: dict[str, str] = field(default_factory=dict)
    hit: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when a request met it."""

    def body(self) -> dict[str, Any]:
        """The JSON body of the injected answer."""
        body: dict[str, Any] = {"message": "injected by a test", "code": self.code}
        if self.status == HTTPStatus.TOO_MANY_REQUESTS:
            seconds = float(self.headers.get("Retry-After", 0.05))
            body |= {"retry_after": seconds, "global": False}
        return body


class Faults:
    """The faults that are waiting for a request."""

    def __init__(self) -> None:
        self._waiting: list[Fault] = []

    def add(self, method: str, path: str, **what: Any) -> Fault:
        """Let requests of this method (`*` for any) and path pattern meet a fault."""
        fault = Fault(method, path, **what)
        self._waiting.append(fault)
        return fault

    def clear(self) -> None:
        """Let everything go well again."""
        self._waiting.clear()

    def take(self, method: str, path: str) -> Fault | None:
        """Return the fault this request meets, counting it."""
        for fault in self._waiting:
            if fault.method not in ("*", method) or not fnmatch.fnmatchcase(path, fault.path):
                continue
            fault.hits += 1
            fault.met.append(path)
            fault.times_met.append(time.time())
            fault.hit.set()
            if fault.times is not None and fault.hits >= fault.times:
                self._waiting.remove(fault)
            return fault
        return None
