"""Line of sight and cover: exact, in whole numbers (D-37 to D-40)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from games.astral_sailors.content.catalogue import UnitKind
from games.astral_sailors.content.loading import catalogue_of
from games.astral_sailors.table import Scenery, Table, Unit
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
def _scenery(pieces: tuple[Scenery, ...], pack: str) -> tuple[Thing, ...]:
    kinds = catalogue_of(pack).pieces
    found: list[Thing] = []
    for place, piece in enumerate(pieces):
        kind = kinds[piece.kind]
        if not kind.height or not kind.opacity:
            continue
        columns, rows = kind.extent(piece.turned)
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


# --- Rays ---

ALL = (1 << 64) - 1
"""A set of rays is a whole number: the bit 16 * i + 4 * j + k is sample point (i, j, k)."""

_CORNERS = tuple((i, j) for i in (0, 3) for j in (0, 3))
_BETWEEN = tuple((i, j) for i in range(4) for j in range(4) if (i, j) not in _CORNERS)
_ALL_CORNERS = sum(0b1111 << (16 * i + 4 * j) for i, j in _CORNERS)

_Cut: TypeAlias = tuple[int, int, int]
"""Two places on a way in parts of it, and how many parts the whole way has."""


def near_wedge(eye: Eye, figure: Figure, bodies: Sequence[Body]) -> list[Body]:
    """The few ``bodies`` that a ray may hit."""
    ex, ey, ez = eye
    xs, ys, zs = figure
    west, east = min(ex, xs[0]), max(ex, xs[3])
    north, south = min(ey, ys[0]), max(ey, ys[3])
    low, high = min(ez, zs[0]), max(ez, zs[3])
    close = [
        body
        for body in bodies
        if (box := body[0])[0] <= east
        and box[1] >= west
        and box[2] <= south
        and box[3] >= north
        and box[4] <= high
        and box[5] >= low
    ]
    edges = _edges(xs[0] - ex, xs[3] - ex, ys[0] - ey, ys[3] - ey)
    if not close or edges is None:
        return close
    (ax, ay), (bx, by) = edges
    # A corner of the box is beyond an edge when a cross product has the wrong sign;
    # the box is, when the corner that lies farthest back is.
    a_south, a_east = (3 if ax > 0 else 2), (0 if ay > 0 else 1)
    b_south, b_east = (2 if bx > 0 else 3), (1 if by > 0 else 0)
    return [
        body
        for body in close
        if ax * ((box := body[0])[a_south] - ey) - ay * (box[a_east] - ex) >= 0
        and bx * (box[b_south] - ey) - by * (box[b_east] - ex) <= 0
    ]


def hit_by(eye: Eye, figure: Figure, box: Box) -> int:
    """The set of rays that have a point in common with the box, its surface included."""
    ex, ey, ez = eye
    west, east, north, south, foot, head = box
    across = [_cut(x - ex, west - ex, east - ex) for x in figure.xs]
    along = [_cut(y - ey, north - ey, south - ey) for y in figure.ys]
    rises = [z - ez for z in figure.zs]
    low, high = foot - ez, head - ez
    found = 0
    for i, j in _CORNERS:
        found |= _column(across[i], along[j], rises, low, high) << (16 * i + 4 * j)
    if found == _ALL_CORNERS:
        return ALL
    for i, j in _BETWEEN:
        found |= _column(across[i], along[j], rises, low, high) << (16 * i + 4 * j)
    return found


def _edges(
    west: int, east: int, north: int, south: int
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """The two corners of a rectangle between which, seen from (0, 0), all others lie.

    The second lies clockwise of the first on the map. ``None`` from inside.
    """
    if west > 0:
        first = (east, north) if north > 0 else (west, north)
        second = (east, south) if south < 0 else (west, south)
    elif east < 0:
        first = (west, south) if south < 0 else (east, south)
        second = (west, north) if north > 0 else (east, north)
    elif north > 0:
        first, second = (east, north), (west, north)
    elif south < 0:
        first, second = (west, south), (east, south)
    else:
        return None
    return first, second


def _cut(to: int, first: int, last: int) -> _Cut | None:
    """Where the way from 0 to ``to`` is between ``first`` and ``last``, as parts of it."""
    if to < 0:
        to, first, last = -to, -last, -first
    if last < 0 or first > to:
        return None
    if to == 0:
        return 0, 1, 1
    return max(first, 0), min(last, to), to


def _column(
    across: _Cut | None, along: _Cut | None, rises: Sequence[int], low: int, high: int
) -> int:
    """Which rays that are one segment seen from above hit a box, as bits in the order of
    ``rises``.

    The segment is cut with the box once, and each ray is then followed between the two cuts
    only, where the box is between ``low`` and ``high``, measured from the eye.
    """
    if across is None or along is None:
        return 0
    (near, far, part), (near_y, far_y, part_y) = across, along
    per_near = per_far = part
    if near_y * part > near * part_y:
        near, per_near = near_y, part_y
    if far_y * part < far * part_y:
        far, per_far = far_y, part_y
    if near * per_far > far * per_near:
        return 0
    # Heights at the cuts, times per_near and per_far: the lower one under the head of
    # the box, the higher one over its foot.
    low_near, high_near, low_far, high_far = (
        low * per_near,
        high * per_near,
        low * per_far,
        high * per_far,
    )
    found = 0
    for bit, rise in enumerate(rises):
        if rise >= 0:
            hit = near * rise <= high_near and far * rise >= low_far
        else:
            hit = far * rise <= high_far and near * rise >= low_near
        if hit:
            found |= 1 << bit
    return found


# --- Sight ---

FULL = 128
"""The score of a target of which nothing is seen."""


class Sight(NamedTuple):
    """What a shooter sees of a target.

    ``score``     0 to 128 (D-39)
    ``blockers``  what hides it: codes of units, then, for pieces, their place in ``table.pieces``
    """

    score: int
    blockers: tuple[str | int, ...] = ()

    @property
    def result(self) -> Literal["clear", "half", "blocked"]:
        return "clear" if self.score < 32 else "half" if self.score <= 96 else "blocked"


def look(table: Table, shooter: Unit, target: Unit, *, at: Base | None = None) -> Sight:
    """What ``shooter`` sees of ``target``, who is imagined at ``at`` if that is given (D-48)."""
    return _lookout(table, shooter).see(target, at)


def look_all(table: Table, shooter: Unit, targets: tuple[Unit, ...]) -> dict[str, Sight]:
    """``look`` for many targets at once, by code; as fast as 60 targets in autocomplete need."""
    lookout = _lookout(table, shooter)
    return {target.code: lookout.see(target) for target in targets}


def _lookout(table: Table, shooter: Unit) -> Lookout:
    return Lookout(table.catalogue.units, shooter, things(table))


class Lookout:
    """A shooter with everything around it sorted: what lies next to it, and the rest (D-40)."""

    def __init__(
        self, kinds: Mapping[str, UnitKind], shooter: Unit, around: Sequence[Thing]
    ) -> None:
        kind = kinds[shooter.kind]
        base = Base(shooter.c, shooter.r, kind.base)
        self._kinds = kinds
        self._eye = eye(base, kind)
        self._near: list[Body] = []
        self._rest: list[Body] = []
        for thing in around:
            if gap(base, thing.whole.box) > 1:
                # Seen from farther away the squares of a piece hide what all of it hides.
                self._rest.append(thing.whole)
                continue
            for body in thing.parts:
                far = gap(base, body.box)
                if far > 1:
                    self._rest.append(body)
                elif far == 1 and body.solid and body.owner != shooter.code:
                    # Soft boxes next to the shooter can never hide a whole target: they do not
                    # count.
                    self._near.append(body)

    def see(self, target: Unit, at: Base | None = None, enough: int = FULL + 1) -> Sight:
        """What the shooter sees of ``target``, who is imagined at ``at`` if that is given.

        ``enough``  a score from which on it does not matter how much more is hidden, and by what
        """
        kind = self._kinds[target.kind]
        base = Base(target.c, target.r, kind.base) if at is None else at
        shape = figure(base, foot(kind), kind.height)
        hidden = _hidden(self._eye, shape, self._near, target.code) if self._near else None
        return hidden or _seen(self._eye, shape, self._rest, target.code, enough)


def _hidden(eye: Eye, shape: Figure, near: Sequence[Body], target: str) -> Sight | None:
    """The sight if what lies next to the shooter hides all of the target, else ``None``."""
    rays = 0
    blockers: list[str | int] = []
    for body in near_wedge(eye, shape, near):
        if body.owner != target and (hit := hit_by(eye, shape, body.box)):
            rays |= hit
            blockers.append(body.owner)
    return Sight(FULL, tuple(dict.fromkeys(blockers))) if rays == ALL else None


def _seen(eye: Eye, shape: Figure, rest: Sequence[Body], target: str, enough: int) -> Sight:
    score = solid = soft = 0
    blockers: list[str | int] = []
    for body in near_wedge(eye, shape, rest):
        if body.owner != target and (hit := hit_by(eye, shape, body.box)):
            blockers.append(body.owner)
            if body.solid:
                solid |= hit
            else:
                soft |= hit
            score = 2 * solid.bit_count() + (soft & ~solid).bit_count()
            if score >= enough:
                break
    return Sight(score, tuple(dict.fromkeys(blockers)))
