"""What scenery and ground allow: anchors by way of moving, costs, contact, front and rear."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from games.astral_sailors.content.catalogue import QUADRANT, PieceKind, UnitKind
from games.astral_sailors.content.loading import catalogue_of
from games.astral_sailors.table import Scenery, Table, Unit
from games.core.geometry.squares import Base, Square, ahead


class Gait(NamedTuple):
    """All that matters of a kind of unit for where it can go."""

    side: int
    fly: bool = False
    aquatic: bool = False
    light_feet: bool = False


class Land(NamedTuple):
    """Sets of anchors for one gait.

    ``open``    a step may lead there: on the board, nothing impassable under the base
    ``rest``    it may end there as well: nothing crossable either (D-05)
    ``hard``    a step there costs 2 (D-12)
    ``danger``  by piece, in order of placement: where the base touches it (D-16)
    """

    size: int
    stride: int
    open: int
    rest: int
    hard: int
    danger: tuple[tuple[int, int], ...]


def gait(kind: UnitKind) -> Gait:
    special = kind.specials
    return Gait(kind.base, special.fly, special.aquatic, special.light_feet)


def land_of(table: Table, walk: Gait) -> Land:
    return _land(table.pieces, table.agreement.pack, table.size, walk)


def squares_of(table: Table) -> Mapping[Square, int]:
    """The place in ``table.pieces`` of the piece on each square that has one."""
    return covered(table.pieces, table.agreement.pack)


def piece_kind(table: Table, place: int) -> PieceKind:
    return table.catalogue.pieces[table.pieces[place].kind]


def taken(
    table: Table, unit: Unit, side: int, aside: frozenset[str] = frozenset()
) -> tuple[int, int]:
    """Anchors of a base of ``side`` that would overlap an enemy of ``unit``; or any unit at all.

    ``unit`` itself and the units ``aside`` are left out.
    """
    kinds, players = table.catalogue.units, table.players
    team, stride = players[unit.seat].team, table.size + 1
    hostile = every = 0
    for other in table.units.values():
        if other.place != "board" or other.code == unit.code or other.code in aside:
            continue
        base = kinds[other.kind].base
        overlap = _overlap(other.c, other.r, base, base, side, stride)
        every |= overlap
        if players[other.seat].team != team:
            hostile |= overlap
    return hostile, every


def around(size: int, base: Base, side: int, reach: int) -> int:
    """Anchors on the board from which a base of ``side`` is at most ``reach`` from ``base``."""
    stride = size + 1
    west, east = max(0, base.c - reach - side + 1), min(size - side, base.c + base.side - 1 + reach)
    north = max(0, base.r - reach - side + 1)
    south = min(size - side, base.r + base.side - 1 + reach)
    if reach < 0 or east < west:
        return 0
    row = ((1 << (east + 1 - west)) - 1) << west
    return sum(row << stride * r for r in range(north, south + 1))


def inside(size: int, squares: frozenset[Square], side: int) -> int:
    """Anchors from which a base of ``side`` lies wholly on these squares of the board."""
    stride = size + 1
    whole = sum(1 << place_of(stride, at) for at in squares)
    found = whole
    for c in range(side):
        for r in range(side):
            found &= whole >> (stride * r + c)
    return found


def places(anchors: int) -> Iterator[int]:
    """The numbers of the bits of a set, ascending: its anchors in reading order."""
    while anchors:
        lowest = anchors & -anchors
        yield lowest.bit_length() - 1
        anchors ^= lowest


@lru_cache(maxsize=64)
def covered(pieces: tuple[Scenery, ...], pack: str) -> Mapping[Square, int]:
    """The place among ``pieces`` of the piece on each square that has one."""
    kinds = catalogue_of(pack).pieces
    found: dict[Square, int] = {}
    for place, piece in enumerate(pieces):
        for at in piece.squares(kinds[piece.kind]):
            found.setdefault(at, place)
    return found


@lru_cache(maxsize=256)
def _land(pieces: tuple[Scenery, ...], pack: str, size: int, walk: Gait) -> Land:
    stride = size + 1
    row = (1 << (size - walk.side + 1)) - 1
    board = sum(row << stride * r for r in range(size - walk.side + 1))
    if walk.fly:
        return Land(size, stride, board, board, 0, ())
    kinds = catalogue_of(pack).pieces
    closed = low = hard = 0
    danger: list[tuple[int, int]] = []
    for place, piece in enumerate(pieces):
        kind = kinds[piece.kind]
        if kind.water and walk.aquatic:
            continue
        overlap = _overlap(piece.c, piece.r, *kind.extent(piece.turned), walk.side, stride) & board
        if kind.entry == "impassable":
            closed |= overlap
        elif kind.entry == "crossable":
            low |= overlap
        if kind.entry in ("crossable", "difficult") and not walk.light_feet:
            hard |= overlap
        if kind.danger is not None:
            danger.append((place, overlap))
    free = board & ~closed
    return Land(size, stride, free, free & ~low, hard, tuple(danger))


@lru_cache(maxsize=16384)
def _overlap(c: int, r: int, columns: int, rows: int, side: int, stride: int) -> int:
    """Anchors on the board's side of its edges from which a base of ``side`` overlaps these
    columns and rows from (c, r) on."""
    west, north = max(0, c - side + 1), max(0, r - side + 1)
    row = ((1 << (c + columns - west)) - 1) << west
    return sum(row << stride * y for y in range(north, r + rows))


def anchor(stride: int, place: int) -> Square:
    r, c = divmod(place, stride)
    return Square(c, r)


def place_of(stride: int, base: Base | Square) -> int:
    return stride * base.r + base.c


# --- Standing, steps, contact ---


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
    """Whether two bases are in contact (D-09)."""
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
    half (D-10)."""
    if table.kind(unit).specials.reflexes:
        return True
    base = table.base(unit)
    return any(
        ahead(base, unit.facing, (2 * square.c + 1, 2 * square.r + 1)) >= 0
        for square in table.base(target).squares()
        if not touching or base.gap(Base(*square)) == 1
    )


def distance(table: Table, a: Unit, b: Unit) -> int:
    """The distance between two bases (D-04)."""
    return table.base(a).gap(table.base(b))


def quadrant(base: Base) -> tuple[int, int]:
    """Column and row of the quadrant a base is in: that of its centre, on a border that of its
    anchor (D-63)."""
    band = 2 * QUADRANT
    x, y = base.middle
    if x % band == 0 or y % band == 0:
        x, y = 2 * base.c, 2 * base.r
    return x // band, y // band


def _solid(table: Table, square: Square) -> bool:
    place = terrain_at(table, square)
    return place is not None and piece_kind(table, place).opacity == "solid"
