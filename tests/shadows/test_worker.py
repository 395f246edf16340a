"""A worker draws the newest state, one drawing at a time, and nothing after it was stopped."""

import asyncio

from bot.shadows.worker import Worker


class Picture:
    """What is drawn, and what of it is under way."""

    def __init__(self) -> None:
        self.state = 0
        self.drawn: list[int] = []
        self.may_go_on = asyncio.Event()

    async def turn(self) -> None:
        """Nothing is to be waited for."""

    async def draw(self) -> None:
        """Draw what is newest; it takes until it is let go on."""
        state = self.state
        await self.may_go_on.wait()
        self.drawn.append(state)


async def settle() -> None:
    """Let everything that can go on do so."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_what_changes_while_it_draws_is_drawn_once_more_and_no_oftener() -> None:
    picture = Picture()
    worker = Worker(picture.turn, picture.draw, "picture")
    for state in range(1, 6):
        picture.state = state
        worker.poke()
        await settle()
    picture.may_go_on.set()
    await settle()
    assert picture.drawn == [1, 5]
    assert worker.idle
    assert worker.old_since is None


async def test_nothing_is_drawn_after_a_stop() -> None:
    picture = Picture()
    worker = Worker(picture.turn, picture.draw, "picture")
    worker.poke()
    await settle()
    await worker.stop()
    picture.may_go_on.set()
    worker.poke()
    await settle()
    assert picture.drawn == []


async def test_what_is_not_drawn_is_old_since_the_first_change() -> None:
    picture = Picture()
    worker = Worker(picture.turn, picture.draw, "picture")
    worker.poke()
    since = worker.old_since
    await settle()
    worker.poke()
    assert worker.old_since == since
    picture.may_go_on.set()
    await settle()
    assert worker.old_since is None
