"""What an operator needs: the game and phase of each table, safe deletion, and notices to all servers.

With a table go its entries and holders, and a trigger notes that it is deleted. So deleting one by SQL is as safe as by
`silverhook admin`: running servers drop the table, and nobody can create it again.
"""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_LOCK = 0x51CA11  # serializes the writers of `changes`, so that its numbers are committed in order
_BEGAN = "SELECT at FROM entries WHERE table_id = tables.id AND kind = '{kind}' ORDER BY n LIMIT 1"
_GO_TOO = """DELETE FROM entries WHERE table_id = OLD.id;
    DELETE FROM holders WHERE table_id = OLD.id;
    INSERT INTO changes (table_id, deleted) VALUES (OLD.id, true);"""
_SQLITE = (f"CREATE TRIGGER tables_deleted AFTER DELETE ON tables BEGIN {_GO_TOO} END",)
_POSTGRESQL = (
    f"""CREATE FUNCTION silverhook_table_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN {_GO_TOO} RETURN NULL; END $$""",
    """CREATE TRIGGER tables_deleted AFTER DELETE ON tables
    FOR EACH ROW EXECUTE FUNCTION silverhook_table_deleted()""",
    f"""CREATE FUNCTION silverhook_in_order() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_advisory_xact_lock({_LOCK}); RETURN NULL; END $$""",
    """CREATE TRIGGER changes_in_order BEFORE INSERT ON changes
    FOR EACH STATEMENT EXECUTE FUNCTION silverhook_in_order()""",
)
_UNDO_SQLITE = ("DROP TRIGGER tables_deleted",)
_UNDO_POSTGRESQL = (
    "DROP TRIGGER tables_deleted ON tables",
    "DROP FUNCTION silverhook_table_deleted",
    "DROP TRIGGER changes_in_order ON changes",
    "DROP FUNCTION silverhook_in_order",
)


def upgrade() -> None:
    """Add the columns, the tables and the triggers."""
    op.add_column("tables", sa.Column("game", sa.String(64), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("phase", sa.String(16), nullable=False, server_default="open"))
    op.add_column("tables", sa.Column("phase_at", sa.Double, nullable=False, server_default="0"))
    op.create_index("tables_phase", "tables", ["phase", "phase_at"])
    op.create_table(
        "changes",
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("deleted", sa.Boolean, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("changes_table", "changes", ["table_id"])
    op.create_index("holders_table", "holders", ["table_id"])
    op.create_table(
        "notices",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("until", sa.Double),
    )
    _describe_tables()
    for statement in _SQLITE if op.get_bind().dialect.name == "sqlite" else _POSTGRESQL:
        op.get_bind().exec_driver_sql(statement)


def _describe_tables() -> None:
    """Fill in the game and the phase of the tables so far."""
    op.execute("UPDATE tables SET phase_at = created_at")
    for kind, phase in (("started", "playing"), ("finished", "finished")):
        began = _BEGAN.format(kind=kind)
        op.execute(f"UPDATE tables SET phase = '{phase}', phase_at = ({began}) WHERE EXISTS ({began})")
    bind = op.get_bind()
    for table, data in bind.execute(sa.text("SELECT table_id, data FROM entries WHERE n = 1")).fetchall():
        try:
            game = str(json.loads(data)["settings"]["ruleset"]["game"])[:64]
        except (ValueError, LookupError, TypeError):  # a damaged log
            continue
        bind.execute(sa.text("UPDATE tables SET game = :game WHERE id = :id"), {"game": game, "id": table})


def downgrade() -> None:
    """Take everything away again."""
    for statement in _UNDO_SQLITE if op.get_bind().dialect.name == "sqlite" else _UNDO_POSTGRESQL:
        op.get_bind().exec_driver_sql(statement)
    op.drop_table("notices")
    op.drop_table("changes")
    op.drop_index("holders_table", "holders")
    op.drop_index("tables_phase", "tables")
    for column in ("phase_at", "phase", "game"):
        op.drop_column("tables", column)
