"""What must hold once the faults have stopped: every table is shown as it is, and goes on."""

import asyncio
import re
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import discord

from benchmarks.soak.people import People, tables_of
from bot.playground.box import Box
from bot.screens.table import draw_table
from bot.store import Store, StoredTable
from bot.store.engine import create_reader
from bot.store.tables import load_open_tables
from bot.tables.autopilot import RESULT_PAUSE
from bot.tables.face import State
from bot.tables.situation import read_row
from bot.tables.table import GRACE_SECONDS, Table
from bot.texts import LANGUAGES, Speech
from bot.thinking.thinking import Thinking
from tests.components import walk

SHOWN_SECONDS = 120
"""Within this every table is shown as it is: failed drawings are tried again in a minute or so."""
SLACK_SECONDS = 10
_CLOCK = re.compile(r"<t:\d+:R>")
_CALL = re.compile(r"<@&\d+>")


class _Nobody:
    """Who wants to know nothing: these tables are only looked at."""

    def table_changed(self, table: Table) -> None:
        """Do nothing."""

    def turn_warning(self, table: Table, seat: int) -> None:
        """Do nothing."""


class Checks:
    """Looks at the store and at the channels of a server beside each other."""

    def __init__(self, box: Box, people: People, path: Path, empty: Store) -> None:
        """`empty` is a store that is never used: a table cannot be without one."""
        self._box = box
        self._people = people
        self._path = path.resolve()
        self._empty = empty

    async def load(self) -> list[StoredTable]:
        """Return lobbies and running matches as they are stored now."""
        return await asyncio.to_thread(self._load)

    def _load(self) -> list[StoredTable]:
        engine = create_reader(self._path)
        with closing(engine.connect()) as connection:
            found = load_open_tables(connection, time.time())
        engine.dispose()
        return [stored for stored in found if stored.row.state != State.OVER.value]

    # Shown.

    async def shown(self) -> tuple[float, list[str]]:
        """Wait until every open table is shown as it is, once; return how long, and which is not.

        A table that goes on meanwhile has to be right at one moment.
        """
        began = time.monotonic()
        right: set[str] = set()
        while True:
            wrong = {}
            for stored in await self.load():
                if stored.row.id not in right:
                    why = self._differs(stored)
                    if why is None:
                        right.add(stored.row.id)
                    else:
                        wrong[stored.row.id] = why
            seconds = time.monotonic() - began
            if not wrong or seconds > SHOWN_SECONDS:
                return seconds, [f"table {table_id}: {why}" for table_id, why in wrong.items()]
            await asyncio.sleep(0.5)

    def _differs(self, stored: StoredTable) -> str | None:
        """Return how the messages of a table differ from it, None if they do not."""
        row = stored.row
        if read_row(stored).paused is not None:
            return "it rests, though it may be shown"
        found = [
            (message_id, message)
            for message_id in sorted(self._people.shown)
            if (message := self._box.world.message(self._people.owner.id, message_id)) is not None
            and row.id in tables_of(message)
            and (message_id == row.message_id or not self._was_out_of_reach(message))
        ]
        if len(found) != 1:
            made = ", ".join(f"{_made(message_id)} {message_id}" for message_id, _ in found)
            return f"{len(found)} messages show it as {row.state}: {made}; noted {row.message_id}"
        ((message_id, message),) = found
        if row.message_id != message_id:
            return f"message {message_id} shows it, and {row.message_id} is noted"
        seen = _plain(message["components"])
        wanted = [self._picture(stored, language) for language in LANGUAGES]
        if seen not in wanted:
            old = [line for line in seen if all(line not in picture for picture in wanted)]
            return f"it is {row.state}, and its message says {old[:4]}"
        return None

    def _was_out_of_reach(self, message: dict[str, Any]) -> bool:
        """Whether the bot might for a while not touch a message, where its table left it behind."""
        return any(gap.why == f"rights {message['channel_id']}" for gap in self._people.ledger.gaps)

    def _picture(self, stored: StoredTable, language: str) -> list[str]:
        """Draw a table as it is stored."""
        table = Table.restored(
            stored,
            store=self._empty,
            listener=_Nobody(),
            thinking=Thinking(0),
            now=time.time,
            ended=lambda _table: None,
        )
        view = None if table.situation.match is None else table.view(None)
        drawn: Any = draw_table(table.face, view, Speech.of(language)).to_components()
        return _plain(drawn)

    async def left_behind(self) -> int:
        """Return how many messages carry the buttons of tables that are not open any more."""
        open_ones = {stored.row.id for stored in await self.load()}
        world, owner = self._box.world, self._people.owner.id
        messages = [world.message(owner, message_id) for message_id in self._people.shown]
        return sum(m is not None and bool(tables_of(m) - open_ones) for m in messages)

    # Going on.

    async def goes_on(self) -> tuple[int, list[str]]:
        """Press nothing, and see each running table move by itself in the time for a turn.

        Return how many were seen, and which stand still without being allowed to.
        """
        began = time.time()
        waiting = {s.row.id: s for s in await self.load() if s.row.state == State.PLAYING.value}
        seen = len(waiting)
        late: list[str] = []
        while waiting:
            await asyncio.sleep(1)
            now = {stored.row.id: stored for stored in await self.load()}
            for table_id, before in list(waiting.items()):
                if _has_moved(before, now.get(table_id)):
                    del waiting[table_id]
                elif time.time() - began > _longest(before):
                    del waiting[table_id]
                    late.append(f"table {table_id}: stands still since entry {len(before.log)}")
        return seen, late


def _made(message_id: int) -> str:
    """Return when a message was made: its id says so."""
    at = discord.utils.snowflake_time(message_id).timestamp()
    return time.strftime("%H:%M:%S", time.localtime(at))


def _has_moved(before: StoredTable, now: StoredTable | None) -> bool:
    """Whether a table has gone on, has ended, or waits for its people, who all are away."""
    if now is None or len(now.log) > len(before.log):
        return True
    situation = read_row(now)
    return situation.frozen or situation.paused is not None


def _longest(stored: StoredTable) -> float:
    """Return the seconds within which a table has to do something by itself."""
    row = stored.row
    return max(row.turn_seconds, GRACE_SECONDS, RESULT_PAUSE * row.pace) + SLACK_SECONDS


def _plain(components: Iterable[dict[str, Any]]) -> list[str]:
    """Return what a message says and offers, without what need not be the same.

    That is the time on the clock, the role that the first message called, and the line that the
    bot was away, which stands there until somebody presses.
    """
    away = {
        Speech.of(language)("-# The bot was away for a moment; the table goes on where it was.")
        for language in LANGUAGES
    }
    lines = []
    for component in walk(components):
        text = _CALL.sub("", _CLOCK.sub("", component.get("content") or ""))
        lines += [line for line in text.splitlines() if line.strip() and line not in away]
        if component.get("custom_id"):
            lines.append(f"{component['custom_id']} {bool(component.get('disabled'))}")
    return lines
