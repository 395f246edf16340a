"""What lasts: settings, tables with their logs, results. SQL is written nowhere else."""

from bot.store.errors import (
    AlreadyStoredError,
    CorruptStoreError,
    ForeignStoreError,
    MigrationError,
    StoreError,
    StoreInUseError,
    UnwritableStoreError,
)
from bot.store.migrate import migrate
from bot.store.rows import (
    DealResult,
    Departure,
    Holder,
    LogEntry,
    MatchResult,
    Person,
    Server,
    StoredTable,
    TableRow,
)
from bot.store.store import Store

__all__ = [
    "AlreadyStoredError",
    "CorruptStoreError",
    "DealResult",
    "Departure",
    "ForeignStoreError",
    "Holder",
    "LogEntry",
    "MatchResult",
    "MigrationError",
    "Person",
    "Server",
    "Store",
    "StoreError",
    "StoreInUseError",
    "StoredTable",
    "TableRow",
    "UnwritableStoreError",
    "migrate",
]
