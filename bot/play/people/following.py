"""Following a match without playing in it: the news by DM, at most as often as one likes."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from enum import StrEnum

from bot.play import effects
from bot.play.executor import Noted, PlayContext, transactional_beside
from bot.play.refusals import NotNow, load_seated
from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind
from bot.play.storage.ports import UnitOfWork
from bot.play.storage.profiles import Follower
from bot.play.storage.records import MatchId, Status

_AT_ONCE = 100
_MOST = 50


class FollowPace(StrEnum):
    """How often a follower is told at most."""

    TURN = "turn"
    HOUR = "hour"
    DAY = "day"


_APART = {
    FollowPace.TURN: timedelta(minutes=2),
    FollowPace.HOUR: timedelta(hours=1),
    FollowPace.DAY: timedelta(days=1),
}
"""Between two DMs; at the fastest a turn of several moves is told as one."""


async def load_follower(context: PlayContext, match: MatchId, user: int) -> Follower | None:
    async with context.store.reading() as reader:
        followers = await reader.read(queries.FollowersOf(match))
    return next((each for each in followers if each.user == user), None)


async def load_followed(context: PlayContext, user: int) -> tuple[Follower, ...]:
    async with context.store.reading() as reader:
        return await reader.read(queries.FollowedBy(user))


@transactional_beside
async def follow(
    work: UnitOfWork,
    context: PlayContext,
    user: int,
    match_id: MatchId,
    pace: FollowPace,
    *,
    name: str,
) -> Noted:
    """Follow a match from now on, or otherwise than before; ``name`` is what the players see,
    empty for nothing. Raises a ``Refusal``."""
    match, holders = await load_seated(work, match_id)
    if match.status is not Status.RUNNING or match.practice:
        raise NotNow("Only a match under way that is no practice is followed.")
    if any(holder.user == user for holder in holders):
        raise NotNow(
            "You play in this match.", instead="`/orders` says which DMs you get about it."
        )
    known = await work.read(queries.FollowedBy(user))
    if len(known) >= _MOST and all(each.match != match_id for each in known):
        raise NotNow(f"You follow {_MOST} matches already.", instead="Leave one under `/me`.")
    told = next((each.told for each in known if each.match == match_id), match.shown)
    first = context.clock.now() + _APART[pace]
    await work.keep(Follower(match_id, user, pace, told, first, name))
    await work.post(effects.refresh_panel(match, context.clock.now()))
    said = "You follow this match: what is new comes by DM."
    return Noted("follow", match_id, said, match_id, sends=True)


@transactional_beside
async def unfollow(work: UnitOfWork, context: PlayContext, user: int, match_id: MatchId) -> Noted:
    match, _ = await load_seated(work, match_id)
    if await work.drop(Follower, match=match_id, user=user) and match.status is Status.RUNNING:
        await work.post(effects.refresh_panel(match, context.clock.now()))
    return Noted("unfollow", match_id, "You no longer follow it.", match_id, sends=True)


async def lose_follower(context: PlayContext, match: MatchId, user: int) -> None:
    """Stop following a match that somebody may no longer see."""
    async with context.store.writing(match) as work:
        await work.drop(Follower, match=match, user=user)
        await work.commit()


async def tell_followers(context: PlayContext) -> None:
    """Queue the news for those who may be told by now. Raises ``StoreBusy``."""
    async with context.store.reading() as reader:
        due = await reader.read(queries.DueFollowers(context.clock.now(), _AT_ONCE))
    for follower in due:
        await _tell(context, follower)
    if due:
        context.executor.after_commit()


async def _tell(context: PlayContext, follower: Follower) -> None:
    now = context.clock.now()
    async with context.store.writing(follower.match) as work:
        match = await work.read(queries.MatchById(follower.match))
        if match is None or follower not in await work.read(queries.FollowersOf(follower.match)):
            return  # another process was faster, or they have left
        letter = effects.outbox_message(
            match, MessageKind.FOLLOW, match.seq, now, user=follower.user, mark=follower.user
        )
        await work.post((replace(letter, about=str(follower.told)),))
        if match.status is Status.OVER:
            await work.drop(Follower, match=match.id, user=follower.user)
        else:
            later = now + _APART[FollowPace(follower.pace)]
            await work.keep(replace(follower, told=match.shown, next_at=later))
        await work.commit()
