"""What happens in a match when a proposal is agreed on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from bot.play.clocks import time_controls
from bot.play.context import PlayContext
from bot.play.deadlines import extensions, pauses
from bot.play.deadlines.expiry import expire
from bot.play.executor import NOTHING, Continuation
from bot.play.lobby.seating import Replacement, vacate
from bot.play.match import table
from bot.play.match.rewind import cut_back
from bot.play.match.transitions import PendingEntry, Transition
from bot.play.people.proposal_kinds import (
    ProposalTerms,
    deserted,
    late,
    no_default,
    not_late,
)
from bot.play.ports import UnitOfWork
from bot.play.profiles import Proposed
from bot.play.records import Kind, Pauser
from games.core import endings
from games.core.endings import Ending
from games.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Effect:
    """What came of carrying it out, beside the entries of the run."""

    ending: Ending | None = None
    renewed: frozenset[Seat] = frozenset()
    rest: Continuation | None = None


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
    done = await _EFFECTS[terms.kind](work, context, transition, seat, terms, agreed)
    for place, line in enumerate(transition.lines[at:], at):
        # The first is the action itself; of several late seats each has its default.
        if place == at or line.kind is Kind.DEFAULT:
            transition.lines[place] = replace(line, agreed=(seat, *agreed))
    return done


async def _undone(
    work: UnitOfWork,
    context: PlayContext,
    transition: Transition,
    seat: Seat,
    terms: ProposalTerms,
    agreed: tuple[Seat, ...],
) -> Effect:
    await cut_back(
        work, context, transition, terms.to, seat=seat, user=transition.holders[seat].user
    )
    for each in (seat, *agreed):
        if each in transition.holders:
            table.awake(transition, each)
    return Effect()


async def _drawn(
    work: UnitOfWork,
    context: PlayContext,
    transition: Transition,
    seat: Seat,
    terms: ProposalTerms,
    agreed: tuple[Seat, ...],
) -> Effect:
    transition.add(
        PendingEntry(
            Kind.DRAWN, "{}", transition.state, seat=seat, user=transition.holders[seat].user
        )
    )
    return Effect(endings.agreed(transition.game.meta.draw_rule))


async def _paused(
    work: UnitOfWork,
    context: PlayContext,
    transition: Transition,
    seat: Seat,
    terms: ProposalTerms,
    agreed: tuple[Seat, ...],
) -> Effect:
    now = context.clock.now()
    pauses.pause(
        transition, now, Pauser.PLAYERS, terms.until, seat=seat, user=transition.holders[seat].user
    )
    return Effect(rest=NOTHING)


async def _resumed(
    work: UnitOfWork,
    context: PlayContext,
    transition: Transition,
    seat: Seat,
    terms: ProposalTerms,
    agreed: tuple[Seat, ...],
) -> Effect:
    now = context.clock.now()
    rest = await pauses.resume(work, transition, now, seat=seat, user=transition.holders[seat].user)
    return Effect(rest=rest)


async def _abandoned(
    work: UnitOfWork,
    context: PlayContext,
    transition: Transition,
    seat: Seat,
    terms: ProposalTerms,
    agreed: tuple[Seat, ...],
) -> Effect:
    transition.add(
        PendingEntry(
            Kind.CLOSED, "{}", transition.state, seat=seat, user=transition.holders[seat].user
        )
    )
    return Effect(endings.abandoned())


async def _extended(
    work: UnitOfWork,
    context: PlayContext,
    transition: Transition,
    seat: Seat,
    terms: ProposalTerms,
    agreed: tuple[Seat, ...],
) -> Effect:
    by, now = timedelta(hours=terms.hours), context.clock.now()
    await extensions.extend(work, transition, seat, by, now, user=transition.holders[seat].user)
    return Effect(rest=NOTHING)


async def _expired(
    work: UnitOfWork,
    context: PlayContext,
    transition: Transition,
    seat: Seat,
    terms: ProposalTerms,
    agreed: tuple[Seat, ...],
) -> Effect:
    waiting = await late(work, transition, terms.seat)
    if not waiting:
        raise not_late(transition, terms)
    left, _ = expire(transition, waiting, time_controls.stored(transition.match.clock))
    if left:
        raise no_default(transition)
    return Effect()


async def _opened(
    work: UnitOfWork,
    context: PlayContext,
    transition: Transition,
    seat: Seat,
    terms: ProposalTerms,
    agreed: tuple[Seat, ...],
) -> Effect:
    assert terms.seat is not None
    vacate(transition, terms.seat, Replacement.VACANT, user=transition.holders[seat].user)
    return Effect(renewed=frozenset({terms.seat}))


async def _claimed(
    work: UnitOfWork,
    context: PlayContext,
    transition: Transition,
    seat: Seat,
    terms: ProposalTerms,
    agreed: tuple[Seat, ...],
) -> Effect:
    sides = transition.match.sides
    others = sides.others(seat)
    transition.add(
        PendingEntry(
            Kind.CLOSED, "{}", transition.state, seat=seat, user=transition.holders[seat].user
        )
    )
    if await deserted(work, transition, seat):
        return Effect(endings.left(tuple(each for each in sides.all() if each not in others)))
    return Effect(endings.out_of_time(sides, others[0]))


_Effect = Callable[
    [UnitOfWork, PlayContext, Transition, Seat, ProposalTerms, tuple[Seat, ...]], Awaitable[Effect]
]
_EFFECTS: Mapping[Proposed, _Effect] = {
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
