"""How late the event loop is while four players who choose by thumb play deals as fast as they can.

The box and the bot share one process and one loop, so the figure holds the box's work as well:
it is an upper bound for the bot.
"""

import asyncio
import statistics
import sys
import time

from bot.app import Troef
from bot.players.thumb import Thumb
from bot.playground.box import Box
from bot.rules.view import Phase
from bot.settings import Settings
from bot.store import Store
from bot.tables.face import State
from bot.tables.table import Table
from tests.people import NO_HURRY
from tests.sockets.child import is_table

LIMIT_MS = 50.0
SAMPLE_SECONDS = 0.002


async def sample(delays: list[float]) -> None:
    """Note how late each wake-up is, in milliseconds."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(SAMPLE_SECONDS)
        delays.append((time.perf_counter() - began - SAMPLE_SECONDS) * 1000)


async def play(table: Table, user_id: int) -> None:
    """Play one seat by thumb until the match is over; computers have the others."""
    thumb = Thumb()
    while table.state is State.PLAYING:
        view = table.view_of(user_id)
        if view.legal and (view.turn == view.seat or view.phase is Phase.COUNTING):
            await table.submit(user_id, view.dealt, view.decision, thumb.choose(view))
        # A pause: who asks without one leaves the store's thread no turn.
        await asyncio.sleep(SAMPLE_SECONDS)


async def measure() -> list[float]:
    """Return delays of the loop, in milliseconds."""
    delays: list[float] = []
    settings = Settings(_env_file=None, pace=0, thinkers=0, turn_seconds=3600, language="en")
    async with await Store.open(None) as store, Box() as box:
        box.connect()
        bot = Troef(settings, store, NO_HURRY)
        running = asyncio.create_task(bot.start(box.token))
        await box.wait_for_bot("play", timeout=30)
        anna = box.person("Anna", locale="en-GB")
        lobby = await anna.slash("play")
        assert lobby.message_id is not None
        await anna.click(lobby.message_id, label="Start")
        await anna.sees(is_table)
        (table,) = bot.tables
        sampling = asyncio.create_task(sample(delays))
        await play(table, anna.id)
        sampling.cancel()
        await bot.close()
        await running
    return delays


def main() -> int:
    """Measure and say whether the loop is in time."""
    delays = asyncio.run(measure())
    worst = statistics.quantiles(delays, n=100)[-1]
    print(
        f"loop delay over {len(delays)} samples in sixteen deals: "
        f"median {statistics.median(delays):.1f} ms, 99% {worst:.1f} ms, most {max(delays):.1f} ms"
    )
    print(f"{'ok' if worst < LIMIT_MS else 'short'} {worst:.1f} ms (under {LIMIT_MS:g})")
    return 0 if worst < LIMIT_MS else 1


if __name__ == "__main__":
    sys.exit(main())
