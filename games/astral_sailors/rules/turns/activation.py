"""Activating units: what a unit may do in its turn, and what it does (2.8, 2.11 to 2.12).

What is legal stands in ``selecting``. An action books its AP and changes the
board at once; attacks, terrain and checks go on the agenda.
"""

from __future__ import annotations

from dataclasses import replace

from games.astral_sailors import moves as m
from games.astral_sailors import notation as n
from games.astral_sailors.board import paths
from games.astral_sailors.events import battle as e
from games.astral_sailors.project import view_of
from games.astral_sailors.rules.combat import aiming, attack, hazards
from games.astral_sailors.rules.strikes import charge_dice
from games.astral_sailors.rules.turns import action_points, selecting, turns
from games.astral_sailors.rules.victory import capture
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import LastAction, Unit
from games.astral_sailors.tasks import Act, Part
from games.astral_sailors.view import Asked
from games.core.agenda import Do
from games.core.decisions import Decision
from games.core.geometry.squares import Base
from games.core.seats import Seat, Seated


def act(builder: StepBuilder, decision: Decision, move: m.Action) -> None:
    """Book AP, change the board, put attacks and checks on the agenda."""
    _count(builder)
    _begin_and_act(builder, move)


def release(builder: StepBuilder, decision: Decision, move: m.Release) -> None:
    _count(builder)
    capture.let_go(builder, move.unit)
    builder.then("check")


def end_unit(builder: StepBuilder, decision: Decision, move: m.EndUnit) -> None:
    _count(builder)
    end(builder, builder.table.turn.active)


def done(builder: StepBuilder, decision: Decision, move: m.Done) -> None:
    end_turn(builder, move.hold)


def end_turn(builder: StepBuilder, named: tuple[str, ...] = ()) -> None:
    """The half-turn is over."""
    turns.count_move(builder)
    _end_turn(builder, named)


def _count(builder: StepBuilder) -> None:
    turns.count_move(builder)
    builder.then("end-spent-turn", about=str(builder.table.turn.number))


def go_on(builder: StepBuilder, task: Act) -> None:
    """The action that had to wait. Where it has become illegal, the seat chooses anew."""
    seat = Seat(task.seat)
    view = view_of(builder.done().state, Seated(seat))
    verb = next(verb for verb in VERBS if verb.type is type(task.action))
    if (
        verb.refuse(Asked(view, Decision(seat, "activate", builder.table.turns)), task.action)
        is None
    ):
        _begin_and_act(builder, task.action)


# --- Beginning and ending activations ---


def _begin_and_act(builder: StepBuilder, move: m.Action) -> None:
    """Begin the unit's activation if need be; that of another unit is over then (D-43)."""
    active = builder.table.turn.active
    if active != move.unit:
        if active:
            if _still_struck(builder, active):
                builder.push(Do("end-activation", active), Act(builder.table.turn.seat, move))
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
        builder.tell(e.ActivationEnded(unit=about))
    moved = active and turn.moved
    over = replace(turn, active="", struck=(), touched=(), moved=False)
    builder.table = replace(builder.table, turn=over)
    if not moved:
        touched = hazards.under(builder.table, builder.unit(about))
        builder.table = replace(builder.table, turn=replace(over, touched=touched))
        if touched:
            builder.then("strike-terrain", about=about)


def _end_turn(builder: StepBuilder, named: tuple[str, ...]) -> None:
    """The half-turn is over; units that it still asked for count as activated (D-43)."""
    seat = builder.table.turn.seat
    held = selecting.held(builder.table, seat, named)
    active = builder.table.turn.active
    for code in held:
        _mark(builder, code)
    builder.table = replace(builder.table, turn=replace(builder.table.turn, quota=0))
    builder.then("next-turn")
    builder.push(*(Do("end-activation", code) for code in held))
    if active:
        end(builder, active)
    builder.tell(e.TurnEnded(seat=seat, held=held))


def end_spent(builder: StepBuilder, about: str) -> None:
    """Step ``end-spent-turn``: the turn with the number ``about`` is over if nothing is left to
    be begun and no unit is active (D-76)."""
    turn = builder.table.turn
    if str(turn.number) == about and not selecting.selectable(builder.table, turn.seat):
        _end_turn(builder, ())


# --- Actions ---


def _act(builder: StepBuilder, unit: Unit, move: m.Action) -> None:
    match move:
        case m.March() | m.Run() | m.Jump():
            _go(builder, unit, move)
        case m.TurnTo(facing=facing):
            _pay(builder, unit)
            builder.put(replace(builder.unit(unit.code), facing=facing))
            builder.tell(e.UnitTurned(unit=unit.code, facing=facing))
            _remember(builder, unit, "turn", (builder.base(unit.code),))
        case m.Shoot() | m.Melee():
            _attack(builder, unit, move)
        case m.Capture():
            aim = builder.base(move.target)
            _remember(builder, unit, "capture", aims=(aim,))
            capture.seize(builder, move)
        case m.Hold():
            builder.tell(e.UnitHeld(unit=unit.code))
            quiet = replace(builder.table.turn, active="")
            builder.table = replace(builder.table, turn=quiet)
            end(builder, unit.code)


def _pay(builder: StepBuilder, unit: Unit) -> None:
    """An action of 1 AP, which ends the unit's Cover (ASCW-140, D-28)."""
    builder.put(replace(unit, ap=unit.ap - 1, cover=False))


def _go(builder: StepBuilder, unit: Unit, move: m.March | m.Run | m.Jump) -> None:
    """A movement action: who arrives, then terrain strikes, then a Charge, then the check.

    A captive is handed in on the way, so before anything can fell its captor (D-16, D-61).
    """
    path = paths.way(builder.table, unit, move)
    charged = move.target if isinstance(move, m.Run) else ""
    pieces = paths.crossed(builder.table, unit, path, leap=isinstance(move, m.Jump))
    _pay(builder, unit)
    stop = path.bases[-1]
    builder.put(replace(builder.unit(unit.code), c=stop.c, r=stop.r, facing=path.facing))
    turn = builder.table.turn
    touched = (*turn.touched, *hazards.new(builder.table, unit, pieces))
    builder.table = replace(builder.table, turn=replace(turn, touched=touched, moved=True))
    how = "move" if isinstance(move, m.March) else move.move
    builder.tell(
        e.UnitMoved(
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


def _charge(builder: StepBuilder, unit: Unit, target: str) -> None:
    """The automatic attack of a Charge (ASCW-75 to 77)."""
    dice = charge_dice(builder.table, unit, builder.unit(target))
    attack.declare(builder, "charge", builder.unit(unit.code), (Part(target, dice),))


def _attack(builder: StepBuilder, unit: Unit, move: m.Shoot | m.Melee) -> None:
    parts = aiming.parts(builder.table, unit, move)
    _pay(builder, unit)
    if isinstance(move, m.Shoot):
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


VERBS: tuple[n.Verb, ...] = (
    n.verb(m.March, "activate", "{unit} MOVE {to}[ VIA {path}]", selecting.march_refusal, act),
    n.verb(m.TurnTo, "activate", "{unit} TURN {facing}", selecting.turn_refusal, act),
    n.verb(
        m.Run,
        "activate",
        "{unit} RUN {facing} {steps}[ ON {target}] | {unit} CHARGE {facing} {steps}[ ON {target}]",
        selecting.run_refusal,
        act,
        fill=n.charged,
    ),
    n.verb(m.Jump, "activate", "{unit} JUMP {facing} {squares}", selecting.jump_refusal, act),
    n.verb(
        m.Shoot, "activate", "{unit} SHOOT {aims}", selecting.attack_refusal, act, fill=n.all_shots
    ),
    n.verb(
        m.Melee, "activate", "{unit} MELEE {aims}", selecting.attack_refusal, act, fill=n.all_blows
    ),
    n.verb(m.Capture, "activate", "{unit} CAPTURE {target}", selecting.capture_refusal, act),
    n.verb(m.Release, "activate", "{unit} RELEASE", selecting.release_refusal, release),
    n.verb(m.Hold, "activate", "{unit} HOLD", selecting.hold_refusal, act),
    n.verb(
        m.EndUnit,
        "activate",
        "ENDUNIT | END UNIT | END {unit}",
        selecting.end_unit_refusal,
        end_unit,
        fill=n.nothing,
    ),
    n.verb(m.Done, "activate", n.DONE, selecting.done_refusal, done),
)
