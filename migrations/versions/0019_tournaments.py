"""Tournaments: their sides, who plays for them, who meets whom, and what the referee did."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0019"
down_revision: str | None = "0018"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(8), nullable=False),
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("host", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("format", sa.String(16), nullable=False),
        sa.Column("stage", sa.String(16), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("teams", sa.Text()),
        sa.Column("pack", sa.Text()),
        sa.Column("clock", sa.Text(), nullable=False),
        sa.Column("places", sa.Integer(), nullable=False),
        sa.Column("begins_at", sa.DateTime(timezone=True)),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("round_hours", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("round_ends_at", sa.DateTime(timezone=True)),
        sa.Column("paused_at", sa.DateTime(timezone=True)),
        sa.Column("finished_at", sa.DateTime(timezone=True)),
        sa.Column("panel", sa.BigInteger()),
        sa.Column("panel_round", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
    )
    op.create_index("ix_tournaments_server_created_at", "tournaments", ["server", "created_at"])
    under_way = sa.text("stage IN ('sign-up', 'running') OR told != version")
    op.create_index(
        "ix_tournaments_under_way",
        "tournaments",
        ["id"],
        sqlite_where=under_way,
        postgresql_where=under_way,
    )
    op.create_table(
        "entrants",
        sa.Column("tournament", sa.String(8), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("level", sa.Text(), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("left_in", sa.Integer()),
        sa.PrimaryKeyConstraint("tournament", "number", name="pk_entrants"),
    )
    op.create_table(
        "team_members",
        sa.Column("tournament", sa.String(8), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("entrant", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("tournament", "user_id", name="pk_team_members"),
    )
    op.create_index("ix_team_members_user_id", "team_members", ["user_id"])
    op.create_table(
        "pairings",
        sa.Column("tournament", sa.String(8), nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("table_number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("one", sa.Integer(), nullable=False),
        sa.Column("other", sa.Integer()),
        sa.Column("bracket", sa.String(16), nullable=False),
        sa.Column("played_in", sa.String(8)),
        sa.Column("result", sa.String(16)),
        sa.Column("forfeit", sa.Boolean(), nullable=False),
        sa.Column("margin", sa.Text(), nullable=False),
        sa.Column("ruled", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("tournament", "round", "table_number", name="pk_pairings"),
        sa.UniqueConstraint("played_in", name="uq_pairings_played_in"),
    )
    op.create_table(
        "tournament_notes",
        sa.Column("tournament", sa.String(8), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by_user", sa.Text(), nullable=False),
        sa.Column("said", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer, "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name="pk_tournament_notes"),
    )
    op.create_index("ix_tournament_notes_tournament", "tournament_notes", ["tournament"])


def downgrade() -> None:
    for table in ("tournament_notes", "pairings", "team_members", "entrants", "tournaments"):
        op.drop_table(table)
