"""Refusals of adjustments that lead to impossible states."""

from __future__ import annotations

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
from games.astralis.adjusting.changes import changed
from games.astralis.adjusting.rings import due
from games.astralis.board import board_of, members, name, names
from games.astralis.refusals import off_board
from games.astralis.rules.expand import STONES
from games.astralis.rules.explore import is_stuck
from games.astralis.rules.setup import starts
from games.astralis.sides import Side
from games.astralis.state import State
from games.core.refusals import Forbidden

SIZES = (8, 7)
"""Board sizes on offer (AST-02)."""

HIGHEST_KOMI = 99.5


def refusal(state: State, adjustment: Adjustment) -> Forbidden | None:
    """Why ``adjustment`` cannot be made now, or ``None``."""
    found = _at_this_point(state, adjustment) or _by_itself(state, adjustment)
    return found or impossible(changed(state, adjustment))


def _at_this_point(state: State, adjustment: Adjustment) -> Forbidden | None:
    """Refuse an adjustment in the wrong phase."""
    if isinstance(adjustment, Resume):
        return None if state.phase == "over" else Forbidden("AST-40", "The match is not over.")
    if isinstance(adjustment, SetPosition):
        return None
    if state.phase == "over":
        return Forbidden("AST-40", "The match is over.", instead="Use RESUME to let it go on.")
    wants_both = isinstance(adjustment, SetPlanet | Award | SetToMove | SkipTurn | Settle)
    if state.phase == "placing" and wants_both:
        side = state.to_move.label
        return Forbidden("AST-16", f"Both ships must be placed first; {side} is to place its ship.")
    return None


def _by_itself(state: State, adjustment: Adjustment) -> Forbidden | None:
    match adjustment:
        case SetPlanet(hex, owner):
            return _planet(state, hex, owner)
        case MoveShip(side, hex):
            return _ship(state, side, hex)
        case Award(hex, side):
            return _award(state, hex, side)
        case SetToMove(side) if side is state.to_move:
            return Forbidden("AST-16", f"It is already {side.label}'s turn.")
        case SetPosition():
            return _position(state, adjustment)
        case SetKomi() | SetBonus() | SetSupply() | SetSwap() | SetSize():
            return _agreed(state, adjustment)
        case _:
            return None


def _planet(state: State, hex: str, owner: Side | None) -> Forbidden | None:
    board = board_of(state.agreement.size)
    if outside := off_board(board, hex):
        return outside
    bit = 1 << board.hex_of[hex]
    now = next((side for side in Side if state.planets[side] & bit), None)
    if now is owner:
        there = "no planet" if now is None else f"a planet of {now.label}"
        return Forbidden("AST-27", f"There is already {there} on {hex}.")
    return None if owner is None else _supply(state, owner)


def _supply(state: State, side: Side) -> Forbidden | None:
    if not state.agreement.strict_supply or state.planets[side].bit_count() < STONES:
        return None
    why = f"{side.label} has used all {STONES} planets."
    return Forbidden("AST-17", why, instead="Use SUPPLY FREE to lift the limit.")


def _ship(state: State, side: Side, hex: str) -> Forbidden | None:
    board = board_of(state.agreement.size)
    if outside := off_board(board, hex):
        return outside
    now = state.ships[side]
    if now is None:
        return Forbidden("AST-15", f"{side.label} has not placed its ship yet.")
    to = board.hex_of[hex]
    if to == now:
        return Forbidden("AST-21", f"{side.label}'s ship is already on {hex}.")
    if (state.planets[0] | state.planets[1]) >> to & 1:
        return Forbidden("AST-22", f"A ship cannot be on {hex}: there is a planet.")
    if state.phase == "placing" and not starts(board, side) >> to & 1:
        free = names(starts(board, side))
        why = f"{side.label} cannot start on {hex}."
        return Forbidden("AST-15", why, instead=f"It can start on {free[0]} to {free[-1]}.")
    return None


def _award(state: State, hex: str, side: Side) -> Forbidden | None:
    board = board_of(state.agreement.size)
    if outside := off_board(board, hex):
        return outside
    owed = due(state, side)
    if owed >> board.hex_of[hex] & 1:
        return _supply(state, side)
    to_give = " ".join(names(owed))
    instead = (
        f"Due to {side.label}: {to_give}."
        if to_give
        else f"Use PLANET {hex} {side.name} to set one anyway."
    )
    return Forbidden("AST-12", f"{hex} is not surrounded for {side.label}.", instead=instead)


def _position(state: State, adjustment: SetPosition) -> Forbidden | None:
    line = adjustment.line
    if line.size != state.agreement.size and (fixed := _size(state, line.size)):
        return fixed
    board = board_of(line.size)
    planets = (*line.yellow, *line.cyan)
    if outside := off_board(board, *planets, *line.ships):
        return outside
    for number, hex in enumerate(planets):
        if hex in planets[:number]:
            return Forbidden("AST-05", f"{hex} holds two planets.")
    yellow, cyan = line.ships
    if yellow is None and cyan is not None:
        return Forbidden("AST-15", "Yellow places its ship first.")
    if cyan is not None:
        return None
    if planets:
        return Forbidden("AST-13", "There can be no planets before both ships are placed.")
    side = Side.YELLOW if yellow is None else Side.CYAN
    if line.to_move is not side:
        return Forbidden("AST-15", f"{side.label} is to place its ship.")
    if yellow is not None and not starts(board, Side.YELLOW) >> board.hex_of[yellow] & 1:
        return Forbidden("AST-15", f"Yellow cannot start on {yellow}.")
    return None


def _size(state: State, size: int) -> Forbidden | None:
    if size not in SIZES:
        return Forbidden("AST-02", f"Boards have 7 or 8 hexes along an edge, not {size}.")
    if state.turn > 1:
        sentence = "The board cannot change after the first turn."
        return Forbidden("AST-02", sentence, instead=f"Its size is {state.agreement.size}.")
    return None


def _agreed(
    state: State, adjustment: SetKomi | SetBonus | SetSupply | SetSwap | SetSize
) -> Forbidden | None:
    agreement, already = state.agreement, "It already is."
    match adjustment:
        case SetKomi(komi) if abs(komi) > HIGHEST_KOMI or komi * 2 != int(komi * 2):
            most = f"{HIGHEST_KOMI:g}"
            return Forbidden(
                "AST-42", f"Komi must be from −{most} to {most} in halves, not {komi:g}."
            )
        case SetKomi(komi) if komi == agreement.komi:
            return Forbidden("AST-42", f"Komi is already {komi:g}.")
        case SetBonus(bonus) if bonus == agreement.bonus_under_ship:
            return Forbidden("AST-32", already)
        case SetSupply(strict) if strict == agreement.strict_supply:
            return Forbidden("AST-17", already)
        case SetSwap(swap) if swap == agreement.swap:
            return Forbidden("AST-D25", already)
        case SetSwap() if state.turn > 2:
            return Forbidden("AST-D25", f"Cyan's first turn is over; this is turn {state.turn}.")
        case SetSize(size) if size == agreement.size:
            return Forbidden("AST-02", already)
        case SetSize(size):
            return _size(state, size) or _stays(state, size)
        case _:
            return None


def _stays(state: State, size: int) -> Forbidden | None:
    """Check that ships and planets fit a board of another size."""
    board = board_of(size)
    if state.planets != (0, 0):
        return Forbidden("AST-13", "There are already planets on the board.")
    for side in Side:
        ship = state.ships[side]
        if ship is not None and not starts(board, side) >> ship & 1:
            why = f"{side.label}'s ship is on {name(ship)}, not a starting hex there."
            return Forbidden("AST-15", why)
    return None


# --- Positions that cannot be ---


def impossible(state: State) -> Forbidden | None:
    """Why this position is impossible, with the rule and hexes, or ``None``."""
    return _crowded(state) or _grounded(state)


def _crowded(state: State) -> Forbidden | None:
    """Refuse touching planets and overlapping pieces (AST-05, AST-22)."""
    board = board_of(state.agreement.size)
    yellow, cyan = state.planets
    planets = yellow | cyan
    for hex in members(planets):
        if beside := names(board.around[hex] & planets):
            why = f"The planets on {name(hex)} and {beside[0]} would be adjacent."
            return Forbidden("AST-05", why)
    ships = [ship for ship in state.ships if ship is not None]
    if len(ships) == 2 and ships[0] == ships[1]:
        return Forbidden("AST-22", f"Both ships would be on {name(ships[0])}.")
    for ship in ships:
        if planets >> ship & 1 and state.agreement.bonus_under_ship == "deferred":
            why = f"A ship would be on the planet {name(ship)}."
            return Forbidden("AST-32", why, instead="Set BONUS IMMEDIATE to allow that.")
    return None


def _grounded(state: State) -> Forbidden | None:
    """Refuse a side to move whose ship is stuck (AST-20)."""
    if state.phase != "playing":
        return None
    at, side = state.position(state.to_move), state.to_move
    board = board_of(state.agreement.size)
    if not is_stuck(board, at.ship, at.own, at.opposing, at.other):
        return None
    why = f"It would be {side.label}'s turn, but its ship could not leave {name(at.ship)}."
    return Forbidden("AST-20", why, instead=f"Give the turn to {side.other.label}.")
