"""Destinations and paths of Move and Run (D-11 to D-19)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.astral_sailors.board.ground import in_contact
from games.astral_sailors.board.jumps import jump_refusal, jumps
from games.astral_sailors.board.obstacles import no_rest, no_step, of_points, of_squares, possible
from games.astral_sailors.board.reachable import Path, Reach
from games.astral_sailors.board.step_graph import Ways, cost_of, ways
from games.astral_sailors.board.terrain import gait, land_of, place_of
from games.astral_sailors.rules.strikes import strike_refusal
from games.astral_sailors.table import Table, Unit
from games.core.geometry.squares import Base, Facing, Square
from games.core.types import Forbidden

# --- Move ---


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
        cost = of_points(walked.cost)
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
    why = f"{to} costs {of_points(cost)}, but {unit.code} has MV {movement}."
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
    if walked.cost > most:
        cost = f"costs {of_points(walked.cost)}" if steps <= most else "costs more"
        why = (
            f"A Run of {of_squares(steps)} {facing.name} {cost}, but twice the movement of "
            f"{unit.code} is {most}."
        )
        return Forbidden("ASCW-73", why, instead=instead, code="TOO_FAR")
    if (refused := no_rest(table, unit, walked.bases[-1])) is not None:
        return refused.retold(instead=instead)
    why = (
        f"A Run of {of_squares(steps)} {facing.name} costs {of_points(walked.cost)}, but "
        f"{unit.code} must spend at least {least}: half its movement, rounded up."
    )
    return Forbidden("ASCW-73", why, instead=instead, code="TOO_SHORT")


def charged(table: Table, unit: Unit, path: Path) -> tuple[str, ...]:
    """Codes of the enemies that a Run along ``path`` may strike (D-19), the lowest first."""
    start, end = path.bases[0], path.bases[-1]
    kinds, players = table.catalogue.units, table.players
    team = players[unit.seat].team
    near = [
        (other, base)
        for other in table.units.values()
        if other.place == "board"
        and players[other.seat].team != team
        and end.gap(base := Base(other.c, other.r, kinds[other.kind].base)) == 1
    ]
    if not near:
        return ()
    there = replace(unit, c=end.c, r=end.r, facing=path.facing)
    return tuple(
        other.code
        for other, base in near
        if not in_contact(table, start, base) and strike_refusal(table, there, other) is None
    )


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
    """These steps one after the other, whatever they cost and wherever they end."""
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
    return f"The nearest that {unit.code} can reach is {best}, for {of_points(reach.cost(best))}."


def _far(a: Square, b: Square) -> tuple[int, int]:
    columns, rows = abs(a.c - b.c), abs(a.r - b.r)
    return max(columns, rows), columns + rows


def _turning(unit: Unit) -> str:
    return f"To face another direction, {unit.code} can use Turn."


__all__ = [
    "Path",
    "all_runs",
    "along",
    "charged",
    "crossed",
    "jump_refusal",
    "jumps",
    "moves",
    "run_limits",
    "run_refusal",
    "runs",
    "why_not",
]
