"""What a deal and a match are to those who sat there."""

import pytest

from bot.rules.match import Match
from bot.store.rows import DealResult, Departure, Holder, LogEntry
from bot.tables.results import deal_results
from tests.rules import lesbos_positions, positions


def log_of(match: Match, user_id: int = 10) -> list[LogEntry]:
    """Return the log of a match whose seats are held by persons 10, 11 and so on."""
    return [
        LogEntry(n, seat, str(move), "person", None if seat is None else user_id + seat, n)
        for n, (seat, move) in enumerate(match.log)
    ]


def rows_of(match: Match) -> list[DealResult]:
    holders = [Holder(seat, 10 + seat, "x", 0) for seat in range(match.seats)]
    return deal_results(match, log_of(match), holders, [])


def test_all_tricks_are_his_who_won_them_also_against_the_declarer():
    match = lesbos_positions.lesbos()
    lesbos_positions.finish(match, 0, cards=(0, 162, 0), tricks=(0, 10, 0))
    rows = rows_of(match)
    assert [row.pit for row in rows] == [False, True, False]
    assert [row.points for row in rows] == [-100, 162, -100]
    assert [row.crosses for row in rows] == [1, 0, 1]
    assert [row.role for row in rows] == ["maker", "defender", "defender"]
    assert all(row.nat for row in rows)


def test_a_pit_is_both_partners():
    match = positions.klaverjas()
    positions.finish(match, 0, cards=(162, 0), tricks=(8, 0))
    assert [row.pit for row in rows_of(match)] == [True, False, True, False]


@pytest.mark.scenario(29)
def test_who_leaves_has_nothing_of_what_is_won_and_all_of_what_is_lost():
    match = lesbos_positions.lesbos()
    lesbos_positions.finish(match, 0, cards=(0, 162, 0), tricks=(0, 10, 0))
    log = log_of(match)
    gone = len(log) - 1
    holders = [Holder(seat, 10 + seat, "x", 0) for seat in range(3)]
    holders += [Holder(0, None, "", gone), Holder(1, None, "", gone)]
    departures = [Departure(gone, 0, 10, 0), Departure(gone, 1, 11, 0)]
    rows = deal_results(match, log, holders, departures)
    assert [(row.user_id, row.points, row.pit) for row in rows] == [
        (10, -100, False),
        (11, 0, False),
        (12, -100, False),
    ]
    assert all(row.counted for row in rows)
