"""Stored records of a match, as plain frozen values.

No SQL and no Discord here: the store turns these into rows, the chat reads
them. Discord's ids are integers of up to 64 bits. Times are aware, in UTC.
Secret and long fields are left out of ``repr``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from bot.play.storage.outbox import OutboxMessage
from bot.play.storage.profiles import Proposal, Result
from bot.play.storage.stored_fields import APART, DiscordId
from bot.play.storage.stored_fields import MatchId as MatchId
from games.core.types import Seat, Seats


class Pauser(StrEnum):
    """Who had a match paused: only those may end it early."""

    PLAYERS = "players"
    REFEREE = "referee"
    IDLE = "idle"
    """Nobody has answered for three rounds: any player may end it."""
    UNREADABLE = "unreadable"
    """Its position cannot be read: it goes on by itself once it can be."""
    NOBODY = "nobody"
    """Its channel was deleted: moving the match ends the pause, and nothing else."""


class Status(StrEnum):
    LOBBY = "lobby"
    RUNNING = "running"
    OVER = "over"


class SeatingOrder(StrEnum):
    """How the players get their seats."""

    RANDOM = "random"
    CHOICE = "choice"


class Hints(StrEnum):
    """What a match says of good moves: whole moves, only the order of choices, or nothing."""

    FULL = "full"
    ORDER = "order"
    OFF = "off"


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
    ``clock``     how long seats may think, in the notation of ``bot.play.clocks.time_controls``;
                  empty for as long as they like
    ``pack``      the key of the content pack that was chosen in the lobby; what it says is
                  copied into the settings when the match starts
    ``seed``      secret; the dice of the match derive from it
    ``ending``    JSON of the ending, once there is one
    ``place``     the place of the last entry on the path of those that count; ``seq`` counts
                  what was taken back as well
    ``branch``    the last entry that took something back or adjusted the state: decisions are
                  answered once for each of these
    ``rolls``     the last places of its dice on that path, of each audience: ``"all-12 0+2-3"``
    ``referee``   the user who was named referee; those who manage the server may always be it
    ``paused_at``, ``paused_until``, ``paused_by``
                  while the clocks stand still and nobody moves; until when, if that was said;
                  ``paused_by`` is a ``Pauser``
    ``gone_at``   since when its channel is known to be deleted; ``None`` while it is there
    ``dice``      faces that the referee has set for the next dice: ``"6,3"``
    ``disclosed`` whether the seed or what seats kept secret has been handed out after the end:
                  such a match cannot be opened again
    ``practice``  counts for no statistics
    ``origin``    the match it follows or is taken from: ``rematch:<id>``, ``next:<id>`` of a
                  campaign, ``fork:<id>``,
                  ``import:<id>`` (in older releases ``import``); ``tournament:<id>`` of a
                  tournament; ``lesson`` for one that teaches
    ``resigned``  seats whose players have given up in a match that goes on; ``resigned_by`` the
                  users who did, in the same order
    ``touched_at``  when a person last did something in it
    ``warned_at`` when it was said that the lobby will be closed
    ``hints``     what is said of good moves; ``None``: only an order in a match that could be
                  rated, all in others
    ``offered``   whether its free seats are offered in the server's channel for that
    """

    id: MatchId
    game: str
    settings: str = field(repr=False)
    rules_version: int
    status: Status
    server: DiscordId
    channel: DiscordId
    host: DiscordId
    seats: int
    seating: SeatingOrder
    seed: bytes = field(repr=False)
    created_at: datetime
    seq: int = 0
    shown: int = 0
    panel: DiscordId | None = None
    ending: str | None = None
    finished_at: datetime | None = None
    teams: tuple[int, ...] = ()
    pack: str | None = None
    told: int = 0
    clock: str = ""
    place: int = 0
    branch: int = 0
    rolls: str = field(default="", repr=False)
    referee: DiscordId | None = None
    paused_at: datetime | None = None
    paused_until: datetime | None = None
    paused_by: str = ""
    dice: str = field(default="", repr=False)
    disclosed: bool = False
    practice: bool = False
    origin: str = ""
    resigned: tuple[int, ...] = ()
    resigned_by: tuple[int, ...] = ()
    touched_at: datetime | None = None
    warned_at: datetime | None = None
    gone_at: datetime | None = None
    hints: Hints | None = None
    offered: bool = False

    @property
    def sides(self) -> Seats:
        """Seats and teams, as the rules want to know them."""
        return Seats(self.teams) if self.teams else Seats.alone(self.seats)


@dataclass(frozen=True, slots=True)
class Advert:
    """The message that offers the free seats of a match, or has offered them."""

    match: MatchId
    channel: DiscordId
    message: DiscordId


@dataclass(frozen=True, slots=True)
class TeamThread:
    """The private thread in which a team talks; ``members`` are the users who were let in."""

    match: MatchId
    team: int
    thread: DiscordId
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """Who holds a seat: a user or a computer player. A seat without one is held by nobody.

    ``user``     ``None`` for a computer player
    ``name``     the display name at the time of joining, made safe; "Computer 1 (easy)"
    ``lapsed``   the batch of decisions whose time has run out: the rest of it is not waited for
    ``expired``  turns in a row that ran out of time
    ``level``    how well a computer player plays; empty for a user
    ``away``     whether those were so many that the match no longer waits for the seat
    ``time``     JSON of the time that the seat has left (``bot.play.clocks.time_controls``)
    ``answers``  JSON of its answers in advance (``bot.play.seat_holders``); empty without any.
                 Only for the seat itself
    """

    match: MatchId
    seat: Seat
    user: DiscordId | None
    name: str
    lapsed: str = ""
    expired: int = 0
    time: str = ""
    away: bool = False
    level: str = ""
    answers: str = field(default="", repr=False, metadata=APART)

    @property
    def is_computer(self) -> bool:
        return self.user is None

    @property
    def is_autopilot(self) -> bool:
        """Whether a user has been away for so long that the match no longer waits for the seat."""
        return self.user is not None and self.away


@dataclass(frozen=True, slots=True)
class PreparedAnswers:
    """What a seat has decided in advance: ``SeatHolder.answers``."""

    match: MatchId
    seat: Seat
    answers: str = field(repr=False)


class EntryKind(StrEnum):
    """What an entry of the log is."""

    START = "start"
    MOVE = "move"
    DICE = "dice"
    RESIGNATION = "resignation"
    STANDING = "standing"
    """A move by standing order or by the game's own rule for the decision, which read the same."""
    DEFAULT = "default"
    """The move that is made when time has run out, or nobody holds the seat."""
    LEFT = "left"
    """Somebody gave up their seat; ``text`` is their name."""
    TAKEN = "taken"
    """A seat was taken over; ``text`` is the name of the new holder."""
    CONDITIONAL = "conditional"
    """A move that the seat had prepared for the case that another one was played."""
    UNDONE = "undone"
    """The match was rewound to an earlier entry."""
    ADJUSTED = "adjusted"
    """The referee set something by hand."""
    POSITION = "position"
    """The match continues from a position: that of another match, or under other rules."""
    SET_DICE = "set-dice"
    """The referee set the faces of the next dice."""
    PAUSED = "paused"
    RESUMED = "resumed"
    EXTENDED = "extended"
    """Somebody was given more time."""
    MOVED = "moved"
    """The match went to another channel."""
    LOOKED = "looked"
    """The referee looked at the view of a seat; told when the match is over."""
    TRIED = "tried"
    """The referee tried to set what something hidden from them forbade; told when the match is
    over."""
    DRAWN = "drawn"
    """The players agreed on a draw."""
    CLOSED = "closed"
    """Ended from outside the rules: by the referee, by vote, or for lack of time."""


MOVES = frozenset({EntryKind.MOVE, EntryKind.STANDING, EntryKind.DEFAULT, EntryKind.CONDITIONAL})
"""The kinds of entries that answer a decision."""

CHANGING = MOVES | {EntryKind.DICE, EntryKind.ADJUSTED, EntryKind.POSITION}
"""The kinds of entries that change the state."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log; append-only.

    ``shown``     its public number, or ``None`` when nobody but some seats may know of it
    ``decision``  the key of the decision it answers; unique within the match
    ``user``      who acted; ``None`` when nobody did, or a computer player. Older ``STANDING``
                  entries name who gave the order: read by nobody, as it can tell a secret
    ``body``      JSON: the move, the dice and what was asked of them, or the settings of a start
    ``events``    JSON array of the game's events
    ``text``      the text form of a move, or the name of somebody
    ``place``     its place on the path of entries that count; that of an entry that takes back
                  is the place to which it goes back
    ``branch``    the last entry before it that took back or adjusted; ``decision`` is unique
                  within it
    ``rolls``     the last places of dice on the path up to it
    ``reason``    why, in the words of the referee, for everybody to read; where an epoch begins,
                  what has changed in the rules
    ``referee``   the name of the referee who did it, made safe; empty where nobody acted as one
    ``referee_seat``  the seat that this referee held at the time, if any
    ``again``     whether it only keeps, after something was taken back, what its seat had chosen
                  unseen before: nobody reads of it a second time
    ``seating``   JSON of who holds the seats from here on (``bot.play.seat_holders``); empty where
                  they are the same as before
    ``agreed``    where players agreed on it: the seat that proposed it, then those that agreed
    """

    match: MatchId
    seq: int
    kind: EntryKind
    body: str = field(repr=False)
    events: str = field(repr=False)
    rules_version: int
    at: datetime
    shown: int | None = None
    seat: Seat | None = None
    user: DiscordId | None = None
    decision: str | None = None
    text: str = ""
    place: int = 0
    branch: int = 0
    rolls: str = field(default="", repr=False)
    reason: str = ""
    referee: str = ""
    referee_seat: Seat | None = None
    again: bool = False
    seating: str = field(default="", repr=False)
    agreed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The position after an entry, packed; every entry keeps its own.

    ``state``  JSON of the state, packed (``bot.play.storage.packing``) as its difference to the
               position after entry ``base``
    ``base``   an older entry; ``None`` for a position that is stored whole
    ``rules_version``  that the form of its JSON is of
    """

    match: MatchId
    seq: int
    state: bytes = field(repr=False)
    rules_version: int
    base: int | None = None


@dataclass(frozen=True, slots=True)
class Position:
    """The state after an entry, before it is packed.

    ``follows``  the entry on which it builds: the one before it, or the one to which the match
                 was rewound; ``None`` for the first
    """

    seq: int
    state: Any = field(repr=False)
    follows: int | None = None


@dataclass(frozen=True, slots=True)
class Unfilled:
    """A match in which some entries have no position: an earlier release kept only a few.

    ``seq``  up to which entry the missing ones have been worked out since
    """

    match: MatchId
    seq: int = 0


@dataclass(frozen=True, slots=True)
class OpenDecision:
    """A decision the match now holds open, as a row that a sweeper can find.

    ``kind``      the kind of decision whose clock it has
    ``due_at``    when its time is over; ``None`` when it has no limit
    ``act_at``    when the sweeper must next look at it, for a reminder, the end of its time or of
                  the grace after it; ``None`` when nothing happens by itself
    ``reminded``  how many reminders have been sent
    ``late``      whether its time is over and it is still open: until ``act_at``, when there is a
                  grace; for the others to decide when nothing happens by itself any more
    ``secret``    whether the answer is hidden until all have chosen: who has is told nobody
    """

    match: MatchId
    key: str
    seat: Seat
    kind: str
    waits: bool
    due_at: datetime | None = None
    act_at: datetime | None = None
    reminded: int = 0
    late: bool = False
    secret: bool = False

    @property
    def is_for_others(self) -> bool:
        """Whether its time is over for good, and the others may decide how to go on."""
        return self.late and self.act_at is None


@dataclass(frozen=True, slots=True)
class Sweep:
    """When the deadlines were last checked by a process that serves this shard of so many."""

    shard: int
    shards: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Press:
    """An interaction that has been executed, and its receipt.

    Kept so that an interaction that Discord delivers twice is answered again
    and not played again.
    """

    interaction: DiscordId
    user: DiscordId
    match: MatchId | None
    receipt: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Audit:
    """Who did what, for the owner of the installation. No contents.

    ``user``  0 for what happens by itself
    """

    at: datetime
    user: DiscordId
    action: str
    match: MatchId | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Server:
    """A Discord server the bot has been used on.

    Channels and roles are those that its managers have named.

    ``alpha_since``   since when games in alpha are allowed there, if they are
    ``welcomed_at``   when the bot introduced itself there
    ``places``        the channels in which matches may be played, in their threads as well; empty
                      for all
    ``referees``      roles whose members may referee every match there
    ``open_seats``    the channel in which open seats are offered
    ``players``       the role that is notified of them
    ``chronicle``     the channel that is told how each match ended
    """

    id: DiscordId
    first_seen: datetime
    alpha_since: datetime | None = None
    welcomed_at: datetime | None = None
    places: tuple[int, ...] = ()
    referees: tuple[int, ...] = ()
    open_seats: DiscordId | None = None
    players: DiscordId | None = None
    chronicle: DiscordId | None = None


@dataclass(frozen=True, slots=True)
class Identification:
    """When the last session with Discord was begun of those that are counted together."""

    bucket: int
    at: datetime


@dataclass(frozen=True, slots=True)
class RegisteredCommands:
    """What an application of Discord has been told, and had then, as one digest."""

    application: DiscordId
    digest: str


@dataclass(frozen=True, slots=True)
class Pack:
    """Content that somebody has uploaded for the matches of a server.

    ``key``   names it among the packs of its server and game
    ``text``  the pack itself, checked by the game
    """

    server: DiscordId
    game: str
    key: str
    title: str
    text: str
    by: DiscordId
    at: datetime


@dataclass(frozen=True, slots=True)
class Due:
    """What a sweep has to do now; usually nothing.

    ``deadlines``  decisions, and pauses that end by themselves
    """

    deadlines: bool
    proposals: bool
    lobbies: bool
    messages: bool
    followers: bool
    seasons: bool
    tournaments: bool


@dataclass(frozen=True, slots=True)
class Change:
    """Everything that one step of a match writes, in one transaction.

    ``match``      as it is from now on, but for ``panel`` and ``told``, which only ``set_panel``
                   changes: the sender may have set them since the step was built
    ``expected``   the ``seq`` on which the step was built; another one in the
                   store means that somebody was faster, and nothing is written.
                   ``None`` for a new match
    ``positions``  after each of the entries; the executor packs them into ``snapshots``
    ``holders``    all seat holders of the match, if any changed but in their answers in advance
    ``answers``    the answers in advance of the seats where they changed
    ``closed``     keys of decisions that are no longer open
    ``opened``     decisions that are new or whose time starts anew; those in neither stay as
                   they are stored
    ``proposals``  those that are new or have changed
    ``results``    of the players; replace those stored for this match
    """

    match: Match
    expected: int | None
    audit: Audit
    entries: tuple[Entry, ...] = ()
    positions: tuple[Position, ...] = ()
    snapshots: tuple[Snapshot, ...] = ()
    holders: tuple[SeatHolder, ...] | None = None
    answers: tuple[PreparedAnswers, ...] = ()
    closed: tuple[str, ...] = ()
    opened: tuple[OpenDecision, ...] = ()
    outbox_messages: tuple[OutboxMessage, ...] = ()
    press: Press | None = None
    proposals: tuple[Proposal, ...] = ()
    results: tuple[Result, ...] | None = None
