"""Bringing a store to the newest schema: all of it in one transaction, or nothing."""

import logging
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from bot.store.engine import create_engine
from bot.store.errors import ForeignStoreError, MigrationError, StoreError, explain
from bot.store.inspect import find_revision
from bot.store.lock import StoreLock

MIGRATIONS = Path(__file__).parent / "migrations"

_log = logging.getLogger(__name__)


async def migrate(path: Path, migrations: Path = MIGRATIONS) -> tuple[str | None, str]:
    """Bring the store at `path` to the newest schema; return the revision before and after."""
    lock = StoreLock(path)
    try:
        return await upgrade(lock.path, migrations)
    finally:
        lock.release()


async def upgrade(path: Path, migrations: Path) -> tuple[str | None, str]:
    """Do the work of `migrate`. The caller holds the lock of the store."""
    before = find_revision(path)
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(config)
    after = scripts.get_current_head()
    if after is None:
        raise MigrationError(f"There are no migrations in {migrations}: install Troef again.")
    if before is not None and before not in {
        script.revision for script in scripts.walk_revisions()
    }:
        raise ForeignStoreError(
            f"The store {path} was written by a newer Troef (schema {before}, this one reads up "
            f"to {after}): update Troef or name another file."
        )
    # A migration that rebuilds a table drops the old one; with foreign keys on, the rows that
    # refer to it would go with it.
    engine = create_engine(path, foreign_keys=False)

    def work(connection: Connection) -> None:
        if before != after:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
        if broken is not None:
            raise MigrationError(f"Schema {after} would leave rows of {broken[0]} without a table.")

    try:
        # Also when there is nothing to do: whether the file can be written is known at start.
        async with engine.begin() as connection:
            await connection.run_sync(work)
    except StoreError:
        raise
    except Exception as error:
        raise _broken(error, path, before, after) from error
    finally:
        await engine.dispose()
    if before != after:
        _log.info("store %s: schema %s, was %s", path, after, before or "new")
    return before, after


def _broken(error: Exception, path: Path, before: str | None, after: str) -> StoreError:
    """Name what broke: the file if it is that, else the migration."""
    if isinstance(error, SQLAlchemyError):
        known = explain(error, path)
        if type(known) is not StoreError:
            return known
    why = " ".join(str(error).split())
    return MigrationError(
        f"The store {path} could not go from schema {before or 'none'} to {after} "
        f"and is as it was: {why}."
    )
