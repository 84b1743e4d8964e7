"""Every entry keeps its position, packed as its difference to the one before."""

from collections.abc import Sequence

import sqlalchemy as sa
import zstandard
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_SNAPSHOTS = sa.table(
    "snapshots",
    sa.column("match_id", sa.String),
    sa.column("seq", sa.Integer),
    sa.column("state", sa.LargeBinary),
)


def upgrade() -> None:
    op.add_column("snapshots", sa.Column("base", sa.Integer()))
    op.create_table(
        "unfilled",
        sa.Column("match_id", sa.String(8), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", name="pk_unfilled"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_unfilled_match_id_matches"),
    )
    op.execute("INSERT INTO unfilled (match_id, seq) SELECT id, 0 FROM matches WHERE seq > 0")
    _rewrite(zstandard.ZstdCompressor(level=6, write_checksum=True).compress)


def downgrade() -> None:
    # What is packed against another position could not be read: the last whole one is kept.
    op.execute("DELETE FROM snapshots WHERE base IS NOT NULL")
    _rewrite(zstandard.ZstdDecompressor().decompress)
    op.drop_table("unfilled")
    op.drop_column("snapshots", "base")


def _rewrite(change: object) -> None:
    """Give every stored position another form, one match at a time."""
    assert callable(change)
    connection, kept = op.get_bind(), _SNAPSHOTS.c
    for match in connection.scalars(sa.select(kept.match_id).distinct()).all():
        rows = connection.execute(
            sa.select(kept.seq, kept.state).where(kept.match_id == match)
        ).all()
        these = (kept.match_id == match, kept.seq == sa.bindparam("at"))
        connection.execute(
            sa.update(_SNAPSHOTS).where(*these).values(state=sa.bindparam("packed")),
            [{"at": seq, "packed": change(state)} for seq, state in rows],
        )
