"""Awards due in a position reached by adjustment (AST-29, AST-35)."""

from __future__ import annotations

from games.astralis.board import Bits, board_of
from games.astralis.rules.bonus import bonuses
from games.astralis.rules.terms import surrounded, tiles
from games.astralis.sides import Side
from games.astralis.state import State


def due(state: State, side: Side) -> Bits:
    """Unexplored hexes surrounded by ``side``, and opposing planets in a ring of contested hexes.

    Without the hexes beneath ships where a bonus waits until they leave (AST-32).
    """
    board = board_of(state.agreement.size)
    now = tiles(board, *state.planets)
    waiting = 0
    if state.agreement.bonus_under_ship == "deferred":
        waiting = sum(1 << ship for ship in state.ships if ship is not None)
    bonus = bonuses(board, now.unexplored & ~waiting, now.of(side))
    return bonus | surrounded(board, state.planets[side.other], now.contested)
