"""What deliveries, places, files and people need to remember."""

import json
from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    _add_log_columns()
    _add_deleted_channels()
    _deliveries()
    _places_of_dice()
    op.drop_column("players", "language")
    _levels()


def downgrade() -> None:
    op.drop_column("holds", "level")
    op.add_column("players", sa.Column("language", sa.Text(), nullable=False, server_default=""))
    _no_new_words()
    _no_places_of_dice()
    _no_deliveries()
    op.drop_column("matches", "gone_at")
    _drop_log_columns()


# --- Who held the seats, who agreed ---


def _add_log_columns() -> None:
    op.add_column("entries", sa.Column("seating", sa.Text(), nullable=False, server_default=""))
    op.add_column("entries", sa.Column("agreed", sa.Text(), nullable=True))
    filled = sa.text("seating != ''")
    op.create_index(
        "ix_entries_seating",
        "entries",
        ["match_id", "seq"],
        unique=False,
        sqlite_where=filled,
        postgresql_where=filled,
    )
    _fill_seatings()


def _drop_log_columns() -> None:
    op.drop_index("ix_entries_seating", table_name="entries")
    op.drop_column("entries", "agreed")
    op.drop_column("entries", "seating")


def _fill_seatings() -> None:
    """From who holds the seats today back to the start, as far as the log tells."""
    to_change = op.get_bind()
    started = to_change.execute(sa.text("SELECT id FROM matches WHERE seq > 0")).scalars().all()
    for match in started:
        these = {"match": match}
        held: dict[int, tuple[int | None, str]] = {
            seat: (user, name)
            for seat, user, name in to_change.execute(
                sa.text("SELECT seat, user_id, name FROM holds WHERE match_id = :match"), these
            )
        }
        changes = to_change.execute(
            sa.text(
                "SELECT seq, kind, seat, text, body, user_id FROM entries WHERE match_id = :match "
                "AND text != '' AND kind IN ('left', 'taken', 'resignation') ORDER BY seq DESC"
            ),
            these,
        ).all()
        for seq, kind, seat, name, body, actor in changes:
            users = json.loads(body).get("holders", [actor])
            person = (next(iter(users), None), name)
            if kind == "taken":
                held[seat] = person
            _fill(match, seq, held)
            held[seat] = person
            if kind == "taken":
                del held[seat]  # nobody, a computer player, or somebody whose name is not known
        _fill(match, 1, held)


def _fill(match: str, seq: int, held: dict[int, tuple[int | None, str]]) -> None:
    seating = json.dumps([[seat, *held[seat]] for seat in sorted(held)])
    op.get_bind().execute(
        sa.text("UPDATE entries SET seating = :seating WHERE match_id = :match AND seq = :seq"),
        {"seating": seating, "match": match, "seq": seq},
    )


# --- Since when the channel of a match is known to be deleted ---


def _add_deleted_channels() -> None:
    op.add_column("matches", sa.Column("gone_at", sa.DateTime(timezone=True)))


# --- Messages for closed channels ---


def _deliveries() -> None:
    """Messages for channels that are closed to the bot wait until they are open again."""
    unsent = sa.text("delivery != 'sent'")
    op.create_index(
        "ix_outbox_unsent", "outbox", ["match_id"], sqlite_where=unsent, postgresql_where=unsent
    )
    op.execute(
        "UPDATE outbox SET delivery = 'blocked' WHERE delivery = 'parked' AND fault IN "
        "('HTTP 403, code 50001', 'HTTP 403, code 50013', 'HTTP 400, code 160005', "
        "'HTTP 400, code 50083')"
    )


def _no_deliveries() -> None:
    op.execute("UPDATE outbox SET delivery = 'parked' WHERE delivery = 'blocked'")
    op.drop_index("ix_outbox_unsent", "outbox")


# --- The last places of dice on the path, of each audience ---


def _places_of_dice() -> None:
    for table in ("matches", "entries"):
        op.add_column(table, sa.Column("rolls", sa.Text(), nullable=False, server_default=""))


def _no_places_of_dice() -> None:
    for table in ("matches", "entries"):
        op.drop_column(table, "rolls")


# --- Words of this release ---


def _no_new_words() -> None:
    """An older release cannot read a row with a word that it does not know."""
    op.execute("DELETE FROM outbox WHERE errand IN ('vacant', 'removed', 'gone')")
    op.execute("UPDATE results SET outcome = 'lost' WHERE outcome = 'left'")
    op.execute("UPDATE entries SET kind = 'looked' WHERE kind = 'tried'")
    op.execute("UPDATE matches SET paused_by = 'players' WHERE paused_by = 'nobody'")


# --- How well computer players play ---


def _levels() -> None:
    """Those that sit there play as before, which is called normal now."""
    op.add_column("holds", sa.Column("level", sa.Text(), nullable=False, server_default=""))
    op.execute("UPDATE holds SET level = 'normal' WHERE user_id IS NULL")
