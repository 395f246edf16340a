"""What goes wrong in bots like this one, where no other file has it: see docs/reliability.md."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from random import Random

import discord
import pytest

from bot.rules.actions import CLAIM
from bot.rules.games import GAMES
from bot.rules.view import Phase
from bot.tables.face import State
from bot.tables.problems import Problem
from bot.tables.situation import Sitting
from tests.components import BUTTON, SELECT
from tests.people import Club, Member


async def at_once(*work: Awaitable[object]) -> list[object]:
    """Do several things in the same instant; return what came of each."""
    return list(await asyncio.gather(*work, return_exceptions=True))


# Pressed twice in the same instant.


@pytest.mark.scenario(3)
async def test_join_pressed_twice_seats_one(club: Club) -> None:
    await club.anna.slash("play")
    table = club.only_table
    sits = (club.bot.tables.sit(table, n, Sitting(club.bob.id, "Bob")) for n in (1, 2, 3))
    await at_once(*sits)
    assert [s.user_id for s in table.situation.people].count(club.bob.id) == 1


@pytest.mark.scenario(3)
async def test_two_people_on_one_chair_in_the_same_instant(club: Club) -> None:
    await club.anna.slash("play")
    table = club.only_table
    people = (club.bob, club.cees, club.dirk)
    sits = (club.bot.tables.sit(table, 1, Sitting(m.id, "x")) for m in people)
    assert [answer is None for answer in await at_once(*sits)] == [True, False, False]


@pytest.mark.scenario(3)
async def test_one_person_at_two_tables_in_the_same_instant(club: Club) -> None:
    await club.anna.slash("play")
    await club.bob.slash("play")
    sits = (
        club.bot.tables.sit(table, 1, Sitting(club.cees.id, "Cees")) for table in club.bot.tables
    )
    assert sum(answer is None for answer in await at_once(*sits)) == 1


@pytest.mark.scenario(3)
async def test_start_pressed_twice_deals_once(club: Club) -> None:
    await club.anna.slash("play")
    table = club.only_table
    await at_once(*(table.start(club.anna.id, press) for press in range(1, 6)))
    log = [str(move) for _, move in table.situation.match.log]
    assert sum(move.startswith("deal") for move in log) == 1


@pytest.mark.scenario(3)
async def test_a_claim_pressed_twice_counts_once(club: Club) -> None:
    await club.open_table(*club.members)
    table = club.only_table
    await club.play_until(lambda: table.view(None).claims and _roem(table), *club.members)
    view = table.view(None)
    winner = table.situation.seats[view.tricks[-1].winner].user_id
    claims = (table.submit(winner, view.dealt, len(view.tricks), CLAIM) for _ in range(5))
    assert sum(answer is None for answer in await at_once(*claims)) == 1
    assert sum(move == CLAIM for _, move in table.situation.match.log) == 1


def _roem(table: object) -> bool:
    """Whether the last trick holds roem that its winner can claim."""
    match = table.situation.match
    if not match.tricks or match.phase is not Phase.PLAYING:
        return False
    return CLAIM in match.legal(match.tricks[-1].winner)


@pytest.mark.scenario(3)
async def test_a_chair_is_sat_in_once(club: Club) -> None:
    await club.open_table(club.anna)
    table = club.only_table
    people = (club.bob, club.cees, club.dirk)
    sits = (club.bot.tables.sit_in(table, 2, Sitting(m.id, "x")) for m in people)
    assert sum(answer is None for answer in await at_once(*sits)) == 1
    held = await club.store.load_table(table.id)
    assert [h.seat for h in held.holders if h.since].count(2) == 1


# The clock and a press in the same instant.


@pytest.mark.scenario(5)
@pytest.mark.parametrize("seed", range(6))
async def test_the_clock_and_a_press_in_the_same_instant(club: Club, seed: int) -> None:
    """At each decision of a deal exactly one of them acts, and the deal has one result."""
    await club.open_table(*club.members)
    table, chance = club.only_table, Random(seed)
    autopilot = table._autopilot
    while not table.situation.match.results:
        match = table.situation.match
        if match.phase is Phase.COUNTING:
            # Set by a press past SimCord, its timer waits for real seconds.
            await autopilot._alone(autopilot._count)()
            continue
        sitting = table.situation.seats[match.turn]
        # Missed too often in a row he would be away.
        clock_first = sitting.missed < 2 and chance.random() < 0.5
        clock = autopilot._alone(autopilot._play_by_clock)
        actions = [action for action in match.legal(match.turn) if action != CLAIM]
        press = table.submit(sitting.user_id, match.dealt, match.decision, chance.choice(actions))
        before = len(table._log)
        both = [clock(), press] if clock_first else [press, clock()]
        answers = await at_once(*both)
        assert len(table._log) == before + 1
        refused = [answer for answer in answers if answer is not None]
        assert len(refused) == (1 if clock_first else 0)
        assert all(isinstance(answer, Problem) for answer in refused)
    await club.env.settle()
    rows = await club.store.read(
        lambda c: c.exec_driver_sql("SELECT seat FROM deal_results WHERE deal = 1").all()
    )
    assert len(rows) == 4


# A table always waits for something.


@pytest.mark.scenario(10)
@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("seed", range(2))
async def test_a_running_table_always_has_something_coming(
    club: Club, game: str, seed: int
) -> None:
    """People press, sleep, leave, sit in and come back at random; it never stands still."""
    chance = Random(seed)
    people = list(club.members[: GAMES[game].counts[0]])
    await club.open_table(*people, game=game, turn_seconds="15")
    table = club.only_table

    async def press() -> None:
        mover = next((m for m in club.members if m.waiting is not None), None)
        if mover is not None and table.situation.seat_of(mover.id) is not None:
            await mover.move()

    async def sleep() -> None:
        await club.env.advance_time(chance.choice([1, 16, 50]))

    async def leave() -> None:
        await at_once(table.leave(chance.choice(club.members).id))

    async def sit_in() -> None:
        member, seat = chance.choice(club.members), chance.randrange(len(people))
        await at_once(club.bot.tables.sit_in(table, seat, Sitting(member.id, "x")))

    async def come_back() -> None:
        await at_once(table.come_back(chance.choice(club.members).id))

    doings: list[Callable[[], Awaitable[None]]] = [press] * 6 + [sleep, leave, sit_in, come_back]
    for _ in range(120):
        await chance.choice(doings)()
        await club.env.settle()
        if table.state is not State.PLAYING:
            break
        assert table.waiting & {"clock", "computer", "deal", "count", "abandoned"}
    assert table.situation.match.log


# Without the right to more than text, in threads and in the chat of a voice channel.


@pytest.mark.scenario(14)
async def test_it_plays_without_links_and_files(club: Club) -> None:
    closed = discord.PermissionOverwrite(embed_links=False, attach_files=False)
    club.channel = club.guild.create_text_channel("kaal", overwrites={club.guild.me: closed})
    await club.open_table(club.anna, length="4")
    await club.play_until(lambda: "Again" in club.table.buttons, club.anna)
    assert "Record" in club.table.buttons


@pytest.mark.scenario(15)
async def test_it_plays_in_the_chat_of_a_voice_channel(club: Club) -> None:
    club.channel = club.guild.create_voice_channel("woonkamer")
    await club.open_table(club.anna)
    await club.play_until(lambda: bool(club.only_table.situation.match.results), club.anna)
    assert "Deal 2" in club.table.text


# People who cannot be reached.


@pytest.mark.scenario(22)
async def test_a_member_who_leaves_the_server_holds_up_nobody(club: Club) -> None:
    await club.open_table(club.anna, club.bob, length="4", turn_seconds="15")
    table = club.only_table
    club.guild.remove_member(club.bob.actor)
    for _ in range(80):
        if table.state is not State.PLAYING:
            break
        if club.anna.waiting is not None:
            await club.anna.move()
        else:
            await club.env.advance_time(16)
    assert table.state is State.OVER


@pytest.mark.scenario(22)
async def test_nobody_is_written_to_privately(club: Club) -> None:
    await club.open_table(*club.members, length="4")
    table = club.only_table
    await club.env.advance_time(45)
    await club.play_until(lambda: table.state is State.OVER, *club.members)
    asked = [request.path for request in club.env.http_requests]
    assert asked
    assert not [path for path in asked if path.startswith("/users/@me/channels")]


@pytest.mark.scenario(23)
async def test_leave_always_frees_the_seat(club: Club) -> None:
    """In the lobby, while playing, while it rests, and when its channel is gone."""

    async def free(member: Member) -> None:
        await member.slash("leave")
        assert club.bot.tables.of_person(club.guild.id, member.id) is None

    await club.anna.slash("play")
    await free(club.anna)
    await club.open_table(club.anna)
    await free(club.anna)
    await club.open_table(club.anna)
    await club.only_table.pause()
    await free(club.anna)
    home, club.channel = club.channel, club.guild.create_text_channel("kort")
    await club.open_table(club.anna)
    club.env.backend.delete_channel(club.channel.id)
    await club.env.settle()
    club.channel = home
    opened = await club.anna.slash("play")
    assert opened is not None
    assert "Host: Anna" in opened.text


# Read without colour.


@pytest.mark.scenario(26)
@pytest.mark.parametrize("game", list(GAMES))
async def test_every_button_has_letters_and_cards_have_rank_and_suit(club: Club, game: str) -> None:
    await club.open_table(club.anna, game=game)
    for _ in range(12):
        if club.anna.waiting is None:
            break
        for screen in (club.table, club.anna.newest):
            for component in screen.components:
                if component["type"] == BUTTON:
                    assert re.search(r"\w", component["label"]), component["label"]
                if component["type"] == SELECT:
                    assert all(re.search(r"\w", option["label"]) for option in component["options"])
        for label in club.anna.newest.cards:
            assert re.fullmatch(r"(7|8|9|10|J|Q|K|A)( ?[♠♥♦♣])", label), label
        await club.anna.move()
