"""Moves in the flow of a match: their steps and what happens at their end (2.3, D-080)."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from games.core.notation import move
from games.core.steps import Do
from games.core.types import Decision, Forbidden, Roll, Rolled
from games.cosmic_conflict import events as e
from games.cosmic_conflict.course import Acting, seat_of
from games.cosmic_conflict.notation import (
    CONFIRM,
    DEGREES,
    LENGTH,
    NEW_VELOCITY,
    TURN,
    UNITS,
    ActivationStep,
    At,
    UnitId,
)
from games.cosmic_conflict.orders import in_force
from games.cosmic_conflict.rules import arrivals, fighters, marks, movement, windows
from games.cosmic_conflict.rules.harm import bury
from games.cosmic_conflict.rules.movement import Bearing, MovePlan
from games.cosmic_conflict.rules.values import acting, forbid, no_unit_acts
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table import Table, Unit
from games.cosmic_conflict.tasks import (
    Arriving,
    ExchangeRoll,
    Exchanging,
    Hurt,
    Interruption,
    Moving,
    Steps,
)
from games.cosmic_conflict.view import Asked


def plan_of(move: Move) -> MovePlan:
    shift = move.to if move.bearing is None else Bearing(move.bearing, move.far)
    return MovePlan(move.change, shift, move.turn, move.pws, move.confirmed)


# --- Legality ---


@move("fly", "activate", "MOVE TO {to}[ PWS {pws}][ {confirmed}]")
class Fly(ActivationStep):
    """``MOVE TO 20 14.5 PWS b1 CONFIRM``: a Fighter (CC-128)"""

    to: At
    pws: Annotated[tuple[UnitId, ...], Field(max_length=20), UNITS] = ()
    confirmed: Annotated[bool, CONFIRM] = False

    def refuse(self, asked: Asked) -> Forbidden | None:
        """Why a Fighter cannot move so (CC-128)."""
        unit, table = acting(asked), asked.view.table
        if unit is None or (refused := _too_late(asked, unit)):
            return refused if unit else no_unit_acts(asked)
        if not table.design(unit).fighter:
            why = f"{unit.id} is a ship: its move begins with its Velocity."
            return forbid("FORMAT", "CC-024", why, "Write MOVE V0, V+1 or V-1.")
        return fighters.refuse_move(table, unit, self.to, pws=self.pws, confirmed=self.confirmed)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        """Carry out a Fighter's move, unless an interrupt comes first."""
        unit = _closed(builder, self)
        if unit is None:
            return
        assert unit.at is not None
        builder.change(acting=Acting(unit.id, "moving"))
        builder.put(unit, at=self.to)
        piece = builder.piece(unit.id)
        builder.tell(e.Moved(piece, unit.at, self.to, self.to, 0, 0, fighter=True))
        builder.push(Arriving(unit.id, self.pws), Do("after-move"))


@move(
    "move",
    "activate",
    "MOVE {change}[ TO {to}][ BEARING {bearing} {far}][ TURN {turn}][ PWS {pws}][ {confirmed}]",
)
class Move(ActivationStep):
    """``MOVE V+1 TO 20 14.5 TURN -30 PWS b1 CONFIRM``, ``MOVE V0 BEARING 75 2`` (CC-022): the shift
    ends at a point, or goes so far along a bearing."""

    change: Annotated[Literal[-1, 0, 1], NEW_VELOCITY] = 0
    to: At | None = None
    bearing: Annotated[int, Field(ge=0, le=359), DEGREES] | None = None
    far: Annotated[int, Field(ge=0, le=99999), LENGTH] = 0
    turn: Annotated[int, Field(ge=-359, le=359), TURN] = 0
    pws: Annotated[tuple[UnitId, ...], Field(max_length=20), UNITS] = ()
    confirmed: Annotated[bool, CONFIRM] = False

    def __post_init__(self) -> None:
        if self.far and self.bearing is None:
            raise ValueError("a length needs a bearing")

    def refuse(self, asked: Asked) -> Forbidden | None:
        """Why a ship cannot move so (CC-022 to 026)."""
        unit, table = acting(asked), asked.view.table
        if unit is None or (refused := _too_late(asked, unit)):
            return refused if unit else no_unit_acts(asked)
        if table.design(unit).fighter:
            why = f"{unit.id} is a Fighter: it has neither Velocity nor heading."
            return forbid("FORMAT", "CC-128", why, "Write MOVE TO and a point.")
        return movement.refuse(table, unit, plan_of(self))

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        """Carry out a move, unless an interrupt comes first."""
        unit = _closed(builder, self)
        if unit is None:
            return
        plan = plan_of(self)
        plotted = movement.plot(builder.table.design(unit), unit, plan)
        assert unit.at is not None
        start = unit.at
        builder.change(acting=Acting(unit.id, "moving"))
        if in_force(unit, "contingent"):
            builder.put(unit, at=plotted.step2, velocity=plotted.velocity)
            task = Moving(unit.id, start, plan.change, plotted, plan.pws, "straight")
            builder.push(task)
            return
        _arrive(builder, unit, Moving(unit.id, start, plan.change, plotted, plan.pws, "shift"))


def _too_late(asked: Asked, unit: Unit) -> Forbidden | None:
    now = asked.view.course.acting
    if now and now.stage in ("attacks", "closing"):
        return None
    return forbid("WINDOW", "CC-077", f"{unit.id} has moved in this activation.")


# --- The move ---


def _closed(builder: StepBuilder, move: ActivationStep) -> Unit | None:
    """The unit after its attack sequence; ``None`` where an interrupt comes first (D-065)."""
    now = builder.course.acting
    assert now is not None
    unit = builder.unit(now.unit)
    if now.stage == "closing":
        return unit
    unit = builder.put(marks.lapsed(unit))
    builder.change(acting=Acting(unit.id, "closing"))
    point = Interruption(3 - unit.side, "moves", unit.id)
    if windows.opened(point, builder.table) is None:
        return unit
    put_first(builder, unit, move)
    builder.push(point)
    return None


def put_first(builder: StepBuilder, unit: Unit, step: ActivationStep) -> None:
    """Make a step the next of those that wait."""
    seat, number = seat_of(unit.side), 1
    builder.write(seat, steps=(step, *builder.sheet(seat).steps))
    if builder.agenda and isinstance(top := builder.agenda[-1], Steps):
        number = top.number - 1
        builder.pop()
    builder.push(Steps(number))


def go_on(builder: StepBuilder, task: Moving) -> None:
    """From step 2 to step 3, or from there to the end of the move."""
    unit = builder.unit(task.unit)
    if not unit.in_space:
        return
    if task.stage == "straight":
        builder.put(unit, at=task.plotted.to)
        builder.push(replace(task, stage="shift"))
        return
    _arrive(builder, unit, task)


def _arrive(builder: StepBuilder, unit: Unit, task: Moving) -> None:
    plotted = task.plotted
    builder.put(movement.moved(unit, plotted))
    builder.tell(
        e.Moved(
            builder.piece(unit.id),
            task.start,
            plotted.step2,
            plotted.to,
            plotted.velocity,
            plotted.heading,
            task.change,
            plotted.turn,
        )
    )
    builder.push(Arriving(unit.id, task.pws), Do("after-move"))


def may_fire_on(table: Table, unit: Unit) -> bool:
    """Whether a ship with a Contingent Attack could fire where it is (D-064)."""
    if not in_force(unit, "contingent") or not unit.in_space:
        return False
    return any(windows.reaches(table, unit, at) for at in windows.ready_weapons(table, unit))


# --- Its end ---


def arrival_rolls(builder: StepBuilder, task: Arriving) -> tuple[Roll, ...]:
    """Two dice for each random Push or Pull (CC-209)."""
    unit = builder.unit(task.unit)
    if not unit.in_space or not (dice := arrivals.displacement_dice(builder.table, unit)):
        return ()
    return (Roll(dice, 6, f"{builder.piece(task.unit)}: direction"),)


def arrival_rolled(builder: StepBuilder, task: Arriving, rolled: Rolled) -> None:
    _arrived(builder, task, rolled.faces[0])


def arrived(builder: StepBuilder, task: Arriving) -> None:
    if builder.unit(task.unit).in_space:
        _arrived(builder, task, ())


def _arrived(builder: StepBuilder, task: Arriving, dice: tuple[int, ...]) -> None:
    """Push and Pull, the edge, Solid and Hazardous terrain, then PWS exchanges (D-080)."""
    unit, piece = builder.unit(task.unit), builder.piece(task.unit)
    assert unit.at is not None
    aboard = tuple(each.id for each in builder.table.aboard(unit.id))
    found = arrivals.arrive(builder.table, unit, dice)
    builder.table = found.table
    at, left = unit.at, list(dice)
    for shift in found.shifts:
        pair = (left.pop(0), left.pop(0)) if shift.direction is not None else ()
        builder.tell(e.Displaced(piece, shift.feature, at, shift.to, pair))
        at = shift.to
    if found.state != "in":
        gone = (
            e.Crashed(piece, found.solid, at, aboard)
            if found.state == "destroyed"
            else e.Fled(piece, "edge", at, aboard)
        )
        builder.tell(gone)
        bury(builder)
        return
    enemies = [each.enemy for each in arrivals.exchanges(builder.table, builder.unit(unit.id))]
    wanted = tuple(enemy for enemy in task.pws if enemy in enemies)
    others = tuple(enemy for enemy in enemies if enemy not in wanted)
    hazards = (Hurt(each.unit, each.amount, "hazard", each.feature) for each in found.damage)
    builder.push(*hazards, Exchanging(unit.id, wanted, (*wanted, *others)))


# --- PWS exchanges ---


def exchange(builder: StepBuilder, task: Exchanging) -> None:
    """The next exchange that the mover wants or the enemy elects (CC-123)."""
    if not task.enemies or builder.unit(task.mover).state != "in":
        return
    enemy, *rest = task.enemies
    builder.push(replace(task, enemies=tuple(rest)))
    found = arrivals.exchange(builder.table, builder.unit(task.mover), builder.unit(enemy))
    if enemy in task.wanted and found:
        builder.push(ExchangeRoll(task.mover, enemy, found.dice))


def exchange_rolls(builder: StepBuilder, task: ExchangeRoll) -> tuple[Roll, ...]:
    """All dice before any damage, the mover's first (D-052)."""
    sides = (task.mover, task.dice[0]), (task.enemy, task.dice[1])
    return tuple(Roll(dice, 6, f"{builder.piece(id)}: PWS") for id, dice in sides if dice)


def exchange_rolled(builder: StepBuilder, task: ExchangeRoll, rolled: Rolled) -> None:
    mover, enemy = builder.unit(task.mover), builder.unit(task.enemy)
    faces = [face for each in rolled.faces for face in each]
    own, other = tuple(faces[: task.dice[0]]), tuple(faces[task.dice[0] :])
    assert mover.at is not None
    assert enemy.at is not None
    pieces = builder.piece(mover.id), builder.piece(enemy.id)
    builder.tell(e.Exchanged(*pieces, mover.at, enemy.at, own, other))
    hurt = (Hurt(enemy.id, sum(own), "pws", mover.id), Hurt(mover.id, sum(other), "pws", enemy.id))
    builder.push(*(each for each in hurt if each.damage))
