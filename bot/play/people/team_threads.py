"""The thread in which a team talks, and who is in it."""

from __future__ import annotations

from bot.play.executor import PlayContext
from bot.play.refusals import NotNow, NotSeated
from bot.play.seat_holders import team_of
from bot.play.storage import queries
from bot.play.storage.records import Match, MatchId, SeatHolder, Status, TeamThread


def find_team(
    match: Match, holders: tuple[SeatHolder, ...], user: int
) -> tuple[int, tuple[int, ...]]:
    """The team of somebody, and the people in it. Raises a ``Refusal`` for who has nobody to talk
    to."""
    team, users = team_of(match, holders, user)
    if user not in users:
        raise NotSeated("You have no seat in this match.")
    if len(users) < 2:
        raise NotNow("Nobody else plays in your team.")
    if match.status is Status.LOBBY:
        raise NotNow("Teams can talk once the match has begun.")
    return team, users


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
