"""A match that could be behind a view: sheets invented from what everybody knows."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Final, get_args

from games.core.steps import Do, imagined_sheets
from games.core.types import Seat
from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.content.limits import FleetUnit
from games.cosmic_conflict.content.random_designs import random_design
from games.cosmic_conflict.notation import ActivationStep, StepList
from games.cosmic_conflict.reimagining import contacts
from games.cosmic_conflict.rules import cloak, movement
from games.cosmic_conflict.rules.attacks.shots import Fire
from games.cosmic_conflict.rules.movement import Bearing, Fly, Move, MovePlan, move_of
from games.cosmic_conflict.rules.orders import commands
from games.cosmic_conflict.rules.orders.usage import (
    completed,
    refuse_order,
    refuse_token,
    slot_types,
)
from games.cosmic_conflict.rules.reactions import Reroll
from games.cosmic_conflict.rules.setup import deployment, fleets, preparation
from games.cosmic_conflict.rules.setup.fleets import BuildFleet
from games.cosmic_conflict.rules.setup.preparation import refuse_fleet
from games.cosmic_conflict.rules.turns.activation import Done
from games.cosmic_conflict.rules.windows import weapons
from games.cosmic_conflict.space import DU, edge_length, from_edge
from games.cosmic_conflict.state import State
from games.cosmic_conflict.table.conditions import COMMUNICATIONS
from games.cosmic_conflict.table.course import Progress, seat_of, side_of
from games.cosmic_conflict.table.orders import EXTRA_SLOTS, MAIN, ORDERS, REPEATABLE, Orders
from games.cosmic_conflict.table.tasks import STEP, Firing, Steps
from games.cosmic_conflict.table.units import OrderName, Placement, Table, Unit, Vanished
from games.cosmic_conflict.view import Cloaked, Leg, Scan, Sheet, View

EDITS: Final = 12
"""Changes of a sheet that are imagined, besides those that it must have had."""
TRIES: Final = 30
OWN: Final = 8
"""Designs that are imagined for a fleet to choose from."""
UNITS: Final = 8
"""Units to look at for an imagined fleet, besides its first ship."""
NAMES: Final[tuple[OrderName, ...]] = get_args(OrderName)


def reimagine(view: View, rng: random.Random) -> State:
    view = contacts.with_ships(view, rng)
    invent = _WRITING.get(view.course.phase)
    if view.course.phase == "deploy" and not deployment.is_secret(view):
        invent = None
    if view.course.phase == "fleet" and view.course.agenda:  # the last has locked
        found = tuple(
            sheet or replace(_written(view, rng, Seat(seat), True), locked=True)
            for seat, sheet in enumerate(view.sheets)
        )
    elif invent is not None:
        found = imagined_sheets(view.sheets, rng, partial(_written, view, rng))
    else:
        found = tuple(
            _playing(view, Seat(seat), rng) if sheet is None else sheet
            for seat, sheet in enumerate(view.sheets)
        )
    return State(view.table, view.course, tuple(found))


# --- Sheets that are being written ---


def _written(view: View, rng: random.Random, seat: Seat, locked: bool) -> Sheet:
    """What a seat may have written; once all who are asked have locked, it is revealed."""
    if view.course.phase == "orders":
        locked = locked and len(commands.asked_seats(view.table)) == len(view.sheets)
    sheet = _WRITING[view.course.phase](view, seat, rng, locked)
    scans = _scans(view, seat, rng)
    edits, cloaks = 2 + locked + rng.randrange(EDITS), _courses(view, seat, rng)
    return replace(sheet, scans=scans, cloaks=cloaks, locked=locked, edits=edits)


def _fleet(view: View, seat: Seat, rng: random.Random, locked: bool) -> Sheet:
    """A ready-made fleet, or units of any designs; one that was unlocked is kept."""
    agreed = view.course.agreement
    faction = random_faction(agreed, rng)
    possible = fleets.choices(agreed, faction)
    if not locked and (not possible or rng.random() < 0.5):
        return Sheet()
    if possible and rng.random() < 0.5:
        code = rng.choice(possible)
        units = agreed.catalogue.fleets[code].units
        return Sheet(code, units, auto=rng.random() < 0.5, faction=faction)
    built = own_fleet(agreed, rng, faction)
    name = rng.choice(("", "Home Guard"))
    return Sheet(fleet=built.units, designs=built.designs, faction=faction, name=name)


def random_faction(agreement: Agreement, rng: random.Random) -> str:
    """The code of a faction for whose points there is a ship, or none."""
    if not agreement.factions:
        return ""
    known = agreement.catalogue
    able = (code for code in known.factions if _alone(agreement, known.designs, code))
    return rng.choice(["", *able])


def _alone(agreement: Agreement, known: Mapping[str, Design], faction: str) -> list[Design]:
    """The ships that could be all of a fleet."""
    points, terms = agreement.points, agreement.fleet_terms(faction)
    alone = ((each, (FleetUnit(code),)) for code, each in known.items())
    return [each for each, fleet in alone if not refuse_fleet(known, fleet, points, terms)]


def own_fleet(agreement: Agreement, rng: random.Random, faction: str = "") -> BuildFleet:
    """Random units for the points that are agreed on, the first of them a ship; of the catalogue,
    or also of random designs; in a faction for which there is a ship."""
    terms, known = agreement.fleet_terms(faction), agreement.catalogue.designs
    if rng.random() < 0.5:
        drawn = (random_design(rng, fighter=rng.random() < 0.2) for _ in range(OWN))
        known = {**{each.code: each for each in drawn}, **known}
    found = [FleetUnit(rng.choice(_alone(agreement, known, faction)).code)]
    for design in rng.choices(tuple(known.values()), k=UNITS):
        more = [*found, FleetUnit(design.code, carrier=_carrier(known, design, found, rng))]
        if not refuse_fleet(known, more, agreement.points, terms):
            found = more
    for at in rng.choices(range(len(found)), k=UNITS) if agreement.crew else ():
        traits = (*found[at].traits, rng.choice(list(terms.traits)))
        more = [*found[:at], replace(found[at], traits=traits), *found[at + 1 :]]
        if not refuse_fleet(known, more, agreement.points, terms):
            found = more
    codes = dict.fromkeys(unit.design for unit in found)
    own = (known[code] for code in codes if code not in agreement.catalogue.designs)
    return BuildFleet(tuple(found), tuple(own), faction)


def _carrier(
    known: Mapping[str, Design], design: Design, fleet: Sequence[FleetUnit], rng: random.Random
) -> int:
    """The place of a ship with hangars; 0 for none."""
    able = [at for at, each in enumerate(fleet, 1) if known[each.design].hangars()]
    return rng.choice(able) if able and design.fighter else 0


def _places(view: View, seat: Seat, rng: random.Random, locked: bool) -> Sheet:
    """Random legal places of some units, of all where the sheet is locked."""
    table, places = view.table, list[Placement]()
    while (unit := deployment.next_unit(table, side_of(seat))) and (locked or rng.random() < 0.8):
        places.append(_placement(table, unit, rng))
        table = preparation.placed(table, places[-1])
    for fighter in deployment.fighters(table, side_of(seat)):
        found = _placement(table, fighter, rng)
        if (
            rng.random() < 0.3
            and preparation.refuse_placement(table, found, in_order=False) is None
        ):
            places.append(found)
            table = preparation.placed(table, found)
    return Sheet(places=tuple(places))


def _placement(table: Table, unit: Unit, rng: random.Random) -> Placement:
    board, carrier = table.board, table.units.get(unit.carrier)
    for _ in range(TRIES):
        far = rng.randint(0, preparation.ZONE)
        at = from_edge(board, unit.side, rng.randint(0, edge_length(board, unit.side)), far)
        if carrier is not None and carrier.at is not None:
            reach = preparation.ZONE // 2
            at = carrier.at.plus(rng.randint(-reach, reach), rng.randint(-reach, reach))
        if table.design(unit).fighter:
            found = Placement(unit.id, at)
        else:
            fastest = preparation.fastest_start(table.size(unit))
            found = Placement(unit.id, at, rng.randrange(360), rng.randint(0, fastest))
        if preparation.refuse_placement(table, found, in_order=False) is None:
            return found
    if carrier is not None and carrier.at is not None:
        return Placement(unit.id, carrier.at)
    return preparation.automatic(table, unit)


def _orders(view: View, seat: Seat, rng: random.Random, locked: bool) -> Sheet:
    """Some legal Orders; a ship that was left blank gets a Token by the lock."""
    table, found = view.table, dict[str, Orders]()
    for unit in commands.commanded(table, side_of(seat)):
        orders = Orders()
        for slot in (MAIN, *slot_types(unit, table.design(unit))):
            if rng.random() < 0.6:
                orders = _given(table, unit, orders, slot, rng)
        if not orders.at(MAIN) and rng.random() < 0.5 and refuse_token(table, unit) is None:
            orders = orders.with_token()
        orders = completed(table, unit, orders) if locked else orders
        if orders != Orders():
            found[unit.id] = orders
    return Sheet(orders=dict(sorted(found.items())))


def _given(table: Table, unit: Unit, orders: Orders, slot: int, rng: random.Random) -> Orders:
    legal = [name for name in NAMES if refuse_order(table, unit, orders, slot, name) is None]
    return orders.given(slot, rng.choice(legal)) if legal else orders


_WRITING = {"fleet": _fleet, "deploy": _places, "orders": _orders}

# --- After the last lock ---


def _playing(view: View, seat: Seat, rng: random.Random) -> Sheet:
    """What the units of a seat still hide, and the steps that wait."""
    hidden = {
        unit.id: _hidden(view, unit, rng)
        for unit in view.table.of(side_of(seat))
        if unit.state == "in" and unit.slots
    }
    orders = {id: each for id, each in sorted(hidden.items()) if each.hidden}
    return Sheet(
        orders=orders,
        steps=_steps(view, seat, rng),
        scans=_scans(view, seat, rng),
        cloaks=_courses(view, seat, rng),
        edits=rng.randrange(EDITS),
    )


def _hidden(view: View, unit: Unit, rng: random.Random) -> Orders:
    """The main slot hides an Order, an extra one an Order of its type or nothing (D-054).

    After Communications Damage it is known that only a Jump can be left; after the clean-up a Jump
    or Cloak.
    """
    table = view.table
    silent, clean = unit.suffers(COMMUNICATIONS), _is_clean(view.course)
    known = _scanned(view, unit)
    if known is not None:
        found = list(_assigned(table.design(unit), unit, known))
        if found:
            chosen = Orders(hidden=rng.choice(found))
            return chosen.jump if silent else chosen.late if clean else chosen
    if silent or clean:
        late = ("jump",) if silent else ("jump", "cloak")
        able = [name for name in _possible(table, unit, Orders(), MAIN) if name in late]
        chance = rng.random() < 0.5
        return Orders(hidden=((MAIN, rng.choice(able)),) if able and chance else ())
    orders = Orders()
    for slot in unit.slots:
        if slot == MAIN or rng.random() < 0.7:
            legal = list(_possible(table, unit, orders, slot))
            orders = orders.given(slot, rng.choice(legal)) if legal else orders
    return orders


def _is_clean(course: Progress) -> bool:
    """Whether step R7 is over, which leaves Jumps and Cloaks only."""
    return course.phase == "resolution" and Do("R7") not in course.agenda


def _possible(table: Table, unit: Unit, orders: Orders, slot: int) -> Iterator[OrderName]:
    """What a slot may hide: a Condition received since does not count."""
    design = table.design(unit)
    for name in ("jump",) if design.fighter else NAMES:
        again = name in (*unit.revealed, *orders.names) and name != REPEATABLE
        again = again or (name == "repair" and not table.repair)
        again = again or (name == "cloak" and (slot != MAIN or not _has_device(table, unit)))
        if not again and _fits(design, slot, name):
            yield name


def _has_device(table: Table, unit: Unit) -> bool:
    """Whether it could be given Cloak: a device that does not work now may have worked then."""
    return table.cloak and table.design(unit).count("CLK") > 0


def _fits(design: Design, slot: int, name: OrderName) -> bool:
    return slot == MAIN or EXTRA_SLOTS[design.items[slot].type] == ORDERS[name].type


# --- What the viewer has scanned ---


def _scanned(view: View, unit: Unit) -> tuple[OrderName, ...] | None:
    """What the viewer's ships have read of a ship this turn, the last time."""
    own = (sheet for sheet in view.sheets if sheet is not None)
    scans = [each for sheet in own for each in sheet.scans]
    found = [each for each in scans if (each.unit, each.turn) == (unit.id, view.table.turn)]
    return found[-1].orders if found else None


def _assigned(
    design: Design, unit: Unit, names: tuple[OrderName, ...]
) -> Iterator[tuple[tuple[int, OrderName], ...]]:
    """What may be left of the Orders that a scan has found, which it names by slot."""
    extra = [at for at, item in enumerate(design.items) if item.type in EXTRA_SLOTS]
    for slots in combinations((MAIN, *extra), len(names)):
        given = tuple(zip(slots, names, strict=True))
        left = tuple(each for each in given if each[0] in unit.slots)
        again = any(name in unit.revealed and name != REPEATABLE for _, name in left)
        missing = MAIN in unit.slots and MAIN not in slots
        if not again and not missing and all(_fits(design, *each) for each in given):
            yield left


def _scans(view: View, seat: Seat, rng: random.Random) -> tuple[Scan, ...]:
    """Scans of any enemy ships: who was scanned is public in the log only."""
    table = view.table
    others = table.others(side_of(seat))
    enemies = [each.id for side in others for each in table.of(side) if table.size(each)]
    now = any("scanners" in each.revealed for each in table.of(side_of(seat)))
    turns = range(1, table.turn + now)
    if not enemies or not turns or rng.random() < 0.5:
        return ()
    when = sorted(rng.choices(turns, k=rng.randint(1, 2)))
    agreed = {"repair": view.table.repair, "cloak": view.table.cloak}
    names = [name for name in NAMES if agreed.get(name, True)]
    return tuple(Scan(rng.choice(enemies), turn, _read(names, rng)) for turn in when)


def _read(names: Sequence[OrderName], rng: random.Random) -> tuple[OrderName, ...]:
    return tuple(rng.sample(names, rng.randint(0, 2)))


# --- Courses of cloaked ships, by when and where they vanished (D-101) ---


def _courses(view: View, seat: Seat, rng: random.Random) -> Mapping[str, Cloaked]:
    """A course of each cloaked ship of a seat."""
    own = view.table.of(side_of(seat))
    return {
        unit.id: _course(view, unit, unit.vanished, rng)
        for unit in sorted(own, key=lambda each: each.id)
        if unit.vanished
    }


def _course(view: View, unit: Unit, vanished: Vanished, rng: random.Random) -> Cloaked:
    """A course of as many moves as were made, and more unless the ship is about to come back."""
    done = cloak.moves_made(view.course, view.table.turn, vanished.turn)
    least = 0 if done and cloak.is_returning(view.course) else 1
    left = rng.randint(least, max(cloak.LONGEST - done, least))
    ship = cloak.on(cloak.alone(unit), Leg(vanished.at, unit.heading, unit.velocity))
    legs = [Leg(vanished.at, unit.heading, unit.velocity)]
    for _ in range(done + left):
        (leg,) = cloak.legs(view.table, ship, (_cloaked_move(view.table, ship, rng),))
        ship = cloak.on(ship, leg)
        legs.append(leg)
    return Cloaked(legs[done], tuple(legs[done + 1 :]))


def _cloaked_move(table: Table, unit: Unit, rng: random.Random) -> Move:
    able = [
        change
        for change in (-1, 0, 1)
        if not movement.refuse_velocity(table, unit, change)
        and not movement.refuse_locked(table, unit, change)
    ]
    change = rng.choice(able)
    velocity = unit.velocity + change
    far = rng.randint(0, table.maneuver(unit, velocity) * DU)
    most = min(STEP * table.heading_value(unit, velocity), 179)
    shift = Bearing(rng.randrange(360), far) if far else None
    return move_of(MovePlan(change, shift, rng.randint(-most, most)))


# --- Steps that wait ---


def _steps(view: View, seat: Seat, rng: random.Random) -> StepList:
    """Some where the agenda says so; what a move was interrupted for is known to be that move."""
    table, course = view.table, view.course
    acting = course.acting and table.units[course.acting.unit]
    waits = any(isinstance(each, Steps) for each in course.agenda)
    if not acting or not waits or seat_of(acting.side) != seat:
        return ()
    assert course.acting is not None
    end: tuple[ActivationStep, ...] = (_move(table, acting, rng), Done())
    if course.acting.stage == "closing":
        return end[: rng.randint(1, 2)]
    if course.acting.stage != "attacks":
        return (Done(),)
    shots = list(_shots(table, acting, rng))
    if shots and _may_reroll(course) and rng.random() < 0.2:
        shots.insert(0, Reroll(rng.choice(("acc", "dmg1"))))
    return (*shots, *end)[: rng.randint(1, len(shots) + 2)]


def _may_reroll(course: Progress) -> bool:
    """Whether the dice of its own attack are still to come: later it would have been asked."""
    firing = next((each for each in reversed(course.agenda) if isinstance(each, Firing)), None)
    own = firing and course.acting and firing.attacker == course.acting.unit
    return bool(firing and own and firing.stage in ("declared", "legal", "evasive", "roll"))


def _move(table: Table, unit: Unit, rng: random.Random) -> Move | Fly:
    if not table.design(unit).fighter:
        return Move(rng.choice((-1, 0, 1)), turn=rng.choice((-30, 0, 30)))
    return Fly(unit.spot.plus(rng.randint(-3, 3) * DU, rng.randint(-3, 3) * DU))


def _shots(table: Table, unit: Unit, rng: random.Random) -> Iterator[ActivationStep]:
    enemies, labels = list(table.enemies(unit)), table.design(unit).labels
    for place in weapons(table, unit):
        if enemies and place not in unit.used and rng.random() < 0.5:
            yield Fire(labels[place], (rng.choice(enemies).id,))
