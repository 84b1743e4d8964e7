"""Line of sight as the canon's reference code has it (D-39, D-40): slow, plain, for comparison."""

from __future__ import annotations

from typing import TypeAlias

from games.astral_sailors.board.line_of_sight import Sight
from games.astral_sailors.table import Table, Unit
from games.core.geometry.squares import Base

Point: TypeAlias = tuple[int, int, int]
Box: TypeAlias = tuple[tuple[int, int], tuple[int, int], tuple[int, int]]
Thing: TypeAlias = tuple[Box, bool, str | int, Base]


def look(table: Table, shooter: Unit, target: Unit, at: Base | None = None) -> Sight:
    own = table.base(shooter)
    where = at or table.base(target)
    things = [
        thing
        for thing in _things(table, {shooter.code, target.code})
        if own.gap(thing[3]) > 0 or isinstance(thing[2], str)
    ]
    start, points = _eye(table, shooter), _samples(table, target, where)
    near = [thing for thing in things if own.gap(thing[3]) <= 1]
    rest = [thing for thing in things if own.gap(thing[3]) > 1]
    if near and _score(start, points, near) == 128:
        return Sight(128, _owners(start, points, near, solid=True))
    return Sight(_score(start, points, rest), _owners(start, points, rest, solid=False))


def hits(eye: Point, sample: Point, box: Box) -> bool:
    n0, d0, n1, d1 = 0, 1, 1, 1
    for axis in range(3):
        lo, hi = box[axis]
        e = eye[axis]
        d = sample[axis] - e
        if d == 0:
            if e < lo or e > hi:
                return False
            continue
        a, b = (lo - e, hi - e) if d > 0 else (e - hi, e - lo)
        d = abs(d)
        if a * d0 > n0 * d:
            n0, d0 = a, d
        if b * d1 < n1 * d:
            n1, d1 = b, d
    return n0 * d1 <= n1 * d0


def _score(eye: Point, samples: list[Point], things: list[Thing]) -> int:
    total = 0
    for sample in samples:
        if any(hits(eye, sample, box) for box, solid, _, _ in things if solid):
            total += 2
        elif any(hits(eye, sample, box) for box, solid, _, _ in things if not solid):
            total += 1
    return total


def _owners(
    eye: Point, samples: list[Point], things: list[Thing], *, solid: bool
) -> tuple[str | int, ...]:
    found = (
        owner
        for box, is_solid, owner, _ in things
        if (is_solid or not solid) and any(hits(eye, sample, box) for sample in samples)
    )
    return tuple(dict.fromkeys(found))


def _eye(table: Table, unit: Unit) -> Point:
    kind, w = table.kind(unit), table.kind(unit).base
    z = 3 if kind.specials.fly else 0
    return 16 * unit.c + 8 * w, 16 * unit.r + 8 * w, 16 * z + 12 * kind.height // 2


def _samples(table: Table, unit: Unit, base: Base) -> list[Point]:
    kind, w = table.kind(unit), base.side
    z = 3 if kind.specials.fly else 0
    return [
        (
            16 * base.c + 2 * w * (2 * i + 1),
            16 * base.r + 2 * w * (2 * j + 1),
            16 * z + 2 * kind.height * (2 * k + 1) // 2,
        )
        for i in range(4)
        for j in range(4)
        for k in range(4)
    ]


def _things(table: Table, without: set[str]) -> list[Thing]:
    found: list[Thing] = []
    for unit in table.units.values():
        if unit.place == "board" and unit.code not in without:
            kind, base = table.kind(unit), table.base(unit)
            z = 3 if kind.specials.fly else 0
            box = (
                (16 * base.c, 16 * (base.c + base.side)),
                (16 * base.r, 16 * (base.r + base.side)),
                (16 * z, 16 * z + 16 * kind.height // 2),
            )
            found.append((box, True, unit.code, base))
    for place, piece in enumerate(table.pieces):
        of = table.catalogue.pieces[piece.kind]
        columns, rows = (of.rows, of.columns) if piece.turned else (of.columns, of.rows)
        if of.height == 0:
            continue
        for y in range(piece.r, piece.r + rows):
            for x in range(piece.c, piece.c + columns):
                sides = ((16 * x, 16 * x + 16), (16 * y, 16 * y + 16), (0, 16 * of.height // 2))
                found.append((sides, of.opacity == "solid", place, Base(x, y)))
    return found
