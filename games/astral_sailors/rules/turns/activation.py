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
from games.astral_sailors.rules.combat import aiming, attack, hazards
from games.astral_sailors.rules.combat.aiming import in_reach as enemies_in_reach
from games.astral_sailors.rules.strikes import charge_dice
from games.astral_sailors.rules.turns import action_points, selecting, turns
from games.astral_sailors.rules.turns.selecting import refusal, selectable
from games.astral_sailors.rules.victory import capture
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import Act, LastAction, Part, Table, Unit
from games.astral_sailors.view import TeamKnown
from games.core.agenda import Do
from games.core.geometry.squares import Base

__all__ = ["end", "end_spent", "enemies_in_reach", "go_on", "perform", "refusal", "selectable"]


def perform(builder: StepBuilder, seat: int, move: Action | EndUnit | Done) -> None:
    """Make a legal one: book AP, change the board, put attacks and checks on the agenda."""
    turns.count_move(builder)
    if isinstance(move, Done):
        _end_turn(builder, seat, move.hold)
        return
    builder.then("end-spent-turn", about=str(builder.table.turn.number))
    match move:
        case EndUnit():
            end(builder, builder.table.turn.active)
        case Release():
            capture.perform(builder, move)
        case _:
            _begin_and_act(builder, seat, move)


def go_on(builder: StepBuilder, task: Act) -> None:
    """The action that had to wait. Where it has become illegal, the seat chooses anew."""
    own = builder.secrets.teams[builder.table.team(task.seat)]
    known = TeamKnown(own.objective, own.target, own.retarget, own.asked, own.bellicose)
    if refusal(builder.table, known, task.seat, task.action) is None:
        _begin_and_act(builder, task.seat, task.action)


# --- Beginning and ending activations ---


def _begin_and_act(builder: StepBuilder, seat: int, move: Action) -> None:
    """Begin the unit's activation if need be; that of another unit is over then (D-43)."""
    active = builder.table.turn.active
    if active != move.unit:
        if active:
            if _still_struck(builder, active):
                builder.push(Do("end-activation", active), Act(seat, move))
                return
            end(builder, active)
        _begin(builder, move.unit)
    _act(builder, builder.unit(move.unit), move)


def _still_struck(builder: StepBuilder, active: str) -> bool:
    """Whether terrain strikes the active unit when it ends now."""
    if builder.table.turn.moved:
        return False
    return bool(hazards.under(builder.table, builder.unit(active)))


def _begin(builder: StepBuilder, code: str) -> None:
    turn = builder.table.turn
    begun = replace(turn, quota=turn.quota - 1)
    builder.table = replace(builder.table, turn=begun)
    _mark(builder, code)
    builder.table = replace(
        builder.table, turn=replace(begun, active=code, struck=(), touched=(), moved=False)
    )


def _mark(builder: StepBuilder, code: str) -> None:
    """The unit counts as activated in this round."""
    unit = builder.unit(code)
    points = action_points.available(builder.table, unit)
    builder.put(replace(unit, activated=builder.table.round, ap=points))


def end(builder: StepBuilder, about: str) -> None:
    """Step ``end-activation``: the active unit ``about`` is done; terrain under it may strike.

    Also for units that count as activated without action (D-16).
    """
    turn = builder.table.turn
    active = turn.active == about
    if active:
        builder.tell(ActivationEnded(unit=about))
    moved = active and turn.moved
    over = replace(turn, active="", struck=(), touched=(), moved=False)
    builder.table = replace(builder.table, turn=over)
    if not moved:
        touched = hazards.under(builder.table, builder.unit(about))
        builder.table = replace(builder.table, turn=replace(over, touched=touched))
        if touched:
            builder.then("strike-terrain", about=about)


def _end_turn(builder: StepBuilder, seat: int, named: tuple[str, ...]) -> None:
    """The half-turn is over; units that it still asked for count as activated (D-43)."""
    held = selecting.held(builder.table, seat, named)
    active = builder.table.turn.active
    for code in held:
        _mark(builder, code)
    builder.table = replace(builder.table, turn=replace(builder.table.turn, quota=0))
    builder.then("next-turn")
    builder.push(*(Do("end-activation", code) for code in held))
    if active:
        end(builder, active)
    builder.tell(TurnEnded(seat=seat, held=held))


def end_spent(builder: StepBuilder, about: str) -> None:
    """Step ``end-spent-turn``: the turn with the number ``about`` is over if nothing is left to
    be begun and no unit is active (D-76)."""
    turn = builder.table.turn
    if str(turn.number) == about and not selectable(builder.table, turn.seat):
        _end_turn(builder, turn.seat, ())


# --- Actions ---


def _act(builder: StepBuilder, unit: Unit, move: Action) -> None:
    match move:
        case March() | Run() | Jump():
            _go(builder, unit, move)
        case TurnTo(facing=facing):
            _pay(builder, unit)
            builder.put(replace(builder.unit(unit.code), facing=facing))
            builder.tell(UnitTurned(unit=unit.code, facing=facing))
            _remember(builder, unit, "turn", (builder.base(unit.code),))
        case Shoot() | Melee():
            _attack(builder, unit, move)
        case Capture():
            aim = builder.base(move.target)
            _remember(builder, unit, "capture", aims=(aim,))
            capture.perform(builder, move)
        case Hold():
            builder.tell(UnitHeld(unit=unit.code))
            quiet = replace(builder.table.turn, active="")
            builder.table = replace(builder.table, turn=quiet)
            end(builder, unit.code)


def _pay(builder: StepBuilder, unit: Unit) -> None:
    """An action of 1 AP, which ends the unit's Cover (ASCW-140, D-28)."""
    builder.put(replace(unit, ap=unit.ap - 1, cover=False))


def _go(builder: StepBuilder, unit: Unit, move: March | Run | Jump) -> None:
    """A movement action: who arrives, then terrain strikes, then a Charge, then the check.

    A captive is handed in on the way, so before anything can fell its captor (D-16, D-61).
    """
    path = paths.way(builder.table, unit, move)
    charged = _charged(builder.table, unit, path, move)
    pieces = paths.crossed(builder.table, unit, path, leap=isinstance(move, Jump))
    _pay(builder, unit)
    stop = path.bases[-1]
    builder.put(replace(builder.unit(unit.code), c=stop.c, r=stop.r, facing=path.facing))
    turn = builder.table.turn
    touched = (*turn.touched, *hazards.new(builder.table, unit, pieces))
    builder.table = replace(builder.table, turn=replace(turn, touched=touched, moved=True))
    how = "move" if isinstance(move, March) else move.move
    builder.tell(
        UnitMoved(
            unit=unit.code,
            how=how,
            path=tuple(base.anchor for base in path.bases),
            cost=path.cost,
            facing=path.facing,
        )
    )
    aims = (builder.base(charged),) if charged else ()
    _remember(builder, unit, "charge" if charged else how, path.bases, aims)
    builder.then("check")
    if charged:
        _charge(builder, unit, charged)
    if touched:
        builder.then("strike-terrain", about=unit.code)
    builder.then("arrive", about=unit.code)


def _charged(table: Table, unit: Unit, path: paths.Path, move: March | Run | Jump) -> str:
    """The enemy that a Run strikes at its end: the one named, or the lowest code (D-19)."""
    if not isinstance(move, Run):
        return ""
    struck = paths.charged(table, unit, path)
    if move.target or not struck:
        return move.target
    order = tuple(table.units)
    return min(struck, key=order.index)


def _charge(builder: StepBuilder, unit: Unit, target: str) -> None:
    """The automatic attack of a Charge (ASCW-75 to 77)."""
    dice = charge_dice(builder.table, unit, builder.unit(target))
    attack.declare(builder, "charge", builder.unit(unit.code), (Part(target, dice),))


def _attack(builder: StepBuilder, unit: Unit, move: Shoot | Melee) -> None:
    parts = aiming.parts(builder.table, unit, move)
    _pay(builder, unit)
    if isinstance(move, Shoot):
        shooter = builder.unit(unit.code)
        limited = bool(builder.kind(unit.code).specials.limited)
        builder.put(replace(shooter, shot=builder.table.round, used=shooter.used + limited))
    aims = tuple(builder.base(part.target) for part in parts)
    _remember(builder, unit, move.move, (builder.base(unit.code),), aims)
    attack.declare(builder, move.move, builder.unit(unit.code), parts)


def _remember(
    builder: StepBuilder,
    unit: Unit,
    how: str,
    path: tuple[Base, ...] = (),
    aims: tuple[Base, ...] = (),
) -> None:
    """For the picture of the last action."""
    last = LastAction(unit.code, unit.seat, how, path, aims)
    builder.table = replace(builder.table, last=last)
