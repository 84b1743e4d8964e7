"""Movement and terrain (2.7, 2.8).

Squares are found in layers: all that cost one point, two points and so on, each as one set of
bits. A layer follows from the three before it, as no square costs more than three.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Annotated

from pydantic import Field

from games.colonial_space_wars import events as e
from games.colonial_space_wars.catalogue import UnitKind
from games.colonial_space_wars.notation import SQUARES, At, OrderStep
from games.colonial_space_wars.rules.values import embarked, forbid, no_activation, opened, piece
from games.colonial_space_wars.state import StepBuilder
from games.colonial_space_wars.table import Table, Unit, other
from games.colonial_space_wars.table.board import Bits, Board, StoredSquare
from games.colonial_space_wars.view import Request
from games.core.geometry.squares import Square
from games.core.moves import move
from games.core.types import Decision, Forbidden

DEAREST = 3
SUGGESTED = 6


def price(kind: UnitKind, terrain: str) -> int:
    """The movement points for entering a square (CSW-58 to 60, CSW-102, CSW-103). Only flying
    units enter type C."""
    if kind.has("flying") or terrain == ".":
        return 1
    return (2 if terrain == "A" or kind.light else DEAREST) - kind.has("all-terrain")


@lru_cache(maxsize=256)
def _priced(
    board: Board, light: bool, all_terrain: bool, flying: bool
) -> tuple[tuple[int, Bits], ...]:
    """The squares that can be entered, by price."""
    if flying:
        return ((1, board.all),)
    prices = {".": 1, "A": 2 - all_terrain, "B": (2 if light else DEAREST) - all_terrain}
    return tuple(
        (price, sum(board.of_type(terrain) for terrain, cost in prices.items() if cost == price))
        for price in set(prices.values())
    )


def layers(table: Table, unit: Unit, starts: Bits) -> Iterator[Bits]:
    """The squares that can be entered for exactly 0 points, 1 point, ...: an endless iterator."""
    kind, board = table.kind(unit), table.board
    flying = kind.has("flying")
    priced = _priced(board, kind.light, kind.has("all-terrain"), flying)
    free = ~passed_by(table, unit)
    seen = starts
    spread = [0, 0, board.spread(seen, flying=flying)]
    yield seen
    while True:
        layer = 0
        for cost, squares in priced:
            layer |= spread[-cost] & squares
        layer &= free & ~seen
        seen |= layer
        spread = [*spread[1:], board.spread(layer, flying=flying) if layer else 0]
        yield layer


def passed_by(table: Table, unit: Unit) -> Bits:
    """The squares that other units close to a unit (CSW-52)."""
    if table.kind(unit).has("flying"):
        return 0
    taken = table.occupied(other(unit.seat) if table.agreement.pass_friends else None)
    return taken & ~table.board.bit(unit.at) if unit.at is not None else taken


def stops(table: Table, unit: Unit, points: int) -> dict[Square, int]:
    """Where a unit on the board can stop with so many points, with what it costs (CSW-53): its own
    square for nothing, then by cost and in reading order. Empty for a unit that is not there."""
    if unit.at is None:
        return {}
    board = table.board
    closed = table.occupied() | board.cliffs
    found = {unit.at: 0}
    found_by_cost = enumerate(islice(layers(table, unit, board.bit(unit.at)), points + 1))
    next(found_by_cost)
    for cost, layer in found_by_cost:
        for square in board.squares(layer & ~closed):
            found[square] = cost
    return found


def path(table: Table, unit: Unit, start: Square, end: Square) -> tuple[Square, ...]:
    """The cheapest path between two squares, both included (CSW-57); empty if there is none."""
    goal = table.board.bit(end)
    found: list[Bits] = []
    for layer in layers(table, unit, table.board.bit(start)):
        found.append(layer)
        if layer & goal:
            return _traced(table, unit, found, end)
        if not any(found[-DEAREST:]):
            return ()
    raise AssertionError("layers have no end")


def _traced(table: Table, unit: Unit, by_cost: list[Bits], end: Square) -> tuple[Square, ...]:
    """Back from the end, straight rather than diagonally."""
    board, kind = table.board, table.kind(unit)
    flying = kind.has("flying")
    found, cost = [end], len(by_cost) - 1
    while cost:
        square = found[-1]
        cost -= price(kind, board.type(square))
        before = (
            each
            for each in sorted(board.around(square), key=lambda each: _is_diagonal(each, square))
            if by_cost[cost] & board.bit(each) and (flying or not board.is_cornered(each, square))
        )
        found.append(next(before))
    return tuple(reversed(found))


def _is_diagonal(one: Square, other: Square) -> bool:
    return one.c != other.c and one.r != other.r


def path_cost(table: Table, unit: Unit, squares: tuple[Square, ...]) -> int:
    """What a path costs: every square but the first (CSW-49)."""
    kind, board = table.kind(unit), table.board
    return sum(price(kind, board.type(square)) for square in squares[1:])


def whole_path(table: Table, unit: Unit, move: MoveTo) -> tuple[Square, ...]:
    """The cheapest path over all squares that the move names; empty if there is none."""
    found: tuple[Square, ...] = (unit.square,)
    for square in (*move.via, move.to):
        part = path(table, unit, found[-1], square)
        if not part:
            return ()
        found += part[1:]
    return found


# --- The move ---


@move("move", "turn", "MOVE {to}[ VIA {via}]")
class MoveTo(OrderStep):
    """``MOVE F6 VIA E5`` (CSW-49)"""

    to: At
    via: Annotated[tuple[StoredSquare, ...], Field(max_length=20), SQUARES] = ()

    def refuse(self, request: Request) -> Forbidden | None:
        table = request.view.table
        if table.open is None:
            return no_activation(request)
        unit, named = opened(table), (*self.via, self.to)
        return (
            embarked(table, unit)
            or off_board(table.board, *named)
            or _occupied(table, unit, self)
            or _impassable(table, unit, self)
            or _out_of_reach(table, unit, self, table.open.left)
        )

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        table = builder.table
        unit = opened(table)
        squares = whole_path(table, unit, self)
        cost = path_cost(table, unit, squares)
        place(builder, unit, self.to)
        left = pay(builder, cost)
        builder.tell(e.Moved(piece(table, unit), squares, cost, left))


def off_board(board: Board, *squares: Square) -> Forbidden | None:
    """Why a square off the board cannot be entered (E_OFF_BOARD, CSW-56)."""
    last = Square(board.columns - 1, len(board.rows) - 1)
    for square in squares:
        if square not in board:
            why = f"{square} is not on the board."
            return forbid("OFF_BOARD", "56", why, f"The squares are A1 to {last}.")
    return None


def not_free(table: Table, square: Square, rule: str = "53") -> Forbidden | None:
    """E_OCCUPIED and E_TERRAIN of a square where a unit wants to stop."""
    unit = table.unit_at(square)
    if unit is not None:
        return forbid("OCCUPIED", rule, f"{unit.code} is on {square}.")
    if table.board.type(square) == "C":
        return forbid("TERRAIN", rule, f"{square} is type C: nobody can stop there.")
    return None


def _occupied(table: Table, unit: Unit, move: MoveTo) -> Forbidden | None:
    if (there := table.unit_at(move.to)) is not None:
        already = " already" * (there is unit)
        why = f"{there.code} is{already} on {move.to}."
        return forbid("OCCUPIED", "53", why, _instead(table, unit, move.to))
    for square in move.via:
        if table.board.bit(square) & passed_by(table, unit):
            there = table.unit_at(square)
            assert there is not None
            return forbid("OCCUPIED", "52", f"{there.code} is in the way on {square}.")
    return None


def _impassable(table: Table, unit: Unit, move: MoveTo) -> Forbidden | None:
    board, crossed = table.board, () if table.kind(unit).has("flying") else move.via
    for square in (*crossed, move.to):
        if board.type(square) == "C":
            why = f"{square} is type C: {unit.code} cannot stop there."
            return forbid("TERRAIN", "61", why, _instead(table, unit, move.to))
    return None


def _out_of_reach(table: Table, unit: Unit, move: MoveTo, left: int) -> Forbidden | None:
    squares = whole_path(table, unit, move)
    if not squares:
        why = f"No path leads from {unit.at} to {move.to}."
        return forbid("NO_PATH", "52", why, _instead(table, unit, move.to))
    if (cost := path_cost(table, unit, squares)) > left:
        why = f"{move.to} costs {cost} movement points, but {unit.code} has {left} left."
        return forbid("MOV", "62", why, _instead(table, unit, move.to))
    return None


def _instead(table: Table, unit: Unit, wanted: Square) -> str:
    """The stops that are nearest to a square."""
    assert table.open is not None
    found = stops(table, unit, table.open.left)
    near = sorted(found, key=lambda each: (table.board.distance(each, wanted), found[each], each))
    told = [f"{square} ({found[square]})" for square in near if found[square]][:SUGGESTED]
    if not told:
        return f"{unit.code} cannot move now."
    return f"The nearest stops, with their cost: {', '.join(told)}."


def pay(builder: StepBuilder, points: int) -> int:
    """Spend movement points of the open activation on something that moves the unit; return the
    rest."""
    open_ = builder.table.open
    assert open_ is not None
    left = open_.left - points
    builder.change(open=replace(open_, left=left, moved=True))
    return left


def place(builder: StepBuilder, unit: Unit, at: Square | None) -> Unit:
    """Put a unit on a square, or off the board; it is no longer dug in (CSW-110)."""
    if unit.dug_in:
        builder.tell(e.EffectEnded(piece(builder.table, unit), "dug_in"))
    return builder.put(unit, at=at, dug_in=False)


def costs(found: Mapping[Square, int]) -> dict[str, int]:
    """Stops with their costs, for JSON."""
    return {str(square): cost for square, cost in found.items()}
