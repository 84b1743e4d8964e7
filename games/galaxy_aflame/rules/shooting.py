"""Attacks: ranges, sight, both modes, Assaults (2.8 to 2.10), and how one is resolved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

from games.core.geometry import plane
from games.core.geometry.plane import Point
from games.core.moves import move
from games.core.types import Decision, Forbidden, Roll, Rolled, Seat
from games.galaxy_aflame import events as e
from games.galaxy_aflame.ground import INCHES, inches
from games.galaxy_aflame.notation import MODE, EnemyCode, TurnStep, UnitCode
from games.galaxy_aflame.rules import damage, ending, falling, movement, transports
from games.galaxy_aflame.rules.values import carried, forbid, no_unit, not_own, piece
from games.galaxy_aflame.state import StepBuilder
from games.galaxy_aflame.table import Table, Unit
from games.galaxy_aflame.table.tasks import Checks, Shot
from games.galaxy_aflame.view import Request

NEED, NEED_SUPPRESSED = 4, 3
"""What an attack die needs (GA-55)."""
SOME_DICE = 4
"""The sides of the die of GA-58, GA-59 and GA-72."""


# --- Who can be attacked ---


def need(target: Unit) -> int:
    """What an attack die against a target needs (GA-55)."""
    return NEED_SUPPRESSED if target.suppressed else NEED


def out_of_reach(table: Table, unit: Unit, target: Unit, at: Point) -> Forbidden | None:
    """E_DEAD_ZONE, E_RANGE, E_LOS: why a unit standing at ``at`` does not reach a target."""
    card, agreement, there = table.card(unit), table.agreement, target.at
    assert there is not None
    if plane.within(at, there, agreement.hand):
        if "C" not in card.ranges:
            hand = inches(agreement.hand)
            why = f"without close range {unit.code} attacks nothing within {hand}."
            return forbid("DEAD_ZONE", "48", _away(target, at, why), f"It attacks beyond {hand}.")
    elif "T" not in card.ranges:
        if "A" not in card.ranges:
            why = f"{unit.code} attacks within {inches(agreement.hand)} only."
            return forbid("RANGE", "48", _away(target, at, why))
        if not plane.within(at, there, agreement.reach):
            why = f"{unit.code} reaches {inches(agreement.reach)}."
            return forbid("RANGE", "49", _away(target, at, why))
    if agreement.los and not card.indirect and not table.ground.sees(at, there):
        why = f"A solid piece stands between {INCHES.name(at)} and {target.code}."
        return forbid("LOS", "51", why)
    return None


def _away(target: Unit, at: Point, why: str) -> str:
    return f"{target.code} is {inches(plane.length((at, target.spot)))} away; {why}"


def kills(table: Table, unit: Unit, target: Unit, at: Point) -> bool:
    """Whether an attack from ``at`` can destroy a target: any but a vehicle (GA-76)."""
    return not table.card(target).vehicle or _is_anti_vehicle(table, unit, target, at)


def _is_anti_vehicle(table: Table, unit: Unit, target: Unit, at: Point) -> bool:
    """Whether a unit may harm vehicles: by its card, or as the last resort of its side."""
    if table.card(unit).anti_vehicle:
        return True
    return (
        table.agreement.last_resort
        and "C" in table.card(unit).ranges
        and plane.within(at, target.spot, table.agreement.hand)
        and not has_anti_vehicle(table, unit.seat)
    )


def has_anti_vehicle(table: Table, seat: Seat) -> bool:
    """Whether a side has an Anti-Vehicle unit on the table or in reserve (GA-76, GA-105)."""
    return any(table.card(unit).anti_vehicle for unit in table.left(seat))


def _armoured(
    table: Table, unit: Unit, target: Unit, at: Point, *, suppress: bool
) -> Forbidden | None:
    """Why a shot cannot harm a vehicle (E_VEHICLE, GA-60, GA-76)."""
    if not table.card(target).vehicle:
        return None
    who = f"{target.code} is a Vehicle"
    if suppress:
        can = f"Write SHOOT {unit.code} {target.code} KILL."
        return forbid(
            "VEHICLE",
            "60",
            f"{who}: it cannot be suppressed.",
            can if table.card(unit).anti_vehicle else "",
        )
    if table.agreement.small_arms_shake or _is_anti_vehicle(table, unit, target, at):
        return None
    why = f"{who}, and {unit.code} has no Anti-Vehicle weapons."
    able = [each.code for each in table.on_table(unit.seat) if table.card(each).anti_vehicle]
    return forbid("VEHICLE", "76", why, f"{', '.join(able)} can attack it." if able else "")


def is_target(table: Table, unit: Unit, target: Unit, at: Point) -> bool:
    """Whether a unit standing at ``at`` can attack an enemy in Kill mode."""
    return (
        target.at is not None
        and target.seat != unit.seat
        and out_of_reach(table, unit, target, at) is None
        and _armoured(table, unit, target, at, suppress=False) is None
    )


def suppresses(table: Table, unit: Unit, target: Unit) -> tuple[Unit, ...]:
    """What a unit that suppresses automatically suppresses, the target first (GA-59)."""
    radius = table.card(unit).auto_suppress
    others = (
        each
        for each in table.on_table(target.seat)
        if each.at is not None
        and each.code != target.code
        and not table.card(each).vehicle
        and plane.within(each.at, target.spot, radius)
    )
    return (target, *others)


# --- The shot ---


@move("shoot", "turn", "SHOOT {unit} {target} {suppress}[ VICTIM {victim}] | SHOOT {unit} {target}")
class Shoot(TurnStep):
    """``SHOOT R1 B2 KILL``, ``SHOOT B6 R1 SUPPRESS VICTIM R3`` (GA-46)"""

    unit: UnitCode
    target: EnemyCode
    suppress: Annotated[bool, MODE]
    victim: EnemyCode | Literal[""] = ""

    def refuse(self, request: Request) -> Forbidden | None:
        if refused := not_own(request, self.unit):
            return refused
        table = request.view.table
        unit = table.units[self.unit]
        refused = _no_shot_left(table, unit) or carried(table, unit, "53")
        if refused := refused or _no_target(table, unit, self.target):
            return refused
        target = table.units[self.target]
        if self.victim and (
            refused := no_unit(table, self.victim, "59") or _own(table, unit, self.victim, "59")
        ):
            return refused
        return (
            _with_targets(table, unit, out_of_reach(table, unit, target, unit.spot))
            or _armoured(table, unit, target, unit.spot, suppress=self.suppress)
            or _no_victim(table, unit, target, self)
        )

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        """Begin an attack: what counts is how things are before its dice (GA-55)."""
        shot = _begun(builder.table, self)
        unit = builder.unit(self.unit)
        builder.put(unit, shots=unit.shots + 1)
        if shot.close:
            movement.engage(builder, self.unit, self.target)
        builder.push(shot)

    @classmethod
    def fill(cls, request: Request, values: dict[str, Any]) -> Mapping[str, Any]:
        return {"suppress": False, **values}


def _no_shot_left(table: Table, unit: Unit) -> Forbidden | None:
    """E_BUDGET and E_SHAKEN (GA-36, GA-79)."""
    if unit.ran or unit.shots > (0 if unit.moved else 1):
        can = "A unit shoots twice without moving, or once before or after its move."
        return forbid("BUDGET", "36", movement.done_before(unit), can)
    if refused := movement.spent(table, unit):
        return refused
    if unit.limited and unit.moved:
        why = f"{movement.done_before(unit)} It has to give up either moving or shooting."
        return forbid("SHAKEN", movement.limit_rule(unit), why)
    return None


def _no_target(table: Table, unit: Unit, code: str) -> Forbidden | None:
    """E_CARRIED and E_TARGET (GA-46, GA-52)."""
    return (
        no_unit(table, code, "46")
        or carried(table, table.units[code], "52")
        or _own(table, unit, code, "46")
    )


def _own(table: Table, unit: Unit, code: str, rule: str) -> Forbidden | None:
    if table.units[code].seat != unit.seat:
        return None
    return forbid("TARGET", rule, f"{code} is your own unit.")


def _no_victim(table: Table, unit: Unit, target: Unit, move: Shoot) -> Forbidden | None:
    """Why a unit cannot be chosen as the victim (E_VICTIM, GA-59)."""
    if not move.victim:
        return None
    if not (move.suppress and table.card(unit).auto_suppress):
        why = "Only a unit with Auto-Suppress chooses a victim, in Suppress mode."
        return forbid("VICTIM", "59", why)
    found = [each.code for each in suppresses(table, unit, target)]
    if move.victim in found:
        return None
    why = f"{move.victim} would not be suppressed by this attack."
    return forbid("VICTIM", "59", why, f"It suppresses {', '.join(found)}.")


def _with_targets(table: Table, unit: Unit, refused: Forbidden | None) -> Forbidden | None:
    """The refusal with what can be attacked instead."""
    if refused is None:
        return None
    found = [each.code for each in table.on_table() if is_target(table, unit, each, unit.spot)]
    return refused.retold(instead=f"{unit.code} can attack {', '.join(found)}." if found else None)


def _begun(table: Table, move: Shoot) -> Shot:
    unit, target = table.units[move.unit], table.units[move.target]
    victim = table.units[move.victim or move.target]
    close = plane.within(unit.spot, target.spot, table.agreement.hand)
    first = close and not movement.is_engaged(table, unit.code, target.code)
    automatic = move.suppress and bool(table.card(unit).auto_suppress)
    return Shot(
        attacker=unit.code,
        target=target.code,
        victim=victim.code,
        suppress=move.suppress,
        start=unit.spot,
        end=target.spot,
        need=need(target),
        close=close,
        first=first,
        cover=table.ground.covered(unit.spot, victim.spot),
        stage="hits" if automatic else "bonus" if first else "attack",
        suppressed=_codes(suppresses(table, unit, target)) if automatic else (),
    )


def _codes(units: tuple[Unit, ...]) -> tuple[str, ...]:
    return tuple(unit.code for unit in units)


# --- Its dice, in the order of GA-21 ---


def rolls(builder: StepBuilder, task: Shot) -> tuple[Roll, ...]:
    """The dice of the present stage, none where there is nothing to roll."""
    table = builder.table
    unit = table.units[task.attacker]
    who = f"{unit.code} {table.card(unit).name}"
    if task.stage == "bonus":
        return (Roll(1, SOME_DICE, f"{who}: more dice for an Assault"),)
    if task.stage == "attack":
        card = table.card(unit)
        why = f"{who} attacks {task.target} on {task.need}+"
        return (Roll(unit.models * card.dice + task.bonus, card.sides, why),)
    if task.stage == "hits":
        return (Roll(1, SOME_DICE, f"{who}: hits on {task.victim}"),)
    if task.stage == "passengers":
        return transports.passenger_rolls(table, task.passengers)
    checks = task.checks if task.stage == "checks" else task.returned
    return damage.check_rolls(table, checks) if checks else ()


def rolled(builder: StepBuilder, task: Shot, rolled: Rolled) -> None:
    """Continue with the faces of the present stage."""
    faces = rolled.faces[0]
    if task.stage == "bonus":
        builder.push(replace(task, bonus=faces[0], stage="attack"))
    elif task.stage == "attack":
        builder.push(_attacked(task, faces))
    elif task.stage == "hits":
        builder.push(_checked(task, faces[0]))
    elif task.stage == "passengers":
        transport = piece(builder.table, builder.unit(task.wreck))
        left = transports.passengers_hit(builder, transport, task.passengers, faces)
        builder.push(replace(task, passengers=left))
    elif task.stage == "checks" and task.checks:
        proceed(builder, replace(task, checks=replace(task.checks, faces=faces)))
    elif task.returned:
        proceed(builder, replace(task, returned=replace(task.returned, faces=faces)))


def _attacked(task: Shot, faces: tuple[int, ...]) -> Shot:
    """The task after the attack dice (GA-56 to GA-58)."""
    task = replace(task, dice=faces)
    if not task.suppress:
        return _checked(task, task.successes)
    task = replace(task, suppressed=(task.target,) if task.successes else ())
    return replace(task, stage="hits") if task.successes > 1 else _checked(task, 0)


def _checked(task: Shot, hits: int) -> Shot:
    """The task before the checks of who is hit (GA-63, GA-65)."""
    save = damage.SAVE_IN_COVER if task.cover else damage.SAVE
    return replace(task, stage="checks", checks=Checks(task.victim, hits, save))


# --- Its effects ---


def proceed(builder: StepBuilder, task: Shot) -> None:
    """Continue where the dice of a stage are rolled, or none are needed."""
    if task.stage == "checks":
        _hit(builder, task)
    elif task.stage == "passengers" and task.returned is None:
        builder.push(_answered(builder.table, task))
    elif task.stage == "returned":
        _return(builder, task)
    else:
        _finish(builder, task)


def _hit(builder: StepBuilder, task: Shot) -> None:
    """Suppress, tell the attack, and take the losses; the passengers of a wreck come next."""
    for code in task.suppressed:
        builder.put(builder.unit(code), suppressed=True)
    assert task.checks is not None
    if not task.checks.hits:
        builder.tell(_report(builder.table, task, None))
        builder.push(replace(task, stage="passengers"))
        return
    table = builder.table
    can_kill = kills(table, table.units[task.attacker], table.units[task.victim], task.start)
    _suffer(builder, task, task.checks, lambda found: _report(table, task, found), can_kill)


def _suffer(
    builder: StepBuilder, task: Shot, checks: Checks, told: damage.Told, can_kill: bool = True
) -> None:
    unit = builder.unit(checks.unit)
    found = damage.suffer(builder, checks, told, kills=can_kill)
    passengers = transports.throw_out(builder, unit) if not found.left else ()
    builder.push(replace(task, stage="passengers", wreck=unit.code, passengers=passengers))


def _answered(table: Table, task: Shot) -> Shot:
    """The task before the attacker's checks (GA-73, GA-74)."""
    attacker, target = (table.card(table.units[code]) for code in (task.attacker, task.target))
    hits = task.checks.saves if task.checks and task.victim == task.target else 0
    safe = attacker.vehicle and not target.anti_vehicle
    if not (task.first and task.cover) or safe:
        hits = 0
    return replace(task, stage="returned", returned=Checks(task.attacker, hits, damage.SAVE))


def _return(builder: StepBuilder, task: Shot) -> None:
    assert task.returned is not None
    if not task.returned.hits:
        _finish(builder, task)
        return
    target = piece(builder.table, builder.unit(task.target))
    _suffer(builder, task, task.returned, lambda found: e.Returned(target, task.start, found))


def _finish(builder: StepBuilder, task: Shot) -> None:
    """Falling back, then the end of the match (GA-82, GA-102)."""
    falling.after_shot(builder, task.target, task.attacker)
    ending.by_units(builder)


def _report(table: Table, task: Shot, found: e.CheckReport | None) -> e.Attacked:
    attacker, target = table.units[task.attacker], table.units[task.target]
    assert task.checks is not None
    return e.Attacked(
        attacker=piece(table, attacker),
        target=piece(table, target),
        suppress=task.suppress,
        start=task.start,
        end=task.end,
        distance=plane.length((task.start, task.end)),
        need=task.need,
        faces=task.dice,
        successes=task.successes,
        bonus=task.bonus,
        assault=task.first,
        die=task.checks.hits if task.suppress else 0,
        suppressed=tuple(piece(table, table.units[code]) for code in task.suppressed),
        checks=found,
        cover=task.cover,
    )
