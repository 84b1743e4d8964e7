"""What others than their owners see of hidden ships (CC-231, CC-232, D-100)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.contacts import contact
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.content.weapons import Weapon
from games.cosmic_conflict.odds import Modifier, Terms
from games.cosmic_conflict.table.course import Progress
from games.cosmic_conflict.table.orders import MAIN
from games.cosmic_conflict.table.tasks import Attack, Firing, Hurt, Moving, Task
from games.cosmic_conflict.table.units import Table, Unit

OF_THE_TARGET = ("ecm", "pws", "aws")
"""What the equipment of a target adds to the dice, which its SIC would tell."""


def is_unseen(unit: Unit, side: int) -> bool:
    """Whether a side sees a contact only; side 0 is that of spectators."""
    return unit.hidden and unit.side != side and side not in unit.known


def seen(table: Table, side: int) -> Table:
    """The table with contacts in place of the ships that a side does not know.

    Fighters aboard them are not there at all, nor designs that nobody is known to have.
    """
    unseen = {unit.id for unit in table.units.values() if is_unseen(unit, side)}
    if not unseen:
        return table
    units = {
        id: _contact(table, unit) if id in unseen else unit
        for id, unit in table.units.items()
        if unit.aboard not in unseen
    }
    known = {unit.sic for unit in units.values()}
    designs = {
        code: design
        for code, design in table.designs.items()
        if code in known or BASE.designs.get(code) == design
    }
    return replace(table, units=units, designs=designs)


def _contact(table: Table, unit: Unit) -> Unit:
    """A unit with what everybody knows of it: where it goes, its Token, what it revealed."""
    return replace(
        unit,
        sic=contact(table.stealth, table.design(unit)).code,
        name="",
        health=0,
        absorbers=(),
        off=(),
        used=(),
        conditions=(),
        slots=tuple(slot for slot in unit.slots if slot == MAIN),
        second=False,
        drilled=False,
        ended=0,
    )


# --- What remains to be done ---


def seen_course(course: Progress, table: Table, side: int) -> Progress:
    """The course without the numbers that a hidden ship adds to what is under way."""
    if not any(is_unseen(unit, side) for unit in table.units.values()):
        return course
    return replace(course, agenda=tuple(_seen_tasks(course.agenda, table, side)))


def _seen_tasks(agenda: Iterable[Task], table: Table, side: int) -> Iterator[Task]:
    for task in agenda:
        match task:
            case Firing() if is_unseen(table.units[task.target], side):
                yield _seen_attack(task, table, side)
            case Hurt() if is_unseen(table.units[task.unit], side):
                yield replace(task, damage=0)
            case Moving() if is_unseen(table.units[task.unit], side):
                yield replace(task, plotted=replace(task.plotted, maneuver=0, heading_value=0))
            case _:
                yield task


def _seen_attack(task: Firing, table: Table, side: int) -> Firing:
    """The dice of an attack on a contact are the shooter's; to him it has the terms that the
    contact shows."""
    attacker, target = table.units[task.attacker], table.units[task.target]
    shown, own = contact(table.stealth, table.design(target)), attacker.side == side
    return replace(
        task,
        attack=task.attack and _against(task.attack, table.design(attacker), shown),
        dice=task.dice if own else (),
        rerolls=task.rerolls if own else (),
    )


def _against(attack: Attack, shooter: Design, target: Design) -> Attack:
    weapon = shooter.items[attack.weapon]
    assert isinstance(weapon, Weapon)
    more, terms = target.size - weapon.size, attack.terms
    lines = (_sized(terms.accuracy, more), _sized(terms.damage, -more))
    return replace(attack, terms=Terms(terms.roll, target.chart(), *lines))


def _sized(lines: Iterable[Modifier], size: int) -> tuple[Modifier, ...]:
    rest = (each for each in lines if each.source not in ("size", *OF_THE_TARGET))
    return (*([Modifier("size", size)] if size else []), *rest)
