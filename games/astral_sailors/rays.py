"""Which of the 64 rays from an eye to a figure hit a box: exact, in whole numbers (D-39).

Two facts save most of the work. Seen from above, a box wholly on one side of the wedge
between the eye and the figure meets no ray. And what lies in the shadow of a box is convex:
if the rays to the eight corners of the figure are hit, all are.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.astral_sailors.boxes import Body, Box, Eye, Figure

ALL = (1 << 64) - 1
"""A set of rays is a whole number: the bit 16 * i + 4 * j + k is sample point (i, j, k)."""


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
    xs, ys, zs = figure
    corners = [_column(eye, xs[i], ys[j], (zs[0], zs[3]), box) for i in (0, 3) for j in (0, 3)]
    if all(column == 0b11 for column in corners):
        return ALL
    found = 0
    for i in range(4):
        for j in range(4):
            found |= _column(eye, xs[i], ys[j], zs, box) << (16 * i + 4 * j)
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


def _column(eye: Eye, x: int, y: int, zs: Sequence[int], box: Box) -> int:
    """Which rays to the points (x, y, z) hit the box, as bits in the order of ``zs``.

    Seen from above they are one segment: it is cut with the box once, and each
    ray is then followed between the two cuts only.
    """
    ex, ey, ez = eye
    west, east, north, south, foot, head = box
    near, per_near, far, per_far = 0, 1, 1, 1  # the cuts, as parts near/per_near, far/per_far
    dx, dy = x - ex, y - ey
    if dx == 0:
        if not west <= ex <= east:
            return 0
    else:
        a, b = (west - ex, east - ex) if dx > 0 else (ex - east, ex - west)
        dx = abs(dx)
        if a > 0:
            near, per_near = a, dx
        if b < dx:
            far, per_far = b, dx
    if dy == 0:
        if not north <= ey <= south:
            return 0
    else:
        a, b = (north - ey, south - ey) if dy > 0 else (ey - south, ey - north)
        dy = abs(dy)
        if a * per_near > near * dy:
            near, per_near = a, dy
        if b * per_far < far * dy:
            far, per_far = b, dy
    if near * per_far > far * per_near:
        return 0
    found = 0
    for bit, z in enumerate(zs):
        rise = z - ez
        # Heights at the cuts, times per_near and per_far: the lower one under the head of
        # the box, the higher one over its foot.
        at_near, at_far = near * rise, far * rise
        if rise >= 0:
            hit = at_near <= (head - ez) * per_near and at_far >= (foot - ez) * per_far
        else:
            hit = at_far <= (head - ez) * per_far and at_near >= (foot - ez) * per_near
        if hit:
            found |= 1 << bit
    return found
