"""Who left a running match; the time for a turn and tables per channel of a server."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add what leaving, coming back and the settings of a server need."""
    op.create_table(
        "departures",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "n", "seat", name="pk_departures"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_departures_table_id", ondelete="CASCADE"
        ),
    )
    _note_departures()
    op.add_column("servers", sa.Column("turn_seconds", sa.Integer))
    op.add_column("servers", sa.Column("channel_tables", sa.Integer))


def _note_departures() -> None:
    """Note who left before departures were kept, and let those deals count as they do now.

    Until then nobody but a computer could follow a person on his seat.
    """
    op.execute(
        "INSERT INTO departures (table_id, n, seat, user_id, at)"
        " SELECT after.table_id, after.since, after.seat, before.user_id, entry.at"
        " FROM holders AS after"
        " JOIN holders AS before ON before.table_id = after.table_id"
        " AND before.seat = after.seat AND before.since < after.since"
        " JOIN log AS entry ON entry.table_id = after.table_id AND entry.n = after.since - 1"
        " WHERE after.user_id IS NULL AND after.name = '' AND before.user_id IS NOT NULL"
    )
    op.execute(
        "UPDATE deal_results SET counted = TRUE, pit = FALSE,"
        " points = CASE WHEN points > 0 THEN 0 ELSE points END"
        " WHERE EXISTS (SELECT 1 FROM departures AS gone"
        " JOIN log AS entry ON entry.table_id = gone.table_id AND entry.n = gone.n"
        " WHERE gone.table_id = deal_results.table_id AND gone.seat = deal_results.seat"
        " AND gone.user_id = deal_results.user_id AND entry.at <= deal_results.at)"
    )
