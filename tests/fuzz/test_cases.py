"""What fuzzing found, one case each."""

import asyncio
import re

import pytest

from bot.screens.press import press_id
from tests.fuzz.stage import Stage
from tests.fuzz.wire import COMMAND, PATIENCE, Answer


def assert_polite(answer: Answer, caplog: pytest.LogCaptureFixture) -> None:
    """A sentence of ours that blames nobody, and nothing in the log."""
    assert answer.first
    assert not re.search("went wrong|ging iets mis", answer.text)
    assert [r for r in caplog.records if r.name.startswith("bot") or r.exc_info] == []


async def test_a_command_of_another_version(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    """A client offers for a while what was registered before."""
    answer = await stage.wire.command(stage.people[0], "gone")
    assert_polite(answer, caplog)


@pytest.mark.parametrize("command", ["play", "rules", "leaderboard"])
async def test_a_game_of_another_version(
    stage: Stage, caplog: pytest.LogCaptureFixture, command: str
) -> None:
    answer = await stage.wire.command(stage.people[0], command, game="belote")
    assert_polite(answer, caplog)
    assert [*stage.bot.tables] == []


@pytest.mark.parametrize(
    "custom_id", ["x", "", "troef", "troef:hand:1\n2", "Troef:hand:1", "troef::"]
)
async def test_a_button_that_is_not_ours(
    stage: Stage, caplog: pytest.LogCaptureFixture, custom_id: str
) -> None:
    who = stage.people[0]
    await stage.wire.command(who, "help")
    await stage.wire.command(who, "language")
    answer = await stage.wire.press(who, custom_id, stage.wire.own_message(who))
    assert_polite(answer, caplog)


async def test_a_command_delivered_twice_is_carried_out_once(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    who = stage.people[0]
    data = {"id": "1", "name": "help", "type": 1, "options": []}
    answer = await stage.wire.send(stage.wire.payload(COMMAND, who, data))
    stage.wire.send_again(answer)
    # Answers come in order: when this one is there, the one before has been handled.
    await stage.wire.command(who, "me")
    assert stage.wire.twice == []
    assert_polite(answer, caplog)


async def test_what_one_person_saw_is_not_kept(stage: Stage) -> None:
    """discord.py keeps a task and the whole view for 15 minutes, unless the view has ended."""
    async with asyncio.timeout(PATIENCE):
        await stage.wire.command(stage.people[0], "help")
        before = len(asyncio.all_tasks())
        for _ in range(50):
            await stage.wire.command(stage.people[0], "help")
    assert len(asyncio.all_tasks()) < before + 10


async def test_a_role_or_guest_that_nobody_has_is_not_taken(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    """Once taken, a role that is none kept everybody of the server from opening a table."""
    manager = next(person for person in stage.people if person.manager)
    await stage.wire.command(manager, "settings")
    shown = stage.wire.own_message(manager)
    for made_up in ("0", "9223372036854775807", "@everyone"):
        answer = await stage.wire.choose(manager, press_id("server_role"), shown, [made_up])
        assert_polite(answer, caplog)
    assert (await stage.bot.choices.server(manager.guild_id)).role_id is None
    await stage.wire.command(manager, "play")
    table = stage.bot.tables.seat_of(manager.guild_id, manager.id)
    assert table is not None
    for made_up in ("0", "9223372036854775807"):
        invited = press_id("invited", table.id)
        assert_polite(await stage.wire.choose(manager, invited, shown, [made_up]), caplog)
    assert table.situation.invited == ()
