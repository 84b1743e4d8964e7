"""The board, distances, headings and fire arcs (canon 3.2, 3.3; D-001 to D-007).

Lengths are whole hundredths of a du (cu). x grows to the east and y to the north; headings are
whole degrees, clockwise from north. Units neither collide nor block anything (D-012).
"""

from __future__ import annotations

from itertools import compress
from math import isqrt
from typing import Final

from games.core.geometry import plane
from games.core.geometry.plane import Board, Point, Scale

SCALE: Final = Scale(2)
DU: Final = SCALE.unit
BOARD: Final = Board(54 * DU, 30 * DU, 1)
"""The default board (CC-008, D-003); directions are the same on every board."""
SHORTEST, LONGEST = 20 * DU, 72 * DU
"""The sizes that a board may have each way (D-003)."""
SIDES: Final = range(1, 5)
"""The sides that a match may have, at least the first two (D-087)."""
FEWEST_SIDES: Final = 2
MOST_PLAYERS: Final = 3
"""Of a side (D-087)."""
LETTERS: Final = "abcd"
"""By side, with which the IDs of its units begin."""
EDGES: Final = {1: 0, 2: 180, 3: 90, 4: 270}
"""By side, the heading that leads away from its starting edge: south, north, west, east (D-003)."""
SQUARE: Final = 54 * DU
"""The default board of three and four sides, each way (D-003)."""
ARCS: Final = "FPSA"
"""Fore, port, starboard and aft, in the order of the canon (D-007)."""
MISSILE_REACH: Final = 10 * DU
"""How far a Missile flies at once, and at most to its token (CC-098, CC-099)."""


def shown(units: int) -> str:
    """A length with exactly two decimals (D-001)."""
    whole, rest = divmod(abs(units), DU)
    return f"{'-' if units < 0 else ''}{whole}.{rest:02}"


def shown_point(point: Point) -> str:
    return f"({shown(point.x)}, {shown(point.y)})"


def rounded(units: int) -> str:
    """A length to a tenth, as players read it: ``3``, ``13.3``."""
    tenths = (10 * abs(units) + DU // 2) // DU
    whole, rest = divmod(tenths, 10)
    return f"{'−' if units < 0 < tenths else ''}{whole}{f'.{rest}' if rest else ''}"


def rounded_point(point: Point) -> str:
    """``13.3 16.5``"""
    return f"{rounded(point.x)} {rounded(point.y)}"


def distance(a: Point, b: Point) -> int:
    """D of the canon: rounded up (D-002), so that at most a whole limit means within it."""
    square = plane.squared(a, b)
    return isqrt(square - 1) + 1 if square else 0


# --- Movement ---


def ahead(at: Point, heading: int, length: int) -> Point:
    """The end of a straight move, rounded away from zero (CC-024, D-004)."""
    return BOARD.ahead(at, heading, length)


def shifted(at: Point, bearing: int, length: int) -> Point:
    """The end of a shift by bearing and distance, never longer than that (CC-025, D-005)."""
    return BOARD.short_of(at, bearing, length)


def turned(before: int, after: int) -> int:
    """The degrees from one heading to another, clockwise positive: -179 to 180 (D-006)."""
    return 180 - (before - after + 180) % 360


def clamped(board: Board, point: Point) -> Point:
    """The point of the board that is nearest (D-085, D-086)."""
    return Point(min(max(point.x, 0), board.width), min(max(point.y, 0), board.height))


# --- Sides ---


def upright(side: int) -> bool:
    """Whether the starting edge of a side runs from south to north."""
    return EDGES[side] % 180 == 90


def edge_length(board: Board, side: int) -> int:
    return board.height if upright(side) else board.width


def span(board: Board, side: int) -> int:
    """How far the edge is that is opposite to the starting edge of a side."""
    return board.width if upright(side) else board.height


def from_edge(board: Board, side: int, along: int, deep: int) -> Point:
    """The point so far along the starting edge of a side, from the west or the south, and so far
    from it."""
    across = span(board, side) - deep if EDGES[side] >= 180 else deep
    return Point(across, along) if upright(side) else Point(along, across)


def along(side: int, at: Point) -> int:
    """How far along the starting edge of a side a point is."""
    return at.y if upright(side) else at.x


def depth(board: Board, side: int, at: Point) -> int:
    """How far a point is from the starting edge of a side (D-003, CC-211)."""
    across = at.x if upright(side) else at.y
    return span(board, side) - across if EDGES[side] >= 180 else across


def is_in_far_half(board: Board, side: int, at: Point) -> bool:
    """Whether a point is strictly beyond the middle, as a side sees it (CC-221, D-003, D-096)."""
    return 2 * depth(board, side, at) > span(board, side)


# --- Attacks ---


def arcs(at: Point, heading: int, target: Point) -> str:
    """The arcs that a target is in; a border belongs to both (CC-014, CC-031, D-007)."""
    f, r = BOARD.relative(at, heading, target)
    holds = f >= abs(r), -r >= abs(f), r >= abs(f), -f >= abs(r)
    return "".join(compress(ARCS, holds))


def token_point(launcher: Point, target: Point) -> Point:
    """Where the token of a Missile goes by default (D-049)."""
    found = plane.toward(launcher, target, MISSILE_REACH)
    if plane.within(launcher, found, MISSILE_REACH):
        return found
    return plane.toward(launcher, target, MISSILE_REACH - 1)
