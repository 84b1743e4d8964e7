"""Extraction: surrounded planets change their owner (AST-35 to AST-38)."""

from __future__ import annotations

from games.astralis.board import Bits, Board


def extractions(
    board: Board, planted: int, opposing: Bits, contested_before: Bits, contested: Bits
) -> Bits:
    """The opposing planets whose ring of contested hexes the planting completed (AST-35).

    A ring that was complete before does not count (D-13). The planting touches
    only its own neighbours, and no planet is adjacent to it, so only planets at
    distance two can be meant. Several are independent of each other (D-04).
    """
    found = 0
    candidates = opposing & board.beyond[planted]
    while candidates:
        lowest = candidates & -candidates
        ring = board.around[lowest.bit_length() - 1]
        if not ring & ~contested and ring & ~contested_before:
            found |= lowest
        candidates ^= lowest
    return found
