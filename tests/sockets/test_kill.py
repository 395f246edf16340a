"""SIGKILL in the middle of a trick, and on: the real bot as a child process over sockets."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest_asyncio

from bot.playground.box import Box
from bot.playground.person import Person
from tests.components import walk
from tests.sockets.child import Child, buttons_of, hand_of, is_hand, is_table, moves_of, text_of


@pytest_asyncio.fixture
async def box() -> AsyncIterator[Box]:
    async with Box() as opened:
        opened.world.guild_locale = "en-GB"
        yield opened


@pytest_asyncio.fixture
async def child(box: Box, tmp_path: Path) -> AsyncIterator[Child]:
    async with Child(box, tmp_path, TROEF_LANGUAGE="en") as child:
        await child.start()
        yield child


async def open_table(box: Box) -> tuple[Person, Person]:
    """Let Anna and Bob sit as partners, and start with two computers."""
    anna, bob = (box.person(name, locale="en-GB") for name in ("Anna", "Bob"))
    lobby = await anna.slash("play")
    assert lobby.message_id is not None
    sit = next(
        c["custom_id"]
        for c in _controls(anna.message(lobby.message_id))
        if ":sit:" in c["custom_id"] and c["custom_id"].endswith(":2")
    )
    await bob.click(lobby.message_id, sit)
    await anna.click(lobby.message_id, label="Start")
    table = await anna.sees(is_table)
    for person in (anna, bob):
        await person.click(int(table["id"]), label="My hand")
    return anna, bob


def _controls(message: dict[str, Any]) -> list[dict[str, Any]]:
    return [c for c in walk(message["components"]) if c.get("custom_id")]


async def mover(*people: Person) -> tuple[Person, dict[str, Any]]:
    """Wait until one of the people can move; return him and his hand."""
    async with asyncio.timeout(10):
        while True:
            for person in people:
                hand = hand_of(person)
                if moves_of(hand):
                    return person, hand
            await people[0]._world.change()


async def play_to_mid_trick(anna: Person, bob: Person) -> tuple[Person, dict[str, Any]]:
    """Press on until somebody is to move on a trick that has begun, some tricks in."""
    for _ in range(40):
        person, hand = await mover(anna, bob)
        cross = re.search(r"```\n(.*?)```", text_of(hand), re.DOTALL)
        laid = len(re.findall("[♠♥♦♣]", cross[1])) if cross else 0
        if laid and "Last trick" in text_of(hand):
            return person, hand
        before = text_of(hand)
        await person.click(int(hand["id"]), list(moves_of(hand).values())[-1])
        await person.sees(lambda m, before=before: is_hand(m) and text_of(m) != before, timeout=20)
    raise AssertionError("no trick was begun")


async def test_the_table_goes_on_where_it_was(box: Box, child: Child) -> None:
    anna, bob = await open_table(box)
    person, hand = await play_to_mid_trick(anna, bob)
    cards, cross = moves_of(hand), re.findall(r"```.*?```", text_of(hand), re.DOTALL)
    await child.kill()
    await child.start()
    table = await anna.sees(lambda m: is_table(m) and "The bot was away" in text_of(m), timeout=20)
    await person.click(int(table["id"]), label="My hand")
    again = hand_of(person)
    assert moves_of(again) == cards
    assert re.findall(r"```.*?```", text_of(again), re.DOTALL) == cross
    deadline = re.search(r"<t:(\d+):R>", text_of(table))
    assert deadline is not None
    await person.click(int(again["id"]), next(iter(cards.values())))
    await anna.sees(lambda m: is_table(m) and "The bot was away" not in text_of(m), timeout=20)
    assert len(box.journal.matching("POST", "/channels/*/messages")) == 0


async def test_a_press_stored_but_unanswered_counts_once(box: Box, child: Child) -> None:
    anna, bob = await open_table(box)
    person, hand = await play_to_mid_trick(anna, bob)
    label, card = next(iter(moves_of(hand).items()))
    fault = box.faults.add("POST", "/interactions/*/callback", cut=True, delay=30)
    pressed = asyncio.create_task(person.click(int(hand["id"]), card, wait=False))
    await asyncio.wait_for(fault.hit.wait(), 10)
    await child.kill()
    box.faults.clear()
    with contextlib.suppress(Exception):
        await pressed
    await child.start()
    await anna.sees(lambda m: is_table(m) and "The bot was away" in text_of(m), timeout=20)
    assert card in buttons_of(hand).values()
    again = await person.click(int(hand["id"]), card)
    assert again.answered
    assert "counted already" in text_of(person.message(int(hand["id"])))
    shown = [c["label"] for c in _controls(person.message(int(hand["id"]))) if "label" in c]
    assert label not in shown


async def test_a_press_delivered_twice_counts_once(box: Box, child: Child) -> None:
    anna = box.person("Anna", locale="en-GB")
    lobby = await anna.slash("play")
    assert lobby.message_id is not None
    pressed = await anna.click(lobby.message_id, label="Add computer")
    box.world.redeliver(pressed.id)
    # Answers come in order: when this one is there, the one before has been handled.
    await anna.slash("help")
    assert "Computer 1" in text_of(anna.message(lobby.message_id))
    assert "Computer 2" not in text_of(anna.message(lobby.message_id))


async def test_a_lost_connection_is_resumed_and_the_table_goes_on(box: Box, child: Child) -> None:
    anna, bob = await open_table(box)
    person, hand = await play_to_mid_trick(anna, bob)
    resumes = box.gateway.resumes
    box.gateway.drop()
    await box.gateway.wait(resumes=resumes + 1, timeout=20)
    before = text_of(hand)
    answer = await person.click(int(hand["id"]), next(iter(moves_of(hand).values())))
    assert answer.answered
    await person.sees(lambda m: is_hand(m) and text_of(m) != before, timeout=20)


async def test_sigterm_ends_cleanly(child: Child) -> None:
    assert await child.stop() == 0
