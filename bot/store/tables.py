"""Queries about tables, their logs and holders."""

from collections.abc import Mapping, Sequence

from sqlalchemy import ColumnElement, Connection, and_, insert, or_, select

from bot.store import schema
from bot.store.put import columns, put, values_of
from bot.store.rows import DealResult, Holder, LogEntry, MatchResult, StoredTable, TableRow

OVER_FOR = 24 * 3600
"""How long, in seconds, a table that is over still comes back, for its *Again* button."""


def save_table(
    connection: Connection,
    row: TableRow,
    *,
    log: Sequence[LogEntry],
    holders: Sequence[Holder],
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
                insert(table), [{"table_id": row.id, **values_of(each)} for each in added]
            )
    for holder in holders:
        # In a lobby a seat changes hands before the first entry: the last one had it.
        seat = {"table_id": row.id, "seat": holder.seat, "since": holder.since}
        put(connection, schema.holders, seat, {"user_id": holder.user_id, "name": holder.name})
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
    """Load tables with three queries, however many there are."""
    rows = connection.execute(
        select(*columns(schema.tables, TableRow))
        .where(which)
        .order_by(schema.tables.c.created, schema.tables.c.id)
    )
    found = [TableRow(*row) for row in rows]
    logs: dict[str, list[LogEntry]] = {row.id: [] for row in found}
    seats: dict[str, list[Holder]] = {row.id: [] for row in found}
    ids = select(schema.tables.c.id).where(which)
    for table_id, *entry in connection.execute(
        select(schema.log.c.table_id, *columns(schema.log, LogEntry))
        .where(schema.log.c.table_id.in_(ids))
        .order_by(schema.log.c.table_id, schema.log.c.n)
    ):
        logs[table_id].append(LogEntry(*entry))
    for table_id, *holder in connection.execute(
        select(schema.holders.c.table_id, *columns(schema.holders, Holder))
        .where(schema.holders.c.table_id.in_(ids))
        .order_by(schema.holders.c.table_id, schema.holders.c.since, schema.holders.c.seat)
    ):
        seats[table_id].append(Holder(*holder))
    return [StoredTable(row, tuple(logs[row.id]), tuple(seats[row.id])) for row in found]
