"""Where a unit can go: Move, Run and Jump (D-11 to D-17)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.astral_sailors.table import Table, Unit
from games.core.refusals import Forbidden
from games.core.squares import Base, Facing, Square


class Path(NamedTuple):
    """A way: its bases from start to end, its cost in movement points, the facing after it."""

    bases: tuple[Base, ...]
    cost: int
    facing: Facing


def moves(table: Table, unit: Unit) -> Mapping[Square, Path]:
    """Every anchor a Move can end on, with its canonical path (D-12), in reading order."""
    raise NotImplementedError


def along(table: Table, unit: Unit, steps: tuple[Facing, ...]) -> Path | Forbidden:
    """The Move that takes exactly these steps, or why it cannot be."""
    raise NotImplementedError


def why_not(table: Table, unit: Unit, to: Square) -> Forbidden:
    """Why no Move of ``unit`` ends on ``to``: TOO_FAR, OCCUPIED, BLOCKED, ... with the numbers."""
    raise NotImplementedError


def runs(table: Table, unit: Unit, facing: Facing) -> Mapping[int, Path]:
    """Every legal Run in one direction, by number of steps (D-13, D-14)."""
    raise NotImplementedError


def run_refusal(table: Table, unit: Unit, facing: Facing, steps: int) -> Forbidden | None:
    """Why this Run cannot be."""
    raise NotImplementedError


def charged(table: Table, unit: Unit, path: Path) -> tuple[str, ...]:
    """Codes of the enemies that a Run along ``path`` may strike (D-19)."""
    raise NotImplementedError


def jumps(table: Table, unit: Unit, facing: Facing) -> Mapping[int, Path]:
    """Every legal Jump in one direction, by number of squares (D-17)."""
    raise NotImplementedError


def jump_refusal(table: Table, unit: Unit, facing: Facing, squares: int) -> Forbidden | None:
    """Why this Jump cannot be."""
    raise NotImplementedError


def crossed(table: Table, unit: Unit, path: Path, *, leap: bool) -> tuple[int, ...]:
    """Dangerous pieces that a path touches for this unit, in order (D-16); a leap only its ends."""
    raise NotImplementedError
