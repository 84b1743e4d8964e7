"""Matches in which nobody answers: paused after three rounds, until a player goes on."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.play import effects
from bot.play.deadlines import pauses
from bot.play.executor import Command, Outcome, PlayContext, Receipt, transactional
from bot.play.match import submission
from bot.play.match.changes import Cause
from bot.play.match.rewind import backwards
from bot.play.match.transitions import Transition
from bot.play.refusals import NotNow
from bot.play.seat_holders import anyone_present, is_present
from bot.play.storage.outbox import MessageKind
from bot.play.storage.ports import Reader, UnitOfWork
from bot.play.storage.records import Change, Entry, EntryKind, Pauser

ROUNDS = 3
RESTING = "resting"
"""What a message of ``MessageKind.CLOSING`` is about."""
_WHY = "Nobody has answered for three rounds."


async def is_idle(reader: Reader, transition: Transition, now: datetime) -> bool:
    """Whether three rounds have timed out since anybody answered.

    That is three times in a row for each seat that was asked, and three times as often as there
    are people: a seat that is asked thrice before the next one is no reason to stop.
    """
    late = {seat for seat, holder in transition.was.items() if is_present(holder)}
    holders = transition.holders
    expired = {seat for seat in late if holders[seat].expired > transition.was[seat].expired}
    waits = any(each.waits for each in transition.open_decisions)
    if not waits or not any(holders[seat].expired >= ROUNDS for seat in expired):
        return False
    timeouts = {(line.seat, now) for line in transition.lines if line.kind is EntryKind.DEFAULT}
    async for entry in backwards(reader, transition.match.id, transition.match.seq):
        if _shows_presence(entry):
            break
        if entry.kind is EntryKind.DEFAULT:
            timeouts.add((entry.seat, entry.at))
    counted = [seat for seat, _ in timeouts if seat in late]
    asked = all(holders[seat].expired >= ROUNDS for seat in set(counted) if seat is not None)
    return asked and len(counted) >= ROUNDS * len(late)


def _shows_presence(entry: Entry) -> bool:
    """Whether this entry shows everybody that a person is present."""
    return (
        entry.user is not None and entry.shown is not None and entry.kind is not EntryKind.STANDING
    )


def pause(transition: Transition, now: datetime) -> None:
    """Add an entry that pauses the match, unless it waits for nobody any more."""
    if anyone_present(transition.holders.values()):
        pauses.pause(transition, now, Pauser.IDLE, reason=_WHY)


def with_notice(change: Change, now: datetime) -> Change:
    """``change``, which pauses a match, with one notice in the channel to all its players."""
    moment = round(now.timestamp() * 1e6)
    notice = effects.outbox_message(
        change.match, MessageKind.CLOSING, change.match.seq, now, mark=moment
    )
    messages = (*change.outbox_messages, replace(notice, about=RESTING))
    return replace(change, outbox_messages=messages)


@transactional
async def go_on(work: UnitOfWork, context: PlayContext, command: Command) -> Outcome:
    """Resume the match for a player who is back. Raises ``NotNow`` and ``NotSeated``."""
    transition = await submission.begin_transition(work, context, command.match, paused=True)
    seat = submission.find_seat(transition, command.user)
    if transition.match.paused_by != Pauser.IDLE:
        raise NotNow("This match has already started. It is not waiting for anyone to come back.")
    submission.mark_present(transition, seat)
    rest = await pauses.resume(transition, seat=seat, user=command.user)
    change = await submission.build_change(
        work, context, transition, Cause("go on", command.user, seat)
    )
    return Outcome(change, Receipt(command.match, "The match goes on."), rest)
