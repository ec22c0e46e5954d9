"""The database schema after the newest migration."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Double, Index, Integer, LargeBinary, MetaData, String, Table, Text, false

__all__ = ["METADATA", "entries", "holders", "tables"]

METADATA = MetaData()

tables = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("created_at", Double, nullable=False),
    Column("live", Boolean, nullable=False, server_default=false()),  # a process must drive it
    Column("n", Integer, nullable=False, server_default="0"),  # of the last entry
    Column("digest", LargeBinary, nullable=False, server_default=""),  # of the last entry
    Index("tables_live", "live"),
)
entries = Table(
    "entries",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("ply", Integer),
    Column("kind", String(16), nullable=False),
    Column("data", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("digest", LargeBinary, nullable=False, server_default=""),
    Index("entries_ply", "table_id", "ply", unique=True),
)
holders = Table(
    "holders",
    METADATA,
    Column("token", String(64), primary_key=True),  # its hash
    Column("table_id", String(32), primary_key=True),
)
