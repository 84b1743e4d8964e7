"""The bodies that rays of sight meet, in sixteenths of a square (D-39)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from games.astral_sailors.board.terrain import extent
from games.astral_sailors.content.catalogue import UnitKind
from games.astral_sailors.table import Piece, Table, Unit, catalogue_of_pack
from games.core.geometry.squares import Base

ALTITUDE = 48
"""Where flyers hover: three squares up (D-03)."""


Box: TypeAlias = tuple[int, int, int, int, int, int]
"""A closed box: from west to east, from north to south, from foot to head."""


class Body(NamedTuple):
    """A box that may hide something. ``owner`` is the code of a unit or the place of a piece."""

    box: Box
    solid: bool
    owner: str | int


class Thing(NamedTuple):
    """Something on the board: all of it as one body, and square by square if it is a piece."""

    whole: Body
    parts: tuple[Body, ...]


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


def gap(base: Base, box: Box) -> int:
    """``Base.gap`` to the squares below a box."""
    west, east, north, south = box[0] >> 4, box[1] >> 4, box[2] >> 4, box[3] >> 4
    columns = max(west - base.c - base.side, base.c - east) + 1
    rows = max(north - base.r - base.side, base.r - south) + 1
    return max(0, columns, rows)


def things(table: Table) -> tuple[Thing, ...]:
    """The units on the board, captives left out, and the pieces that are not flat."""
    kinds = table.catalogue.units
    units = [_standing(unit, kinds[unit.kind]) for unit in table.units.values() if unit.on_board]
    return (
        *(Thing(body, (body,)) for body in units),
        *_scenery(table.pieces, table.agreement.pack),
    )


def _standing(unit: Unit, kind: UnitKind) -> Body:
    low = foot(kind)
    return Body(_box(unit.c, unit.r, kind.base, kind.base, low, 8 * kind.height), True, unit.code)


@lru_cache(maxsize=64)
def _scenery(pieces: tuple[Piece, ...], pack: str) -> tuple[Thing, ...]:
    kinds = catalogue_of_pack(pack).pieces
    found: list[Thing] = []
    for place, piece in enumerate(pieces):
        kind = kinds[piece.kind]
        if not kind.height or not kind.opacity:
            continue
        columns, rows = extent(piece, kind)
        solid, height = kind.opacity == "solid", 8 * kind.height
        whole = Body(_box(piece.c, piece.r, columns, rows, 0, height), solid, place)
        parts = tuple(
            Body(_box(c, r, 1, 1, 0, height), solid, place)
            for r in range(piece.r, piece.r + rows)
            for c in range(piece.c, piece.c + columns)
        )
        found.append(Thing(whole, parts))
    return tuple(found)


def _box(c: int, r: int, columns: int, rows: int, low: int, height: int) -> Box:
    return 16 * c, 16 * (c + columns), 16 * r, 16 * (r + rows), low, low + height
