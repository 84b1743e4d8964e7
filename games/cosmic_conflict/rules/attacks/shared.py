"""Fire that a Formation shares, and hits that it or an Escort takes for another ship (CC-269 to
271, CC-282, D-046, D-047)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from games.core.types import Forbidden
from games.cosmic_conflict.content.weapons import Weapon
from games.cosmic_conflict.odds import AttackResult, Modifier, applied
from games.cosmic_conflict.rules import damage
from games.cosmic_conflict.rules.attacks import targeting
from games.cosmic_conflict.rules.orders import marks
from games.cosmic_conflict.table.tasks import Attack, Firing, HitSource
from games.cosmic_conflict.table.units import Table, Unit

Support: TypeAlias = tuple[tuple[str, int], ...]
"""Weapons that support an attack: the ship and the place of each."""

# --- Shared fire ---


def refuse_support(
    table: Table, attack: Attack, support: Sequence[tuple[str, str]]
) -> Forbidden | None:
    """Why Weapons, by ship and label, cannot support a declared attack (E-SUPPORT)."""
    unit = table.units[attack.attacker]
    formation = {each.id: each for each in table.formation(unit)}
    if support and table.commander(unit).stance != "offensive":
        return _illegal(f"{unit.id} is not in an Offensive Formation.", "CC-270")
    for at, (id, label) in enumerate(support):
        if id not in formation:
            return _illegal(f"{id} is not in the Formation of {unit.id}.", "CC-270")
        if id in [ship for ship, _ in support[:at]]:
            return _illegal(f"{id} supports with one Weapon only.", "D-047")
        labels = table.design(formation[id]).labels
        if label not in labels:
            return _illegal(f"{id} has no Weapon {label}.", "CC-271")
        if why := _unfit(table, attack, formation[id], labels.index(label)):
            return why
    return None


def _unfit(table: Table, attack: Attack, ship: Unit, place: int) -> Forbidden | None:
    """Why a Weapon cannot support an attack (CC-271, D-047)."""
    unit = table.units[attack.attacker]
    main, item = targeting.weapon_at(table, unit, attack.weapon), table.design(ship).items[place]
    name = f"{ship.id}'s {table.design(ship).labels[place]}"
    if (ship.id, place) == (unit.id, attack.weapon):
        return _illegal(f"{name} makes the attack itself.", "D-047")
    if not isinstance(item, Weapon) or (item.type, item.variant) != (main.type, main.variant):
        return _illegal(f"{name} is {item.name}, not {main.name}.", "CC-271")
    if item.size > main.size:
        why = f"{name} has Size {item.size}, more than the {main.size} of the attacking one."
        return _illegal(why, "CC-271")
    target = table.units[attack.target]
    try:
        targeting.declared(table, ship, place, target, marks.effects(ship, target))
    except Forbidden as refused:
        return _illegal(refused.sentence, "D-047")
    return None


def _illegal(why: str, rule: str) -> Forbidden:
    instead = "Supporters are of the attacking type and Variant, no larger, and able to attack."
    return Forbidden(rule, why, instead=instead, code="E-SUPPORT")


def supporters(table: Table, attack: Attack) -> Iterator[tuple[Unit, int]]:
    """The Weapons that could support an attack."""
    unit = table.units[attack.attacker]
    if table.commander(unit).stance != "offensive":
        return
    for ship in table.formation(unit):
        for place in range(len(table.design(ship).items)):
            label = table.design(ship).labels[place]
            if refuse_support(table, attack, ((ship.id, label),)) is None:
                yield ship, place


def largest(table: Table, weapons: Iterable[tuple[Unit, int]]) -> Iterator[tuple[Unit, int]]:
    """The largest Weapon of each ship, by ship and place."""
    best: dict[str, tuple[Unit, int]] = {}
    for ship, place in weapons:
        size = targeting.weapon_at(table, ship, place).size
        if ship.id not in best or size > targeting.weapon_at(table, *best[ship.id]).size:
            best[ship.id] = ship, place
    return iter(best.values())


def salvo(table: Table, unit: Unit, target: Unit) -> tuple[tuple[str, str], ...]:
    """A Weapon of each other member that can join a Snap Attack of a Formation (D-075)."""
    able = (
        (ship, place)
        for ship in table.formation(unit)
        for place, item in enumerate(table.design(ship).items)
        if ship.id != unit.id
        and isinstance(item, Weapon)
        and targeting.can_attack(table, ship, place, target)
    )
    found = largest(table, able)
    return tuple((ship.id, table.design(ship).labels[place]) for ship, place in found)


def still_able(table: Table, attack: Attack, support: Support) -> Support:
    """The supporters that can still attack once the attack is fixed; the others keep their fire."""
    return tuple(
        (id, place)
        for id, place in support
        if refuse_support(table, attack, ((id, table.design(table.units[id]).labels[place]),))
        is None
    )


def sizes(table: Table, support: Support) -> tuple[tuple[str, int], ...]:
    return tuple(
        (id, targeting.weapon_at(table, table.units[id], place).size) for id, place in support
    )


# --- Hits that are passed on ---


def takers(table: Table, task: Firing) -> tuple[Unit, ...]:
    """The ships that may take a hit in place of its target (D-046): of a Defensive Formation the
    others of the same or smaller Size, else an escort, once for each attacker."""
    target = table.units[task.target]
    if not target.in_space:
        return ()
    if table.commander(target).stance == "defensive":
        most = table.size(target)
        others = (each for each in table.formation(target) if each.id != target.id)
        return tuple(each for each in others if table.size(each) <= most)
    guarded = (task.attacker, task.means == "missile") in target.guarded
    escorts = (each for each in table.bound(target.id) if each.bond and each.bond.kind == "escort")
    return () if guarded else tuple(escorts)


def passed_on(table: Table, task: Firing, taker: Unit) -> AttackResult:
    """What an attack does to the ship that takes it: A, the band and the dice stand, only its Size
    replaces that of the target (CC-282, D-046)."""
    terms, target = task.fixed.terms, table.units[task.target]
    change = table.size(target) - table.size(taker)
    found = terms.result(task.dice)
    more = replace(terms, damage=(*terms.damage, Modifier("size", change)))
    x = more.result(task.dice).damage
    return replace(found, damage=x, applied=applied(found.band, x))


def is_worth_passing(table: Table, task: Firing, taker: Unit) -> bool:
    """The automatic rule: it would complete a Health row of the target, and none of the taker
    (4.3)."""
    found, other = task.fixed.terms.result(task.dice), passed_on(table, task, taker)
    shot = HitSource(task.fixed.type, found.accuracy)
    return damage.fills_row(table, task.target, found.applied, shot) and not damage.fills_row(
        table, taker.id, other.applied, shot
    )


def sturdiest(table: Table, able: Sequence[Unit]) -> Unit:
    """The ship with most boxes left, of equal ones the first."""
    return max(able, key=lambda each: _boxes(table, each))


def _boxes(table: Table, unit: Unit) -> int:
    return table.design(unit).health - unit.health + sum(unit.absorbers)
