"""Which of the 64 rays from an eye to a figure hit a box: exact, in whole numbers (D-39).

Two facts save most of the work. Seen from above, a box wholly on one side of the wedge
between the eye and the figure meets no ray. And what lies in the shadow of a box is convex:
if the rays to the eight corners of the figure are hit, all are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from games.astral_sailors.board.boxes import Body, Box, Eye, Figure

ALL = (1 << 64) - 1
"""A set of rays is a whole number: the bit 16 * i + 4 * j + k is sample point (i, j, k)."""

_CORNERS = tuple((i, j) for i in (0, 3) for j in (0, 3))
_BETWEEN = tuple((i, j) for i in range(4) for j in range(4) if (i, j) not in _CORNERS)
_ALL_CORNERS = sum(0b1111 << (16 * i + 4 * j) for i, j in _CORNERS)

_Cut: TypeAlias = tuple[int, int, int]
"""Two places on a way in parts of it, and how many parts the whole way has."""


def near_wedge(eye: Eye, figure: Figure, bodies: Sequence[Body]) -> list[Body]:
    """Those of ``bodies`` that a ray may hit, and few others."""
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
