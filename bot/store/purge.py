"""Deleting tables that nobody asks for any more and from which nothing counts."""

from sqlalchemy import Connection, case, delete, exists, select

from bot.store.schema import deal_results, log, match_results, tables

DAY = 24 * 3600
LOBBY_KEPT = DAY
"""A lobby that came to nothing: a press on its old message is still told why, for a day."""
MATCH_KEPT = 30 * DAY
"""A match that stopped before a deal was scored: long enough to look into a complaint about it."""
AT_ONCE = 100
"""Tables a transaction: a press that comes meanwhile waits for one, not for all."""


def purge(connection: Connection, now: float) -> int:
    """Delete some of those tables with all that belongs to them; return how many, 0: none left.

    What has a result stays: boards and a person's own numbers are computed from it.
    """
    dealt = exists().where(log.c.table_id == tables.c.id)
    results = [exists().where(of.c.table_id == tables.c.id) for of in (deal_results, match_results)]
    kept = case((dealt, MATCH_KEPT), else_=LOBBY_KEPT)
    found = connection.scalars(
        select(tables.c.id)
        .where(tables.c.state == "closed", tables.c.touched < now - kept, *(~of for of in results))
        .limit(AT_ONCE)
    ).all()
    # Log, holders and departures go with it: their foreign keys cascade.
    connection.execute(delete(tables).where(tables.c.id.in_(found)))
    return len(found)
