"""What people do at a table over sockets: they press what they see."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from bot.app import Troef
from bot.playground.box import Box
from bot.playground.person import Person
from bot.settings import Settings
from bot.store import Store
from tests.components import walk
from tests.people import NO_HURRY
from tests.sockets.child import hand_of, is_hand, is_table, moves_of, text_of

PATIENCE = 20
"""Seconds that anything may take on a busy machine."""


@asynccontextmanager
async def running(box: Box, **settings: object) -> AsyncIterator[Troef]:
    """Run the bot in this process, logged in to a box."""
    defaults = {"pace": 0, "turn_seconds": 15, "thinkers": 0, "language": "en", **settings}
    async with await Store.open(None) as store:
        bot = Troef(Settings(_env_file=None, **defaults), store, NO_HURRY)
        task = asyncio.create_task(bot.start(box.token))
        try:
            await box.wait_for_bot("play", timeout=PATIENCE)
            yield bot
        finally:
            await bot.close()
            await task


async def until(so: Callable[[], bool]) -> None:
    """Wait until something is so of which nothing tells."""
    async with asyncio.timeout(PATIENCE):
        while not so():  # noqa: ASYNC110
            await asyncio.sleep(0)


async def open_table(box: Box) -> tuple[Person, Person]:
    """Let Anna and Bob sit as partners, and start with two computers."""
    anna, bob = (box.person(name, locale="en-GB") for name in ("Anna", "Bob"))
    lobby = await anna.slash("play")
    assert lobby.message_id is not None
    sit = next(
        c["custom_id"]
        for c in controls(anna.message(lobby.message_id))
        if ":sit:" in c["custom_id"] and c["custom_id"].endswith(":2")
    )
    await bob.click(lobby.message_id, sit)
    await anna.click(lobby.message_id, label="Start")
    table = await anna.sees(is_table)
    for person in (anna, bob):
        await person.click(int(table["id"]), label="My hand")
    return anna, bob


def controls(message: dict[str, Any]) -> list[dict[str, Any]]:
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
