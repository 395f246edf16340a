"""The tables of the newest schema. `migrations` leads there; a test holds the two together.

User ids are data, never primary keys: a person can be forgotten and what he played stays.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

VERSION_TABLE = "troef_version"
"""Where Alembic keeps the revision. Its name also tells our databases from other programs'."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

people = Table(
    "people",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user_id", BigInteger, nullable=False, unique=True),
    Column("language", String(8)),
    Column("pings", Boolean, nullable=False),
    Column("autoplay", Boolean, nullable=False),
)

names = Table(
    "names",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    UniqueConstraint("guild_id", "user_id"),
)

servers = Table(
    "servers",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("language", String(8)),
    Column("pings", Boolean, nullable=False),
    Column("role_id", BigInteger),
    Column("houses", Text, nullable=False, server_default="{}"),
    Column("turn_seconds", Integer),
    Column("channel_tables", Integer),
    Column("hints", Boolean, nullable=False, server_default=false()),
)

facts = Table(
    "facts",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("host_id", BigInteger, nullable=False),
    Column("game", String(32), nullable=False),
    Column("house", Text, nullable=False),
    Column("state", String(16), nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("start", BigInteger),
    Column("seats", Text, nullable=False),
    Column("turn_seconds", Integer, nullable=False),
    Column("pace", Double, nullable=False),
    Column("deadline", Double),
    Column("created", Double, nullable=False),
    Column("touched", Double, nullable=False),
    Column("hints", Boolean, nullable=False, server_default=false()),
    Index(None, "state"),
    Index(None, "guild_id", "game"),
)


def _table_id() -> Column[str]:
    return Column(
        "table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )


def _number(name: str) -> Column[int]:
    """Return the second half of a key: a number that starts again at every table."""
    return Column(name, Integer, primary_key=True, autoincrement=False)


log = Table(
    "log",
    metadata,
    _table_id(),
    _number("n"),
    Column("seat", Integer),
    Column("action", String(80), nullable=False),
    Column("by", String(16), nullable=False),
    Column("user_id", BigInteger),
    Column("at", Double, nullable=False),
)

holders = Table(
    "holders",
    metadata,
    _table_id(),
    _number("seat"),
    _number("since"),
    Column("user_id", BigInteger),
    Column("name", Text, nullable=False),
)

departures = Table(
    "departures",
    metadata,
    _table_id(),
    _number("n"),
    _number("seat"),
    Column("user_id", BigInteger),
    Column("at", Double, nullable=False),
)

deal_results = Table(
    "deal_results",
    metadata,
    _table_id(),
    _number("deal"),
    _number("seat"),
    Column("user_id", BigInteger),
    Column("points", Integer, nullable=False),
    Column("role", String(16), nullable=False),
    Column("nat", Boolean, nullable=False),
    Column("pit", Boolean, nullable=False),
    Column("computer_cards", Integer, nullable=False),
    Column("counted", Boolean, nullable=False),
    Column("at", Double, nullable=False),
    Column("crosses", Integer, nullable=False, server_default="0"),
)

match_results = Table(
    "match_results",
    metadata,
    _table_id(),
    _number("seat"),
    Column("user_id", BigInteger),
    Column("points", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("drawn", Boolean, nullable=False),
    Column("counted", Boolean, nullable=False),
    Column("at", Double, nullable=False),
)
