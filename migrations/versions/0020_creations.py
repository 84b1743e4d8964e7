"""What people make in the workshops of games."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0020"
down_revision: str | None = "0019"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "creations",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("edits", sa.Integer(), nullable=False),
        sa.Column("code", sa.Text()),
        sa.Column("shared", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "number", name="pk_creations"),
    )
    op.create_index("uq_creations_code", "creations", ["code"], unique=True)


def downgrade() -> None:
    op.drop_table("creations")
