"""Activating units: what a unit may do in its turn, and what it does (2.8, 2.11 to 2.12).

Who may act stands in ``turns``. An action books its AP and changes the
board at once; attacks, terrain and checks go on the agenda.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from games.astral_sailors import events as e
from games.astral_sailors.board import paths
from games.astral_sailors.board.paths import Path
from games.astral_sailors.content.catalogue import UnitKind
from games.astral_sailors.names import counted
from games.astral_sailors.notation import PATH, UNDEALT, Aim, Aims, At, Number, Toward, UnitCode
from games.astral_sailors.rules.combat import aiming, attack
from games.astral_sailors.rules.turns import turns
from games.astral_sailors.rules.victory import capture
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import LastAction, Table, Unit
from games.astral_sailors.tasks import Action, AttackTarget, DelayedAction, Move
from games.astral_sailors.view import Request, SailorsView
from games.core.geometry.squares import Base, Facing
from games.core.moves import move
from games.core.steps import Do
from games.core.types import Decision, Forbidden, Seat, Seated, Unreadable


class _Booked(Action):
    """An action that costs its unit AP, or its activation."""

    __slots__ = ()

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        """Book AP, change the board, put attacks and checks on the agenda."""
        _count(builder)
        _begin_and_act(builder, self)


class MovesUnit(_Booked):
    """A movement action."""

    __slots__ = ()

    how: ClassVar[Literal["move", "run", "jump"]]

    def way(self, table: Table, unit: Unit) -> Path:
        """The way that it takes where it is legal."""
        raise NotImplementedError

    def act(self, builder: StepBuilder, unit: Unit) -> None:
        _go(builder, unit, self)


@move("march", "activate", "{unit} MOVE {to}[ VIA {path}]")
class March(MovesUnit):
    """The action Move: to ``to``, by the cheapest path or along ``path`` (directions)."""

    how = "move"
    unit: UnitCode
    to: At
    path: Annotated[tuple[Facing, ...], Field(max_length=40), PATH] = ()

    def refuse(self, request: Request) -> Forbidden | None:
        if wrong := turns.unable(request, self.unit):
            return wrong
        table, unit = request.view.table, request.view.table.units[self.unit]
        if not self.path:
            if self.to in paths.moves(table, unit):
                return None
            return paths.why_not(table, unit, self.to)
        found = paths.along(table, unit, self.path)
        if isinstance(found, Forbidden):
            return found
        end = found.bases[-1].anchor
        if end == self.to:
            return None
        why = f"These {len(self.path)} steps take {unit.code} to {end}, not to {self.to}."
        return Forbidden("ASCW-D12", why, instead="Give either the square or the steps.")

    def way(self, table: Table, unit: Unit) -> Path:
        if not self.path:
            return paths.moves(table, unit)[self.to]
        found = paths.along(table, unit, self.path)
        if isinstance(found, Forbidden):
            raise found
        return found


@move("turn", "activate", "{unit} TURN {facing}")
class TurnTo(_Booked):
    unit: UnitCode
    facing: Toward

    def refuse(self, request: Request) -> Forbidden | None:
        if wrong := turns.unable(request, self.unit):
            return wrong
        if self.facing != request.view.table.units[self.unit].facing:
            return None
        why, can = f"{self.unit} already faces {self.facing.name}.", "Choose another facing."
        return Forbidden("ASCW-70", why, instead=can, code="SAME_FACING")

    def act(self, builder: StepBuilder, unit: Unit) -> None:
        _pay(builder, unit)
        builder.put(builder.unit(unit.code), facing=self.facing)
        builder.tell(e.UnitTurned(unit.code, self.facing))
        _remember(builder, unit, "turn", (builder.base(unit.code),))


@move(
    "run",
    "activate",
    "{unit} RUN {facing} {steps}[ ON {target}] | {unit} CHARGE {facing} {steps}[ ON {target}]",
)
class Run(MovesUnit):
    """``target`` names the enemy to strike when the Run ends as a Charge."""

    how = "run"
    unit: UnitCode
    facing: Toward
    steps: Number
    target: UnitCode = ""

    def refuse(self, request: Request) -> Forbidden | None:
        if wrong := turns.unable(request, self.unit):
            return wrong
        table, unit = request.view.table, request.view.table.units[self.unit]
        if unit.holds:
            why = f"{unit.code} holds {unit.holds} and cannot run."
            can = "It can move, turn or release its captive."
            return Forbidden("ASCW-124", why, instead=can, code="CAPTOR")
        if wrong := paths.run_refusal(table, unit, self.facing, self.steps):
            return wrong
        path = self.way(table, unit)
        struck = aiming.charged(table, unit, path)
        if self.target in struck or not (self.target or struck):
            return None
        if not self.target:  # a Charge names its target (D-19)
            run = f"A Run of {counted(self.steps, 'step')} takes {self.unit} into contact"
            why = f"{run}, so it is a Charge and needs a target."
            return Forbidden("ASCW-D19", why, instead=f"Name one, for example: ON {struck[0]}.")
        why = f"The Run of {unit.code} to {path.bases[-1].anchor} does not charge {self.target}."
        named = ", ".join(struck)
        can = f"There it can charge {named}." if struck else "You can run without a target."
        return Forbidden("ASCW-74", why, instead=can, code="NOT_A_CHARGE")

    def way(self, table: Table, unit: Unit) -> Path:
        return paths.runs(table, unit, self.facing)[self.steps]

    @classmethod
    def fill(cls, request: Request, values: dict[str, Any]) -> Mapping[str, Any]:
        """A Run without a target charges the enemy with the lowest code (D-19)."""
        run, table = cls(**values), request.view.table
        unit = table.units.get(run.unit)
        if run.target or table.phase != "activation" or unit is None or not unit.on_board:
            return values
        path = paths.runs(table, unit, run.facing).get(run.steps)
        struck = () if path is None else aiming.charged(table, unit, path)
        return {**values, "target": next((code for code in table.units if code in struck), "")}


@move("jump", "activate", "{unit} JUMP {facing} {squares}")
class Jump(MovesUnit):
    how = "jump"
    unit: UnitCode
    facing: Toward
    squares: Number

    def refuse(self, request: Request) -> Forbidden | None:
        table = request.view.table
        return turns.unable(request, self.unit) or paths.jump_refusal(
            table, table.units[self.unit], self.facing, self.squares
        )

    def way(self, table: Table, unit: Unit) -> Path:
        return paths.jumps(table, unit, self.facing)[self.squares]


class Strike(_Booked):
    """An attack. A single target gets all dice of the attacker."""

    __slots__ = ()

    how: ClassVar[Literal["shoot", "melee"]]
    aims: tuple[Aim, ...]

    @classmethod
    def dice(cls, kind: UnitKind) -> int:
        """How many dice a unit of this kind has for it."""
        return kind.shots if cls.how == "shoot" else kind.blows

    @classmethod
    def fill(cls, request: Request, values: dict[str, Any]) -> Mapping[str, Any]:
        table, aims = request.view.table, values["aims"]
        if all(aim.dice != UNDEALT for aim in aims):
            return values
        if len(aims) > 1:
            raise Unreadable("With several targets, give each its number of dice.")
        unit = table.units.get(values["unit"])
        dealt = cls.dice(table.kind(unit)) if unit else 1
        return {**values, "aims": (Aim(aims[0].target, dealt),)}

    def refuse(self, request: Request) -> Forbidden | None:
        table = request.view.table
        return turns.unable(request, self.unit) or aiming.refusal(
            table, table.units[self.unit], self.how, self.aims
        )

    def act(self, builder: StepBuilder, unit: Unit) -> None:
        parts = aiming.parts(builder.table, unit, self.how, self.aims)
        _pay(builder, unit)
        if self.how == "shoot":
            used = unit.used + bool(builder.kind(unit.code).specials.limited)
            builder.put(builder.unit(unit.code), shot=builder.table.round, used=used)
        aims = tuple(builder.base(part.target) for part in parts)
        _remember(builder, unit, self.how, (builder.base(unit.code),), aims)
        attack.declare(builder, self.how, builder.unit(unit.code), parts)


@move("shoot", "activate", "{unit} SHOOT {aims}")
class Shoot(Strike):
    """One target with all dice; several only with Split attacks."""

    how = "shoot"
    unit: UnitCode
    aims: Aims


@move("melee", "activate", "{unit} MELEE {aims}")
class Melee(Strike):
    how = "melee"
    unit: UnitCode
    aims: Aims


@move("capture", "activate", "{unit} CAPTURE {target}")
class Capture(_Booked):
    unit: UnitCode
    target: UnitCode

    def refuse(self, request: Request) -> Forbidden | None:
        table, own = request.view.table, request.view.known(request.decision.seat)
        return turns.unready(table, self.unit) or capture.refusal(
            table, own, table.units[self.unit], self.target
        )

    def act(self, builder: StepBuilder, unit: Unit) -> None:
        _remember(builder, unit, "capture", aims=(builder.base(self.target),))
        capture.seize(builder, unit.code, self.target)


@move("release", "activate", "{unit} RELEASE")
class Release(Action):
    unit: UnitCode

    def refuse(self, request: Request) -> Forbidden | None:
        table = request.view.table
        return turns.not_owned(table, self.unit) or capture.release_refusal(table, self.unit)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        _count(builder)
        capture.let_go(builder, self.unit)
        builder.then("check")


@move("hold", "activate", "{unit} HOLD")
class Hold(_Booked):
    """Activate a unit without any action; its AP stay for reactions."""

    unit: UnitCode

    def refuse(self, request: Request) -> Forbidden | None:
        if wrong := turns.unready(request.view.table, self.unit):
            return wrong
        if request.view.table.turn.active != self.unit:
            return None
        why, can = f"{self.unit} has already begun its activation.", "You can end its activation."
        return Forbidden("ASCW-D43", why, instead=can, code="ALREADY_ACTIVATED")

    def act(self, builder: StepBuilder, unit: Unit) -> None:
        builder.tell(e.UnitHeld(unit.code))
        builder.turn(active="")
        end(builder, unit.code)


@move("end-unit", "activate", "ENDUNIT | END UNIT | END {unit}")
class EndUnit(Move):
    """End the activation of the active unit, keeping its other AP."""

    unit: ClassVar[UnitCode]
    """Read, but not heeded."""

    def refuse(self, request: Request) -> Forbidden | None:
        if request.view.table.turn.active:
            return None
        why = "No unit is being activated."
        return Forbidden("ASCW-D43", why, instead="Activate a unit.", code="NO_UNIT")

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        _count(builder)
        end(builder, builder.table.turn.active)

    @classmethod
    def fill(cls, request: Request, values: dict[str, Any]) -> Mapping[str, Any]:
        return {}


def end_turn(builder: StepBuilder, named: tuple[str, ...] = ()) -> None:
    """The half-turn is over."""
    turns.count_move(builder)
    _end_turn(builder, named)


def _count(builder: StepBuilder) -> None:
    turns.count_move(builder)
    builder.then("end-spent-turn", about=str(builder.table.turn.number))


def go_on(builder: StepBuilder, task: DelayedAction) -> None:
    """The action that had to wait. Where it has become illegal, the seat chooses anew."""
    seat = Seat(task.seat)
    view = SailorsView.of(builder.state, Seated(seat))
    request = Request(view, Decision(seat, "activate", builder.table.turns))
    if task.action.refuse(request) is None:
        _begin_and_act(builder, task.action)


# --- Beginning and ending activations ---


def _begin_and_act(builder: StepBuilder, move: Action) -> None:
    """Begin the unit's activation if need be; that of another unit is over then (D-43), once the
    terrain under it has struck."""
    turn = builder.table.turn
    if turn.active and turn.active != move.unit:
        table = builder.table
        if not turn.moved and attack.hazards_under(table, table.units[turn.active]):
            builder.push(Do("end-activation", turn.active), DelayedAction(turn.seat, move))
            return
        end(builder, turn.active)
    if turn.active != move.unit:
        _begin(builder, move.unit)
    move.act(builder, builder.unit(move.unit))


def _begin(builder: StepBuilder, code: str) -> None:
    builder.turn(quota=builder.table.turn.quota - 1)
    _mark(builder, code)
    builder.idle()
    builder.turn(active=code)


def _mark(builder: StepBuilder, code: str) -> None:
    """The unit counts as activated in this round."""
    unit = builder.unit(code)
    points = turns.available_points(builder.table, unit)
    builder.put(unit, activated=builder.table.round, ap=points)


def end(builder: StepBuilder, about: str) -> None:
    """Step ``end-activation``: the active unit ``about`` is done; terrain under it may strike.

    Also for units that count as activated without action (D-16).
    """
    turn = builder.table.turn
    active = turn.active == about
    if active:
        builder.tell(e.ActivationEnded(about))
    builder.idle()
    if active and turn.moved:
        return
    if touched := attack.hazards_under(builder.table, builder.unit(about)):
        builder.turn(touched=touched)
        builder.then("strike-terrain", about=about)


def _end_turn(builder: StepBuilder, named: tuple[str, ...]) -> None:
    """The half-turn is over; units that it still asked for count as activated (D-43)."""
    turn = builder.table.turn
    held = turns.held(builder.table, turn.seat, named)
    for code in held:
        _mark(builder, code)
    builder.turn(quota=0)
    builder.then("next-turn")
    builder.push(*(Do("end-activation", code) for code in held))
    if turn.active:
        end(builder, turn.active)
    builder.tell(e.TurnEnded(turn.seat, held))


def end_spent(builder: StepBuilder, about: str) -> None:
    """Step ``end-spent-turn``: the turn with the number ``about`` is over if nothing is left to
    be begun and no unit is active (D-76)."""
    turn = builder.table.turn
    if str(turn.number) == about and not turns.selectable(builder.table, turn.seat):
        _end_turn(builder, ())


# --- Actions ---


def _pay(builder: StepBuilder, unit: Unit) -> None:
    """An action of 1 AP, which ends the unit's Cover (ASCW-140, D-28)."""
    builder.put(unit, ap=unit.ap - 1, cover=False)


def _go(builder: StepBuilder, unit: Unit, move: MovesUnit) -> None:
    """A movement action: who arrives, then terrain strikes, then a Charge, then the check.

    A captive is handed in on the way, so before anything can fell its captor (D-16, D-61).
    """
    path, charged = move.way(builder.table, unit), move.target if isinstance(move, Run) else ""
    pieces = paths.crossed(builder.table, unit, path, leap=isinstance(move, Jump))
    _pay(builder, unit)
    stop = path.bases[-1]
    moved = builder.put(builder.unit(unit.code), c=stop.c, r=stop.r, facing=path.facing)
    touched = builder.table.turn.touched
    touched = (*touched, *attack.new_hazards(builder.table, unit, pieces))
    builder.turn(touched=touched, moved=True)
    way = tuple(base.anchor for base in path.bases)
    builder.tell(e.UnitMoved(unit.code, move.how, way, path.cost, path.facing))
    aims = (builder.base(charged),) if charged else ()
    _remember(builder, unit, "charge" if charged else move.how, path.bases, aims)
    builder.then("check")
    if charged:  # the automatic attack (ASCW-75 to 77)
        dice = aiming.charge_dice(builder.table, unit, builder.unit(charged))
        attack.declare(builder, "charge", moved, (AttackTarget(charged, dice),))
    if touched:
        builder.then("strike-terrain", about=unit.code)
    builder.then("arrive", about=unit.code)


def _remember(
    builder: StepBuilder,
    unit: Unit,
    how: str,
    path: tuple[Base, ...] = (),
    aims: tuple[Base, ...] = (),
) -> None:
    """Keep the last action for the picture."""
    builder.change(last=LastAction(unit.code, unit.seat, how, path, aims))
