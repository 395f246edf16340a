"""What a finished deal and a finished match mean for the people who sat there."""

from collections.abc import Sequence

from bot.rules.actions import Kind
from bot.rules.match import Match
from bot.rules.view import Reason
from bot.store.rows import DealResult, LogEntry, MatchResult
from bot.tables.situation import Sitting, Situation

COMPUTER_CARDS_ALLOWED = 3
"""A deal counts for somebody while the computer has played no more of his cards."""


def deal_results(
    match: Match, log: Sequence[LogEntry], now: Situation, at: float
) -> list[DealResult]:
    """Return a row for each person of the deal that was scored last; `log` ends with that deal.

    A deal counts for who held the seat from its first card and played nearly all of his cards
    himself; for others, those who left during the deal included, it is kept and marked.
    """
    result = match.results[-1]
    deal = log[_last_deal(log) :]
    plays = [entry for entry in deal if entry.action.startswith(Kind.PLAY)]
    first_card = plays[0].n if plays else deal[-1].n
    people = {seat: s.user_id for seat, s in enumerate(now.seats) if s and s.user_id is not None}
    rows = []
    for seat, user_id in {**dict(now.leavers), **people}.items():
        sitting = now.seats[seat]
        stayed = seat in people and sitting is not None and sitting.since <= first_card
        computer_cards = sum(entry.seat == seat and entry.by != "person" for entry in plays)
        side = match.side_of(seat)
        rows.append(
            DealResult(
                deal=result.number,
                seat=seat,
                user_id=user_id,
                points=result.scores[side],
                role="maker" if side == result.makers else "defender",
                nat=Reason.NAT in result.reasons,
                pit=result.tricks[side] == sum(result.tricks),
                computer_cards=computer_cards,
                counted=stayed and computer_cards <= COMPUTER_CARDS_ALLOWED,
                at=at,
                crosses=result.crosses[side] if result.crosses else 0,
            )
        )
    return rows


def match_results(
    match: Match, log: Sequence[LogEntry], seats: Sequence[Sitting | None], at: float
) -> list[MatchResult]:
    """Return a row for each person at the end of a match.

    It counts for who held the seat from the first card, while the clock or a computer played at
    most as many of his cards as it may in every deal.
    """
    outcome = match.outcome
    if outcome is None:
        return []
    plays = [entry for entry in log if entry.action.startswith(Kind.PLAY)]
    rows = []
    for seat, sitting in enumerate(seats):
        if sitting is None or sitting.user_id is None:
            continue
        side = match.side_of(seat)
        computer_cards = sum(entry.seat == seat and entry.by != "person" for entry in plays)
        allowed = COMPUTER_CARDS_ALLOWED * len(match.results)
        rows.append(
            MatchResult(
                seat=seat,
                user_id=sitting.user_id,
                points=outcome.totals[side],
                won=side in outcome.winners and not outcome.draw,
                drawn=side in outcome.winners and outcome.draw,
                counted=sitting.since <= plays[0].n and computer_cards <= allowed,
                at=at,
            )
        )
    return rows


def _last_deal(log: Sequence[LogEntry]) -> int:
    """Return where in the log the last deal begins."""
    for at in range(len(log) - 1, -1, -1):
        if log[at].seat is None and log[at].action.startswith("deal "):
            return at
    return 0
