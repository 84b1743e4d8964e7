"""Velocity, movement, charts and tracks by Size (canon 3.5, 3.6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Band: TypeAlias = Literal["miss", "glance", "hit"]

SIZES: Final = range(1, 7)
FIGHTER: Final = 0
"""The Size of Fighters (CC-126)."""
ROW, FIGHTER_ROW = 10, 6
"""Boxes of a row (D-018); a Fighter has one row only (CC-138)."""

_VMAX = {1: 6, 2: 6, 3: 5, 4: 5, 5: 4, 6: 3}
_MOVEMENT = (
    ((2, 6), (3, 5), (3, 4), (3, 4), (3, 3), (2, 3), (2, 2)),
    ((1, 5), (2, 4), (2, 4), (2, 3), (2, 3), (2, 2), (1, 2)),
    ((1, 4), (1, 4), (2, 3), (2, 3), (2, 2), (1, 2), (1, 1)),
    ((0, 3), (1, 3), (1, 3), (2, 2), (1, 2), (1, 1)),
    ((0, 3), (1, 3), (1, 2), (1, 2), (1, 1), (0, 1)),
    ((0, 2), (0, 2), (1, 2), (1, 1), (0, 1)),
    ((0, 2), (0, 2), (1, 1), (0, 1)),
)
"""Maneuver and Heading by row and Velocity; only Enhance components lead to row 0."""


def vmax(size: int) -> int:
    """The highest Velocity of a ship (D-014)."""
    return _VMAX[size]


def maneuver(size: int, velocity: int, enhanced: int = 0) -> int:
    """How far a ship may shift, in du, with so many Maneuver Enhances (CC-112, D-016)."""
    return _MOVEMENT[max(size - enhanced, 0)][velocity][0]


def heading_value(size: int, velocity: int, enhanced: int = 0) -> int:
    """How often it may turn by 30°, with so many Heading Enhances (CC-113, D-016)."""
    return _MOVEMENT[max(size - enhanced, 0)][velocity][1]


@dataclass(frozen=True, slots=True)
class Chart:
    """What an Accuracy total does to a target (CC-018).

    ``miss``    the highest total that misses
    ``glance``  the highest total that glances
    """

    miss: int
    glance: int

    def band(self, accuracy: int) -> Band:
        if accuracy <= self.miss:
            return "miss"
        return "glance" if accuracy <= self.glance else "hit"


_CHARTS = ((1, 3), (1, 3), (1, 2), (0, 2), (0, 1), (0, 1), (-1, 0))


def chart(size: int, ecm: int = 0) -> Chart:
    """The chart of a target with so many Secondary ECM (D-017, CC-110)."""
    miss, glance = _CHARTS[size]
    return Chart(miss, glance + ecm)


def absorber_boxes(row: int, primary: bool) -> int:
    """The track of Armor or Shields: a row, or half of one (CC-104 to 107, D-019)."""
    return row if primary else (row + 1) // 2
