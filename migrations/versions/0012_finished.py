"""The newest finished matches of a server are found without looking at all of them."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0012"
down_revision: str | None = "0011"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_OVER = sa.text("status = 'over' AND seq > 0")


def upgrade() -> None:
    op.create_index(
        "ix_matches_over_server_finished_at",
        "matches",
        ["server", sa.text("finished_at DESC"), "id"],
        sqlite_where=_OVER,
        postgresql_where=_OVER,
    )


def downgrade() -> None:
    op.drop_index("ix_matches_over_server_finished_at", "matches")
