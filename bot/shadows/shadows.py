"""The shadows of all tables."""

import asyncio

from bot.choices import Choices
from bot.outbox import Outbox
from bot.shadows.shadow import Shadow
from bot.tables.face import State
from bot.tables.table import Table


class Shadows:
    """The shadows of all tables; it is told of their changes."""

    def __init__(self, outbox: Outbox, choices: Choices) -> None:
        self._outbox = outbox
        self._choices = choices
        self._shadows: dict[str, Shadow] = {}

    def of(self, table: Table) -> Shadow:
        """Return the shadow of a table."""
        shadow = self._shadows.get(table.id)
        if shadow is None or shadow.table is not table:
            self._forget_ended()
            shadow = self._shadows[table.id] = Shadow(table, self._outbox, self._choices)
        return shadow

    def table_changed(self, table: Table) -> None:
        """Redraw a table."""
        self.of(table).poke()

    def turn_warning(self, table: Table, seat: int) -> None:
        """Mention the person on a seat."""
        self.of(table).pings.warn(seat)

    def longest_unshown(self) -> float:
        """Return for how many seconds the table that waits longest looks other than it is."""
        since = [s.old_since for s in self._shadows.values() if s.old_since is not None]
        return asyncio.get_running_loop().time() - min(since) if since else 0.0

    async def go_down(self, seconds: float) -> None:
        """Say on as many tables as wait for a person, in so many seconds, that we will be back."""
        shadows = list(self._shadows.values())
        waiting = [shadow for shadow in shadows if shadow.table.situation.waits]
        for shadow in shadows:
            if shadow not in waiting:
                await shadow.stop()
        goodbyes = [asyncio.create_task(shadow.say_goodbye()) for shadow in waiting]
        if goodbyes:
            await asyncio.wait(goodbyes, timeout=seconds)
        for shadow in waiting:
            await shadow.stop()
        await asyncio.gather(*goodbyes)

    def _forget_ended(self) -> None:
        for table_id, shadow in list(self._shadows.items()):
            if shadow.table.state in (State.OVER, State.CLOSED) and shadow.idle:
                del self._shadows[table_id]
