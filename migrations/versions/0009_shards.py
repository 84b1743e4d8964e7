"""Deadlines are looked at shard by shard."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0009"
down_revision: str | None = "0008"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_AT = sa.column("at", sa.DateTime(timezone=True))


def upgrade() -> None:
    last = op.get_bind().scalar(sa.select(_AT).select_from(sa.table("sweeps")))
    op.drop_table("sweeps")
    op.create_table(
        "sweeps",
        sa.Column("shard", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("shards", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("shard", "shards", name="pk_sweeps"),
    )
    if last is not None:
        sweeps = sa.table("sweeps", sa.column("shard"), sa.column("shards"), _AT)
        op.execute(sa.insert(sweeps).values(shard=0, shards=1, at=last))


def downgrade() -> None:
    last = op.get_bind().scalar(sa.select(sa.func.min(_AT)).select_from(sa.table("sweeps")))
    op.drop_table("sweeps")
    op.create_table(
        "sweeps",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sweeps"),
    )
    if last is not None:
        op.execute(sa.insert(sa.table("sweeps", sa.column("id"), _AT)).values(id=1, at=last))
