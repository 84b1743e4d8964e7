"""Players who share a side (D-087): what the rules ask of a side is asked of its players.

To the rules each side answers as one seat, that of its number. Here the seats of the match are
told from these: a question goes to all players of the side who may answer it, and the answer of one
is that of the side.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.core.events import Event, Step
from games.core.types import Chance, Decision, Decisions, Ending, Seat
from games.cosmic_conflict.rules import windows
from games.cosmic_conflict.rules.setup import preparation
from games.cosmic_conflict.rules.turns import activation
from games.cosmic_conflict.state import State
from games.cosmic_conflict.table.course import Progress, seat_of, side_of
from games.cosmic_conflict.table.units import Table, Unit


def by_side(table: Table, decision: Decision) -> Decision:
    """A decision as the rules know it."""
    return replace(decision, seat=seat_of(table.side_of(decision.seat)))


def asked(state: State, found: Decisions) -> Decisions:
    """The decisions of sides as those of their players."""
    table = state.table
    if not table.players:
        return found
    return Decisions(tuple(each for one in found.open for each in _of_players(state, one)))


def _of_players(state: State, decision: Decision) -> Iterable[Decision]:
    members = state.table.members(side_of(decision.seat))
    owners = {unit.owner for unit in _about(state.table, state.course, decision)}
    seats = [seat for number, seat in enumerate(members, 1) if number in owners] or members
    return (replace(decision, seat=seat, by_team=len(seats) > 1) for seat in seats)


def _about(table: Table, course: Progress, decision: Decision) -> Iterable[Unit]:
    """The units whose owners may answer, as everybody knows; none where all of a side may."""
    side, now = side_of(decision.seat), course.activation
    match decision.kind:
        case "activate" if course.acting:
            return (table.units[course.acting.unit],)
        case "activate" if now:
            return activation.waiting(table, now.size, side)
        case "idle":
            return (each for each in table.of(side) if activation.may_act(table, each))
        case "react" | "resolve" | "cloak":
            window = windows.opened(course.agenda[-1], table)
            if window and window.unit:
                return (table.units[window.unit],)
            return (each for each in table.in_space(side) if windows.armed(table, each))
        case "deploy" if not decision.secret:
            return preparation.placeable(table, side)
    return ()


def told(table: Table, step: Step[State, Event]) -> Step[State, Event]:
    """What only a side may know is told to all its players."""
    if not table.players:
        return step
    events = (
        each if each.only is None else replace(each, only=_seats(table, each.only))
        for each in step.events
    )
    return Step(step.state, tuple(events))


def rolled(table: Table, chance: Chance) -> Chance:
    """Dice that only some sides may know of are those of their players."""
    if chance.only is None or not table.players:
        return chance
    return replace(chance, only=_seats(table, chance.only))


def _seats(table: Table, sides: Iterable[Seat]) -> tuple[Seat, ...]:
    return tuple(seat for own in sides for seat in table.members(side_of(own)))


def ended(table: Table, ending: Ending) -> Ending:
    """The players of a side win together, and each has its score."""
    if not table.players:
        return ending
    sides = [table.side_of(seat) for seat in range(sum(table.players))]
    winners = (Seat(seat) for seat, side in enumerate(sides) if seat_of(side) in ending.winners)
    scores = (ending.scores[side - 1] for side in sides if ending.scores)
    return replace(ending, winners=tuple(winners), scores=tuple(scores))
