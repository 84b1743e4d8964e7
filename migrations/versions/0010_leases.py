"""Which process works at a match, where several share the database."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0010"
down_revision: str | None = "0009"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "leases",
        sa.Column("match_id", sa.String(8), nullable=False),
        sa.Column("process", sa.String(16), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("doubt", sa.BigInteger(), nullable=False),
        sa.Column("goes_on", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("match_id", name="pk_leases"),
    )
    going = sa.text("goes_on IS NOT NULL")
    op.create_index(
        "ix_leases_until", "leases", ["until"], sqlite_where=going, postgresql_where=going
    )


def downgrade() -> None:
    op.drop_table("leases")
