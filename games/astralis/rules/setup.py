"""Set-up: home edges and the placing of ships (AST-13 to AST-16)."""

from __future__ import annotations

from games.astralis.board import Bits, Board, names
from games.astralis.sides import Side


def home_edge(board: Board, side: Side) -> Bits:
    """Row A for Yellow, the top row for Cyan (AST-14)."""
    return board.row(0 if side is Side.YELLOW else board.rows - 1)


def starts(board: Board, side: Side) -> Bits:
    """Where ``side`` may place its ship: its home edge without the corners (AST-15)."""
    return home_edge(board, side) & ~board.corners


def ready_at(board: Board, side: Side) -> int:
    """Where a ship stands that is not placed by its player: across the board from the other."""
    edge = names(starts(board, side))
    middle = (len(edge) - 1) // 2
    return board.hex_of[edge[middle if side is Side.YELLOW else -1 - middle]]
