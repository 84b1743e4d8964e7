"""Moves of ships and Fighters: Velocity, straight ahead, shift, turn, and what happens at their end
(2.3, D-004 to D-006, D-014 to D-016, D-080); safe drift, the move of a ship whose player is out of
time (canon 4.7).
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias, cast

from pydantic import Field

from games.core.geometry.plane import Point
from games.core.moves import move
from games.core.steps import Do
from games.core.types import Decision, Forbidden, Roll, Rolled
from games.cosmic_conflict import events as e
from games.cosmic_conflict.content.terrain import hazards_at, solid_at
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
from games.cosmic_conflict.rules import fighters, stealth, terrain, windows
from games.cosmic_conflict.rules.attacks import pws
from games.cosmic_conflict.rules.attacks.pws import refuse_elections
from games.cosmic_conflict.rules.damage import bury, is_velocity_locked
from games.cosmic_conflict.rules.orders import marks
from games.cosmic_conflict.rules.orders.usage import in_force
from games.cosmic_conflict.rules.terrain import refuse_end
from games.cosmic_conflict.rules.values import acting, forbid, no_unit_acts
from games.cosmic_conflict.space import BOARD, DU, ahead, shifted, shown, turned
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table.conditions import ENGINES, NAMES, PROPULSION
from games.cosmic_conflict.table.course import Acting, seat_of
from games.cosmic_conflict.table.tasks import (
    STEP,
    Arriving,
    ExchangeRoll,
    Exchanging,
    Hurt,
    Moving,
    PlottedMove,
    Steps,
)
from games.cosmic_conflict.table.units import Table, Unit
from games.cosmic_conflict.view import Request

Permission: TypeAlias = Literal["move", "order", "command"]
"""What lets a ship change its Velocity: its move, the Order or the Command (D-015)."""
_RULES: Final = {"move": "CC-023", "order": "CC-162", "command": "CC-164"}


class Bearing(NamedTuple):
    """A shift along a compass bearing, in cu (D-005)."""

    degrees: int
    length: int


@dataclass(frozen=True, slots=True)
class MovePlan:
    """What a player wants a ship to do in its move.

    ``change``     of its Velocity
    ``shift``      the point where it ends, or along a bearing; ``None`` for no shift
    ``turn``       degrees, clockwise positive
    ``pws``        the enemies with whom it wants an exchange at the end (CC-123)
    ``confirmed``  the move may destroy or remove the ship
    """

    change: int = 0
    shift: Point | Bearing | None = None
    turn: int = 0
    pws: tuple[str, ...] = ()
    confirmed: bool = False


def plot(table: Table, unit: Unit, plan: MovePlan) -> PlottedMove:
    """Where a plan leads; its change of Velocity must be legal."""
    velocity = unit.velocity + plan.change
    step2 = ahead(unit.spot, unit.heading, velocity * DU)
    to = plan.shift or step2
    return PlottedMove(
        velocity,
        step2,
        table.maneuver(unit, velocity),
        shifted(step2, *to) if isinstance(to, Bearing) else to,
        table.heading_value(unit, velocity),
        turned(0, plan.turn),
        (unit.heading + plan.turn) % 360,
    )


def moved(unit: Unit, plotted: PlottedMove) -> Unit:
    """The ship at the end of its own move, before what happens there (D-080)."""
    at, heading, velocity = plotted.to, plotted.heading, plotted.velocity
    return replace(unit, at=at, heading=heading, velocity=velocity)


# --- What is legal ---


def refuse(table: Table, unit: Unit, plan: MovePlan) -> Forbidden | None:
    """The first fault of a plan, in the order of canon 4.8."""
    if refused := refuse_velocity(table, unit, plan.change):
        return refused
    plotted = plot(table, unit, plan)
    if refused := _refuse_shift(plotted) or _refuse_turn(plotted):
        return refused
    end = moved(unit, plotted)
    return (
        refuse_end(table, end, plan.confirmed)
        or refuse_elections(table, end, plan.pws)
        or refuse_locked(table, unit, plan.change)
    )


def refuse_way(table: Table, unit: Unit, plan: MovePlan) -> Forbidden | None:
    """Why a ship cannot go so, wherever that leads it."""
    if refused := refuse_velocity(table, unit, plan.change):
        return refused
    plotted = plot(table, unit, plan)
    return _refuse_shift(plotted) or _refuse_turn(plotted)


def refuse_velocity(
    table: Table, unit: Unit, change: int, by: Permission = "move"
) -> Forbidden | None:
    """Why a velocity is impossible (E-VELOCITY, D-015)."""
    most, velocity = table.vmax(unit), unit.velocity + change
    if abs(change) > 1:
        why = f"The Velocity changes by at most 1 at a time, not by {abs(change)}."
    elif 0 <= velocity <= most:
        return None
    else:
        why = f"The Velocity of {unit.id} would be {velocity}; its Size allows 0 to {most}."
    low, high = max(unit.velocity - 1, 0), min(unit.velocity + 1, most)
    instead = f"Velocities {low} to {high} are possible."
    return Forbidden(_RULES[by], why, instead=instead, code="E-VELOCITY")


def refuse_locked(table: Table, unit: Unit, change: int) -> Forbidden | None:
    """E-VEL-LOCKED (CC-056, D-042); one member locks its Formation (D-074)."""
    locked = [each for each in table.formation(unit) if is_velocity_locked(each)]
    if not change or not locked:
        return None
    unit = locked[0]
    engines = not unit.suffers(PROPULSION, choice="b")
    what = NAMES[ENGINES if engines else PROPULSION]
    why = f"{what} {'keep' if engines else 'keeps'} the Velocity of {unit.id} at {unit.velocity}."
    return Forbidden(
        "CC-246" if engines else "CC-056", why, instead="Move with V0.", code="E-VEL-LOCKED"
    )


def _refuse_shift(plotted: PlottedMove) -> Forbidden | None:
    """E-MANEUVER (CC-025, D-005)."""
    if plotted.shift_legal:
        return None
    most = shown(plotted.maneuver * DU)
    why = f"The shift is {shown(plotted.shift_distance)} long."
    instead = f"At Velocity {plotted.velocity} it may be {most} long at most."
    return Forbidden("CC-025", why, instead=instead, code="E-MANEUVER")


def _refuse_turn(plotted: PlottedMove) -> Forbidden | None:
    """E-HEADING (CC-026, D-006)."""
    if plotted.turn_legal:
        return None
    value = plotted.heading_value
    why = f"The turn is {abs(plotted.turn)}° wide."
    instead = f"At Velocity {plotted.velocity}, Heading {value} allows up to {STEP * value}°."
    return Forbidden("CC-026", why, instead=instead, code="E-HEADING")


# --- Orders and Commands ---


def refuse_change(
    table: Table, unit: Unit, change: int, by: Permission, used: Container[Permission] = ()
) -> Forbidden | None:
    """Why the Change Velocity Order or Command cannot be used (CC-162, CC-164).

    ``used``  which of them were used this turn: each may be once (CC-152, D-062)
    """
    if unit.bond and unit.bond.kind == "escort":
        why = f"{unit.id} keeps the Velocity of {unit.bond.to}, which it escorts."
        return Forbidden("CC-276", why, instead=f"RELEASE {unit.id} first.", code="E-ESCORT")
    if by in used:
        what = f"The Change Velocity {by.capitalize()}"
        why = f"{what} was used this turn by {unit.id}; it may be once."
        return Forbidden("CC-152", why, code="E-ORDER-TWICE")
    if not change:
        why = "Change Velocity raises or lowers the Velocity by 1."
        return Forbidden(_RULES[by], why, code="E-VELOCITY")
    return refuse_velocity(table, unit, change, by) or refuse_locked(table, unit, change)


def changed(unit: Unit, change: int) -> Unit:
    """The unit after a Change Velocity Order or Command, both of them Navigate (D-066, D-083)."""
    return replace(unit, velocity=unit.velocity + change, navigated=True)


# --- Safe drift ---


def safe_drift(table: Table, unit: Unit) -> MovePlan:
    """The first move that is safe, judged before Push and Pull; Fighters stay where they are.

    It is confirmed: no move may be safe, or Pull may bring the ship into Solid terrain.
    """
    spared = None
    for plan in _candidates(table, unit):
        end = plot(table, unit, plan).to
        if end not in table.board or solid_at(table.features, end):
            continue
        if not hazards_at(table.features, end, table.size(unit)):
            return plan
        spared = spared or plan
    return spared or MovePlan(turn=_homeward(table, unit), confirmed=True)


def _candidates(table: Table, unit: Unit) -> Iterator[MovePlan]:
    """Each legal change of Velocity without a shift, then with a full one in 12 directions."""
    for change in (0, -1, 1):
        if refuse_velocity(table, unit, change) or refuse_locked(table, unit, change):
            continue
        yield MovePlan(change, confirmed=True)
        if length := table.maneuver(unit, unit.velocity + change) * DU:
            for relative in range(0, 360, 30):
                shift = Bearing((unit.heading + relative) % 360, length)
                yield MovePlan(change, shift, confirmed=True)


def _homeward(table: Table, unit: Unit) -> int:
    """The turn that faces the centre of the board as far as is allowed, the smaller one and then
    the one to starboard where two are as good."""
    plotted = plot(table, unit, MovePlan())
    centre = Point(table.board.width // 2, table.board.height // 2)
    most = STEP * plotted.heading_value

    def rank(turn: int) -> tuple[int, int, int]:
        bow, _ = BOARD.relative(plotted.to, unit.heading + turn, centre)
        return bow, -abs(turn), turn

    return max(range(-most, most + 1), key=rank)


def plan_of(move: Move) -> MovePlan:
    shift = move.to if move.bearing is None else Bearing(move.bearing, move.far)
    return MovePlan(move.change, shift, move.turn, move.pws, move.confirmed)


def move_of(plan: MovePlan) -> Move:
    shift, change = plan.shift, cast("Literal[-1, 0, 1]", plan.change)
    found = Move(change, turn=plan.turn, pws=plan.pws, confirmed=plan.confirmed)
    if isinstance(shift, Bearing):
        return replace(found, bearing=shift.degrees, far=shift.length)
    return replace(found, to=shift)


# --- Steps of an activation ---


@move("fly", "activate", "MOVE TO {to}[ PWS {pws}][ {confirmed}]")
class Fly(ActivationStep):
    """``MOVE TO 20 14.5 PWS b1 CONFIRM``: a Fighter (CC-128)"""

    to: At
    pws: Annotated[tuple[UnitId, ...], Field(max_length=20), UNITS] = ()
    confirmed: Annotated[bool, CONFIRM] = False

    def refuse(self, request: Request) -> Forbidden | None:
        """Why a Fighter cannot move so (CC-128)."""
        unit, table = acting(request), request.view.table
        if unit is None or (refused := _too_late(request, unit)):
            return refused if unit else no_unit_acts(request)
        if not table.design(unit).fighter:
            why = f"{unit.id} is a ship: its move begins with its Velocity."
            return forbid("FORMAT", "CC-024", why, "Write MOVE V0, V+1 or V-1.")
        return fighters.refuse_move(table, unit, self.to, pws=self.pws, confirmed=self.confirmed)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        """Carry out a Fighter's move, unless an interrupt comes first."""
        unit = _closed(builder, self)
        if unit is None:
            return
        builder.change(acting=Acting(unit.id, "moving"))
        builder.put(unit, at=self.to)
        piece = builder.piece(unit.id)
        builder.tell(e.Moved(piece, unit.spot, self.to, self.to, 0, 0, fighter=True))
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

    def refuse(self, request: Request) -> Forbidden | None:
        """Why a ship cannot move so (CC-022 to 026)."""
        unit, table = acting(request), request.view.table
        if unit is None or (refused := _too_late(request, unit)):
            return refused if unit else no_unit_acts(request)
        if table.design(unit).fighter:
            why = f"{unit.id} is a Fighter: it has neither Velocity nor heading."
            return forbid("FORMAT", "CC-128", why, "Write MOVE TO and a point.")
        return refuse(table, unit, plan_of(self))

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        """Carry out a move, unless an interrupt comes first."""
        unit = _closed(builder, self)
        if unit is None:
            return
        plan = plan_of(self)
        plotted = plot(builder.table, unit, plan)
        start = unit.spot
        builder.change(acting=Acting(unit.id, "moving"))
        if any(in_force(each, "contingent") for each in builder.table.group(unit)):
            builder.put(unit, at=plotted.step2, velocity=plotted.velocity)
            task = Moving(unit.id, start, plan.change, plotted, plan.pws, "straight")
            builder.push(task)
            return
        _arrive(builder, unit, Moving(unit.id, start, plan.change, plotted, plan.pws, "shift"))


def _too_late(request: Request, unit: Unit) -> Forbidden | None:
    now = request.view.course.acting
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
    for each in builder.table.group(unit):
        builder.put(marks.lapsed(each))
    unit = builder.unit(unit.id)
    builder.change(acting=Acting(unit.id, "closing"))
    points = builder.interruptions("moves", unit)
    if not any(windows.opened(each, builder.table) for each in points):
        return unit
    put_first(builder, unit, move)
    builder.push(*points)
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
    """Go on from step 2 to step 3, or from there to the end of the move."""
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
    builder.put(moved(unit, plotted))
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
    """Whether a ship with a Contingent Attack, of all that act together, could fire where it is
    (D-064); of a hidden one nobody knows the Weapons (D-100)."""
    able = [each for each in table.group(unit) if in_force(each, "contingent") and each.in_space]
    return any(
        each.hidden
        or any(windows.reaches(table, each, at) for at in windows.ready_weapons(table, each))
        for each in able
    )


# --- Its end ---


def arrival_rolls(builder: StepBuilder, task: Arriving) -> tuple[Roll, ...]:
    """Two dice for each random Push or Pull (CC-209)."""
    unit = builder.unit(task.unit)
    if not unit.in_space or not (dice := terrain.displacement_dice(builder.table, unit)):
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
    at, left = unit.at, list(dice)
    assert at is not None
    found = terrain.arrive(builder.table, unit, dice)
    if found.state != "in" and unit.hidden:  # who leaves the board is revealed (D-100)
        if not stealth.reveal(builder, unit.id):
            return
        unit, piece = builder.unit(unit.id), builder.piece(unit.id)
        found = terrain.arrive(builder.table, unit, dice)
    before, builder.table = builder.table, found.table
    for shift in found.shifts:
        pair = (left.pop(0), left.pop(0)) if shift.direction is not None else ()
        builder.tell(e.Displaced(piece, shift.feature, at, shift.to, pair))
        at = shift.to
    if found.state != "in":
        tell_lost(builder, before, found, replace(unit, at=at))
        return
    hazards = (Hurt(each.unit, each.amount, "hazard", each.feature) for each in found.damage)
    group = builder.table.group(builder.unit(unit.id))
    builder.push(*hazards, *(_exchanging(builder.table, each, task.pws) for each in group))


def tell_lost(builder: StepBuilder, before: Table, found: terrain.Arrival, unit: Unit) -> None:
    """A unit has left the board where it is, or is destroyed there, with its group."""
    for each in before.group(unit):
        piece = builder.piece(each.id)
        aboard = tuple(fighter.id for fighter in before.aboard(each.id))
        gone = (
            e.Crashed(piece, found.solid, unit.spot, aboard)
            if found.state == "destroyed"
            else e.Fled(piece, "edge", unit.spot, aboard)
        )
        builder.tell(gone)
    bury(builder, before)


def _exchanging(table: Table, unit: Unit, pws_wanted: tuple[str, ...]) -> Exchanging:
    """The exchanges of one ship: each of a group has its own (D-052)."""
    enemies = [each.enemy for each in pws.exchanges(table, unit)]
    wanted = tuple(enemy for enemy in pws_wanted if enemy in enemies)
    others = tuple(enemy for enemy in enemies if enemy not in wanted)
    return Exchanging(unit.id, wanted, (*wanted, *others))


# --- PWS exchanges ---


def exchange(builder: StepBuilder, task: Exchanging) -> None:
    """The next exchange that the mover wants or the enemy elects (CC-123); where neither turns out
    to have a die there is none, and nobody is revealed (D-052)."""
    if not task.enemies or builder.unit(task.mover).state != "in":
        return
    enemy, *rest = task.enemies
    builder.push(replace(task, enemies=tuple(rest)))
    found = pws.exchange(builder.table, builder.unit(task.mover), builder.unit(enemy))
    if enemy in task.wanted and found and any(found.dice):
        there = [stealth.reveal(builder, id) for id in (task.mover, enemy)]
        if all(there):
            builder.push(ExchangeRoll(task.mover, enemy, found.dice))


def exchange_rolls(builder: StepBuilder, task: ExchangeRoll) -> tuple[Roll, ...]:
    """All dice before any damage, the mover's first (D-052)."""
    sides = (task.mover, task.dice[0]), (task.enemy, task.dice[1])
    return tuple(Roll(dice, 6, f"{builder.piece(id)}: PWS") for id, dice in sides if dice)


def exchange_rolled(builder: StepBuilder, task: ExchangeRoll, rolled: Rolled) -> None:
    mover, enemy = builder.unit(task.mover), builder.unit(task.enemy)
    faces = [face for each in rolled.faces for face in each]
    own, other = tuple(faces[: task.dice[0]]), tuple(faces[task.dice[0] :])
    pieces = builder.piece(mover.id), builder.piece(enemy.id)
    builder.tell(e.Exchanged(*pieces, mover.spot, enemy.spot, own, other))
    hurt = (Hurt(enemy.id, sum(own), "pws", mover.id), Hurt(mover.id, sum(other), "pws", enemy.id))
    builder.push(*(each for each in hurt if each.damage))
