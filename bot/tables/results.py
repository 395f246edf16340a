"""What a finished deal and a finished match mean for the people who sat there.

All of it follows from the match, its log, and who held which seat: so it can be worked out again.
"""

from collections.abc import Sequence

from bot.rules.actions import Kind
from bot.rules.games import GAMES
from bot.rules.match import Match
from bot.rules.record import read_house, replay
from bot.rules.view import Reason
from bot.store.rows import (
    DealResult,
    Departure,
    Holder,
    LogEntry,
    MatchResult,
    StoredTable,
)
from bot.tables.situation import log_line

COMPUTER_CARDS_ALLOWED = 3
"""A deal counts for somebody while others have played no more of his cards."""


def deal_results(
    match: Match,
    log: Sequence[LogEntry],
    holders: Sequence[Holder],
    departures: Sequence[Departure],
) -> list[DealResult]:
    """Return a row for each person of the deal that was scored last; `log` ends with that deal.

    A deal counts for who held the seat from its first card and played nearly all of his cards
    himself. Who left it on purpose, once it was dealt, and did not come back has nothing of what
    his side won, and all of what it lost: leaving must not pay. For others it is kept and marked.
    """
    result = match.results[-1]
    begin = last_deal(log)
    plays = [entry for entry in log[begin:] if entry.action.startswith(Kind.PLAY)]
    first_card = plays[0].n if plays else log[-1].n
    rows = []
    for seat in range(match.seats):
        side = match.side_of(seat)
        starter = holder_at(holders, seat, begin)
        holder = holder_at(holders, seat, log[-1].n)
        left = starter.user_id not in (None, holder.user_id) and any(
            gone.user_id == starter.user_id and gone.seat == seat and gone.n > begin
            for gone in departures
        )
        person = starter if left else holder
        if person.user_id is None:
            continue
        others = _played_by_others(plays, seat, person.user_id)
        stayed = holder.user_id == starter.user_id or holder.since <= first_card
        points = result.scores[side]
        rows.append(
            DealResult(
                deal=result.number,
                seat=seat,
                user_id=person.user_id,
                points=min(points, 0) if left else points,
                role="maker" if side == result.makers else "defender",
                nat=Reason.NAT in result.reasons,
                pit=result.tricks[side] == sum(result.tricks) and not left,
                computer_cards=others,
                counted=left or (stayed and others <= COMPUTER_CARDS_ALLOWED),
                at=log[-1].at,
                crosses=result.crosses[side] if result.crosses else 0,
            )
        )
    return rows


def match_results(
    match: Match, log: Sequence[LogEntry], holders: Sequence[Holder]
) -> list[MatchResult]:
    """Return a row for each person at the end of a match.

    It counts for who held the seat from the first card, while others played at most as many of
    his cards as they may in every deal.
    """
    outcome = match.outcome
    if outcome is None:
        return []
    plays = [entry for entry in log if entry.action.startswith(Kind.PLAY)]
    rows = []
    for seat in range(match.seats):
        holder = holder_at(holders, seat, log[-1].n)
        if holder.user_id is None:
            continue
        side = match.side_of(seat)
        others = _played_by_others(plays, seat, holder.user_id)
        allowed = COMPUTER_CARDS_ALLOWED * len(match.results)
        rows.append(
            MatchResult(
                seat=seat,
                user_id=holder.user_id,
                points=outcome.totals[side],
                won=side in outcome.winners and not outcome.draw,
                drawn=side in outcome.winners and outcome.draw,
                counted=holder.since <= plays[0].n and others <= allowed,
                at=log[-1].at,
            )
        )
    return rows


def expected(stored: StoredTable) -> tuple[list[DealResult], list[MatchResult]]:
    """Return every row that a stored table should have brought, by playing it again.

    ValueError for a log that is no match.
    """
    deals: list[DealResult] = []
    if not stored.log:
        return deals, []
    row = stored.row
    match = GAMES[row.game](read_house(row.game, row.house), len(seats_of(stored.holders)))
    for entry in stored.log:
        scored = len(match.results)
        replay(match, [log_line(entry)])
        if len(match.results) > scored:
            log = stored.log[: entry.n + 1]
            deals += deal_results(match, log, stored.holders, stored.departures)
    return deals, match_results(match, stored.log, stored.holders)


def holder_at(holders: Sequence[Holder], seat: int, n: int) -> Holder:
    """Return who held a seat when log entry n came."""
    own = [holder for holder in holders if holder.seat == seat and holder.since <= n]
    return max(own, key=lambda holder: holder.since)


def seats_of(holders: Sequence[Holder]) -> list[int]:
    """Return the seats of a match."""
    return sorted({holder.seat for holder in holders})


def _played_by_others(plays: Sequence[LogEntry], seat: int, user_id: int) -> int:
    """Return how many cards of a seat were not played by this person himself."""
    return sum(
        entry.seat == seat and (entry.by, entry.user_id) != ("person", user_id) for entry in plays
    )


def last_deal(log: Sequence[LogEntry]) -> int:
    """Return where in the log the last deal begins."""
    for at in range(len(log) - 1, -1, -1):
        if log[at].seat is None and log[at].action.startswith("deal "):
            return at
    return 0
