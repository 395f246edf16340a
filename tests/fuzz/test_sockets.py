"""The same over sockets: the bot as a child process, pressed by many people at once.

A person may press 20 times in 5 seconds there, so there are many of them. 500 presses here;
`pytest tests/fuzz/test_sockets.py --presses 10000` sends more.
"""

import asyncio
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from bot.doctor import Examination
from bot.playground import ids
from bot.playground.box import Box
from bot.screens.press import press_id
from tests.fuzz.forger import Forger
from tests.fuzz.wire import Answer, Somebody, Wire
from tests.sockets.child import Child

TABLES, SEATS = 40, 4
AT_ONCE = 40
GAMES = ("klaverjas", "lesbos", "hoogjassen")
ROUND = 2000
"""After so many presses new tables are opened: some have ended."""


async def open_table(forger: Forger, crowd: list[Somebody], game: str) -> None:
    """Let people leave where they are and begin a match, and see their hands."""
    wire, (host, *others) = forger.wire, crowd
    for who in crowd:
        await wire.command(who, "leave")
    await wire.command(host, "play", game=game)
    there = wire.backend.messages[host.channel_id].values()
    message = max((m for m in there if not m.is_ephemeral), key=lambda m: m.id)
    forger.learn(message.components)
    table_id = forger.mutations.drawn["start"][-1].split(":")[2]
    forger.lay({**forger.seats, table_id: crowd})
    for seat, guest in enumerate(others, 1):
        await wire.press(guest, press_id("sit", table_id, seat), message.id)
    await wire.press(host, press_id("start", table_id), message.id)
    for who in crowd:
        forger.note(await wire.press(who, press_id("hand", table_id), message.id))


async def test_whatever_comes_over_the_line(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    presses = request.config.getoption("--presses", 500)
    answers: list[Answer] = []
    async with Box() as box, Child(box, tmp_path, TROEF_LANGUAGE="en") as child:
        await child.start()
        wire = Wire(box)
        crowd = [Somebody(p.id, ids.GUILD, p.channel_id) for p in box.crowd(TABLES * SEATS)]
        # Those of one table are in one channel.
        people = [
            Somebody(who.id, who.guild_id, crowd[number // SEATS * SEATS].channel_id)
            for number, who in enumerate(crowd)
        ]
        commands = [command["name"] for command in box.person("Sem").commands()]
        forger = Forger(wire, people, commands, Random(2026))
        while len(answers) < presses:
            if len(answers) % ROUND == 0:
                for table in range(TABLES):
                    seated = people[table * SEATS : (table + 1) * SEATS]
                    await open_table(forger, seated, GAMES[table % len(GAMES)])
            many = await asyncio.gather(*(forger.press() for _ in range(AT_ONCE)))
            answers += [answer for _, answer in many]
        assert await child.stop() == 0
        log = child.log
    assert [answer.payload["data"] for answer in answers if not answer.first] == []
    assert wire.twice == []
    assert [answer.text for answer in answers if "went wrong" in answer.text] == []
    told = Counter("too fast" if "faster than anybody" in answer.text else "" for answer in answers)
    assert told["too fast"] < presses / 10
    assert "Traceback" not in log
    assert " ERROR " not in log
    assert " WARNING bot.app" not in log
    examination = Examination(tmp_path / "troef.sqlite3")
    assert [*examination.run()] == []
    assert examination.tables >= TABLES
