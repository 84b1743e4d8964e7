"""Idle lobbies: a warning, some days to answer it, then they close."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.play import effects
from bot.play.executor import Command, Outcome, PlayContext, Receipt, transactional
from bot.play.lobby import seating
from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind
from bot.play.storage.ports import UnitOfWork
from bot.play.storage.records import Audit, Change, Match, Status

LOBBY_DAYS = 7
_NOTICE = timedelta(days=2)
_AT_ONCE = 200
"""Lobbies looked at in one sweep."""

WARNED, CLOSED = "warned", "closed"
"""What a message of ``MessageKind.CLOSING`` is about."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a lobby may stand idle.

    ``days``  until it is closed, the warning two days before, or halfway of a shorter time; 0 for
              as long as it likes
    """

    days: int = LOBBY_DAYS

    @property
    def notice(self) -> timedelta:
        return min(_NOTICE, timedelta(days=self.days) / 2)

    @property
    def warn_after(self) -> timedelta:
        return timedelta(days=self.days) - self.notice

    def idle_since(self, now: datetime) -> datetime:
        """Since when a lobby must have been idle for anything to happen to it."""
        return now - self.warn_after

    def closes_at(self, match: Match) -> datetime | None:
        """When a lobby that has been warned will be closed."""
        return None if match.warned_at is None else match.warned_at + self.notice


async def sweep(context: PlayContext, patience: Patience) -> int:
    """Warn or close what has been idle for long enough; how many.

    A lobby is never closed without a warning that it has had the time to answer: the bot may
    have been away. Raises ``StoreBusy`` or ``StoreUnwritable``.
    """
    if not patience.days:
        return 0
    now = context.clock.now()
    async with context.store.reading() as reader:
        idle = await reader.read(queries.IdleLobbies(patience.idle_since(now), _AT_ONCE))
    return sum(
        [
            await context.executor.execute_automatic(each.id, _judge_lobby, context, patience, each)
            for each in idle
            if _next_change(patience, each, now) is not None
        ]
    )


async def _judge_lobby(
    work: UnitOfWork, context: PlayContext, patience: Patience, seen: Match
) -> Outcome | None:
    match = await work.read(queries.MatchById(seen.id))
    # Somebody may have done something since the sweep looked.
    if match is None or match.status is not Status.LOBBY:
        return None
    if (match.touched_at, match.warned_at) != (seen.touched_at, seen.warned_at):
        return None
    change = _next_change(patience, match, context.clock.now())
    return None if change is None else Outcome(change, Receipt(match.id, ""))


def _next_change(patience: Patience, match: Match, now: datetime) -> Change | None:
    """The warning, or the end after it; ``None`` while there is time to answer."""
    closes = patience.closes_at(match)
    if closes is None:
        warned = replace(match, warned_at=now)
        return _build_change(warned, WARNED, now)
    if closes > now:
        return None
    closed = replace(match, status=Status.OVER, finished_at=now)
    return _build_change(closed, CLOSED, now)


def _build_change(match: Match, what: str, now: datetime) -> Change:
    moment = round(now.timestamp() * 1e6)
    notice = effects.outbox_message(match, MessageKind.CLOSING, match.seq, now, mark=moment)
    panel = effects.lobby_messages(match, match.seq, now) if what == CLOSED else ()
    return Change(
        match=match,
        expected=match.seq,
        audit=Audit(now, 0, f"idle lobby {what}", match.id),
        outbox_messages=(replace(notice, about=what), *panel),
    )


@transactional
async def keep(work: UnitOfWork, context: PlayContext, command: Command) -> Outcome:
    """Keep an idle lobby open. Raises ``NotNow``."""
    match, _ = await seating.load_lobby(work, command.match)
    now = context.clock.now()
    kept = replace(match, touched_at=now, warned_at=None)
    audit = Audit(now, command.user, "keep", match.id)
    change = Change(match=kept, expected=match.seq, audit=audit)
    return Outcome(change, Receipt(match.id, "The lobby stays open."))
