"""The course of a ship that cloaks, move by move (CC-236, D-101)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from games.core.questions import Sketch
from games.core.questions.tree import Ask, branch, leaf
from games.core.telling import counted
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.options import sketches
from games.cosmic_conflict.options.fields import Nodes, legal, typed
from games.cosmic_conflict.options.moving import CHANGES, STEPS
from games.cosmic_conflict.rules import cloak, movement
from games.cosmic_conflict.rules.movement import Move
from games.cosmic_conflict.rules.reactions import Cloak
from games.cosmic_conflict.space import DU, SCALE
from games.cosmic_conflict.table import tasks
from games.cosmic_conflict.table.units import Table, Unit
from games.cosmic_conflict.view import Request

TURNED = 60
"""Degrees between the shifts that are offered; others can be typed."""
Course = tuple[Move, ...]


def courses(request: Request, unit: Unit, task: Any) -> Nodes:
    """The first move of a course: its Velocity, its shift and its turn."""
    return _velocities(request, unit, ())


def _ship(table: Table, unit: Unit, course: Course) -> Unit:
    """Where the ship is after the moves so far."""
    unit = cloak.alone(unit)
    for leg in cloak.legs(table, unit, course):
        unit = cloak.on(unit, leg)
    return unit


def _offered(request: Request, course: Course) -> Course | None:
    """The course as it is legal, with CONFIRM where it needs that; ``None`` if it is not."""
    for last in (course[-1], replace(course[-1], confirmed=True)):
        if legal(request, Cloak((*course[:-1], last))):
            return (*course[:-1], last)
    return None


def _paths(request: Request, unit: Unit, course: Course) -> Iterator[Course]:
    moves = (Move(change) for change in CHANGES)
    return filter(None, (_offered(request, (*course, move)) for move in moves))


def _velocities(request: Request, unit: Unit, course: Course) -> Nodes:
    table, now = request.view.table, _ship(request.view.table, unit, course)
    for found in _paths(request, unit, course):
        move = replace(found[-1], confirmed=False)
        plotted = movement.plot(table, now, movement.plan_of(move))
        turns = f"turn up to {tasks.STEP * plotted.heading_value}°"
        detail = f"Maneuver {SCALE.write(plotted.maneuver * DU)}, {turns}"
        label = f"V{plotted.velocity}, straight to {SCALE.name(plotted.step2)}"
        key = {0: "same", 1: "faster", -1: "slower"}[move.change]
        ask = Ask(
            f"How does {unit.id} shift and turn?",
            partial(_ways, request, unit, (*course, move)),
            ground=_ground(table, unit, (*course, move)),
        )
        yield branch(key, label, f"{_begun(course)}MOVE V", ask, detail)


def _ways(request: Request, unit: Unit, course: Course) -> Nodes:
    """Moves without a shift and with the full Maneuver, each with the sharpest turns."""
    table, move = request.view.table, course[-1]
    now = _ship(table, unit, course[:-1])
    plotted = movement.plot(table, now, movement.plan_of(move))
    most, length = min(tasks.STEP * plotted.heading_value, 180), plotted.maneuver * DU
    bearings = [(now.heading + each) % 360 for each in STEPS if each % TURNED == 0]
    shifts = [(None, 0), *((each, length) for each in bearings if length)]
    for bearing, far in shifts:
        for turn in dict.fromkeys((0, most, -most)):
            plan = replace(move, bearing=bearing, far=far, turn=turn)
            found = _offered(request, (*course[:-1], plan))
            if found is None:
                continue
            end = _ship(table, unit, found)
            shift = "no shift" if bearing is None else f"shift {SCALE.write(far)} to {bearing}°"
            label = f"To {SCALE.name(end.spot)}, heading {end.heading}: {shift}"
            key = f"b{'' if bearing is None else bearing}t{turn}".replace("-", "m")
            yield branch(key, label, f"{_begun(found)}", _further(request, unit, found))


def _further(request: Request, unit: Unit, course: Course) -> Ask[Answer]:
    """Back on the board after this move, or another one."""
    table, id = request.view.table, unit.id
    return Ask(
        f"{counted(len(course), 'move')} recorded. Is {id} back then, or does it go on?",
        partial(_ends, request, unit, course),
        typed(request, _begun(course), "MOVE V0", "Type the next move"),
        ground=_ground(table, unit, course),
    )


def _ends(request: Request, unit: Unit, course: Course) -> Nodes:
    table, last = request.view.table, len(course)
    end = _ship(table, unit, course)
    turn = table.turn + last
    move = Cloak(course)
    detail = "it is destroyed or flees there" if course[-1].confirmed else ""
    label = f"Back at the end of turn {turn}, at {SCALE.name(end.spot)}"
    yield leaf("back", label, move, detail, at=end.spot)
    on = tuple(replace(each, confirmed=False) for each in course)
    if last < cloak.LONGEST and any(_paths(request, unit, on)):
        ask = Ask(
            f"How fast does {unit.id} go on?",
            partial(_velocities, request, unit, on),
            ground=_ground(table, unit, on),
        )
        yield branch("on", "Another move", _begun(on), ask, f"back in turn {turn + 1} or later")


def _begun(course: Course) -> str:
    return f"REACT CLOAK; {''.join(f'{cloak.COURSE.write((each,))}; ' for each in course)}"


def _ground(table: Table, unit: Unit, course: Course) -> Sketch:
    return sketches.ground(sketches.course, table, unit, course)
