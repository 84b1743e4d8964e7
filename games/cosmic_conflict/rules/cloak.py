"""Cloak: a ship leaves the board and follows a course that was recorded (CC-236, D-101)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

from games.core.notation import Notation, Value, steps
from games.core.steps import Do
from games.core.types import Forbidden, Seat
from games.cosmic_conflict import events as e
from games.cosmic_conflict.rules import movement, parting, terrain
from games.cosmic_conflict.rules.movement import Move, MovePlan, plan_of
from games.cosmic_conflict.rules.orders.usage import strained
from games.cosmic_conflict.rules.values import forbid
from games.cosmic_conflict.space import clamped, turned
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table.course import Progress, seat_of
from games.cosmic_conflict.table.units import Table, Unit, Vanished
from games.cosmic_conflict.view import Cloaked, Leg

LONGEST: Final = 3
"""So many turns at most does a ship stay cloaked (D-101)."""
_MOVES: Final = Notation[Any, Move](Move.verbs(), lambda request: "MOVE V0")
COURSE: Final[Value[Any, tuple[Move, ...]]] = steps(
    _MOVES.read, _MOVES.write, LONGEST, "MOVE V+1; MOVE V0 TURN 30"
)

# --- The course ---


def legs(table: Table, unit: Unit, moves: Iterable[Move]) -> Iterator[Leg]:
    """Where each move of a course leads, whatever lies there."""
    for move in moves:
        unit = movement.moved(unit, movement.plot(table, unit, plan_of(move)))
        yield Leg(unit.spot, unit.heading, unit.velocity)


def alone(unit: Unit) -> Unit:
    """A ship as it cloaks: without its bonds, its engines after a Navigate Order (CC-246)."""
    return strained(replace(unit, bond=None, stance=""))


def on(unit: Unit, leg: Leg) -> Unit:
    """A ship where a leg of its course ends."""
    at, heading, velocity = leg
    return replace(unit, at=at, heading=heading, velocity=velocity)


def drifted(table: Table, turns: int) -> Table:
    """The board without units, as Mobile terrain leaves it after some turns."""
    table = replace(table, units={})
    for _ in range(turns):
        table = terrain.move_terrain(table).table
    return table


def refuse_course(table: Table, unit: Unit, moves: Sequence[Move]) -> Forbidden | None:
    """Why a course cannot be recorded: each move must be legal, and the last one confirmed that
    would end the ship; Navigate locks the Velocity of Compromised Engines (CC-246)."""
    unit = alone(unit)
    if refused := refuse_moves(table, unit, moves):
        return refused
    *_, last = legs(table, unit, moves)
    there, at = drifted(table, len(moves)), clamped(table.board, last.at)
    return terrain.refuse_end(there, on(unit, last), moves[-1].confirmed, at)


def refuse_moves(table: Table, unit: Unit, moves: Iterable[Move]) -> Forbidden | None:
    """Why a ship cannot make some moves, wherever they lead."""
    for number, move in enumerate(moves, 1):
        if refused := _refuse_move(table, unit, move):
            return refused.retold(f"Move {number}: {refused.sentence}", step=number)
        unit = on(unit, *legs(table, unit, (move,)))
    return None


def _refuse_move(table: Table, unit: Unit, move: Move) -> Forbidden | None:
    if move.pws:
        why = f"{unit.id} is cloaked then: nobody comes near it."
        return forbid("PWS", "CC-236", why, "Leave out PWS.")
    return movement.refuse_way(table, unit, plan_of(move)) or movement.refuse_locked(
        table, unit, move.change
    )


def plan(before: Leg, leg: Leg) -> MovePlan:
    """The move from one place of a course to the next."""
    turn = turned(before.heading, leg.heading)
    return MovePlan(leg.velocity - before.velocity, leg.at, turn)


def refuse_legs(table: Table, unit: Unit, course: Cloaked) -> Forbidden | None:
    """Why a ship cannot be on a course."""
    for before, leg in pairwise((course.now, *course.left)):
        now, way = on(alone(unit), before), plan(before, leg)
        if refused := movement.refuse_way(table, now, way) or movement.refuse_locked(
            table, now, way.change
        ):
            return refused
    return None


# --- How far it is, as everybody knows ---


def has_moved(course: Progress) -> bool:
    """Whether the recorded moves of this turn have been made."""
    return course.phase == "resolution" and Do("R2") not in course.agenda


def moves_made(course: Progress, turn: int, vanished: int) -> int:
    """How many moves a ship has made that vanished in some turn."""
    return turn - vanished - (not has_moved(course))


def is_returning(course: Progress) -> bool:
    """Whether ships that have made their last move are about to come back."""
    return course.phase == "resolution" and Do("R8") in course.agenda


# --- Leaving the board, step R8 ---


def vanish(builder: StepBuilder, id: str, moves: Sequence[Move]) -> None:
    """A ship has revealed Cloak: it leaves its Formation or its ward, and the board."""
    before = builder.table
    builder.table = before.freed(builder.unit(id))
    unit = builder.unit(id)
    now, seat = Leg(unit.spot, unit.heading, unit.velocity), seat_of(unit.side)
    course = Cloaked(now, tuple(legs(builder.table, unit, moves)))
    vanished = Vanished(builder.table.turn, unit.spot)
    builder.put(unit, at=None, state="cloaked", vanished=vanished, navigated=False)
    _write(builder, seat, {**builder.sheet(seat).cloaks, id: course})
    piece, until = builder.piece(id), builder.table.turn + len(moves)
    builder.tell(e.ShipCloaked(piece, unit.spot))
    builder.tell(e.CourseRecorded(piece, until, course.left[-1].at, only=(seat,)))
    parting.tell_parted(builder, before)


def _write(builder: StepBuilder, seat: Seat, courses: Mapping[str, Cloaked]) -> None:
    builder.write(seat, cloaks=dict(sorted(courses.items())))


# --- Under way, step R2 ---


def advance(builder: StepBuilder) -> None:
    """Make the next move of each cloaked ship, of which only its side hears."""
    for seat in builder.table.seats:
        courses = builder.sheet(seat).cloaks
        if not courses:
            continue
        _write(builder, seat, {id: each.moved for id, each in courses.items()})
        for id, each in courses.items():
            to = each.left[0]
            piece = builder.piece(id)
            builder.tell(e.CloakedMove(piece, each.now.at, *to, only=(seat,)))


# --- Coming back, step R8 ---


def appear(builder: StepBuilder, *, everywhere: bool = False) -> None:
    """The ships whose course has ended are on the board again, or all of them once the match is
    over, those of the initiative's side first."""
    for side in builder.table.rotation():
        for id, course in builder.sheet(seat_of(side)).cloaks.items():
            if everywhere or not course.left:
                back(builder, id)


def back(builder: StepBuilder, id: str) -> None:
    """Bring a ship back where its course has led it: in Solid terrain it is destroyed, off the
    board it has fled (D-086)."""
    seat = seat_of(builder.unit(id).side)
    courses = builder.sheet(seat).cloaks
    _write(builder, seat, {each: found for each, found in courses.items() if each != id})
    unit = on(builder.unit(id), courses[id].now)
    unit = builder.put(unit, state="in", vanished=None)
    found = terrain.landed(builder.table, unit)
    end = found.table.units[id] if found.state == "in" else unit
    builder.tell(e.ShipDecloaked(builder.piece(id), end.spot, end.heading, end.velocity))
    before, builder.table = builder.table, found.table
    if found.state != "in":
        movement.tell_lost(builder, before, found, unit)
