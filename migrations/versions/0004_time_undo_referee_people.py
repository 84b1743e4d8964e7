"""Clocks, taking back, the referee, proposals, results, personal settings."""

import re
from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_TEXT = ("clock", "paused_by", "dice", "origin")
_NUMBERS = ("place", "branch")
_FLAGS = ("disclosed", "practice")
_TIMES = ("paused_at", "paused_until", "touched_at", "warned_at")
_SEATS = ("resigned", "resigned_by")
_SECONDS = {"d": 86_400, "h": 3_600, "m": 60}
_PLAYER = ("palette", "language", "zone", "quiet")


def upgrade() -> None:
    _matches()
    for name in ("time", "lines"):
        op.add_column("holds", _text(name))
    op.add_column("holds", _flag("away"))
    op.execute("UPDATE holds SET away = (user_id IS NOT NULL AND expired >= 3)")
    with op.batch_alter_table("entries") as entries:
        entries.add_column(_number("place"))
        entries.add_column(_number("branch"))
        entries.add_column(_text("reason"))
        entries.add_column(_text("referee"))
        entries.add_column(sa.Column("referee_seat", sa.Integer(), nullable=True))
        entries.add_column(_flag("again"))
        entries.drop_constraint("uq_entries_match_id_decision", type_="unique")
        entries.create_unique_constraint(
            "uq_entries_match_id_branch_decision", ["match_id", "branch", "decision"]
        )
    # Nothing has ever been taken back so far.
    op.execute("UPDATE entries SET place = seq")
    op.add_column("decisions", sa.Column("act_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("decisions", _number("reminded"))
    op.add_column("decisions", _flag("late"))
    op.add_column("decisions", _flag("secret"))
    op.create_index("ix_decisions_act_at", "decisions", ["act_at"], unique=False)
    op.execute("UPDATE decisions SET act_at = due_at")
    op.drop_index("ix_decisions_due_at", table_name="decisions")
    op.add_column("outbox", sa.Column("channel", sa.BigInteger(), nullable=True))
    op.add_column("outbox", _text("about"))
    op.add_column(
        "players", sa.Column("asked", sa.Text(), nullable=False, server_default="channel")
    )
    for name in _PLAYER:
        op.add_column("players", _text(name))
    _tables()


def _matches() -> None:
    for name in _TEXT:
        op.add_column("matches", _text(name))
    for name in _NUMBERS:
        op.add_column("matches", _number(name))
    for name in _FLAGS:
        op.add_column("matches", _flag(name))
    for name in _TIMES:
        op.add_column("matches", sa.Column(name, sa.DateTime(timezone=True), nullable=True))
    op.add_column("matches", sa.Column("referee", sa.BigInteger(), nullable=True))
    for name in _SEATS:
        op.add_column("matches", sa.Column(name, sa.Text(), nullable=True))
    op.create_index(
        "ix_matches_touched_at",
        "matches",
        ["touched_at"],
        unique=False,
        sqlite_where=sa.text("status = 'lobby'"),
        postgresql_where=sa.text("status = 'lobby'"),
    )
    op.execute("UPDATE matches SET place = seq, touched_at = created_at")
    op.execute(
        "UPDATE matches SET clock = CAST(limit_seconds / 60 AS TEXT) || 'm'"
        " WHERE limit_seconds IS NOT NULL"
    )
    op.drop_column("matches", "limit_seconds")


def _tables() -> None:
    op.create_table(
        "holidays",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("begins_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_holidays")),
    )
    op.create_index("ix_holidays_user_id", "holidays", ["user_id"], unique=False)
    op.create_table(
        "proposals",
        sa.Column("id", sa.String(8), nullable=False),
        sa.Column("match_id", sa.String(8), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("asked", sa.Text(), nullable=True),
        sa.Column("needed", sa.Integer(), nullable=False),
        sa.Column("agreed", sa.Text(), nullable=True),
        sa.Column("declined", sa.Text(), nullable=True),
        sa.Column("fate", sa.String(16), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_proposals_match_id_matches")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_proposals")),
    )
    op.create_index("ix_proposals_match_id", "proposals", ["match_id"], unique=False)
    op.create_index("ix_proposals_fate_until", "proposals", ["fate", "until"], unique=False)
    op.create_table(
        "results",
        sa.Column("match_id", sa.String(8), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("team", sa.Integer(), nullable=False),
        sa.Column("teams", sa.Integer(), nullable=False),
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("outcome", sa.String(16), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_results_match_id_matches")
        ),
        sa.PrimaryKeyConstraint("match_id", "user_id", name=op.f("pk_results")),
    )
    op.create_index("ix_results_at", "results", ["at"], unique=False)
    op.create_index("ix_results_user_id", "results", ["user_id"], unique=False)
    op.create_index("ix_results_game_at", "results", ["game", "at"], unique=False)
    op.create_table(
        "seen",
        sa.Column("match_id", sa.String(8), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_seen_match_id_matches")
        ),
        sa.PrimaryKeyConstraint("match_id", "user_id", name=op.f("pk_seen")),
    )


def downgrade() -> None:
    for table in ("seen", "results", "proposals", "holidays"):
        op.drop_table(table)
    with op.batch_alter_table("players") as players:
        for name in ("asked", *_PLAYER):
            players.drop_column(name)
    with op.batch_alter_table("outbox") as outbox:
        outbox.drop_column("about")
        outbox.drop_column("channel")
    op.drop_index("ix_decisions_act_at", table_name="decisions")
    op.execute("UPDATE decisions SET due_at = act_at WHERE late")
    for name in ("secret", "late", "reminded", "act_at"):
        op.drop_column("decisions", name)
    op.create_index("ix_decisions_due_at", "decisions", ["due_at"], unique=False)
    # An older release plays a decision once: of what was taken back, the answers lose their key.
    op.execute(
        "UPDATE entries SET decision = NULL WHERE EXISTS (SELECT 1 FROM entries AS later"
        " WHERE later.match_id = entries.match_id AND later.decision = entries.decision"
        " AND later.branch > entries.branch)"
    )
    with op.batch_alter_table("entries") as entries:
        entries.drop_constraint("uq_entries_match_id_branch_decision", type_="unique")
        entries.create_unique_constraint("uq_entries_match_id_decision", ["match_id", "decision"])
        for name in ("again", "referee_seat", "referee", "reason", "branch", "place"):
            entries.drop_column(name)
    for name in ("away", "lines", "time"):
        op.drop_column("holds", name)
    _limits()
    op.drop_index("ix_matches_touched_at", table_name="matches")
    for name in (*_TEXT, *_NUMBERS, *_FLAGS, *_TIMES, *_SEATS, "referee"):
        op.drop_column("matches", name)


def _limits() -> None:
    """An older release knows one time for every decision; of a bank, what it begins with."""
    op.add_column("matches", sa.Column("limit_seconds", sa.Integer(), nullable=True))
    connection = op.get_bind()
    clocks = connection.execute(sa.text("SELECT id, clock FROM matches WHERE clock <> ''"))
    for match, clock in clocks.all():
        usual = re.split(r"[;+]", clock)[0]
        found = {unit: int(number) for number, unit in re.findall(r"(\d+)([dhm])", usual)}
        seconds = sum(number * _SECONDS[unit] for unit, number in found.items())
        if seconds:
            connection.execute(
                sa.text("UPDATE matches SET limit_seconds = :seconds WHERE id = :match"),
                {"seconds": seconds, "match": match},
            )


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False, server_default="")


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False, server_default="0")


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean(), nullable=False, server_default="0")
