"""Attacks (2.10)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated

from games.colonial_space_wars.catalogue import UnitKind
from games.colonial_space_wars.notation import POINTS, OrderStep, UnitCode
from games.colonial_space_wars.rules import damage
from games.colonial_space_wars.rules.values import embarked, forbid, no_activation, no_unit, opened
from games.colonial_space_wars.state import StepBuilder
from games.colonial_space_wars.table import Activation, Table, Unit
from games.colonial_space_wars.view import Request
from games.core.geometry.squares import Square
from games.core.moves import move
from games.core.telling import counted
from games.core.types import Decision, Forbidden

UNBLOCKED = 2
"""The range from which nothing blocks (CSW-75)."""
CAMOUFLAGED_BEYOND = 2


def available(kind: UnitKind, spent: tuple[int, int], light: bool) -> int:
    """The points still available against a class (CSW-80 to 82)."""
    of_class = kind.attack[not light] - spent[not light]
    return max(0, min(of_class, max(kind.attack) - sum(spent)))


def points_against(table: Table, unit: Unit, target: Unit) -> int:
    """The points that a unit has for a target, in its activation or before it."""
    open_ = table.open
    spent = open_.spent if open_ and open_.unit == unit.code else (0, 0)
    return available(table.kind(unit), spent, table.kind(target).light)


def out_of_sight(table: Table, unit: Unit, target: Unit, at: Square) -> Forbidden | None:
    """E_RANGE, E_BLOCKED, E_CAMO: why a unit on ``at`` cannot choose a target on the board."""
    board, reach = table.board, table.kind(unit).range
    distance = board.distance(at, target.square)
    if distance > reach or not reach:
        why = f"{target.code} is {distance} squares away; the range of {unit.code} is {reach}."
        return forbid("RANGE", "74", why)
    if reach < UNBLOCKED and board.is_cornered(at, target.square):
        why = f"{unit.code} cannot attack {target.code} between two type C squares."
        return forbid("BLOCKED", "76", why)
    if distance > CAMOUFLAGED_BEYOND and is_hidden(table, target):
        why = f"{target.code} is camouflaged and {distance} squares away."
        can = f"It can be attacked from {CAMOUFLAGED_BEYOND} squares or less."
        return forbid("CAMO", "105", why, can)
    return None


def is_hidden(table: Table, unit: Unit) -> bool:
    """Whether a unit is camouflaged where it stands (CSW-105)."""
    return (
        unit.at is not None
        and table.kind(unit).has("camouflage")
        and table.board.type(unit.at) in "AB"
    )


def targets(table: Table, unit: Unit, at: Square) -> tuple[Unit, ...]:
    """The enemies that a unit on a square can attack if it has points."""
    enemies = (each for each in table.on_board() if each.seat != unit.seat)
    return in_sight(table, unit, at, enemies)


def in_sight(table: Table, unit: Unit, at: Square, enemies: Iterable[Unit]) -> tuple[Unit, ...]:
    """The enemies on the board that a unit could see from a square."""
    reach, distance = table.kind(unit).range, table.board.distance
    return tuple(
        enemy
        for enemy in enemies
        if enemy.at is not None
        and distance(at, enemy.at) <= reach
        and out_of_sight(table, unit, enemy, at) is None
    )


@move("attack", "turn", "ATTACK {target} {points}")
class DeclareAttack(OrderStep):
    """``ATTACK B2 2``, ``ATTACK B2 MAX`` without a number of points (CSW-78)"""

    target: UnitCode
    points: Annotated[int | None, POINTS]

    def refuse(self, request: Request) -> Forbidden | None:
        table = request.view.table
        if refused := no_unit(table, self.target) or no_activation(request):
            return refused
        unit, target = opened(table), table.units[self.target]
        if refused := embarked(table, unit) or embarked(table, target):
            return refused
        if refused := out_of_sight(table, unit, target, unit.square):
            return _with_targets(table, unit, refused)
        if target.seat == unit.seat:
            return forbid("FRIENDLY", "72", f"{target.code} is not an enemy.")
        most = points_against(table, unit, target)
        if 1 <= (most if self.points is None else self.points) <= most:
            return None
        light = table.kind(target).light
        name = "Light" if light else "Heavy"
        left = counted(most, "point") if most else "no points"
        why = f"{unit.code} has {left} left against {name} units like {target.code}."
        return forbid("POINTS", "82", why, f"Spend {'1 to ' * (most > 1)}{most}." if most else "")

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        table, open_ = builder.table, builder.table.open
        assert open_ is not None
        unit, target = opened(table), table.units[self.target]
        points = points_against(table, unit, target) if self.points is None else self.points
        builder.change(open=_spent(open_, points, light=table.kind(target).light))
        damage.strike(builder, unit, target, points)


def _with_targets(table: Table, unit: Unit, refused: Forbidden) -> Forbidden:
    """The refusal with what can be attacked instead."""
    found = [
        f"{each.code} ({points})"
        for each in targets(table, unit, unit.square)
        if (points := points_against(table, unit, each))
    ]
    can = f"{unit.code} can attack {', '.join(found[:8])}." if found else ""
    return refused.retold(instead=can)


def _spent(open_: Activation, points: int, *, light: bool) -> Activation:
    on_light, on_heavy = open_.spent
    spent = (on_light + points, on_heavy) if light else (on_light, on_heavy + points)
    return replace(open_, spent=spent, attacked=True)
