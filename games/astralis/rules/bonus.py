"""Bonus planets (AST-29 to AST-34)."""

from __future__ import annotations

from games.astralis.board import Bits, Board
from games.astralis.rules.terms import surrounded


def bonuses(board: Board, unexplored: Bits, control: Bits) -> Bits:
    """Unexplored hexes whose neighbours are all controlled by one side (AST-29).

    They cannot be adjacent to each other, and a planet on one changes no other
    hex, so they arise all at once and in no order (D-01 to D-03).
    """
    return surrounded(board, unexplored, control)


def departure_award(board: Board, left: int, unexplored: Bits, control: Bits) -> Bits:
    """The hex that a ship has just left, if its opponent earns a planet there (AST-33).

    ``control`` is that of the side which is not moving. The condition is read
    from the position, so nothing has to be remembered from the turn in which
    the ring was closed (D-09).
    """
    bit = 1 << left
    return bit if bit & unexplored and not board.around[left] & ~control else 0


def within_supply(awards: Bits, stones: int) -> Bits:
    """The first ``stones`` hexes of ``awards`` in canonical order (D-18)."""
    granted = 0
    while awards and stones > 0:
        lowest = awards & -awards
        granted |= lowest
        awards ^= lowest
        stones -= 1
    return granted
