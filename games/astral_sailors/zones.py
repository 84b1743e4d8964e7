"""The perimeter, its segments and the deployment zones (ASCW-33, 34, D-51)."""

from __future__ import annotations

from games.astral_sailors.table import Table
from games.core.squares import Base, Facing, Square


def zone(table: Table, seat: int) -> frozenset[Square]:
    """The squares of the seat's deployment zone. Cached."""
    raise NotImplementedError


def own_edge(table: Table, seat: int) -> Facing:
    """The side of the board that is the seat's own (D-70)."""
    raise NotImplementedError


def on_border(table: Table, base: Base) -> bool:
    """Whether the base covers a border square of the board."""
    raise NotImplementedError
