"""SIGTERM and the start after it: nothing is lost, people are told, and it is over soon."""

import asyncio
import time

from bot.playground.box import Box
from tests.sockets.child import Child, is_hand, is_table, moves_of, text_of
from tests.sockets.playing import mover, open_table

EXIT_SECONDS = 10
NOTICE = "back in a moment"


async def test_a_table_that_waits_says_that_the_bot_will_be_back(box: Box, child: Child) -> None:
    anna, bob = await open_table(box)
    person, hand = await mover(anna, bob)
    began = time.monotonic()
    assert await child.stop() == 0
    assert time.monotonic() - began < EXIT_SECONDS
    table = await anna.sees(is_table)
    assert NOTICE in text_of(table)
    assert "time is up" not in text_of(table), "the clock stands still"
    await child.start()
    await anna.sees(lambda m: is_table(m) and "The bot was away" in text_of(m), timeout=20)
    answer = await person.click(int(hand["id"]), list(moves_of(hand).values())[-1])
    assert answer.answered


async def test_the_end_waits_for_no_table_that_cannot_be_drawn(box: Box, child: Child) -> None:
    anna, bob = await open_table(box)
    await mover(anna, bob)
    box.faults.add("PATCH", "/channels/*", delay=60, times=None)
    began = time.monotonic()
    assert await child.stop() == 0
    assert time.monotonic() - began < EXIT_SECONDS


async def test_presses_while_it_goes_down_are_refused_politely(box: Box, child: Child) -> None:
    anna, bob = await open_table(box)
    person, hand = await mover(anna, bob)
    # What it still wants to draw keeps it for a moment.
    fault = box.faults.add("PATCH", "/channels/*", delay=60, times=None)
    stopping = asyncio.create_task(child.stop())
    await asyncio.wait_for(fault.hit.wait(), EXIT_SECONDS)
    answer = await person.click(int(hand["id"]), list(moves_of(hand).values())[-1])
    assert answer.answered
    assert answer.message_id is not None
    assert "about to restart" in text_of(person.message(answer.message_id))
    cees = box.person("Cees", locale="en-GB")
    lobby = await cees.slash("play")
    assert lobby.message_id is not None
    assert "about to restart" in text_of(cees.message(lobby.message_id))
    assert await stopping == 0
    box.faults.clear()
    await child.start()
    table = await cees.slash("table")
    assert table.message_id is not None
    assert "You sit at no table" in text_of(cees.message(table.message_id)), "no lobby was opened"


async def test_what_was_acknowledged_is_there_again(box: Box, child: Child) -> None:
    anna, bob = await open_table(box)
    for _ in range(6):
        person, hand = await mover(anna, bob)
        before = text_of(hand)
        answer = await person.click(int(hand["id"]), list(moves_of(hand).values())[-1])
        assert answer.answered
        await person.sees(lambda m, before=before: is_hand(m) and text_of(m) != before)
    _, hand = await mover(anna, bob)
    assert await child.stop() == 0
    await child.start()
    table = await anna.sees(lambda m: is_table(m) and "The bot was away" in text_of(m), timeout=20)
    for person in (anna, bob):
        await person.click(int(table["id"]), label="My hand")
    _, again = await mover(anna, bob)
    assert moves_of(again) == moves_of(hand)


async def test_a_command_that_is_being_answered_is_waited_for(box: Box, child: Child) -> None:
    fault = box.faults.add("POST", "/interactions/*/callback", delay=0.5)
    asked = asyncio.create_task(box.person("Cees", locale="en-GB").slash("help"))
    await asyncio.wait_for(fault.hit.wait(), EXIT_SECONDS)
    assert await child.stop() == 0
    assert (await asked).answered
    assert "Traceback" not in child.log
