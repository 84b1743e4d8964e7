"""Falling back (GA-82 to GA-86)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from games.core.geometry import plane
from games.core.geometry.plane import Point
from games.galaxy_aflame import events as e
from games.galaxy_aflame.ground import INCH
from games.galaxy_aflame.rules import damage, movement
from games.galaxy_aflame.rules.values import piece
from games.galaxy_aflame.state import StepBuilder
from games.galaxy_aflame.table import Table, Unit

Edge: TypeAlias = Literal["north", "south", "west", "east"]
BREAKING = 3
"""Failed checks in a turn that make a unit fall back (GA-82)."""


def breaks(table: Table, unit: Unit) -> bool:
    """Whether a unit has to fall back and has not done so this turn (GA-82, GA-101)."""
    return (
        unit.fails >= BREAKING
        and unit.at is not None
        and not unit.fell_back
        and not table.card(unit).fearless
    )


def end_point(table: Table, unit: Unit) -> tuple[Edge, Point | None]:
    """The edge that a unit falls back to, and where it stops; nowhere if it is lost (GA-84)."""
    edge, border = _nearest(table, unit)
    for far in range(table.card(unit).move, plane.length((unit.spot, border)) + 1, INCH):
        at = plane.toward(unit.spot, border, far)
        if table.is_legal_spot(unit, at):
            return edge, at
    return edge, None


def _nearest(table: Table, unit: Unit) -> tuple[Edge, Point]:
    """The nearest edge and its nearest point; of equal ones the own, west, east, the enemy's."""
    at, ground = unit.at, table.ground
    assert at is not None
    ends: dict[Edge, Point] = {
        "north": Point(at.x, 0),
        "west": Point(0, at.y),
        "east": Point(ground.width, at.y),
        "south": Point(at.x, ground.height),
    }
    north: tuple[Edge, ...] = ("north", "west", "east", "south")
    order = north if table.is_north(unit.seat) else (north[-1], *north[1:-1], north[0])
    edge = min(order, key=lambda each: plane.squared(at, ends[each]))
    return edge, ends[edge]


def fall_back(builder: StepBuilder, unit: Unit) -> None:
    """One unit, with its passengers (GA-84, GA-85, GA-95)."""
    table, start = builder.table, unit.at
    assert start is not None
    edge, end = end_point(table, unit)
    border = _nearest(table, unit)[1]
    builder.tell(e.FellBack(piece(table, unit), start, end or border, edge, end is None))
    if end is None:
        damage.remove(builder, unit.code, border, "fled")
    else:
        builder.put(unit, at=end, fell_back=True)
        movement.part(builder)


def after_shot(builder: StepBuilder, target: str, attacker: str) -> None:
    """After an attack its broken units fall back: its target, its attacker, others by number
    (GA-83)."""
    order = (target, attacker)
    if builder.table.agreement.fallback == "immediate":
        _all(builder, lambda unit: order.index(unit.code) if unit.code in order else len(order))


def at_end_of_turn(builder: StepBuilder) -> None:
    """Let units fall back with ``fallback = end_of_turn`` (3.2), the inactive player's first."""
    if builder.table.agreement.fallback == "end_of_turn":
        _all(builder, lambda unit: int(unit.seat == builder.table.active))


def _all(builder: StepBuilder, rank: Callable[[Unit], int]) -> None:
    """All units that have to, by rank and then by number."""
    table = builder.table
    broken = [unit for unit in table.on_table() if breaks(table, unit)]
    for unit in sorted(broken, key=lambda unit: (rank(unit), int(unit.code[1:]))):
        fall_back(builder, unit)
