"""What the ground allows: who may stand where, what a step costs, contact, front and rear."""

from __future__ import annotations

from games.astral_sailors.board.terrain import gait, land_of, piece_kind, place_of, squares_of
from games.astral_sailors.table import QUADRANT, Table, Unit
from games.core.geometry.squares import Base, Square, ahead


def terrain_at(table: Table, square: Square) -> int | None:
    """The place in ``table.pieces`` of the piece that covers ``square``. Cached by pieces."""
    return squares_of(table).get(square)


def stands(table: Table, unit: Unit, base: Base) -> bool:
    """Whether ``unit`` may stand on ``base``: on the board, unoccupied, neither impassable nor
    crossable for it (D-05). ``unit`` itself is left out."""
    return suits(table, unit, base) and not any(
        other.place == "board" and other.code != unit.code and base.gap(table.base(other)) == 0
        for other in table.units.values()
    )


def suits(table: Table, unit: Unit, base: Base) -> bool:
    """Whether ``unit`` may stand on ``base`` if nobody else does."""
    if not base.within(table.size):
        return False
    land = land_of(table, gait(table.kind(unit))._replace(side=base.side))
    return bool(land.rest >> place_of(land.stride, base) & 1)


def touching(table: Table, a: Unit, b: Unit) -> bool:
    """Contact (D-09)."""
    return in_contact(table, table.base(a), table.base(b))


def in_contact(table: Table, a: Base, b: Base) -> bool:
    """Whether two bases touch; across one corner only if no solid scenery closes it (D-09)."""
    if a.gap(b) != 1:
        return False
    east, south = b.c > a.c, b.r > a.r
    column_apart = b.c == a.c + a.side or a.c == b.c + b.side
    row_apart = b.r == a.r + a.side or a.r == b.r + b.side
    if not (column_apart and row_apart):
        return True
    near_c, far_c = (a.c + a.side - 1, b.c) if east else (a.c, b.c + b.side - 1)
    near_r, far_r = (a.r + a.side - 1, b.r) if south else (a.r, b.r + b.side - 1)
    return not (_solid(table, Square(near_c, far_r)) and _solid(table, Square(far_c, near_r)))


def in_rear(table: Table, of: Unit, attacker: Base) -> bool:
    """Whether an attack from ``attacker`` comes at the rear of ``of`` (D-07, D-08, ASCW-153)."""
    if table.kind(of).specials.reflexes:
        return False
    return ahead(table.base(of), of.facing, attacker.middle) < 0


def in_arc(table: Table, unit: Unit, target: Unit, *, touching: bool) -> bool:
    """Whether a square of ``target`` (one that touches ``unit``, if so asked) lies in its front
    half (D-10). Options are the caller's business."""
    if table.kind(unit).specials.reflexes:
        return True
    base = table.base(unit)
    return any(
        ahead(base, unit.facing, (2 * square.c + 1, 2 * square.r + 1)) >= 0
        for square in table.base(target).squares()
        if not touching or base.gap(Base(*square)) == 1
    )


def distance(table: Table, a: Unit, b: Unit) -> int:
    """D-04."""
    return table.base(a).gap(table.base(b))


def quadrant(table: Table, base: Base) -> str:
    """Name of the quadrant a base is in: that of its centre, on a border that of its anchor
    (D-63). ``table`` is asked for nothing: all boards are made of the same quadrants."""
    band = 2 * QUADRANT
    x, y = base.middle
    if x % band == 0 or y % band == 0:
        x, y = 2 * base.c, 2 * base.r
    return f"Q{x // band + 1}-{y // band + 1}"


def _solid(table: Table, square: Square) -> bool:
    place = terrain_at(table, square)
    return place is not None and piece_kind(table, place).opacity == "solid"
