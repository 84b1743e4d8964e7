"""What the ground allows: who may stand where, what a step costs, contact, front and rear."""

from __future__ import annotations

from games.astral_sailors.table import Table, Unit
from games.core.squares import Base, Facing, Square


def terrain_at(table: Table, square: Square) -> int | None:
    """The place in ``table.pieces`` of the piece that covers ``square``. Cached by pieces."""
    raise NotImplementedError


def stands(table: Table, unit: Unit, base: Base, *, aside: frozenset[str] = frozenset()) -> bool:
    """Whether ``unit`` may stand on ``base``: on the board, unoccupied, neither impassable nor
    crossable for it (D-05). Units with the codes ``aside`` and ``unit`` itself are left out."""
    raise NotImplementedError


def step_cost(table: Table, unit: Unit, start: Base, facing: Facing) -> int | None:
    """Movement points of one king step, 1 or 2; ``None`` when it is illegal (D-05, D-12, D-15)."""
    raise NotImplementedError


def touching(table: Table, a: Unit, b: Unit) -> bool:
    """Contact (D-09)."""
    raise NotImplementedError


def in_rear(table: Table, of: Unit, attacker: Base) -> bool:
    """Whether an attack from ``attacker`` comes at the rear of ``of`` (D-07, D-08, ASCW-153)."""
    raise NotImplementedError


def in_arc(table: Table, unit: Unit, target: Unit, *, touching: bool) -> bool:
    """Whether a square of ``target`` (one that touches ``unit``, if so asked) lies in its front
    half (D-10). Options are the caller's business."""
    raise NotImplementedError


def distance(table: Table, a: Unit, b: Unit) -> int:
    """D-04."""
    raise NotImplementedError


def quadrant(table: Table, base: Base) -> str:
    """Name of the quadrant a base is in (D-63)."""
    raise NotImplementedError
