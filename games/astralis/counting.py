"""How many sequences of turns there are, on the bit boards alone."""

from __future__ import annotations

from dataclasses import dataclass

from games.astralis.board import ALL, Bits, Board, board_of, members
from games.astralis.rules import beeline
from games.astralis.rules import dispersed_go as go
from games.astralis.rules.explore import is_stuck
from games.astralis.rules.turn import Position, play, turns, unexplored
from games.astralis.state import State


def perft(state: State, depth: int, taken: Bits = ALL, later: Bits = ALL) -> int:
    """How many different sequences of ``depth`` turns there are from a state in play.

    A forced pass belongs to the turn before it. Sequences that end the match
    earlier do not count, nor does the swap.

    Args:
        taken: hexes on which the movers can win awards.
        later: hexes on which the departure of the other ship can bring a planet.
    """
    agreement = state.agreement
    if depth < 1:
        return 1
    if state.phase != "playing":
        return 0
    strict, beneath = agreement.strict_supply, agreement.bonus_under_ship == "immediate"
    at, due = state.position(state.to_move), (state.due, later)
    return _Counter(board_of(agreement.size), strict, beneath, taken).count(at, due, depth)


@dataclass(frozen=True, slots=True)
class _Counter:
    board: Board
    strict: bool
    beneath: bool
    taken: Bits

    def count(self, at: Position, due: tuple[Bits, Bits], depth: int) -> int:
        """Sequences from a position; ``due`` on the departure of the mover and the other side."""
        board, strict, beneath, taken = self.board, self.strict, self.beneath, self.taken
        mine, others = due
        found = turns(board, at, strict, mine)
        if depth == 1:
            return len(found)
        total = 0
        for to, plant in found:
            after, due = (
                play(board, at, to, plant, strict, beneath, taken, mine).position,
                (others, taken),
            )
            if not unexplored(board, after):
                continue
            if is_stuck(board, after.ship, after.own, after.opposing, after.other):
                after, due = after.turned(), (taken, others)
            total += self.count(after, due, depth - 1)
        return total


def count_flights(board: Board, at: Position, depth: int) -> int:
    """Sequences of turns of Beeline."""
    found = beeline.turns(board, at)
    if depth == 1:
        return len(found)
    total = 0
    for to, plant in found:
        after = beeline.play(board, at, to, plant).position
        own, opposing, near_own, near_opposing, _, _ = after
        if not beeline.plantable(board, own | opposing, near_own | near_opposing):
            continue
        if beeline.is_stuck(board, after):
            after = after.turned()
        total += count_flights(board, after, depth - 1)
    return total


def count_placements(board: Board, at: go.Position, passes: int, depth: int) -> int:
    """Sequences of turns of Dispersed Go, passes among them."""
    while not (found := go.placements(board, at)):
        at, passes = at.turned(), passes + 1
        if passes >= go.PASSES:
            return 0
    if depth == 1:
        return found.bit_count() + 1
    outcomes = (go.place(board, at, hex) for hex in members(found))
    total = sum(count_placements(board, each.position, 0, depth - 1) for each in outcomes if each)
    return total + (0 if passes else count_placements(board, at.turned(), 1, depth - 1))
