"""Movement (2.7), what a unit may still do in its turn (2.6), and engaged pairs (GA-71)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import isqrt
from typing import Annotated, Literal

from pydantic import Field

from games.core.geometry import plane
from games.core.geometry.plane import Disc, Point
from games.core.moves import also, move
from games.core.types import Decision, Forbidden
from games.galaxy_aflame import events as e
from games.galaxy_aflame.ground import INCHES, inches
from games.galaxy_aflame.notation import FARTHEST, LENGTH, WAY, At, EnemyCode, TurnStep, UnitCode
from games.galaxy_aflame.rules.values import carried, forbid, no_unit, not_own, piece
from games.galaxy_aflame.state import StepBuilder
from games.galaxy_aflame.table import Table, Unit
from games.galaxy_aflame.view import Request

EXACT = 100_000
"""Parts of a unit in which paths are measured: millionths of an inch (GA-11)."""
TOLERANCE = 1


def allowed(table: Table, unit: Unit, run: bool) -> int:
    """How far a unit moves or runs (GA-35, GA-40)."""
    return table.card(unit).move + (table.agreement.hand if run else 0)


def is_within(path: tuple[Point, ...], most: int) -> bool:
    """Whether a path is at most this many tenths of an inch long (GA-11)."""
    return plane.length(path, EXACT) <= most * EXACT + TOLERANCE


# --- What a unit may still do ---


def done_before(unit: Unit) -> str:
    """What a unit has done in this turn: ``R1 has moved and shot once.``"""
    done = [
        *(["got out of its transport"] if unit.disembarked else ["moved"] if unit.moved else []),
        *(["run"] if unit.ran else []),
        *([f"shot {'once' if unit.shots == 1 else 'twice'}"] if unit.shots else []),
    ]
    return f"{unit.code} has {' and '.join(done)} this turn." if done else ""


def spent(table: Table, unit: Unit) -> Forbidden | None:
    """E_BUDGET: a unit that got into a transport this turn and was thrown out again."""
    if not unit.embarked or table.carrier(unit.code):
        return None
    return forbid("BUDGET", "93", f"{unit.code} got into a transport and does nothing more.")


def no_move_left(table: Table, unit: Unit, run: bool) -> Forbidden | None:
    """E_BUDGET and E_SHAKEN of a move or run (GA-36, GA-79)."""
    if unit.moved or unit.ran or unit.shots > (0 if run else 1):
        return forbid("BUDGET", "36", done_before(unit), _move_rule(unit))
    if refused := spent(table, unit):
        return refused
    if unit.limited and unit.shots:
        why = f"{done_before(unit)} It has to give up either moving or shooting."
        return forbid("SHAKEN", limit_rule(unit), why, "It can shoot a second time.")
    return None


def _move_rule(unit: Unit) -> str:
    if unit.moved or unit.ran:
        return "A unit moves or runs once."
    if unit.shots == 1:
        return "After one shot a unit can move or shoot again, but not run."
    return "A unit that shoots twice does not move."


def limit_rule(unit: Unit) -> str:
    """What limits a unit: pinned ones are suppressed (GA-62), others shaken (GA-79)."""
    return "62" if unit.suppressed else "79"


# --- Straight towards something (GA-A08) ---


@move(
    "advance",
    "turn",
    "MOVE {unit} TOWARD {target}[ {far}]",
    also("turn", "MOVE {unit} TOWARD {goal}[ {far}]", run=False, target=""),
    also("turn", "RUN {unit} TOWARD {target}[ {far}]", run=True, goal=None),
    also("turn", "RUN {unit} TOWARD {goal}[ {far}]", run=True, target=""),
    run=False,
    goal=None,
)
class Advance(TurnStep):
    """``MOVE R1 TOWARD B1 4``, ``RUN R1 TOWARD 24 18``: straight towards a unit or a point, at
    most ``far`` tenths of an inch where it is not 0 (GA-A08)."""

    unit: UnitCode
    target: EnemyCode | Literal[""] = ""
    goal: At | None = None
    far: Annotated[int, Field(ge=0, le=FARTHEST), LENGTH] = 0
    run: bool = False

    def refuse(self, request: Request) -> Forbidden | None:
        """Where no point is free: as the move to the first of them is refused."""
        if refused := not_own(request, self.unit):
            return refused
        table = request.view.table
        unit = table.units[self.unit]
        if refused := no_move_left(table, unit, self.run) or carried(table, unit, "93"):
            return refused
        if self.target and (refused := _no_target(table, self)):
            return refused
        if destination(table, unit, self) is not None:
            return None
        first = next(_on_the_way(table, unit, self))
        why = MoveTo(unit.code, first, run=self.run).refuse(request)
        assert why is not None
        return why.retold(f"No point on that way is free. {why.sentence}")

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        at = destination(builder.table, builder.unit(self.unit), self)
        assert at is not None
        MoveTo(self.unit, at, run=self.run).do(builder, decision)


def _no_target(table: Table, move: Advance) -> Forbidden | None:
    if refused := no_unit(table, move.target):
        return refused
    if move.target == move.unit:
        return forbid("TARGET", "40", f"{move.unit} cannot move toward itself.")
    return carried(table, table.units[move.target], "52")


def destination(table: Table, unit: Unit, move: Advance) -> Point | None:
    """The farthest point on the way that is a legal move; what else forbids it is not tested."""
    for at in _on_the_way(table, unit, move):
        path, most = (unit.spot, at), allowed(table, unit, move.run)
        if (
            table.is_legal_spot(unit, at)
            and is_within(path, most)
            and not _blocked(table, unit, path)
        ):
            return at
    return None


def _on_the_way(table: Table, unit: Unit, move: Advance) -> Iterator[Point]:
    goal = table.place(table.units[move.target]) if move.target else move.goal
    assert goal is not None
    most = allowed(table, unit, move.run)
    return plane.on_the_way(unit.spot, goal, min(most, move.far) if move.far else most)


# --- To a point ---


@move(
    "move",
    "turn",
    "MOVE {unit} {to}[ VIA {via}]",
    also("turn", "RUN {unit} {to}[ VIA {via}]", run=True),
    run=False,
)
class MoveTo(TurnStep):
    """``MOVE R1 24 18 VIA 20 20``, ``RUN R1 24 18`` (GA-40)"""

    unit: UnitCode
    to: At
    via: Annotated[tuple[Point, ...], Field(max_length=20), WAY] = ()
    run: bool = False

    def refuse(self, request: Request) -> Forbidden | None:
        if refused := not_own(request, self.unit):
            return refused
        table = request.view.table
        unit = table.units[self.unit]
        return (
            no_spot(table, unit, self.to)
            or no_move_left(table, unit, self.run)
            or carried(table, unit, "93")
            or _too_far(table, unit, self)
            or _blocked(table, unit, _path(unit, self))
        )

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        unit = builder.unit(self.unit)
        path = _path(unit, self)
        builder.put(unit, at=self.to, moved=not self.run, ran=self.run)
        length = plane.length(path)
        builder.tell(e.Moved(piece(builder.table, unit), path, length, self.run))
        part(builder)


def _path(unit: Unit, move: MoveTo) -> tuple[Point, ...]:
    return (unit.spot, *move.via, move.to)


def no_spot(table: Table, unit: Unit, at: Point) -> Forbidden | None:
    """E_SPOT: a unit cannot stand there (GA-13)."""
    ground, name = table.ground, INCHES.name(at)
    if at not in ground.table:
        return forbid("SPOT", "13", f"{name} is off the table of {ground.size}.")
    if any(solid.inside(at) for solid in ground.solid):
        return forbid("SPOT", "13", f"{name} is inside a solid piece.")
    other = table.overlaps(unit, at)
    if other is None:
        return None
    far, need = isqrt(plane.squared(at, other.spot)), table.radius(unit) + table.radius(other)
    why = f"{name} is {inches(far)} from {other.code}."
    return forbid("SPOT", "12", why, f"It has to be at least {inches(need)} away.")


def _too_far(table: Table, unit: Unit, move: MoveTo) -> Forbidden | None:
    path, most = _path(unit, move), allowed(table, unit, move.run)
    if is_within(path, most):
        return None
    what = "run" if move.run else "move"
    why = f"That is {inches(plane.length(path))}, but {unit.code} can {what} {inches(most)}."
    longer = allowed(table, unit, True)
    runs = not move.run and not unit.shots and is_within(path, longer)
    return forbid("TOO_FAR", "40", why, f"It can run {inches(longer)}." if runs else "")


def _blocked(table: Table, unit: Unit, path: tuple[Point, ...]) -> Forbidden | None:
    """Why a way is blocked (E_PATH, GA-41, GA-42)."""
    ground = table.ground
    for a, b in pairwise(path):
        if b not in ground.table:
            return forbid("PATH", "40", f"{_leg(a, b)} leaves the table.")
        if not ground.sees(a, b):
            why = f"{_leg(a, b)} passes through a solid piece."
            return forbid("PATH", "41", why, "Go round it.")
        for enemy in _enemies(table, unit):
            if Disc(enemy.spot, table.radius(enemy)).blocks(a, b):
                why = f"{_leg(a, b)} passes through the marker of {enemy.code}."
                apart = inches(table.radius(enemy))
                return forbid("PATH", "42", why, f"Stay {apart} away from its centre.")
    return None


def _leg(a: Point, b: Point) -> str:
    return f"The way from {INCHES.name(a)} to {INCHES.name(b)}"


def _enemies(table: Table, unit: Unit) -> Iterator[Unit]:
    return (each for each in table.on_table() if each.seat != unit.seat)


# --- Engaged pairs (GA-71) ---


def engage(builder: StepBuilder, one: str, other: str) -> None:
    """A first attack at hand range engages a pair."""
    pair = (min(one, other), max(one, other))
    builder.change(engaged=tuple(sorted({*builder.table.engaged, pair})))


def is_engaged(table: Table, one: str, other: str) -> bool:
    return (min(one, other), max(one, other)) in table.engaged


def part(builder: StepBuilder) -> None:
    """End the pairs that are farther than a hand apart, or of which one is not on the table."""
    table = builder.table
    for pair in table.engaged:
        one, other = (table.units[code] for code in pair)
        if one.at and other.at and plane.within(one.at, other.at, table.agreement.hand):
            continue
        builder.change(engaged=tuple(each for each in builder.table.engaged if each != pair))
        if not one.out and not other.out:
            builder.tell(e.Disengaged(piece(table, one), piece(table, other)))
