"""All tables of this process: opened, found, brought back."""

import logging
import secrets
from collections.abc import Callable, Iterator

from bot.rules.games import GAMES
from bot.rules.house import House
from bot.store.store import Store
from bot.tables.face import Ending, State
from bot.tables.problems import Problem, Trouble
from bot.tables.situation import Sitting, Situation
from bot.tables.table import Listener, Table
from bot.thinking.thinking import Thinking

log = logging.getLogger(__name__)

SECRET_BYTES = 32
ARRIVAL_SECONDS = 60
"""A table on its way to another channel is there within this, or it will not come."""
REDRAW_SECONDS = 600
"""A table that ended so recently before a start is drawn once more: its last picture may be old."""


class Tables:
    """The tables that are open, and the door to those that have ended."""

    def __init__(
        self,
        store: Store,
        listener: Listener,
        thinking: Thinking,
        now: Callable[[], float],
        draw_bytes: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        """`draw_bytes` gives so many bytes that nobody can foresee."""
        self._draw_bytes = draw_bytes
        self._store = store
        self._listener = listener
        self._thinking = thinking
        self._now = now
        self._open: dict[str, Table] = {}
        self._just_ended: list[Table] = []
        self._seats: set[tuple[int, int]] = set()
        """Guild and person: who is sitting down and not yet seen by `of_person`."""
        self._coming: dict[str, tuple[int, float]] = {}
        """By table: the channel it is on its way to, and since when."""

    def __iter__(self) -> Iterator[Table]:
        return iter(list(self._open.values()))

    def in_server(self, guild_id: int) -> list[Table]:
        """Return the open tables of a server, oldest first."""
        return [table for table in self._open.values() if table.guild_id == guild_id]

    def of_person(self, guild_id: int, user_id: int | None) -> Table | None:
        """Return the open table where this person has a seat."""
        for table in self.in_server(guild_id):
            if user_id is not None and table.situation.seat_of(user_id) is not None:
                return table
        return None

    def seat_of(self, guild_id: int, user_id: int) -> Table:
        """Return the open table of a person; Problem if there is none."""
        table = self.of_person(guild_id, user_id)
        if table is None:
            raise Problem(Trouble.NO_TABLE)
        return table

    async def find(self, table_id: str, guild_id: int) -> Table:
        """Return a table of this server, also one that has ended; Problem for any other id."""
        table = self._open.get(table_id)
        if table is None:
            stored = await self._store.load_table(table_id)
            if stored is not None:
                # Another press may have brought it back meanwhile.
                table = self._open.get(table_id) or Table.restored(
                    stored,
                    store=self._store,
                    listener=self._listener,
                    thinking=self._thinking,
                    now=self._now,
                    ended=self._ended,
                )
        if table is None or table.guild_id != guild_id:
            raise Problem(Trouble.FOREIGN)
        return table

    async def open(
        self,
        *,
        guild_id: int,
        channel_id: int,
        host: Sitting,
        game: str,
        house: House,
        turn_seconds: int,
        pace: float,
        hints: bool = False,
        limit: int | None = None,
        like: Table | None = None,
    ) -> Table:
        """Open a lobby with the host seated; `like` gives it the seats of a table.

        `limit` is how many tables the channel may hold. Nothing is waited for between counting
        them and adding this one.
        """
        with self._sitting_down(guild_id, host.user_id):
            self._require_room(channel_id, limit)
            seats: list[Sitting | None] = [host] + [None] * (GAMES[game].counts[0] - 1)
            if like is not None:
                seats = [self._again(guild_id, sitting, host) for sitting in like.situation.seats]
            situation = Situation(
                state=State.LOBBY,
                ending=Ending.NONE,
                game=game,
                house=house,
                host_id=host.user_id or 0,
                seats=tuple(seats),
                turn_seconds=turn_seconds,
                pace=pace,
                thread=False,
                invited=(),
                start=None,
                filled=(),
                match=None,
                stopping=(),
                paused=None,
                deadline=None,
                touched=self._now(),
                back=False,
                message_id=None,
                message_deal=0,
                ping=None,
                successor=None,
                hints=hints,
            )
            table = Table(
                table_id=self._draw_bytes(5).hex(),
                guild_id=guild_id,
                channel_id=channel_id,
                secret=self._draw_bytes(SECRET_BYTES),
                created=self._now(),
                situation=situation,
                store=self._store,
                listener=self._listener,
                thinking=self._thinking,
                now=self._now,
                ended=self._ended,
            )
            self._open[table.id] = table
            try:
                await table.open()
            except Problem:
                del self._open[table.id]
                raise
        return table

    async def again(
        self,
        table: Table,
        host: Sitting,
        channel_id: int,
        *,
        turn_seconds: int,
        limit: int | None = None,
    ) -> Table:
        """Open a lobby with the same seats after a match; only for those who played, once."""
        if table.state is not State.OVER:
            raise Problem(Trouble.NOT_STARTED)
        if host.user_id is None or table.situation.seat_of(host.user_id) is None:
            raise Problem(Trouble.NOT_SEATED)
        before = table.situation.successor
        if before is not None and not await self._came_to_nothing(before, table.guild_id):
            raise Problem(Trouble.DOUBLE)
        lobby = await self.open(
            guild_id=table.guild_id,
            channel_id=channel_id,
            host=host,
            game=table.situation.game,
            house=table.situation.house,
            turn_seconds=turn_seconds,
            pace=table.situation.pace,
            hints=table.situation.hints,
            limit=limit,
            like=table,
        )
        try:
            await table.note_successor(lobby.id, instead_of=before)
        except Problem:
            await lobby.cancel(host.user_id)
            raise
        return lobby

    async def _came_to_nothing(self, table_id: str, guild_id: int) -> bool:
        """Whether a lobby closed before anything was dealt; after a while it is deleted."""
        try:
            table = await self.find(table_id, guild_id)
        except Problem:
            return True
        return table.state is State.CLOSED and table.situation.match is None

    def come_to(self, table: Table, channel_id: int, limit: int | None) -> None:
        """Note that a table moves to a channel; Problem if that holds as many others as it may."""
        if table.id not in self._open:
            raise Problem(Trouble.FINISHED)
        if channel_id != table.channel_id:
            self._require_room(channel_id, limit, table)
        self._coming[table.id] = (channel_id, self._now())

    def _require_room(self, channel_id: int, limit: int | None, mover: Table | None = None) -> None:
        """Problem if a channel holds as many tables as it may, those on their way there too."""
        there = [
            table
            for table in self._open.values()
            if table is not mover and channel_id in (table.channel_id, self._bound_for(table))
        ]
        if limit is not None and len(there) >= limit:
            raise Problem(Trouble.CHANNEL_FULL)

    def _bound_for(self, table: Table) -> int | None:
        """Return the channel that a table is on its way to."""
        channel_id, since = self._coming.get(table.id, (None, 0.0))
        return channel_id if since + ARRIVAL_SECONDS > self._now() else None

    async def sit(self, table: Table, seat: int, person: Sitting) -> None:
        """Seat a person who sits at no other table of this server."""
        if self.of_person(table.guild_id, person.user_id) is table:
            await table.sit(seat, person)
            return
        with self._sitting_down(table.guild_id, person.user_id):
            await table.sit(seat, person)

    async def sit_in(self, table: Table, seat: int, person: Sitting) -> None:
        """Seat a person who sits at no table of this server where a computer plays."""
        if self.of_person(table.guild_id, person.user_id) is table:
            raise Problem(Trouble.SEATED_HERE)
        with self._sitting_down(table.guild_id, person.user_id):
            await table.sit_in(seat, person)

    async def load(self) -> None:
        """Bring every open table back where it was; `begin` sets it going."""
        for stored in await self._store.load_open_tables():
            try:
                table = Table.restored(
                    stored,
                    store=self._store,
                    listener=self._listener,
                    thinking=self._thinking,
                    now=self._now,
                    ended=self._ended,
                )
            except (ValueError, KeyError, TypeError) as error:
                # One table that cannot be read must not keep the others from coming back.
                # What is wrong may quote a card: the doctor tells it to whoever runs the bot.
                name = type(error).__name__
                log.error("table %s: not brought back: %s", stored.row.id, name)  # noqa: TRY400
                continue
            if table.state in (State.LOBBY, State.PLAYING):
                self._open[table.id] = table
            elif table.situation.touched > self._now() - REDRAW_SECONDS:
                self._just_ended.append(table)

    def begin(self) -> None:
        """Set the tables going that `load` brought back."""
        for table in self:
            table.begin()
        while self._just_ended:
            self._listener.table_changed(self._just_ended.pop())

    def hold(self) -> None:
        """Stop all clocks: the connection is down."""
        for table in self:
            table.hold()

    def release(self) -> None:
        """Let all clocks go on."""
        for table in self:
            table.release()

    async def stop(self) -> None:
        """Let running work end; the tables stay as stored."""
        for table in self:
            await table.stop()

    def _again(self, guild_id: int, sitting: Sitting | None, host: Sitting) -> Sitting | None:
        """Return a seat of the match before as it is taken in the next one."""
        if sitting is None or sitting.user_id is None:
            return sitting
        elsewhere = (guild_id, sitting.user_id) in self._seats and sitting.user_id != host.user_id
        if elsewhere or self.of_person(guild_id, sitting.user_id) is not None:
            return None
        return sitting.acted()

    def _ended(self, table: Table) -> None:
        self._open.pop(table.id, None)
        self._coming.pop(table.id, None)

    def _sitting_down(self, guild_id: int, user_id: int | None) -> "_SittingDown":
        if user_id is None:
            raise Problem(Trouble.NOT_SEATED)
        if self.of_person(guild_id, user_id) is not None or (guild_id, user_id) in self._seats:
            raise Problem(Trouble.SEATED_ELSEWHERE)
        return _SittingDown(self._seats, (guild_id, user_id))


class _SittingDown:
    """One person sits down once at a time: what `of_person` cannot see yet is noted here."""

    def __init__(self, seats: set[tuple[int, int]], key: tuple[int, int]) -> None:
        self._seats = seats
        self._key = key

    def __enter__(self) -> None:
        self._seats.add(self._key)

    def __exit__(self, *_: object) -> None:
        self._seats.discard(self._key)
