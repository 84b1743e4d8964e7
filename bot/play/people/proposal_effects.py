"""What happens in a match when a proposal is agreed on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.play.clocks import time_controls
from bot.play.context import PlayContext
from bot.play.deadlines import extensions, pauses
from bot.play.deadlines.expiry import expire
from bot.play.executor import NOTHING, Continuation
from bot.play.match import table
from bot.play.match.rewind import cut_back
from bot.play.match.transitions import PendingEntry, Transition
from bot.play.people.leaving import Replacement, is_deserted, vacate
from bot.play.people.proposal_kinds import (
    ProposalTerms,
    late,
    no_default,
    not_late,
)
from bot.play.storage.ports import UnitOfWork
from bot.play.storage.profiles import Proposed
from bot.play.storage.records import Kind, Pauser
from games.core import endings
from games.core.endings import Ending
from games.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Effect:
    """What came of carrying it out, beside the entries of the run."""

    ending: Ending | None = None
    renewed: frozenset[Seat] = frozenset()
    rest: Continuation | None = None


@dataclass(frozen=True, slots=True)
class _Case:
    """What ``seat`` has proposed, and the seats that have ``agreed``."""

    work: UnitOfWork
    context: PlayContext
    transition: Transition
    seat: Seat
    terms: ProposalTerms
    agreed: tuple[Seat, ...]

    @property
    def user(self) -> int | None:
        return self.transition.holders[self.seat].user

    @property
    def now(self) -> datetime:
        return self.context.clock.now()


async def carry_out(
    work: UnitOfWork,
    context: PlayContext,
    transition: Transition,
    seat: Seat,
    terms: ProposalTerms,
    agreed: tuple[Seat, ...],
) -> Effect:
    """Add the entries of what was agreed on. Raises ``NotNow`` when it cannot be done any more."""
    at = len(transition.lines)
    done = await _EFFECTS[terms.kind](_Case(work, context, transition, seat, terms, agreed))
    for place, line in enumerate(transition.lines[at:], at):
        # The first is the action itself; of several late seats each has its default.
        if place == at or line.kind is Kind.DEFAULT:
            transition.lines[place] = replace(line, agreed=(seat, *agreed))
    return done


async def _undone(case: _Case) -> Effect:
    await cut_back(
        case.work, case.context, case.transition, case.terms.to, seat=case.seat, user=case.user
    )
    for each in (case.seat, *case.agreed):
        if each in case.transition.holders:
            table.awake(case.transition, each)
    return Effect()


async def _drawn(case: _Case) -> Effect:
    case.transition.add(
        PendingEntry(Kind.DRAWN, "{}", case.transition.state, seat=case.seat, user=case.user)
    )
    return Effect(endings.agreed(case.transition.game.meta.draw_rule))


async def _paused(case: _Case) -> Effect:
    pauses.pause(
        case.transition, case.now, Pauser.PLAYERS, case.terms.until, seat=case.seat, user=case.user
    )
    return Effect(rest=NOTHING)


async def _resumed(case: _Case) -> Effect:
    table.awake(case.transition, case.seat)
    rest = await pauses.resume(case.transition, seat=case.seat, user=case.user)
    return Effect(rest=rest)


async def _abandoned(case: _Case) -> Effect:
    case.transition.add(
        PendingEntry(Kind.CLOSED, "{}", case.transition.state, seat=case.seat, user=case.user)
    )
    return Effect(endings.abandoned())


async def _extended(case: _Case) -> Effect:
    by = timedelta(hours=case.terms.hours)
    await extensions.extend(case.work, case.transition, case.seat, by, user=case.user)
    return Effect(rest=NOTHING)


async def _expired(case: _Case) -> Effect:
    waiting = await late(case.work, case.transition, case.terms.seat)
    if not waiting:
        raise not_late(case.terms)
    left, _ = expire(case.transition, waiting, time_controls.stored(case.transition.match.clock))
    if left:
        raise no_default(case.transition)
    return Effect()


async def _opened(case: _Case) -> Effect:
    assert case.terms.seat is not None
    vacate(case.transition, case.terms.seat, Replacement.VACANT, user=case.user)
    return Effect(renewed=frozenset({case.terms.seat}))


async def _claimed(case: _Case) -> Effect:
    sides = case.transition.match.sides
    others = sides.others(case.seat)
    case.transition.add(
        PendingEntry(Kind.CLOSED, "{}", case.transition.state, seat=case.seat, user=case.user)
    )
    if await is_deserted(case.work, case.transition, case.seat):
        return Effect(endings.left(tuple(each for each in sides.all() if each not in others)))
    return Effect(endings.out_of_time(sides, others[0]))


_EFFECTS: Mapping[Proposed, Callable[[_Case], Awaitable[Effect]]] = {
    Proposed.UNDO: _undone,
    Proposed.DRAW: _drawn,
    Proposed.PAUSE: _paused,
    Proposed.RESUME: _resumed,
    Proposed.ABANDON: _abandoned,
    Proposed.EXTEND: _extended,
    Proposed.DEFAULT: _expired,
    Proposed.OPEN_SEAT: _opened,
    Proposed.CLAIM: _claimed,
}
