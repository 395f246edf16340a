"""Fixtures: the bot in this process, logged in to a Discord in a box with two servers."""

from collections.abc import AsyncIterator
from random import Random

import pytest_asyncio

from bot.playground.box import Box
from tests.fuzz.stage import Stage
from tests.sockets.playing import running


@pytest_asyncio.fixture
async def stage() -> AsyncIterator[Stage]:
    async with Box() as box:
        box.connect()
        async with running(box, turn_seconds=24 * 3600) as bot:
            yield Stage(box, bot, Random(2026))
