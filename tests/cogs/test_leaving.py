"""Leaving, sitting in, coming back, the host's say, and stopping together."""

from random import Random

import pytest

from bot.rules.games import GAMES
from bot.rules.view import Phase
from bot.tables.face import Ending, State
from bot.tables.results import expected
from tests.people import Club, Member, Screen

DEALS = "SELECT deal, seat, user_id, points, counted FROM deal_results ORDER BY deal, seat"


async def rows(club: Club, query: str) -> list[tuple[int, ...]]:
    """Return what stands in the store."""
    found = await club.store.read(lambda c: c.exec_driver_sql(query).all())
    return [tuple(row) for row in found]


async def menu(club: Club, member: Member, part: str) -> Screen:
    """Open a part of the table's menu."""
    opened = await member.press(club.table, "Menu")
    assert opened is not None
    shown = await member.press(opened, part)
    assert shown is not None
    return shown


async def sit_in(club: Club, member: Member, name: str) -> Screen:
    """Sit in for somebody and return the hand that answers."""
    hand = await member.press(await menu(club, member, "Seats"), f"Sit in for {name}")
    assert hand is not None
    return hand


async def vote(club: Club, member: Member) -> Screen:
    """Vote for stopping the match."""
    answer = await member.press(await menu(club, member, "Leave"), "Stop the match for all")
    assert answer is not None
    return answer


async def fall_asleep(club: Club, sleeper: Member, *others: Member) -> None:
    """Let the clock play for one until the computer holds his seat; the others play."""
    table = club.only_table
    seat = table.situation.seat_of(sleeper.id)
    while not table.situation.seats[seat].away:
        mover = next((m for m in others if m.waiting is not None), None)
        if mover is None:
            await club.env.advance_time(61)
        else:
            await mover.move()


# Leaving in the middle of a deal, by any seat in any phase, never stalls the table.


@pytest.mark.scenario(2)
@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("seed", range(3))
async def test_leaving_in_any_phase_goes_on_at_once(club: Club, game: str, seed: int) -> None:
    chance = Random(seed)
    people = list(club.members[: GAMES[game].counts[0]])
    await club.open_table(*people, game=game)
    table = club.only_table
    while len(people) > 1:
        for _ in range(chance.randrange(25)):
            mover = next((m for m in people if m.waiting is not None), None)
            if mover is None:
                break
            await mover.move()
        await people.pop(chance.randrange(len(people))).slash("leave")
        assert table.state is State.PLAYING
        assert table.waiting, "a table that waits for nothing stands still for ever"
    scored = len(table.situation.match.results)
    await club.play_until(
        lambda: len(table.situation.match.results) > scored or table.state is State.OVER, *people
    )
    stored = await club.store.load_table(table.id)
    assert stored is not None
    deals, _ = expected(stored)
    assert len(await rows(club, DEALS)) == len(deals)


@pytest.mark.scenario(9)
async def test_leaving_gives_the_seat_to_a_computer_and_the_say_to_the_next(club: Club) -> None:
    await club.open_table(club.anna, club.bob)
    table = club.only_table
    await club.anna.slash("leave")
    assert table.situation.seats[0].user_id is None
    assert table.situation.host_id == club.bob.id


# Leaving on purpose does not pay.


@pytest.mark.scenario(29)
async def test_who_leaves_a_deal_has_nothing_of_it_and_an_unfinished_match(club: Club) -> None:
    await club.open_table(club.anna, club.bob)
    table = club.only_table
    await club.anna.slash("leave")
    await club.play_until(lambda: len(table.situation.match.results) == 2, club.bob)
    anna, bob = club.anna.id, club.bob.id
    found = await rows(club, DEALS)
    assert [row[0:3] for row in found] == [(1, 0, anna), (1, 1, bob), (2, 1, bob)]
    assert found[0][3:] == (0, 1)
    assert table.situation.match.results[0].scores[0] > 0, "there was something to have"
    me = await club.anna.slash("me")
    assert me is not None
    assert "1 match left early" in me.text
    assert "**0 points**" in me.text


async def test_who_comes_back_to_his_seat_has_left_nothing(club: Club) -> None:
    await club.open_table(club.anna, club.bob)
    await club.anna.slash("leave")
    hand = await sit_in(club, club.anna, "Master 1")
    assert "Deal 1" in hand.text
    assert club.only_table.situation.seat_of(club.anna.id) == 0
    await club.play_until(
        lambda: len(club.only_table.situation.match.results) == 1, club.anna, club.bob
    )
    me = await club.anna.slash("me")
    assert me is not None
    assert "left early" not in me.text
    assert "1 deal" in me.text


async def test_a_place_cannot_be_changed_within_a_deal(club: Club) -> None:
    """Who has seen one hand must not see another."""
    await club.open_table(club.anna, club.bob)
    await club.anna.slash("leave")
    refused = await sit_in(club, club.anna, "Master 4")
    assert "other cards of this deal" in refused.text
    table = club.only_table
    await club.play_until(lambda: table.situation.match.number == 2, club.bob)
    await sit_in(club, club.anna, "Master 4")
    assert table.situation.seat_of(club.anna.id) == 3


async def test_who_left_can_be_replaced_and_keeps_what_he_did(club: Club) -> None:
    await club.open_table(club.anna, club.bob)
    table = club.only_table
    await club.anna.slash("leave")
    await sit_in(club, club.cees, "Master 1")
    await club.play_until(lambda: len(table.situation.match.results) == 2, club.bob, club.cees)
    found = {row[:3]: row[4] for row in await rows(club, DEALS)}
    assert found[1, 0, club.anna.id] == 1
    assert (1, 0, club.cees.id) not in found, "he did not play it from its beginning"
    assert found[2, 0, club.cees.id] == 1


async def test_an_absent_player_can_be_replaced(club: Club) -> None:
    await club.open_table(club.anna, club.bob)
    table = club.only_table
    await fall_asleep(club, club.anna, club.bob)
    await sit_in(club, club.cees, "Anna")
    assert table.situation.seat_of(club.cees.id) == 0
    assert table.situation.seat_of(club.anna.id) is None
    assert table.situation.host_id == club.bob.id, "a host is at the table"
    # Anna did not leave on purpose, and is free for another table.
    assert await rows(club, "SELECT count(*) FROM departures") == [(0,)]
    opened = await club.anna.slash("play")
    assert opened is not None
    assert "Host: Anna" in opened.text


async def test_a_seat_with_somebody_on_it_cannot_be_taken(club: Club) -> None:
    await club.open_table(club.anna, club.bob)
    seats = await menu(club, club.cees, "Seats")
    assert not [label for label in seats.labels if "Bob" in label or "Anna" in label]
    sit = next(id_ for id_ in seats.buttons.values() if ":sit_in:" in id_)
    await club.dirk.press_id(await menu(club, club.dirk, "Seats"), sit)
    late = await club.cees.press_id(seats, sit)
    assert late is not None
    assert "That seat is taken" in club.cees.newest.text


async def test_who_sits_elsewhere_cannot_sit_in(club: Club) -> None:
    await club.open_table(club.anna)
    shown = club.table
    await club.bob.slash("play")
    opened = await club.bob.press(shown, "Menu")
    assert opened is not None
    seats = await club.bob.press(opened, "Seats")
    assert seats is not None
    await club.bob.press(seats, "Sit in for Master 3")
    assert "another table" in club.bob.newest.text


# The host.


async def test_the_host_hands_over(club: Club) -> None:
    await club.open_table(club.anna, club.bob)
    seats = await menu(club, club.anna, "Seats")
    await club.anna.press(seats, "Make Bob the host")
    assert club.only_table.situation.host_id == club.bob.id
    again = await menu(club, club.anna, "Seats")
    assert not [label for label in again.labels if "the host" in label]


async def test_the_host_hands_over_in_the_lobby(club: Club) -> None:
    await club.anna.slash("play")
    await club.bob.press_id(club.table, club.table.seat(1))
    panel = await club.anna.press(club.table, "Options")
    assert panel is not None
    await club.anna.choose(panel, "host", str(club.bob.id))
    assert "Host: Bob" in club.table.text
    await club.anna.press(club.table, "Start")
    assert "Only the host" in club.anna.newest.text


# Stopping together.


async def test_most_of_those_who_are_here_stop_the_match(club: Club) -> None:
    await club.open_table(club.anna, club.bob, club.cees)
    table = club.only_table
    first = await vote(club, club.anna)
    assert "Your vote is counted" in first.text
    assert "For stopping the match: Anna. 1 of 2 votes" in club.table.text
    assert table.state is State.PLAYING
    answer = await vote(club, club.bob)
    assert "The match has stopped" in answer.text
    assert (table.state, table.situation.ending) == (State.CLOSED, Ending.STOPPED)
    assert "Most people at the table wanted to stop" in club.table.text
    await club.env.advance_time(3600)
    assert not table.waiting
    assert await rows(club, DEALS) == []
    assert await rows(club, "SELECT count(*) FROM departures") == [(0,)]


async def test_a_vote_can_be_taken_back(club: Club) -> None:
    await club.open_table(club.anna, club.bob)
    await vote(club, club.anna)
    await club.anna.press(await menu(club, club.anna, "Leave"), "Do not stop the match")
    assert "For stopping" not in club.table.text
    await vote(club, club.bob)
    assert club.only_table.state is State.PLAYING


async def test_votes_are_counted_again_when_people_go(club: Club) -> None:
    await club.open_table(club.anna, club.bob, club.cees)
    await vote(club, club.anna)
    table = club.only_table
    await club.bob.slash("leave")
    assert table.state is State.PLAYING, "one of two is no majority"
    await club.cees.slash("leave")
    assert (table.state, table.situation.ending) == (State.CLOSED, Ending.STOPPED)


async def test_votes_are_counted_again_when_people_come(club: Club) -> None:
    await club.open_table(club.anna, club.bob)
    await vote(club, club.anna)
    await sit_in(club, club.cees, "Master 4")
    assert "1 of 2 votes" in club.table.text
    await sit_in(club, club.dirk, "Master 3")
    assert "1 of 3 votes" in club.table.text
    await vote(club, club.cees)
    assert club.only_table.state is State.PLAYING


async def test_the_vote_of_who_leaves_goes_with_him(club: Club) -> None:
    await club.open_table(club.anna, club.bob, club.cees)
    await vote(club, club.anna)
    await club.anna.slash("leave")
    assert "For stopping" not in club.table.text
    await vote(club, club.bob)
    assert club.only_table.state is State.PLAYING


async def test_who_stays_away_has_no_vote(club: Club) -> None:
    await club.open_table(club.anna, club.bob, club.cees)
    table = club.only_table
    await vote(club, club.anna)
    await fall_asleep(club, club.cees, club.anna, club.bob)
    assert table.state is State.PLAYING
    assert "1 of 2 votes" in club.table.text
    await vote(club, club.bob)
    assert table.state is State.CLOSED


@pytest.mark.scenario(29)
async def test_who_stops_a_match_alone_has_left_it(club: Club) -> None:
    await club.open_table(club.anna, club.bob)
    table = club.only_table
    await club.bob.slash("leave")
    await table.vote(club.anna.id, stop=True)
    assert table.situation.ending is Ending.STOPPED
    found = await rows(club, "SELECT user_id FROM departures ORDER BY user_id")
    assert found == [(club.anna.id,), (club.bob.id,)]


# After a stop no new deal begins, whatever was under way.


@pytest.mark.scenario(7)
@pytest.mark.parametrize("phase", [Phase.BIDDING, Phase.PLAYING, Phase.COUNTING])
async def test_after_a_stop_no_new_deal_begins(club: Club, phase: Phase) -> None:
    await club.open_table(club.anna, club.bob)
    table = club.only_table
    await club.play_until(lambda: table.situation.match.phase is phase, club.anna, club.bob)
    dealt = table.situation.match.dealt
    await vote(club, club.anna)
    await vote(club, club.bob)
    await club.env.advance_time(3600)
    assert table.situation.match.dealt == dealt
    assert not table.waiting
