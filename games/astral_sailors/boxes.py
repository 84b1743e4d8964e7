"""The bodies that rays of sight meet, in sixteenths of a square (D-39)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from games.astral_sailors.catalogue import UnitKind
from games.astral_sailors.land import extent
from games.astral_sailors.table import Piece, Table, Unit, catalogue_of_pack
from games.core.squares import Base

ALTITUDE = 48
"""Where flyers hover: three squares up (D-03)."""


Box: TypeAlias = tuple[int, int, int, int, int, int]
"""A closed box: from west to east, from north to south, from foot to head."""


class Body(NamedTuple):
    """A box that may hide something. ``owner`` is the code of a unit or the place of a piece,
    ``base`` the squares below it."""

    box: Box
    solid: bool
    owner: str | int
    base: Base


class Eye(NamedTuple):
    x: int
    y: int
    z: int


class Figure(NamedTuple):
    """What is looked at: the coordinates of its 4 by 4 by 4 sample points, each ascending."""

    xs: tuple[int, int, int, int]
    ys: tuple[int, int, int, int]
    zs: tuple[int, int, int, int]


def foot(kind: UnitKind) -> int:
    return ALTITUDE if kind.specials.fly else 0


def eye(base: Base, kind: UnitKind) -> Eye:
    """The centre of the base, at three quarters of the height."""
    return Eye(
        16 * base.c + 8 * base.side, 16 * base.r + 8 * base.side, foot(kind) + 6 * kind.height
    )


@lru_cache(maxsize=4096)
def figure(base: Base, foot: int, height: int) -> Figure:
    """``height`` in half squares."""

    def four(start: int, part: int) -> tuple[int, int, int, int]:
        return start + part, start + 3 * part, start + 5 * part, start + 7 * part

    return Figure(
        four(16 * base.c, 2 * base.side), four(16 * base.r, 2 * base.side), four(foot, height)
    )


def units_seen(table: Table) -> list[Body]:
    """One body for each unit on the board; captives have none."""
    kinds = table.catalogue.units
    return [_standing(unit, kinds[unit.kind]) for unit in table.units.values() if unit.on_board]


def scenery_seen(table: Table) -> tuple[Body, ...]:
    """One body for each square of a piece that is not flat."""
    return _scenery(table.pieces, table.agreement.pack)


def _standing(unit: Unit, kind: UnitKind) -> Body:
    base, low = Base(unit.c, unit.r, kind.base), foot(kind)
    return Body(_box(base, low, low + 8 * kind.height), True, unit.code, base)


@lru_cache(maxsize=64)
def _scenery(pieces: tuple[Piece, ...], pack: str) -> tuple[Body, ...]:
    kinds = catalogue_of_pack(pack).pieces
    found: list[Body] = []
    for place, piece in enumerate(pieces):
        kind = kinds[piece.kind]
        if not kind.height or not kind.opacity:
            continue
        columns, rows = extent(piece, kind)
        for r in range(piece.r, piece.r + rows):
            for c in range(piece.c, piece.c + columns):
                base = Base(c, r)
                box = _box(base, 0, 8 * kind.height)
                found.append(Body(box, kind.opacity == "solid", place, base))
    return tuple(found)


def _box(base: Base, low: int, high: int) -> Box:
    c, r, side = base
    return 16 * c, 16 * (c + side), 16 * r, 16 * (r + side), low, high
