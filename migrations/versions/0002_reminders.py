"""Reminders that stand somewhere with buttons are found by their match."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_STANDING = "kind = 'remind' AND sent_message IS NOT NULL"


def upgrade() -> None:
    op.create_index(
        "ix_outbox_reminders",
        "outbox",
        ["match_id"],
        sqlite_where=sa.text(_STANDING),
        postgresql_where=sa.text(_STANDING),
    )


def downgrade() -> None:
    op.drop_index("ix_outbox_reminders", "outbox")
