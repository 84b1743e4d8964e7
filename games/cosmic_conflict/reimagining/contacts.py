"""Ships that could be behind contacts, by what everybody knows (D-100)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from games.core.steps import Do
from games.cosmic_conflict.content import hulls
from games.cosmic_conflict.content.contacts import BOGEY, contact, is_contact
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.content.random_designs import random_design
from games.cosmic_conflict.content.terrain import dangers_at, hazards_at
from games.cosmic_conflict.content.weapons import Weapon
from games.cosmic_conflict.odds import Modifier, Terms
from games.cosmic_conflict.rules.orders.usage import slot_types
from games.cosmic_conflict.rules.setup import preparation
from games.cosmic_conflict.space import LETTERS
from games.cosmic_conflict.table.contacts import OF_THE_TARGET
from games.cosmic_conflict.table.course import Progress
from games.cosmic_conflict.table.orders import COMMANDS, ORDERS
from games.cosmic_conflict.table.tasks import Attack, Firing, Hurt, Moving, Task
from games.cosmic_conflict.table.units import Table, Unit
from games.cosmic_conflict.view import View

SURPRISING: Final = 0.4
"""How often a contact is a ship that nobody has seen before."""
TRIES: Final = 200


def with_ships(view: View, rng: random.Random) -> View:
    """The view with a ship in place of each contact, and with what those would change."""
    found, table = [], view.table
    false = _bogeys(view, rng)
    for unit in view.table.units.values():
        if unit.id in false:
            found.append(replace(unit, sic=BOGEY.code))
        elif is_contact(table.design(unit)):
            table, ship = _ship(view, table, unit, rng)
            found.append(ship)
    if not found:
        return view
    table = table.put(*found)
    for ship in found:
        table = _crewed(table, ship, rng)
    table = replace(table, units=_sorted(table))
    tasks = tuple(_task(each, view.table, table, rng) for each in view.course.agenda)
    return replace(view, table=table, course=replace(view.course, agenda=tasks))


def _bogeys(view: View, rng: random.Random) -> set[str]:
    """The contacts that are false: as many of each side as are left, among those that could be."""
    table, found = view.table, set[str]()
    attacked = {
        each.target for each in view.course.agenda if isinstance(each, Firing) and each.attack
    }
    for side in table.sides:
        gone = sum(unit.bogey for unit in table.of(side))
        able = [each.id for each in table.of(side) if _may_be_false(table, each)]
        able = [id for id in able if id not in attacked]
        left = view.course.agreement.bogeys - gone
        found |= set(rng.sample(able, min(left, len(able))))
    return found


def _may_be_false(table: Table, unit: Unit) -> bool:
    shown = table.design(unit)
    if not is_contact(shown) or shown != contact(table.stealth, BOGEY) or unit.jumping:
        return False
    navigates = all(ORDERS[name].type == "navigate" for name in unit.revealed)
    return navigates and all(COMMANDS[name].type == "navigate" for name in unit.commands)


def _sorted(table: Table) -> dict[str, Unit]:
    """The units of a table, sorted by side, then by number."""
    return dict(sorted(table.units.items(), key=lambda each: (each[0][0], int(each[0][1:]))))


def _ship(view: View, table: Table, seen: Unit, rng: random.Random) -> tuple[Table, Unit]:
    table, design = preparation.with_design(table, _design(view, seen, rng), seen.id)
    ship = replace(
        seen,
        sic=design.code,
        absorbers=tuple(
            rng.choice((boxes, rng.randint(0, boxes))) for _, boxes in design.absorbers
        ),
        conditions=preparation.starting(design),
        shots=design.shots,
    )
    if _has_orders(view.course) and not ship.jumping and ship.in_space:
        ship = replace(ship, slots=(*ship.slots, *slot_types(ship, design)))
    return table, ship


def _has_orders(course: Progress) -> bool:
    """Whether the Orders of the turn are given and not yet cleaned up."""
    if course.phase == "resolution":
        return Do("R7") in course.agenda
    return course.phase == "activation"


def _design(view: View, seen: Unit, rng: random.Random) -> Design:
    """One that shows the same and can be as fast."""
    form, shown = view.table.stealth, view.table.design(seen)
    known = [each for each in view.course.agreement.catalogue.designs.values() if not each.fighter]

    def fits(design: Design) -> bool:
        fast = hulls.vmax(design.size) >= seen.velocity
        return fast and contact(form, design) == shown

    if rng.random() < SURPRISING:
        drawn = (random_design(rng) for _ in range(TRIES))
        if found := next(filter(fits, drawn), None):
            return found
    fitting = list(filter(fits, known))
    return rng.choice(fitting) if fitting else _hull(fits)


def _hull(fits: object) -> Design:
    """A bare hull, where the catalogue has nothing that fits."""
    assert callable(fits)
    bare = (Design("HULL", "Hull", size, (), ()) for size in hulls.SIZES)
    return next(filter(fits, bare))


def _crewed(table: Table, ship: Unit, rng: random.Random) -> Table:
    """The table, now and then with Fighters aboard a ship; their IDs follow those of the side."""
    room = table.design(ship).hangars()
    fighters = [each for each in table.designs.values() if each.needs_carrier]
    for _ in range(rng.randint(0, room) if fighters else 0):
        letter, own = LETTERS[ship.side - 1], table.of(ship.side)
        id, design = f"{letter}{max(int(each.id[1:]) for each in own) + 1}", rng.choice(fighters)
        table = table.put(
            Unit(
                id,
                design.code,
                ship.side,
                absorbers=tuple(boxes for _, boxes in design.absorbers),
                aboard=ship.id,
                carrier=ship.id,
                shots=design.shots,
                owner=ship.owner,
            )
        )
    return table


# --- What remains to be done ---


def _task(task: Task, seen: Table, table: Table, rng: random.Random) -> Task:
    """A task with the numbers that the ship adds to it."""

    def is_new(id: str) -> bool:
        return is_contact(seen.design(seen.units[id]))

    match task:
        case Firing() if is_new(task.target) and task.attack:
            attack = _attack(task.attack, table)
            thrown = task.again or task.stage in ("reroll", "blocking", "dodge", "hit")
            dice = tuple(rng.randint(1, 6) for _ in range(attack.terms.dice if thrown else 0))
            return replace(task, attack=attack, dice=task.dice or dice)
        case Hurt() if is_new(task.unit):
            return replace(task, damage=_harm(task, table, table.units[task.unit]))
        case Moving() if is_new(task.unit):
            unit, plotted = table.units[task.unit], task.plotted
            values = unit.maneuver, unit.heading_value
            most = (each(table.design(unit), plotted.velocity) for each in values)
            maneuver, heading_value = most
            plotted = replace(plotted, maneuver=maneuver, heading_value=heading_value)
            return replace(task, plotted=plotted)
    return task


def _attack(attack: Attack, table: Table) -> Attack:
    target = table.design(table.units[attack.target])
    weapon = table.design(table.units[attack.attacker]).items[attack.weapon]
    assert isinstance(weapon, Weapon)
    more, terms = target.size - weapon.size, attack.terms
    ecm = Modifier("ecm", -target.count("ECM", primary=True))
    accuracy = (Modifier("size", more), ecm, *_others(terms.accuracy))
    damage = (Modifier("size", -more), *_others(terms.damage))
    lines = (tuple(each for each in side if each.value) for side in (accuracy, damage))
    return replace(attack, terms=Terms(terms.roll, target.chart(), *lines))


def _others(lines: tuple[Modifier, ...]) -> Iterator[Modifier]:
    return (each for each in lines if each.source not in ("size", *OF_THE_TARGET))


def _harm(task: Hurt, table: Table, unit: Unit) -> int:
    """What a piece of terrain does to it."""
    of = hazards_at if task.cause == "hazard" else dangers_at
    found = dict(of(table.features, unit.spot, table.size(unit)))
    return found.get(task.by, 0)
