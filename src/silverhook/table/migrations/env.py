"""Where Alembic finds the connection that `run` was given."""

from __future__ import annotations

from alembic import context

from silverhook.table.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
