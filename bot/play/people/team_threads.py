"""The thread in which a team talks, and who is in it."""

from __future__ import annotations

from collections.abc import Iterable

from bot.play.executor import PlayContext
from bot.play.refusals import NotNow, NotSeated
from bot.play.storage import queries
from bot.play.storage.records import Match, MatchId, SeatHolder, Status, TeamThread


def has_team(match: Match, holders: Iterable[SeatHolder], user: int) -> bool:
    """Whether somebody plays together with another person."""
    return len(_mates(match, tuple(holders), user)[1]) > 1


def find_team(
    match: Match, holders: tuple[SeatHolder, ...], user: int
) -> tuple[int, tuple[int, ...]]:
    """The team of somebody, and the people in it. Raises a ``Refusal`` for who has nobody to talk
    to."""
    team, users = _mates(match, holders, user)
    if user not in users:
        raise NotSeated("You have no seat in this match.")
    if len(users) < 2:
        raise NotNow("Nobody else plays in your team.")
    if match.status is Status.LOBBY:
        raise NotNow("Teams can talk once the match has begun.")
    return team, users


def _mates(match: Match, holders: tuple[SeatHolder, ...], user: int) -> tuple[int, tuple[int, ...]]:
    teams = match.sides.teams
    own = next((teams[each.seat] for each in holders if each.user == user), -1)
    return own, members_of(match, holders, own)


def members_of(match: Match, holders: Iterable[SeatHolder], team: int) -> tuple[int, ...]:
    """The people who play in a team, by seat."""
    seats = (each for each in holders if match.sides.teams[each.seat] == team)
    return tuple(dict.fromkeys(each.user for each in seats if each.user is not None))


async def load(context: PlayContext, match: MatchId, team: int) -> TeamThread | None:
    async with context.store.reading() as reader:
        threads = await reader.read(queries.TeamThreadsOf(match))
    return next((each for each in threads if each.team == team), None)


async def keep(
    context: PlayContext,
    thread: int,
    match: MatchId,
    team: int,
    members: tuple[int, ...],
    *,
    instead: int | None = None,
) -> int:
    """Note the thread of a team with who is in it; which thread it is, should another one have
    been noted meanwhile.

    ``instead``  the one that is gone
    """
    async with context.store.writing(match) as work:
        for known in await work.read(queries.TeamThreadsOf(match)):
            if known.team == team and known.thread not in (thread, instead):
                return known.thread
        await work.keep(TeamThread(match, team, thread, members))
        await work.commit()
    return thread
