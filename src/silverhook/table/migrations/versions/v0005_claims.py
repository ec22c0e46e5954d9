"""Which process drives which table: rows that a process loses when it does not count up its beats."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "servers",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("beats", sa.Integer, nullable=False),
    )
    op.create_table(
        "claims",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("server", sa.String(32), sa.ForeignKey("servers.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("claims_server", "claims", ["server"])


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("claims")
    op.drop_table("servers")
