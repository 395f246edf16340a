"""The line to Discord breaks in every way it can: tables go on, clocks wait, presses are answered.

The bot runs in this process where its clock has to be looked at, else as a child.
"""

import asyncio

import pytest

from bot.playground.box import Box
from bot.playground.person import Person
from bot.tables.table import GRACE_SECONDS
from tests.sockets.child import Child, is_hand, moves_of, text_of
from tests.sockets.playing import PATIENCE, mover, open_table, play_to_mid_trick, running, until


async def play_on(box: Box, *people: Person) -> None:
    """Press what is offered and see the hand change: the table goes on."""
    person, hand = await mover(*people)
    before = text_of(hand)
    answer = await person.click(int(hand["id"]), list(moves_of(hand).values())[-1])
    assert answer.answered
    await person.sees(lambda m: is_hand(m) and text_of(m) != before, timeout=PATIENCE)


async def test_a_lost_connection_is_resumed_and_the_table_goes_on(box: Box, child: Child) -> None:
    anna, bob = await open_table(box)
    await play_to_mid_trick(anna, bob)
    resumes = box.gateway.resumes
    box.gateway.drop()
    await box.gateway.wait(resumes=resumes + 1, timeout=PATIENCE)
    await play_on(box, anna, bob)


async def test_a_refused_resume_logs_in_anew_and_the_table_goes_on(box: Box, child: Child) -> None:
    anna, bob = await open_table(box)
    await play_to_mid_trick(anna, bob)
    identifies = box.gateway.identifies
    box.gateway.drop(resumable=False)
    await box.gateway.wait(identifies=identifies + 1, timeout=PATIENCE)
    await play_on(box, anna, bob)


async def test_a_reconnect_that_is_asked_for_is_done(box: Box, child: Child) -> None:
    anna, bob = await open_table(box)
    resumes = box.gateway.resumes
    box.gateway.ask_reconnect()
    await box.gateway.wait(resumes=resumes + 1, timeout=PATIENCE)
    await play_on(box, anna, bob)


async def test_a_press_in_the_gap_is_answered_when_it_is_delivered(box: Box, child: Child) -> None:
    anna, bob = await open_table(box)
    person, hand = await play_to_mid_trick(anna, bob)
    # Who waits longer than Discord lets him still sees what became of his press.
    box.world.answer_within = PATIENCE
    before = text_of(hand)
    box.gateway.drop()
    answer = await person.click(int(hand["id"]), next(iter(moves_of(hand).values())))
    assert answer.answered
    await person.sees(lambda m: is_hand(m) and text_of(m) != before, timeout=PATIENCE)


@pytest.mark.parametrize("resumable", [True, False])
async def test_clocks_wait_while_the_line_is_down(*, resumable: bool) -> None:
    async with Box() as box:
        box.world.guild_locale = "en-GB"
        box.connect()
        async with running(box) as bot:
            anna, bob = await open_table(box)
            await mover(anna, bob)
            (table,) = bot.tables
            assert "clock" in table.waiting
            before = table.situation.match
            box.gateway.drop(resumable=resumable)
            # No clock runs while nobody can press.
            await until(lambda: not table.waiting)
            await box.gateway.wait(timeout=PATIENCE)
            await until(lambda: "clock" in table.waiting)
            assert table.situation.match is before
            left = table.situation.deadline - table.now()
            assert left > GRACE_SECONDS - 5, "after a gap there is time to look"


async def test_a_line_that_dies_without_a_word_is_noticed() -> None:
    async with Box(heartbeat_ms=200) as box:
        box.world.guild_locale = "en-GB"
        box.connect()
        async with running(box, turn_seconds=3600) as bot:
            anna, bob = await open_table(box)
            # discord.py waits a minute for a sign of life; the minute is made short.
            bot.ws._keep_alive.heartbeat_timeout = 0.5
            identifies, resumes = box.gateway.identifies, box.gateway.resumes
            box.gateway.acknowledges = False
            async with asyncio.timeout(PATIENCE):
                while (box.gateway.identifies, box.gateway.resumes) == (identifies, resumes):
                    await box.world.change()
            box.gateway.acknowledges = True
            await box.gateway.wait(timeout=PATIENCE)
            await play_on(box, anna, bob)
