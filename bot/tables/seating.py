"""Who sits where, and who has the say: changes of a situation, with no clock and no store.

Each returns the situation with the change; Problem says why it cannot be.
"""

from dataclasses import replace

from bot.players.levels import Level
from bot.tables.face import Ending, State
from bot.tables.problems import Problem, Trouble
from bot.tables.situation import COMPUTER, Sitting, Situation


def seat_of(now: Situation, user_id: int) -> int:
    """Return the seat of a person at the table."""
    seat = now.seat_of(user_id)
    if seat is None:
        raise Problem(Trouble.NOT_SEATED)
    return seat


def sit(now: Situation, seat: int, sitting: Sitting) -> Situation:
    """Seat a person in the lobby, or let him move to another seat."""
    _check_seat(now, seat)
    taken = now.seats[seat]
    old = None if sitting.user_id is None else now.seat_of(sitting.user_id)
    if old == seat:
        return now
    if taken is not None and taken.user_id is not None:
        raise Problem(Trouble.SEAT_TAKEN)
    if old is not None:
        now = now.with_seat(old, None)
    return now.with_seat(seat, sitting)


def add_computer(now: Situation) -> Situation:
    """Give the next free seat to a computer."""
    free = [seat for seat, sitting in enumerate(now.seats) if sitting is None]
    if not free:
        raise Problem(Trouble.NO_ROOM)
    return now.with_seat(free[0], COMPUTER)


def set_level(now: Situation, seat: int, level: Level) -> Situation:
    """Let the computer on a seat play at another level."""
    _check_seat(now, seat)
    sitting = now.seats[seat]
    if sitting is None or sitting.user_id is not None:
        raise Problem(Trouble.STALE)
    return now.with_seat(seat, replace(sitting, level=level))


def sit_in(now: Situation, seat: int, sitting: Sitting) -> Situation:
    """Seat a person in a running match where a computer plays, for itself or for an absent one."""
    _check_seat(now, seat)
    taken = now.seats[seat]
    if sitting.user_id is None or now.seat_of(sitting.user_id) is not None:
        raise Problem(Trouble.SEATED_HERE)
    if taken is not None and taken.present:
        raise Problem(Trouble.SEAT_TAKEN)
    # Who has been here has the say before who comes.
    follower = _follower(taken)
    before = _without_vote(now.with_seat(seat, follower))
    seated = replace(sitting, level=follower.level)
    return _with_host((_with_host(before) if before.people else before).with_seat(seat, seated))


def leave(now: Situation, user_id: int) -> Situation:
    """Free a person's seat: empty in a lobby, a computer's once cards are dealt.

    The host's say goes to the next person; with the last person gone the table closes.
    """
    playing = now.state is State.PLAYING
    seat = seat_of(now, user_id)
    now = now.with_seat(seat, _follower(now.seats[seat]) if playing else None)
    if not now.people:
        return closed(now, Ending.DESERTED if playing else Ending.CANCELLED)
    return _with_host(_without_vote(now))


def come_back(now: Situation, user_id: int) -> Situation:
    """Give a seat that the computer held back to its person."""
    seat = seat_of(now, user_id)
    sitting = now.seats[seat]
    if sitting is None or not sitting.away:
        raise Problem(Trouble.NOT_AWAY)
    return now.with_seat(seat, sitting.acted())


def hand_over(now: Situation, user_id: int, to: int) -> Situation:
    """Make another person at the table its host."""
    if now.host_id != user_id:
        raise Problem(Trouble.NOT_HOST)
    if now.seat_of(to) is None:
        raise Problem(Trouble.BAD_OPTION)
    return replace(now, host_id=to)


def vote(now: Situation, user_id: int, *, stop: bool) -> Situation:
    """Note that a person wants the match to stop, or no longer wants it.

    Who votes is there: the computer gives his seat back.
    """
    seat = seat_of(now, user_id)
    sitting = now.seats[seat]
    if sitting is not None and sitting.away:
        now = now.with_seat(seat, sitting.acted())
    others = tuple(person for person in now.stopping if person != user_id)
    return replace(now, stopping=(*others, user_id) if stop else others)


def stop_is_wanted(now: Situation) -> bool:
    """Whether more than half of the people who are there want the match to stop."""
    return votes(now) >= votes_needed(now)


def votes(now: Situation) -> int:
    """Return how many of the people who are there want the match to stop."""
    return sum(sitting.user_id in now.stopping for sitting in now.present)


def votes_needed(now: Situation) -> int:
    """Return how many of the people who are there have to want the match to stop."""
    return len(now.present) // 2 + 1


def closed(now: Situation, ending: Ending) -> Situation:
    """Return a table that has stopped, its unfinished deal not counted."""
    return replace(now, state=State.CLOSED, ending=ending, deadline=None, paused=None)


def _check_seat(now: Situation, seat: int) -> None:
    if not 0 <= seat < len(now.seats):
        raise Problem(Trouble.BAD_OPTION)


def _follower(sitting: Sitting | None) -> Sitting:
    """Return the computer that follows on a seat: its level is the seat's."""
    return COMPUTER if sitting is None else replace(COMPUTER, level=sitting.level)


def _with_host(now: Situation) -> Situation:
    """Return it with a host who is at the table."""
    if now.seat_of(now.host_id) is not None:
        return now
    return replace(now, host_id=(now.present or now.people)[0].user_id or 0)


def _without_vote(now: Situation) -> Situation:
    """Return it without the votes of people who are gone."""
    here = {sitting.user_id for sitting in now.people}
    return replace(now, stopping=tuple(person for person in now.stopping if person in here))
