"""*Review*: a deal looked back on in a worker process, for its players alone."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.rules.match import Match
from bot.settings import Settings
from bot.store.rows import Holder
from bot.thinking.reviews import Reviews
from bot.thinking.thinking import Thinking
from cogs.review import seat_in
from tests.cogs.test_table import forge
from tests.people import Club, Screen
from tests.players.looked_back import Counted, at_once, played
from tests.thinking import work

PATIENCE = 30
"""Seconds that a worker may take on a busy machine: fewer than anybody has for his turn."""


@pytest.fixture
def settings() -> Settings:
    """Return settings with masters that think; at these tables there are none."""
    return Settings(_env_file=None, pace=0, thinkers=1)


def cog(club: Club) -> Any:
    return club.bot.get_cog("ReviewCog")


def let_workers(club: Club, does: Callable[..., object]) -> None:
    """Let workers do this in place of looking back, which takes them seconds."""
    cog(club).reviews = Reviews(club.bot.thinking, does)


async def play_a_deal(club: Club) -> Screen:
    """Let the four play the first deal; return the message that keeps it."""
    await club.open_table(*club.members, length="4", roem="auto")
    first = club.table
    await club.play_until(lambda: "Deal 2 of 4" in club.table.text, *club.members)
    club.env.settle_timeout = PATIENCE
    return next(screen for screen in club.public if screen.id == first.id)


async def test_it_is_shown_to_who_pressed_and_to_nobody_else(club: Club) -> None:
    deal = await play_a_deal(club)
    let_workers(club, at_once)
    assert list(deal.buttons) == ["Review", "Check this deal"]
    public = [screen.text for screen in club.public]
    shown = await club.bob.press(deal, "Review")
    assert shown is not None
    assert shown.message.is_ephemeral
    assert "Looking back on deal 1" in shown.text
    assert "3. Trick 2: Anna led A♣." in shown.text
    assert re.search(r"^ +you +Cees +Dirk +Anna$", shown.text, re.MULTILINE)
    assert [screen.text for screen in club.public] == public


async def test_it_is_worked_out_once_for_all(club: Club, tmp_path: Path) -> None:
    deal = await play_a_deal(club)
    let_workers(club, Counted(tmp_path / "count"))
    for member in (*club.members, club.anna):
        shown = await member.press(deal, "Review")
        assert shown is not None
        assert "Looking back on deal 1" in shown.text
    assert (tmp_path / "count").read_text() == "1\n"


async def test_a_worker_that_dies_is_answered_for_and_tried_again(club: Club) -> None:
    deal = await play_a_deal(club)
    let_workers(club, work.die)
    shown = await club.cees.press(deal, "Review")
    assert shown is not None
    assert "did not work out this time" in shown.text
    let_workers(club, at_once)
    shown = await club.cees.press(deal, "Review")
    assert shown is not None
    assert "Looking back on" in shown.text


async def test_only_who_held_a_seat_in_it(club: Club) -> None:
    deal = await play_a_deal(club)
    let_workers(club, at_once)
    shown = await club.manager().press(deal, "Review")
    assert shown is not None
    assert shown.message.is_ephemeral
    assert shown.text == "Only who held a seat in that deal can look back on it."


async def test_not_before_it_is_scored(club: Club) -> None:
    deal = await play_a_deal(club)
    for number in ("0", "2", "99"):
        await forge(club, club.anna, deal, deal.button("Review")[:-1] + number)
        assert club.anna.newest.text == "A deal can be looked back on once it is scored."
    await forge(club, club.anna, deal, deal.button("Review") + ":1")
    assert "earlier moment" in club.anna.newest.text


async def test_a_deal_of_another_server_is_foreign(club: Club) -> None:
    deal = await play_a_deal(club)
    other = club.env.create_guild("Elders")
    channel = other.create_text_channel("x")
    anna = other.add_member(club.anna.actor.user)
    result = await anna.slash(channel, "help")
    stored = club.env.backend.get_message(channel.id, result.response.id)
    button = {"type": 2, "style": 2, "label": "x", "custom_id": deal.button("Review"), "id": 9}
    stored.components = [
        {"type": 17, "id": 7, "components": [{"type": 1, "id": 8, "components": [button]}]}
    ]
    answer = await anna.click(result.response, label="x")
    assert "no such table in this server" in str(answer.response.components)


async def test_after_the_match_the_last_deal_and_those_before(club: Club) -> None:
    await play_a_deal(club)
    club.env.settle_timeout = 5
    await club.play_until(lambda: "Again" in club.table.buttons, *club.members)
    let_workers(club, at_once)
    assert club.table.button("Review").endswith(":4")
    offered = [screen for screen in club.public if "Review" in screen.buttons]
    assert [screen.button("Review")[-1] for screen in offered] == ["1", "2", "3", "4"]
    await club.restart()
    club.env.settle_timeout = PATIENCE
    let_workers(club, at_once)
    for screen in (club.table, offered[1]):
        shown = await club.bob.press(screen, "Review")
        assert shown is not None
        assert "Looking back on" in shown.text


async def test_where_masters_do_not_think_it_is_said(club: Club) -> None:
    deal = await play_a_deal(club)
    cog(club).reviews = Reviews(Thinking(0))
    shown = await club.anna.press(deal, "Review")
    assert shown is not None
    assert shown.text == "This bot was set up without what it takes to look back on a deal."


# Who held a seat in a deal.

ANNA, BOB = 11, 22


def two_deals() -> tuple[Match, int]:
    """Return a match of two deals, and how long its log is after the first."""
    return played("klaverjas", 1, deals=2), len(played("klaverjas", 1).log)


@pytest.mark.parametrize(
    ("since", "first", "second"),
    [(0, 2, 2), (5, 2, 2), (-1, 2, 2), (None, None, 2)],
    ids=["from the start", "sat in", "sat in at the last card", "sat in between deals"],
)
def test_who_sat_in_held_the_seat_from_then_on(
    since: int | None, first: int | None, second: int
) -> None:
    match, between = two_deals()
    at = between if since is None else since % between
    holders = [Holder(seat, None, "", 0) for seat in range(4) if seat != 2 or at]
    holders.append(Holder(2, ANNA, "Anna", at))
    assert seat_in(match, 1, holders, ANNA) == first
    assert seat_in(match, 2, holders, ANNA) == second
    assert seat_in(match, 1, holders, BOB) is None


def test_who_left_in_the_middle_held_it_in_that_deal() -> None:
    match, between = two_deals()
    holders = [Holder(seat, BOB if seat == 1 else None, "", 0) for seat in range(4)]
    holders += [Holder(1, None, "", between - 3)]
    assert seat_in(match, 1, holders, BOB) == 1
    assert seat_in(match, 2, holders, BOB) is None
