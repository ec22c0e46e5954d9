"""A hash chain over the entries of each log, and the number and digest of the last one beside the table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from silverhook.table.log import link

revision = "0003"
down_revision = "0002"

_LOG = sa.text("SELECT n, kind, data, at, ply FROM entries WHERE table_id = :table ORDER BY n")
_LINK = sa.text("UPDATE entries SET digest = :digest WHERE table_id = :table AND n = :n")
_HEAD = sa.text("UPDATE tables SET n = :n, digest = :digest WHERE id = :table")


def upgrade() -> None:
    """Add the digests, and compute those of what was written before."""
    op.add_column("entries", _digest())
    op.add_column("tables", sa.Column("n", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", _digest())
    for table in op.get_bind().scalars(sa.text("SELECT id FROM tables")).all():
        _chain(table)


def _digest() -> sa.Column[bytes]:
    return sa.Column("digest", sa.LargeBinary, nullable=False, server_default="")


def _chain(table: str) -> None:
    links, digest = [], b""
    for row in op.get_bind().execute(_LOG, {"table": table}):
        digest = link(digest, table, row.n, row.kind, row.data, float(row.at), row.ply)
        links.append({"table": table, "n": row.n, "digest": digest})
    if links:
        op.get_bind().execute(_LINK, links)
        op.get_bind().execute(_HEAD, links[-1])


def downgrade() -> None:
    """Take them away."""
    op.drop_column("entries", "digest")
    op.drop_column("tables", "digest")
    op.drop_column("tables", "n")
