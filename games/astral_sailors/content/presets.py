"""Ready-made scenery: the pieces of a preset in the order in which they are laid."""

from __future__ import annotations

from collections.abc import Sequence

from games.astral_sailors.content.catalogue import Preset, Spot
from games.core.geometry.squares import Square

QUADRANT = 8
PER_PLAYER = 5
PLAYERS = {16: range(2, 3), 24: range(3, 7), 32: range(7, 9)}
"""Board → numbers of players who play on it (ASCW-17 to 19)."""


def spots_of(preset: Preset, size: int) -> tuple[Spot, ...]:
    """All pieces of ``preset`` for a board of ``size``; a match lays the first 5 per player (5.5).

    Of a pattern: the first slot in all quadrants in reading order, then the second in all, ...
    """
    if preset.spots:
        return preset.spots
    across = range(size // QUADRANT)
    found = []
    for number in range(len(preset.even)):
        for j in across:
            for i in across:
                slot = (preset.odd if (i + j) % 2 else preset.even)[number]
                where = Square(QUADRANT * i + slot.x, QUADRANT * j + slot.y)
                found.append(Spot(slot.piece, str(where)))
    return tuple(found)


def fewest(size: int, players: int) -> int:
    """Pieces that every quadrant must have in the end (ASCW-22, D-50)."""
    return min(2, PER_PLAYER * players // (size // QUADRANT) ** 2)


def quadrants(anchors: Sequence[Square], size: int) -> dict[tuple[int, int], int]:
    """How many of these pieces each quadrant has, column band and row band from 0 (D-49)."""
    across = range(size // QUADRANT)
    count = {(i, j): 0 for j in across for i in across}
    for anchor in anchors:
        count[anchor.c // QUADRANT, anchor.r // QUADRANT] += 1
    return count
