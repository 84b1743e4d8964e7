"""Matches whose channel or thread was deleted: they wait, paused, to be moved to another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from bot.play import effects
from bot.play.deadlines import pauses
from bot.play.executor import Outcome, PlayContext, Receipt
from bot.play.match import submission, transitions
from bot.play.match.changes import Cause
from bot.play.referee.authority import check_referee
from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind, OutboxMessage
from bot.play.storage.ports import UnitOfWork, lock_key
from bot.play.storage.records import Audit, Change, Match, MatchId, Pauser, SeatHolder, Status

_ACTION = "channel deleted"


async def lose_channel(context: PlayContext, channel: int) -> bool:
    """The channel was deleted; whether a match waits to be moved, or a lobby was closed.

    Raises ``StoreBusy`` or ``StoreUnwritable``.
    """
    async with context.store.writing(lock_key("channel", channel)) as work:
        await work.forget_channel(channel, context.clock.now())
        await work.commit()
    async with context.store.reading() as reader:
        there = await reader.read(queries.MatchIn(channel))
    if there is None or there.status is Status.OVER or there.gone_at is not None:
        return False
    return await context.executor.execute_automatic(
        there.id, _lose_match_channel, context, there.id, channel
    )


async def _lose_match_channel(
    work: UnitOfWork, context: PlayContext, match_id: MatchId, channel: int
) -> Outcome | None:
    found = await work.read(queries.SeatedMatch(match_id))
    if found is None or found[0].status is Status.OVER:
        return None
    match, holders = found
    if match.channel != channel or match.gone_at is not None:
        return None  # it was moved just before
    now = context.clock.now()
    gone = replace(match, gone_at=now)
    if match.status is Status.LOBBY:
        gone = replace(gone, status=Status.OVER, finished_at=now)
    if match.status is Status.LOBBY or match.paused_at is not None:
        letters = tuple(_gone_messages(gone, holders, now))
        audit = Audit(now, 0, _ACTION, match.id)
        change = Change(match=gone, expected=match.seq, audit=audit, outbox_messages=letters)
        return Outcome(change, Receipt(match.id, ""))
    state = await context.positions.load(work, match)
    transition = transitions.resume(context.games[match.game], gone, holders, state)
    pauses.pause(transition, now, Pauser.NOBODY, text=_ACTION)
    change = await submission.build_change(work, context, transition, Cause(_ACTION))
    # Nothing can be posted where the channel was.
    change = replace(change, outbox_messages=tuple(_gone_messages(change.match, holders, now)))
    return Outcome(change, Receipt(match.id, ""))


def users_who_may_move(match: Match, holders: Sequence[SeatHolder]) -> tuple[int, ...]:
    """Who may move a match whose channel was deleted, beside those who manage its server: its
    referee; without one the host; when that one has left, every player."""
    if match.referee is not None:
        return (match.referee,)
    players = tuple(dict.fromkeys(holder.user for holder in holders if holder.user is not None))
    return (match.host,) if match.host in players or not players else players


def check_mover(match: Match, holders: Sequence[SeatHolder], user: int, *, manages: bool) -> None:
    """Raises ``NotSeated`` for somebody who may not move this match."""
    if match.gone_at is None or user not in users_who_may_move(match, holders):
        check_referee(match, user, manages=manages)


def _gone_messages(
    match: Match, holders: Sequence[SeatHolder], now: datetime
) -> list[OutboxMessage]:
    """Messages to all players, and to those who may move the match."""
    players = (holder.user for holder in holders if holder.user is not None)
    users = dict.fromkeys((*players, *users_who_may_move(match, holders)))
    return [
        effects.outbox_message(match, MessageKind.GONE, match.seq, now, user=user, mark=user)
        for user in users
    ]
