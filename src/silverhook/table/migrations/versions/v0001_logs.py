"""Tables, their logs, and who holds which seat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created_at", sa.Double, nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("ply", sa.Integer),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index("entries_ply", "entries", ["table_id", "ply"], unique=True)
    op.create_table(
        "holders",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
    )


def downgrade() -> None:
    """Drop them."""
    for name in ("holders", "entries", "tables"):
        op.drop_table(name)
