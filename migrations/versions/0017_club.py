"""What makes a club of a server: its page, offered seats, wishes, followers, blocked people."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0017"
down_revision: str | None = "0016"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("servers", sa.Column("welcomed_at", sa.DateTime(timezone=True)))
    for name in ("places", "referees"):
        op.add_column("servers", sa.Column(name, sa.Text()))
    for name in ("open_seats", "players", "chronicle"):
        op.add_column("servers", sa.Column(name, sa.BigInteger()))
    # Servers that know the bot need no introduction.
    op.execute(sa.text("UPDATE servers SET welcomed_at = first_seen"))
    for table, name in (("matches", "offered"), ("players", "uninvited")):
        op.add_column(
            table, sa.Column(name, sa.Boolean(), server_default=sa.false(), nullable=False)
        )
    op.create_table(
        "adverts",
        sa.Column("match_id", sa.String(8), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", name="pk_adverts"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_adverts_match_id_matches"),
    )
    op.create_table(
        "team_threads",
        sa.Column("match_id", sa.String(8), nullable=False),
        sa.Column("team", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("thread", sa.BigInteger(), nullable=False),
        sa.Column("members", sa.Text()),
        sa.PrimaryKeyConstraint("match_id", "team", name="pk_team_threads"),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name="fk_team_threads_match_id_matches"
        ),
    )
    op.create_table(
        "blocks",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("other", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "other", name="pk_blocks"),
    )
    op.create_table(
        "invitations",
        sa.Column("match_id", sa.String(8), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "user_id", name="pk_invitations"),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name="fk_invitations_match_id_matches"
        ),
    )
    op.create_table(
        "wishes",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("server", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("clock", sa.Text(), nullable=False),
        sa.Column("near", sa.Boolean(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "server", "game", name="pk_wishes"),
    )
    op.create_table(
        "followers",
        sa.Column("match_id", sa.String(8), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("pace", sa.Text(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("next_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "user_id", name="pk_followers"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_followers_match_id_matches"),
    )
    op.create_index("ix_blocks_other", "blocks", ["other"])
    op.create_index("ix_wishes_server_game", "wishes", ["server", "game"])
    op.create_index("ix_followers_user_id", "followers", ["user_id"])
    op.create_index("ix_followers_next_at", "followers", ["next_at"])


def downgrade() -> None:
    for table in ("followers", "wishes", "invitations", "blocks", "team_threads", "adverts"):
        op.drop_table(table)
    op.drop_column("players", "uninvited")
    op.drop_column("matches", "offered")
    for name in ("chronicle", "players", "open_seats", "referees", "places", "welcomed_at"):
        op.drop_column("servers", name)
