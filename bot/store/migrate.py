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
from bot.store.inspect import find_revision, require_revision
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
    config = _config(migrations)
    after = _newest(config, path, before)
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


def require_newest(path: Path) -> None:
    """Raise StoreError for what is not a store of exactly the newest schema."""
    revision = require_revision(path)
    newest = _newest(_config(MIGRATIONS), path, revision)
    if revision != newest:
        raise MigrationError(
            f"The store {path} has the older schema {revision}, this Troef reads {newest}: "
            "stop the bot and run python -m bot migrate first."
        )


def _config(migrations: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    return config


def _newest(config: Config, path: Path, revision: str | None) -> str:
    """Return the newest revision there is; StoreError where that of a store is not known."""
    scripts = ScriptDirectory.from_config(config)
    newest = scripts.get_current_head()
    if newest is None:
        raise MigrationError(f"There are no migrations in {scripts.dir}: install Troef again.")
    if revision is not None and revision not in {
        each.revision for each in scripts.walk_revisions()
    }:
        raise ForeignStoreError(
            f"The store {path} was written by a newer Troef (schema {revision}, this one reads up "
            f"to {newest}): update Troef or name another file."
        )
    return newest


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
