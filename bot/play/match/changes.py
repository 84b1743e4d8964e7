"""What the store must write of a transition: entries, clocks, messages, results."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.play import effects
from bot.play.clocks import time_controls
from bot.play.clocks.calendar import ALWAYS_THERE, Calendar, due_after, running_time
from bot.play.clocks.due_times import (
    load_time_left,
    move_clock,
    run_clock,
    start_clock,
    time_left_to_json,
    whole_seconds,
)
from bot.play.match.transitions import DropReason, Transition
from bot.play.positions import ENDINGS, base_of
from bot.play.seat_holders import anyone_present, load_answers, spare_seats
from bot.play.storage.profiles import Player, PlayerResult, Proposal, ProposalStatus, Result
from bot.play.storage.queries import MatchRecords
from bot.play.storage.records import (
    Audit,
    Change,
    Entry,
    EntryKind,
    Match,
    OpenDecision,
    Position,
    PreparedAnswers,
    SeatHolder,
    Status,
)
from games.core.types import Decision, Ending, Seat

_NOTHING = timedelta()


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a step is taken: who acted (0 for nobody), in which seat, and what the audit calls it.

    ``ending``   ends the match from outside the rules (a resignation)
    ``renewed``  seats whose time begins anew: somebody else sits there now
    """

    action: str
    user: int = 0
    seat: Seat | None = None
    ending: Ending | None = None
    renewed: frozenset[Seat] = frozenset()


def build_change(
    transition: Transition, cause: Cause, now: datetime, began: Iterable[SeatHolder] | None = None
) -> Change:
    """Everything that the entries of ``transition`` write.

    ``began``  who held the seats when the match began; needed only when it ends
    """
    match = transition.match
    if transition.anew:
        for seat, holder in tuple(transition.holders.items()):
            if load_answers(holder).lines:
                transition.drop(seat, DropReason.CHANGED)
    entries = _build_entries(transition, now)
    pending = cause.ending or transition.pending
    over = pending if isinstance(pending, Ending) else None
    after = () if over else transition.open_decisions
    opened = () if over else time_decisions(transition, now, cause.renewed)
    grown = replace(
        match,
        rules_version=transition.game.meta.rules_version,
        seq=entries[-1].seq,
        place=transition.place,
        branch=transition.branch,
        rolls=transition.rolls,
        dice=transition.dice,
        shown=max((entry.shown for entry in entries if entry.shown), default=match.shown),
        status=Status.OVER if over else Status.RUNNING,
        ending=ENDINGS.write(over).decode() if over else None,
        finished_at=now if over else None,
    )
    if over:
        grown = replace(grown, paused_at=None, paused_until=None, paused_by="")
    holders = tuple(transition.holders[seat] for seat in sorted(transition.holders))
    results = build_results(grown, holders, over, now, began) if over else None
    if over is None and match.status is Status.OVER:
        results = ()  # it has been opened again
    # After a cut or an adjustment the same keys are other questions.
    keys = {decision.key for decision in after} if not transition.anew else set()
    return Change(
        match=grown,
        expected=match.seq,
        audit=Audit(now, cause.user, cause.action, match.id),
        entries=entries,
        positions=tuple(
            Position(entry.seq, line.state, base_of(entry))
            for entry, line in zip(entries, transition.lines, strict=True)
        ),
        holders=changed_holders(transition),
        answers=changed_answers(transition),
        closed=tuple(decision.key for decision in transition.before if decision.key not in keys),
        opened=opened,
        outbox_messages=(
            *effects.step_messages(
                grown,
                holders,
                cause.seat,
                transition.before,
                None if over else after,
                [(entry.seq, line) for entry, line in zip(entries, transition.lines, strict=True)],
                now,
                {
                    entry.seat: entry.seq
                    for entry in entries
                    if entry.kind is EntryKind.TAKEN and entry.seat is not None
                },
            ),
            *effects.dropped_messages(grown, holders, transition.dropped, now),
            *effects.removed_messages(grown, _expulsions(entries), now),
            *(() if over else effects.vacant_messages(grown, holders, _departures(entries), now)),
        ),
        results=results,
    )


def changed_holders(transition: Transition) -> tuple[SeatHolder, ...] | None:
    """All seat holders, if any changed but in their answers in advance."""
    was, holders = (
        {seat: replace(each, answers="") for seat, each in held.items()}
        for held in (transition.was, transition.holders)
    )
    return None if holders == was else tuple(holders[seat] for seat in sorted(holders))


def changed_answers(transition: Transition) -> tuple[PreparedAnswers, ...]:
    """The answers in advance of the seats where they changed."""
    was, answers = (
        {seat: each.answers for seat, each in held.items() if each.answers}
        for held in (transition.was, transition.holders)
    )
    changed = sorted(seat for seat in was | answers if was.get(seat) != answers.get(seat))
    match = transition.match.id
    return tuple(PreparedAnswers(match, seat, answers.get(seat, "")) for seat in changed)


def match_after(transition: Transition, change: Change) -> MatchRecords:
    """The records of the match after ``change``, which stores ``transition``."""
    rows = {row.key: row for row in (*transition.times.stored, *change.opened)}
    opened = tuple(rows[key] for key in sorted(rows.keys() - set(change.closed)))
    holders = tuple(transition.holders[seat] for seat in sorted(transition.holders))
    opened = opened if change.match.clock else ()
    return MatchRecords(change.match, holders, opened, Player(0), frozenset())


def _departures(entries: Iterable[Entry]) -> Iterator[int]:
    """The entries by which people left their seats, willingly or not."""
    for entry in entries:
        if entry.kind is EntryKind.LEFT and json.loads(entry.body)["holders"]:
            yield entry.seq


def _expulsions(entries: Iterable[Entry]) -> Iterator[tuple[int, Seat, int]]:
    """The seats that somebody else gave away: entry, seat and former user."""
    for entry in entries:
        if entry.kind not in (EntryKind.LEFT, EntryKind.TAKEN) or entry.seat is None:
            continue
        # Who holds the seat now comes first where it was taken, then who held it before.
        gone = json.loads(entry.body)["holders"][entry.kind is EntryKind.TAKEN :]
        yield from ((entry.seq, entry.seat, user) for user in gone if user != entry.user)


def _build_entries(transition: Transition, now: datetime) -> tuple[Entry, ...]:
    entries: list[Entry] = []
    shown = transition.match.shown
    for number, line in enumerate(transition.lines, start=1):
        shown += line.public
        secret = line.decision is not None and line.decision.secret
        written = (transition.game.event_form.write(event).decode() for event in line.events)
        entries.append(
            Entry(
                match=transition.match.id,
                seq=transition.match.seq + number,
                kind=line.kind,
                body=line.body,
                events=f"[{','.join(written)}]",
                rules_version=line.rules_version or transition.game.meta.rules_version,
                at=now,
                shown=shown if line.public else None,
                seat=line.seat,
                user=line.user,
                decision=line.decision.key if line.decision else None,
                text="" if secret else line.text,
                place=line.place,
                branch=line.branch,
                rolls=line.rolls,
                reason=line.reason,
                referee=line.referee,
                referee_seat=line.referee_seat,
                again=line.again,
                agreed=line.agreed,
                seating=line.seating,
            )
        )
    return tuple(entries)


def release_proposals(
    proposals: Iterable[Proposal], seats: Collection[Seat]
) -> tuple[Proposal, ...]:
    """The open ``proposals`` that change because ``seats`` have new holders, in their new form:
    proposals by the old holders are withdrawn, and their answers no longer count."""
    return tuple(new for each in proposals if (new := _release(each, seats)) != each)


def _release(proposal: Proposal, seats: Collection[Seat]) -> Proposal:
    if proposal.seat in seats:
        return replace(proposal, fate=ProposalStatus.WITHDRAWN)
    return replace(
        proposal,
        agreed=tuple(each for each in proposal.agreed if each not in seats),
        declined=tuple(each for each in proposal.declined if each not in seats),
    )


# --- Clocks: which stop, run on, or start ---


def time_decisions(
    transition: Transition, now: datetime, renewed: frozenset[Seat] = frozenset()
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


def time_key(decision: Decision) -> str:
    """The key that decisions with one common time share.

    Each action of a turn, and each change of a secret draft, opens another decision, and time
    must not begin anew with every press.
    """
    return decision.batch or (f"secret {decision.clock}" if decision.secret else decision.key)


class _Book:
    """``stopped``  when the clocks of what was open before ended to run
    ``begins``   from when what opens is counted: in a paused match, from its pause
    """

    def __init__(self, transition: Transition, now: datetime, renewed: frozenset[Seat]) -> None:
        self.transition = transition
        self.now = now
        self.renewed = renewed
        self.agreed = time_controls.from_stored(transition.match.clock)
        self.stored = {row.key: row for row in transition.times.stored}
        self.paused = transition.match.paused_at
        self.was_paused = transition.was_paused
        self.stopped = self.was_paused or now
        self.begins = self.paused or now
        self.back = anyone_present(transition.holders.values()) and not anyone_present(
            transition.was.values()
        )
        self.taken = any(
            seat in transition.holders and not transition.holders[seat].is_computer
            for seat in renewed
        )
        self.grown: set[Seat] = set()

    # What stops

    def stop(self) -> None:
        """Record the time left of decisions that are no longer open."""
        if not self.agreed.has_limits:
            return
        for seat, holder in tuple(self.transition.holders.items()):
            was = self.transition.was.get(seat)
            if holder.user is not None and was is not None and was.user == holder.user:
                self._stop_seat(seat, holder)

    def _stop_seat(self, seat: Seat, holder: SeatHolder) -> None:
        spare = load_time_left(holder)
        mine = [
            each for each in self.transition.before if each.seat == seat and self._find_row(each)
        ]
        still = (
            set()
            if self.transition.anew
            else {time_key(d) for d in self.transition.open_decisions if d.seat == seat}
        )
        gone = {time_key(each): each for each in mine if time_key(each) not in still}
        banked = {unit: each for unit, each in gone.items() if self._is_banked(each)}
        if banked:
            bank = min(self._time_left(each) for each in banked.values())
            for unit, each in banked.items():
                if self._is_in_time(each) and spare.interrupted(unit) is None:
                    bank += self.agreed.usual.increment
                    self.grown.add(seat)
            spare = replace(spare, bank=whole_seconds(min(bank, self.agreed.usual.most)))
        if self.transition.anew:
            spare = replace(spare, broken=())
        else:
            for unit, each in gone.items():
                if each.batch and not each.secret:
                    spare = spare.with_interrupted(unit, self._time_left(each))
        if spare != load_time_left(holder):
            self.transition.keep(replace(holder, time=time_left_to_json(spare)))

    def _time_left(self, decision: Decision) -> timedelta:
        row = self._find_row(decision)
        if row is None or row.due_at is None or row.late:
            return _NOTHING
        return running_time(self.stopped, row.due_at, self._find_calendar(decision))

    def _is_in_time(self, decision: Decision) -> bool:
        row, unit = self._find_row(decision), time_key(decision)
        answered = any(
            line.kind is EntryKind.MOVE
            and line.user is not None
            and line.decision is not None
            and line.decision.seat == decision.seat
            and time_key(line.decision) == unit
            for line in self.transition.lines
        )
        return answered and row is not None and not row.late and not self.transition.anew

    # What goes on, and what begins

    def rows(self) -> tuple[OpenDecision, ...]:
        known = () if self.transition.anew else {each.key for each in self.transition.before}
        found: list[OpenDecision] = []
        for decision in self.transition.open_decisions:
            row = self.stored.get(decision.key)
            if decision.key not in known or self._starts_anew(decision):
                found.append(self._open_row(decision))
            elif row is not None and (changed := self._change_row(decision, row)) != row:
                found.append(changed)
        return tuple(found)

    def _starts_anew(self, decision: Decision) -> bool:
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
            and time_key(each) == time_key(decision)
            for each in self.transition.before
        )

    def _open_row(self, decision: Decision) -> OpenDecision:
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
            or holder.is_computer
            or not anyone_present(self.transition.holders.values())
        ):
            return row
        if not self._starts_anew(decision):
            kept = self._find_shared(decision)
            if kept is not None:
                fields = {
                    name: getattr(kept, name) for name in ("due_at", "act_at", "reminded", "late")
                }
                return self._change_row(decision, replace(row, **fields))
        needed = self._needed_time(decision, holder, whole)
        if decision.secret:
            return self._rest(self._share_time(row, needed))
        started = start_clock(row, self.agreed, self.begins, needed, self._find_calendar(decision))
        return self._rest(started)

    def _needed_time(self, decision: Decision, holder: SeatHolder, whole: timedelta) -> timedelta:
        spare, pace = load_time_left(holder), self.agreed.usual
        if self._is_banked(decision):
            bank = whole if spare.bank is None else timedelta(seconds=spare.bank)
            return max(bank, pace.increment)
        interrupted = None if self._starts_anew(decision) else spare.interrupted(time_key(decision))
        return whole if interrupted is None else interrupted

    def _share_time(self, row: OpenDecision, needed: timedelta) -> OpenDecision:
        """A secret choice has one time for all, in which nobody has less than was agreed."""
        people = [
            holder.user for holder in self.transition.holders.values() if holder.user is not None
        ]
        due = max(
            due_after(self.begins, needed, self.transition.times.calendar(user)) for user in people
        )
        row = replace(row, due_at=due)
        return run_clock(row, self.agreed, self.begins, due - self.begins, ALWAYS_THERE)

    def _find_shared(self, decision: Decision) -> OpenDecision | None:
        """The row whose time ``decision`` shares: of its own batch, draft or bank; of a secret
        choice also that of another seat."""
        own, others = [], []
        for each in self.transition.before:
            row = self._find_row(each)
            if row is None:
                continue
            if each.seat == decision.seat and (
                time_key(each) == time_key(decision)
                or (self._is_banked(each) and self._is_banked(decision))
            ):
                own.append(row)
            elif decision.shared and each.shared == decision.shared:
                others.append(row)
        if own and self._is_banked(decision) and decision.seat in self.grown:
            return None
        return next(iter((*own, *others)), None)

    def _change_row(self, decision: Decision, row: OpenDecision) -> OpenDecision:
        """A row that stays open: of a match that is paused, goes on or gives more time."""
        if row.due_at is None:
            return row
        calendar = self._find_calendar(decision)
        if self._is_banked(decision) and decision.seat in self.grown and not row.late:
            needed = self._needed_time(decision, self.transition.holders[decision.seat], _NOTHING)
            row = start_clock(row, self.agreed, self.stopped, needed, calendar)
        if self.was_paused is not None and self.paused is None:
            row = move_clock(row, self.agreed, self.was_paused, self.now, calendar)
        extended = self._extension(decision)
        if extended:
            row = self._delay(row, extended, calendar)
        return self._rest(row) if self.paused is not None else row

    def _extension(self, decision: Decision) -> timedelta:
        if decision.shared:
            return max(self.transition.extended.values(), default=_NOTHING)
        return self.transition.extended.get(decision.seat, _NOTHING)

    def _delay(self, row: OpenDecision, by: timedelta, calendar: Calendar) -> OpenDecision:
        assert row.due_at is not None
        if row.late or row.due_at <= self.begins:
            return start_clock(row, self.agreed, self.begins, by, calendar)
        due = due_after(row.due_at, by, calendar)
        remaining = running_time(self.begins, due, calendar)
        return run_clock(replace(row, due_at=due), self.agreed, self.begins, remaining, calendar)

    def _rest(self, row: OpenDecision) -> OpenDecision:
        return replace(row, act_at=None) if self.paused is not None else row

    def _find_row(self, decision: Decision) -> OpenDecision | None:
        """The stored row of a decision, if it has a due time."""
        row = self.stored.get(decision.key)
        return None if row is None or row.due_at is None else row

    def _is_banked(self, decision: Decision) -> bool:
        """A secret choice has a time of its own: what a bank holds is for all to see."""
        return self.agreed.pace(decision.clock).is_banked and decision.waits and not decision.secret

    def _find_calendar(self, decision: Decision) -> Calendar:
        if decision.secret:
            return ALWAYS_THERE
        holder = self.transition.holders.get(decision.seat)
        return self.transition.times.calendar(None if holder is None else holder.user)


# --- Results of a match that is over, for statistics and ratings ---


def build_results(
    match: Match,
    holders: Iterable[SeatHolder],
    ending: Ending,
    now: datetime,
    began: Iterable[SeatHolder] | None = None,
) -> tuple[Result, ...]:
    """The result of each person, at most one each; none where there is no result.

    ``began``  who held the seats when the match began, if others than now. A player who left has
               lost when the match ends against their seat, and has no result otherwise; a player
               who took over has helped where they have not won. In practice all begin alike

    A match is rated only if a person held each seat when it began.
    """
    holders = tuple(holders)
    if ending.kind == Ending.ABANDONED or spare_seats(holders):  # nobody wins against oneself
        return ()
    users = _users_by_seat(holders)
    given_up = dict(zip(map(Seat, match.resigned), match.resigned_by, strict=True))
    first = {**given_up, **users} if began is None else _users_by_seat(began)
    there = set(users.values())

    def outcome(seat: Seat) -> PlayerResult:
        if not ending.winners:
            return PlayerResult.DRAWN
        return PlayerResult.WON if seat in ending.winners else PlayerResult.LOST

    # By user: the seat, the outcome, and whether it counts for Elo.
    found: dict[int, tuple[Seat, PlayerResult, bool]] = {}
    for seat, user in first.items():
        gave_up = given_up.get(seat) == user and user not in there
        if users.get(seat) != user and (gave_up or outcome(seat) is PlayerResult.LOST):
            found[user] = (seat, PlayerResult.LEFT, True)
    helped = PlayerResult.LOST if match.practice else PlayerResult.HELPED
    for seat, user in users.items():
        fared, from_start = outcome(seat), first.get(seat) == user
        if fared is PlayerResult.LOST and not from_start:
            fared = helped
        found.setdefault(user, (seat, fared, from_start or fared is PlayerResult.WON))
    for seat, user in given_up.items():
        found.setdefault(user, (seat, helped, False))
    teams = match.sides.teams
    rated = (
        not match.practice
        and match.origin.partition(":")[0] not in ("fork", "import")
        and set(first) == set(match.sides.all())
        and len({teams[seat] for seat, _, counts in found.values() if counts}) > 1
    )
    return tuple(
        Result(
            match=match.id,
            seat=seat,
            user=user,
            team=teams[seat],
            teams=len(set(teams)),
            server=match.server,
            game=match.game,
            at=now,
            outcome=fared,
            rated=rated and counts,
        )
        for user, (seat, fared, counts) in sorted(
            found.items(), key=lambda each: (each[1][0], each[0])
        )
    )


def _users_by_seat(holders: Iterable[SeatHolder]) -> dict[Seat, int]:
    return {holder.seat: holder.user for holder in holders if holder.user is not None}
