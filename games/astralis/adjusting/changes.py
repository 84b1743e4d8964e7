"""Apply adjustments without triggering any rule."""

from __future__ import annotations

from dataclasses import replace

from games.astralis.adjusting.adjustments import (
    Adjustment,
    Award,
    MoveShip,
    Resume,
    SetBonus,
    SetKomi,
    SetPlanet,
    SetPosition,
    SetSize,
    SetSupply,
    SetSwap,
    Settle,
    SetToMove,
    SkipTurn,
)
from games.astralis.adjusting.line import Line
from games.astralis.agreement import Agreement
from games.astralis.board import board_of
from games.astralis.course import settled
from games.astralis.sides import Side, pair
from games.astralis.state import State


def changed(state: State, adjustment: Adjustment) -> State:
    """Apply an adjustment whose hexes are on the board.

    A request to settle was about another position, and lapses; what the last turn did is not
    marked any more.
    """
    if isinstance(adjustment, Settle):
        return settled(state)[0]
    if isinstance(adjustment, SetPosition):
        after = _positioned(state, adjustment.line)
    elif isinstance(adjustment, SetKomi | SetBonus | SetSupply | SetSwap | SetSize):
        after = replace(state, agreement=_agreed(state.agreement, adjustment))
    else:
        after = replace(_moved(state, adjustment), last=None)
    return replace(after, asked=None, swap_open=_swap_open(after))


def _moved(
    state: State, adjustment: SetPlanet | MoveShip | Award | SetToMove | SkipTurn | Resume
) -> State:
    hexes = board_of(state.agreement.size).hex_of
    match adjustment:
        case SetPlanet(hex, owner):
            return _planted(state, 1 << hexes[hex], owner)
        case Award(hex, side):
            return _planted(state, 1 << hexes[hex], side)
        case MoveShip(side, hex):
            return replace(state, ships=pair(side, hexes[hex], state.ships[side.other]))
        case SetToMove(side):
            return replace(state, to_move=side)
        case SkipTurn():
            return replace(state, to_move=state.to_move.other, turn=state.turn + 1)
        case Resume():
            return replace(state, phase="playing", ending=None)


def _planted(state: State, bit: int, owner: Side | None) -> State:
    yellow, cyan = (planets & ~bit for planets in state.planets)
    return replace(
        state,
        planets=(
            yellow | (bit if owner is Side.YELLOW else 0),
            cyan | (bit if owner is Side.CYAN else 0),
        ),
    )


def _positioned(state: State, line: Line) -> State:
    board = board_of(line.size)
    first, second = (None if ship is None else board.hex_of[ship] for ship in line.ships)
    placing = first is None or second is None
    return State(
        agreement=replace(state.agreement, size=line.size),
        phase="placing" if placing else "playing",
        planets=(board.bits(*line.yellow), board.bits(*line.cyan)),
        ships=(first, second),
        to_move=line.to_move,
        seats=state.seats,
        turn=0 if placing else max(state.turn, 1),
    )


def _agreed(
    agreement: Agreement, adjustment: SetKomi | SetBonus | SetSupply | SetSwap | SetSize
) -> Agreement:
    match adjustment:
        case SetKomi(komi):
            return replace(agreement, komi=komi)
        case SetBonus(bonus):
            return replace(agreement, bonus_under_ship=bonus)
        case SetSupply(strict):
            return replace(agreement, strict_supply=strict)
        case SetSwap(swap):
            return replace(agreement, swap=swap)
        case SetSize(size):
            return replace(agreement, size=size)


def _swap_open(state: State) -> bool:
    """Cyan's first turn is the second of a match; the seats tell whether a swap has been."""
    due = state.phase == "playing" and state.turn == 2 and state.to_move is Side.CYAN
    return state.agreement.swap and due and state.seats[Side.YELLOW] < state.seats[Side.CYAN]
