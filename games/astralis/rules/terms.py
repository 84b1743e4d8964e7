"""Explored, controlled, contested: what every hex is (AST-05 to AST-12).

All of it follows from the two sets of planets alone (AST-11), and no ship
changes it (AST-07).
"""

from __future__ import annotations

from typing import NamedTuple

from games.astralis.board import Bits, Board
from games.astralis.sides import Side


class Tiles(NamedTuple):
    """The four statuses; every hex of the board is in exactly one set (AST-10)."""

    yellow: Bits
    cyan: Bits
    contested: Bits
    unexplored: Bits

    def of(self, side: Side) -> Bits:
        """The hexes that ``side`` controls."""
        return self[side]


def tiles(board: Board, yellow: Bits, cyan: Bits) -> Tiles:
    """The status of every hex for these planets."""
    near_yellow = board.near(yellow)
    near_cyan = board.near(cyan)
    return Tiles(
        yellow | near_yellow & ~near_cyan,  # AST-08
        cyan | near_cyan & ~near_yellow,
        near_yellow & near_cyan,  # AST-09
        board.mask & ~(yellow | cyan | near_yellow | near_cyan),  # AST-06, AST-07
    )


def surrounded(board: Board, hexes: Bits, ring: Bits) -> Bits:
    """Those of ``hexes`` all of whose neighbours are in ``ring`` (AST-12).

    A place off the board is nobody's neighbour (AST-02), so a hex on the edge
    needs four and a corner three (D-15).
    """
    return hexes & ~board.near(board.mask & ~ring)
