"""What the bot asked for, so that a test can count it and wait for it."""

import asyncio
import fnmatch
import time
from collections import deque
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Request:
    """One answered REST request."""

    method: str
    path: str
    status: int
    at: float = field(default_factory=time.monotonic)


class Journal:
    """The last few thousand requests, newest last."""

    def __init__(self, length: int = 5000) -> None:
        self._requests: deque[Request] = deque(maxlen=length)
        self._news = asyncio.Event()

    def add(self, request: Request) -> None:
        """Keep an answered request and wake who waits for it."""
        self._requests.append(request)
        self._news.set()
        self._news = asyncio.Event()

    def clear(self) -> None:
        """Start counting anew."""
        self._requests.clear()

    def matching(self, method: str, path: str = "*", status: int | None = None) -> list[Request]:
        """Return the requests of this method (`*` for any), path pattern and status."""
        return [
            request
            for request in self._requests
            if method in ("*", request.method)
            and fnmatch.fnmatchcase(request.path, path)
            and status in (None, request.status)
        ]

    async def wait(
        self,
        method: str,
        path: str = "*",
        *,
        status: int | None = None,
        count: int = 1,
        timeout: float = 5.0,  # noqa: ASYNC109 - the natural name for it in a test
    ) -> list[Request]:
        """Wait until that many matching requests were answered."""
        async with asyncio.timeout(timeout):
            while len(found := self.matching(method, path, status)) < count:
                await self._news.wait()
        return found
