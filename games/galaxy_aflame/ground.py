"""The table top with its terrain, and what is measured on it (2.2, 2.7 to 2.9).

Lengths are whole tenths of an inch.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from games.core.geometry import plane
from games.core.geometry.plane import Disc, Point, Rectangle, Scale

INCHES = Scale(1)
INCH = INCHES.unit


def inches(length: int) -> str:
    """``5.4 in``"""
    return f"{INCHES.write(length)} in"


NEAR_BARRIER = 2 * INCH
"""How close to a barrier a unit is behind it (GA-67)."""
Barrier: TypeAlias = tuple[Point, Point]
Cover: TypeAlias = Disc | Rectangle


@dataclass(frozen=True, slots=True)
class Ground:
    """A table of ``width`` times ``height`` from (0, 0) in the north-west (GA-09)."""

    width: int = 48 * INCH
    height: int = 36 * INCH
    solid: tuple[Rectangle, ...] = ()
    cover: tuple[Cover, ...] = ()
    barriers: tuple[Barrier, ...] = ()

    @property
    def size(self) -> str:
        """``48 x 36 in``"""
        return f"{INCHES.write(self.width)} x {inches(self.height)}"

    @property
    def border(self) -> Rectangle:
        return Rectangle(0, 0, self.width, self.height)

    @property
    def table(self) -> plane.Board:
        return plane.Board(self.width, self.height, -1)

    def is_open(self, at: Point) -> bool:
        """Whether a marker's centre may stand here: on the table, not inside a solid piece."""
        return at in self.table and not any(piece.inside(at) for piece in self.solid)

    def sees(self, a: Point, b: Point) -> bool:
        """Whether there is a line of sight (GA-51), or a free way (GA-41)."""
        return _sees(self.solid, a, b)

    def in_cover(self, at: Point) -> bool:
        """Whether a unit here is in a cover area (GA-66)."""
        return any(area.covers(at) for area in self.cover)

    def behind_barrier(self, attacker: Point, at: Point) -> bool:
        """Whether a barrier gives cover against an attacker (GA-67)."""
        return any(
            plane.near_segment(at, *barrier, NEAR_BARRIER) and plane.meet(attacker, at, *barrier)
            for barrier in self.barriers
        )

    def covered(self, attacker: Point, at: Point) -> bool:
        """Whether a unit at ``at`` is in cover against an attacker (GA-66, GA-67)."""
        return self.in_cover(at) or self.behind_barrier(attacker, at)


@lru_cache(maxsize=100_000)
def _sees(solid: tuple[Rectangle, ...], a: Point, b: Point) -> bool:
    return not any(piece.blocks(a, b) for piece in solid)
