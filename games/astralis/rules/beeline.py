"""Variant 3, Beeline: how bees fly, and where flowers grow (AST-V3-02 to AST-V3-05).

Positions are those of the base game, with flowers for planets and bees for ships.
"""

from __future__ import annotations

from games.astralis.board import Bits, Board
from games.astralis.rules import explore
from games.astralis.rules.turn import Outcome, Position

PASSED: Bits = 0
"""The flowers over which a bee flies: none."""


def turns(board: Board, at: Position) -> list[tuple[int, int | None]]:
    """All legal turns as (landing, planting), landings in no particular order.

    A bee stops before every flower and the other bee (AST-V3-02), and can plant only on the next
    hex of its line (AST-V3-03).
    """
    own, opposing, near_own, near_opposing, bee, other = at
    stops = own | opposing | 1 << other
    closed = stops | near_own | near_opposing
    found: list[tuple[int, int | None]] = []
    for ray in board.rays[bee]:
        landing = None
        for bit, hex in ray:
            if landing is not None and not bit & closed:
                found.append((landing, hex))
            if bit & stops:
                break
            found.append((hex, None))
            landing = hex
    return found


def may_move(board: Board, at: Position, to: int) -> bool:
    """Whether the bee may fly to ``to`` (AST-V3-02)."""
    return explore.may_move(board, at.ship, to, PASSED, at.own | at.opposing, at.other)


def ahead(board: Board, bee: int, to: int) -> int | None:
    """The next hex of the line from ``bee`` to ``to``, if it is on the board (AST-V3-03)."""
    steps = board.between[bee][to].bit_count() + 1
    hex = to + (to - bee) // steps
    return hex if hex >= 0 and board.mask >> hex & 1 else None


def may_plant(board: Board, at: Position, hex: int) -> bool:
    """Whether a flower may grow on ``hex`` now (AST-V3-03)."""
    own, opposing, near_own, near_opposing, _, other = at
    return not (own | opposing | near_own | near_opposing | 1 << other) >> hex & 1


def play(board: Board, at: Position, to: int, plant: int | None) -> Outcome:
    """Play a legal turn, which brings nothing but the flower (AST-V3-04)."""
    own, opposing, near_own, near_opposing, _, other = at
    if plant is not None:
        own |= 1 << plant
        near_own |= board.around[plant]
    return Outcome(Position(opposing, own, near_opposing, near_own, other, to), 0, 0, 0, 0, 0)


def is_stuck(board: Board, at: Position) -> bool:
    """Whether the bee cannot fly (AST-20), which flowers of both sides can cause (D-V3-c)."""
    return explore.is_stuck(board, at.ship, PASSED, at.own | at.opposing, at.other)


def plantable(board: Board, flowers: Bits, near: Bits) -> Bits:
    """Where flowers can still be planted some day, wherever the bees are (AST-V3-05).

    Not on flowers or ``near`` to them; elsewhere if a line leads there over two hexes without
    flowers. The match is over when no such hex is left.
    """
    free = board.mask & ~flowers
    found = 0
    for step in (1, 16, 17):
        found |= (free << step & free) << step | (free >> step & free) >> step
    return found & free & ~near
