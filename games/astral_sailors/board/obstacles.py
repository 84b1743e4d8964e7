"""Refusals for blocked steps and landings (D-05, D-12, D-17)."""

from __future__ import annotations

from typing import NamedTuple

from games.astral_sailors.board.terrain import piece_kind, squares_of
from games.astral_sailors.content.catalogue import PieceKind
from games.astral_sailors.table import Table, Unit
from games.core.geometry.squares import Base, Facing, Square
from games.core.types import Forbidden


class Obstacle(NamedTuple):
    """An obstacle under a jump: its name and height in half squares."""

    name: str
    height: int


def no_step(
    table: Table, unit: Unit, base: Base, facing: Facing, *, squeezed: bool = False
) -> Forbidden:
    """Why a step in one of the eight directions is illegal."""
    to = base.at(base.anchor.plus(facing))
    if squeezed:
        why = (
            f"{unit.code} cannot step {facing.name} from {base.anchor}: "
            "it would squeeze between two corners."
        )
        return Forbidden("ASCW-D12", why, code="BLOCKED")
    if not to.within(table.size):
        return _edge(f"The step {facing.name} from {base.anchor} leads {unit.code}")
    for other in _units_on(table, unit, to):
        if table.enemies(unit, other):
            on = table.base(other).anchor
            why = f"The way is blocked by {other.code} on {on}, and no unit passes through enemies."
            return Forbidden("ASCW-D05", why, code="BLOCKED")
    closed = _piece_under(table, unit, to, resting=False)
    assert closed is not None, "a step is illegal for one of these reasons"
    square, kind = closed
    why = f"The way is blocked by {kind.name} on {square}, which {unit.code} cannot enter."
    return Forbidden("ASCW-D05", why, code="BLOCKED")


def no_rest(table: Table, unit: Unit, base: Base, code: str = "BLOCKED") -> Forbidden | None:
    """Why an action of ``unit`` cannot end on ``base``, wherever it comes from.

    ``code`` is the one for the edge and for scenery.
    """
    if not base.within(table.size):
        return _edge(f"{unit.code} would stand there", code)
    for other in _units_on(table, unit, base):
        why = f"{_spot(base)} is occupied by {other.code} on {table.base(other).anchor}."
        return Forbidden("ASCW-D05", why, code="OCCUPIED")
    under = _piece_under(table, unit, base, resting=True)
    if under is None:
        return None
    square, kind = under
    can = "may cross but not stop on" if kind.entry == "crossable" else "cannot enter"
    why = f"{kind.name} lies on {square}, which {unit.code} {can}."
    return Forbidden("ASCW-D05", why, code=code)


def obstacles_under(table: Table, unit: Unit, flight: tuple[Base, ...]) -> tuple[Obstacle, ...]:
    """Scenery and units that a leap along ``flight`` passes over, in the order it meets them.

    What it starts from and what it lands on is not leapt over.
    """
    ends = {*flight[0].squares(), *flight[-1].squares()}
    over = [square for base in flight[1:-1] for square in base.squares() if square not in ends]
    pieces, found = squares_of(table), dict[Obstacle, None]()
    standing = {
        square: other
        for other in table.units.values()
        if other.place == "board" and other.code != unit.code and not table.kind(other).specials.fly
        for square in table.base(other).squares()
    }
    for square in over:
        if (place := pieces.get(square)) is not None:
            kind = piece_kind(table, place)
            found[Obstacle(f"{kind.name} on {square}", kind.height)] = None
        if (other := standing.get(square)) is not None:
            on = table.base(other).anchor
            found[Obstacle(f"{other.code} on {on}", table.kind(other).height)] = None
    return tuple(found)


def height(half_squares: int) -> str:
    """``2 squares``, ``1½ squares``, ``½ a square``."""
    whole, half = divmod(half_squares, 2)
    if half:
        return f"{whole}½ squares" if whole else "½ a square"
    return of_squares(whole)


def of_squares(number: int) -> str:
    return "1 square" if number == 1 else f"{number} squares"


def of_points(number: int) -> str:
    return "1 movement point" if number == 1 else f"{number} movement points"


def ranges(numbers: tuple[int, ...]) -> str:
    """``3, 5 to 8`` for 3, 5, 6, 7 and 8."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)


def possible(action: str, unit: Unit, facing: Facing, numbers: tuple[int, ...]) -> str:
    """The legal lengths of an action in one direction."""
    if not numbers:
        return f"{unit.code} has no legal {action} {facing.name}."
    one = "1 square" if numbers == (1,) else f"{ranges(numbers)} squares"
    return f"{facing.name}, a {action} of {unit.code} can go {one}."


def _units_on(table: Table, unit: Unit, base: Base) -> list[Unit]:
    return [
        other
        for other in table.units.values()
        if other.place == "board" and other.code != unit.code and base.gap(table.base(other)) == 0
    ]


def _piece_under(
    table: Table, unit: Unit, base: Base, *, resting: bool
) -> tuple[Square, PieceKind] | None:
    """The first piece under ``base`` that ``unit`` cannot enter, or cannot rest on."""
    special, pieces = table.kind(unit).specials, squares_of(table)
    if special.fly:
        return None
    for square in base.squares():
        if (place := pieces.get(square)) is None:
            continue
        kind = piece_kind(table, place)
        if kind.water and special.aquatic:
            continue
        if kind.entry == "impassable" or (resting and kind.entry == "crossable"):
            return square, kind
    return None


def _edge(where: str, code: str = "BLOCKED") -> Forbidden:
    return Forbidden("ASCW-D05", f"{where} over the edge of the board.", code=code)


def _spot(base: Base) -> str:
    return str(base.anchor) if base.side == 1 else f"The ground at {base.anchor}"
