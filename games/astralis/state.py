"""The state of a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.astralis.agreement import Agreement
from games.astralis.board import board_of
from games.astralis.record import LastTurn
from games.astralis.rules.turn import Position, position
from games.astralis.sides import Side
from games.astralis.stored import StoredHex, StoredHexes
from games.core.endings import Ending
from games.core.seats import Seat

Phase: TypeAlias = Literal["placing", "playing", "over"]


@dataclass(frozen=True, slots=True)
class State:
    """A match. Pairs are in the order Yellow, Cyan.

    Statuses, scores and pending awards are not in it: they follow from the
    planets and ships (AST-11).

    ``to_move``    whose ship is to be placed or moved; without meaning when over
    ``seats``      the seat that plays each side; a swap exchanges them
    ``turn``       the number of the turn that is due, from 1; 0 while placing
    ``quiet``      turns in a row without a new planet (AST-45)
    ``swap_open``  whether Cyan may exchange the colours instead of moving now
    ``asked``      the seat that asks to settle the match as it stands
    ``asked_in``   the turn in which somebody last asked; 0 for never
    """

    agreement: Agreement
    phase: Phase = "placing"
    planets: tuple[StoredHexes, StoredHexes] = (0, 0)
    ships: tuple[StoredHex | None, StoredHex | None] = (None, None)
    to_move: Side = Side.YELLOW
    seats: tuple[Seat, Seat] = (Seat(0), Seat(1))
    turn: int = 0
    quiet: int = 0
    swap_open: bool = False
    asked: Seat | None = None
    asked_in: int = 0
    last: LastTurn | None = None
    ending: Ending | None = None

    def position(self) -> Position:
        """Planets and ships as the side to move sees them. Raises ``ValueError`` while placing."""
        side = self.to_move
        ship, other = self.ships[side], self.ships[side.other]
        if ship is None or other is None:
            raise ValueError("not both ships are on the board yet")
        own, opposing = self.planets[side], self.planets[side.other]
        return position(board_of(self.agreement.size), own, opposing, ship, other)


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
    if state.phase != "placing" and len(ships) < 2:
        raise ValueError("play without both ships")
    if (state.phase == "over") != (state.ending is not None):
        raise ValueError("an end without an ending, or an ending before the end")
    return state
