"""Positions that cannot be, and why."""

from __future__ import annotations

from games.astralis.board import board_of, members, name, names
from games.astralis.rules.explore import is_stuck
from games.astralis.state import State
from games.core.refusals import Forbidden


def impossible(state: State) -> Forbidden | None:
    """Why no match can stand like this, or ``None``: the rule, with the hexes."""
    return _crowded(state) or _grounded(state)


def _crowded(state: State) -> Forbidden | None:
    """Planets on or next to each other, ships on each other or on planets (AST-05, AST-22)."""
    board = board_of(state.agreement.size)
    yellow, cyan = state.planets
    planets = yellow | cyan
    for hex in members(planets):
        if beside := names(board.around[hex] & planets):
            why = f"The planets {name(hex)} and {beside[0]} would be next to each other."
            return Forbidden("AST-05", why)
    ships = [ship for ship in state.ships if ship is not None]
    if len(ships) == 2 and ships[0] == ships[1]:
        return Forbidden("AST-22", f"Both ships would stand on {name(ships[0])}.")
    for ship in ships:
        if planets >> ship & 1 and state.agreement.bonus_under_ship == "deferred":
            why = f"A ship would stand on the planet {name(ship)}."
            return Forbidden("AST-32", why, instead="With BONUS IMMEDIATE that can be.")
    return None


def _grounded(state: State) -> Forbidden | None:
    """A side to move that cannot: it would have lost its turn already (AST-20)."""
    if state.phase != "playing":
        return None
    at, side = state.position(), state.to_move
    board = board_of(state.agreement.size)
    if not is_stuck(board, at.ship, at.own, at.opposing, at.other):
        return None
    why = f"It would be the turn of {side.label}, whose ship could not leave {name(at.ship)}."
    return Forbidden("AST-20", why, instead=f"Let it be the turn of {side.other.label}.")
