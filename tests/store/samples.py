"""Rows to store: each function returns a plain one, with what a test wants otherwise."""

from dataclasses import replace
from typing import Any

from bot.store import DealResult, LogEntry, MatchResult, TableRow

GUILD, ANNA, BRAM = 900, 11, 12

TABLE = TableRow(
    id="t1",
    guild_id=GUILD,
    channel_id=901,
    message_id=None,
    host_id=ANNA,
    game="klaverjas",
    house="{}",
    state="playing",
    secret=bytes(range(32)),
    start=1312345678901234567,
    seats="[]",
    turn_seconds=60,
    pace=1.2,
    deadline=None,
    created=1000.0,
    touched=1000.0,
)
DEAL = DealResult(
    1, 0, ANNA, 100, "maker", nat=False, pit=False, computer_cards=0, counted=True, at=0
)
MATCH = MatchResult(0, ANNA, 900, won=True, drawn=False, counted=True, at=0)


def table(**changes: Any) -> TableRow:
    return replace(TABLE, **changes)


def deal(**changes: Any) -> DealResult:
    return replace(DEAL, **changes)


def match(**changes: Any) -> MatchResult:
    return replace(MATCH, **changes)


def entry(n: int, **changes: Any) -> LogEntry:
    return replace(LogEntry(n, 0, "play TH", "person", ANNA, 1000.0 + n), **changes)
