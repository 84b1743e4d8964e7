"""How many sequences of turns there are, on the bit boards alone."""

from __future__ import annotations

from games.astralis.board import Board, board_of
from games.astralis.rules.explore import is_stuck
from games.astralis.rules.turn import Position, play, turns, unexplored
from games.astralis.state import State


def perft(state: State, depth: int) -> int:
    """How many different sequences of ``depth`` turns there are from a state in play.

    A forced pass belongs to the turn before it. Sequences that end the match
    earlier do not count, nor does the swap.
    """
    agreement = state.agreement
    if depth < 1:
        return 1
    if state.phase != "playing":
        return 0
    beneath = agreement.bonus_under_ship == "immediate"
    board = board_of(agreement.size)
    return _count(board, state.position(state.to_move), depth, agreement.strict_supply, beneath)


def _count(board: Board, at: Position, depth: int, strict: bool, beneath: bool) -> int:
    found = turns(board, at, strict)
    if depth == 1:
        return len(found)
    total = 0
    for to, plant in found:
        after = play(board, at, to, plant, strict, beneath).position
        if not unexplored(board, after):
            continue
        if is_stuck(board, after.ship, after.own, after.opposing, after.other):
            after = after.turned()
        total += _count(board, after, depth - 1, strict, beneath)
    return total
