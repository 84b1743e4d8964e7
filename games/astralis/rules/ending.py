"""The end and the result (AST-40 to AST-43, AST-45)."""

from __future__ import annotations

from games.astralis.board import Bits
from games.astralis.rules.terms import Tiles
from games.astralis.sides import Side

STALL_NOTICE = 40
"""Turns in a row without a new planet after which both players are told (AST-45)."""

STALL_CLAIM = 60
"""Turns in a row without a new planet after which either may ask to settle (AST-45)."""


def is_over(unexplored: Bits) -> bool:
    """Whether every hex is explored (AST-40). A pending award leaves its hex unexplored."""
    return not unexplored


def score(tiles: Tiles) -> tuple[int, int]:
    """The hexes that Yellow and Cyan control, without komi (AST-41)."""
    return tiles.yellow.bit_count(), tiles.cyan.bit_count()


def totals(scores: tuple[int, int], komi: float) -> tuple[float, float]:
    """The scores with Cyan's komi (AST-42)."""
    yellow, cyan = scores
    return float(yellow), cyan + komi


def winner(totals: tuple[float, float]) -> Side | None:
    """The side with the higher total, or ``None`` for a draw (AST-43)."""
    yellow, cyan = totals
    if yellow == cyan:
        return None
    return Side.YELLOW if yellow > cyan else Side.CYAN


def may_ask(quiet: int, turn: int, asked_in: int, asked: bool) -> bool:
    """Whether a request to settle is possible: once in a turn, and one at a time (AST-45)."""
    return quiet >= STALL_CLAIM and not asked and asked_in != turn
