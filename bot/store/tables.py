"""The tables, for SQLite and PostgreSQL alike.

A column has the name of the field it stores as its ``key``; its name in the
database may differ where the field's name is a word of SQL (``user``, ``match``).
Times are stored in UTC and come back aware.
"""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Enum,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    and_,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

from bot.play.outbox import MessageKind
from bot.play.profiles import PlayerResult, ProposalStatus, Proposed
from bot.play.records import Kind, SeatingOrder, Status


class Delivery(StrEnum):
    """What has become of a message."""

    WAITING = "waiting"
    SENT = "sent"
    PARKED = "parked"
    BLOCKED = "blocked"
    """Parked until the bot may write to its channel again."""


class Utc(TypeDecorator[datetime]):
    """An aware time. A naive one is refused: nobody knows what it means."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time without a time zone cannot be stored")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        # SQLite stores no zone; what we put in was UTC.
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Numbers(TypeDecorator[tuple[int, ...]]):
    """A few whole numbers as text: ``0,1,1``; none at all as no value."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: tuple[int, ...] | None, dialect: Dialect) -> str | None:
        return ",".join(map(str, value)) if value else None

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[int, ...]:
        return tuple(map(int, value.split(","))) if value else ()


def _one_of(words: type[StrEnum]) -> Enum:
    """The words as text, without a list of them in the schema: adding one needs no migration."""
    return Enum(
        words,
        native_enum=False,
        create_constraint=False,
        length=16,
        values_callable=lambda kinds: [kind.value for kind in kinds],
    )


# SQLite numbers rows by itself only in a column that is exactly INTEGER.
_ROW_NUMBER = BigInteger().with_variant(Integer, "sqlite")

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

servers = Table(
    "servers",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("first_seen", Utc, nullable=False),
    Column("alpha_since", Utc),
)

players = Table(
    "players",
    metadata,
    Column("user_id", BigInteger, key="user", primary_key=True, autoincrement=False),
    Column("dm_turn", Boolean, nullable=False),
    Column("dm_over", Boolean, nullable=False),
    Column("dm_closed_at", Utc),
    Column("asked", Text, nullable=False),
    Column("palette", Text, nullable=False),
    Column("zone", Text, nullable=False),
    Column("quiet", Text, nullable=False),
)

holidays = Table(
    "holidays",
    metadata,
    Column("id", _ROW_NUMBER, primary_key=True),
    Column("user_id", BigInteger, key="user", nullable=False),
    Column("begins_at", Utc, nullable=False),
    Column("ends_at", Utc, nullable=False),
)
Index("ix_holidays_user_id", holidays.c.user)

matches = Table(
    "matches",
    metadata,
    Column("id", String(8), primary_key=True),
    Column("game", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("status", _one_of(Status), nullable=False),
    Column("server", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("host", BigInteger, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("seating", _one_of(SeatingOrder), nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("created_at", Utc, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("shown", Integer, nullable=False),
    Column("panel", BigInteger),
    Column("ending", Text),
    Column("finished_at", Utc),
    Column("teams", Numbers),
    Column("pack", Text),
    Column("told", Integer, nullable=False),
    Column("clock", Text, nullable=False),
    Column("place", Integer, nullable=False),
    Column("branch", Integer, nullable=False),
    Column("rolls", Text, nullable=False),
    Column("referee", BigInteger),
    Column("paused_at", Utc),
    Column("paused_until", Utc),
    Column("paused_by", Text, nullable=False),
    Column("dice", Text, nullable=False),
    Column("disclosed", Boolean, nullable=False),
    Column("practice", Boolean, nullable=False),
    Column("origin", Text, nullable=False),
    Column("resigned", Numbers),
    Column("resigned_by", Numbers),
    Column("touched_at", Utc),
    Column("warned_at", Utc),
    Column("gone_at", Utc),
)
Index("ix_matches_channel", matches.c.channel)
Index("ix_matches_server_created_at", matches.c.server, matches.c.created_at)
_lobby = matches.c.status == Status.LOBBY
Index(
    "ix_matches_touched_at",
    matches.c.touched_at,
    sqlite_where=_lobby,
    postgresql_where=_lobby,
)
_open = matches.c.status != Status.OVER
Index(
    "uq_matches_open_channel",
    matches.c.channel,
    unique=True,
    sqlite_where=_open,
    postgresql_where=_open,
)


def _match() -> Column[str]:
    return Column("match_id", ForeignKey(matches.c.id), key="match", nullable=False)


def _match_key() -> Column[str]:
    return Column("match_id", ForeignKey(matches.c.id), key="match", primary_key=True)


seat_holders = Table(
    "seat_holders",
    metadata,
    _match_key(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, key="user"),
    Column("name", Text, nullable=False),
    Column("orders", Text, nullable=False),
    Column("lapsed", Text, nullable=False),
    Column("expired", Integer, nullable=False),
    Column("time", Text, nullable=False),
    Column("lines", Text, nullable=False),
    Column("away", Boolean, nullable=False),
    Column("level", Text, nullable=False),
)
Index("ix_seat_holders_user_id", seat_holders.c.user)

entries = Table(
    "entries",
    metadata,
    _match_key(),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", _one_of(Kind), nullable=False),
    Column("body", Text, nullable=False),
    Column("events", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("at", Utc, nullable=False),
    Column("shown", Integer),
    Column("seat", Integer),
    Column("user_id", BigInteger, key="user"),
    Column("decision", Text),
    Column("text", Text, nullable=False),
    Column("place", Integer, nullable=False),
    Column("branch", Integer, nullable=False),
    Column("rolls", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("referee", Text, nullable=False),
    Column("referee_seat", Integer),
    Column("again", Boolean, nullable=False),
    Column("seating", Text, nullable=False),
    Column("agreed", Numbers),
    UniqueConstraint("match", "branch", "decision"),
)
_changes_hands = entries.c.seating != ""
Index(
    "ix_entries_seating",
    entries.c.match,
    entries.c.seq,
    sqlite_where=_changes_hands,
    postgresql_where=_changes_hands,
)

snapshots = Table(
    "snapshots",
    metadata,
    _match_key(),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("state", LargeBinary, nullable=False),
    Column("rules_version", Integer, nullable=False),
)

decisions = Table(
    "decisions",
    metadata,
    _match_key(),
    Column("decision", Text, key="key", primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("waits", Boolean, nullable=False),
    Column("due_at", Utc),
    Column("act_at", Utc),
    Column("reminded", Integer, nullable=False),
    Column("late", Boolean, nullable=False),
    Column("secret", Boolean, nullable=False),
)
Index("ix_decisions_act_at", decisions.c.act_at)

sweeps = Table(
    "sweeps",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", Utc, nullable=False),
)
"""One row: when the deadlines were last looked at, so that the bot knows how long it was away."""

outbox = Table(
    "outbox",
    metadata,
    Column("id", _ROW_NUMBER, primary_key=True),
    _match(),
    Column("kind", _one_of(MessageKind), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("nonce", String(25), nullable=False),
    Column("due_at", Utc, nullable=False),
    Column("user_id", BigInteger, key="user"),
    Column("message", BigInteger),
    Column("tries", Integer, nullable=False),
    Column("delivery", _one_of(Delivery), nullable=False),
    Column("sent_at", Utc),
    Column("sent_message", BigInteger),
    Column("fault", Text),
    Column("channel", BigInteger),
    Column("about", Text, nullable=False),
)
waiting = outbox.c.delivery == Delivery.WAITING
unsent = outbox.c.delivery != Delivery.SENT
reminding = and_(outbox.c.kind == MessageKind.REMIND, outbox.c.sent_message.is_not(None))
given_up = outbox.c.delivery.in_((Delivery.PARKED, Delivery.BLOCKED))
Index(
    "ix_outbox_due",
    outbox.c.due_at,
    outbox.c.id,
    sqlite_where=waiting,
    postgresql_where=waiting,
)
Index("ix_outbox_unsent", outbox.c.match, sqlite_where=unsent, postgresql_where=unsent)
Index("ix_outbox_reminders", outbox.c.match, sqlite_where=reminding, postgresql_where=reminding)

proposals = Table(
    "proposals",
    metadata,
    Column("id", String(8), primary_key=True),
    _match(),
    Column("kind", _one_of(Proposed), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user_id", BigInteger, key="user", nullable=False),
    Column("body", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("made_at", Utc, nullable=False),
    Column("until", Utc, nullable=False),
    Column("asked", Numbers),
    Column("needed", Integer, nullable=False),
    Column("agreed", Numbers),
    Column("declined", Numbers),
    Column("fate", _one_of(ProposalStatus), nullable=False),
)
Index("ix_proposals_match_id", proposals.c.match)
Index("ix_proposals_fate_until", proposals.c.fate, proposals.c.until)

results = Table(
    "results",
    metadata,
    _match_key(),
    Column("user_id", BigInteger, key="user", primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("team", Integer, nullable=False),
    Column("teams", Integer, nullable=False),
    Column("server", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("at", Utc, nullable=False),
    Column("outcome", _one_of(PlayerResult), nullable=False),
    Column("rated", Boolean, nullable=False),
)
Index("ix_results_user_id", results.c.user)
Index("ix_results_at", results.c.at)
Index("ix_results_game_at", results.c.game, results.c.at)

seen = Table(
    "seen",
    metadata,
    _match_key(),
    Column("user_id", BigInteger, key="user", primary_key=True, autoincrement=False),
    Column("seq", Integer, nullable=False),
)
"""Up to which entry somebody has looked at a match."""

explained = Table(
    "explained",
    metadata,
    Column("user_id", BigInteger, key="user", primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("mark", Text, primary_key=True),
)
"""Which marks on the boards of a game somebody has been explained."""

packs = Table(
    "packs",
    metadata,
    Column("server", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("pack", Text, key="key", primary_key=True),
    Column("title", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("by_user", BigInteger, key="by", nullable=False),
    Column("at", Utc, nullable=False),
)

audit = Table(
    "audit",
    metadata,
    Column("id", _ROW_NUMBER, primary_key=True),
    Column("at", Utc, nullable=False),
    Column("user_id", BigInteger, key="user", nullable=False),
    Column("action", Text, nullable=False),
    Column("match_id", ForeignKey(matches.c.id), key="match"),
    Column("detail", Text, nullable=False),
)

presses = Table(
    "presses",
    metadata,
    Column("interaction", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, key="user", nullable=False),
    Column("match_id", ForeignKey(matches.c.id), key="match"),
    Column("receipt", Text, nullable=False),
    Column("at", Utc, nullable=False),
)
