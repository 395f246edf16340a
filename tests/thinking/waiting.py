"""Waiting for what nothing tells of."""

import asyncio
from collections.abc import Callable

PATIENCE = 20
"""Seconds that anything may take on a busy machine."""


async def until(so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not so():  # noqa: ASYNC110
            await asyncio.sleep(0.001)
