"""Referee actions that pause, resume, extend, end or move a match."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import timedelta

from bot.play import effects
from bot.play.deadlines.extensions import extend
from bot.play.deadlines.pauses import pause, resume
from bot.play.executor import PlayContext
from bot.play.match import outcomes, submission
from bot.play.match.changes import Cause
from bot.play.match.transitions import PendingEntry
from bot.play.match.views import MatchView
from bot.play.referee import referee_views
from bot.play.referee.authority import ActionResult, RefereeCase, Ruling, open_trial, referee_action
from bot.play.referee.lost_channels import check_mover
from bot.play.refusals import NotNow
from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind, OutboxMessage
from bot.play.storage.profiles import Result
from bot.play.storage.records import EntryKind, Match, Pauser, SeatHolder, Status
from games.core.types import Ending, Seat


@referee_action("pause")
async def rest(case: RefereeCase, hours: int | None) -> ActionResult:
    """Pause the match, for so many hours or until it is resumed."""
    until = None if hours is None else case.now + timedelta(hours=hours)
    pause(case.transition, case.now, Pauser.REFEREE, until, **case.line)
    return ActionResult("The match is paused.", still=True)


@referee_action("resume")
async def go_on(case: RefereeCase) -> ActionResult:
    left = await resume(case.transition, **case.line)
    return ActionResult("The match goes on.", rest=left)


@referee_action("time")
async def more_time(case: RefereeCase, seat: Seat, hours: int) -> ActionResult:
    by = timedelta(hours=hours)
    await extend(case.work, case.transition, seat, by, **case.line)
    return ActionResult(f"{case.seat_name(seat)} has {hours} more hours.", still=True)


@dataclass(frozen=True, slots=True)
class ClosePreview:
    """How a match would end: its result in a sentence, and what counts for its players."""

    match_view: MatchView
    said: str
    results: tuple[Result, ...]


@referee_action("close")
async def close(case: RefereeCase, winners: tuple[Seat, ...] | None) -> ActionResult:
    """End the match with these winners, as a draw without any, or for ``None`` without a
    result."""
    return ActionResult("The match is closed.", ending=_add_ending(case, winners))


async def preview_close(
    context: PlayContext, ruling: Ruling, winners: tuple[Seat, ...] | None
) -> ClosePreview:
    """Raises a ``Refusal`` where ``close`` does."""
    async with open_trial(context, ruling) as case:
        ending, sides = _add_ending(case, winners), case.match.sides
        cause = Cause("referee close", ruling.user, ending=ending)
        change = await submission.build_change(case.work, context, case.transition, cause)
    match_view = await referee_views.load_view(
        context, case.match.id, ruling.user, manages=ruling.manages
    )
    said = outcomes.describe_ending(match_view.game, match_view.view, ending, sides)
    return ClosePreview(match_view, said, change.results or ())


def _add_ending(case: RefereeCase, winners: tuple[Seat, ...] | None) -> Ending:
    """Add the entry of the end. Raises ``NotNow`` where everybody would win."""
    transition = case.transition
    if winners is None:
        ending = Ending.abandoned()
    else:
        teams = transition.match.sides.teams
        won = {teams[seat] for seat in winners}
        ending = Ending.ruled(tuple(s for s in transition.match.sides.all() if teams[s] in won))
        if won == set(teams):
            raise NotNow("They cannot all win.", instead="That would be a draw.")
    body = json.dumps({"winners": None if winners is None else list(ending.winners)})
    transition.add(PendingEntry(EntryKind.CLOSED, body, transition.state, **case.line))
    return ending


def _check_mover(match: Match, holders: tuple[SeatHolder, ...], ruling: Ruling) -> None:
    check_mover(match, holders, ruling.user, manages=ruling.manages)


@referee_action("move", check=_check_mover)
async def move_to(case: RefereeCase, channel: int, server: int | None = None) -> ActionResult:
    """Move the match to another channel or thread, also when its own was deleted; a pause because
    of that ends. The caller checks that the bot may write there.

    ``server``  where the channel is, for a match whose server is gone as well
    """
    transition, old = case.transition, case.match
    gone = old.gone_at is not None
    if channel == old.channel and not gone:
        raise NotNow("The match is already here.")
    case.lock_channel(channel)
    there = await case.work.read(queries.MatchIn(channel))
    if there is not None and there.status is not Status.OVER and there.id != old.id:
        raise NotNow(
            "That channel already has a match.", instead="Choose another channel or thread."
        )
    transition.match = replace(old, channel=channel, server=server or old.server, gone_at=None)
    body = json.dumps({"from": old.channel, "to": channel})
    told = "" if gone else str(old.channel)
    if "referee" not in case.line:
        told = case.ruling.by.name
    transition.add(PendingEntry(EntryKind.MOVED, body, transition.state, text=told, **case.line))
    outbox_messages: tuple[OutboxMessage, ...] = ()
    if old.panel is not None and gone:
        await case.work.set_panel(old.id, None)
    elif old.panel is not None:
        # The old panel is no longer the one to edit: the next is posted where the match is now.
        await case.work.set_panel(old.id, None)
        retire = effects.outbox_message(old, MessageKind.RETIRE, transition.seq - 1, case.now)
        outbox_messages = (replace(retire, message=old.panel, channel=old.channel),)
    said = "The match continues there."
    if old.paused_by == Pauser.NOBODY:
        return ActionResult(said, rest=await resume(transition, **case.line))
    if old.paused_at is not None:
        said = "The match is over there now. It is still paused."
    return ActionResult(said, still=True, outbox_messages=outbox_messages)
