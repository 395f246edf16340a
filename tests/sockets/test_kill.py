"""SIGKILL in the middle of a trick, and on: the real bot as a child process over sockets."""

import asyncio
import contextlib
import re

import pytest

from bot.playground.box import Box
from tests.sockets.child import Child, buttons_of, hand_of, is_table, moves_of, text_of
from tests.sockets.playing import controls, open_table, play_to_mid_trick


@pytest.mark.scenario(20)
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


@pytest.mark.scenario(4)
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
    shown = [c["label"] for c in controls(person.message(int(hand["id"]))) if "label" in c]
    assert label not in shown


@pytest.mark.scenario(4)
async def test_a_press_delivered_twice_counts_once(box: Box, child: Child) -> None:
    anna = box.person("Anna", locale="en-GB")
    lobby = await anna.slash("play")
    assert lobby.message_id is not None
    pressed = await anna.click(lobby.message_id, label="Add computer")
    box.world.redeliver(pressed.id)
    # Answers come in order: when this one is there, the one before has been handled.
    await anna.slash("help")
    assert "Master 2" in text_of(anna.message(lobby.message_id))
    assert "Master 3" not in text_of(anna.message(lobby.message_id))
