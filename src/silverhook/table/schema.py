"""The database schema after the newest migration. The triggers are in the migrations."""

from __future__ import annotations

from sqlalchemy import (
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
    false,
)

__all__ = ["METADATA", "changes", "claims", "entries", "holders", "notices", "servers", "tables"]

METADATA = MetaData()

tables = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("created_at", Double, nullable=False),
    Column("live", Boolean, nullable=False, server_default=false()),  # a process must drive it
    Column("n", Integer, nullable=False, server_default="0"),  # of the last entry
    Column("digest", LargeBinary, nullable=False, server_default=""),  # of the last entry
    Column("game", String(64), nullable=False, server_default=""),
    Column("phase", String(16), nullable=False, server_default="open"),
    Column("phase_at", Double, nullable=False, server_default="0"),  # when the phase began
    Index("tables_live", "live"),
    Index("tables_phase", "phase", "phase_at"),
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
    Index("holders_table", "table_id"),
)
servers = Table(  # the processes that share the database
    "servers",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("beats", Integer, nullable=False),  # counted up every second; a process whose beats stand still is dead
)
claims = Table(  # which process drives a table
    "claims",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("server", String(32), ForeignKey("servers.id", ondelete="CASCADE"), nullable=False),
    Index("claims_server", "server"),
)
changes = Table(  # tables that an operator changed; running servers read it every second
    "changes",
    METADATA,
    Column("n", Integer, primary_key=True, autoincrement=True),
    Column("table_id", String(32), nullable=False),
    Column("deleted", Boolean, nullable=False),  # a table of this name is never created again
    Index("changes_table", "table_id"),
    sqlite_autoincrement=True,
)
notices = Table(  # what an operator tells all servers: an announcement, or to drain
    "notices",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("text", Text, nullable=False),
    Column("until", Double),  # seconds since 1970; null: until it is withdrawn
)
