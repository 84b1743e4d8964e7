"""Before turn 1: the board, the fleets, and deployment (4.1, CC-211, D-088)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, product
from string import ascii_uppercase
from typing import Any, Final

from games.core.geometry.plane import Board, Point, Rectangle, rounded
from games.core.types import Forbidden, Seats
from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.content import hulls, maps
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.contacts import STAND_INS
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.content.limits import ANYTHING, FleetTerms, FleetUnit, fleet_faults
from games.cosmic_conflict.content.maps import AUTOMATIC_DEPTH as AUTOMATIC_DEPTH
from games.cosmic_conflict.content.terrain import solid_at
from games.cosmic_conflict.rules.fighters import refuse_deployed
from games.cosmic_conflict.space import (
    DU,
    EDGES,
    LETTERS,
    along,
    depth,
    edge_length,
    from_edge,
    shown,
)
from games.cosmic_conflict.table.conditions import PROPULSION
from games.cosmic_conflict.table.units import STARTING_VELOCITY, Condition, Placement, Table, Unit

ZONE: Final = 8 * DU
"""How deep a deployment zone is (CC-211)."""


def opening(agreement: Agreement, seats: Seats | None = None) -> Table:
    """The table before the fleets are chosen, for an agreement without faults."""
    teams = seats.teams if seats else ()
    players = tuple(teams.count(team) for team in sorted(set(teams)))
    board = Board(agreement.board_w, agreement.board_h, 1)
    terrain = agreement.space_map.features if agreement.terrain_setup == "map" else ()
    table = Table(
        board,
        terrain,
        BASE.designs,
        side_count=agreement.sides,
        players=players if any(count > 1 for count in players) else (),
        **agreed_fields(agreement),
    )
    return with_objectives(table, agreement)


AGREED = (
    *("edge", "pws_range", "pws_election", "repair", "cards"),
    *("formations", "escorts", "cloak", "stealth"),
)
"""Settings that a table has too, under the same names."""


def agreed_fields(agreement: Agreement) -> dict[str, Any]:
    """The fields of a table that the players agree on."""
    fields = {name: getattr(agreement, name) for name in AGREED}
    return {"condition_table": agreement.results, **fields}


def with_objectives(table: Table, agreement: Agreement) -> Table:
    """The table with the objectives of the scenario: Contested Marks, or the VIP in the middle."""
    match agreement.scenario:
        case "contested_marks":
            marks = maps.marks(table.board, table.features, agreement.points)
            return replace(table, objectives=marks)
        case "rescue":
            return table.with_vip(table.middle)
    return replace(table, objectives=())


# --- Fleets ---


def refuse_fleet(
    designs: Mapping[str, Design],
    units: Sequence[FleetUnit],
    points: int,
    terms: FleetTerms = ANYTHING,
) -> Forbidden | None:
    """The first fault of a submitted fleet, in the order of canon 4.8."""
    return next(fleet_faults(designs, units, points, terms), None)


def brought(taken: Mapping[str, Design], own: Iterable[Design]) -> dict[str, Design]:
    """The designs that a side brings along, by the codes of its fleet. One whose code another has
    taken gets a code of its own."""
    found, codes = dict[str, Design](), dict(taken)
    for design in own:
        ends = ("".join(each) for each in product(ascii_uppercase, repeat=2))
        named = design
        while codes.get(named.code, named) != named:
            named = replace(design, code=f"{design.code[:2]}{next(ends)}")
        found[design.code] = codes[named.code] = named
    return found


def with_fleet(
    table: Table,
    known: Mapping[str, Design],
    side: int,
    fleet: Sequence[FleetUnit],
    terms: FleetTerms,
) -> Table:
    """A table with the units of a legal fleet and the designs that they have; ships of a faction
    or with traits have designs of their own."""
    found = []
    for at, each in enumerate(fleet, 1):
        if each.design in STAND_INS:
            found.append(each)
            continue
        table, design = with_design(table, terms.manned(known, each), f"{LETTERS[side - 1]}{at}")
        found.append(replace(each, design=design.code))
    own = units(table.designs, side, found)
    return table.put(*dealt(own, len(table.members(side))))


def with_design(table: Table, design: Design, id: str) -> tuple[Table, Design]:
    """A table that has a design: as it is there already, or under a new code where another has
    its code, named after a unit."""
    for code, each in table.designs.items():
        named = code == design.code or code.startswith(f"{design.code[:19]}-")
        if named and replace(each, code=design.code) == design:
            return table, each
    if design.code in table.designs:
        design = replace(design, code=f"{design.code[:19]}-{id}")
    return replace(table, designs={**table.designs, design.code: design}), design


def dealt(units: Sequence[Unit], players: int) -> tuple[Unit, ...]:
    """The units of a side with their owners: dealt in fleet order, Fighters with their carriers."""
    free = [unit.id for unit in units if not unit.carrier]
    owners = {id: number % players + 1 for number, id in enumerate(free)}
    return tuple(replace(unit, owner=owners[unit.carrier or unit.id]) for unit in units)


def units(designs: Mapping[str, Design], side: int, fleet: Sequence[FleetUnit]) -> tuple[Unit, ...]:
    """The units of a legal fleet as they begin: undamaged, with Fighters aboard.

    Their IDs count them in fleet order (CC-004, CC-115, CC-119).
    """
    letter = LETTERS[side - 1]
    known = {**STAND_INS, **designs}
    return tuple(
        _unit(known[each.design], f"{letter}{at}", side, each) for at, each in enumerate(fleet, 1)
    )


def _unit(design: Design, id: str, side: int, each: FleetUnit) -> Unit:
    carrier = f"{LETTERS[side - 1]}{each.carrier}" if each.carrier else ""
    return Unit(
        id,
        design.code,
        side,
        each.name,
        heading=0 if design.fighter else EDGES[side],
        velocity=0 if design.fighter else STARTING_VELOCITY,
        absorbers=tuple(boxes for _, boxes in design.absorbers),
        conditions=starting(design),
        aboard=carrier,
        carrier=carrier,
        shots=design.shots,
    )


def starting(design: Design) -> tuple[Condition, ...]:
    """The Conditions that a ship begins with (CC-238)."""
    results = design.faction.start if design.faction and not design.fighter else ()
    return tuple(Condition(each, "a" if each == PROPULSION else "", start=True) for each in results)


def unplaced(table: Table, side: int | None = None) -> tuple[Unit, ...]:
    """The units that still need a place: all but those aboard a carrier."""
    return tuple(
        unit
        for unit in table.units.values()
        if unit.at is None and not unit.aboard and side in (None, unit.side)
    )


def placeable(table: Table, side: int) -> tuple[Unit, ...]:
    """What a side may place now: its largest ships, then Fighters after all ships."""
    if ships := _ships(table, unplaced(table)):
        own = [ship for ship in ships if ship.side == side]
        largest = max((table.open_size(ship) for ship in own), default=0)
        return tuple(ship for ship in own if table.open_size(ship) == largest)
    return tuple(each for each in table.of(side) if each.at is None)


def deployer(table: Table) -> int | None:
    """The side that places the next ship, by turns; ``None`` after the last."""
    left = {side: len(_ships(table, unplaced(table, side))) for side in table.rotation()}
    done = {side: len(_ships(table, table.of(side))) - left[side] for side in left}
    return min((side for side in left if left[side]), key=done.__getitem__, default=None)


def refuse_placement(
    table: Table, placement: Placement, *, in_order: bool = True
) -> Forbidden | None:
    """The first fault of a placement, in the order of canon 4.8.

    ``in_order``  the sides deploy in turn; in secret, units may also be placed anew
    """
    unit = table.units[placement.unit]
    if refused := _refuse_order(table, unit) if in_order else _refuse_early(table, unit):
        return refused
    return (
        _refuse_place(taken_back(table, unit), unit, placement.at)
        or _refuse_solid(table, placement.at)
        or _refuse_velocity(table, unit, placement.velocity)
    )


def placed(table: Table, placement: Placement) -> Table:
    """The table with a unit placed; Fighters of a ship that is placed anew go aboard."""
    unit = table.units[placement.unit]
    if table.design(unit).fighter:
        return table.put(replace(unit, at=placement.at, aboard=""))
    fighters = (each for each in table.of(unit.side) if each.carrier == unit.id)
    heading = unit.heading if placement.heading is None else placement.heading
    ship = replace(unit, at=placement.at, heading=heading, velocity=placement.velocity)
    return table.put(ship, *map(_taken_back, fighters))


def taken_back(table: Table, unit: Unit) -> Table:
    """The table with a unit taken back from its place."""
    return table.put(_taken_back(unit))


def _taken_back(unit: Unit) -> Unit:
    return replace(unit, at=None, aboard=unit.carrier)


def automatic(table: Table, unit: Unit) -> Placement:
    """The slot of a unit whose player is out of time (4.1); it shifts east (north), else
    west (south).

    Fighters without a carrier have slots among themselves.
    """
    fighter = table.design(unit).fighter
    own = [
        each.id
        for each in table.of(unit.side)
        if table.design(each).fighter == fighter and not each.carrier
    ]
    at = _slot(table.board, unit.side, own.index(unit.id) + 1, len(own))
    places = _along(table.board, unit.side, at)
    free = (each for each in places if solid_at(table.features, each) is None)
    return Placement(unit.id, next(free, at))


def zone(board: Board, side: int) -> Rectangle:
    """Where a side deploys (CC-211)."""
    ends = from_edge(board, side, 0, 0), from_edge(board, side, edge_length(board, side), ZONE)
    (x0, x1), (y0, y1) = (sorted(each) for each in zip(*ends, strict=True))
    return Rectangle(x0, y0, x1, y1)


def example(board: Board, side: int) -> Point:
    """A place in the zone of a side, such as a text can name."""
    return _slot(board, side, 1, 1)


def _slot(board: Board, side: int, number: int, count: int) -> Point:
    far = rounded(edge_length(board, side) * number, count + 1)
    return from_edge(board, side, far, AUTOMATIC_DEPTH)


def _along(board: Board, side: int, at: Point) -> Iterator[Point]:
    """A point, then those at whole du further along the edge of a side: east, else north; west,
    else south."""
    now, length = along(side, at), edge_length(board, side)
    places = chain(range(now, length + 1, DU), range(now - DU, -1, -DU))
    return (from_edge(board, side, each, depth(board, side, at)) for each in places)


def _ships(table: Table, units: Sequence[Unit]) -> tuple[Unit, ...]:
    return tuple(unit for unit in units if not table.design(unit).fighter)


def _refuse_order(table: Table, unit: Unit) -> Forbidden | None:
    possible = placeable(table, unit.side)
    if unit in possible:
        return None
    if unit.at is not None:
        why = f"{unit.id} has been placed."
    elif table.design(unit).fighter:
        why = "Fighters are placed after all ships."
    else:
        size, largest = table.open_size(unit), table.open_size(possible[0])
        has = "counts as" if unit.hidden else "has"
        why = f"{unit.id} {has} Size {size}; your ships of Size {largest} come first."
    now = ", ".join(each.id for each in possible)
    instead = f"Possible now: {now}." if now else ""
    return Forbidden("CC-211", why, instead=instead, code="E-SIZE-ORDER")


def _refuse_early(table: Table, unit: Unit) -> Forbidden | None:
    carrier = table.units.get(unit.carrier)
    if carrier is None or carrier.at is not None:
        return None
    why = f"{unit.id} is placed after {carrier.id}, its carrier."
    return Forbidden("D-088", why, code="E-SIZE-ORDER")


def _refuse_place(table: Table, unit: Unit, at: Point) -> Forbidden | None:
    """A Fighter starts near its carrier, anything else in the zone of its side."""
    if at not in table.board:
        width, height = shown(table.board.width), shown(table.board.height)
        why = f"That is off the board, which is {width} by {height}."
        return Forbidden("CC-211", why, code="E-ZONE")
    if carrier := table.units.get(unit.carrier):
        return refuse_deployed(table, carrier, at)
    if (far := depth(table.board, unit.side, at)) > ZONE:
        why = f"That is {shown(far)} from your starting edge."
        instead = f"Your zone is {shown(ZONE)} deep."
        return Forbidden("CC-211", why, instead=instead, code="E-ZONE")
    return None


def _refuse_solid(table: Table, at: Point) -> Forbidden | None:
    if (solid := solid_at(table.features, at)) is None:
        return None
    why = f"That is inside a {maps.kind_name(solid.kind)} ({solid.id}), which is Solid."
    return Forbidden("D-088", why, code="E-SOLID")


def _refuse_velocity(table: Table, unit: Unit, velocity: int) -> Forbidden | None:
    """Why a unit cannot start with a velocity (CC-017, D-015)."""
    if table.design(unit).fighter:
        return None
    most = fastest_start(table.size(unit))
    if 0 <= velocity <= most:
        return None
    why = f"{unit.id} cannot start with Velocity {velocity}."
    return Forbidden("D-015", why, instead=f"It starts with 0 to {most}.", code="E-VELOCITY")


def fastest_start(size: int) -> int:
    """The highest Velocity that a ship starts with (D-015)."""
    return -(-hulls.vmax(size) // 2)
