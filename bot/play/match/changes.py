"""What the store must write, from what the rules say happened."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from bot.play import effects
from bot.play.match.results import results_of
from bot.play.match.timing import timed
from bot.play.match.transitions import DropReason, Transition
from bot.play.positions import ENDINGS, followed_by
from bot.play.seat_holders import answers_of
from bot.play.storage.profiles import Player, Proposal, ProposalStatus
from bot.play.storage.queries import MatchRecords
from bot.play.storage.records import (
    Audit,
    Change,
    Entry,
    Kind,
    Position,
    PreparedAnswers,
    SeatHolder,
    Status,
)
from games.core.endings import Ending
from games.core.seats import Seat


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


def change(
    transition: Transition,
    cause: Cause,
    now: datetime,
    began: Iterable[SeatHolder] | None = None,
) -> Change:
    """Everything that the entries of ``transition`` write.

    ``began``  who held the seats when the match began; needed only when it ends
    """
    match = transition.match
    if transition.anew:
        for seat, holder in tuple(transition.holders.items()):
            if answers_of(holder).lines:
                transition.drop(seat, DropReason.CHANGED)
    entries = _entries(transition, now)
    pending = cause.ending or transition.pending
    over = pending if isinstance(pending, Ending) else None
    after = () if over else transition.opened
    opened = () if over else timed(transition, now, cause.renewed)
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
    results = results_of(grown, holders, over, now, began) if over else None
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
            Position(entry.seq, line.state, followed_by(entry))
            for entry, line in zip(entries, transition.lines, strict=True)
        ),
        holders=changed_holders(transition),
        answers=changed_answers(transition),
        closed=tuple(decision.key for decision in transition.before if decision.key not in keys),
        opened=opened,
        outbox_messages=(
            *effects.of_step(
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
                    if entry.kind is Kind.TAKEN and entry.seat is not None
                },
            ),
            *effects.dropped(grown, holders, transition.dropped, now),
            *effects.removed(grown, _put_out(entries), now),
            *(() if over else effects.vacant(grown, holders, _left(entries), now)),
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


def left(transition: Transition, change: Change) -> MatchRecords:
    """The match as ``change``, which stores the ``transition``, leaves it."""
    rows = {row.key: row for row in (*transition.times.stored, *change.opened)}
    opened = tuple(rows[key] for key in sorted(rows.keys() - set(change.closed)))
    holders = tuple(transition.holders[seat] for seat in sorted(transition.holders))
    opened = opened if change.match.clock else ()
    return MatchRecords(change.match, holders, opened, Player(0), frozenset())


def _left(entries: Iterable[Entry]) -> Iterator[int]:
    """By which entries people left their seats, of their own will or not."""
    for entry in entries:
        if entry.kind is Kind.LEFT and json.loads(entry.body)["holders"]:
            yield entry.seq


def _put_out(entries: Iterable[Entry]) -> Iterator[tuple[int, Seat, int]]:
    """Whose seats somebody else gave away: the entry, the seat, the user."""
    for entry in entries:
        if entry.kind not in (Kind.LEFT, Kind.TAKEN) or entry.seat is None:
            continue
        # Who holds the seat now comes first where it was taken, then who held it before.
        gone = json.loads(entry.body)["holders"][entry.kind is Kind.TAKEN :]
        yield from ((entry.seq, entry.seat, user) for user in gone if user != entry.user)


def _entries(transition: Transition, now: datetime) -> tuple[Entry, ...]:
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


def released(proposals: Iterable[Proposal], seats: Collection[Seat]) -> tuple[Proposal, ...]:
    """The open ``proposals`` that change because ``seats`` have new holders, in their new form:
    proposals by the old holders are withdrawn, and their answers no longer count."""
    return tuple(new for each in proposals if (new := _after(each, seats)) != each)


def _after(proposal: Proposal, seats: Collection[Seat]) -> Proposal:
    if proposal.seat in seats:
        return replace(proposal, fate=ProposalStatus.WITHDRAWN)
    return replace(
        proposal,
        agreed=tuple(each for each in proposal.agreed if each not in seats),
        declined=tuple(each for each in proposal.declined if each not in seats),
    )
