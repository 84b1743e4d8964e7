"""What becomes of a decision as time passes: reminders, lateness, the default, a vote.

Each happens once, because the transaction that does it also records it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from bot.play import effects
from bot.play.clocks import time_controls
from bot.play.clocks.calendar import ALWAYS_THERE, Calendar, running_time
from bot.play.clocks.due_times import Times, end_time, reminder_marks, schedule_next
from bot.play.clocks.time_controls import Then, TimeControls
from bot.play.match.automation import Automation
from bot.play.match.transitions import Transition
from bot.play.seat_holders import anyone_present
from bot.play.storage.outbox import MessageKind, OutboxMessage
from bot.play.storage.records import OpenDecision, SeatHolder
from games.core.types import Decision, Seat


class Expiry:
    """Handles the decisions of one match that are due by ``now``.

    ``rows``       the decisions that stay open, with their new times
    ``forgotten``  keys of those with nothing due any more
    """

    def __init__(self, transition: Transition, now: datetime, times: Times) -> None:
        self.rows: list[OpenDecision] = []
        self.forgotten: list[str] = []
        self._transition = transition
        self._now = now
        self._times = times
        self._agreed = time_controls.from_stored(transition.match.clock)
        self._late: list[OpenDecision] = []
        self._reminded: dict[Seat, list[str]] = {}
        self._calls: dict[Seat, str] = {}

    def look(self, rows: Sequence[OpenDecision]) -> None:
        """Handle what is due, endings first: a default may close other decisions with its own."""
        ending = [row for row in rows if self._is_over(row)]
        self._end(ending)
        for row in rows:
            if row not in ending:
                self._note_expiry(row)

    def _is_over(self, row: OpenDecision) -> bool:
        """Whether the time and the grace period of the decision are over."""
        holder = self._transition.holders.get(row.seat)
        if (
            row.due_at is None
            or holder is None
            or not anyone_present(self._transition.holders.values())
        ):
            return False
        opened = any(each.key == row.key for each in self._transition.open_decisions)
        over = row.late or row.due_at <= self._now
        return opened and over and (row.late or not (row.waits and self._agreed.grace))

    def _note_expiry(self, row: OpenDecision) -> None:
        decision = next(
            (each for each in self._transition.open_decisions if each.key == row.key), None
        )
        if decision is None:
            # A default just before may have closed it along with its own.
            if all(row.key != each.key for each in self._transition.before):
                self.forgotten.append(row.key)
            return
        holder = self._transition.holders.get(decision.seat)
        if (
            row.due_at is None
            or holder is None
            or not anyone_present(self._transition.holders.values())
        ):
            self.forgotten.append(row.key)
        elif not row.late and row.due_at > self._now:
            self._remind(row, row.due_at, self._calendar(decision, holder))
        else:
            over = end_time(row, self._agreed, self._calendar(decision, holder))
            self._mark_late(replace(row, late=True, act_at=over))

    def outbox_messages(self) -> tuple[OutboxMessage, ...]:
        """The reminders and notices that follow from it."""
        match, now = self._transition.match, self._now
        users = {holder.seat: holder.user for holder in self._transition.holders.values()}
        told: list[OutboxMessage] = []
        if self._late:
            told += effects.refresh_panel(match, now)
            told.append(
                self._message_about(MessageKind.LATE, None, " ".join(row.key for row in self._late))
            )
        for seat, keys in sorted(self._reminded.items()):
            if users.get(seat) is not None:
                told.append(
                    self._message_about(MessageKind.REMIND, users[seat], " ".join(keys), seat)
                )
        if match.referee is not None:
            for seat, why in sorted(self._calls.items()):
                told.append(
                    self._message_about(MessageKind.REFEREE, match.referee, f"{why}:{seat}", seat)
                )
        return tuple(told)

    def _message_about(
        self, kind: MessageKind, user: int | None, about: str, seat: int = 0
    ) -> OutboxMessage:
        # Several of a kind may follow the same entry; the moment makes the nonce unique.
        mark = round(self._now.timestamp() * 1e6) * 64 + seat
        match = self._transition.match
        made = effects.outbox_message(match, kind, match.seq, self._now, user=user, mark=mark)
        return replace(made, about=about)

    def _remind(self, row: OpenDecision, due: datetime, calendar: Calendar) -> None:
        remaining = running_time(self._now, due, calendar)
        past = sum(mark >= remaining for mark in reminder_marks(row, self._agreed))
        if past > row.reminded:
            self._reminded.setdefault(row.seat, []).append(row.key)
            row = replace(row, reminded=past)
        self.rows.append(schedule_next(row, self._agreed, self._now, remaining, calendar))

    def _mark_late(self, row: OpenDecision) -> None:
        self.rows.append(row)
        self._late.append(row)

    def _end(self, rows: Sequence[OpenDecision]) -> None:
        by_default = {row.key for row in rows if self._agreed.then is Then.DEFAULT or not row.waits}
        decisions = [each for each in self._transition.open_decisions if each.key in by_default]
        before = {seat: holder.expired for seat, holder in self._transition.holders.items()}
        left, away = expire(self._transition, decisions, self._agreed)
        called = self._transition.game.meta.referee_after
        for seat, holder in self._transition.holders.items():
            if before[seat] < called <= holder.expired:
                self._calls[seat] = "late"
        self._calls |= {holder.seat: "away" for holder in away}
        still = {each.key for each in left}
        for row in rows:
            if row.key in by_default and row.key not in still:
                continue
            if row.waits:
                self._mark_late(replace(row, late=True, act_at=None))
            else:
                self.forgotten.append(row.key)

    def _calendar(self, decision: Decision, holder: SeatHolder) -> Calendar:
        return ALWAYS_THERE if decision.secret else self._times.calendar(holder.user)


def expire(
    transition: Transition, decisions: Iterable[Decision], agreed: TimeControls
) -> tuple[list[Decision], list[SeatHolder]]:
    """Play the defaults of decisions whose time is over.

    A default may depend on another: all are tried until none can be played.

    Returns:
        The decisions without a default, and the holders of seats that the match no longer waits
        for.
    """
    left, away, made = list(decisions), list[SeatHolder](), True
    while made:
        made = False
        for decision in tuple(left):
            opened = any(each.key == decision.key for each in transition.open_decisions)
            if opened and not Automation(transition).expire(decision):
                continue
            left.remove(decision)
            if opened:
                made = True
                holder = _count_timeout(transition, decision, agreed)
                away += [] if holder is None else [holder]
    return left, away


def _count_timeout(
    transition: Transition, decision: Decision, agreed: TimeControls
) -> SeatHolder | None:
    """Record a timeout; a batch counts once, and the match does not wait for the rest of it.

    Returns:
        The holder of the seat, if the match no longer waits for it at all.
    """
    holder = transition.holders[decision.seat]
    known = decision.batch != "" and decision.batch == holder.lapsed
    expired = holder.expired + (decision.waits and not known)
    away = holder.away or (0 < agreed.autopilot <= expired)
    transition.keep(
        replace(holder, expired=expired, away=away, lapsed=decision.batch or holder.lapsed)
    )
    return transition.holders[decision.seat] if away and not holder.away else None
