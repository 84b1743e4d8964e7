"""Expand: planting a planet (AST-17, AST-25 to AST-28)."""

from __future__ import annotations

from games.astralis.board import Bits, Board

STONES = 30
"""Planets of each side when the supply is strict (AST-17)."""


def stones_left(planets: Bits) -> int:
    """What a side with these planets still has in a strict supply (AST-17)."""
    return max(STONES - planets.bit_count(), 0)


def plantable(board: Board, ship: int, unexplored: Bits, other: int) -> Bits:
    """Where a side whose ship stands on ``ship`` may plant (AST-26).

    ``unexplored`` is that of the moment after a deferred award, ``other`` the
    hex of the opposing ship.
    """
    return board.around[ship] & unexplored & ~(1 << other)
