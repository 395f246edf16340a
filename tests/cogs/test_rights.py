"""What Discord answers when the bot may not, cannot, or can no longer show a table."""

from collections.abc import Iterator
from contextlib import contextmanager

import discord
import pytest

from bot.outbox import (
    ARCHIVED_THREAD,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    OLD_EDITS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
)
from bot.tables.face import Ending, State
from tests.cogs.test_table import forge
from tests.people import Club

DAY = 24 * 3600
EDIT, POST = ("PATCH", "/channels/*/messages/*"), ("POST", "/channels/*/messages")


@contextmanager
def refused(club: Club, status: int, code: int, *requests: tuple[str, str]) -> Iterator[None]:
    """Let Discord refuse these requests."""
    for method, path in requests:
        club.env.inject_error(method, path, status=status, code=code, times=None)
    try:
        yield
    finally:
        club.env.backend.faults.clear()


@pytest.mark.scenario(12)
@pytest.mark.parametrize("code", [MISSING_ACCESS, MISSING_PERMISSIONS])
async def test_a_table_that_may_not_be_shown_rests_and_goes_on_by_itself(
    club: Club, code: int
) -> None:
    await club.open_table(club.anna)
    table = club.only_table
    with refused(club, 403, code, EDIT, POST):
        await club.anna.move()
        assert table.situation.paused is not None
        assert "The table rests" in club.anna.newest.text, "where he can be told, he is"
        before = table.situation.match
        await club.env.advance_time(3600)
        assert table.situation.match is before, "the clocks stand still"
        assert table.state is State.PLAYING
        # Whatever she presses on is refused: a hand from before shows cards that could be played.
        await forge(club, club.anna, club.anna.newest, f"troef:act:{table.id}:1:0:pass")
        assert "The table rests" in club.anna.newest.text
        assert table.situation.match is before
    await club.env.advance_time(700)
    assert table.situation.paused is None
    assert "The table rests" not in club.table.text
    await club.anna.hand()
    await club.anna.move()
    assert table.situation.match is not before


async def test_a_right_that_is_back_is_noticed_at_once(club: Club) -> None:
    await club.open_table(club.anna)
    table = club.only_table
    with refused(club, 403, MISSING_PERMISSIONS, EDIT, POST):
        await club.anna.move()
        await club.env.advance_time(300)
    role = club.guild.create_role("Kaartbot")
    await club.env.settle()
    club.env.backend.edit_role(club.guild.id, role.id, {"name": "Troef"})
    await club.env.settle()
    assert table.situation.paused is None


async def test_a_press_at_a_resting_table_tries_it(club: Club) -> None:
    await club.open_table(club.anna)
    with refused(club, 403, MISSING_PERMISSIONS, EDIT, POST):
        await club.anna.move()
        await club.env.advance_time(300)
    await club.anna.hand()
    assert club.only_table.situation.paused is None


@pytest.mark.scenario(12)
async def test_a_table_that_rests_for_a_day_stops_without_a_score(club: Club) -> None:
    await club.open_table(club.anna)
    table = club.only_table
    with refused(club, 403, MISSING_ACCESS, EDIT, POST):
        await club.anna.move()
        requests = len(club.env.http_requests)
        await club.env.advance_time(DAY + 60)
        # Growing pauses: not more than one in ten minutes.
        assert len(club.env.http_requests) - requests < DAY / 600 + 20
    assert (table.state, table.situation.ending) == (State.CLOSED, Ending.NO_ACCESS)
    assert not table.situation.match.results
    again = await club.anna.slash("play")
    assert again is not None
    assert "Host: Anna" in again.text


async def test_a_table_rests_on_after_a_restart(club: Club) -> None:
    await club.open_table(club.anna)
    with refused(club, 403, MISSING_ACCESS, EDIT, POST):
        await club.anna.move()
        since = club.only_table.situation.paused
        await club.restart()
        await club.env.settle()
        table = club.only_table
        assert table.situation.paused == since
        assert table.waiting == {"paused"}
    await club.env.advance_time(700)
    assert table.situation.paused is None


async def test_people_can_leave_a_table_that_rests(club: Club) -> None:
    await club.open_table(club.anna, club.bob)
    table = club.only_table
    with refused(club, 403, MISSING_ACCESS, EDIT, POST):
        await club.env.advance_time(61)
        assert table.situation.paused is not None
        await club.anna.slash("leave")
        await club.bob.slash("leave")
        assert table.state is State.CLOSED


@pytest.mark.scenario(11)
async def test_a_message_that_is_gone_is_posted_anew(club: Club) -> None:
    await club.open_table(club.anna)
    old = club.table.id
    club.env.backend.delete_message(club.channel.id, old)
    await club.anna.move()
    assert club.table.id != old
    assert "My hand" in club.table.buttons


@pytest.mark.parametrize(("status", "code"), [(404, UNKNOWN_MESSAGE), (429, OLD_EDITS)])
async def test_a_message_that_cannot_be_edited_is_posted_anew(
    club: Club, status: int, code: int
) -> None:
    await club.open_table(club.anna)
    old = club.table.id
    with refused(club, 400 if status == 429 else status, code, EDIT):
        await club.anna.move()
    assert club.table.id != old


@pytest.mark.scenario(11)
async def test_a_channel_that_is_gone_stops_the_table_at_once(club: Club) -> None:
    await club.open_table(club.anna)
    table = club.only_table
    with refused(club, 404, UNKNOWN_CHANNEL, EDIT, POST):
        await club.anna.move()
        assert (table.state, table.situation.ending) == (State.CLOSED, Ending.PLACE_GONE)
        requests = len(club.env.http_requests)
        await club.env.advance_time(DAY)
        assert len(club.env.http_requests) == requests, "no storm of retries"


@pytest.mark.scenario(15)
async def test_a_locked_thread_stops_the_table(club: Club) -> None:
    await club.open_table(club.anna)
    table = club.only_table
    with refused(club, 400, ARCHIVED_THREAD, EDIT, POST):
        await club.anna.move()
    assert (table.state, table.situation.ending) == (State.CLOSED, Ending.PLACE_GONE)


@pytest.mark.scenario(15)
async def test_an_archived_thread_is_opened_by_a_new_message(club: Club) -> None:
    await club.open_table(club.anna)
    old = club.table.id
    with refused(club, 400, ARCHIVED_THREAD, EDIT):
        await club.anna.move()
    assert club.only_table.state is State.PLAYING
    assert club.table.id != old


@pytest.mark.scenario(21)
async def test_an_outage_is_no_removal(club: Club) -> None:
    await club.open_table(club.anna)
    table = club.only_table
    club.env.backend.emit("GUILD_DELETE", {"id": str(club.guild.id), "unavailable": True})
    await club.env.settle()
    assert table.state is State.PLAYING


async def test_a_refused_picture_does_not_stop_the_next(club: Club) -> None:
    await club.open_table(club.anna)
    club.env.expected_errors = (discord.HTTPException,)
    with refused(club, 400, 50035, EDIT):
        await club.anna.move()
    await club.anna.move()
    assert club.only_table.state is State.PLAYING
    assert f"Deal {club.only_table.situation.match.number}" in club.table.text
    assert "to play" in club.table.text
