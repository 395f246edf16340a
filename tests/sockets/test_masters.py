"""The workers of the real bot: there from a master's first move until the bot's end."""

import os
import re
import select
from pathlib import Path

import pytest
import pytest_asyncio

from bot.playground.box import Box
from tests.sockets.child import Child, hand_of, is_table, moves_of
from tests.thinking.waiting import until


@pytest_asyncio.fixture
async def thinker(box: Box, tmp_path: Path):
    async with Child(box, tmp_path, TROEF_LANGUAGE="en", TROEF_THINKERS="1") as child:
        await child.start()
        yield child


def workers(child: Child) -> list[int]:
    """Return the bot's processes for thinking."""
    assert child.process is not None
    listed = Path(f"/proc/{child.process.pid}/task").glob("*/children")
    children = [int(pid) for threads in listed for pid in threads.read_text().split()]
    return [pid for pid in children if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text()]


@pytest.mark.parametrize("ends", ["killed", "told to stop"])
async def test_no_worker_outlives_the_bot(box: Box, thinker: Child, ends: str) -> None:
    anna = box.person("Anna", locale="en-GB")
    lobby = await anna.slash("play")
    assert lobby.message_id is not None
    assert workers(thinker) == []
    await anna.click(lobby.message_id, label="Start")
    table = await anna.sees(is_table)
    await anna.click(int(table["id"]), label="My hand")
    await until(lambda: bool(workers(thinker) or moves_of(hand_of(anna))))
    if not workers(thinker):
        # The cards have it that Anna speaks first.
        hand = hand_of(anna)
        await anna.click(int(hand["id"]), list(moves_of(hand).values())[-1])
    await until(lambda: len(workers(thinker)) == 1)
    gone = os.pidfd_open(workers(thinker)[0])
    if ends == "killed":
        await thinker.kill()
    else:
        assert await thinker.stop() == 0
        assert not re.search("Traceback|ERROR", thinker.log), thinker.log
    assert select.select([gone], [], [], 5)[0], "the worker lives on"
    os.close(gone)
