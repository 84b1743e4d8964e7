"""Jumps over obstacles (ASCW-154, D-17)."""

from __future__ import annotations

from collections.abc import Mapping

from games.astral_sailors.board.obstacles import (
    height,
    no_rest,
    obstacles_under,
    of_squares,
    possible,
)
from games.astral_sailors.board.reachable import Path
from games.astral_sailors.table import Table, Unit
from games.core.geometry.squares import Base, Facing
from games.core.types import Forbidden


def jumps(table: Table, unit: Unit, facing: Facing) -> Mapping[int, Path]:
    """Every legal Jump in one direction, by number of squares (D-17); it costs no points."""
    found: dict[int, Path] = {}
    for squares in range(1, table.kind(unit).specials.jump + 1):
        if _jump_refusal(table, unit, facing, squares) is None:
            found[squares] = Path(_flight(table, unit, facing, squares), 0, facing)
    return found


def jump_refusal(table: Table, unit: Unit, facing: Facing, squares: int) -> Forbidden | None:
    """Why this Jump is illegal."""
    refused = _jump_refusal(table, unit, facing, squares)
    if refused is None or refused.code == "NO_JUMP":
        return refused
    instead = possible("Jump", unit, facing, tuple(jumps(table, unit, facing)))
    return refused.retold(instead=instead)


def _jump_refusal(table: Table, unit: Unit, facing: Facing, squares: int) -> Forbidden | None:
    special = table.kind(unit).specials
    if not special.jump:
        why = f"{unit.code} ({table.kind(unit).name}) does not have the special rule Jump."
        return Forbidden("ASCW-154", why, code="NO_JUMP")
    if squares < 1:
        why = f"A Jump goes at least one square, not {squares}."
        return Forbidden("ASCW-154", why, code="TOO_SHORT")
    if squares > special.jump:
        why = f"{unit.code} jumps at most {of_squares(special.jump)}, not {squares}."
        return Forbidden("ASCW-154", why, code="TOO_FAR")
    flight = _flight(table, unit, facing, squares)
    if not special.fly:
        too_high = [
            each for each in obstacles_under(table, unit, flight) if each.height > special.jump_over
        ]
        if too_high:
            first = too_high[0]
            why = (
                f"{first.name} is {height(first.height)} high, but {unit.code} jumps over "
                f"at most {height(special.jump_over)}."
            )
            return Forbidden("ASCW-154", why, code="TOO_HIGH")
    return no_rest(table, unit, flight[-1], "NOT_STANDABLE")


def _flight(table: Table, unit: Unit, facing: Facing, squares: int) -> tuple[Base, ...]:
    start = table.base(unit)
    return tuple(start.at(start.anchor.plus(facing, far)) for far in range(squares + 1))
