"""What follows from a situation: questions a table asks itself, with no clock and no store."""

from collections.abc import Collection
from dataclasses import replace

from bot.players.players import player_of
from bot.rules.actions import CLAIM, Action, Deal, Kind, Move
from bot.rules.match import Match
from bot.rules.view import Phase
from bot.tables.face import State
from bot.tables.situation import COMPUTER, Situation

ABANDONED_SECONDS = 30 * 60
"""A table whose people are all away stops after this."""
PAUSED_SECONDS = 24 * 3600
"""A table that cannot be shown stops after this."""


def timed(before: Situation, now: Situation, at: float) -> Situation:
    """Return a situation with the deadline of what it waits for; `at` is the time.

    The deadline stays while the same decision is waited for: a claim by another gives no time.
    """
    match = now.match
    if match is None or now.state is not State.PLAYING or now.paused is not None:
        return replace(now, deadline=None)
    if now.frozen:
        keep = before.frozen and before.deadline is not None
        return now if keep else replace(now, deadline=at + ABANDONED_SECONDS)
    turn = match.turn
    person_to_move = turn is not None and now.waits_for(turn)
    if not person_to_move and match.phase is not Phase.COUNTING:
        return replace(now, deadline=None)
    old = before.match
    same = (
        old is not None
        and not before.frozen
        and before.deadline is not None
        and (old.dealt, old.phase, old.turn, old.decision)
        == (match.dealt, match.phase, match.turn, match.decision)
    )
    return now if same else replace(now, deadline=at + now.turn_seconds)


def all_have_looked(now: Situation, match: Match) -> bool:
    """Whether every person present has claimed or asked for the count after the last trick."""
    done = match.counted | claimers(match)
    return all(
        sitting is None or not sitting.present or seat in done
        for seat, sitting in enumerate(now.seats)
    )


def end_is_asked(now: Situation, asking: Collection[int] = ()) -> bool:
    """Whether a match without a length is to end with this deal (H-19).

    The host's word decides, or that of more than half of the people at the table; `asking` are
    seats that ask just now.
    """
    match = now.match
    if match is None or not match.open_ended or match.ending:
        return False
    asked = [
        sitting.user_id
        for seat in match.asked.union(asking)
        if (sitting := now.seats[seat]) is not None and sitting.user_id is not None
    ]
    return now.host_id in asked or 2 * len(asked) > len(now.people)


def claimers(match: Match) -> set[int]:
    """Return the seats that have claimed roem since the last card."""
    seats = set()
    for seat, move in reversed(match.log):
        if isinstance(move, Action) and move.kind is Kind.PLAY:
            break
        if move == CLAIM and seat is not None:
            seats.add(seat)
    return seats


def claiming_computer(now: Situation) -> int | None:
    """Return the computer's seat that has roem of its own trick to claim, None if none has."""
    match = now.match
    if match is None or not match.tricks:
        return None
    seat = match.tricks[-1].winner
    sitting = now.seats[seat] or COMPUTER
    if sitting.present:
        return None
    return seat if player_of(now.game, sitting.level).claims(match.view(seat)) else None


def only_card(match: Match, seat: int) -> Action | None:
    """Return the only card that a seat may play, None where there is a choice."""
    if match.phase is not Phase.PLAYING or match.turn != seat:
        return None
    plays = [action for action in match.legal(seat) if action.kind is Kind.PLAY]
    return plays[0] if len(plays) == 1 else None


def decisions(match: Match, dealt: int) -> list[tuple[int | None, Move]]:
    """Return the decisions of one deal (`View.dealt`), as their buttons number them."""
    taken: list[tuple[int | None, Move]] = []
    deals = 0
    for seat, move in match.log:
        if isinstance(move, Deal):
            deals += 1
        elif deals == dealt and move.kind not in (Kind.CLAIM, Kind.COUNT, Kind.CLOSE, Kind.END):
            taken.append((seat, move))
    return taken
