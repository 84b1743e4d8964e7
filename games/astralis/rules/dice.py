"""Dice planets: the value of each planet, and the scores (AST-V2-02 to AST-V2-05)."""

from __future__ import annotations

from games.astralis.board import Bits, Board, members


def value(board: Board, hex: int, contested: Bits) -> int:
    """The neighbours of a planet that are not contested (AST-V2-02, AST-V2-03)."""
    return (board.around[hex] & ~contested).bit_count()


def values(board: Board, planets: Bits, contested: Bits) -> dict[int, int]:
    """The values of these planets, by hex in canonical order."""
    return {hex: value(board, hex, contested) for hex in members(planets)}


def total(board: Board, planets: Bits, contested: Bits) -> int:
    """The sum of the dice of a side: a hex next to two of them counts twice (AST-V2-05)."""
    return sum(values(board, planets, contested).values())
