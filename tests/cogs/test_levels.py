"""How well computers play: chosen for each seat in the lobby, shown by name, kept."""

import json
import re
from dataclasses import replace

import pytest

from bot.players.levels import Level
from bot.rules.games import GAMES
from bot.screens.press import press_id
from tests.cogs.test_leaving import sit_in
from tests.cogs.test_table import forge
from tests.people import Club, Member, Screen


async def seat_computers(club: Club, *levels: Level, game: str = "klaverjas") -> None:
    """Let Anna open a table with computers of these levels on the seats after hers."""
    await club.anna.slash("play", game=game)
    for _ in levels:
        await club.anna.press(club.table, "Add computer")
    panel = await club.anna.press(club.table, "Levels")
    assert panel is not None
    for seat, level in enumerate(levels, 1):
        await choose(club, club.anna, panel, seat, level)


async def choose(club: Club, member: Member, panel: Screen, seat: int, level: str) -> Screen | None:
    """Choose a level for the computer on a seat."""
    custom_id = press_id("level", club.only_table.id, seat)
    result = await member.actor.select(panel.handle, [level], custom_id=custom_id)
    return member._answer(result)


def levels(club: Club) -> list[Level | None]:
    """Return the levels of the computers at the only table, None for people and empty seats."""
    seats = club.only_table.situation.seats
    return [None if s is None or s.user_id is not None else s.level for s in seats]


def seats_shown(club: Club) -> list[str]:
    """Return the seats as the lobby shows them, by their numbers."""
    return sorted(line for line in club.table.text.split("\n") if re.match(r"\d\. ", line))


def offered(panel: Screen) -> dict[int, list[str]]:
    """Return which levels a panel offers for which seat, the one that holds in capitals."""
    return {
        int(c["custom_id"].rpartition(":")[2]): [
            o["label"].upper() if o.get("default") else o["label"] for o in c["options"]
        ]
        for c in panel.components
        if c.get("custom_id", "").startswith("troef:level:")
    }


# In the lobby.


async def test_a_computer_is_a_master_until_its_host_wants_another(club: Club) -> None:
    await club.anna.slash("play")
    assert "Levels" not in club.table.buttons, "no computer, no level"
    assert "a master thinks ahead" in club.table.text
    await club.anna.press(club.table, "Add computer")
    await club.anna.press(club.table, "Add computer")
    assert seats_shown(club)[1:] == ["2. Master 2", "3. Master 3", "4. empty"]
    panel = await club.anna.press(club.table, "Levels")
    assert panel is not None
    assert panel.message.is_ephemeral
    assert "a beginner does not always pay attention" in panel.text
    assert offered(panel) == {
        1: ["Beginner 2", "Club player 2", "MASTER 2"],
        2: ["Beginner 3", "Club player 3", "MASTER 3"],
    }
    changed = await choose(club, club.anna, panel, 2, "beginner")
    assert changed is not None
    assert "Changed." in changed.text
    assert offered(changed)[2] == ["BEGINNER 3", "Club player 3", "Master 3"]
    assert seats_shown(club)[1:3] == ["2. Master 2", "3. Beginner 3"]
    await choose(club, club.anna, panel, 1, "club")
    assert seats_shown(club)[1:3] == ["2. Club player 2", "3. Beginner 3"]
    await club.anna.press(club.table, "Start")
    assert levels(club) == [None, Level.CLUB, Level.BEGINNER, Level.MASTER]


async def test_levels_are_the_hosts(club: Club) -> None:
    await seat_computers(club, Level.MASTER)
    panel = club.anna.newest
    await club.bob.press_id(club.table, club.table.seat(3))
    refused = await club.bob.press(club.table, "Levels")
    assert refused is not None
    assert "Only the host" in refused.text
    await club.only_table.hand_over(club.anna.id, club.bob.id)
    await choose(club, club.anna, panel, 1, "beginner")
    assert "Only the host" in club.anna.newest.text
    assert levels(club)[1] is Level.MASTER


async def test_who_sat_down_meanwhile_gets_no_level(club: Club) -> None:
    await seat_computers(club, Level.BEGINNER, Level.BEGINNER)
    panel = club.anna.newest
    await club.bob.press_id(club.table, club.table.seat(1))
    told = await choose(club, club.anna, panel, 1, "club")
    assert told is not None
    assert "earlier moment" in told.text
    assert list(offered(told)) == [2], "redrawn as things stand"
    assert club.only_table.situation.seats[1].level is Level.MASTER
    assert "2. **Bob**" in club.table.text


@pytest.mark.parametrize(("seat", "level"), [(1, "grandmaster"), (7, "club"), (0, "club")])
async def test_what_there_is_not_is_refused(club: Club, seat: int, level: str) -> None:
    await seat_computers(club, Level.CLUB)
    panel = club.anna.newest
    before = club.only_table.situation.seats
    stored = club.stored(panel.id)
    row = next(c for c in Screen(club.env, stored).components if c["type"] == 3)
    row["custom_id"] = press_id("level", club.only_table.id, seat)
    row["options"] = [*row["options"], {"label": "x", "value": level}]
    await choose(club, club.anna, panel, seat, level)
    assert club.only_table.situation.seats == before
    assert "Changed." not in club.anna.newest.text


async def test_levels_are_settled_once_the_cards_are_dealt(club: Club) -> None:
    await seat_computers(club, Level.CLUB)
    panel = club.anna.newest
    await club.anna.press(club.table, "Start")
    await choose(club, club.anna, panel, 1, "beginner")
    assert "dealt already" in club.anna.newest.text
    assert levels(club)[1] is Level.CLUB
    await forge(club, club.anna, club.table, press_id("levels", club.only_table.id))
    assert "dealt already" in club.anna.newest.text


async def test_computers_of_any_level_make_room(club: Club) -> None:
    await seat_computers(club, Level.BEGINNER, Level.CLUB, Level.BEGINNER, game="hoogjassen")
    panel = await club.anna.press(club.table, "Options")
    assert panel is not None
    await club.anna.choose(panel, "players", "3")
    assert levels(club) == [None, Level.BEGINNER, Level.CLUB]


# Shown by name.


async def test_computers_bear_the_names_of_their_levels(club: Club) -> None:
    await seat_computers(club, Level.BEGINNER, Level.CLUB)
    await club.anna.press(club.table, "Start")
    assert "Anna & Club player 3" in club.table.text
    assert "Beginner 2 & Master 4" in club.table.text
    assert "Empty seats went to Master 4." in club.table.text
    for drawn in (club.table, await club.anna.hand()):
        if "```" in drawn.text:
            cross = drawn.text.split("```")[1]
            assert all(name in cross for name in ("Begin. 2", "Club 3", "Mast. 4"))
    await club.play_until(lambda: bool(club.only_table.situation.match.results), club.anna)
    menu = await club.anna.press(club.table, "Menu")
    assert menu is not None
    sheet = await club.anna.press(menu, "Score sheet")
    assert sheet is not None
    assert "Anna & C3" in sheet.text
    assert "B2 & M4" in sheet.text
    seats = await club.bob.press(club.table, "Menu")
    assert seats is not None
    seats = await club.bob.press(seats, "Seats")
    assert seats is not None
    assert "2. **Beginner 2**" in seats.text
    assert "Sit in for Club player 3" in seats.buttons


async def test_a_computer_keeps_its_name_when_somebody_sits_in(club: Club) -> None:
    await club.open_table(club.anna)
    await sit_in(club, club.bob, "Master 2")
    assert "Bob & Master 4" in club.table.text
    assert "Anna & Master 3" in club.table.text


# Kept.


async def test_levels_are_kept_over_a_restart(club: Club) -> None:
    await seat_computers(club, Level.BEGINNER, Level.CLUB, Level.MASTER)
    await club.restart()
    expected = [None, Level.BEGINNER, Level.CLUB, Level.MASTER]
    assert levels(club) == expected
    await club.anna.press(club.table, "Start")
    await club.restart()
    await club.anna.hand()
    assert levels(club) == expected
    assert "Beginner 2 & Master 4" in club.table.text


async def test_again_keeps_the_levels(club: Club) -> None:
    await seat_computers(club, Level.BEGINNER, Level.CLUB)
    panel = await club.anna.press(club.table, "Options")
    assert panel is not None
    await club.anna.choose(panel, "length", "4")
    await club.anna.press(club.table, "Start")
    await club.anna.hand()
    await club.play_until(lambda: "Again" in club.table.buttons, club.anna)
    assert "Club player 3" in club.table.text
    await club.anna.press(club.table, "Again")
    assert seats_shown(club)[1:] == ["2. Beginner 2", "3. Club player 3", "4. Master 4"]
    assert levels(club) == [None, Level.BEGINNER, Level.CLUB, Level.MASTER]


async def test_a_seat_keeps_its_level_while_somebody_sits_in(club: Club) -> None:
    await seat_computers(club, Level.BEGINNER)
    await club.anna.press(club.table, "Start")
    await sit_in(club, club.bob, "Beginner 2")
    await club.bob.slash("leave")
    assert levels(club) == [None, Level.BEGINNER, Level.MASTER, Level.MASTER]


async def test_who_leaves_is_followed_by_a_master(club: Club) -> None:
    await seat_computers(club, Level.BEGINNER)
    await club.bob.press_id(club.table, club.table.seat(1))
    await club.anna.press(club.table, "Start")
    await club.bob.slash("leave")
    assert levels(club) == [None, *[Level.MASTER] * 3]


@pytest.mark.parametrize("game", list(GAMES))
async def test_tables_from_before_levels_are_played_on_by_club_players(
    club: Club, game: str
) -> None:
    await club.open_table(club.anna, club.bob, game=game)
    table = club.only_table
    stored = await club.store.load_table(table.id)
    assert stored is not None
    seats = json.loads(stored.row.seats)
    for sitting in seats["seats"]:
        del sitting["level"]
    await club.store.save_table(replace(stored.row, seats=json.dumps(seats)))
    await club.restart()
    computers = len(table.situation.seats) - 2
    assert levels(club) == [None, None, *[Level.CLUB] * computers]
    await club.bob.slash("leave")
    assert levels(club) == [None, *[Level.CLUB] * (computers + 1)], "nothing has changed for them"
    assert "Club player 2" in club.table.text
    await club.anna.hand()
    await club.play_until(lambda: bool(club.only_table.situation.match.results), club.anna)
