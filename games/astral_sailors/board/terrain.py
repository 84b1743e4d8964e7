"""What the scenery means for one way of moving: sets of anchors, worked out once per board.

A set of anchors is a whole number: the bit ``stride * r + c`` stands for the base whose
north-western square is (c, r). Every row ends in a column that is never in a set, so that
a step off the eastern or western edge leads nowhere instead of into the next row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from games.astral_sailors.content.catalogue import PieceKind, UnitKind
from games.astral_sailors.table import Piece, Table, Unit, catalogue_of_pack
from games.core.geometry.squares import Base, Square


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


def extent(piece: Piece, kind: PieceKind) -> tuple[int, int]:
    """Columns and rows of a piece as it lies."""
    return (kind.rows, kind.columns) if piece.turned else (kind.columns, kind.rows)


def squares_under(piece: Piece, kind: PieceKind) -> list[Square]:
    columns, rows = extent(piece, kind)
    return [Square(piece.c + c, piece.r + r) for r in range(rows) for c in range(columns)]


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
def covered(pieces: tuple[Piece, ...], pack: str) -> Mapping[Square, int]:
    """The place among ``pieces`` of the piece on each square that has one."""
    kinds = catalogue_of_pack(pack).pieces
    found: dict[Square, int] = {}
    for place, piece in enumerate(pieces):
        for at in squares_under(piece, kinds[piece.kind]):
            found.setdefault(at, place)
    return found


@lru_cache(maxsize=256)
def _land(pieces: tuple[Piece, ...], pack: str, size: int, walk: Gait) -> Land:
    stride = size + 1
    row = (1 << (size - walk.side + 1)) - 1
    board = sum(row << stride * r for r in range(size - walk.side + 1))
    if walk.fly:
        return Land(size, stride, board, board, 0, ())
    kinds = catalogue_of_pack(pack).pieces
    closed = low = hard = 0
    danger: list[tuple[int, int]] = []
    for place, piece in enumerate(pieces):
        kind = kinds[piece.kind]
        if kind.water and walk.aquatic:
            continue
        overlap = _overlap(piece.c, piece.r, *extent(piece, kind), walk.side, stride) & board
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
