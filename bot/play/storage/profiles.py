"""What is stored of people: preferences, holidays, proposals, results, what they saw
and were explained.

Plain frozen values like those of ``records``.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.play.storage.stored_fields import (
    DiscordId,
    MatchId,
    ProposalId,
    ProposalKindName,
    RowNumber,
)
from games.core.types import Seat


@dataclass(frozen=True, slots=True)
class Player:
    """What one person wants of the bot, in all matches.

    ``dm_turn``/``dm_over``  wants these messages
    ``dm_closed_at``         when Discord last said that they take no DMs
    ``asked``                how to be asked and reminded: an ``NotificationChannel``
    ``palette``              the name of the colours of their private pictures; empty as usual
    ``zone``                 the name of their time zone; empty for UTC
    ``quiet``                hours in which their clocks stand still, in their zone: ``22:00-07:00``
    ``uninvited``            wants no invitations to matches
    """

    user: DiscordId
    dm_turn: bool = False
    dm_over: bool = False
    dm_closed_at: datetime | None = None
    asked: str = "channel"
    palette: str = ""
    zone: str = ""
    quiet: str = ""
    uninvited: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """``user`` wants neither invitations nor matches by a standing wish with ``other``."""

    user: DiscordId
    other: DiscordId


@dataclass(frozen=True, slots=True)
class Invitation:
    """``user`` was asked to join the match."""

    match: MatchId
    user: DiscordId


@dataclass(frozen=True, slots=True)
class Wish:
    """Somebody looks for an opponent on a server: the first who wants the same gets a match.

    ``name``   that of the person, made safe
    ``clock``  as in ``Match``
    ``near``   only somebody whose rating is about the same
    """

    user: DiscordId
    server: DiscordId
    game: str
    name: str
    clock: str
    near: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class Follower:
    """Somebody who follows a match without playing in it.

    ``pace``   how often they are told at most: a ``FollowPace``
    ``told``   the number of the last public entry they were told of
    ``name``   made safe, for the players to see; empty for who is not to be seen
    ``next_at``  before it they are not told again
    """

    match: MatchId
    user: DiscordId
    pace: str
    told: int
    next_at: datetime
    name: str = ""


@dataclass(frozen=True, slots=True)
class Season:
    """The ladder of a server, to be kept as it stands at a time.

    ``game``       empty for all games together
    ``standings``  JSON of the rows of the ladder (``bot.play.people.seasons``); empty until then
    """

    server: DiscordId
    title: str
    game: str
    ends_at: datetime
    standings: str = ""


class NotificationChannel(StrEnum):
    """How somebody wants to be asked and reminded; where one way is closed, the other is taken."""

    CHANNEL = "channel"
    DM = "dm"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Holiday:
    """A time in which the clocks of a user stand still, in all matches that allow it."""

    user: DiscordId
    begins_at: datetime
    ends_at: datetime
    id: RowNumber | None = None


class ProposalStatus(StrEnum):
    """What has become of a proposal."""

    OPEN = "open"
    AGREED = "agreed"
    DECLINED = "declined"
    LAPSED = "lapsed"
    """The match went on, or the time to answer was over: silence is no."""
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something that a seat proposes and others must agree to.

    ``id``        eight characters like those of a match
    ``seat``      who proposes it
    ``body``      JSON of what exactly: the entry to go back to, the seat, the time
    ``seq``       the entry after which it was made: an undo lapses when the match goes on
    ``until``     silence after this is no
    ``asked``     the seats that are asked
    ``needed``    how many of them must agree
    ``agreed``, ``declined``  the seats that have answered
    """

    id: ProposalId
    match: MatchId
    kind: ProposalKindName
    seat: Seat
    user: DiscordId
    body: str
    seq: int
    made_at: datetime
    until: datetime
    asked: tuple[int, ...]
    needed: int
    agreed: tuple[int, ...] = ()
    declined: tuple[int, ...] = ()
    fate: ProposalStatus = ProposalStatus.OPEN


class PlayerResult(StrEnum):
    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"
    LEFT = "left"
    """Lost without playing to the end: gave up, or the match ended against the seat they left."""
    HELPED = "helped"
    """Did not win in a seat that somebody else had when the match began, which is no loss."""


@dataclass(frozen=True, slots=True)
class Result:
    """How one person fared in one match that is over, at most once for each match and user.

    ``team``   of the seat; ``teams`` how many there were
    ``rated``  whether it counts for Elo: a match of people, no practice; of those who took a seat
               over, what they have won
    """

    match: MatchId
    seat: Seat
    user: DiscordId
    team: int
    teams: int
    server: DiscordId
    game: str
    at: datetime
    outcome: PlayerResult
    rated: bool


@dataclass(frozen=True, slots=True)
class Explained:
    """Somebody has been told what a mark on the boards of a game means, in whatever match."""

    user: DiscordId
    game: str
    mark: str


@dataclass(frozen=True, slots=True)
class Creation:
    """What somebody has made in the workshop of a game, or is still making.

    ``number``  among all that the person has made, from 1
    ``text``    its text form; ``edits`` counts the changes of it
    ``code``    under which anybody can take a copy, of the text that it had then: ``shared``
    """

    user: DiscordId
    number: int
    game: str
    kind: str
    text: str
    edits: int = 0
    code: str | None = None
    shared: str = ""


@dataclass(frozen=True, slots=True)
class Try:
    """Somebody has tried what is limited by the hour."""

    user: DiscordId
    what: str
    at: datetime
    id: RowNumber | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """Up to which entry somebody has seen a match."""

    match: MatchId
    user: DiscordId
    seq: int
