"""Giving up for good: the match ends when only one side is left, else it goes on without."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.play.context import Command, PlayContext, transactional
from bot.play.executor import Outcome
from bot.play.lobby import seating
from bot.play.lobby.seating import Replacement
from bot.play.match import table
from bot.play.match.changes import Cause
from bot.play.match.transitions import PendingEntry
from bot.play.receipts import Receipt
from bot.play.storage.ports import UnitOfWork
from bot.play.storage.records import Kind, Match, SeatHolder
from games.core import endings
from games.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Prospect:
    """What happens when a seat gives up: ``winners`` win the match, or it goes on without any."""

    winners: tuple[Seat, ...]

    @property
    def ends(self) -> bool:
        return bool(self.winners)


def prospect(match: Match, holders: Iterable[SeatHolder], seat: Seat) -> Prospect:
    """What happens when ``seat`` gives up.

    A side is left while somebody holds a seat of it who has not given up: a person, or a computer
    player who was not put there in the place of one who has.
    """
    sides = match.sides
    if len(set(sides.teams)) == 2 and len(sides) == 2:
        return Prospect(sides.others(seat))
    in_play = {
        holder.seat
        for holder in holders
        if holder.seat != seat and not (holder.computer and holder.seat in match.resigned)
    }
    teams = {sides.teams[each] for each in in_play}
    if len(teams) > 1:
        return Prospect(())
    # With nobody left at all, the win goes to those who have not given up.
    out = {seat, *(Seat(each) for each in match.resigned)}
    left = teams or {sides.teams[each] for each in sides.all() if each not in out}
    return Prospect(
        tuple(each for each in sides.all() if sides.teams[each] in left) or sides.others(seat)
    )


@transactional
async def resign(
    work: UnitOfWork,
    context: PlayContext,
    command: Command,
    instead: Replacement = Replacement.VACANT,
    level: str = "",
) -> Outcome:
    """Give up for good. ``instead`` says what becomes of the seat in a match that goes on, and
    ``level`` how well a computer player plays.

    Raises a ``Refusal``.
    """
    transition = await table.begun(work, context, command.match, paused=True)
    seat = table.seat_of(transition, command.user)
    found = prospect(transition.match, transition.holders.values(), seat)
    cause = Cause("resign", command.user, seat)
    if found.ends:
        name = transition.holders[seat].name
        line = PendingEntry(
            Kind.RESIGNATION, "{}", transition.state, seat=seat, user=command.user, text=name
        )
        transition.add(line)
        ending = endings.given_up(found.winners, transition.game.meta.resign_rule)
        change = await table.changed(work, context, transition, replace(cause, ending=ending))
        said = "You have resigned. Thank you for the match."
        return Outcome(change, Receipt(command.match, said))
    taker = seating.vacate(
        transition, seat, instead, level, kind=Kind.RESIGNATION, user=command.user
    )
    transition.match = replace(
        transition.match,
        resigned=(*transition.match.resigned, int(seat)),
        resigned_by=(*transition.match.resigned_by, command.user),
    )
    rest = await table.carried_on(transition)
    renewed = replace(cause, renewed=frozenset({seat}))
    change = await table.changed(work, context, transition, renewed)
    on = "Nobody holds your seat now" if taker is None else f"{taker.name} plays on"
    said = f"You have resigned. {on}; the others go on. Thank you for the match."
    return Outcome(change, Receipt(command.match, said), rest)
