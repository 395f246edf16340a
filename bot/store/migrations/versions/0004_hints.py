"""Tables with hints, and servers whose tables open with them."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add what says that there are hints; so far there were none."""
    for table in ("tables", "servers"):
        hints = sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.false())
        op.add_column(table, hints)
