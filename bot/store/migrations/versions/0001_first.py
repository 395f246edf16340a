"""Settings, tables with their logs, results."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first schema."""
    _make_settings()
    _make_tables()
    _make_results()


def _table_id() -> sa.Column[str]:
    return sa.Column("table_id", sa.String(32), primary_key=True)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, primary_key=True, autoincrement=False)


def _of_table(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["table_id"], ["tables.id"], name=f"fk_{table}_table_id", ondelete="CASCADE"
    )


def _make_settings() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("language", sa.String(8)),
        sa.Column("pings", sa.Boolean, nullable=False),
        sa.Column("autoplay", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("user_id", name="uq_people_user_id"),
    )
    op.create_table(
        "names",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_names"),
        sa.UniqueConstraint("guild_id", "user_id", name="uq_names_guild_id_user_id"),
    )
    op.create_table(
        "servers",
        sa.Column("guild_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("language", sa.String(8)),
        sa.Column("pings", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_servers"),
    )
    op.create_table(
        "facts",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_facts"),
    )


def _make_tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("host_id", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("house", sa.Text, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("start", sa.BigInteger),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("turn_seconds", sa.Integer, nullable=False),
        sa.Column("pace", sa.Double, nullable=False),
        sa.Column("deadline", sa.Double),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("touched", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_state", "tables", ["state"])
    op.create_index("ix_tables_guild_id_game", "tables", ["guild_id", "game"])
    op.create_table(
        "log",
        _table_id(),
        _number("n"),
        sa.Column("seat", sa.Integer),
        sa.Column("action", sa.String(80), nullable=False),
        sa.Column("by", sa.String(16), nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "n", name="pk_log"),
        _of_table("log"),
    )
    op.create_table(
        "holders",
        _table_id(),
        _number("seat"),
        _number("since"),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", "since", name="pk_holders"),
        _of_table("holders"),
    )


def _make_results() -> None:
    op.create_table(
        "deal_results",
        _table_id(),
        _number("deal"),
        _number("seat"),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("nat", sa.Boolean, nullable=False),
        sa.Column("pit", sa.Boolean, nullable=False),
        sa.Column("computer_cards", sa.Integer, nullable=False),
        sa.Column("counted", sa.Boolean, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "deal", "seat", name="pk_deal_results"),
        _of_table("deal_results"),
    )
    op.create_table(
        "match_results",
        _table_id(),
        _number("seat"),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("drawn", sa.Boolean, nullable=False),
        sa.Column("counted", sa.Boolean, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_match_results"),
        _of_table("match_results"),
    )
