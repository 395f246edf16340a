"""Budgets: never more than Discord takes, in the order of who waits."""

import asyncio

from bot.outbox import Window


async def test_a_window_lets_no_more_through_wherever_its_seconds_begin() -> None:
    window = Window(4, 0.2)
    loop = asyncio.get_running_loop()
    times = []
    for _ in range(13):
        await window.take()
        times.append(loop.time())
    assert all(times[n + 4] - times[n] >= 0.199 for n in range(9))


async def test_who_waits_goes_in_order_and_the_urgent_first() -> None:
    window, order = Window(1, 0.01), []

    async def wait(name: str, patience: float) -> None:
        await window.take(patience)
        order.append(name)

    names = [("now", 0), ("patient", 10), ("first", 0), ("more patient", 20), ("second", 0)]
    await asyncio.gather(*(wait(name, patience) for name, patience in names))
    assert order == ["now", "first", "second", "patient", "more patient"]


async def test_patience_has_an_end() -> None:
    window, order = Window(1, 0.02), []

    async def wait(name: str, patience: float) -> None:
        await window.take(patience)
        order.append(name)

    async with asyncio.TaskGroup() as group:
        group.create_task(wait("now", 0))
        group.create_task(wait("patient", 0.05))
        for number in range(20):
            # Each comes a little later than the one before, and waits its turn behind it.
            group.create_task(wait(f"late {number}", number * 0.01))
    assert order.index("patient") < order.index("late 19")


async def test_who_gives_up_takes_no_place() -> None:
    window = Window(1, 0.01)
    await window.take()
    waiting = asyncio.create_task(window.take())
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    async with asyncio.timeout(1):
        await window.take()
