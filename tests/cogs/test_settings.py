"""What a server chooses for its tables: the time for a turn, and how many stand in a channel."""

import asyncio

import pytest
import simcord

from bot.outbox import MISSING_PERMISSIONS
from bot.playground import ids
from bot.playground.box import Box
from bot.rules.klaverjas import KlaverjasHouse
from bot.screens.options import TURN_SECONDS
from bot.screens.settings import CHANNEL_TABLES
from bot.tables.face import State
from bot.tables.situation import Sitting
from bot.tables.tables import ARRIVAL_SECONDS
from tests.cogs.test_games import options_of
from tests.cogs.test_table import forge
from tests.components import SELECT, walk
from tests.people import Club, Member, Screen
from tests.sockets.child import text_of
from tests.sockets.playing import running, until

FULL = "as many tables as the server allows"


async def settings_of(manager: Member) -> Screen:
    """Open the server's settings."""
    panel = await manager.slash("settings")
    assert panel is not None
    return panel


async def allow(club: Club, tables: str) -> None:
    """Let a channel hold so many tables."""
    manager = club.manager()
    await manager.select(await settings_of(manager), "server_tables", tables)


async def forge_choice(member: Member, screen: Screen, verb: str, value: str) -> Screen:
    """Choose what a select does not offer, as a changed client could."""
    select = next(
        c
        for c in walk(screen.message.components)
        if c["type"] == SELECT and c["custom_id"].split(":")[1] == verb
    )
    select["options"].append({"label": "x", "value": value})
    answer = await member.select(screen, verb, value)
    assert answer is not None
    return answer


def lose_roles(club: Club, member: Member) -> None:
    """Take all roles from a member."""
    for role_id in list(club.env.backend.get_member(club.guild.id, member.id).role_ids):
        club.env.backend.remove_member_role(club.guild.id, member.id, role_id)


def holds(screen: Screen, verb: str) -> list[str]:
    """Return what a select shows as chosen."""
    return [
        option["value"]
        for c in screen.components
        if c["type"] == SELECT and c["custom_id"].split(":")[1] == verb
        for option in c["options"]
        if option.get("default")
    ]


async def finish(club: Club, *members: Member) -> None:
    """Play a short match to its end."""
    await club.open_table(*members, length="4")
    table = club.only_table
    await club.play_until(lambda: table.state is State.OVER, *members)


# The time for a turn.


@pytest.mark.scenario(27)
async def test_new_tables_have_the_servers_time_for_a_turn(club: Club) -> None:
    manager = club.manager()
    await club.bob.slash("play")
    panel = await settings_of(manager)
    assert options_of(panel, "server_turn") == ["auto", *map(str, TURN_SECONDS)]
    assert holds(panel, "server_turn") == ["auto"]
    assert "By default: 1 minute" in str(panel.message.components)
    panel = await manager.select(panel, "server_turn", "300")
    assert panel is not None
    assert holds(panel, "server_turn") == ["300"]
    assert "1 minute" in club.table.text, "a table that is open keeps its own"
    await club.anna.slash("play")
    assert "5 minutes" in club.table.text
    await club.restart()
    await club.cees.slash("play")
    assert "5 minutes" in club.table.text
    await manager.select(panel, "server_turn", "auto")
    await club.dirk.slash("play")
    assert "1 minute" in club.table.text


async def test_a_host_changes_the_time_of_his_table(club: Club) -> None:
    manager = club.manager()
    await manager.select(await settings_of(manager), "server_turn", "300")
    await club.anna.slash("play")
    panel = await club.anna.press(club.table, "Options")
    assert panel is not None
    await club.anna.choose(panel, "turn_seconds", "30")
    assert "30 seconds" in club.table.text


async def test_again_takes_the_servers_time(club: Club) -> None:
    manager = club.manager()
    await finish(club, club.anna)
    await manager.select(await settings_of(manager), "server_turn", "120")
    await club.anna.press(club.table, "Again")
    assert "2 minutes" in club.table.text


async def test_again_keeps_the_tables_time_where_the_server_chose_none(club: Club) -> None:
    await club.open_table(club.anna, length="4", turn_seconds="300")
    table = club.only_table
    await club.play_until(lambda: table.state is State.OVER, club.anna)
    await club.anna.press(club.table, "Again")
    assert "5 minutes" in club.table.text


# Tables per channel.


@pytest.mark.scenario(28)
async def test_a_full_channel_takes_no_more_until_one_ends(club: Club) -> None:
    manager = club.manager()
    panel = await settings_of(manager)
    assert options_of(panel, "server_tables") == ["auto", *map(str, CHANNEL_TABLES)]
    assert holds(panel, "server_tables") == ["auto"]
    panel = await manager.select(panel, "server_tables", "2")
    assert panel is not None
    assert holds(panel, "server_tables") == ["2"]
    await club.anna.slash("play")
    await club.bob.slash("play")
    refused = await club.cees.slash("play")
    assert refused is not None
    assert FULL in refused.text
    assert len(list(club.bot.tables)) == 2
    await club.bob.press(club.table, "Cancel")
    await club.cees.slash("play")
    assert "Host: Cees" in club.table.text


async def test_other_channels_and_other_servers_count_by_themselves(club: Club) -> None:
    await allow(club, "1")
    await club.anna.slash("play")
    club.channel = club.guild.create_text_channel("elders")
    await club.bob.slash("play")
    assert "Host: Bob" in club.table.text
    refused = await club.cees.slash("play")
    assert refused is not None
    assert FULL in refused.text
    thread = club.env.backend.create_thread(club.channel.id, "zolder", club.anna.id)
    club.channel = simcord.ChannelHandle(club.env, club.guild, thread)
    await club.dirk.slash("play")
    assert "Host: Dirk" in club.table.text


async def test_a_limit_that_is_lowered_leaves_what_is_open(club: Club) -> None:
    await club.anna.slash("play")
    await club.bob.slash("play")
    await allow(club, "1")
    assert len(list(club.bot.tables)) == 2
    lobby = club.table.id
    await club.bob.slash("table")
    assert club.table.id != lobby, "within its own channel a table may come down"
    refused = await club.cees.slash("play")
    assert refused is not None
    assert FULL in refused.text


async def test_people_in_the_same_instant_open_one_table() -> None:
    async with Box() as box:
        box.connect()
        async with running(box) as bot:
            await bot.choices.change_server(ids.GUILD, channel_tables=1)
            people = [box.person(name, locale="en-GB") for name in ("Anna", "Bob", "Cees")]
            outcomes = await asyncio.gather(*(person.slash("play") for person in people))
            told = [
                text_of(person.message(outcome.message_id or 0))
                for person, outcome in zip(people, outcomes, strict=True)
            ]
            assert sum("a table opens" in text for text in told) == 1
            assert sum(FULL in text for text in told) == 2
            assert len(list(bot.tables)) == 1


async def test_nothing_comes_between_counting_and_opening(club: Club) -> None:
    async def open_one(member: Member) -> object:
        try:
            return await club.bot.tables.open(
                guild_id=club.guild.id,
                channel_id=club.channel.id,
                host=Sitting(member.id, "x"),
                game="klaverjas",
                house=KlaverjasHouse(),
                turn_seconds=60,
                pace=0,
                limit=3,
            )
        except Exception as error:  # noqa: BLE001 - counted below
            return error

    made = await asyncio.gather(*map(open_one, club.members))
    assert sum(hasattr(one, "seal") for one in made) == 3


async def test_again_finds_a_full_channel(club: Club) -> None:
    await finish(club, club.anna)
    over = club.table
    await club.bob.slash("play")
    await allow(club, "1")
    refused = await club.anna.press(over, "Again")
    assert refused is not None
    assert FULL in refused.text
    await club.bob.press(club.table, "Cancel")
    await club.anna.press(over, "Again")
    assert "Host: Anna" in club.table.text


async def test_a_table_is_not_brought_into_a_full_channel(club: Club) -> None:
    await allow(club, "1")
    here = club.channel
    await club.anna.slash("play")
    club.channel = club.guild.create_text_channel("elders")
    await club.bob.slash("play")
    refused = await club.anna.slash("table")
    assert refused is not None
    assert FULL in refused.text
    assert {table.channel_id for table in club.bot.tables} == {here.id, club.channel.id}
    await club.bob.press(club.table, "Cancel")
    await club.anna.slash("table")
    assert club.only_table.channel_id == club.channel.id
    assert "Host: Anna" in club.table.text


async def test_a_table_on_its_way_counts_where_it_goes() -> None:
    async with Box() as box:
        box.connect()
        async with running(box) as bot:
            await bot.choices.change_server(ids.GUILD, channel_tables=1)
            anna, bob = (box.person(name, locale="en-GB") for name in ("Anna", "Bob"))
            await anna.slash("play")
            anna.channel_id = bob.channel_id = ids.CHAT_CHANNEL
            # Bob's command comes before the table has arrived.
            _, outcome = await asyncio.gather(anna.slash("table"), bob.slash("play"))
            assert FULL in text_of(bob.message(outcome.message_id or 0))
            (table,) = bot.tables
            await until(lambda: table.channel_id == ids.CHAT_CHANNEL)
            anna.channel_id = bob.channel_id = ids.TABLE_CHANNEL
            await bob.slash("play")
            assert len(list(bot.tables)) == 2, "where it came from there is room again"


async def test_a_table_that_did_not_arrive_counts_no_longer(club: Club) -> None:
    await allow(club, "1")
    here = club.channel
    await club.anna.slash("play")
    club.channel = club.guild.create_text_channel("elders")
    path = f"/channels/{club.channel.id}/messages"
    club.env.inject_error("POST", path, status=403, code=MISSING_PERMISSIONS)
    await club.anna.slash("table")
    assert club.only_table.channel_id == here.id
    refused = await club.bob.slash("play")
    assert refused is not None
    assert FULL in refused.text, "it might still come"
    await club.env.advance_time(ARRIVAL_SECONDS)
    await club.bob.slash("play")
    assert "Host: Bob" in club.table.text


# What is pressed is checked.


@pytest.mark.parametrize("verb", ["server_turn", "server_tables"])
@pytest.mark.parametrize("value", ["0", "-1", "7", "\u0661", "1e9", "x", "9" * 90, ""])
async def test_a_forged_value_is_refused(club: Club, verb: str, value: str) -> None:
    manager = club.manager()
    before = await club.store.load_server(club.guild.id)
    refused = await forge_choice(manager, await settings_of(manager), verb, value)
    assert "does not exist any more" in refused.text
    assert await club.store.load_server(club.guild.id) == before


@pytest.mark.parametrize("custom_id", ["troef:server_turn", "troef:server_tables:1"])
async def test_a_choice_of_nothing_is_refused(club: Club, custom_id: str) -> None:
    manager = club.manager()
    await forge(club, manager, await settings_of(manager), custom_id)
    assert "earlier moment" in manager.newest.text
    assert (await club.store.load_server(club.guild.id)).turn_seconds is None


@pytest.mark.parametrize(("verb", "value"), [("server_turn", "30"), ("server_tables", "1")])
async def test_who_manages_the_server_no_longer_changes_nothing(
    club: Club, verb: str, value: str
) -> None:
    manager = club.manager()
    panel = await settings_of(manager)
    lose_roles(club, manager)
    refused = await manager.select(panel, verb, value)
    assert refused is not None
    assert "may manage this server" in refused.text
    server = await club.store.load_server(club.guild.id)
    assert (server.turn_seconds, server.channel_tables) == (None, None)
