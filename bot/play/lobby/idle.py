"""Lobbies in which nobody does anything: a warning, some days to answer it, then they close."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.play import effects, queries
from bot.play.executor import Executor, Outcome
from bot.play.lobby import seating
from bot.play.ports import UnitOfWork
from bot.play.receipts import Receipt
from bot.play.records import Audit, Change, Match, MatchId, MessageKind, Status

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
    def until_warned(self) -> timedelta:
        return timedelta(days=self.days) - self.notice

    def closes_at(self, match: Match) -> datetime | None:
        """When a lobby that has been warned will be closed."""
        return None if match.warned_at is None else match.warned_at + self.notice


@dataclass(frozen=True, slots=True)
class IdleLobbies:
    executor: Executor
    patience: Patience

    @property
    def before(self) -> datetime:
        """Since when a lobby must have been idle for anything to happen to it."""
        return self.executor.clock.now() - self.patience.until_warned

    async def sweep(self) -> int:
        """Warn or close what has been idle for long enough; how many.

        A lobby is never closed without a warning that it has had the time to answer: the bot may
        have been away. Raises ``StoreBusy`` or ``StoreUnwritable``.
        """
        if not self.patience.days:
            return 0
        async with self.executor.store.reading() as reader:
            idle = await reader.read(queries.IdleLobbies(self.before, _AT_ONCE))
        return sum([await self._judged(each) for each in idle if self._step(each) is not None])

    async def _judged(self, seen: Match) -> bool:
        async def step(work: UnitOfWork) -> Outcome | None:
            match = await work.read(queries.MatchById(seen.id))
            # Somebody may have done something since the sweep looked.
            if match is None or match.status is not Status.LOBBY:
                return None
            if (match.touched_at, match.warned_at) != (seen.touched_at, seen.warned_at):
                return None
            change = self._step(match)
            return None if change is None else Outcome(change, Receipt(match.id, ""))

        return await self.executor.execute_automatic(seen.id, step)

    def _step(self, match: Match) -> Change | None:
        """The warning, or the end after it; ``None`` while there is time to answer."""
        now = self.executor.clock.now()
        closes = self.patience.closes_at(match)
        if closes is None:
            warned = replace(match, warned_at=now)
            return self._change(warned, WARNED, now)
        if closes > now:
            return None
        closed = replace(match, status=Status.OVER, finished_at=now)
        return self._change(closed, CLOSED, now)

    @staticmethod
    def _change(match: Match, what: str, now: datetime) -> Change:
        moment = round(now.timestamp() * 1e6)
        notice = effects.outbox_message(match, MessageKind.CLOSING, match.seq, now, mark=moment)
        panel = effects.lobby(match, match.seq, now) if what == CLOSED else ()
        return Change(
            match=match,
            expected=match.seq,
            audit=Audit(now, 0, f"idle lobby {what}", match.id),
            outbox_messages=(replace(notice, about=what), *panel),
        )

    async def keep(self, match_id: MatchId, user: int, interaction: int) -> Receipt:
        """Somebody still wants the lobby. Raises ``NotNow``."""

        async def step(work: UnitOfWork) -> Outcome:
            match, _ = await seating.in_lobby(work, match_id)
            now = self.executor.clock.now()
            kept = replace(match, touched_at=now, warned_at=None)
            audit = Audit(now, user, "keep", match.id)
            change = Change(match=kept, expected=match.seq, audit=audit)
            return Outcome(change, Receipt(match.id, "The lobby stays open."))

        return await self.executor.execute(match_id, user, interaction, step)
