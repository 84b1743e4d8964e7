"""What happens at the end of a move, in the order of D-080: displacement, leaving the board, Solid
and Hazardous terrain, PWS exchanges, launching and collecting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from games.core.geometry.plane import Point, within
from games.core.geometry.plane import Table as Board
from games.core.types import Forbidden
from games.cosmic_conflict import terrain
from games.cosmic_conflict.maps import kind_name
from games.cosmic_conflict.rules.attacks import covering_aws
from games.cosmic_conflict.space import DU, clamped, distance, shown, shown_point
from games.cosmic_conflict.table import Table, Unit, UnitState
from games.cosmic_conflict.terrain import FeatureZone, random_direction, solid_at

BOARDING: Final = 2 * DU
"""How near a Fighter is launched and collected (CC-117)."""
LAUNCH_HANGAR: Final = "FLH"


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
    to = terrain.displaced(board, zone, at, heading, pair)
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


def _displacing(table: Table, unit: Unit) -> tuple[tuple[terrain.Feature, FeatureZone], ...]:
    assert unit.at is not None
    return () if flees(table, unit) else terrain.shifting(table.features, unit.at)


def _certain_end(table: Table, unit: Unit) -> Point | None:
    """Where Push and Pull leave a unit; ``None`` where dice decide."""
    if displacement_dice(table, unit):
        return None
    return _end(table, unit, displacements(table, unit))


def _end(table: Table, unit: Unit, shifts: Sequence[Displacement] = ()) -> Point:
    """On the board: a unit that has left it for good is not asked for."""
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
    if flees(table, unit):
        return Arrival(table.removed(unit, "fled"), "fled")
    shifts = displacements(table, unit, dice)
    end = _end(table, unit, shifts)
    unit = replace(unit, at=end, velocity=0 if _is_off(table, unit) else unit.velocity)
    if solid := solid_at(table.features, end):
        return Arrival(table.removed(unit, "destroyed"), "destroyed", shifts, solid.id)
    return Arrival(table.put(unit), "in", shifts, damage=hazards(table, unit))


def hazards(table: Table, unit: Unit) -> tuple[TerrainDamage, ...]:
    """What Hazardous terrain does to a unit that has not used Navigate (CC-190, D-083)."""
    if unit.at is None or unit.navigated:
        return ()
    found = terrain.hazards(table.features, unit.at, table.size(unit))
    return tuple(TerrainDamage(unit.id, amount, feature) for feature, amount in found)


def refuse_end(table: Table, unit: Unit, confirmed: bool) -> Forbidden | None:
    """E-EXIT-CONFIRM and E-SOLID-CONFIRM of a unit whose own move would end where it stands.

    Push and Pull count where no dice decide (D-080); else the end of the own move does.
    """
    assert unit.at is not None
    if confirmed:
        return None
    if flees(table, unit):
        why = f"{shown_point(unit.at)} is off the board: {unit.id} would flee."
        return Forbidden("CC-218", why, instead="Add CONFIRM to leave.", code="E-EXIT-CONFIRM")
    end = _certain_end(table, unit) or _end(table, unit)
    if not (solid := solid_at(table.features, end)):
        return None
    where = f"{shown_point(end)} is inside {kind_name(solid.kind)} {solid.id}"
    why = f"{where}, which is Solid: {unit.id} would be destroyed."
    return Forbidden("CC-185", why, instead="Add CONFIRM to do it.", code="E-SOLID-CONFIRM")


# --- PWS exchanges (CC-123, D-052) ---


class PwsExchange(NamedTuple):
    """An exchange between the unit that has moved and an enemy.

    ``dice``  of the mover and of the enemy; all are rolled before any damage, the mover's first
    """

    mover: str
    enemy: str
    dice: tuple[int, int]

    @property
    def enemy_elects(self) -> bool:
        """The automatic rule of the policy ``pws`` (4.3)."""
        return self.dice[1] > self.dice[0]

    def damage(self, rolled: Sequence[int]) -> tuple[int, int]:
        """What the enemy takes first, then the mover, even from an enemy destroyed by it."""
        own = self.dice[0]
        return sum(rolled[:own]), sum(rolled[own:])


def pws_dice(table: Table, unit: Unit, against: Unit) -> int:
    """The dice of a unit in an exchange (CC-144, D-051, D-052)."""
    design = table.design(unit)
    dice = design.count("PWS", off=unit.off)
    if table.design(against).fighter:
        dice += covering_aws(table, unit) + design.count("FPWS", off=unit.off)
    return dice


def exchange(table: Table, mover: Unit, enemy: Unit) -> PwsExchange | None:
    """The exchange that two units could have now, if any (CC-123, CC-124)."""
    if mover.at is None or enemy.at is None or not within(mover.at, enemy.at, table.pws_range):
        return None
    dice = pws_dice(table, mover, enemy), pws_dice(table, enemy, mover)
    return PwsExchange(mover.id, enemy.id, dice) if any(dice) else None


def exchanges(table: Table, mover: Unit) -> tuple[PwsExchange, ...]:
    """All that are possible at the end of a move, in fleet order."""
    found = (exchange(table, mover, enemy) for enemy in table.enemies(mover))
    return tuple(each for each in found if each is not None)


def refuse_elections(table: Table, unit: Unit, wanted: Sequence[str]) -> Forbidden | None:
    """E-PWS of a unit whose own move would end where it stands.

    Where dice decide how Push leaves it, what has become impossible lapses instead.
    """
    end = _certain_end(table, unit) if wanted else None
    for place, name in enumerate(wanted):
        why = _no_exchange(table, replace(unit, at=end), name)
        if name in wanted[:place]:
            why = f"{name} is named twice; there is one exchange with each enemy."
        if why:
            return Forbidden("CC-123", why, code="E-PWS")
    return None


def _no_exchange(table: Table, unit: Unit, name: str) -> str:
    """Why a unit cannot have an exchange; it has no place where dice decide it."""
    enemy = table.units.get(name)
    if enemy is None or enemy.side == unit.side or enemy.at is None:
        return f"{name} is not an enemy on the board."
    if unit.at is None or exchange(table, unit, enemy):
        return ""
    far = distance(unit.at, enemy.at)
    if far > table.pws_range:
        reach = shown(table.pws_range)
        return f"{name} would be {shown(far)} away; a PWS exchange is within {reach}."
    return f"Neither {unit.id} nor {name} has a Proximity Weapon System that works."


# --- Launching and collecting (CC-116, CC-117, CC-120, D-055) ---


def refuse_launch(table: Table, carrier: Unit, fighter: Unit, at: Point) -> Forbidden | None:
    """E-LAUNCH, after the carrier's move and what terrain did to it."""
    why = ""
    if fighter.aboard != carrier.id or carrier.at is None:
        why = f"{fighter.id} is not aboard {carrier.id}."
    elif _free_hangar(table, carrier) is None:
        why = _no_hangar(table, carrier)
    elif (far := distance(carrier.at, at)) > BOARDING:
        why = f"{shown_point(at)} is {shown(far)} from {carrier.id}, over {shown(BOARDING)}."
    elif at not in table.board:
        why = f"{shown_point(at)} is off the board."
    elif solid := solid_at(table.features, at):
        why = f"{shown_point(at)} is inside {kind_name(solid.kind)} {solid.id}, which is Solid."
    return Forbidden("CC-117", why, code="E-LAUNCH") if why else None


def can_launch(table: Table, carrier: Unit, fighter: Unit) -> bool:
    """Whether there is a Launch Hangar for a Fighter aboard, wherever it goes."""
    aboard = fighter.aboard == carrier.id and carrier.in_space
    return aboard and _free_hangar(table, carrier) is not None


def launched(table: Table, carrier: Unit, fighter: Unit, at: Point) -> Table:
    """Nothing else happens where a Fighter is launched (D-052)."""
    return table.put(_hangar_used(table, carrier), replace(fighter, at=at, aboard=""))


def refuse_collect(table: Table, carrier: Unit, fighter: Unit) -> Forbidden | None:
    """E-COLLECT, after the move of either."""
    why, capacity = "", table.design(carrier).hangars(carrier.off)
    if fighter.carrier != carrier.id:
        why = f"{fighter.id} does not belong to {carrier.id}."
    elif fighter.at is None or carrier.at is None:
        why = f"{fighter.id} and {carrier.id} are not both on the board."
    elif _free_hangar(table, carrier) is None:
        why = _no_hangar(table, carrier)
    elif len(table.aboard(carrier.id)) >= capacity:
        why = f"{carrier.id} carries {capacity} Fighters at most."
    elif (far := distance(carrier.at, fighter.at)) > BOARDING:
        why = f"{fighter.id} is {shown(far)} from {carrier.id}, over {shown(BOARDING)}."
    return Forbidden("CC-117", why, code="E-COLLECT") if why else None


def collected(table: Table, carrier: Unit, fighter: Unit) -> Table:
    inside = replace(fighter, at=None, aboard=carrier.id, boarded=table.turn)
    return table.put(_hangar_used(table, carrier), inside)


def _free_hangar(table: Table, carrier: Unit) -> int | None:
    """The place of a Launch Hangar that works and is unused this turn."""
    items = enumerate(table.design(carrier).items)
    busy = {*carrier.off, *carrier.used}
    free = (at for at, item in items if item.type == LAUNCH_HANGAR and at not in busy)
    return next(free, None)


def _no_hangar(table: Table, carrier: Unit) -> str:
    working = table.design(carrier).count(LAUNCH_HANGAR, off=carrier.off)
    if not working:
        return f"{carrier.id} has no Fighter Launch Hangar that works."
    return f"{carrier.id} has used its {working} Fighter Launch Hangars this turn."


def _hangar_used(table: Table, carrier: Unit) -> Unit:
    place = _free_hangar(table, carrier)
    assert place is not None
    return replace(carrier, used=(*carrier.used, place))
