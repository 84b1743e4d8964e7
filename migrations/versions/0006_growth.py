"""Few matches are open: those are found without looking at all that were ever played."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0006"
down_revision: str | None = "0005"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_INDICES = (
    ("ix_matches_open_server_created_at", ["server", "created_at"], "status != 'over'"),
    ("ix_matches_running_paused_until", ["paused_until"], "status = 'running'"),
    ("ix_matches_game_rules_version", ["game", "rules_version"], "seq > 0"),
)


def upgrade() -> None:
    for name, columns, which in _INDICES:
        where = sa.text(which)
        op.create_index(name, "matches", columns, sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    for name, *_ in _INDICES:
        op.drop_index(name, "matches")
