"""*Review* the whole way: pressed over a socket, worked out by the search in a process, shown."""

import asyncio
import multiprocessing
from typing import Any

from bot.playground.box import Box
from bot.playground.person import Person
from bot.thinking.reviews import Reviews
from tests.sockets.child import buttons_of, is_table, moves_of, text_of
from tests.sockets.playing import controls, running
from tests.thinking import work
from tests.thinking.waiting import until

NAMES = ("Anna", "Bob", "Cees", "Dirk")
PATIENCE = 120
"""Seconds that a review may take on a busy machine, on which the search is compiled first."""


async def four_at_a_table(box: Box) -> list[Person]:
    """Let four people sit down and start."""
    people = [box.person(name, locale="en-GB") for name in NAMES]
    lobby = (await people[0].slash("play")).message_id
    assert lobby is not None
    for seat, person in enumerate(people[1:], 1):
        ids = [c["custom_id"] for c in controls(person.message(lobby))]
        await person.click(lobby, next(id_ for id_ in ids if id_.endswith(f":{seat}")))
    await people[0].click(lobby, label="Start")
    table = await people[0].sees(is_table)
    for person in people:
        await person.click(int(table["id"]), label="My hand")
    return people


async def press_what_is_offered(box: Box, people: list[Person]) -> None:
    """Let whoever is to move press the last thing that his hand offers, or wait for a change."""
    for person in people:
        hands = [message for message in person.messages() if moves_of(message)]
        if hands:
            await person.click(int(hands[-1]["id"]), list(moves_of(hands[-1]).values())[-1])
            return
    await box.world.change()


def is_reviewable(message: dict[str, Any]) -> bool:
    return "Review" in buttons_of(message)


def is_review(message: dict[str, Any]) -> bool:
    return "Looking back on deal 1" in text_of(message)


async def play_a_deal(box: Box, people: list[Person]) -> int:
    """Play the first deal; return the message that keeps it."""
    async with asyncio.timeout(PATIENCE):
        while not any(map(is_reviewable, people[0].messages())):
            await press_what_is_offered(box, people)
    return int(next(filter(is_reviewable, people[0].messages()))["id"])


async def test_two_press_at_once_and_each_sees_it(box: Box) -> None:
    box.connect()
    async with running(box, thinkers=1, turn_seconds=3600) as bot:
        people = await four_at_a_table(box)
        anna, bob, _, dirk = people
        deal = await play_a_deal(box, people)
        for person in (anna, bob):
            await person.click(deal, label="Review")
            assert "takes a while" in text_of(person.messages()[-1])
        seen = [person.sees(is_review, timeout=PATIENCE) for person in (anna, bob)]
        for message in await asyncio.gather(*seen):
            assert message["flags"] & 64
            assert "What mattered most" in text_of(message)
        # For the next one it is there.
        await dirk.click(deal, label="Review")
        assert is_review(dirk.messages()[-1])
        (table,) = bot.tables
        for score in table.situation.match.results[0].scores:
            assert f": **{score}** · best play " in text_of(dirk.messages()[-1])


async def test_a_bot_that_closes_ends_what_it_looks_back_on(box: Box) -> None:
    box.connect()
    async with running(box, thinkers=1, turn_seconds=3600) as bot:
        people = await four_at_a_table(box)
        deal = await play_a_deal(box, people)
        cog: Any = bot.get_cog("ReviewCog")
        cog.reviews = Reviews(bot.thinking, work.hang)
        await people[0].click(deal, label="Review")
        await until(lambda: bool(multiprocessing.active_children()))
    assert multiprocessing.active_children() == []
