"""Whatever is pressed: it is answered, changes nothing it may not change, shows no hidden card.

Ids, values, typed texts and options are made from those that screens drew, by chance, and come
from people of two servers at tables in every state. 1500 of them here, in some ten seconds;
`pytest tests/fuzz/test_presses.py --presses 100000` sends more.
"""

import logging

import pytest

from bot.screens.press import press_id
from tests.fuzz.forger import Forger
from tests.fuzz.oracle import faults, look
from tests.fuzz.stage import Stage

ROUND = 1000
"""After so many presses the tables are laid anew: many have moved on or ended."""


def tells_of_a_fault(record: logging.LogRecord) -> bool:
    """Whether something is in the log that no press may put there."""
    return record.levelno >= (logging.WARNING if record.name == "bot.app" else logging.ERROR)


async def lay(stage: Stage, forger: Forger) -> None:
    """Lay all tables anew, and let the forger see what people see of them."""
    await stage.set_up()
    forger.lay({table.id: stage.people_of(table) for table in stage.tables.values()})
    for table in stage.tables.values():
        message = stage.wire.backend.messages[table.channel_id][table.situation.message_id]
        forger.learn(message.components)
        for who in stage.people_of(table):
            for verb, *arguments in (("hand",), ("menu",), ("part", "leave"), ("part", "seats")):
                forger.note(await stage.press(who, table, verb, *arguments))
    for who in (stage.people[0], stage.people[-1]):
        for name in forger.commands:
            if name not in ("play", "leave"):
                forger.note(await stage.wire.command(who, name))
    for verb in stage.bot.presses.keys() - forger.mutations.drawn.keys():
        # Drawn at moments that a table may not come to.
        forger.mutations.learn(press_id(verb, next(iter(stage.tables))))


async def test_whatever_is_pressed(
    stage: Stage, request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> None:
    commands = [command.name for command in stage.bot.tree.get_commands()]
    forger = Forger(stage.wire, stage.people, commands, stage.chance)
    wrong: list[str] = []
    counted = 0
    for number in range(request.config.getoption("--presses", 1_500)):
        if number % ROUND == 0:
            await lay(stage, forger)
        await stage.rest()
        before = look(stage)
        caplog.clear()
        who, answer = await forger.press()
        found = faults(stage, before, who, answer)
        found += [record.getMessage() for record in caplog.records if tells_of_a_fault(record)]
        wrong += [f"{number} {who} {answer.payload['data']}: {fault}" for fault in found]
        counted += look(stage).tables != before.tables
    assert not wrong, "\n".join(wrong)
    assert counted, "none of it was more than refused"
    assert set(stage.bot.presses) <= forger.pressed, "verbs that nobody pressed"
