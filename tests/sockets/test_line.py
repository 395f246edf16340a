"""Requests that fail on their way, or whose answer is lost: shown once, shown in the end."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.app import Troef
from bot.playground import ids
from bot.playground.box import Box
from bot.playground.person import Person
from tests.sockets.child import is_table, moves_of, text_of
from tests.sockets.playing import PATIENCE, mover, open_table, running

POSTS, EDITS = ("POST", "/channels/*/messages"), ("PATCH", "/channels/*/messages/*")


@pytest_asyncio.fixture
async def bot(box: Box, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Troef]:
    """Run the bot in this process, its pauses before another try made short."""
    monkeypatch.setattr("bot.outbox.FIRST_PAUSE", 0.01)
    monkeypatch.setattr("bot.shadows.worker.RETRY_SECONDS", 0.05)
    box.connect()
    async with running(box, turn_seconds=3600) as bot:
        yield bot


def tables(person: Person) -> list[dict[str, object]]:
    """Return the messages that show a running table."""
    return [message for message in person.messages() if is_table(message)]


async def press(person: Person, hand: dict[str, object]) -> None:
    answer = await person.click(int(str(hand["id"])), list(moves_of(hand).values())[-1])
    assert answer.answered


@pytest.mark.parametrize("times", [1, 3, 9])
async def test_a_post_whose_answer_is_lost_makes_no_second_message(
    box: Box, bot: Troef, times: int
) -> None:
    anna, bob = await open_table(box)
    (before,) = tables(anna)
    # So often that the outbox itself gives up and the table's worker begins anew.
    box.faults.add(*POSTS, cut=True, after=True, times=times)
    await anna.slash("table")
    await box.journal.wait(*POSTS, timeout=PATIENCE)
    async with asyncio.timeout(PATIENCE):
        while [m["id"] for m in tables(anna)] == [before["id"]] or len(tables(anna)) > 1:
            await box.world.change()
    person, hand = await mover(anna, bob)
    edits = len(box.journal.matching(*EDITS))
    await press(person, hand)
    await box.journal.wait(*EDITS, count=edits + 1, timeout=PATIENCE)
    assert len(tables(anna)) == 1


@pytest.mark.parametrize("times", [1, 4, 9])
@pytest.mark.parametrize("after", [True, False])
async def test_a_redraw_that_is_cut_off_comes_again(
    box: Box, bot: Troef, times: int, *, after: bool
) -> None:
    anna, bob = await open_table(box)
    person, hand = await mover(anna, bob)
    box.faults.add(*EDITS, cut=True, after=after, times=times)
    await press(person, hand)
    await mover(anna, bob)
    await box.journal.wait(*EDITS, timeout=PATIENCE)
    (table,) = bot.tables
    turn = table.situation.match.turn
    name = table.situation.seats[turn].name
    await anna.sees(lambda m: is_table(m) and f"**{name}** is to" in text_of(m), timeout=PATIENCE)
    assert len(tables(anna)) == 1


async def test_a_broken_table_slows_no_other(box: Box, bot: Troef) -> None:
    anna, bob = await open_table(box)
    cees = box.person("Cees", locale="en-GB", channel_id=ids.CHAT_CHANNEL)
    lobby = await cees.slash("play")
    assert lobby.message_id is not None
    await cees.click(lobby.message_id, label="Start")
    table = await cees.sees(is_table)
    await cees.click(int(table["id"]), label="My hand")
    box.faults.add("*", f"/channels/{ids.TABLE_CHANNEL}/*", delay=60, times=None)
    person, hand = await mover(anna, bob)
    await press(person, hand)
    for _ in range(3):
        _, hand = await mover(cees)
        before = text_of(await cees.sees(is_table))
        await press(cees, hand)
        await cees.sees(lambda m, before=before: is_table(m) and text_of(m) != before)


@pytest.mark.scenario(1)
async def test_a_press_whose_answer_is_lost_counts_and_shows(box: Box, bot: Troef) -> None:
    anna, bob = await open_table(box)
    person, hand = await mover(anna, bob)
    (table,) = bot.tables
    decision = table.situation.match.decision
    box.faults.add("POST", "/interactions/*/callback", cut=True, after=True)
    await person.click(int(hand["id"]), list(moves_of(hand).values())[-1])
    _, again = await mover(anna, bob)
    assert table.situation.match.decision > decision
    await press(await _owner(again, anna, bob), again)


async def _owner(hand: dict[str, object], *people: Person) -> Person:
    """Return whose hand a message is."""
    return next(p for p in people if any(m["id"] == hand["id"] for m in p.messages()))
