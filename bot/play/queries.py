"""What can be looked up in the store: each query with the type of its result.

``Reader.read`` answers them; ``bot.store`` has one function for each.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar, dataclass_transform

from bot.play.match_id import MatchId
from bot.play.outbox import OutboxMessage
from bot.play.profiles import Holiday, Player, Proposal, Result
from bot.play.records import Due, Entry, Match, OpenDecision, Pack, Press, SeatHolder, Snapshot
from games.core.seats import Seat

T_co = TypeVar("T_co", covariant=True)


@dataclass_transform(frozen_default=True)
class Query(Generic[T_co]):
    """Something to look up, whose result is a ``T_co``. Each query is a frozen dataclass."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


# Matches


class MatchById(Query[Match | None]):
    match: MatchId


class Seated(Query[tuple[Match, tuple[SeatHolder, ...]] | None]):
    """A match and who holds its seats, of one moment."""

    match: MatchId


class MatchIn(Query[Match | None]):
    """The open match of a channel or thread, else the one that ended last there."""

    channel: int


class OpenOn(Query[tuple[Match, ...]]):
    """The matches of a server that are not over, newest first.

    ``placed``  without those whose channel was deleted
    """

    server: int
    limit: int
    placed: bool = False


class OpenAnywhere(Query[tuple[Match, ...]]):
    """The matches that are not over, without those whose channel is known to be deleted."""


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


class IdleLobbies(Query[tuple[Match, ...]]):
    """Lobbies that nobody has touched since ``before``, the longest idle first."""

    before: datetime
    limit: int


class WithAbsent(Query[tuple[MatchId, ...]]):
    """The running matches in which some seat is a computer player's, nobody's, or that of a
    player who is away."""


class ToResume(Query[tuple[MatchId, ...]]):
    """Paused matches that are to go on by now."""

    now: datetime
    limit: int


class Holders(Query[tuple[SeatHolder, ...]]):
    """By seat."""

    match: MatchId


class Packs(Query[tuple[Pack, ...]]):
    """The content packs of a server for a game, by key."""

    server: int
    game: str


class PackByKey(Query[Pack | None]):
    server: int
    game: str
    key: str


class AlphaSince(Query[datetime | None]):
    """Since when a server allows games in alpha; ``None`` where it does not."""

    server: int


class PressOf(Query[Press | None]):
    interaction: int


# The log


class SnapshotAt(Query[Snapshot | None]):
    match: MatchId
    seq: int


class SnapshotBefore(Query[Snapshot | None]):
    """The newest snapshot that is not newer than entry ``seq``."""

    match: MatchId
    seq: int


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


class Refereed(Query[tuple[Entry, ...]]):
    """What somebody did as the referee of the match, in order."""

    match: MatchId


# Decisions and deadlines


class Decisions(Query[tuple[OpenDecision, ...]]):
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


class LastSweep(Query[datetime | None]):
    """When the deadlines were last looked at."""


class DueNow(Query[Due]):
    """What a sweep has to know, in one look; of lobbies those idle since ``idle_before``."""

    now: datetime
    idle_before: datetime


# People


class PlayerOf(Query[Player]):
    """Their preferences, or the defaults."""

    user: int


class HolidaysOf(Query[tuple[Holiday, ...]]):
    """In order."""

    user: int


class RestsOf(Query[tuple[tuple[Player, ...], tuple[Holiday, ...]]]):
    """Those of the users who have quiet hours, and the holidays of all of them."""

    users: tuple[int, ...]


class ProposalById(Query[Proposal | None]):
    proposal: str


class OpenProposals(Query[tuple[Proposal, ...]]):
    """Those of a match, the oldest first."""

    match: MatchId


class DueProposals(Query[tuple[Proposal, ...]]):
    """Open proposals of all matches whose time to answer is over."""

    now: datetime
    limit: int


class Results(Query[tuple[Result, ...]]):
    """In the order in which the matches ended; ``None`` stands for all games, all servers."""

    game: str | None
    server: int | None


class ResultsOf(Query[tuple[Result, ...]]):
    user: int


class ResultsMark(Query[str]):
    """Another one whenever results have been added or removed."""


class SeenUpTo(Query[int]):
    """Up to which entry ``user`` has looked at the match; 0 for never."""

    match: MatchId
    user: int


class ExplainedTo(Query[frozenset[str]]):
    """The marks on the boards of a game that ``user`` has been explained."""

    user: int
    game: str


# Messages


class DueMessages(Query[tuple[OutboxMessage, ...]]):
    """Unsent messages that are due, oldest first."""

    now: datetime
    limit: int


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


class Blocked(Query[tuple[tuple[MatchId, int], ...]]):
    """Matches with messages that wait until the bot may write to a channel, and which."""


class LastMessage(Query[int]):
    """The number of the newest message; 0 before the first."""
