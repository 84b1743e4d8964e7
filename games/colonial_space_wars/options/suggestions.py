"""Stops that are worth choosing, with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from games.colonial_space_wars.rules import attacks, skills
from games.colonial_space_wars.table import Table, Unit, other
from games.colonial_space_wars.threats import threatened
from games.core.geometry.squares import Square

MOST = 24
BEST = 5
"""How many squares are suggested for a barrage."""


def suggested_stops(
    table: Table, unit: Unit, costs: Mapping[Square, int], squares: Sequence[Square]
) -> Iterator[tuple[Square, str, str]]:
    """At most ``MOST`` of the squares where a unit can stop, each once."""
    told: dict[Square, str] = {}
    for square, reason in _reasons(table, unit, costs, squares):
        told.setdefault(square, reason)
        if len(told) == MOST:
            break
    yield from ((square, reason, f"{costs[square]}") for square, reason in told.items())


def _reasons(
    table: Table, unit: Unit, costs: Mapping[Square, int], squares: Sequence[Square]
) -> Iterator[tuple[Square, str]]:
    by_cost = sorted(squares, key=lambda square: (costs[square], square.r, square.c))
    yield from _attacks(table, unit, by_cost)
    safe = threatened(table, unit.seat)
    hidden = [square for square in squares if not table.board.bit(square) & safe]
    ahead = _ahead(table, unit)
    if hidden:
        yield max(hidden, key=ahead), "out of reach of all, ahead"
    if cover := _cover(table, unit, by_cost):
        yield cover
    for square in sorted(squares, key=ahead, reverse=True)[:3]:
        yield square, "far ahead"
    if by_transport := _by_transport(table, unit, by_cost):
        yield by_transport


def _attacks(table: Table, unit: Unit, by_cost: Sequence[Square]) -> Iterator[tuple[Square, str]]:
    """The cheapest stop from which each enemy can be attacked, the weakest enemy first."""
    enemies = sorted(table.on_board(other(unit.seat)), key=lambda enemy: (enemy.health, enemy.code))
    for enemy in enemies:
        if not attacks.points_against(table, unit, enemy):
            continue
        for square in by_cost:
            if attacks.out_of_sight(table, unit, enemy, square) is None:
                yield square, f"into range of {enemy.code}"
                break


def _ahead(table: Table, unit: Unit) -> _Ahead:
    return _Ahead(table.zone_of(unit.seat) == "north")


class _Ahead:
    """How far a square lies towards the enemy's edge."""

    def __init__(self, southwards: bool) -> None:
        self._sign = 1 if southwards else -1

    def __call__(self, square: Square) -> tuple[int, int]:
        return self._sign * square.r, -square.c


def _cover(table: Table, unit: Unit, by_cost: Sequence[Square]) -> tuple[Square, str] | None:
    """The nearest square of type A or B for a camouflaged unit, or beside an Aegis."""
    if table.kind(unit).has("camouflage"):
        for square in by_cost:
            if table.board.type(square) in "AB":
                return square, "camouflaged"
    for square in by_cost:
        for near in _beside(table, unit, square):
            if table.kind(near).has("aegis"):
                return square, f"beside the Aegis of {near.code}"
    return None


def _by_transport(table: Table, unit: Unit, by_cost: Sequence[Square]) -> tuple[Square, str] | None:
    for square in by_cost if table.kind(unit).light else ():
        for near in _beside(table, unit, square):
            if len(near.cargo) < table.kind(near).seats:
                return square, f"beside the transport {near.code}"
    return None


def _beside(table: Table, unit: Unit, square: Square) -> Iterable[Unit]:
    found = (table.unit_at(each) for each in table.board.around(square))
    return (each for each in found if each and each.seat == unit.seat and each.code != unit.code)


def suggested_barrages(
    table: Table, unit: Unit, squares: Sequence[Square]
) -> Iterator[tuple[Square, str, str]]:
    """The squares around which most enemies stand."""
    struck = {
        square: [each.code for each in skills.under_barrage(table, unit, square)]
        for square in squares
    }
    for square in sorted(squares, key=lambda square: -len(struck[square]))[:BEST]:
        if struck[square]:
            yield square, f"strikes {', '.join(struck[square])}", f"{len(struck[square])}"
