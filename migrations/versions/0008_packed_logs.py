"""The log of a match that ended long ago is packed into one row."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0008"
down_revision: str | None = "0007"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_OVER = "status = 'over' AND seq > 0"


def upgrade() -> None:
    op.add_column(
        "matches", sa.Column("packed", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    op.create_table(
        "packed_logs",
        sa.Column("match_id", sa.String(8), nullable=False),
        sa.Column("log", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", name="pk_packed_logs"),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name="fk_packed_logs_match_id_matches"
        ),
    )
    op.create_index(
        "ix_matches_unpacked_finished_at",
        "matches",
        ["finished_at"],
        sqlite_where=sa.text(f"{_OVER} AND packed = 0"),
        postgresql_where=sa.text(f"{_OVER} AND NOT packed"),
    )


def downgrade() -> None:
    # What is in the packs is nowhere else.
    if op.get_bind().scalar(sa.text("SELECT count(*) FROM packed_logs")):
        raise ValueError("unpack what is packed first: bot.store.packed_logs")
    op.drop_index("ix_matches_unpacked_finished_at", "matches")
    op.drop_table("packed_logs")
    op.drop_column("matches", "packed")
