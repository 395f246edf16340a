"""SIGKILL when a table's new message stands there and the bot does not know yet."""

import asyncio

from bot.playground.box import Box
from tests.sockets.child import Child, is_table, text_of
from tests.sockets.playing import mover, open_table


async def test_a_post_that_was_not_noted_is_found_again(box: Box, child: Child) -> None:
    anna, bob = await open_table(box)
    await mover(anna, bob)
    first = await anna.sees(is_table)
    box.world.delete_message(int(first["id"]))
    fault = box.faults.add("POST", "/channels/*/messages", after=True, cut=True, delay=30)
    await anna.slash("table", wait=False)
    await asyncio.wait_for(fault.hit.wait(), 20)
    second = await anna.sees(is_table)
    await child.kill()
    box.faults.clear()
    await child.start()
    table = await anna.sees(lambda m: is_table(m) and "The bot was away" in text_of(m), timeout=20)
    assert table["id"] == second["id"]
    assert len([m for m in anna.messages() if is_table(m)]) == 1
