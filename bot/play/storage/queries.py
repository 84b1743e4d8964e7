"""What can be looked up in the store: each query with the type of its result.

``Reader.read`` answers them; ``bot.store`` has one function for each.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar, dataclass_transform

from bot.play.storage.outbox import OutboxMessage
from bot.play.storage.profiles import (
    Block,
    Creation,
    Follower,
    Holiday,
    Player,
    Proposal,
    Result,
    Season,
    Try,
    Wish,
)
from bot.play.storage.records import (
    Advert,
    Due,
    Entry,
    Match,
    OpenDecision,
    Pack,
    Press,
    SeatHolder,
    Server,
    Snapshot,
    Sweep,
    TeamThread,
    Unfilled,
)
from bot.play.storage.stored_fields import MatchId, TournamentId
from bot.play.storage.tournaments import Entrant, Pairing, TeamMember, Tournament, TournamentNote
from games.core.types import Seat

T_co = TypeVar("T_co", covariant=True)


@dataclass_transform(frozen_default=True)
class Query(Generic[T_co]):
    """Something to look up, whose result is a ``T_co``. Each query is a frozen dataclass."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


# Matches


class MatchById(Query[Match | None]):
    match: MatchId


class SeatedMatch(Query[tuple[Match, tuple[SeatHolder, ...]] | None]):
    """A match and who holds its seats, of one moment."""

    match: MatchId


@dataclass(frozen=True, slots=True)
class MatchRecords:
    """What is stored of a match and of somebody who looks at it, of one moment.

    ``decisions``  those that are open, by key; none in a match without a clock
    ``player``     as everybody is at first where nobody in particular looks
    ``explained``  the marks on the boards of its game that they know
    """

    match: Match
    holders: tuple[SeatHolder, ...]
    decisions: tuple[OpenDecision, ...]
    player: Player
    explained: frozenset[str]


class Looked(Query[MatchRecords | None]):
    match: MatchId
    user: int | None = None


class LookedIn(Query[MatchRecords | None]):
    """All that a view of the match that ``MatchIn`` finds is made from."""

    channel: int
    user: int


class LookedOf(Query[tuple[MatchRecords, ...]]):
    """All that views of the matches that ``OpenOf`` finds are made from."""

    user: int
    limit: int


class PlayersIn(Query[Mapping[int, Player]]):
    """The people in the seats of a match, with their preferences."""

    match: MatchId


class MatchIn(Query[Match | None]):
    """The open match of a channel or thread, else the one that ended last there."""

    channel: int


class MatchesIn(Query[tuple[Match, ...]]):
    """All matches of these channels and threads, the oldest first."""

    channels: tuple[int, ...]


class OpenOn(Query[tuple[Match, ...]]):
    """The matches of a server that are not over, newest first.

    ``placed``  without those whose channel was deleted
    """

    server: int
    limit: int | None
    placed: bool = False


class OpenServers(Query[tuple[int, ...]]):
    """The servers with matches that are not over and whose channel is not known to be deleted."""


class GoneOf(Query[tuple[Match, ...]]):
    """Open matches whose channel was deleted and in which ``user`` holds a seat, or that they
    opened or referee; newest first."""

    user: int
    limit: int


class OpenOf(Query[tuple[Match, ...]]):
    """The matches in which ``user`` holds a seat and that are not over, newest first; of one
    server or of all."""

    user: int
    limit: int
    server: int | None = None


class FinishedOf(Query[tuple[Match, ...]]):
    """Matches that are over and in which ``user`` held a seat at the end, newest first; of one
    server or of all."""

    user: int
    limit: int
    server: int | None = None


class FinishedOn(Query[tuple[Match, ...]]):
    """Matches of a server that are over, newest first."""

    server: int
    limit: int


class EndingsOn(Query[tuple[tuple[int, str], ...]]):
    """The public entries and the endings of all finished matches of a game on a server, but for
    one."""

    server: int
    game: str
    but: MatchId


class IdleLobbies(Query[tuple[Match, ...]]):
    """Lobbies that nobody has touched since ``before``, the longest idle first."""

    before: datetime
    limit: int


class WithAbsent(Query[tuple[MatchId, ...]]):
    """The running matches in which some seat is a computer player's, nobody's, or that of a
    player who is away. Where several processes share the work, without those that one of them has
    ever worked at: of these it is known whether they go on by themselves."""


class ServersOf(Query[Mapping[MatchId, int]]):
    """The servers on which these matches are played."""

    matches: frozenset[MatchId]


class RunningMatches(Query[tuple[MatchId, ...]]):
    """All matches that are being played."""


class NewestRules(Query[tuple[tuple[str, int], ...]]):
    """Games with the newest version of their rules under which a match was played."""


class ToResume(Query[tuple[MatchId, ...]]):
    """Paused matches that are to go on by now."""

    now: datetime
    limit: int


class ToPack(Query[tuple[MatchId, ...]]):
    """Matches that are over since ``before`` and whose log is not packed, the oldest first; none
    of which positions are still missing."""

    before: datetime
    limit: int


class Holders(Query[tuple[SeatHolder, ...]]):
    """The seat holders of a match, by seat."""

    match: MatchId


class HoldersIn(Query[tuple[SeatHolder, ...]]):
    """The seat holders of several matches, by match and seat."""

    matches: tuple[MatchId, ...]


class ServerPacks(Query[tuple[Pack, ...]]):
    """The content packs of a server for a game, by key."""

    server: int
    game: str


class AdvertOf(Query[Advert | None]):
    match: MatchId


class TeamThreadsOf(Query[tuple[TeamThread, ...]]):
    """The private threads of a match, by team."""

    match: MatchId


class PackByKey(Query[Pack | None]):
    server: int
    game: str
    key: str


class ServerById(Query[Server | None]):
    """``None`` for one on which the bot has not been used yet."""

    server: int


class CommandsDigest(Query[str]):
    """The digest that ``RegisteredCommands`` has; empty if no registration is known."""

    application: int


class PressOf(Query[Press | None]):
    interaction: int


# The log


class Snapshots(Query[tuple[Snapshot, ...]]):
    """The snapshot after entry ``seq`` and those it is packed against, a whole one first; none
    if there is no such snapshot.

    ``after``  also all between this entry and ``seq``, and what those are packed against
    """

    match: MatchId
    seq: int
    after: int | None = None


class UnfilledMatches(Query[tuple[Unfilled, ...]]):
    """The matches that lack positions; ``match`` alone, or all."""

    match: MatchId | None = None


class Entries(Query[tuple[Entry, ...]]):
    """Entries with ``after < seq <= until``, in order."""

    match: MatchId
    after: int = 0
    limit: int | None = None
    until: int | None = None


class EntryShown(Query[Entry | None]):
    """The entry that people know by this number."""

    match: MatchId
    number: int


class EntriesShown(Query[tuple[Entry, ...]]):
    """The entries from the public one ``first`` to before the public one ``end``, in order, with
    those in between that have no number.

    From the first entry of the log or up to entry ``until`` where there are no such numbers.
    """

    match: MatchId
    first: int
    end: int
    until: int


class Cuts(Query[tuple[Entry, ...]]):
    """The entries that take back, in order."""

    match: MatchId


class SeatingChanges(Query[tuple[tuple[int, str], ...]]):
    """The entries after which others hold the seats than before, with their ``seating``, in
    order."""

    match: MatchId


class LastActed(Query[int]):
    """The last entry by which somebody moved for this seat at the time or came to hold it; 0
    for none."""

    match: MatchId
    seat: Seat


class SinceActed(Query[tuple[Entry, ...]]):
    """The entries after ``LastActed``, in order."""

    match: MatchId
    seat: Seat
    until: int


class Refereed(Query[tuple[Entry, ...]]):
    """What somebody did as the referee of the match, in order."""

    match: MatchId


# Decisions and deadlines


class OpenDecisions(Query[tuple[OpenDecision, ...]]):
    """What the match holds open, by key."""

    match: MatchId


class DecisionsOf(Query[tuple[tuple[OpenDecision, SeatHolder], ...]]):
    """Open decisions of the seats that ``user`` holds in running matches."""

    user: int


class DueDecisions(Query[tuple[OpenDecision, ...]]):
    """Open decisions of all matches to which something happens by now, the first first."""

    now: datetime
    limit: int


class FellDue(Query[tuple[OpenDecision, ...]]):
    """Open decisions whose time, or the grace after it, ended after ``since`` and by ``until``."""

    since: datetime
    until: datetime


class Sweeps(Query[tuple[Sweep, ...]]):
    """When the deadlines were last looked at, shard by shard, also with other numbers of shards."""


class DueNow(Query[Due]):
    """What a sweep has to know, in one look; of lobbies those idle since ``idle_before``."""

    now: datetime
    idle_before: datetime


# People


class PlayerOf(Query[Player]):
    """The preferences of a person, or the defaults."""

    user: int


class HolidaysOf(Query[tuple[Holiday, ...]]):
    """The holidays of a person, in order."""

    user: int


class RestsOf(Query[tuple[tuple[Player, ...], tuple[Holiday, ...]]]):
    """The quiet hours and holidays of some people."""

    users: tuple[int, ...]


class ProposalById(Query[Proposal | None]):
    proposal: str


class OpenProposals(Query[tuple[Proposal, ...]]):
    """The open proposals of a match, the oldest first."""

    match: MatchId


class DueProposals(Query[tuple[Proposal, ...]]):
    """Open proposals of all matches whose time to answer is over."""

    now: datetime
    limit: int


class Results(Query[tuple[Result, ...]]):
    """Results in the order in which matches ended; ``None`` stands for all games, all servers."""

    game: str | None
    server: int | None


class SeasonsOn(Query[tuple[Season, ...]]):
    """The seasons of a server, the newest first."""

    server: int


class DueSeasons(Query[tuple[Season, ...]]):
    """Seasons that have ended by now, and whose ladder is not kept yet."""

    now: datetime


@dataclass(frozen=True, slots=True)
class TournamentRecords:
    """All that is stored of a tournament but its notes, of one moment: by number, by user, and by
    round and table."""

    tournament: Tournament
    entrants: tuple[Entrant, ...]
    members: tuple[TeamMember, ...]
    pairings: tuple[Pairing, ...]


class TournamentById(Query[TournamentRecords | None]):
    tournament: TournamentId


class RoundOf(Query[tuple[str, int] | None]):
    """The title of a tournament and the round in which a match of it is played."""

    tournament: TournamentId
    match: MatchId


class TournamentsOn(Query[tuple[Tournament, ...]]):
    """The tournaments of a server, the newest first."""

    server: int
    limit: int


class TournamentsUnderWay(Query[tuple[TournamentId, ...]]):
    """Tournaments that are not over, or whose panel does not show their end yet."""


class NotesOf(Query[tuple[TournamentNote, ...]]):
    """What the referee of a tournament did by hand, the newest first."""

    tournament: TournamentId
    limit: int


class TakesPartIn(Query[tuple[tuple[TeamMember, Tournament], ...]]):
    """The tournaments for which somebody has signed up, the newest first."""

    user: int


class NamesOf(Query[Mapping[int, str]]):
    """What users were called in some match, by user."""

    users: tuple[int, ...]


class BlockedWith(Query[frozenset[int]]):
    """The people whom ``user`` has blocked, or who have blocked ``user``."""

    user: int


class BlocksOf(Query[tuple[Block, ...]]):
    """Whom somebody has blocked."""

    user: int


class IsInvited(Query[bool]):
    """Whether ``user`` was asked to join the match."""

    match: MatchId
    user: int


class WishesFor(Query[tuple[Wish, ...]]):
    """Who looks for an opponent in a game on a server, the longest waiting first."""

    server: int
    game: str


class WishesOf(Query[tuple[Wish, ...]]):
    user: int


class FollowersOf(Query[tuple[Follower, ...]]):
    """The followers of a match, by user."""

    match: MatchId


class DueFollowers(Query[tuple[Follower, ...]]):
    """The followers who may be told by now, and whose matches have news."""

    now: datetime
    limit: int


class FollowedBy(Query[tuple[Follower, ...]]):
    """What somebody follows."""

    user: int


class ResultsOf(Query[tuple[Result, ...]]):
    user: int


class ResultsMark(Query[str]):
    """A mark that changes whenever results are added or removed."""


class SeenUpTo(Query[int]):
    """Up to which entry ``user`` has caught up with the match; 0 for never."""

    match: MatchId
    user: int


class TriesOf(Query[tuple[Try, ...]]):
    """The tries after this time, the oldest first."""

    user: int
    what: str
    after: datetime


class CreationsOf(Query[tuple[Creation, ...]]):
    """What somebody has made in all games, by number."""

    user: int


class CreationByCode(Query[Creation | None]):
    """The creation that is shared under a code."""

    code: str


class ExplainedTo(Query[frozenset[str]]):
    """The marks on the boards of a game that ``user`` has been explained."""

    user: int
    game: str


# Messages


class DueMessages(Query[tuple[OutboxMessage, ...]]):
    """Unsent messages that are due, oldest first."""

    now: datetime
    limit: int


class NextMessages(Query[tuple[tuple[OutboxMessage, ...], datetime | None]]):
    """What waits in the matches whose turn is next, and when the next of all others is due.

    First come matches with a panel that is due, then those that have waited longest. What is put
    off until at most ``horizon`` comes along.

    ``but``    matches that are being served
    ``among``  only these, where several processes share the work (PostgreSQL)
    """

    now: datetime
    horizon: datetime
    limit: int
    but: frozenset[MatchId] = frozenset()
    among: frozenset[MatchId] | None = None


class Parked(Query[tuple[tuple[OutboxMessage, str], ...]]):
    """Messages of a match that can never be delivered, and why not, the newest first."""

    match: MatchId


class Untold(Query[tuple[OutboxMessage, ...]]):
    """What a new panel tells as well, the oldest first: what asks for one and waits, and what was
    given up."""

    match: MatchId


class Reminders(Query[tuple[OutboxMessage, ...]]):
    """The reminders of a match that stand somewhere with buttons; ``message`` is where."""

    match: MatchId


class Blocked(Query[tuple[tuple[MatchId, int, int], ...]]):
    """Matches with messages that wait until the bot may write to a channel, with their server, and
    which."""


class LastMessage(Query[int]):
    """The number of the newest message; 0 before the first."""
