"""The turn ping of a table: one short message that mentions the one to act, then goes again."""

import logging

from bot.choices import Choices
from bot.outbox import Fate, Outbox, Undelivered
from bot.screens.menu import draw_ping
from bot.shadows.worker import Worker
from bot.tables.face import State
from bot.tables.table import Table

log = logging.getLogger(__name__)


class Pings:
    """The turn ping of one table."""

    def __init__(self, table: Table, outbox: Outbox, choices: Choices) -> None:
        self._table = table
        self._outbox = outbox
        self._choices = choices
        self._wanted: tuple[int, int, int] | None = None
        self.worker = Worker(self._turn, self._draw, f"table {table.id}: ping")

    def warn(self, seat: int) -> None:
        """Two thirds of somebody's time have gone: mention him once."""
        match = self._table.situation.match
        if match is not None:
            self._wanted = (match.dealt, match.decision, seat)
            self.worker.poke()

    def poke(self) -> None:
        """The table has changed: a ping that stands may have to go."""
        if self._table.situation.ping is not None:
            self.worker.poke()

    async def _turn(self) -> None:
        """It waits for nothing: its requests wait themselves."""

    async def _draw(self) -> None:
        now, match, wanted = self._table.situation, self._table.situation.match, self._wanted
        current = (
            wanted is not None
            and match is not None
            and now.state is State.PLAYING
            and (match.dealt, match.decision, match.turn) == wanted
        )
        if now.ping is not None and not current:
            await self._remove(*now.ping)
        elif now.ping is None and current and wanted is not None:
            await self._ping(wanted)

    async def _remove(self, channel_id: int, message_id: int) -> None:
        try:
            await self._outbox.delete(channel_id, message_id)
        except Undelivered as failed:
            if failed.fate is Fate.FAILED:
                raise
        await self._table.note_ping(None)

    async def _ping(self, wanted: tuple[int, int, int]) -> None:
        table = self._table
        deal, decision, seat = wanted
        sitting = table.situation.seats[seat]
        if table.situation.message_id is None or sitting is None or sitting.user_id is None:
            return
        person = await self._choices.person(sitting.user_id)
        server = await self._choices.server(table.guild_id)
        if not (person.pings and server.pings and sitting.present):
            return
        channel_id, say = table.channel_id, await self._choices.speech_in(table.guild_id)
        try:
            ping_id = await self._outbox.post(
                channel_id,
                # The same for every try: a person is called once for a decision.
                nonce=f"p{table.id}{deal}.{decision}.{seat}",
                content=draw_ping(say, sitting.user_id, table.link),
                mention=sitting.user_id,
            )
        except Undelivered as failed:
            # Not worth another try: the clock goes on.
            log.info("table %s: no ping: %s", table.id, failed)
            return
        await table.note_ping((channel_id, ping_id))
        # He may have acted while the ping was under way: then it goes again.
        self.worker.poke()
