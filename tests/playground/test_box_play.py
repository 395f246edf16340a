"""The playground as a program: one line, Ctrl-C, a port in use."""

import asyncio
import os
import re
import signal
import sys
import time
from pathlib import Path

import aiohttp
import pytest

from bot.playground.box import Box
from bot.playground.errors import PortInUseError
from bot.playground.play import play

from . import sample_bot

ROOT = Path(__file__).parents[2]

PROGRAM = (
    "import asyncio; from bot.playground.play import play; "
    "from tests.playground import sample_bot; "
    "asyncio.run(play(sample_bot.SampleBot, 0))"
)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_serves_and_stops_cleanly(number):
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PROGRAM),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    line = (await program.stdout.readline()).decode()
    url = re.search(r"http://127\.0\.0\.1:\d+/", line).group()
    async with aiohttp.ClientSession() as session, session.get(f"{url}live") as live:
        # An open tab must not hold it up.
        assert await live.content.readline() == b"event: state\n"
        began = time.monotonic()
        program.send_signal(number)
        out, errors = await program.communicate()
    assert program.returncode == 0, errors.decode()
    assert (out, errors) == (b"", b"")
    assert time.monotonic() - began < 2


async def test_a_port_in_use_is_named():
    async with Box() as box:
        port = int(box.api.rpartition(":")[2])
        with pytest.raises(PortInUseError, match=str(port)):
            await play(sample_bot.SampleBot, port)
