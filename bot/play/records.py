"""What is stored of a match, as plain frozen values.

No SQL and no Discord here: the store turns these into rows, the chat reads
them. Discord's ids are integers of up to 64 bits. Times are aware, in UTC.
What is secret, or long, stands in no ``repr``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NewType

from games.core.seats import Seat, Seats

MatchId = NewType("MatchId", str)
"""Eight characters of ``[a-z2-7]``, drawn at random: nothing can be counted from it."""

SCHEMA_VERSION = 1
"""The form of the JSON in entries and snapshots."""


class Status(StrEnum):
    LOBBY = "lobby"
    RUNNING = "running"
    OVER = "over"


class Seating(StrEnum):
    """How the players get their seats."""

    RANDOM = "random"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True)
class Match:
    """One play of a game.

    ``settings``  JSON of the game's settings; in the lobby only of those that were named
    ``channel``   the channel or thread it is played in; one open match each
    ``seats``     number of seats
    ``teams``     the team of each seat; empty when every seat is a team of its own
    ``seq``       the last entry; internal, never shown
    ``shown``     the number of the last public entry: what people see as "#12"
    ``panel``     the message that is the live panel, once there is one
    ``told``      the first entry whose news the live panel tells
    ``limit``     the time that a seat has for a decision, ``None`` for as long as it likes
    ``pack``      the key of the content pack that was chosen in the lobby; what it says is
                  copied into the settings when the match starts
    ``seed``      secret; the dice of the match derive from it
    ``ending``    JSON of the ending, once there is one
    """

    id: MatchId
    game: str
    settings: str = field(repr=False)
    rules_version: int
    status: Status
    server: int
    channel: int
    host: int
    seats: int
    seating: Seating
    seed: bytes = field(repr=False)
    created_at: datetime
    seq: int = 0
    shown: int = 0
    panel: int | None = None
    ending: str | None = None
    finished_at: datetime | None = None
    teams: tuple[int, ...] = ()
    limit: timedelta | None = None
    pack: str | None = None
    told: int = 0

    @property
    def sides(self) -> Seats:
        """Seats and teams, as the rules want to know them."""
        return Seats(self.teams) if self.teams else Seats.alone(self.seats)


AUTOPILOT_AFTER = 3
"""So many expired turns in a row, and a seat is waited for no more."""


@dataclass(frozen=True, slots=True)
class Hold:
    """Who holds a seat: a user or a computer player. A seat without one is held by nobody.

    ``user``     ``None`` for a computer player
    ``name``     the display name at the time of joining, made safe; "Computer 1"
    ``orders``   JSON of the standing orders; empty without any. Only for the seat itself
    ``lapsed``   the batch of decisions whose time has run out: the rest of it is not waited for
    ``expired``  turns in a row that ran out of time
    """

    match: MatchId
    seat: Seat
    user: int | None
    name: str
    orders: str = field(default="", repr=False)
    lapsed: str = ""
    expired: int = 0

    @property
    def computer(self) -> bool:
        return self.user is None

    @property
    def autopilot(self) -> bool:
        """Whether a user has been away for so long that the seat is waited for no more."""
        return self.user is not None and self.expired >= AUTOPILOT_AFTER


class Kind(StrEnum):
    """What an entry of the log is."""

    START = "start"
    MOVE = "move"
    DICE = "dice"
    RESIGNATION = "resignation"
    STANDING = "standing"
    """A move by standing order, or one that a computer player need not think about."""
    DEFAULT = "default"
    """The move that is made when time has run out, or nobody holds the seat."""
    LEFT = "left"
    """Somebody gave up their seat; ``text`` is their name."""
    TAKEN = "taken"
    """A seat was taken over; ``text`` is the name of the new holder."""


MOVES = frozenset({Kind.MOVE, Kind.STANDING, Kind.DEFAULT})
"""The kinds of entries that answer a decision."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log; append-only.

    ``shown``     its public number, or ``None`` when nobody but some seats may know of it
    ``decision``  the key of the decision it answers; unique within the match
    ``user``      who acted; ``None`` when nobody did, or a computer player
    ``body``      JSON: the move, the dice and what was asked of them, or the settings of a start
    ``events``    JSON array of the game's events
    ``text``      the text form of a move
    """

    match: MatchId
    seq: int
    kind: Kind
    body: str = field(repr=False)
    events: str = field(repr=False)
    rules_version: int
    at: datetime
    shown: int | None = None
    seat: Seat | None = None
    user: int | None = None
    decision: str | None = None
    text: str = ""
    schema_version: int = SCHEMA_VERSION


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state after an entry: a cache of what the log folds to."""

    match: MatchId
    seq: int
    state: bytes = field(repr=False)
    rules_version: int
    schema_version: int = SCHEMA_VERSION


SNAPSHOT_EVERY = 50
"""Beside the newest snapshot of a match, every one with a number that this divides is kept."""


@dataclass(frozen=True, slots=True)
class OpenDecision:
    """A decision the match now holds open, as a row that a sweeper can find.

    ``due_at``  when its default is played; ``None`` when nothing happens by itself
    """

    match: MatchId
    key: str
    seat: Seat
    kind: str
    waits: bool
    opened_at: datetime
    due_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Sweep:
    """When the deadlines were last looked at: the only one of its kind."""

    at: datetime
    id: int = 1


@dataclass(frozen=True, slots=True)
class Press:
    """An interaction that has been dealt with, and what it was answered.

    Kept so that an interaction that Discord delivers twice is answered again
    and not played again.
    """

    interaction: int
    user: int
    match: MatchId | None
    receipt: str
    at: datetime


class Errand(StrEnum):
    """What a parcel is for."""

    PANEL = "panel"
    """Post the match as it stands as its new panel."""
    REFRESH = "refresh"
    """Edit the live panel to show the match as it stands."""
    RETIRE = "retire"
    """Take the buttons off an old panel (``message``)."""
    TURN = "turn"
    """Tell ``user`` by DM that the match waits for them."""
    SECRET = "secret"
    """Tell ``user`` by DM what their seat alone learned at entry ``seq``. That there was
    anything to learn is itself nobody else's business."""
    ASK = "ask"
    """Ask ``user`` by DM for what they choose in secret. Whom the rules ask is no secret."""
    OFFER = "offer"
    """Ask ``user`` by DM for a secret choice that the match does not wait for. That there is
    anything to choose is itself nobody else's business."""
    OVER = "over"
    """Tell ``user`` by DM that the match is over."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """A message that must leave, written in the same transaction as its cause.

    It carries ids only: the words and pictures are made from views when it is
    sent. ``nonce`` (at most 25 characters) is the same at every try.
    """

    match: MatchId
    errand: Errand
    seq: int
    nonce: str
    due_at: datetime
    user: int | None = None
    message: int | None = None
    tries: int = 0
    id: int | None = None


@dataclass(frozen=True, slots=True)
class Audit:
    """Who did what, for the owner of the installation. No contents.

    ``user``  0 for what happens by itself
    """

    at: datetime
    user: int
    action: str
    match: MatchId | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Player:
    """What one person wants of the bot, in all matches.

    ``dm_turn``/``dm_over``  wants these messages
    ``dm_closed_at``         when Discord last said that they take no DMs
    """

    user: int
    dm_turn: bool = False
    dm_over: bool = False
    dm_closed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Server:
    """A Discord server the bot has been used on."""

    id: int
    first_seen: datetime


@dataclass(frozen=True, slots=True)
class Pack:
    """Content that somebody has uploaded for the matches of a server.

    ``key``   names it among the packs of its server and game
    ``text``  the pack itself, checked by the game
    """

    server: int
    game: str
    key: str
    title: str
    text: str
    by: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Change:
    """Everything that one step of a match writes, in one transaction.

    ``match``      as it is from now on, but for ``panel`` and ``told``, which only ``set_panel``
                   changes: the sender may have set them since the step was built
    ``expected``   the ``seq`` on which the step was built; another one in the
                   store means that somebody was faster, and nothing is written.
                   ``None`` for a new match
    ``holds``      all holds of the match, when they changed
    ``closed``     keys of decisions that are open no more
    ``opened``     decisions that are open from now on, or whose time begins anew; those
                   that are in neither stay as they are stored
    """

    match: Match
    expected: int | None
    audit: Audit
    entries: tuple[Entry, ...] = ()
    snapshots: tuple[Snapshot, ...] = ()
    holds: tuple[Hold, ...] | None = None
    closed: tuple[str, ...] = ()
    opened: tuple[OpenDecision, ...] = ()
    parcels: tuple[Parcel, ...] = ()
    press: Press | None = None
