"""The tables, for SQLite and PostgreSQL alike, derived from the records that they store.

A column has the name of the field it stores as its ``key``; its name in the database differs
where the field's name is a word of SQL (``user``, ``match``). Times are stored in UTC and come
back aware. Tables keep what a record does not say: keys, indexes, and columns of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from enum import StrEnum
from types import MappingProxyType, NoneType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    DateTime,
    DefaultClause,
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
    false,
    literal_column,
    or_,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator, TypeEngine

from bot.play.storage.outbox import PANELS, MessageKind, OutboxMessage
from bot.play.storage.profiles import (
    Block,
    Creation,
    Explained,
    Follower,
    Holiday,
    Invitation,
    Player,
    Proposal,
    Result,
    Season,
    Seen,
    Try,
    Wish,
)
from bot.play.storage.records import (
    Advert,
    Audit,
    Entry,
    Identification,
    Match,
    OpenDecision,
    Pack,
    PreparedAnswers,
    Press,
    RegisteredCommands,
    SeatHolder,
    Server,
    Snapshot,
    Status,
    Sweep,
    TeamThread,
    Unfilled,
)
from bot.play.storage.stored_fields import (
    DiscordId,
    MatchId,
    Nonce,
    ProposalId,
    ProposalKindName,
    RowNumber,
    TournamentId,
    own_fields,
)
from bot.play.storage.tournaments import (
    Entrant,
    Pairing,
    Stage,
    TeamMember,
    Tournament,
    TournamentNote,
)
from games.core.types import Seat


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


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# --- From a record to its table ---

_TYPES: Mapping[object, TypeEngine[Any]] = {
    bool: Boolean(),
    bytes: LargeBinary(),
    datetime: Utc(),
    int: Integer(),
    str: Text(),
    tuple: Numbers(),
    Seat: Integer(),
    DiscordId: BigInteger(),
    # SQLite numbers rows by itself only in a column that is exactly INTEGER.
    RowNumber: BigInteger().with_variant(Integer, "sqlite"),
    MatchId: String(8),
    ProposalId: String(8),
    TournamentId: String(8),
    ProposalKindName: String(16),
    Nonce: String(25),
}
_COLUMN_NAMES = {"user": "user_id", "match": "match_id", "by": "by_user"}
OF: dict[type, Table] = {}
"""By the record that they store."""


def _table(
    name: str,
    record: type,
    *key: str,
    renamed: Mapping[str, str] = MappingProxyType({}),
    later: tuple[str, ...] = (),
    more: tuple[Column[Any] | UniqueConstraint, ...] = (),
) -> Table:
    """The table of ``record``.

    Args:
        key: The fields that identify a row.
        renamed: Names of columns that differ from their fields in this table only.
        later: Flags that came to the record after the first rows, which have them unset.
        more: What the table has beside the fields.
    """
    names = {**_COLUMN_NAMES, **renamed}
    hints = get_type_hints(record, include_extras=True)
    columns = (
        _column(each.name, names.get(each.name, each.name), hints[each.name], each.name in key)
        for each in own_fields(record)
    )
    OF[record] = Table(name, metadata, *columns, *more)
    for flag in later:
        OF[record].c[flag].server_default = DefaultClause(false())
    return OF[record]


def _column(field: str, name: str, hint: Any, in_key: bool) -> Column[Any]:
    """Whether it may be empty is what the field says; of numbers in a row, none is empty."""
    optional = NoneType in get_args(hint)
    kind = get_args(hint)[0] if optional else hint
    kind = kind if get_origin(kind) in (None, Annotated) else get_origin(kind)
    named = isinstance(kind, type) and issubclass(kind, StrEnum)
    stored: Any = _one_of(kind) if named else _TYPES[kind]
    if kind is MatchId and field == "match":
        stored = ForeignKey("matches.id")
    return Column(
        name,
        stored,
        key=field,
        primary_key=in_key,
        nullable=not in_key and (optional or kind is tuple),
        autoincrement=kind is RowNumber,
    )


def _where(condition: Any) -> dict[str, Any]:
    """A partial index, in both databases."""
    return {"sqlite_where": condition, "postgresql_where": condition}


def _word(word: str) -> ColumnElement[Any]:
    """Not as a parameter: what the choice of a partial index hangs on is planned anew with each
    value, which takes SQLite longer than to answer, and PostgreSQL may not choose it at all."""
    return literal_column(f"'{word}'")


servers = _table("servers", Server, "id")
players = _table("players", Player, "user", later=("uninvited",))
holidays = _table("holidays", Holiday, "id")
matches = _table(
    "matches",
    Match,
    "id",
    later=("offered",),
    more=(Column("packed", Boolean, nullable=False, server_default=false()),),
)
seat_holders = _table("seat_holders", SeatHolder, "match", "seat")
answers = _table("answers", PreparedAnswers, "match", "seat")
entries = _table(
    "entries", Entry, "match", "seq", more=(UniqueConstraint("match", "branch", "decision"),)
)
snapshots = _table("snapshots", Snapshot, "match", "seq")
unfilled = _table("unfilled", Unfilled, "match")
packed_logs = Table(
    "packed_logs",
    metadata,
    Column("match_id", ForeignKey("matches.id"), key="match", primary_key=True),
    Column("log", LargeBinary, nullable=False),
)
"""In the place of rows of the two tables above (``bot.store.packed_logs``)."""
decisions = _table("decisions", OpenDecision, "match", "key", renamed={"key": "decision"})
sweeps = _table("sweeps", Sweep, "shard", "shards")
leases = Table(
    "leases",
    metadata,
    Column("match_id", _TYPES[MatchId], key="match", primary_key=True),
    Column("process", String(16), nullable=False),
    Column("until", Utc, nullable=False),
    Column("doubt", BigInteger, nullable=False),
    Column("goes_on", Integer),
)
"""Which process works at a match, where there are several (``bot.store.postgres.leases``):
``doubt`` is the newest message that another one may have tried, ``goes_on`` the entry since which
the match is to go on by itself."""
outbox = _table(
    "outbox",
    OutboxMessage,
    "id",
    more=(
        Column("delivery", _one_of(Delivery), nullable=False),
        Column("sent_at", Utc),
        Column("sent_message", BigInteger),
        Column("fault", Text),
    ),
)
proposals = _table("proposals", Proposal, "id")
results = _table("results", Result, "match", "user")
seen = _table("seen", Seen, "match", "user")
tries = _table("tries", Try, "id")
explained = _table("explained", Explained, "user", "game", "mark")
creations = _table("creations", Creation, "user", "number")
adverts = _table("adverts", Advert, "match")
team_threads = _table("team_threads", TeamThread, "match", "team")
blocks = _table("blocks", Block, "user", "other")
invitations = _table("invitations", Invitation, "match", "user")
wishes = _table("wishes", Wish, "user", "server", "game")
seasons = _table("seasons", Season, "server", "title")
followers = _table("followers", Follower, "match", "user")
tournaments = _table("tournaments", Tournament, "id")
entrants = _table("entrants", Entrant, "tournament", "number")
team_members = _table("team_members", TeamMember, "tournament", "user")
pairings = _table(
    "pairings",
    Pairing,
    *("tournament", "round", "table"),
    renamed={"table": "table_number"},
    more=(UniqueConstraint("played_in"),),
)
tournament_notes = _table("tournament_notes", TournamentNote, "id")
packs = _table("packs", Pack, "server", "game", "key", renamed={"key": "pack"})
_row = Column("id", _TYPES[RowNumber], primary_key=True)
audit = _table("audit", Audit, more=(_row,))
presses = _table("presses", Press, "interaction")
identifications = _table("identifications", Identification, "bucket")
registered_commands = _table("registered_commands", RegisteredCommands, "application")

Index("ix_holidays_user_id", holidays.c.user)
Index("ix_matches_channel", matches.c.channel)
Index("ix_matches_server_created_at", matches.c.server, matches.c.created_at)
is_lobby = matches.c.status == _word(Status.LOBBY)
Index("ix_matches_touched_at", matches.c.touched_at, **_where(is_lobby))
is_open = matches.c.status != _word(Status.OVER)
Index("uq_matches_open_channel", matches.c.channel, unique=True, **_where(is_open))
Index(
    "ix_matches_open_server_created_at", matches.c.server, matches.c.created_at, **_where(is_open)
)
is_running = matches.c.status == _word(Status.RUNNING)
Index("ix_matches_running_paused_until", matches.c.paused_until, **_where(is_running))
has_begun = matches.c.seq > literal_column("0")
is_over = and_(matches.c.status == _word(Status.OVER), has_begun)
is_unpacked = and_(is_over, ~matches.c.packed)
Index(
    "ix_matches_over_server_finished_at",
    matches.c.server,
    matches.c.finished_at.desc(),
    matches.c.id,
    **_where(is_over),
)
Index("ix_matches_unpacked_finished_at", matches.c.finished_at, **_where(is_unpacked))
Index("ix_matches_game_rules_version", matches.c.game, matches.c.rules_version, **_where(has_begun))
Index("ix_seat_holders_user_id", seat_holders.c.user)
changes_hands = entries.c.seating != _word("")
Index("ix_entries_seating", entries.c.match, entries.c.seq, **_where(changes_hands))
Index("ix_decisions_act_at", decisions.c.act_at)
waiting = outbox.c.delivery == _word(Delivery.WAITING)
unsent = outbox.c.delivery != _word(Delivery.SENT)
reminding = and_(outbox.c.kind == _word(MessageKind.REMIND), outbox.c.sent_message.is_not(None))
given_up = outbox.c.delivery.in_((_word(Delivery.PARKED), _word(Delivery.BLOCKED)))
of_panels = outbox.c.kind.in_([_word(kind) for kind in PANELS])
Index("ix_outbox_due", outbox.c.due_at, outbox.c.id, **_where(waiting))
Index("ix_outbox_unsent", outbox.c.match, **_where(unsent))
Index("ix_outbox_reminders", outbox.c.match, **_where(reminding))
Index("ix_leases_until", leases.c.until, **_where(leases.c.goes_on.is_not(None)))
Index("ix_tries_user_id_what_at", tries.c.user, tries.c.what, tries.c.at)
Index("ix_proposals_match_id", proposals.c.match)
Index("ix_proposals_fate_until", proposals.c.fate, proposals.c.until)
Index("ix_blocks_other", blocks.c.other)
Index("ix_wishes_server_game", wishes.c.server, wishes.c.game)
Index("ix_followers_user_id", followers.c.user)
Index("ix_followers_next_at", followers.c.next_at)
is_going = seasons.c.standings == _word("")
Index("ix_seasons_ends_at", seasons.c.ends_at, **_where(is_going))
Index("ix_tournaments_server_created_at", tournaments.c.server, tournaments.c.created_at)
is_under_way = or_(
    tournaments.c.stage.in_([_word(Stage.SIGN_UP), _word(Stage.RUNNING)]),
    tournaments.c.told != tournaments.c.version,
)
Index("ix_tournaments_under_way", tournaments.c.id, **_where(is_under_way))
Index("ix_team_members_user_id", team_members.c.user)
Index("ix_tournament_notes_tournament", tournament_notes.c.tournament)
Index("uq_creations_code", creations.c.code, unique=True)
Index("ix_results_user_id", results.c.user)
Index("ix_results_at", results.c.at)
Index("ix_results_game_at", results.c.game, results.c.at)
