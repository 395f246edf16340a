"""Fixtures: a Discord in a box, and the real bot as a child process."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from bot.playground.box import Box
from tests.sockets.child import Child


@pytest_asyncio.fixture
async def box() -> AsyncIterator[Box]:
    async with Box() as opened:
        opened.world.guild_locale = "en-GB"
        yield opened


@pytest_asyncio.fixture
async def child(box: Box, tmp_path: Path) -> AsyncIterator[Child]:
    async with Child(box, tmp_path, TROEF_LANGUAGE="en") as child:
        await child.start()
        yield child
