"""Activating units: what a unit may do in its turn, and what it does (2.8, 2.11 to 2.12).

What is legal stands in ``selecting``. An action books its AP and changes the
board at once; attacks, terrain and checks go on the agenda.
"""

from __future__ import annotations

from dataclasses import replace

from games.astral_sailors.board import paths
from games.astral_sailors.events.battle import (
    ActivationEnded,
    TurnEnded,
    UnitHeld,
    UnitMoved,
    UnitTurned,
)
from games.astral_sailors.moves import (
    Action,
    Capture,
    Done,
    EndUnit,
    Hold,
    Jump,
    March,
    Melee,
    Release,
    Run,
    Shoot,
    TurnTo,
)
from games.astral_sailors.rules import (
    action_points,
    aiming,
    attack,
    capture,
    hazards,
    selecting,
    turns,
)
from games.astral_sailors.rules.aiming import in_reach as enemies_in_reach
from games.astral_sailors.rules.selecting import refusal, selectable
from games.astral_sailors.rules.strikes import charge_dice
from games.astral_sailors.step_builder import Course
from games.astral_sailors.table import Act, Do, LastAction, Part, Table, Unit
from games.astral_sailors.view import TeamKnown
from games.core.geometry.squares import Base

__all__ = ["end", "end_spent", "enemies_in_reach", "go_on", "perform", "refusal", "selectable"]


def perform(course: Course, seat: int, move: Action | EndUnit | Done) -> None:
    """Make a legal one: book AP, change the board, put attacks and checks on the agenda."""
    turns.count_move(course)
    if isinstance(move, Done):
        _end_turn(course, seat, move.hold)
        return
    course.then("end-spent-turn", about=str(course.table.turn.number))
    match move:
        case EndUnit():
            end(course, course.table.turn.active)
        case Release():
            capture.perform(course, move)
        case _:
            _begin_and_act(course, seat, move)


def go_on(course: Course, task: Act) -> None:
    """The action that had to wait. Where it has become illegal, the seat chooses anew."""
    own = course.secrets.teams[course.table.team(task.seat)]
    known = TeamKnown(own.objective, own.target, own.retarget, own.asked, own.bellicose)
    if refusal(course.table, known, task.seat, task.action) is None:
        _begin_and_act(course, task.seat, task.action)


# --- Beginning and ending activations ---


def _begin_and_act(course: Course, seat: int, move: Action) -> None:
    """Begin the unit's activation if need be; that of another unit is over then (D-43)."""
    active = course.table.turn.active
    if active != move.unit:
        if active:
            if _still_struck(course, active):
                course.push(Do("end-activation", active), Act(seat, move))
                return
            end(course, active)
        _begin(course, move.unit)
    _act(course, course.unit(move.unit), move)


def _still_struck(course: Course, active: str) -> bool:
    """Whether terrain strikes the active unit when it ends now."""
    if course.table.turn.moved:
        return False
    return bool(hazards.under(course.table, course.unit(active)))


def _begin(course: Course, code: str) -> None:
    turn = course.table.turn
    begun = replace(turn, quota=turn.quota - 1)
    course.table = replace(course.table, turn=begun)
    _mark(course, code)
    course.table = replace(
        course.table, turn=replace(begun, active=code, struck=(), touched=(), moved=False)
    )


def _mark(course: Course, code: str) -> None:
    """The unit counts as activated in this round."""
    unit = course.unit(code)
    points = action_points.available(course.table, unit)
    course.put(replace(unit, activated=course.table.round, ap=points))


def end(course: Course, about: str) -> None:
    """Step ``end-activation``: the active unit ``about`` is done; terrain under it may strike.

    Also for units that count as activated without action (D-16).
    """
    turn = course.table.turn
    active = turn.active == about
    if active:
        course.tell(ActivationEnded(unit=about))
    moved = active and turn.moved
    over = replace(turn, active="", struck=(), touched=(), moved=False)
    course.table = replace(course.table, turn=over)
    if not moved:
        touched = hazards.under(course.table, course.unit(about))
        course.table = replace(course.table, turn=replace(over, touched=touched))
        if touched:
            course.then("strike-terrain", about=about)


def _end_turn(course: Course, seat: int, named: tuple[str, ...]) -> None:
    """The half-turn is over; units that it still asked for count as activated (D-43)."""
    held = selecting.held(course.table, seat, named)
    active = course.table.turn.active
    for code in held:
        _mark(course, code)
    course.table = replace(course.table, turn=replace(course.table.turn, quota=0))
    course.then("next-turn")
    course.push(*(Do("end-activation", code) for code in held))
    if active:
        end(course, active)
    course.tell(TurnEnded(seat=seat, held=held))


def end_spent(course: Course, about: str) -> None:
    """Step ``end-spent-turn``: the turn with the number ``about`` is over if nothing is left to
    be begun and no unit is active (D-76)."""
    turn = course.table.turn
    if str(turn.number) == about and not selectable(course.table, turn.seat):
        _end_turn(course, turn.seat, ())


# --- Actions ---


def _act(course: Course, unit: Unit, move: Action) -> None:
    match move:
        case March() | Run() | Jump():
            _go(course, unit, move)
        case TurnTo(facing=facing):
            _pay(course, unit)
            course.put(replace(course.unit(unit.code), facing=facing))
            course.tell(UnitTurned(unit=unit.code, facing=facing))
            _remember(course, unit, "turn", (course.base(unit.code),))
        case Shoot() | Melee():
            _attack(course, unit, move)
        case Capture():
            aim = course.base(move.target)
            _remember(course, unit, "capture", aims=(aim,))
            capture.perform(course, move)
        case Hold():
            course.tell(UnitHeld(unit=unit.code))
            quiet = replace(course.table.turn, active="")
            course.table = replace(course.table, turn=quiet)
            end(course, unit.code)


def _pay(course: Course, unit: Unit) -> None:
    """An action of 1 AP, which ends the unit's Cover (ASCW-140, D-28)."""
    course.put(replace(unit, ap=unit.ap - 1, cover=False))


def _go(course: Course, unit: Unit, move: March | Run | Jump) -> None:
    """A movement action: who arrives, then terrain strikes, then a Charge, then the check.

    A captive is handed in on the way, so before anything can fell its captor (D-16, D-61).
    """
    path = paths.way(course.table, unit, move)
    charged = _charged(course.table, unit, path, move)
    pieces = paths.crossed(course.table, unit, path, leap=isinstance(move, Jump))
    _pay(course, unit)
    stop = path.bases[-1]
    course.put(replace(course.unit(unit.code), c=stop.c, r=stop.r, facing=path.facing))
    turn = course.table.turn
    touched = (*turn.touched, *hazards.new(course.table, unit, pieces))
    course.table = replace(course.table, turn=replace(turn, touched=touched, moved=True))
    how = "move" if isinstance(move, March) else move.move
    course.tell(
        UnitMoved(
            unit=unit.code,
            how=how,
            path=tuple(base.anchor for base in path.bases),
            cost=path.cost,
            facing=path.facing,
        )
    )
    aims = (course.base(charged),) if charged else ()
    _remember(course, unit, "charge" if charged else how, path.bases, aims)
    course.then("check")
    if charged:
        _charge(course, unit, charged)
    if touched:
        course.then("strike-terrain", about=unit.code)
    course.then("arrive", about=unit.code)


def _charged(table: Table, unit: Unit, path: paths.Path, move: March | Run | Jump) -> str:
    """The enemy that a Run strikes at its end: the one named, or the lowest code (D-19)."""
    if not isinstance(move, Run):
        return ""
    struck = paths.charged(table, unit, path)
    if move.target or not struck:
        return move.target
    order = tuple(table.units)
    return min(struck, key=order.index)


def _charge(course: Course, unit: Unit, target: str) -> None:
    """The automatic attack of a Charge (ASCW-75 to 77)."""
    dice = charge_dice(course.table, unit, course.unit(target))
    attack.declare(course, "charge", course.unit(unit.code), (Part(target, dice),))


def _attack(course: Course, unit: Unit, move: Shoot | Melee) -> None:
    parts = aiming.parts(course.table, unit, move)
    _pay(course, unit)
    if isinstance(move, Shoot):
        shooter = course.unit(unit.code)
        limited = bool(course.kind(unit.code).specials.limited)
        course.put(replace(shooter, shot=course.table.round, used=shooter.used + limited))
    aims = tuple(course.base(part.target) for part in parts)
    _remember(course, unit, move.move, (course.base(unit.code),), aims)
    attack.declare(course, move.move, course.unit(unit.code), parts)


def _remember(
    course: Course,
    unit: Unit,
    how: str,
    path: tuple[Base, ...] = (),
    aims: tuple[Base, ...] = (),
) -> None:
    """For the picture of the last action."""
    last = LastAction(unit.code, unit.seat, how, path, aims)
    course.table = replace(course.table, last=last)
