"""The perimeter, its segments and the deployment zones (ASCW-33, 34, D-51).

The perimeter of a board of N by N squares has 4N edge units, counted clockwise
from the north-western corner: N of them on each side.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.astral_sailors.board.terrain import inside
from games.astral_sailors.table import Table
from games.core.geometry.squares import Base, Facing, Square

DEPTH = 6
SIDES = (Facing.N, Facing.E, Facing.S, Facing.W)

RECTANGLES = (2, 3, 4, 8)
"""Numbers of players for whom rectangles are possible."""


class Zone(NamedTuple):
    """``edge`` is the side of the board that is the seat's own, ``first`` and ``last`` are the
    columns (or rows) of the zone's part of it (D-70)."""

    squares: frozenset[Square]
    edge: Facing
    first: int
    last: int


def zone(table: Table, seat: int) -> frozenset[Square]:
    """The squares of the seat's deployment zone. Cached."""
    return _of(table)[seat].squares


def anchors(table: Table, seat: int, side: int) -> int:
    """The anchors, a set as in ``Land``, from which a base of ``side`` lies in the zone. Cached."""
    return _anchors(table.size, zone(table, seat), side)


def own_edge(table: Table, seat: int) -> Facing:
    """The side of the board that is the seat's own (D-70)."""
    return _of(table)[seat].edge


def inward(table: Table, seat: int) -> Facing:
    """The direction from there across the board."""
    return Facing((own_edge(table, seat) + 4) % 8)


def on_border(table: Table, base: Base) -> bool:
    """Whether the base covers a border square of the board."""
    last = table.size - base.side
    return base.c <= 0 or base.r <= 0 or base.c >= last or base.r >= last


def from_edge(size: int, edge: Facing, base: Base) -> int:
    """Squares between the base and that side of the board, 0 when it lies on the border."""
    match edge:
        case Facing.N:
            return base.r
        case Facing.E:
            return size - base.c - base.side
        case Facing.S:
            return size - base.r - base.side
        case _:
            return base.c


def off_middle(table: Table, seat: int, base: Base) -> int:
    """How far the centre of ``base`` is from the middle of the zone's long side, in half squares,
    measured along that side."""
    found = _of(table)[seat]
    middle = found.first + found.last + 1
    return abs(2 * _along(found.edge, base.anchor) + base.side - middle)


def _along(edge: Facing, square: Square) -> int:
    return square.c if edge in (Facing.N, Facing.S) else square.r


def _of(table: Table) -> tuple[Zone, ...]:
    players = len(table.players)
    rectangles = players in RECTANGLES and table.agreement.zones != "strips"
    return _zones(table.size, players, rectangles)


@lru_cache(maxsize=256)
def _anchors(size: int, squares: frozenset[Square], side: int) -> int:
    return inside(size, squares, side)


@lru_cache(maxsize=64)
def _zones(size: int, players: int, rectangles: bool) -> tuple[Zone, ...]:
    parts = tuple(_by_side(size, units) for units in _segments(size, players, rectangles))
    edges = tuple(_longest(part) for part in parts)
    squares = _rectangles(size, parts, edges) if rectangles else _strips(size, parts)
    return tuple(_zone(size, *each) for each in zip(squares, edges, strict=True))


def _zone(size: int, squares: frozenset[Square], edge: Facing) -> Zone:
    along = [_along(edge, at) for at in squares if from_edge(size, edge, Base(*at)) == 0]
    return Zone(squares, edge, min(along), max(along))


def _segments(size: int, players: int, rectangles: bool) -> list[range]:
    """The edge units of each seat; numbers below 0 and from 4N on go round the corner."""
    if players == 8 and rectangles:
        half = size // 2
        return [range(half * seat, half * (seat + 1)) for seat in range(players)]
    starts = [
        (size * players + (2 * seat - 1) * 4 * size) // (2 * players) for seat in range(players + 1)
    ]
    return [range(starts[seat], starts[seat + 1]) for seat in range(players)]


def _by_side(size: int, units: range) -> dict[Facing, list[int]]:
    """A segment as columns (of the north and south) and rows (of the east and west)."""
    found: dict[Facing, list[int]] = {side: [] for side in SIDES}
    for unit in units:
        side, place = divmod(unit % (4 * size), size)
        found[SIDES[side]].append(place if side < 2 else size - 1 - place)
    return found


def _longest(part: dict[Facing, list[int]]) -> Facing:
    """The side that holds most of a segment; the first of them in the order N, E, S, W."""
    return max(SIDES, key=lambda side: len(part[side]))


def _rectangles(
    size: int, parts: tuple[dict[Facing, list[int]], ...], edges: tuple[Facing, ...]
) -> list[frozenset[Square]]:
    """Each square to the seat to whose side it is nearer, of those whose rectangle it lies in."""
    found: list[set[Square]] = [set() for _ in parts]
    for at in _squares(size):
        depths = [
            (from_edge(size, edge, Base(*at)), seat)
            for seat, (part, edge) in enumerate(zip(parts, edges, strict=True))
            if _along(edge, at) in part[edge]
        ]
        near = min((each for each in depths if each[0] < DEPTH), default=None)
        if near is not None:
            found[near[1]].add(at)
    return [frozenset(each) for each in found]


def _strips(size: int, parts: tuple[dict[Facing, list[int]], ...]) -> list[frozenset[Square]]:
    """Each square to the seat that holds the edge unit it projects to on its nearest side."""
    found: list[set[Square]] = [set() for _ in parts]
    for at in _squares(size):
        depth = {side: from_edge(size, side, Base(*at)) for side in SIDES}
        nearest = min(depth.values())
        if nearest < DEPTH:
            side = _first_clockwise([side for side in SIDES if depth[side] == nearest])
            seat = next(seat for seat, part in enumerate(parts) if _along(side, at) in part[side])
            found[seat].add(at)
    return [frozenset(each) for each in found]


def _first_clockwise(sides: list[Facing]) -> Facing:
    """The side of a corner that comes first: west before north."""
    return Facing.W if sides == [Facing.N, Facing.W] else sides[0]


def _squares(size: int) -> list[Square]:
    return [Square(c, r) for r in range(size) for c in range(size)]
