"""Teams, computer players, standing orders, a time limit, content packs."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("teams", sa.Text(), nullable=True))
    op.add_column("matches", sa.Column("limit_seconds", sa.Integer(), nullable=True))
    op.add_column("matches", sa.Column("pack", sa.Text(), nullable=True))
    op.add_column("matches", sa.Column("told", sa.Integer(), nullable=False, server_default="0"))
    # What the live panel of a running match tells was not noted: its last entry, most likely.
    op.execute("UPDATE matches SET told = seq")

    with op.batch_alter_table("holds") as holds:
        holds.alter_column("user_id", existing_type=sa.BigInteger(), nullable=True)
        holds.add_column(sa.Column("orders", sa.Text(), nullable=False, server_default=""))
        holds.add_column(sa.Column("lapsed", sa.Text(), nullable=False, server_default=""))
        holds.add_column(sa.Column("expired", sa.Integer(), nullable=False, server_default="0"))

    op.add_column("decisions", sa.Column("due_at", sa.DateTime(timezone=True), nullable=True))
    op.create_index("ix_decisions_due_at", "decisions", ["due_at"], unique=False)

    # Every move keeps the newest snapshot and each fiftieth from now on.
    op.execute(
        "DELETE FROM snapshots WHERE seq % 50 != 0 AND seq <"
        " (SELECT seq FROM matches WHERE matches.id = snapshots.match_id)"
    )

    op.create_table(
        "packs",
        sa.Column("server", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("pack", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("by_user", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("server", "game", "pack", name=op.f("pk_packs")),
    )


def downgrade() -> None:
    op.drop_table("packs")
    op.drop_index("ix_decisions_due_at", table_name="decisions")
    op.drop_column("decisions", "due_at")
    # An older release knows no computer players: their seats stand empty there.
    op.execute("DELETE FROM holds WHERE user_id IS NULL")
    with op.batch_alter_table("holds") as holds:
        holds.drop_column("expired")
        holds.drop_column("lapsed")
        holds.drop_column("orders")
        holds.alter_column("user_id", existing_type=sa.BigInteger(), nullable=False)
    for column in ("told", "pack", "limit_seconds", "teams"):
        op.drop_column("matches", column)
