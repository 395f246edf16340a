"""Whole tables to store: matches that computers have played, in the names of people."""

import json
from typing import Any

from bot.players.players import PLAYERS
from bot.rules.actions import CLOSE, Deal, Move
from bot.rules.games import GAMES
from bot.rules.match import Match
from bot.rules.record import write_house
from bot.rules.shuffle import seed_of
from bot.rules.view import Phase
from bot.store import Holder, LogEntry, Store, StoredTable
from bot.tables.results import expected

from .samples import TABLE, table

PEOPLE = (11, 12, None)
"""Who sits where; all further seats are computers' too."""


def played(
    table_id: str, game: str = "klaverjas", entries: int | None = None, **house: Any
) -> StoredTable:
    """Return a table with a match played to its end, or for so many log entries."""
    rules = GAMES[game].house_type(**house)
    match = GAMES[game](rules, GAMES[game].counts[0])
    while match.phase is not Phase.OVER and len(match.log) != entries:
        match.push(*_next_move(match))
    people = [*PEOPLE, *[None] * match.seats][: match.seats]
    log = (
        LogEntry(n, seat, str(move), *_by(seat, people), 1000.0 + n)
        for n, (seat, move) in enumerate(match.log)
    )
    row = table(
        id=table_id,
        game=game,
        house=write_house(rules),
        state="over" if match.phase is Phase.OVER else "playing",
        seats=seats(*people),
    )
    names = [Holder(seat, person, str(person or ""), 0) for seat, person in enumerate(people)]
    return StoredTable(row, tuple(log), tuple(names))


def _next_move(match: Match) -> tuple[int | None, Move]:
    if match.phase is Phase.DEALING:
        assert TABLE.start is not None
        return None, Deal(seed_of(TABLE.secret, TABLE.start, match.dealt + 1))
    if match.phase is Phase.COUNTING:
        return None, CLOSE
    assert match.turn is not None
    return match.turn, PLAYERS[match.game].choose(match.view(match.turn))


def _by(seat: int | None, people: list[int | None]) -> tuple[Any, int | None]:
    if seat is None:
        return "table", None
    return ("computer" if people[seat] is None else "person"), people[seat]


def seats(*people: int | None) -> str:
    """Return what a row keeps of its seats."""
    return json.dumps(
        {
            "seats": [{"user_id": person, "name": str(person or "")} for person in people],
            "ending": "",
            "filled": [],
            "message_deal": 0,
            "ping": None,
            "successor": None,
        }
    )


async def save(store: Store, stored: StoredTable, **changes: Any) -> None:
    """Store a table with its results, changes of its row included."""
    deals, matches = expected(stored)
    await store.save_table(
        table(**{**_fields(stored), **changes}),
        log=stored.log,
        holders=stored.holders,
        departures=stored.departures,
        deals=deals,
        matches=matches,
    )


def _fields(stored: StoredTable) -> dict[str, Any]:
    return {name: getattr(stored.row, name) for name in type(stored.row).__slots__}
