"""What is stored of a match, as plain frozen values.

No SQL and no Discord here: the store turns these into rows, the chat reads
them. Discord's ids are integers of up to 64 bits. Times are aware, in UTC.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NewType

from games.core.seats import Seat

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
    ``seq``       the last entry; internal, never shown
    ``shown``     the number of the last public entry: what people see as "#12"
    ``panel``     the message that is the live panel, once there is one
    ``seed``      secret; the dice of the match derive from it
    ``ending``    JSON of the ending, once there is one
    """

    id: MatchId
    game: str
    settings: str
    rules_version: int
    status: Status
    server: int
    channel: int
    host: int
    seats: int
    seating: Seating
    seed: bytes
    created_at: datetime
    seq: int = 0
    shown: int = 0
    panel: int | None = None
    ending: str | None = None
    finished_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Hold:
    """Who holds a seat. ``name`` is the display name at the time of joining, made safe."""

    match: MatchId
    seat: Seat
    user: int
    name: str


class Kind(StrEnum):
    """What an entry of the log is."""

    START = "start"
    MOVE = "move"
    DICE = "dice"
    RESIGNATION = "resignation"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log; append-only.

    ``shown``     its public number, or ``None`` when nobody but some seats may know of it
    ``decision``  the key of the decision it answers; unique within the match
    ``body``      JSON: the move, the dice, or the settings of a start
    ``events``    JSON array of the game's events
    ``text``      the text form of a move
    """

    match: MatchId
    seq: int
    kind: Kind
    body: str
    events: str
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
    state: bytes
    rules_version: int
    schema_version: int = SCHEMA_VERSION


@dataclass(frozen=True, slots=True)
class OpenDecision:
    """A decision the match now holds open, as a row that a sweeper can find."""

    match: MatchId
    key: str
    seat: Seat
    kind: str
    waits: bool
    opened_at: datetime


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
    """Who did what, for the owner of the installation. No contents."""

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
class Change:
    """Everything that one step of a match writes, in one transaction.

    ``match``      as it is from now on, but for ``panel``, which only ``set_panel``
                   changes: the sender may have set it since the step was built
    ``expected``   the ``seq`` on which the step was built; another one in the
                   store means that somebody was faster, and nothing is written.
                   ``None`` for a new match
    ``holds``      all holds of the match, when they changed
    ``decisions``  all open decisions of the match, when they changed
    """

    match: Match
    expected: int | None
    audit: Audit
    entries: tuple[Entry, ...] = ()
    snapshots: tuple[Snapshot, ...] = ()
    holds: tuple[Hold, ...] | None = None
    decisions: tuple[OpenDecision, ...] | None = None
    parcels: tuple[Parcel, ...] = ()
    press: Press | None = None
