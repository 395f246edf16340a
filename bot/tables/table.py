"""One live table: its seats, its single writer, its clock and its log.

Nothing but `submit` and its siblings changes a table, each under the table's lock and in the same
order: check, store (the only thing waited for), apply, plan what comes next. Clocks and computer
players come in through the same door. If storing fails, nothing was applied.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from bot.rules.actions import CLAIM, CLOSE, END, Action, Deal, Kind, Move, Refused, Rule
from bot.rules.checking import DealCheck, NotScoredError, check_deal
from bot.rules.games import GAMES
from bot.rules.match import Match
from bot.rules.record import Seal, write_record
from bot.rules.shuffle import seal_of, seed_of
from bot.rules.view import Phase, View
from bot.store.errors import StoreError
from bot.store.rows import By, DealResult, Departure, Holder, LogEntry, MatchResult, StoredTable
from bot.store.store import Store
from bot.tables import seating
from bot.tables.autopilot import Autopilot
from bot.tables.face import Ending, Face, State
from bot.tables.following import (
    all_have_looked,
    claiming_computer,
    decisions,
    end_is_asked,
    timed,
)
from bot.tables.hints import Hints
from bot.tables.problems import Problem, Trouble
from bot.tables.results import deal_results, holder_at, last_deal, match_results, seats_of
from bot.tables.situation import COMPUTER, Sitting, Situation, read_row, write_row
from bot.thinking.thinking import Thinking

log = logging.getLogger(__name__)

GRACE_SECONDS = 30
"""After a start or a gap in the connection a deadline is at least this far away."""


class Listener(Protocol):
    """Who wants to know of changes; called at once, inside the table, so it only takes note."""

    def table_changed(self, table: "Table") -> None:
        """The table looks different now."""

    def turn_warning(self, table: "Table", seat: int) -> None:
        """Two thirds of the time of the person on this seat have gone."""


class Table:
    """A table from lobby to end."""

    def __init__(
        self,
        *,
        table_id: str,
        guild_id: int,
        channel_id: int,
        secret: bytes,
        created: float,
        situation: Situation,
        stored: StoredTable | None = None,
        store: Store,
        listener: Listener,
        thinking: Thinking,
        now: Callable[[], float],
        ended: Callable[["Table"], None],
    ) -> None:
        self.id = table_id
        self.guild_id = guild_id
        self.channel_id = channel_id
        self.seal = seal_of(secret)
        self._secret = secret
        self.created = created
        self._situation = situation
        self._log = [] if stored is None else list(stored.log)
        self._holders = [] if stored is None else list(stored.holders)
        self._departures = [] if stored is None else list(stored.departures)
        self._store = store
        self._listener = listener
        self.now = now
        self._ended = ended
        self.lock = asyncio.Lock()
        self._autopilot = Autopilot(self, thinking)
        self._hints = Hints(table_id, thinking)

    @classmethod
    def restored(
        cls,
        stored: StoredTable,
        *,
        store: Store,
        listener: Listener,
        thinking: Thinking,
        now: Callable[[], float],
        ended: Callable[["Table"], None],
    ) -> "Table":
        """Return a table as it was stored, its timers not yet running."""
        row = stored.row
        return cls(
            table_id=row.id,
            guild_id=row.guild_id,
            channel_id=row.channel_id,
            secret=row.secret,
            created=row.created,
            situation=read_row(stored),
            stored=stored,
            store=store,
            listener=listener,
            thinking=thinking,
            now=now,
            ended=ended,
        )

    # What can be seen.

    @property
    def situation(self) -> Situation:
        """The table as it is now."""
        return self._situation

    @property
    def state(self) -> State:
        """Lobby, playing, over or closed."""
        return self._situation.state

    @property
    def link(self) -> str:
        """Where the table is, for people to follow."""
        place = f"https://discord.com/channels/{self.guild_id}/{self.channel_id}"
        message = self._situation.message_id
        return place if message is None else f"{place}/{message}"

    @property
    def face(self) -> Face:
        """A picture of the table for the screens."""
        now = self._situation
        return Face(
            table_id=self.id,
            guild_id=self.guild_id,
            channel_id=self.channel_id,
            host_id=now.host_id,
            state=now.state,
            ending=now.ending,
            game=now.game,
            house=now.house,
            seats=now.seated(),
            sides=now.sides,
            turn_seconds=now.turn_seconds,
            pace=now.pace,
            thread=now.thread,
            deadline=now.deadline,
            seal=self.seal,
            start=now.start,
            filled=now.filled,
            back=now.back,
            frozen=now.frozen,
            paused=now.paused is not None,
            stopping=tuple(
                seat
                for seat, sitting in enumerate(now.seats)
                if sitting is not None and sitting.user_id in now.stopping
            ),
            votes_needed=seating.votes_needed(now),
            hints=now.hints,
        )

    def view(self, seat: int | None) -> View:
        """Return what a seat may know of the match; Problem while there is none."""
        return self._match.view(seat)

    def view_of(self, user_id: int) -> View:
        """Return what a person at the table may know; Problem for anybody else."""
        match = self._match
        seat = self._situation.seat_of(user_id)
        if seat is None:
            raise Problem(Trouble.NOT_SEATED)
        return match.view(seat)

    def check_deal(self, number: int) -> DealCheck:
        """Return a scored deal as it was dealt, with its seed; Problem for any other."""
        try:
            return check_deal(self._match, self._opened_seal(), number)
        except NotScoredError as error:
            raise Problem(Trouble.NOT_SCORED) from error

    def record(self) -> str:
        """Return the record of a match that is over; Problem while it holds what is hidden."""
        if self.state is not State.OVER:
            raise Problem(Trouble.NOT_OVER)
        return write_record(self._match, self._opened_seal())

    def _opened_seal(self) -> Seal | None:
        """Return the seal, with the secret once nothing is dealt from it any more."""
        now = self._situation
        if now.start is None:
            return None
        return Seal(
            self.seal, now.start, self._secret if now.state in (State.OVER, State.CLOSED) else None
        )

    @property
    def waiting(self) -> frozenset[str]:
        """What the table waits for: names of timers."""
        return self._autopilot.waiting

    # The lobby.

    async def open(self) -> None:
        """Store the new table; Problem if that fails, and then there is none."""
        async with self.lock:
            names = {s.user_id: s.name for s in self._situation.people if s.user_id is not None}
            await self._change(self._situation, names=names)

    async def sit(self, seat: int, person: Sitting) -> None:
        """Seat a person in the lobby, or let him move to another seat."""
        async with self.lock:
            before = self._lobby()
            now = seating.sit(before, seat, person)
            if now is not before:
                await self._change(self._touch(now), names=_name_of(person))

    async def add_computer(self, user_id: int) -> None:
        """Give the next free seat to a computer."""
        async with self.lock:
            await self._change(self._touch(seating.add_computer(self._hosted(user_id))))

    async def set_option(self, user_id: int, change: Callable[[Situation], Situation]) -> None:
        """Change options of the lobby; `change` returns the situation with them."""
        async with self.lock:
            await self._change(self._touch(change(self._hosted(user_id))))

    async def invite(self, user_id: int, guest_id: int) -> None:
        """Note that a person at the table invites somebody; each is invited once."""
        async with self.lock:
            now = self._lobby()
            if now.seat_of(user_id) is None:
                raise Problem(Trouble.NOT_SEATED)
            if now.seat_of(guest_id) is not None or guest_id in now.invited:
                raise Problem(Trouble.INVITED)
            await self._change(self._touch(replace(now, invited=(*now.invited, guest_id))))

    async def cancel(self, user_id: int) -> None:
        """Close the lobby."""
        async with self.lock:
            now = self._hosted(user_id)
            await self._change(seating.closed(now, Ending.CANCELLED))

    async def start(self, user_id: int, press_id: int) -> None:
        """Give empty seats to computers and deal; the press is part of what fixes the deals."""
        async with self.lock:
            now = self._hosted(user_id)
            filled = tuple(seat for seat, sitting in enumerate(now.seats) if sitting is None)
            now = replace(
                now,
                state=State.PLAYING,
                seats=tuple(COMPUTER if s is None else s for s in now.seats),
                start=press_id,
                filled=filled,
                match=GAMES[now.game](now.house, len(now.seats)),
                touched=self.now(),
            )
            await self.move(now, None, self.next_deal(now), "table", None)

    # Leaving and coming back, in any state.

    async def leave(self, user_id: int) -> None:
        """Free the seat of a person: empty in a lobby, a computer's once cards are dealt."""
        async with self.lock:
            now = self._open()
            seat = seating.seat_of(now, user_id)
            left = seating.leave(now, user_id)
            gone, empty = [], []
            if now.state is State.PLAYING:
                gone = [Departure(len(self._log), seat, user_id, self.now())]
                empty = [Holder(seat, None, "", len(self._log))]
            await self._change(self._timed(self._touch(left)), holders=empty, departures=gone)
            await self._follow_up()

    async def sit_in(self, seat: int, person: Sitting) -> None:
        """Seat a person in the running match where a computer plays.

        Who has held another seat in this deal has seen its cards, and waits for the next one.
        """
        async with self.lock:
            now = seating.sit_in(self._playing(), seat, person)
            if self._seen_by(person.user_id) - {seat}:
                raise Problem(Trouble.SEEN_CARDS)
            await self._change(
                self._timed(self._touch(now)),
                holders=[Holder(seat, person.user_id, person.name, len(self._log))],
                names=_name_of(person),
            )

    def _seen_by(self, user_id: int | None) -> set[int]:
        """Return the seats whose cards of this deal a person has seen."""
        begin = last_deal(self._log)
        held = {seat: holder_at(self._holders, seat, begin) for seat in seats_of(self._holders)}
        began = [*held.values(), *(h for h in self._holders if h.since > begin)]
        return {holder.seat for holder in began if holder.user_id == user_id}

    async def come_back(self, user_id: int) -> None:
        """Give a seat that the computer held back to its person."""
        async with self.lock:
            now = seating.come_back(self._playing(), user_id)
            await self._change(self._timed(self._touch(now)))

    async def hand_over(self, user_id: int, to: int) -> None:
        """Let the host make another person at the table the host."""
        async with self.lock:
            await self._change(self._touch(seating.hand_over(self._open(), user_id, to)))

    async def vote(self, user_id: int, *, stop: bool) -> None:
        """Note that a person wants the match to stop, or no longer wants it.

        It stops at once when more than half of those who are there want it; who stops a match
        alone has left it.
        """
        async with self.lock:
            before = self._playing()
            seat = seating.seat_of(before, user_id)
            now = seating.vote(before, user_id, stop=stop)
            gone = []
            if len(now.people) == 1 and seating.stop_is_wanted(now):
                gone = [Departure(len(self._log), seat, user_id, self.now())]
            await self._change(self._timed(self._touch(now)), departures=gone)
            await self._follow_up()

    async def set_autoplay(self, user_id: int, *, autoplay: bool) -> None:
        """Note whether a person wants an only legal card to be played by itself."""
        async with self.lock:
            now = self._situation
            seat = now.seat_of(user_id)
            sitting = None if seat is None else now.seats[seat]
            if seat is not None and sitting is not None and sitting.autoplay != autoplay:
                now = now.with_seat(seat, replace(sitting, autoplay=autoplay))
                # Only his own turn has a timer that follows from it.
                await self._change(now, quiet=now.turn != seat)

    # Playing.

    async def submit(self, user_id: int, dealt: int, decision: int, action: Action) -> None:
        """Apply what a person pressed, on the button of this deal (`View.dealt`) and decision.

        A claim is no decision: its button names the trick instead, counted from 1.
        """
        async with self.lock:
            now = self._unpaused()
            seat = seating.seat_of(now, user_id)
            match = self._match
            if action.kind is Kind.END:
                # It has a door of its own, where it is known whose word decides.
                raise Problem(Rule.NOT_NOW)
            if action.kind not in (Kind.CLAIM, Kind.COUNT):
                self._check_current(match, seat, dealt, decision, action)
            elif match.dealt != dealt or (action is CLAIM and decision != len(match.tricks)):
                raise Problem(Trouble.STALE)
            await self.move(now, seat, action, "person", user_id)
            await self._follow_up()

    async def hint(self, user_id: int, dealt: int, decision: int) -> Action:
        """Return what a master would do in this deal and decision; only who is to move may ask.

        The table goes on meanwhile: Problem if the decision has passed when it is thought out.
        """
        action = await self._hints.for_view(self._view_to_move(user_id, dealt, decision))
        self._view_to_move(user_id, dealt, decision)
        return action

    def _view_to_move(self, user_id: int, dealt: int, decision: int) -> View:
        """Return what a person sees whose turn it is, at a table with hints."""
        now, match = self._unpaused(), self._match
        seat = seating.seat_of(now, user_id)
        if not now.hints:
            raise Problem(Rule.NOT_NOW)
        if (match.dealt, match.decision) != (dealt, decision):
            raise Problem(Trouble.STALE)
        if match.turn != seat or not now.waits_for(seat):
            raise Problem(Rule.NOT_YOUR_TURN)
        return match.view(seat)

    async def ask_end(self, user_id: int) -> None:
        """Ask that a match without a length ends with this deal.

        The word of the host decides, or that of more than half of the people at the table.
        """
        async with self.lock:
            now = self._unpaused()
            seat = seating.seat_of(now, user_id)
            if end_is_asked(now, {seat}):
                await self.move(now, None, END, "table", user_id)
            else:
                await self.move(now, seat, END, "person", user_id)
                await self._follow_up()

    def _check_current(
        self, match: Match, seat: int, dealt: int, decision: int, action: Action
    ) -> None:
        """Refuse a button that was drawn for another decision than the one to be taken."""
        if (match.dealt, match.decision) == (dealt, decision):
            return
        taken = decisions(match, dealt)
        if decision < len(taken) and taken[decision] == (seat, action):
            raise Problem(Trouble.DOUBLE)
        raise Problem(Trouble.STALE)

    async def move(
        self,
        now: Situation,
        seat: int | None,
        move: Move,
        by: By,
        user_id: int | None,
        *,
        awake: bool = True,
    ) -> None:
        """Store and apply one move; Problem names the rule it breaks. Only while holding the lock.

        `awake` is False for what is done in a person's name while he need not be there.
        """
        before = now.match
        if before is None:
            raise Problem(Trouble.NOT_STARTED)
        match = before.copy()
        try:
            match.push(seat, move)
        except Refused as refused:
            raise Problem(refused.rule) from refused
        at = self.now()
        entry = LogEntry(len(self._log), seat, str(move), by, user_id, at)
        sitting = None if seat is None else now.seats[seat]
        if seat is not None and sitting is not None and by != "computer" and awake:
            now = now.with_seat(seat, sitting.acted() if by == "person" else sitting.missed_turn())
        entries = [*self._log, entry]
        first = self._situation.state is State.LOBBY
        if first:
            holders = [
                Holder(place, s.user_id, s.name, 0) for place, s in enumerate(now.seats) if s
            ]
        else:
            holders = self._holders
        scored = len(match.results) > len(before.results)
        now = replace(
            now,
            match=match,
            back=now.back and by != "person",
            touched=at,
            state=State.OVER if match.phase is Phase.OVER else now.state,
        )
        await self._change(
            self._timed(now),
            entries=[entry],
            holders=holders if first else (),
            deals=deal_results(match, entries, holders, self._departures) if scored else (),
            matches=match_results(match, entries, holders),
        )

    async def _follow_up(self) -> None:
        """Do what follows from what somebody did; that counts, even if this cannot be stored."""
        try:
            await self.settle()
        except Problem as problem:
            if problem.why is not Trouble.NOT_STORED:
                raise
            self._autopilot.retry()

    async def settle(self) -> None:
        """Do what follows once somebody has spoken, fallen silent or gone: stop, end, score.

        Only while holding the lock.
        """
        if self._situation.state is State.PLAYING and seating.stop_is_wanted(self._situation):
            await self._change(seating.closed(self._situation, Ending.STOPPED))
        if self._situation.state is State.PLAYING and end_is_asked(self._situation):
            await self.move(self._situation, None, END, "table", None)
        now, match = self._situation, self._situation.match
        if now.state is not State.PLAYING or match is None or match.phase is not Phase.COUNTING:
            return
        if all_have_looked(now, match) and claiming_computer(now) is None:
            await self.move(now, None, CLOSE, "table", None)

    # What comes by itself: see `autopilot`.

    def begin(self) -> None:
        """Set a table going that came back."""
        if self._situation.state is State.PLAYING:
            self._situation = replace(self._situation, back=True)
        self._go_on()

    def hold(self) -> None:
        """Stop the clocks: the connection is down, nobody can press."""
        self._autopilot.hold()

    def release(self) -> None:
        """Let the clocks go on after `hold`."""
        if self._autopilot.release():
            self._go_on()

    def _go_on(self) -> None:
        """Start the timers after a gap: a deadline is at least a while away."""
        deadline = self._situation.deadline
        if deadline is not None:
            deadline = max(deadline, self.now() + GRACE_SECONDS)
            self._situation = replace(self._situation, deadline=deadline)
        self._autopilot.plan()
        self._listener.table_changed(self)

    async def stop(self) -> None:
        """Let running work end and start none; the table stays as stored."""
        await self._autopilot.finish()

    def warn(self, seat: int) -> None:
        """Tell that two thirds of somebody's time have gone."""
        self._listener.turn_warning(self, seat)

    def next_deal(self, now: Situation) -> Deal:
        """Return the next deal, as secret and start fix it."""
        if now.match is None or now.start is None:
            raise Problem(Trouble.NOT_STARTED)
        return Deal(seed_of(self._secret, now.start, now.match.dealt + 1))

    def _timed(self, now: Situation) -> Situation:
        """Return the situation with the deadline of what it waits for."""
        return timed(self._situation, now, self.now())

    # What becomes of its messages.

    async def note_message(self, channel_id: int, message_id: int, deal: int) -> None:
        """Keep which public message shows the table, and the deal it was drawn for."""
        async with self.lock:
            old = self.channel_id
            noted = replace(self._situation, message_id=message_id, message_deal=deal)
            if self.state is State.PLAYING:
                # It has moved to its thread, or could not.
                noted = replace(noted, thread=False)
            if noted == self._situation and channel_id == old:
                return
            self.channel_id = channel_id
            try:
                await self._change(noted, quiet=True)
            except Problem:
                self.channel_id = old
                raise

    async def note_ping(self, ping: tuple[int, int] | None) -> None:
        """Keep which turn ping stands in which channel."""
        async with self.lock:
            if ping != self._situation.ping:
                await self._change(replace(self._situation, ping=ping), quiet=True)

    async def note_successor(self, table_id: str, *, instead_of: str | None) -> None:
        """Keep which table *Again* opened; Problem if another one was opened meanwhile."""
        async with self.lock:
            if self._situation.successor != instead_of:
                raise Problem(Trouble.DOUBLE)
            await self._change(replace(self._situation, successor=table_id), quiet=True)

    async def pause(self) -> None:
        """Let a running match rest: the bot may not show it in its channel any more."""
        async with self.lock:
            now = self._situation
            if now.state is State.PLAYING and now.paused is None:
                log.warning("table %s: paused, no access to its channel", self.id)
                await self._change(self._timed(replace(now, paused=self.now())))

    async def go_on(self) -> None:
        """Let a match go on that rested; whose turn it is has all his time."""
        async with self.lock:
            if self._situation.paused is not None:
                log.info("table %s: goes on", self.id)
                await self._change(self._timed(replace(self._situation, paused=None)))

    async def close(self, ending: Ending, when: Callable[[Situation], bool] | None = None) -> None:
        """Stop the table for a reason that is nobody's press; an unfinished deal does not count.

        `when` says whether the reason still holds, once the table is free.
        """
        async with self.lock:
            now = self._situation
            if now.state in (State.LOBBY, State.PLAYING) and (when is None or when(now)):
                await self._change(seating.closed(now, ending))

    # Inside.

    @property
    def _match(self) -> Match:
        match = self._situation.match
        if match is None:
            closed = self._situation.state is State.CLOSED
            raise Problem(Trouble.FINISHED if closed else Trouble.NOT_STARTED)
        return match

    def _lobby(self) -> Situation:
        if self._situation.state is State.LOBBY:
            return self._situation
        playing = self._situation.state is State.PLAYING
        raise Problem(Trouble.STARTED if playing else Trouble.FINISHED)

    def _hosted(self, user_id: int) -> Situation:
        now = self._lobby()
        if now.host_id != user_id:
            raise Problem(Trouble.NOT_HOST)
        return now

    def _playing(self) -> Situation:
        if self._situation.state is State.PLAYING:
            return self._situation
        lobby = self._situation.state is State.LOBBY
        raise Problem(Trouble.NOT_STARTED if lobby else Trouble.FINISHED)

    def _unpaused(self) -> Situation:
        now = self._playing()
        if now.paused is not None:
            raise Problem(Trouble.PAUSED)
        return now

    def _open(self) -> Situation:
        if self._situation.state in (State.LOBBY, State.PLAYING):
            return self._situation
        raise Problem(Trouble.FINISHED)

    def _touch(self, now: Situation) -> Situation:
        return replace(now, touched=self.now())

    async def _change(
        self,
        now: Situation,
        *,
        entries: Sequence[LogEntry] = (),
        holders: Sequence[Holder] = (),
        departures: Sequence[Departure] = (),
        deals: Sequence[DealResult] = (),
        matches: Sequence[MatchResult] = (),
        names: Mapping[int, str] | None = None,
        quiet: bool = False,
    ) -> None:
        """Store a situation and then let it be so; the lock is held.

        `quiet` changes nothing that people see and keeps the timers.
        """
        if now.state is not self._situation.state and now.state in (State.OVER, State.CLOSED):
            now = replace(now, deadline=None)
        row = write_row(now, self.id, self.guild_id, self.channel_id, self._secret, self.created)
        try:
            await self._store.save_table(
                row,
                log=entries,
                holders=holders,
                departures=departures,
                deals=deals,
                matches=matches,
                names=names or {},
            )
        except StoreError as error:
            log.error("table %s: not stored: %s", self.id, error)  # noqa: TRY400
            raise Problem(Trouble.NOT_STORED) from error
        self._situation = now
        self._log.extend(entries)
        self._holders.extend(holders)
        self._departures.extend(departures)
        if quiet:
            return
        self._autopilot.plan()
        self._listener.table_changed(self)
        if now.state in (State.OVER, State.CLOSED):
            self._ended(self)


def _name_of(person: Sitting) -> dict[int, str]:
    """Return the display name of a person, as the store keeps it."""
    return {} if person.user_id is None else {person.user_id: person.name}
