"""Claims of the simplified turns (AST-V1-03 to AST-V1-06)."""

from __future__ import annotations

from games.astralis.board import Bits, Board
from games.astralis.rules.terms import surrounded
from games.astralis.rules.turn import Outcome, Position, play, unexplored


def open_claims(board: Board, at: Position, claims: Bits) -> Bits:
    """The claims that a planting in this position could make right.

    A hex that the mover has already surrounded was not claimed in time
    (AST-V1-05). Planets lie in no such ring: their rings must be completed by
    the planting anyway (AST-35).
    """
    control = at.own | at.near_own & ~at.near_opposing
    return claims & ~surrounded(board, unexplored(board, at), control)


def play_claims(
    board: Board,
    at: Position,
    to: int,
    plant: int | None,
    claims: Bits,
    due: Bits,
    strict: bool = False,
    beneath: bool = False,
) -> tuple[Outcome, Bits]:
    """Play a legal turn with claims: what came of it, and which of them were wrong.

    Awards come to claimed hexes only, those of an extraction and of the rings
    that it closes included (AST-V1-03). ``due`` is where the other side has
    claimed a planet that waits for this ship to leave (AST-V1-06).
    """
    outcome = play(board, at, to, plant, strict, beneath, open_claims(board, at, claims), due)
    won = outcome.bonuses | outcome.extracted | outcome.further | outcome.pending
    return outcome, claims & ~won
