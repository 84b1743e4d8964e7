"""Run by Alembic for every command; the caller hands in the connection."""

from alembic import context
from sqlalchemy import Connection

from bot.store.tables import metadata

connection: Connection = context.config.attributes["connection"]

context.configure(
    connection=connection,
    target_metadata=metadata,
    # SQLite changes a table only by building it anew.
    render_as_batch=True,
    # The engine begins real transactions, so a failed migration leaves nothing behind.
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
