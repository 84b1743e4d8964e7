"""Ladders that are kept as they stood when a season ended."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0018"
down_revision: str | None = "0017"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "seasons",
        sa.Column("server", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("standings", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("server", "title", name="pk_seasons"),
    )
    going = sa.text("standings = ''")
    op.create_index(
        "ix_seasons_ends_at",
        "seasons",
        ["ends_at"],
        sqlite_where=going,
        postgresql_where=going,
    )


def downgrade() -> None:
    op.drop_table("seasons")
