"""House rules and a role to call per server; crosses."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add what the second and third game need."""
    op.add_column("servers", sa.Column("role_id", sa.BigInteger))
    op.add_column("servers", sa.Column("houses", sa.Text, nullable=False, server_default="{}"))
    op.add_column(
        "deal_results", sa.Column("crosses", sa.Integer, nullable=False, server_default="0")
    )
