"""Every table, as Starpost begins."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "holidays",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("begins_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_holidays")),
    )
    op.create_index("ix_holidays_user_id", "holidays", ["user_id"])

    op.create_table(
        "matches",
        sa.Column("id", sa.String(length=8), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("host", sa.BigInteger(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("seating", sa.String(length=16), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("panel", sa.BigInteger()),
        sa.Column("ending", sa.Text()),
        sa.Column("finished_at", sa.DateTime(timezone=True)),
        sa.Column("teams", sa.Text()),
        sa.Column("pack", sa.Text()),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("clock", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("branch", sa.Integer(), nullable=False),
        sa.Column("rolls", sa.Text(), nullable=False),
        sa.Column("referee", sa.BigInteger()),
        sa.Column("paused_at", sa.DateTime(timezone=True)),
        sa.Column("paused_until", sa.DateTime(timezone=True)),
        sa.Column("paused_by", sa.Text(), nullable=False),
        sa.Column("dice", sa.Text(), nullable=False),
        sa.Column("disclosed", sa.Boolean(), nullable=False),
        sa.Column("practice", sa.Boolean(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("resigned", sa.Text()),
        sa.Column("resigned_by", sa.Text()),
        sa.Column("touched_at", sa.DateTime(timezone=True)),
        sa.Column("warned_at", sa.DateTime(timezone=True)),
        sa.Column("gone_at", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
    )
    op.create_index("ix_matches_channel", "matches", ["channel"])
    op.create_index("ix_matches_server_created_at", "matches", ["server", "created_at"])
    op.create_index(
        "ix_matches_touched_at",
        "matches",
        ["touched_at"],
        sqlite_where=sa.text("status = 'lobby'"),
        postgresql_where=sa.text("status = 'lobby'"),
    )
    op.create_index(
        "uq_matches_open_channel",
        "matches",
        ["channel"],
        unique=True,
        sqlite_where=sa.text("status != 'over'"),
        postgresql_where=sa.text("status != 'over'"),
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
    op.create_table(
        "players",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("dm_turn", sa.Boolean(), nullable=False),
        sa.Column("dm_over", sa.Boolean(), nullable=False),
        sa.Column("dm_closed_at", sa.DateTime(timezone=True)),
        sa.Column("asked", sa.Text(), nullable=False),
        sa.Column("palette", sa.Text(), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("quiet", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_players")),
    )
    op.create_table(
        "servers",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("first_seen", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_servers")),
    )
    op.create_table(
        "sweeps",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sweeps")),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("match_id", sa.String(length=8)),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_audit_match_id_matches")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    op.create_table(
        "decisions",
        sa.Column("match_id", sa.String(length=8), nullable=False),
        sa.Column("decision", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("waits", sa.Boolean(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True)),
        sa.Column("act_at", sa.DateTime(timezone=True)),
        sa.Column("reminded", sa.Integer(), nullable=False),
        sa.Column("late", sa.Boolean(), nullable=False),
        sa.Column("secret", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_decisions_match_id_matches")
        ),
        sa.PrimaryKeyConstraint("match_id", "decision", name=op.f("pk_decisions")),
    )
    op.create_index("ix_decisions_act_at", "decisions", ["act_at"])

    op.create_table(
        "entries",
        sa.Column("match_id", sa.String(length=8), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("events", sa.Text(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("shown", sa.Integer()),
        sa.Column("seat", sa.Integer()),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("decision", sa.Text()),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("branch", sa.Integer(), nullable=False),
        sa.Column("rolls", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("referee", sa.Text(), nullable=False),
        sa.Column("referee_seat", sa.Integer()),
        sa.Column("again", sa.Boolean(), nullable=False),
        sa.Column("seating", sa.Text(), nullable=False),
        sa.Column("agreed", sa.Text()),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_entries_match_id_matches")
        ),
        sa.PrimaryKeyConstraint("match_id", "seq", name=op.f("pk_entries")),
        sa.UniqueConstraint(
            "match_id", "branch", "decision", name=op.f("uq_entries_match_id_branch_decision")
        ),
    )
    op.create_index(
        "ix_entries_seating",
        "entries",
        ["match_id", "seq"],
        sqlite_where=sa.text("seating != ''"),
        postgresql_where=sa.text("seating != ''"),
    )

    op.create_table(
        "seat_holders",
        sa.Column("match_id", sa.String(length=8), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("orders", sa.Text(), nullable=False),
        sa.Column("lapsed", sa.Text(), nullable=False),
        sa.Column("expired", sa.Integer(), nullable=False),
        sa.Column("time", sa.Text(), nullable=False),
        sa.Column("lines", sa.Text(), nullable=False),
        sa.Column("away", sa.Boolean(), nullable=False),
        sa.Column("level", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_seat_holders_match_id_matches")
        ),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_seat_holders")),
    )
    op.create_index("ix_seat_holders_user_id", "seat_holders", ["user_id"])

    op.create_table(
        "outbox",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("match_id", sa.String(length=8), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("nonce", sa.String(length=25), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("message", sa.BigInteger()),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("delivery", sa.String(length=16), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True)),
        sa.Column("sent_message", sa.BigInteger()),
        sa.Column("fault", sa.Text()),
        sa.Column("channel", sa.BigInteger()),
        sa.Column("about", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_outbox_match_id_matches")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
    )
    op.create_index(
        "ix_outbox_due",
        "outbox",
        ["due_at", "id"],
        sqlite_where=sa.text("delivery = 'waiting'"),
        postgresql_where=sa.text("delivery = 'waiting'"),
    )
    op.create_index(
        "ix_outbox_unsent",
        "outbox",
        ["match_id"],
        sqlite_where=sa.text("delivery != 'sent'"),
        postgresql_where=sa.text("delivery != 'sent'"),
    )

    op.create_table(
        "presses",
        sa.Column("interaction", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("match_id", sa.String(length=8)),
        sa.Column("receipt", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_presses_match_id_matches")
        ),
        sa.PrimaryKeyConstraint("interaction", name=op.f("pk_presses")),
    )
    op.create_table(
        "proposals",
        sa.Column("id", sa.String(length=8), nullable=False),
        sa.Column("match_id", sa.String(length=8), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("asked", sa.Text()),
        sa.Column("needed", sa.Integer(), nullable=False),
        sa.Column("agreed", sa.Text()),
        sa.Column("declined", sa.Text()),
        sa.Column("fate", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_proposals_match_id_matches")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_proposals")),
    )
    op.create_index("ix_proposals_fate_until", "proposals", ["fate", "until"])
    op.create_index("ix_proposals_match_id", "proposals", ["match_id"])

    op.create_table(
        "results",
        sa.Column("match_id", sa.String(length=8), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("team", sa.Integer(), nullable=False),
        sa.Column("teams", sa.Integer(), nullable=False),
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("outcome", sa.String(length=16), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_results_match_id_matches")
        ),
        sa.PrimaryKeyConstraint("match_id", "user_id", name=op.f("pk_results")),
    )
    op.create_index("ix_results_at", "results", ["at"])
    op.create_index("ix_results_game_at", "results", ["game", "at"])
    op.create_index("ix_results_user_id", "results", ["user_id"])

    op.create_table(
        "seen",
        sa.Column("match_id", sa.String(length=8), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_seen_match_id_matches")
        ),
        sa.PrimaryKeyConstraint("match_id", "user_id", name=op.f("pk_seen")),
    )
    op.create_table(
        "snapshots",
        sa.Column("match_id", sa.String(length=8), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_snapshots_match_id_matches")
        ),
        sa.PrimaryKeyConstraint("match_id", "seq", name=op.f("pk_snapshots")),
    )


def downgrade() -> None:
    for table in (
        "snapshots",
        "seen",
        "results",
        "proposals",
        "presses",
        "outbox",
        "seat_holders",
        "entries",
        "decisions",
        "audit",
        "sweeps",
        "servers",
        "players",
        "packs",
        "matches",
        "holidays",
    ):
        op.drop_table(table)
