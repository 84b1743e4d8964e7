"""Explore: the movement of ships (AST-18 to AST-24)."""

from __future__ import annotations

from games.astralis.board import Bits, Board


def destinations(board: Board, ship: int, own: Bits, opposing: Bits, other: int) -> list[int]:
    """Where the ship may move, in no particular order (AST-21 to AST-24).

    ``own`` and ``opposing`` are the planets, ``other`` the hex of the opposing
    ship. Own planets are flown over, but nobody lands on a planet. Empty when
    the side must pass (AST-20).
    """
    stops = opposing | 1 << other
    found = []
    for ray in board.rays[ship]:
        for bit, hex in ray:
            if bit & stops:
                break  # AST-23
            if not bit & own:  # AST-22
                found.append(hex)
    return found


def may_move(board: Board, ship: int, to: int, own: Bits, opposing: Bits, other: int) -> bool:
    """Whether ``to`` is one of the ``destinations``, without listing them."""
    stops = opposing | 1 << other
    path = board.between[ship].get(to)  # AST-21; a ship's own hex has no entry
    return path is not None and not path & stops and not (stops | own) & 1 << to


def is_stuck(board: Board, ship: int, own: Bits, opposing: Bits, other: int) -> bool:
    """Whether the ship has no legal move (AST-20). Only possible in a corner (D-12)."""
    return bool(1 << ship & board.corners) and not destinations(board, ship, own, opposing, other)
