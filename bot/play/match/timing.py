"""What a step does to the clocks of seats: which stop, run on, or start."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from bot.play.clocks import time_controls
from bot.play.clocks.calendar import ALWAYS_THERE, Calendar, due_after, left
from bot.play.clocks.due_times import moved, runs, starts
from bot.play.clocks.time_left import seconds, spare_of, written
from bot.play.match.transitions import Transition
from bot.play.seat_holders import present
from bot.play.storage.records import Kind, OpenDecision, SeatHolder
from games.core.decisions import Decision
from games.core.seats import Seat

_NOTHING = timedelta()


def timed(
    transition: Transition,
    now: datetime,
    renewed: frozenset[Seat] = frozenset(),
) -> tuple[OpenDecision, ...]:
    """The decisions that were not open before, and those whose time changes; what seats have left
    is noted in their holds.

    Time begins anew for the ``renewed`` seats, and for all when somebody is there again after
    nobody was. With a player who takes a seat over, the time for all secret choices begins anew:
    a time of their own would tell whether the seat has chosen.
    """
    book = _Book(transition, now, renewed)
    book.stop()
    return book.rows()


def together(decision: Decision) -> str:
    """What shares one time: each action of a turn, and each change of a secret draft, opens
    another decision, and time must not begin anew with every press."""
    return decision.batch or (f"secret {decision.clock}" if decision.secret else decision.key)


class _Book:
    """``stopped``  when the clocks of what was open before ended to run
    ``begins``   from when what opens is counted: in a paused match, from its pause
    """

    def __init__(self, transition: Transition, now: datetime, renewed: frozenset[Seat]) -> None:
        self.transition = transition
        self.now = now
        self.renewed = renewed
        self.agreed = time_controls.stored(transition.match.clock)
        self.stored = {row.key: row for row in transition.times.stored}
        self.paused = transition.match.paused_at
        self.was_paused = transition.was_paused
        self.stopped = self.was_paused or now
        self.begins = self.paused or now
        self.back = present(transition.holders.values()) and not present(transition.was.values())
        self.taken = any(
            seat in transition.holders and not transition.holders[seat].computer for seat in renewed
        )
        self.grown: set[Seat] = set()

    # What stops

    def stop(self) -> None:
        """Record the time left of decisions that are no longer open."""
        if not self.agreed.timed:
            return
        for seat, holder in tuple(self.transition.holders.items()):
            was = self.transition.was.get(seat)
            if holder.user is not None and was is not None and was.user == holder.user:
                self._stop_of(seat, holder)

    def _stop_of(self, seat: Seat, holder: SeatHolder) -> None:
        spare = spare_of(holder)
        mine = [each for each in self.transition.before if each.seat == seat and self._row(each)]
        still = (
            set()
            if self.transition.anew
            else {together(d) for d in self.transition.opened if d.seat == seat}
        )
        gone = {together(each): each for each in mine if together(each) not in still}
        banked = {unit: each for unit, each in gone.items() if self._banked(each)}
        if banked:
            bank = min(self._left(each) for each in banked.values())
            for unit, each in banked.items():
                if self._in_time(each) and spare.left(unit) is None:
                    bank += self.agreed.usual.increment
                    self.grown.add(seat)
            spare = replace(spare, bank=seconds(min(bank, self.agreed.usual.most)))
        if self.transition.anew:
            spare = replace(spare, broken=())
        else:
            for unit, each in gone.items():
                if each.batch and not each.secret:
                    spare = spare.with_left(unit, self._left(each))
        if spare != spare_of(holder):
            self.transition.keep(replace(holder, time=written(spare)))

    def _left(self, decision: Decision) -> timedelta:
        row = self._row(decision)
        if row is None or row.due_at is None or row.late:
            return _NOTHING
        return left(self.stopped, row.due_at, self._calendar(decision))

    def _in_time(self, decision: Decision) -> bool:
        row, unit = self._row(decision), together(decision)
        answered = any(
            line.kind is Kind.MOVE
            and line.user is not None
            and line.decision is not None
            and line.decision.seat == decision.seat
            and together(line.decision) == unit
            for line in self.transition.lines
        )
        return answered and row is not None and not row.late and not self.transition.anew

    # What goes on, and what begins

    def rows(self) -> tuple[OpenDecision, ...]:
        known = () if self.transition.anew else {each.key for each in self.transition.before}
        found: list[OpenDecision] = []
        for decision in self.transition.opened:
            row = self.stored.get(decision.key)
            if decision.key not in known or self._anew(decision):
                found.append(self._opened(decision))
            elif row is not None and (changed := self._changed(decision, row)) != row:
                found.append(changed)
        return tuple(found)

    def _anew(self, decision: Decision) -> bool:
        return (
            (self.transition.anew and not self._goes_on(decision))
            or self.back
            or decision.seat in self.renewed
            or (self.taken and decision.shared != "")
        )

    def _goes_on(self, decision: Decision) -> bool:
        """Undoing an action of one's own turn gains no time. The time for secret choices runs on
        for all: two different times would later tell who has chosen."""
        if self.transition.freely is None:
            return False
        return any(
            each.shared == decision.shared
            if decision.shared
            else each.seat == decision.seat == self.transition.freely
            and together(each) == together(decision)
            for each in self.transition.before
        )

    def _opened(self, decision: Decision) -> OpenDecision:
        row = OpenDecision(
            self.transition.match.id,
            decision.key,
            decision.seat,
            decision.clock,
            decision.waits,
            secret=decision.secret,
        )
        holder = self.transition.holders.get(decision.seat)
        whole = self.agreed.pace(decision.clock).time
        if (
            whole is None
            or holder is None
            or holder.computer
            or not present(self.transition.holders.values())
        ):
            return row
        if not self._anew(decision):
            kept = self._shared(decision)
            if kept is not None:
                fields = {
                    name: getattr(kept, name) for name in ("due_at", "act_at", "reminded", "late")
                }
                return self._changed(decision, replace(row, **fields))
        needed = self._needed(decision, holder, whole)
        if decision.secret:
            return self._resting(self._at_once(row, needed))
        started = starts(row, self.agreed, self.begins, needed, self._calendar(decision))
        return self._resting(started)

    def _needed(self, decision: Decision, holder: SeatHolder, whole: timedelta) -> timedelta:
        spare, pace = spare_of(holder), self.agreed.usual
        if self._banked(decision):
            bank = whole if spare.bank is None else timedelta(seconds=spare.bank)
            return max(bank, pace.increment)
        interrupted = None if self._anew(decision) else spare.left(together(decision))
        return whole if interrupted is None else interrupted

    def _at_once(self, row: OpenDecision, needed: timedelta) -> OpenDecision:
        """A secret choice has one time for all, in which nobody has less than was agreed."""
        people = [
            holder.user for holder in self.transition.holders.values() if holder.user is not None
        ]
        due = max(due_after(self.begins, needed, self.transition.times.of(user)) for user in people)
        row = replace(row, due_at=due)
        return runs(row, self.agreed, self.begins, due - self.begins, ALWAYS_THERE)

    def _shared(self, decision: Decision) -> OpenDecision | None:
        """The row whose time ``decision`` shares: of its own batch, draft or bank; of a secret
        choice also that of another seat."""
        own, others = [], []
        for each in self.transition.before:
            row = self._row(each)
            if row is None:
                continue
            if each.seat == decision.seat and (
                together(each) == together(decision)
                or (self._banked(each) and self._banked(decision))
            ):
                own.append(row)
            elif decision.shared and each.shared == decision.shared:
                others.append(row)
        if own and self._banked(decision) and decision.seat in self.grown:
            return None
        return next(iter((*own, *others)), None)

    def _changed(self, decision: Decision, row: OpenDecision) -> OpenDecision:
        """A row that stays open: of a match that is paused, goes on or gives more time."""
        if row.due_at is None:
            return row
        calendar = self._calendar(decision)
        if self._banked(decision) and decision.seat in self.grown and not row.late:
            needed = self._needed(decision, self.transition.holders[decision.seat], _NOTHING)
            row = starts(row, self.agreed, self.stopped, needed, calendar)
        if self.was_paused is not None and self.paused is None:
            row = moved(row, self.agreed, self.was_paused, self.now, calendar)
        extended = self._extended(decision)
        if extended:
            row = self._later(row, extended, calendar)
        return self._resting(row) if self.paused is not None else row

    def _extended(self, decision: Decision) -> timedelta:
        if decision.shared:
            return max(self.transition.extended.values(), default=_NOTHING)
        return self.transition.extended.get(decision.seat, _NOTHING)

    def _later(self, row: OpenDecision, by: timedelta, calendar: Calendar) -> OpenDecision:
        assert row.due_at is not None
        if row.late or row.due_at <= self.begins:
            return starts(row, self.agreed, self.begins, by, calendar)
        due = due_after(row.due_at, by, calendar)
        remaining = left(self.begins, due, calendar)
        return runs(replace(row, due_at=due), self.agreed, self.begins, remaining, calendar)

    def _resting(self, row: OpenDecision) -> OpenDecision:
        return replace(row, act_at=None) if self.paused is not None else row

    def _row(self, decision: Decision) -> OpenDecision | None:
        """As stored, where it has a time."""
        row = self.stored.get(decision.key)
        return None if row is None or row.due_at is None else row

    def _banked(self, decision: Decision) -> bool:
        """A secret choice has a time of its own: what a bank holds is for all to see."""
        return self.agreed.pace(decision.clock).banked and decision.waits and not decision.secret

    def _calendar(self, decision: Decision) -> Calendar:
        if decision.secret:
            return ALWAYS_THERE
        holder = self.transition.holders.get(decision.seat)
        return self.transition.times.of(None if holder is None else holder.user)
