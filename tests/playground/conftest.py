"""A box with the sample bot logged in to it."""

import pytest

from bot.playground.box import Box

from .running import Run


@pytest.fixture
async def box():
    async with Box() as opened:
        opened.connect()
        yield opened


@pytest.fixture
async def run(box):
    running = Run(box)
    await running.start()
    yield running
    await running.stop()
