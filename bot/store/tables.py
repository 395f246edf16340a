"""Queries about tables, their logs and holders."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from sqlalchemy import ColumnElement, Connection, Select, Table, and_, or_, select

from bot.store import schema
from bot.store.put import columns, insert_into, put, values_of
from bot.store.rows import (
    DealResult,
    Departure,
    Holder,
    LogEntry,
    MatchResult,
    StoredTable,
    TableRow,
)

T = TypeVar("T", LogEntry, Holder, Departure)

OVER_FOR = 24 * 3600
"""How long, in seconds, a table that is over still comes back, for its *Again* button."""


def save_table(
    connection: Connection,
    row: TableRow,
    *,
    log: Sequence[LogEntry],
    holders: Sequence[Holder],
    departures: Sequence[Departure],
    deals: Sequence[DealResult],
    matches: Sequence[MatchResult],
    names: Mapping[int, str],
) -> None:
    """Store what has changed at a table; log entries and results are only ever added."""
    values = values_of(row)
    put(connection, schema.tables, {"id": values.pop("id")}, values)
    for table, added in (
        (schema.log, log),
        (schema.deal_results, deals),
        (schema.match_results, matches),
    ):
        if added:
            connection.execute(
                insert_into(table), [{"table_id": row.id, **values_of(each)} for each in added]
            )
    for holder in holders:
        # In a lobby a seat changes hands before the first entry: the last one had it.
        seat = {"table_id": row.id, "seat": holder.seat, "since": holder.since}
        put(connection, schema.holders, seat, {"user_id": holder.user_id, "name": holder.name})
    for left in departures:
        # Who has come back and leaves again before the next entry has left once.
        key = {"table_id": row.id, "n": left.n, "seat": left.seat}
        put(connection, schema.departures, key, {"user_id": left.user_id, "at": left.at})
    for user_id, name in names.items():
        person = {"guild_id": row.guild_id, "user_id": user_id}
        put(connection, schema.names, person, {"name": name})


def load_table(connection: Connection, table_id: str) -> StoredTable | None:
    """Return one table, None if there is none of that id."""
    return next(iter(_load(connection, schema.tables.c.id == table_id)), None)


def load_open_tables(connection: Connection, now: float) -> list[StoredTable]:
    """Return the tables that a start brings back, oldest first."""
    return _load(
        connection,
        or_(
            schema.tables.c.state.in_(("lobby", "playing")),
            and_(schema.tables.c.state == "over", schema.tables.c.touched > now - OVER_FOR),
        ),
    )


def _load(connection: Connection, which: ColumnElement[bool]) -> list[StoredTable]:
    """Load tables with four queries, however many there are."""
    rows = connection.execute(
        select(*columns(schema.tables, TableRow))
        .where(which)
        .order_by(schema.tables.c.created, schema.tables.c.id)
    )
    found = [TableRow(*row) for row in rows]
    ids = select(schema.tables.c.id).where(which)
    logs = _load_of(connection, ids, schema.log, LogEntry)
    holders = _load_of(connection, ids, schema.holders, Holder, "since")
    departures = _load_of(connection, ids, schema.departures, Departure)
    return [
        StoredTable(
            row,
            tuple(logs.get(row.id, ())),
            tuple(holders.get(row.id, ())),
            tuple(departures.get(row.id, ())),
        )
        for row in found
    ]


def _load_of(
    connection: Connection, ids: Select[str], table: Table, row: type[T], first: str = "n"
) -> dict[str, list[T]]:
    """Return what belongs to some tables, by table and in the order it came about."""
    found: dict[str, list[T]] = {}
    for table_id, *values in connection.execute(
        select(table.c.table_id, *columns(table, row))
        .where(table.c.table_id.in_(ids))
        .order_by(table.c.table_id, table.c[first], *table.primary_key)
    ):
        found.setdefault(table_id, []).append(row(*values))
    return found
