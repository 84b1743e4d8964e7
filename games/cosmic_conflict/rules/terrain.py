"""What terrain does at the end of a move (D-080): Push and Pull, Solid and Hazardous zones; and in
the Resolution Phase: it moves in R2, and hurts in R3 (3.11).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from games.core.geometry.plane import Board, Point
from games.core.types import Forbidden
from games.cosmic_conflict.content.maps import kind_name
from games.cosmic_conflict.content.terrain import (
    Feature,
    FeatureZone,
    dangers_at,
    displaced,
    hazards_at,
    is_off,
    moved_feature,
    random_direction,
    shifting,
    solid_at,
)
from games.cosmic_conflict.space import ahead, clamped, distance, shown_point
from games.cosmic_conflict.table.units import Table, Unit, UnitState

# --- Push and Pull (CC-193, D-085) ---


class Displacement(NamedTuple):
    """A shift by Push or Pull.

    ``feature``    its ID
    ``distance``   from the centre of the zone, before the shift
    ``direction``  where dice decided it
    """

    feature: str
    distance: int
    direction: int | None
    to: Point


def displacement(
    board: Board, feature: str, zone: FeatureZone, at: Point, heading: int, dice: Sequence[int] = ()
) -> Displacement:
    """What one zone does; a ``random`` one needs two dice (CC-209)."""
    pair = (dice[0], dice[1]) if zone.random else None
    to = displaced(board, zone, at, heading, pair)
    direction = random_direction(*pair) if pair else None
    return Displacement(feature, distance(zone.centre, at), direction, to)


def displacement_dice(table: Table, unit: Unit) -> int:
    """How many dice ``displacements`` needs, two for each random zone."""
    return 2 * sum(zone.random for _, zone in _displacing(table, unit))


def displacements(table: Table, unit: Unit, dice: Sequence[int] = ()) -> tuple[Displacement, ...]:
    """The shifts of a unit whose own move has ended, one for each zone around it then."""
    at, found, left = unit.at, [], iter(dice)
    assert at is not None
    heading = 0 if table.design(unit).fighter else unit.heading
    for feature, zone in _displacing(table, unit):
        pair = (next(left), next(left)) if zone.random else ()
        found.append(displacement(table.board, feature.id, zone, at, heading, pair))
        at = found[-1].to
    return tuple(found)


def _displacing(table: Table, unit: Unit) -> tuple[tuple[Feature, FeatureZone], ...]:
    return () if flees(table, unit) else shifting(table.features, unit.spot)


def certain_end(table: Table, unit: Unit) -> Point | None:
    """Where Push and Pull leave a unit; ``None`` where dice decide."""
    if displacement_dice(table, unit):
        return None
    return _end(table, unit, displacements(table, unit))


def _end(table: Table, unit: Unit, shifts: Sequence[Displacement] = ()) -> Point:
    """Where a unit is after the last shift, on the board even if that left it."""
    at = shifts[-1].to if shifts else unit.at
    assert at is not None
    return clamped(table.board, at)


# --- The end of the move ---


class TerrainDamage(NamedTuple):
    """One damage event of a zone (D-082): what a unit takes, and from which feature."""

    unit: str
    amount: int
    feature: str


@dataclass(frozen=True)
class Arrival:
    """Steps 1 to 4 of D-080.

    ``table``   with the unit at its place, or gone
    ``shifts``  by Push and Pull
    ``solid``   the feature that destroyed it, empty when none did
    ``damage``  of Hazardous zones, to be taken one after the other
    """

    table: Table
    state: UnitState = "in"
    shifts: tuple[Displacement, ...] = ()
    solid: str = ""
    damage: tuple[TerrainDamage, ...] = ()


def flees(table: Table, unit: Unit) -> bool:
    """Whether a unit leaves the match where its own move ends (D-086)."""
    return table.edge == "flee" and _is_off(table, unit)


def _is_off(table: Table, unit: Unit) -> bool:
    return unit.at is not None and unit.at not in table.board


def arrive(table: Table, unit: Unit, dice: Sequence[int] = ()) -> Arrival:
    """What becomes of a unit whose own move has ended where it stands.

    ``dice``  as many as ``displacement_dice`` says
    """
    found = landed(table, unit, displacements(table, unit, dice))
    if found.state != "in":
        return found
    group = found.table.group(found.table.units[unit.id])
    return replace(found, damage=tuple(one for each in group for one in hazards(found.table, each)))


def landed(table: Table, unit: Unit, shifts: tuple[Displacement, ...] = ()) -> Arrival:
    """What the edge and Solid terrain do to a unit where it stands, or is shifted to."""
    if flees(table, unit):
        return Arrival(_removed(table, unit, "fled"), "fled")
    end = _end(table, unit, shifts)
    unit = replace(unit, at=end, velocity=0 if _is_off(table, unit) else unit.velocity)
    if solid := solid_at(table.features, end):
        return Arrival(_removed(table, unit, "destroyed"), "destroyed", shifts, solid.id)
    return Arrival(table.put(unit), "in", shifts)


def _removed(table: Table, unit: Unit, state: UnitState) -> Table:
    """All that moved together share what becomes of it (D-074)."""
    for each in table.put(unit).group(unit):
        table = table.removed(each, state)
    return table


def hazards(table: Table, unit: Unit) -> tuple[TerrainDamage, ...]:
    """What Hazardous terrain does to a unit that has not used Navigate (CC-190, D-083)."""
    if unit.at is None or unit.navigated:
        return ()
    found = hazards_at(table.features, unit.at, table.size(unit))
    return tuple(TerrainDamage(unit.id, amount, feature) for feature, amount in found)


def refuse_end(
    table: Table, unit: Unit, confirmed: bool, end: Point | None = None
) -> Forbidden | None:
    """E-EXIT-CONFIRM and E-SOLID-CONFIRM of a unit whose own move would end where it stands.

    Push and Pull count where no dice decide (D-080); else the end of the own move does.

    ``end``  where it would be without Push and Pull
    """
    if confirmed:
        return None
    if flees(table, unit):
        why = f"{shown_point(unit.spot)} is off the board: {unit.id} would flee."
        return Forbidden("CC-218", why, instead="Add CONFIRM to leave.", code="E-EXIT-CONFIRM")
    end = end or certain_end(table, unit) or _end(table, unit)
    if not (solid := solid_at(table.features, end)):
        return None
    where = f"{shown_point(end)} is inside {kind_name(solid.kind)} {solid.id}"
    why = f"{where}, which is Solid: {unit.id} would be destroyed."
    return Forbidden("CC-185", why, instead="Add CONFIRM to do it.", code="E-SOLID-CONFIRM")


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
    """Move every Mobile feature, in map order; its Solid zones destroy what they catch."""
    mobile = {each.id: moved_feature(each) for each in table.features if each.mobile}
    gone = tuple(id for id, each in mobile.items() if is_off(table.board, each))
    now = tuple(mobile.get(each.id, each) for each in table.features if each.id not in gone)
    moved = tuple(each for each in now if each.id in mobile)
    after, destroyed = replace(table, features=now), []
    for feature in moved:
        for unit in tuple(after.in_space()):
            if unit.at is not None and solid_at((feature,), unit.at):
                after = after.removed(after.units[unit.id], "destroyed")
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
    for feature, amount in dangers_at(table.features, unit.spot, table.size(unit)):
        yield TerrainDamage(unit.id, amount, feature)
