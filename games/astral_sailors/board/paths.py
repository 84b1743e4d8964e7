"""Destinations and paths of Move, Run and Jump (D-05, D-11 to D-19, ASCW-154)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from games.astral_sailors.board.step_graph import Ways, anchors_in, cost_of, ways
from games.astral_sailors.board.terrain import (
    anchor,
    gait,
    land_of,
    piece_kind,
    place_of,
    places,
    squares_of,
)
from games.astral_sailors.content.catalogue import PieceKind
from games.astral_sailors.names import counted, facing_name, stretches
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
    return counted(whole, "square")


def ranges(numbers: tuple[int, ...]) -> str:
    """``3, 5 to 8`` for 3, 5, 6, 7 and 8."""
    return ", ".join(
        f"{first} to {last}" if last > first else f"{first}" for first, last in stretches(numbers)
    )


def possible(action: str, unit: Unit, facing: Facing, numbers: tuple[int, ...]) -> str:
    """The legal lengths of an action in one direction."""
    if not numbers:
        return f"{unit.code} has no legal {action} {facing.name}."
    one = "1 square" if numbers == (1,) else f"{ranges(numbers)} squares"
    return f"A {action} of {unit.code} to the {facing_name(facing)} can go {one}."


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


# --- Where a Move can end ---

FEW = 6
"""Paths that are cheaper to find one by one."""


class Path(NamedTuple):
    """A way: its bases from start to end, its cost in movement points, the facing after it."""

    bases: tuple[Base, ...]
    cost: int
    facing: Facing


class Reach(Mapping[Square, Path]):
    """Every anchor a Move of ``unit`` can end on, in reading order.

    Anchors are cheap, paths are not: the first few paths are computed one by one on demand;
    after that, asking for another one computes all of them.
    """

    def __init__(self, table: Table, unit: Unit) -> None:
        self._base = table.base(unit)
        self._ways = ways(table, unit)
        self._start = place_of(self._ways.land.stride, self._base)
        self._points = table.kind(unit).movement
        self._wave = self._ways.wave(self._start, self._points)
        self._ends = anchors_in(self._wave) & self._ways.rest
        self._danger = tuple(
            anchors for _, anchors in self._ways.land.danger if not anchors >> self._start & 1
        )
        self._known: dict[int, Path] = {}

    def __getitem__(self, to: Square) -> Path:
        place = self._place(to)
        if place is None:
            raise KeyError(to)
        if place not in self._known and len(self._known) >= FEW:
            found = self._ways.traces(self._wave, self._start, self._danger)
            self._known = {end: self._path(found[end]) for end in places(self._ends)}
        elif place not in self._known:
            steps = self._ways.trace(self._wave, self._start, place, self._danger)
            self._known[place] = self._path(steps)
        return self._known[place]

    def __contains__(self, to: object) -> bool:
        return isinstance(to, Square) and self._place(to) is not None

    def __iter__(self) -> Iterator[Square]:
        stride = self._ways.land.stride
        return (anchor(stride, place) for place in places(self._ends))

    def __len__(self) -> int:
        return self._ends.bit_count()

    def cost(self, to: Square) -> int:
        """Movement points of the cheapest way to an anchor that can be reached."""
        place = self._place(to)
        cost = None if place is None else cost_of(self._wave, place)
        if cost is None:
            raise KeyError(to)
        return cost

    def _place(self, to: Square) -> int | None:
        land = self._ways.land
        if not (0 <= to.c < land.size and 0 <= to.r < land.size):
            return None
        place = place_of(land.stride, to)
        return place if self._ends >> place & 1 else None

    def _path(self, steps: tuple[Facing, ...]) -> Path:
        bases, cost, at = [self._base], 0, self._start
        for facing in steps:
            cost += self._ways.cost(at, facing) or 0
            at += self._ways.steps[facing][0]
            bases.append(self._base.at(anchor(self._ways.land.stride, at)))
        return Path(tuple(bases), cost, steps[-1])


# --- Jumps ---


def jumps(table: Table, unit: Unit, facing: Facing) -> Mapping[int, Path]:
    """Every legal Jump in one direction, by number of squares (D-17); it costs no points."""
    found: dict[int, Path] = {}
    for squares in range(1, table.kind(unit).specials.jump + 1):
        if _jump_refusal(table, unit, facing, squares) is None:
            found[squares] = Path(_flight(table, unit, facing, squares), 0, facing)
    return found


def jump_refusal(table: Table, unit: Unit, facing: Facing, squares: int) -> Forbidden | None:
    """Why this Jump is illegal."""
    refused = _jump_refusal(table, unit, facing, squares)
    if refused is None or refused.code == "NO_JUMP":
        return refused
    instead = possible("Jump", unit, facing, tuple(jumps(table, unit, facing)))
    return refused.retold(instead=instead)


def _jump_refusal(table: Table, unit: Unit, facing: Facing, squares: int) -> Forbidden | None:
    special = table.kind(unit).specials
    if not special.jump:
        why = f"{unit.code} ({table.kind(unit).name}) does not have the special rule Jump."
        return Forbidden("ASCW-154", why, code="NO_JUMP")
    if squares < 1:
        why = f"A Jump goes at least one square, not {squares}."
        return Forbidden("ASCW-154", why, code="TOO_SHORT")
    if squares > special.jump:
        why = f"{unit.code} jumps at most {counted(special.jump, 'square')}, not {squares}."
        return Forbidden("ASCW-154", why, code="TOO_FAR")
    flight = _flight(table, unit, facing, squares)
    if not special.fly:
        too_high = [
            each for each in obstacles_under(table, unit, flight) if each.height > special.jump_over
        ]
        if too_high:
            first = too_high[0]
            why = (
                f"{first.name} is {height(first.height)} high, but {unit.code} jumps over "
                f"at most {height(special.jump_over)}."
            )
            return Forbidden("ASCW-154", why, code="TOO_HIGH")
    return no_rest(table, unit, flight[-1], "NOT_STANDABLE")


def _flight(table: Table, unit: Unit, facing: Facing, squares: int) -> tuple[Base, ...]:
    start = table.base(unit)
    return tuple(start.at(start.anchor.plus(facing, far)) for far in range(squares + 1))


# --- Paths ---


def moves(table: Table, unit: Unit) -> Reach:
    """Every anchor a Move can end on, with its canonical path (D-12), in reading order."""
    return Reach(table, unit)


def along(table: Table, unit: Unit, steps: tuple[Facing, ...]) -> Path | Forbidden:
    """The Move that takes exactly these steps, or why it cannot be."""
    if not steps:
        why = f"A Move goes at least one square, but {unit.code} would stay where it is."
        return Forbidden("ASCW-D11", why, instead=_turning(unit), code="TOO_SHORT")
    movement = table.kind(unit).movement
    walked = _walk(ways(table, unit), table, unit, steps)
    if isinstance(walked, Forbidden):
        return walked
    end = walked.bases[-1]
    if movement == 0 or (len(steps) > 1 and walked.cost > movement):
        cost = counted(walked.cost, "movement point")
        why = f"This path to {end.anchor} costs {cost}, but {unit.code} has MV {movement}."
        return Forbidden("ASCW-68", why, instead=_nearest(table, unit, end), code="TOO_FAR")
    return no_rest(table, unit, end) or walked


def why_not(table: Table, unit: Unit, to: Square) -> Forbidden:
    """Why no Move of ``unit`` ends on ``to``: TOO_FAR, OCCUPIED, BLOCKED, ... with the numbers."""
    start = table.base(unit)
    end, movement = start.at(to), table.kind(unit).movement
    if end == start:
        why = f"{unit.code} is already on {to}, and a Move goes at least one square."
        return Forbidden("ASCW-D11", why, instead=_turning(unit), code="TOO_SHORT")
    if (refused := no_rest(table, unit, end)) is not None:
        return refused
    net = ways(table, unit)
    place = place_of(net.land.stride, end)
    cost = cost_of(net.wave(place_of(net.land.stride, start), None), place)
    instead = _nearest(table, unit, end)
    if cost is None:
        why = f"{unit.code} has no path from {start.anchor} to {to}."
        return Forbidden("ASCW-D05", why, instead=instead, code="BLOCKED")
    why = f"{to} costs {counted(cost, 'movement point')}, but {unit.code} has MV {movement}."
    return Forbidden("ASCW-68", why, instead=instead, code="TOO_FAR")


# --- Run ---


def runs(table: Table, unit: Unit, facing: Facing) -> Mapping[int, Path]:
    """Every legal Run in one direction, by number of steps (D-13, D-14)."""
    return _straight(ways(table, unit), table, unit, facing)


def all_runs(table: Table, unit: Unit) -> Mapping[Facing, Mapping[int, Path]]:
    """``runs`` in every direction in which there are any."""
    net = ways(table, unit)
    found = {facing: _straight(net, table, unit, facing) for facing in Facing}
    return {facing: legal for facing, legal in found.items() if legal}


def _straight(net: Ways, table: Table, unit: Unit, facing: Facing) -> Mapping[int, Path]:
    least, most = run_limits(table, unit)
    base = table.base(unit)
    bases, cost = [base], 0
    at = place_of(net.land.stride, base)
    found: dict[int, Path] = {}
    while (step := net.cost(at, facing)) is not None and cost + step <= most:
        cost += step
        at += net.steps[facing][0]
        bases.append(base.at(bases[-1].anchor.plus(facing)))
        if cost >= least and net.rest >> at & 1:
            found[len(bases) - 1] = Path(tuple(bases), cost, facing)
    return found


def run_limits(table: Table, unit: Unit) -> tuple[int, int]:
    """The least and the most movement points of a Run: half of MV, rounded up, and twice MV."""
    movement = table.kind(unit).movement
    return (movement + 1) // 2, 2 * movement


def run_refusal(table: Table, unit: Unit, facing: Facing, steps: int) -> Forbidden | None:
    """Why this Run is illegal."""
    legal = runs(table, unit, facing)
    if steps in legal:
        return None
    instead = possible("Run", unit, facing, tuple(legal))
    least, most = run_limits(table, unit)
    if steps < 1:
        why = f"A Run goes at least one square, not {steps}."
        return Forbidden("ASCW-73", why, instead=instead, code="TOO_SHORT")
    # Twice as many steps as points cannot be afforded: walking farther would tell nothing more.
    walked = _walk(ways(table, unit), table, unit, (facing,) * min(steps, most + 1))
    if isinstance(walked, Forbidden):
        return walked.retold(instead=instead)
    cost = f"costs {counted(walked.cost, 'movement point')}" if steps <= most else "costs more"
    if walked.cost > most:
        why = (
            f"A Run of {counted(steps, 'square')} {facing.name} {cost}, but twice the movement of "
            f"{unit.code} is {most}."
        )
        return Forbidden("ASCW-73", why, instead=instead, code="TOO_FAR")
    if (refused := no_rest(table, unit, walked.bases[-1])) is not None:
        return refused.retold(instead=instead)
    why = (
        f"A Run of {counted(steps, 'square')} {facing.name} {cost}, but {unit.code} must spend at "
        f"least {least}: half its movement, rounded up."
    )
    return Forbidden("ASCW-73", why, instead=instead, code="TOO_SHORT")


# --- Dangerous ground ---


def crossed(table: Table, unit: Unit, path: Path, *, leap: bool) -> tuple[int, ...]:
    """Dangerous pieces that a path touches for this unit, in order (D-16); a leap only its ends."""
    land = land_of(table, gait(table.kind(unit)))
    bases = (path.bases[0], path.bases[-1]) if leap else path.bases
    found: dict[int, None] = {}
    for base in bases:
        place = place_of(land.stride, base)
        for piece, anchors in land.danger:
            if anchors >> place & 1:
                found[piece] = None
    return tuple(found)


# --- Steps and words in common ---


def _walk(net: Ways, table: Table, unit: Unit, steps: tuple[Facing, ...]) -> Path | Forbidden:
    """The path by these steps, whatever they cost and wherever they end."""
    base = table.base(unit)
    bases, cost = [base], 0
    at = place_of(net.land.stride, base)
    for facing in steps:
        step = net.cost(at, facing)
        if step is None:
            return no_step(table, unit, bases[-1], facing, squeezed=net.squeezed(at, facing))
        cost += step
        at += net.steps[facing][0]
        bases.append(base.at(bases[-1].anchor.plus(facing)))
    return Path(tuple(bases), cost, steps[-1])


def _nearest(table: Table, unit: Unit, to: Base) -> str:
    """What to do instead: the anchor nearest to ``to`` that a Move can end on."""
    reach = Reach(table, unit)
    if not len(reach):
        return f"{unit.code} cannot move from {table.base(unit).anchor} at all."
    best = min(reach, key=lambda each: (_far(each, to.anchor), reach.cost(each)))
    cost = counted(reach.cost(best), "movement point")
    return f"The nearest that {unit.code} can reach is {best}, for {cost}."


def _far(a: Square, b: Square) -> tuple[int, int]:
    columns, rows = abs(a.c - b.c), abs(a.r - b.r)
    return max(columns, rows), columns + rows


def _turning(unit: Unit) -> str:
    return f"To face another direction, {unit.code} can use Turn."
