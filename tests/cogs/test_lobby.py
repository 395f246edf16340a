"""Lobbies: opened, filled, changed, left, closed."""

import asyncio

import discord
import pytest

from bot.rules.klaverjas import KlaverjasHouse
from bot.tables.situation import Sitting
from tests.people import Club


async def test_play_seats_the_host_and_nobody_else(club: Club) -> None:
    lobby = await club.anna.slash("play")
    assert lobby is not None
    assert "Host: Anna" in lobby.text
    assert "1. **Anna**" in lobby.text
    assert len(lobby.free_seats) == 3
    assert len(club.only_table.seal) == 64
    assert club.only_table.seal in lobby.text


async def test_partners_sit_opposite(club: Club) -> None:
    await club.anna.slash("play")
    await club.bob.press_id(club.table, club.table.seat(2))
    await club.anna.press(club.table, "Start")
    assert "Anna & Bob" in club.table.text


async def test_people_sit_move_and_leave(club: Club) -> None:
    await club.anna.slash("play")
    await club.bob.press_id(club.table, club.table.seat(1))
    await club.bob.press_id(club.table, club.table.seat(3))
    assert "2. empty" in club.table.text
    assert "4. **Bob**" in club.table.text
    await club.bob.press(club.table, "Leave")
    assert "4. empty" in club.table.text


async def test_a_taken_seat_is_refused(club: Club) -> None:
    await club.anna.slash("play")
    seat = club.table.seat(1)
    lobby = club.table
    await club.bob.press_id(lobby, seat)
    club.stored(lobby.id).components = lobby.message.components
    await club.bot.tables.seat_of(club.guild.id, club.bob.id).sit(1, Sitting(club.bob.id, "Bob"))
    assert "2. **Bob**" in club.table.text


@pytest.mark.scenario(9)
async def test_the_host_leaves_and_the_next_person_is_host(club: Club) -> None:
    await club.anna.slash("play")
    await club.bob.press_id(club.table, club.table.seat(1))
    await club.anna.press(club.table, "Leave")
    assert "Host: Bob" in club.table.text
    refused = await club.anna.press(club.table, "Start")
    assert refused is not None
    assert "Only the host" in refused.text


async def test_the_last_person_leaves_and_the_lobby_closes(club: Club) -> None:
    await club.anna.slash("play")
    await club.anna.press(club.table, "Leave")
    assert "cancelled" in club.table.text
    assert not club.table.buttons
    again = await club.anna.slash("play")
    assert again is not None
    assert "Host: Anna" in again.text


async def test_computers_fill_seats(club: Club) -> None:
    await club.anna.slash("play")
    await club.anna.press(club.table, "Add computer")
    assert "2. Master 2" in club.table.text
    await club.bob.press_id(club.table, club.table.seat(1))
    assert "2. **Bob**" in club.table.text
    for _ in range(2):
        await club.anna.press(club.table, "Add computer")
    assert "Add computer" not in club.table.buttons
    assert "Start gives empty seats" not in club.table.text


async def test_start_says_which_seats_went_to_computers(club: Club) -> None:
    await club.anna.slash("play")
    await club.anna.press(club.table, "Start")
    assert "Empty seats went to Master 2, Master 3 and Master 4." in club.table.text


async def test_start_pressed_twice_starts_once(club: Club) -> None:
    await club.anna.slash("play")
    table, lobby = club.only_table, club.table
    await club.anna.press(lobby, "Start")
    seeds = [str(move) for _, move in table.situation.match.log if str(move).startswith("deal")]
    club.stored(lobby.id).components = lobby.message.components
    assert len(seeds) == 1


@pytest.mark.scenario(27)
async def test_options_are_the_hosts_and_are_shown(club: Club) -> None:
    await club.anna.slash("play")
    refused = await club.bob.press(club.table, "Options")
    assert refused is not None
    assert "Only the host" in refused.text
    panel = await club.anna.press(club.table, "Options")
    assert panel is not None
    for option, value in (
        ("system", "rotterdam"),
        ("length", "4"),
        ("roem", "auto"),
        ("turn_seconds", "120"),
        ("pace", "2.5"),
    ):
        await club.anna.choose(panel, option, value)
    assert "Rotterdam" in club.table.text
    assert "4 deals" in club.table.text
    assert "counted by itself" in club.table.text
    assert "2 minutes" in club.table.text
    assert "slow" in club.table.text


@pytest.mark.scenario(23)
async def test_a_lobby_closes_after_half_an_hour_without_a_press(club: Club) -> None:
    await club.anna.slash("play")
    await club.env.advance_time(20 * 60)
    await club.bob.press_id(club.table, club.table.seat(1))
    await club.env.advance_time(29 * 60)
    assert club.table.buttons
    await club.env.advance_time(2 * 60)
    assert "half an hour" in club.table.text
    assert not club.table.buttons
    assert await club.bob.slash("play") is not None


@pytest.mark.scenario(23)
async def test_one_seat_per_person_per_server(club: Club) -> None:
    await club.anna.slash("play")
    refused = await club.anna.slash("play")
    assert refused is not None
    assert "another table" in refused.text
    await club.bob.slash("play")
    refused = await club.anna.press_id(club.table, club.table.seat(1))
    assert refused is not None
    assert "another table" in refused.text
    left = await club.anna.slash("leave")
    assert left is not None
    await club.anna.press_id(club.table, club.table.seat(1))
    assert "2. **Anna**" in club.table.text


@pytest.mark.scenario(3)
async def test_two_lobbies_in_the_same_instant_are_one(club: Club) -> None:
    async def open_one() -> object:
        try:
            return await club.bot.tables.open(
                guild_id=club.guild.id,
                channel_id=club.channel.id,
                host=Sitting(club.anna.id, "Anna"),
                game="klaverjas",
                house=KlaverjasHouse(),
                turn_seconds=60,
                pace=0,
            )
        except Exception as error:  # noqa: BLE001 - counted below
            return error

    made = await asyncio.gather(*(open_one() for _ in range(5)))
    assert sum(hasattr(one, "seal") for one in made) == 1


@pytest.mark.scenario(28)
async def test_several_tables_stand_in_one_channel(club: Club) -> None:
    await club.anna.slash("play")
    await club.bob.slash("play")
    assert [screen.text.count("Host:") for screen in club.public] == [1, 1]


async def test_cancel_closes_the_lobby(club: Club) -> None:
    await club.anna.slash("play")
    lobby = club.table
    await club.anna.press(lobby, "Cancel")
    assert "cancelled" in club.table.text
    assert not club.table.buttons


@pytest.mark.scenario(12)
async def test_a_missing_permission_is_named_and_no_lobby_is_left(club: Club) -> None:
    closed = club.guild.create_text_channel(
        "stil", overwrites={club.guild.me: discord.PermissionOverwrite(send_messages=False)}
    )
    result = await club.anna.actor.slash(closed, "play")
    text = str(result.response.components)
    assert "Send Messages" in text
    assert not list(club.bot.tables)


@pytest.mark.scenario(13)
async def test_a_first_message_that_cannot_be_posted_leaves_no_lobby(club: Club) -> None:
    club.env.inject_error("POST", "/interactions/*/*/callback", status=500)
    club.env.expected_errors = (discord.HTTPException,)
    await club.anna.slash("play")
    assert not list(club.bot.tables)
    lobby = await club.anna.slash("play")
    assert lobby is not None
