"""A store read whole, for those who check it: table by table, also while the bot writes to it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self, TypeVar

from sqlalchemy import Connection, Table, func, select
from sqlalchemy.exc import SQLAlchemyError

from bot.store import schema
from bot.store.engine import create_reader
from bot.store.errors import explain
from bot.store.migrate import require_newest
from bot.store.put import columns
from bot.store.rows import DealResult, MatchResult, StoredTable
from bot.store.tables import load_table

Result = TypeVar("Result", DealResult, MatchResult)


@dataclass(frozen=True, slots=True)
class Kept:
    """Everything that is kept of one table."""

    stored: StoredTable
    deals: list[DealResult]
    """A result whose person was forgotten has no `user_id`."""
    matches: list[MatchResult]


class Survey:
    """Reads a store and changes nothing of it; StoreError for what cannot be read at all.

    Every table is read in a transaction of its own: each of its changes was stored whole. One for
    all would keep the log that SQLite writes beside the file from being cleared meanwhile.
    """

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        require_newest(self.path)
        self._engine = create_reader(self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._engine.dispose()

    def damages(self) -> Iterator[str]:
        """Yield what SQLite finds wrong with the file: pages, indexes, references."""
        with self._transaction() as connection:
            for (text,) in connection.exec_driver_sql("PRAGMA integrity_check"):
                # A heading says which database of the connection it is; there is but one.
                lines = [line for line in text.splitlines() if not line.startswith("*** in ")]
                yield from (line for line in lines if line != "ok")
        broken: dict[tuple[str, str], int] = {}
        with self._transaction() as connection:
            for table, _row, parent, _key in connection.exec_driver_sql("PRAGMA foreign_key_check"):
                broken[table, parent] = broken.get((table, parent), 0) + 1
        for (table, parent), rows in broken.items():
            yield f"rows of {table} without their row of {parent}: {rows}"

    def ids(self) -> Iterator[str]:
        """Yield the ids of all tables, one query for each."""
        ids = schema.tables.c.id
        last = ""
        while True:
            with self._transaction() as connection:
                found = connection.scalar(select(func.min(ids)).where(ids > last))
            if found is None:
                return
            yield found
            last = found

    def load(self, table_id: str) -> Kept | None:
        """Return everything that is kept of a table, None where it has gone meanwhile."""
        with self._transaction() as connection:
            stored = load_table(connection, table_id)
            if stored is None:
                return None
            return Kept(
                stored,
                _load_results(connection, schema.deal_results, DealResult, table_id),
                _load_results(connection, schema.match_results, MatchResult, table_id),
            )

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        try:
            with self._engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise explain(error, self.path) from error


def _load_results(
    connection: Connection, table: Table, row: type[Result], table_id: str
) -> list[Result]:
    found = connection.execute(select(*columns(table, row)).where(table.c.table_id == table_id))
    return [row(*values) for values in found]
