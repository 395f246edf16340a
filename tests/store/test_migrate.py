"""The way to the newest schema, also when it breaks halfway."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from bot.boards.standings import hinted, line_of
from bot.store import (
    ForeignStoreError,
    MigrationError,
    Store,
    StoredTable,
    StoreInUseError,
    migrate,
)
from bot.store.migrate import MIGRATIONS
from bot.store.put import values_of
from bot.store.rows import Server
from bot.store.schema import VERSION_TABLE, metadata

from .samples import ANNA, DEAL, GUILD, MATCH, TABLE, entry, table

NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "next"
down_revision = {head!r}

def upgrade():
    op.create_table("extra", sa.Column("id", sa.Integer, primary_key=True))
    op.execute("UPDATE tables SET game = 'changed'")
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("more", sa.Integer))
        tables.alter_column("house", type_=sa.String(4000))
    {last}
"""
HEAD = "0004"
BEFORE_HINTS = [name for name in type(TABLE).__slots__ if name not in ("id", "hints")]
BROKEN, FIXED = "op.execute('INSERT INTO nowhere VALUES (1)')", "pass"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "troef.sqlite3"


@pytest.fixture
def migrations(tmp_path: Path) -> Path:
    """Return a copy of the migrations, to add one to."""
    return Path(shutil.copytree(MIGRATIONS, tmp_path / "100% migrations"))


def add(migrations: Path, head: str, last: str) -> None:
    # Compiled files go by the time of their source, which two writes in a moment share.
    shutil.rmtree(migrations / "versions" / "__pycache__", ignore_errors=True)
    (migrations / "versions" / "next.py").write_text(NEXT.format(head=head, last=last))


def go_back(migrations: Path, revision: str) -> None:
    """Forget the migrations that came after one."""
    for later in (migrations / "versions").glob("[0-9]*.py"):
        if later.name[:4] > revision:
            later.unlink()


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


async def test_new_then_nothing_to_do(path: Path):
    before, after = await migrate(path)
    assert before is None
    assert await migrate(path) == (after, after)


async def test_migrations_lead_to_the_schema(path: Path):
    await migrate(path)
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "version_table": VERSION_TABLE}
        )
        assert compare_metadata(context, metadata) == []
    engine.dispose()


async def test_a_migration_that_breaks_halfway_changes_nothing(path: Path, migrations: Path):
    async with await Store.open(path) as store:
        await store.save_table(table(), log=[entry(0)])
    _, head = await migrate(path)
    kept = dump(path)

    add(migrations, head, BROKEN)
    with pytest.raises(MigrationError, match=r"is as it was: .*nowhere"):
        await Store.open(path, migrations=migrations)
    assert dump(path) == kept
    async with await Store.open(path) as store:
        assert await store.load_table("t1") == StoredTable(TABLE, (entry(0),), ())

    add(migrations, head, FIXED)
    assert await migrate(path, migrations) == (head, "next")
    async with await Store.open(path, migrations=migrations) as store:
        # The table of tables was rebuilt, and the log that hangs on it is still there.
        assert await store.load_table("t1") == StoredTable(table(game="changed"), (entry(0),), ())


async def test_a_store_of_the_first_schema_comes_along(path: Path, migrations: Path):
    go_back(migrations, "0001")
    assert await migrate(path, migrations) == (None, "0001")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO servers VALUES (900, 'nl', 0)")
        connection.commit()
    async with await Store.open(path) as store:
        assert await store.load_server(900) == Server(900, "nl", pings=False)
        assert await store.load_server(901) == Server(901)


async def test_what_was_played_before_there_were_hints_counts(path: Path, migrations: Path):
    go_back(migrations, "0003")
    assert await migrate(path, migrations) == (None, "0003")
    with closing(sqlite3.connect(path)) as connection:
        for kept, row in (
            ("tables", {"id": "t1", **{name: getattr(TABLE, name) for name in BEFORE_HINTS}}),
            ("deal_results", {"table_id": "t1", **values_of(DEAL)}),
            ("match_results", {"table_id": "t1", **values_of(MATCH)}),
            ("servers", {"guild_id": GUILD, "pings": True, "turn_seconds": 300}),
        ):
            marks = ", ".join("?" * len(row))
            connection.execute(
                f"INSERT INTO {kept} ({', '.join(row)}) VALUES ({marks})", [*row.values()]
            )
        connection.commit()
    async with await Store.open(path) as store:
        assert await store.load_table("t1") == StoredTable(table(hints=False), (), ())
        assert await store.load_server(GUILD) == Server(GUILD, turn_seconds=300, hints=False)
        line = await line_of(store, GUILD, ANNA, TABLE.game)
        assert line is not None
        assert (line.points, line.deals, line.matches) == (DEAL.points, 1, 1)
        assert await hinted(store, GUILD, ANNA) == {}


async def test_a_first_start_that_breaks_leaves_a_new_store(path: Path, migrations: Path):
    add(migrations, HEAD, BROKEN)
    with pytest.raises(MigrationError):
        await migrate(path, migrations)
    assert dump(path) == ["BEGIN TRANSACTION;", "COMMIT;"]
    assert (await migrate(path))[0] is None


async def test_a_newer_schema_is_refused(path: Path, migrations: Path):
    _, head = await migrate(path)
    add(migrations, head, FIXED)
    await migrate(path, migrations)
    kept = dump(path)
    with pytest.raises(ForeignStoreError, match="written by a newer Troef"):
        await Store.open(path)
    assert dump(path) == kept


async def test_not_while_another_has_the_store(path: Path):
    async with await Store.open(path):
        with pytest.raises(StoreInUseError):
            await migrate(path)
