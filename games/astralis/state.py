"""The state of a match."""

from __future__ import annotations

from games.astralis.board import board_of
from games.astralis.view import AstralisView


class State(AstralisView):
    """A match. Nothing in Astralis is hidden: every viewer sees all of it."""


def sound(state: State) -> State:
    """``state`` itself. Raises ``ValueError`` for one that no match can be in (AST-02, AST-05)."""
    board = board_of(state.agreement.size)
    yellow, cyan = state.planets
    planets = yellow | cyan
    ships = [ship for ship in state.ships if ship is not None]
    if (planets | sum(1 << ship for ship in set(ships))) & ~board.mask:
        raise ValueError("a planet or ship off the board")
    if yellow & cyan or planets & board.near(planets):
        raise ValueError("planets on or next to each other")
    if len(ships) != len(set(ships)):
        raise ValueError("two ships on one hex")
    if state.has_ships and state.phase != "placing" and len(ships) < 2:
        raise ValueError("play without both ships")
    if not state.has_ships and (ships or state.phase == "placing"):
        raise ValueError("ships in a game without them")
    if (state.phase == "over") != (state.ending is not None):
        raise ValueError("an end without an ending, or an ending before the end")
    return state
