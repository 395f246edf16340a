"""What managers of a server do about its tables, and what the bot's operator is told."""

import re
from importlib.metadata import version

import discord
import pytest

from bot.outbox import MISSING_ACCESS
from bot.playground.box import Box
from bot.screens.tables import PAGE, Status, draw_status
from bot.tables.face import Ending, State
from bot.texts import Speech
from bot.thinking.thinking import Report
from cogs.operator import operators
from tests.cogs.test_games import options_of
from tests.cogs.test_settings import FULL, forge_choice, lose_roles
from tests.cogs.test_table import forge, until_cards
from tests.people import Club, Member, Screen
from tests.sockets.child import text_of
from tests.sockets.playing import running

RESULTS = "SELECT count(*) FROM deal_results", "SELECT count(*) FROM departures"


async def tables_of(manager: Member) -> Screen:
    """Open the list of tables."""
    shown = await manager.slash("tables")
    assert shown is not None
    return shown


async def chosen(manager: Member, table_id: str) -> Screen:
    """Open the list and choose a table."""
    shown = await manager.select(await tables_of(manager), "tables_choose", table_id)
    assert shown is not None
    return shown


async def stop(manager: Member, table_id: str) -> Screen:
    """Stop a table, as asked twice."""
    asked = await manager.press(await chosen(manager, table_id), "Stop this table")
    assert asked is not None
    done = await manager.press(asked, "Yes, stop it")
    assert done is not None
    return done


def administrator(club: Club, name: str = "Admin") -> Member:
    """Return a new member with every right in the server."""
    role = club.guild.create_role(name, permissions=discord.Permissions(administrator=True))
    return Member(club, club.guild.add_member(club.env.create_user(name), roles=[role]))


def guest(club: Club, number: int) -> Member:
    """Return a new member."""
    return Member(club, club.guild.add_member(club.env.create_user(f"Gast {number}")))


# The list.


async def test_the_list_shows_each_table(club: Club) -> None:
    await club.open_table(club.anna, club.bob, length="4")
    running = club.only_table
    await club.env.advance_time(20)
    await club.cees.slash("play", game="lesbos")
    lobby = club.bot.tables.seat_of(club.guild.id, club.cees.id)
    shown = await tables_of(club.manager())
    assert shown.message.is_ephemeral
    assert "2 open tables" in shown.text
    one, two = re.split(r"(?=\*\*2\.)", shown.text)
    assert f"**1.** [Klaverjas]({running.link}) · Deal 1 of 4 · opened <t:" in one
    assert f"<t:{int(running.created)}:R>" in one
    assert "Anna, Bob, Master 3 and Master 4" in one
    assert f"[Ronde van Lesbos]({lobby.link}) · lobby · opened <t:{int(lobby.created)}:R>" in two
    assert running.link.endswith(f"{club.channel.id}/{running.situation.message_id}")
    assert options_of(shown, "tables_choose") == [running.id, lobby.id]
    assert not shown.labels


async def test_no_table_is_open(club: Club) -> None:
    shown = await tables_of(club.manager())
    assert "No table is open here." in shown.text
    assert not shown.labels


async def test_tables_that_stand_still_say_so(club: Club) -> None:
    await club.open_table(club.anna, turn_seconds="15")
    await club.env.advance_time(600)
    manager = club.manager()
    assert "everyone is away" in (await tables_of(manager)).text
    path = f"/channels/{club.channel.id}/messages*"
    for method in ("PATCH", "POST"):
        club.env.inject_error(method, path, status=403, code=MISSING_ACCESS, times=None)
    await club.anna.slash("hand")
    await club.anna.press(club.anna.newest, "I'm back")
    await club.env.advance_time(20)
    assert club.only_table.situation.paused is not None
    assert "rests, since I may not write there" in (await tables_of(manager)).text


async def test_names_are_shown_as_they_are(club: Club) -> None:
    name = "**[x](http://y)** @everyone"
    joker = Member(club, club.guild.add_member(club.env.create_user(name)))
    await joker.slash("play")
    shown = await tables_of(club.manager())
    assert r"\*\*" in shown.text
    assert "@everyone" not in shown.text
    assert "(http://y)" not in shown.text


async def test_the_reader_s_language(club: Club) -> None:
    await club.open_table(club.anna)
    manager = club.manager()
    own = await manager.slash("language")
    assert own is not None
    await manager.press(own, "Nederlands")
    title = Speech.of("nl")("Deal {n} of {m}", n=1, m=16)
    assert title in (await tables_of(manager)).text
    assert "Deal 1 of 16" in club.table.text


async def test_many_tables_take_pages(club: Club) -> None:
    guests = [guest(club, number) for number in range(3 * PAGE + 2)]
    for each in guests:
        await each.slash("play")
        await club.env.advance_time(1)
    manager = club.manager()
    page = await tables_of(manager)
    seen: list[str] = []
    while True:
        offered = options_of(page, "tables_choose")
        assert len(offered) <= PAGE
        seen += offered
        if "Next" not in page.buttons:
            break
        turned = await manager.press(page, "Next")
        assert turned is not None
        page = turned
    assert len(seen) == len(set(seen)) == len(guests) > 25
    last = club.bot.tables.seat_of(club.guild.id, guests[-1].id)
    assert seen[-1] == last.id
    picked = await manager.select(page, "tables_choose", last.id)
    assert picked is not None
    assert options_of(picked, "tables_choose") == seen[-2:], "the page stays"
    for table_id in seen[-2:]:
        asked = await manager.select(manager.newest, "tables_choose", table_id)
        assert asked is not None
        asked = await manager.press(asked, "Stop this table")
        assert asked is not None
        await manager.press(asked, "Yes, stop it")
    page = manager.newest
    assert options_of(page, "tables_choose") == seen[-PAGE - 2 : -2], "the last page there is"
    assert "Next" not in page.buttons
    back = await manager.press(page, "Back")
    assert back is not None
    assert options_of(back, "tables_choose") == seen[PAGE : 2 * PAGE]


# Stopping.


@pytest.mark.scenario(24)
async def test_an_administrator_without_a_seat_stops_a_table(club: Club) -> None:
    await club.open_table(club.anna, club.bob)
    await until_cards(club, club.anna, club.bob)
    table, hand = club.only_table, club.anna.newest
    boss = administrator(club)
    asked = await boss.press(await chosen(boss, table.id), "Stop this table")
    assert asked is not None
    assert "Anna" in asked.text
    assert table.state is State.PLAYING, "asked once more"
    done = await boss.press(asked, "Yes, stop it")
    assert done is not None
    assert "The table has stopped." in done.text
    assert "No table is open here." in done.text
    assert (table.state, table.situation.ending) == (State.CLOSED, Ending.BY_MANAGER)
    assert "Somebody who manages this server stopped the table." in club.table.text
    assert "An unfinished deal does not count." in club.table.text
    assert not club.table.buttons
    assert not Screen(club.env, club.stored(hand.id)).buttons, "hands close too"
    for query in RESULTS:
        count = await club.store.read(lambda c, q=query: c.exec_driver_sql(q).scalar())
        assert count == 0, "no score, and nobody has left"
    await club.anna.slash("play")
    assert "Host: Anna" in club.table.text


async def test_finished_deals_keep_their_score(club: Club) -> None:
    await club.open_table(club.anna)
    table = club.only_table
    await club.play_until(lambda: table.situation.match.dealt == 2, club.anna)
    await stop(club.manager(), table.id)
    count = await club.store.read(lambda c: c.exec_driver_sql(RESULTS[0]).scalar())
    assert count == 1
    assert "Standing" in club.table.text


async def test_a_lobby_is_stopped_too(club: Club) -> None:
    await club.anna.slash("play")
    await stop(club.manager(), club.only_table.id)
    assert "Somebody who manages this server stopped the table." in club.table.text
    assert not list(club.bot.tables)


async def test_the_question_can_be_taken_back(club: Club) -> None:
    await club.open_table(club.anna)
    manager, table = club.manager(), club.only_table
    asked = await manager.press(await chosen(manager, table.id), "Stop this table")
    assert asked is not None
    back = await manager.press(asked, "No, let it go on")
    assert back is not None
    assert "1 open table" in back.text
    assert table.state is State.PLAYING


@pytest.mark.scenario(24)
async def test_a_table_whose_channel_takes_nothing_is_stopped(club: Club) -> None:
    await club.open_table(club.anna)
    table, manager = club.only_table, club.manager()
    for method in ("PATCH", "POST", "DELETE"):
        path = f"/channels/{club.channel.id}/messages*"
        club.env.inject_error(method, path, status=403, code=MISSING_ACCESS, times=None)
    await club.anna.move()
    assert table.situation.paused is not None
    club.channel = club.guild.create_text_channel("elders")
    await stop(manager, table.id)
    assert table.situation.ending is Ending.BY_MANAGER
    await club.anna.slash("play")
    assert "Host: Anna" in club.table.text


async def test_a_table_that_has_ended_meanwhile_is_told(club: Club) -> None:
    await club.anna.slash("play")
    await club.bob.slash("play")
    manager = club.manager()
    table = club.bot.tables.seat_of(club.guild.id, club.anna.id)
    lists = [await chosen(manager, table.id) for _ in range(2)]
    asked = await manager.press(await chosen(manager, table.id), "Stop this table")
    assert asked is not None
    await club.anna.press(club.public[0], "Cancel")
    for screen, label in ((lists[0], "Stop this table"), (asked, "Yes, stop it")):
        told = await manager.press(screen, label)
        assert told is not None
        assert "This table is finished" in told.text
        assert "1 open table" in told.text
    told = await manager.press(lists[1], "Bring it here")
    assert told is not None
    assert "This table is finished" in told.text
    assert table.situation.ending is Ending.CANCELLED


async def test_a_stop_that_cannot_be_stored_stops_nothing(club: Club) -> None:
    await club.open_table(club.anna)
    manager, table = club.manager(), club.only_table
    asked = await manager.press(await chosen(manager, table.id), "Stop this table")
    assert asked is not None
    with club.broken_store():
        told = await manager.press(asked, "Yes, stop it")
    assert told is not None
    assert "could not be stored" in told.text
    assert table.state is State.PLAYING
    await manager.press(asked, "Yes, stop it")
    assert table.state is State.CLOSED


async def test_the_list_still_works_after_a_restart(club: Club) -> None:
    await club.open_table(club.anna)
    manager = club.manager()
    asked = await manager.press(await chosen(manager, club.only_table.id), "Stop this table")
    assert asked is not None
    await club.restart()
    await manager.press(asked, "Yes, stop it")
    assert not list(club.bot.tables)
    assert "Somebody who manages this server" in club.table.text


# Bringing here.


async def test_a_table_is_brought_to_where_the_command_is_used(club: Club) -> None:
    await club.open_table(club.anna)
    there, old, table = club.channel, club.table.id, club.only_table
    club.channel = club.guild.create_text_channel("elders")
    boss = administrator(club)
    told = await boss.press(await chosen(boss, table.id), "Bring it here")
    assert told is not None
    assert "comes down here" in told.text
    assert table.channel_id == club.channel.id
    assert "My hand" in club.table.buttons
    assert old not in club.env.backend.messages[there.id]
    await club.anna.hand()
    await club.anna.move()


async def test_a_table_that_rests_goes_on_where_it_is_brought(club: Club) -> None:
    await club.open_table(club.anna)
    table, manager = club.only_table, club.manager()
    for method in ("PATCH", "POST", "DELETE"):
        path = f"/channels/{club.channel.id}/messages*"
        club.env.inject_error(method, path, status=403, code=MISSING_ACCESS, times=None)
    await club.anna.move()
    await club.env.advance_time(1200)
    assert table.situation.paused is not None
    club.channel = club.guild.create_text_channel("elders")
    await manager.press(await chosen(manager, table.id), "Bring it here")
    assert table.situation.paused is None, "at once, though the next try was minutes away"
    assert table.channel_id == club.channel.id
    assert "My hand" in club.table.buttons


async def test_bringing_where_the_bot_may_not_write_names_the_right(club: Club) -> None:
    await club.open_table(club.anna)
    table, place, boss = club.only_table, club.channel.id, administrator(club)
    club.channel = club.guild.create_text_channel(
        "stil", overwrites={club.guild.me: discord.PermissionOverwrite(send_messages=False)}
    )
    told = await boss.press(await chosen(boss, table.id), "Bring it here")
    assert told is not None
    assert "Send Messages" in told.text
    assert table.channel_id == place


async def test_bringing_into_a_full_channel_is_refused(club: Club) -> None:
    await club.open_table(club.anna)
    table, place, manager = club.only_table, club.channel.id, club.manager()
    settings = await manager.slash("settings")
    assert settings is not None
    await manager.select(settings, "server_tables", "1")
    club.channel = club.guild.create_text_channel("elders")
    await club.bob.slash("play")
    told = await manager.press(await chosen(manager, table.id), "Bring it here")
    assert told is not None
    assert FULL in told.text
    assert table.channel_id == place


# Who may.


PRESSES = ["tables:0", "tables_ask:{id}", "tables_stop:{id}", "tables_here:{id}"]


@pytest.mark.parametrize("press", PRESSES)
async def test_who_does_not_manage_the_server_is_refused(club: Club, press: str) -> None:
    await club.open_table(club.anna, club.bob)
    table, shown = club.only_table, club.table.id
    assert "tables" not in club.bob.actor.available_commands(club.channel)
    await forge(club, club.bob, club.table, f"troef:{press.format(id=table.id)}")
    assert "may manage this server" in club.bob.newest.text
    assert table.state is State.PLAYING
    assert club.table.id == shown


@pytest.mark.parametrize("label", ["Stop this table", "Bring it here", "select", "turn"])
async def test_rights_are_looked_at_with_each_press(club: Club, label: str) -> None:
    await club.open_table(club.anna)
    manager, table = club.manager(), club.only_table
    shown = await chosen(manager, table.id)
    lose_roles(club, manager)
    if label == "select":
        told = await manager.select(shown, "tables_choose", table.id)
    elif label == "turn":
        await forge(club, manager, shown, "troef:tables:0")
        told = manager.newest
    else:
        told = await manager.press(shown, label)
    assert told is not None
    assert "may manage this server" in told.text


@pytest.mark.parametrize("press", PRESSES[1:])
async def test_a_table_of_another_server_is_foreign(club: Club, press: str) -> None:
    elsewhere = club.env.create_guild("Anderen")
    channel = elsewhere.create_text_channel("daar")
    stranger = elsewhere.add_member(club.env.create_user("Vreemde"))
    await stranger.slash(channel, "play")
    table = club.only_table
    await club.anna.slash("play")
    manager = club.manager()
    shown = await tables_of(manager)
    assert "Vreemde" not in shown.text
    assert "1 open table" in shown.text
    refused = await forge_choice(manager, shown, "tables_choose", table.id)
    assert "no such table in this server" in refused.text
    await forge(club, manager, shown, f"troef:{press.format(id=table.id)}")
    assert "no such table in this server" in manager.newest.text
    assert table.state is State.LOBBY


@pytest.mark.parametrize("value", ["", "x", "0" * 10, "'; DROP TABLE tables", "9" * 90])
async def test_a_forged_choice_is_foreign(club: Club, value: str) -> None:
    await club.anna.slash("play")
    manager = club.manager()
    refused = await forge_choice(manager, await tables_of(manager), "tables_choose", value)
    assert "no such table in this server" in refused.text


@pytest.mark.parametrize(
    "custom_id",
    [
        "troef:tables",
        "troef:tables:-1",
        "troef:tables:x",
        "troef:tables_stop",
        "troef:tables_ask:a:b",
    ],
)
async def test_forged_presses_are_refused(club: Club, custom_id: str) -> None:
    await club.anna.slash("play")
    manager = club.manager()
    await forge(club, manager, await tables_of(manager), custom_id)
    assert "earlier moment" in manager.newest.text


async def test_a_page_far_beyond_the_last_is_the_last(club: Club) -> None:
    await club.anna.slash("play")
    manager = club.manager()
    shown = await tables_of(manager)
    await forge(club, manager, shown, "troef:tables:9223372036854775807")
    assert "1 open table" in manager.newest.text


# The operator.


async def test_the_operator_sees_how_the_bot_fares(club: Club) -> None:
    await club.open_table(club.anna)
    await club.bob.slash("play")
    await club.cees.slash("play")
    boss = administrator(club)
    club.bot.owner_ids = {boss.id}
    shown = await boss.slash("status")
    assert shown is not None
    assert shown.message.is_ephemeral
    assert "lobbies 2 · running 1, of which 1 wait for a person and 0 rest" in shown.text
    assert re.search(r"usually \d+\.\d ms late, at worst \d+\.\d ms", shown.text)
    writes = len(club.store.write_seconds)
    assert writes > 0
    assert re.search(
        rf"median \d+\.\d ms, 99% within \d+\.\d ms \(last {writes} writes\)", shown.text
    )
    assert "(429)**: 0" in shown.text
    assert "**Masters** play by rule of thumb" in shown.text
    assert "not yet shown**: 0.0 s" in shown.text
    assert f"<t:{int(club.bot.gauges.began)}:R> · version {version('troef')}" in shown.text


async def test_tables_that_cannot_be_shown_are_seen(club: Club) -> None:
    await club.open_table(club.anna)
    boss = administrator(club)
    club.bot.owner_ids = {boss.id}
    for method in ("PATCH", "POST"):
        path = f"/channels/{club.channel.id}/messages*"
        club.env.inject_error(method, path, status=403, code=MISSING_ACCESS, times=None)
    await club.anna.move()
    await club.env.advance_time(100)
    shown = await boss.slash("status")
    assert shown is not None
    assert "running 1, of which 0 wait for a person and 1 rest" in shown.text
    age = re.search(r"not yet shown\*\*: (\d+\.\d) s", shown.text)
    assert age is not None
    assert float(age[1]) >= 100


async def test_nobody_else_is_shown_the_status(club: Club) -> None:
    boss = administrator(club)
    told = await boss.slash("status")
    assert told is not None
    assert "for the operator of the bot" in told.text
    assert "version" not in told.text
    assert "status" in boss.actor.available_commands(club.channel)
    assert "status" not in club.anna.actor.available_commands(club.channel)
    assert "status" not in club.manager().actor.available_commands(club.channel)


async def test_asking_who_the_operator_is_costs_no_request(club: Club) -> None:
    boss = administrator(club)
    club.env.inject_error("GET", "/oauth2/applications/@me", status=500, times=None)
    before = len(club.env.http_requests)
    await boss.slash("status")
    assert [r.path for r in club.env.http_requests[before:] if "callback" not in r.path] == []


async def test_in_the_playground_the_owner_of_the_server_is_the_operator() -> None:
    async with Box() as box:
        box.connect()
        async with running(box):
            sem, anna = (box.person(name, locale="en-GB") for name in ("Sem", "Anna"))
            outcome = await sem.slash("status")
            assert "How the bot fares" in text_of(sem.message(outcome.message_id or 0))
            assert "status" not in {command["name"] for command in anna.commands()}


async def test_a_team_operates_the_bot_together(club: Club) -> None:
    data = await club.bot.http.application_info()
    alone = discord.AppInfo(club.bot._connection, data)
    assert operators(alone) == {club.bot.user.id}, "in SimCord the bot owns itself"

    def member(user_id: int, state: int) -> dict[str, object]:
        user = {**data["owner"], "id": str(user_id)}
        return {"user": user, "membership_state": state, "role": "read_only", "team_id": "1"}

    team = {
        "id": "1",
        "name": "Wij",
        "icon": None,
        "owner_user_id": "5",
        "members": [member(5, 2), member(6, 2), member(7, 1)],
    }
    together = discord.AppInfo(club.bot._connection, {**data, "team": team})
    assert operators(together) == {5, 6}, "who is only invited is no member yet"


def test_status_in_figures() -> None:
    status = Status(
        lobbies=1,
        running=1234,
        waiting=1000,
        resting=3,
        delay=(0.0001, 0.25),
        refused=7,
        writes=[0.001] * 98 + [0.050, 0.9],
        unshown=12.34,
        masters=Report(workers=3, ready=2, waiting=1, moves=1500, by_thumb=40, median=0.1234),
        began=1_700_000_000.5,
        version="9.9",
    )
    text = "\n".join(
        item.content
        for item in draw_status(Speech.of("en"), status).walk_children()
        if isinstance(item, discord.ui.TextDisplay)
    )
    assert "lobbies 1 · running 1,234, of which 1,000 wait for a person and 3 rest" in text
    assert "usually 0.1 ms late, at worst 250.0 ms" in text
    assert "median 1.0 ms, 99% within 50.0 ms (last 100 writes)" in text
    assert "not yet shown**: 12.3 s" in text
    assert "(429)**: 7" in text
    assert "2 of 3 processes ready, 1 waiting; usually 123.4 ms a move; by rule of thumb 40" in text
    assert "40 of 1,540" in text
    assert "<t:1700000000:R> · version 9.9" in text
