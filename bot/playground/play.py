"""Runs a bot in a box until somebody stops it."""

import asyncio
import contextlib
import logging
import signal
import sys
import webbrowser
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import discord

if TYPE_CHECKING:
    from .box import Box

_PATIENCE = 1.5
"""Seconds the bot has for saying goodbye."""


async def play(
    make_bot: Callable[[], discord.Client], port: int = 0, *, open_browser: bool = False
) -> None:
    """Serve the page and run the bot behind it until Ctrl-C.

    Raises PortInUseError when the port is taken, and whatever ends the bot before its time.
    """
    async with _load_box()(port, limits=True) as box:
        box.connect()
        bot = make_bot()
        running = asyncio.create_task(bot.start(box.token))
        sys.stdout.write(f"The playground is at {box.url} - stop it with Ctrl-C.\n")
        sys.stdout.flush()
        if open_browser:
            await asyncio.to_thread(webbrowser.open, box.url)
        with _stop_signal() as stop:
            stopping = asyncio.create_task(stop.wait())
            await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
        ended_by_itself = running.done()
        await _close(bot, running)
        if ended_by_itself:
            running.result()


def _load_box() -> type["Box"]:
    """Import the box without a warning that means nothing to the one who reads it.

    SimCord, when imported, tries out a client without intents, and discord.py warns of it.
    """
    state = logging.getLogger("discord.state")
    level = state.level
    state.setLevel(logging.ERROR)
    try:
        from .box import Box  # noqa: PLC0415
    finally:
        state.setLevel(level)
    return Box


async def _close(bot: discord.Client, running: asyncio.Task[None]) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_PATIENCE):
            await bot.close()
    running.cancel()
    await asyncio.wait({running}, timeout=_PATIENCE / 3)


@contextlib.contextmanager
def _stop_signal() -> Iterator[asyncio.Event]:
    """Yield an event that is set by SIGINT or SIGTERM instead of their usual effect."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    caught = []
    for number in (signal.SIGINT, signal.SIGTERM):
        # Windows has no handlers in its loop; there Ctrl-C ends the program as usual.
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, stop.set)
            caught.append(number)
    try:
        yield stop
    finally:
        for number in caught:
            loop.remove_signal_handler(number)
