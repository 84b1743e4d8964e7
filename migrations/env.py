"""Run by Alembic for every command; the caller hands in the connection."""

from typing import Any, Literal

from alembic import context
from sqlalchemy import Connection, Enum

from bot.store.tables import Numbers, Utc, metadata


def plain(kind: str, item: Any, _: object) -> str | Literal[False]:
    """Types of our own, as drafts of new migrations name them: without us."""
    if kind == "type" and isinstance(item, Utc):
        return "sa.DateTime(timezone=True)"
    if kind == "type" and isinstance(item, Numbers):
        return "sa.Text()"
    if kind == "type" and isinstance(item, Enum):
        return f"sa.String(length={item.length})"
    return False


connection: Connection = context.config.attributes["connection"]

context.configure(
    connection=connection,
    target_metadata=metadata,
    # SQLite changes a table only by building it anew.
    render_as_batch=True,
    # The engine begins real transactions, so a failed migration leaves nothing behind.
    transactional_ddl=True,
    render_item=plain,
)
with context.begin_transaction():
    context.run_migrations()
