"""Why a move is refused: the checks of the canon, in its order and with its codes.

The first that fails is told, with the hex, the rule, and what would be allowed.
"""

from __future__ import annotations

from games.astralis.board import Bits, Board, name, names
from games.astralis.moves import AnswerScore, AskScore, Flight, Place, Swap
from games.astralis.rules.ending import STALL_CLAIM
from games.astralis.rules.expand import STONES, plantable
from games.astralis.rules.explore import destinations
from games.astralis.rules.setup import home_edge, starts
from games.astralis.rules.turn import Position, after_departure, is_legal
from games.astralis.sides import Side
from games.astralis.view import AstralisView, Request
from games.core.types import Forbidden

_WANTED = {
    "place": "Place your {mover} first.",
    "turn": "It is time for a turn.",
    "settle": "It is not your turn; you can only ask to settle the match.",
    "settle-answer": "You can only answer the request to settle here.",
}


def elsewhere(request: Request, kinds: tuple[str, ...]) -> Forbidden:
    """Why a move that answers another kind of decision is no answer to this one."""
    wanted = _WANTED[request.decision.kind].format(mover=request.view.mover)
    return _over(request.view) or Forbidden("AST-18", wanted, code="E01")


def _over(view: AstralisView) -> Forbidden | None:
    return Forbidden("AST-40", "The match is over.", code="E18") if view.phase == "over" else None


def out_of_turn(request: Request, phase: str) -> Forbidden | None:
    view = request.view
    if view.phase == "over":
        return _over(view)
    if view.phase != phase:
        return Forbidden("AST-16", f"That is not possible in the phase {view.phase}.", code="E01")
    if view.seats[view.to_move] != request.decision.seat:
        return Forbidden("AST-16", f"It is the turn of {view.to_move.label}.", code="E02")
    return None


def off_board(board: Board, *hexes: str | None) -> Forbidden | None:
    """E03: the first of the hexes that is not on the board."""
    for hex in hexes:
        if hex is not None and hex not in board.hex_of:
            rows = chr(ord("A") + board.rows - 1)
            row = ord(hex[0]) - ord("A")
            instead = f"Rows run from A to {rows}."
            if row < board.rows:
                held = names(board.row(row))
                instead = f"Row {hex[0]} runs from {held[0]} to {held[-1]}."
            return Forbidden("AST-02", f"{hex} is not on this board.", instead=instead, code="E03")
    return None


def place(request: Request, move: Place) -> Forbidden | None:
    board, side = request.view.board, request.view.to_move
    if refused := out_of_turn(request, "placing") or off_board(board, move.hex):
        return refused
    bit = 1 << board.hex_of[move.hex]
    if bit & starts(board, side):
        return None
    why = (
        f"{move.hex} is a corner, and {request.view.mover}s cannot start in a corner."
        if bit & home_edge(board, side)
        else f"{move.hex} is not on the home edge of {side.label}."
    )
    free = names(starts(board, side))
    instead = f"{side.label} may start on {free[0]} to {free[-1]}."
    return Forbidden("AST-15", why, instead=instead, code="E04")


def turn(request: Request, move: Flight, *claims: str) -> Forbidden | Position:
    """Why a turn is illegal, or the position before it. Checks that ``claims`` exist."""
    at = started(request, move.origin, move.to, move.plant, *claims)
    if isinstance(at, Forbidden):
        return at
    view, board = request.view, request.view.board
    to = board.hex_of[move.to]
    plant = None if move.plant is None else board.hex_of[move.plant]
    if is_legal(board, at, to, plant, view.agreement.strict_supply, view.due):
        return at
    return movement(view, at, to) or _planting(view, at, to, plant)


def started(request: Request, origin: str, *hexes: str | None) -> Forbidden | Position:
    """The position in which a ship flies from ``origin``; E01 to E03 and E05 forbid that."""
    if refused := out_of_turn(request, "playing"):
        return refused
    view, board = request.view, request.view.board
    if outside := off_board(board, origin, *hexes):
        return outside
    at = view.position(view.to_move)
    if board.hex_of[origin] != at.ship:
        why = f"Your {view.mover} is on {name(at.ship)}, not on {origin}."
        instead = "You can leave out the first hex."
        return Forbidden(view.rule("AST-21"), why, instead=instead, code="E05")
    return at


def movement(view: AstralisView, at: Position, to: int) -> Forbidden | None:
    """E06 to E10: why the ship cannot fly to ``to``, if it cannot."""
    board, side, mover = view.board, view.to_move, view.mover
    passed = at.own if view.flies_over else 0
    hex, start = name(to), name(at.ship)
    stops = (at.own | at.opposing) & ~passed
    reach = destinations(board, at.ship, passed, stops, at.other)
    if to in reach:
        return None
    instead = f"From {start} it can fly to {' '.join(map(name, sorted(reach)))}."
    if to == at.ship:
        why = f"Your {mover} is already on {hex}, and it has to move."
        return Forbidden(view.rule("AST-21"), why, instead=instead, code="E06")
    if to not in board.between[at.ship]:
        why = f"{hex} is not in a straight line from {start}."
        return Forbidden(view.rule("AST-21"), why, instead=instead, code="E07")
    owner = view.planet(to)
    if owner is not None:
        why = f"A {mover} cannot land on {hex}: a {view.piece} of {owner.label} is there."
        return Forbidden(view.rule("AST-22"), why, instead=instead, code="E08")
    if to == at.other:
        why = f"A {mover} cannot land on {hex}: the {mover} of {side.other.label} is there."
        return Forbidden(view.rule("AST-22"), why, instead=instead, code="E09")
    blocker = _first_stop(board, at.ship, to, stops | 1 << at.other)
    owner = None if blocker == at.other else view.planet(blocker)
    thing = f"{side.other.label}'s {mover}" if owner is None else f"{owner.label}'s {view.piece}"
    why = f"The way to {hex} is blocked on {name(blocker)} by {thing}."
    return Forbidden(view.rule("AST-23"), why, instead=instead, code="E10")


def _first_stop(board: Board, ship: int, to: int, stops: Bits) -> int:
    line = next(ray for ray in board.rays[ship] if any(hex == to for _, hex in ray))
    return next(hex for bit, hex in line if bit & stops)


def _planting(view: AstralisView, at: Position, to: int, plant: int | None) -> Forbidden:
    """E11, E13, E12, E14: why nothing can be planted on ``plant`` after the flight to ``to``."""
    assert plant is not None, "a legal flight without a planet cannot be refused"
    board, side = view.board, view.to_move
    award, free = after_departure(board, at, view.agreement.strict_supply, view.due)
    hex, bit = name(plant), 1 << plant
    allowed = names(plantable(board, to, free, at.other))
    instead = (
        f"From {name(to)} you can plant on {' '.join(allowed)}."
        if allowed
        else f"From {name(to)} you can plant nothing, but you can still fly there."
    )
    if not bit & board.around[to]:
        why = f"{hex} is not next to {name(to)}, where your ship would land."
        return Forbidden("AST-26", why, instead=instead, code="E11")
    # Before E12, as in the canon's example W05: the ship is what the player sees.
    if plant == at.other:
        why = f"The ship of {side.other.label} stands on {hex}."
        return Forbidden("AST-26", why, instead=instead, code="E13")
    if not bit & free:
        why = _explored(view, board, plant, award)
        return Forbidden("AST-26", why, instead=instead, code="E12")
    why = f"{side.label} has used all {STONES} planets."
    return Forbidden("AST-17", why, instead="You can still fly without planting.", code="E14")


def _explored(view: AstralisView, board: Board, plant: int, award: Bits) -> str:
    hex, bit = name(plant), 1 << plant
    if bit & award:
        return f"{view.to_move.other.label} gets a planet on {hex} as your ship leaves it."
    owner = view.planet(plant)
    if owner is not None:
        return f"{hex} holds a planet of {owner.label}."
    planets = view.planets[Side.YELLOW] | view.planets[Side.CYAN]
    beside = names(board.around[plant] & planets)[0]
    return f"{hex} is explored: it lies next to the planet on {beside}."


def swap(request: Request, move: Swap) -> Forbidden | None:
    if (refused := out_of_turn(request, "playing")) or request.view.swap_open:
        return refused
    why = (
        "Colours can be swapped only instead of Cyan's first turn."
        if request.view.agreement.swap
        else "This match is played without the swap."
    )
    return Forbidden("AST-D25", why, code="E01")


def ask(request: Request, move: AskScore) -> Forbidden | None:
    view = request.view
    if view.phase == "over":
        return _over(view)
    if view.phase == "playing" and view.may_ask:
        return None
    if view.quiet < STALL_CLAIM:
        return too_early(view)
    why = "You have already asked to settle this turn."
    return Forbidden("AST-45", why, code="E01")


def too_early(view: AstralisView) -> Forbidden:
    """Refuse a request to settle that comes too early."""
    why = (
        f"You can ask to settle after {STALL_CLAIM} turns in a row without a new {view.piece}; "
        f"so far there are {view.quiet}."
    )
    return Forbidden("AST-45", why, code="E01")


def answer(request: Request, move: AnswerScore) -> Forbidden | None:
    view = request.view
    if view.phase == "playing" and view.asked not in (None, request.decision.seat):
        return None
    return _over(view) or Forbidden("AST-45", "There is no request to settle.", code="E01")
