"""Which tables a process has to go on with after a restart: so far all that have begun and are not over."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_BEGUN = "SELECT table_id FROM entries WHERE kind = 'started'"
_OVER = "SELECT table_id FROM entries WHERE kind = 'finished'"


def upgrade() -> None:
    """Add the mark, and set it where a game goes on."""
    op.add_column("tables", sa.Column("live", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("tables_live", "tables", ["live"])
    op.execute(f"UPDATE tables SET live = true WHERE id IN ({_BEGUN}) AND id NOT IN ({_OVER})")


def downgrade() -> None:
    """Take it away."""
    op.drop_index("tables_live", "tables")
    op.drop_column("tables", "live")
