"""What terrain does in the Resolution Phase: it moves in R2, and hurts in R3 (3.11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.core.geometry.plane import Point
from games.cosmic_conflict import terrain
from games.cosmic_conflict.rules.arrivals import TerrainDamage
from games.cosmic_conflict.space import ahead
from games.cosmic_conflict.table import Table, Unit
from games.cosmic_conflict.terrain import Feature

# --- Mobile terrain (CC-192, D-084) ---


@dataclass(frozen=True)
class TerrainMoves:
    """Step R2.

    ``moved``      features at their new places
    ``removed``    the IDs of those that left the board
    ``destroyed``  the IDs of units, with the feature that destroyed each
    """

    table: Table
    moved: tuple[Feature, ...] = ()
    removed: tuple[str, ...] = ()
    destroyed: tuple[tuple[str, str], ...] = ()


def move_terrain(table: Table) -> TerrainMoves:
    """Every Mobile feature moves, in map order, and destroys what its Solid zones catch."""
    mobile = {each.id: terrain.moved(each) for each in table.features if each.mobile}
    gone = tuple(id for id, each in mobile.items() if terrain.is_off(table.board, each))
    now = tuple(mobile.get(each.id, each) for each in table.features if each.id not in gone)
    moved = tuple(each for each in now if each.id in mobile)
    after, destroyed = replace(table, features=now), []
    for feature in moved:
        for unit in tuple(after.in_space()):
            if unit.at is not None and terrain.solid_at((feature,), unit.at):
                after = after.removed(unit, "destroyed")
                destroyed.append((unit.id, feature.id))
    return TerrainMoves(after, moved, gone, tuple(destroyed))


def centres(centre: Point, direction: int, mobile: int, turns: int) -> Iterator[Point]:
    """Where a Mobile feature is after each of some turns, ``mobile`` in cu."""
    for _ in range(turns):
        centre = ahead(centre, direction, mobile)
        yield centre


# --- Dangerous terrain (CC-189, D-082) ---


def dangers(table: Table) -> tuple[TerrainDamage, ...]:
    """The damage of step R3: by sides from the initiative, by fleet order, by map order.

    Navigate does not help. What a unit would take after it is destroyed lapses.
    """
    units = sorted(table.in_space(), key=lambda each: each.side != table.initiative)
    return tuple(damage for unit in units for damage in _dangers_to(table, unit))


def _dangers_to(table: Table, unit: Unit) -> Iterator[TerrainDamage]:
    assert unit.at is not None
    for feature, amount in terrain.dangers(table.features, unit.at, table.size(unit)):
        yield TerrainDamage(unit.id, amount, feature)
