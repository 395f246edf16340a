"""What a deal and a match are to those who sat there."""

from bot.rules.house import House
from bot.rules.match import Match
from bot.store.rows import DealResult, LogEntry
from bot.tables.face import Ending, State
from bot.tables.results import deal_results
from bot.tables.situation import Sitting, Situation
from tests.rules import lesbos_positions, positions


def situation(house: House, match: Match) -> Situation:
    """Return a running table at which people hold every seat."""
    return Situation(
        state=State.PLAYING,
        ending=Ending.NONE,
        game=match.game,
        house=house,
        host_id=10,
        seats=tuple(Sitting(10 + seat, "x") for seat in range(match.seats)),
        turn_seconds=60,
        pace=1,
        thread=False,
        invited=(),
        start=1,
        filled=(),
        match=match,
        leavers=(),
        deadline=None,
        touched=0,
        back=False,
        message_id=None,
        message_deal=0,
        ping=None,
        successor=None,
    )


def rows_of(match: Match) -> list[DealResult]:
    log = [
        LogEntry(n, seat, str(move), "person", 10, 0) for n, (seat, move) in enumerate(match.log)
    ]
    return deal_results(match, log, situation(match.house, match), 0)


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
