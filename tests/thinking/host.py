"""A process with masters, for tests of its end: `python -m tests.thinking.host WORK`.

It prints the id of its worker as soon as that is there, then what the worker does, and stays until
it is told to stop.
"""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import sys

from bot.players.levels import Level
from bot.thinking.thinking import Thinking
from tests.thinking import work
from tests.thinking.waiting import until


async def main() -> None:
    """Let a worker do its work until a signal comes."""
    logging.basicConfig(level=logging.WARNING)
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    thinking, view = Thinking(1, getattr(work, sys.argv[1]), work.nothing), work.playing()
    await thinking.choose(view, Level.MASTER, "t1")
    await until(lambda: bool(multiprocessing.active_children()))
    (worker,) = multiprocessing.active_children()
    os.write(1, f"{worker.pid}\n".encode())
    await until(lambda: stop.is_set() or thinking.report.ready == 1)
    asked = asyncio.create_task(thinking.choose(view, Level.MASTER, "t1"))
    stopped = asyncio.create_task(stop.wait())
    await asyncio.wait({asked, stopped}, return_when=asyncio.FIRST_COMPLETED)
    os.write(1, b"idle\n")
    await stopped
    asked.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await asked
    await thinking.close()


if __name__ == "__main__":
    asyncio.run(main())
