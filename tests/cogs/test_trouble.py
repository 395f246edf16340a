"""What goes wrong around a table: lost messages and channels, slow lines, things at once."""

import asyncio
from functools import partial

import aiohttp
import discord
import pytest

from bot.rules.view import Phase
from bot.screens.names import clean_name, safe
from bot.tables.face import State
from bot.tables.options import with_option
from tests.cogs.test_table import forge, until_cards
from tests.people import Club


@pytest.mark.scenario(11)
async def test_a_deleted_channel_stops_the_table_without_a_score(club: Club) -> None:
    await club.open_table(club.anna, club.bob)
    table = club.only_table
    await club.play_until(lambda: len(table.situation.match.tricks) == 6, club.anna, club.bob)
    club.env.backend.delete_channel(club.channel.id)
    await club.env.settle()
    await club.env.advance_time(600)
    assert table.state is State.CLOSED
    assert not table.situation.match.results
    elsewhere = club.guild.create_text_channel("elders")
    result = await club.anna.actor.slash(elsewhere, "play")
    assert "Host: Anna" in str(result.response.components)


@pytest.mark.scenario(21)
async def test_removed_from_the_server_stops_its_tables(club: Club) -> None:
    await club.open_table(club.anna)
    table = club.only_table
    await club.bot.http.leave_guild(club.guild.id)
    await club.env.advance_time(600)
    assert table.state is State.CLOSED


async def test_a_lost_right_is_not_asked_for_ever(club: Club) -> None:
    await club.open_table(club.anna)
    club.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50013, times=None)
    await club.anna.slash("leave")
    before = len(club.env.http_requests)
    await club.env.advance_time(4 * 3600)
    assert len(club.env.http_requests) - before <= 4


async def test_bringing_down_where_the_bot_may_not_post_changes_nothing(club: Club) -> None:
    await club.open_table(club.anna)
    closed = club.guild.create_text_channel(
        "stil", overwrites={club.guild.me: discord.PermissionOverwrite(send_messages=False)}
    )
    shown = club.table.id
    result = await club.anna.actor.slash(closed, "table")
    assert "Send Messages" in str(result.response.components)
    assert club.table.id == shown
    assert "My hand" in club.table.buttons


async def test_bringing_down_to_another_channel_takes_the_ping_along(club: Club) -> None:
    await club.open_table(*club.members)
    (mover,) = (m for m in club.members if m.newest.moves)
    await club.env.advance_time(41)
    assert [m for m in club.messages() if m.content]
    elsewhere = club.guild.create_text_channel("elders")
    await club.anna.actor.slash(elsewhere, "table")
    assert not [s for s in club.public if "My hand" in s.buttons]
    await mover.move()
    assert not [m for m in club.messages() if m.content]


async def test_a_redraw_that_fails_comes_later(club: Club) -> None:
    await club.open_table(club.anna)
    club.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=50035, times=1)
    await club.anna.move()
    await club.anna.move()
    assert "Deal 1" in club.table.text
    hand = club.anna.newest
    assert club.only_table.situation.match.decision > 1
    assert hand.moves


async def test_a_note_that_fails_makes_no_second_table(club: Club) -> None:
    await club.open_table(club.anna, length="4")
    table = club.only_table
    await club.play_until(lambda: table.situation.match.phase is Phase.COUNTING, club.anna)
    note = table.note_message

    async def fail_once(*arguments: int) -> None:
        table.note_message = note
        with club.broken_store():
            await note(*arguments)

    table.note_message = fail_once
    await club.anna.move()
    await club.env.advance_time(60)
    assert len([s for s in club.public if "My hand" in s.buttons]) == 1


async def test_autoplay_wakes_nobody(club: Club) -> None:
    settings = await club.anna.slash("language")
    assert settings is not None
    await club.anna.press_id(settings, settings.id_of("autoplay"))
    await club.open_table(club.anna, club.bob, turn_seconds="15")
    table = club.only_table
    for _ in range(60):
        if table.situation.seats[0].away:
            break
        if club.bob.newest.moves:
            await club.bob.move()
        else:
            await club.env.advance_time(16)
    clocked = [e for e in table._log if e.seat == 0 and e.by == "clock"]
    assert len(clocked) == 3


async def test_again_after_a_lobby_that_came_to_nothing(club: Club) -> None:
    await club.open_table(club.anna, length="4")
    await club.play_until(lambda: "Again" in club.table.buttons, club.anna)
    over = club.table
    await club.anna.press(over, "Again")
    await club.anna.press(club.table, "Cancel")
    again = await club.anna.press(over, "Again")
    assert again is not None
    assert "Host: Anna" in again.text


async def test_a_line_that_breaks_on_play_leaves_no_lobby(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise aiohttp.ClientOSError("the line is down")

    club.env.expected_errors = (aiohttp.ClientOSError,)
    with monkeypatch.context() as patch:
        patch.setattr(discord.InteractionResponse, "send_message", broken)
        await club.anna.actor.slash(club.channel, "play")
    assert not list(club.bot.tables)


@pytest.mark.parametrize(
    "custom_id", ["troef:language:nl", "troef:pings:0", "troef:board:klaverjas:points:0:order"]
)
async def test_a_forged_press_does_not_overwrite_the_table(club: Club, custom_id: str) -> None:
    await club.open_table(club.anna)
    shown = club.table
    await forge(club, club.bob, shown, custom_id)
    assert "Deal 1 of 16" in club.table.text
    assert club.table.id == shown.id


async def test_a_board_far_beyond_its_end_is_empty(club: Club) -> None:
    await club.open_table(club.anna)
    await forge(club, club.bob, club.table, "troef:board:klaverjas:points:999999999999999999:next")
    assert "Leaderboard" in club.bob.newest.text


async def test_a_lobby_press_is_one_request(club: Club) -> None:
    await club.anna.slash("play")
    before = len(club.env.http_requests)
    await club.bob.press_id(club.table, club.table.seat(1))
    assert len(club.env.http_requests) - before == 1


async def test_options_chosen_at_once_all_count(club: Club) -> None:
    await club.anna.slash("play")
    table = club.only_table
    chosen = (("system", "rotterdam"), ("length", "4"), ("pace", "2.5"))
    await asyncio.gather(
        *(
            table.set_option(club.anna.id, partial(with_option, name=name, value=value))
            for name, value in chosen
        )
    )
    now = table.situation
    assert (now.house.system, now.house.length, now.pace) == ("rotterdam", "4", 2.5)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("สวัสดี", "สวัสดี"),
        ("José", "José"),
        ("a\u202eb\u200bc", "abc"),
        ("e" + "\u0301" * 9, "é\u0301"),
        ("<t:0:R>", "‹t:0:R›"),
        ("https://x.nl", "https: //x.nl"),
        ("\u200b", "?"),
        ("W" * 40, "W" * 23 + "…"),
    ],
)
def test_names_are_shown_as_they_are_and_do_nothing(name: str, shown: str) -> None:
    assert safe(name) == shown
    assert "*" not in safe("**vet**").replace("\\*", "")
    assert len(clean_name(name)) <= 24


async def test_a_press_waits_for_no_redraw(club: Club) -> None:
    """The answer comes first: the table's edit goes out after it."""
    await club.open_table(*club.members)
    await until_cards(club, *club.members)
    (mover,) = (m for m in club.members if m.newest.moves)
    before = len(club.env.http_requests)
    await mover.move()
    kinds = [request.path.split("/")[1] for request in club.env.http_requests[before:]]
    assert kinds[0] == "interactions"
    assert sorted(kinds[1:]) == ["channels", "webhooks", "webhooks", "webhooks"]
