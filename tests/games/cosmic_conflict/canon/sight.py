"""What contacts show, and what reveals ships (CC-231 to CC-235, D-100)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from games.cosmic_conflict.content.catalogue import BASE
from tests.games.cosmic_conflict.canon import fire, space
from tests.games.cosmic_conflict.canon.ships import hull, shown_as

BLANK = {
    "name": "",
    "health": 0,
    "absorbers": (),
    "off": (),
    "used": (),
    "conditions": (),
    "second": False,
    "drilled": False,
    "ended": 0,
}
"""What nobody else knows of a hidden ship."""
OPEN: tuple[str, ...] = (
    "id",
    "side",
    "owner",
    "at",
    "heading",
    "velocity",
    "state",
    "activated",
    "token",
    "hidden",
)
OPEN += ("revealed", "commands", "jumping", "evading", "bracing", "navigated", "bond", "carrier")
"""What everybody knows of it."""


def contact_name(table: Any, unit: Any) -> str:
    shown = shown_as(table, unit)
    return f"Size {shown} contact" if shown.isdigit() else f"{shown} contact".strip().capitalize()


def faults(table: Any, side: int, seen: Any, known: dict[str, set[int]]) -> Iterator[str]:
    """Where the table that a side sees shows too much or too little; side 0 watches."""
    for id, unit in table.units.items():
        there = seen.units.get(id)
        carrier = table.units.get(unit.aboard)
        if is_contact(unit, side, known):
            yield from _contact_faults(table, unit, there, seen)
        elif carrier is not None and is_contact(carrier, side, known):
            if there is not None:
                yield f"{id} aboard a contact is seen"
        elif there != unit:
            yield f"{id} is not shown as it is"
    shown = {unit.sic for unit in seen.units.values()}
    for code in {*seen.designs} - shown:
        if BASE.designs.get(code) != table.designs[code]:  # of the base game all are known
            yield f"design {code} is known"


def is_contact(unit: Any, side: int, known: dict[str, set[int]]) -> bool:
    return bool(unit.hidden) and side != unit.side and side not in known.get(unit.id, ())


def _contact_faults(table: Any, unit: Any, there: Any, seen: Any) -> Iterator[str]:
    if there is None:
        yield f"{unit.id} is not a contact"
        return
    for field, value in BLANK.items():
        if getattr(there, field) != value:
            yield f"{unit.id} shows {field}"
    for field in OPEN:
        if getattr(there, field) != getattr(unit, field):
            yield f"{unit.id} hides {field}"
    if seen.design(there).name != contact_name(table, unit):
        yield f"{unit.id} shows {seen.design(there).name}, not {contact_name(table, unit)}"
    if set(there.slots) - {-1} or (-1 in there.slots) != (-1 in unit.slots):
        yield f"{unit.id} shows slots {there.slots}"


def shooters(before: Any, action: Any, after: Any, events: Iterable[Any]) -> Iterator[str]:
    """Those who have declared an attack, used an AWS, begun an exchange or a Repair (D-100)."""
    move: Any = getattr(action, "move", None)
    if getattr(move, "kind", "") in ("fire", "interrupt"):
        yield move.unit or before.course.acting.unit
    for task in (*before.course.agenda, *after.course.agenda):
        if task.task == "firing" and task.means != "missile":
            yield task.attacker
        elif task.task in ("aws-shot", "repairing"):
            yield task.unit
        elif task.task == "exchange":
            yield from (task.mover, task.enemy)
    for event in events:
        kind = event.kind
        if kind in ("attacked", "contact-attacked", "missile-launched", "attack-cancelled"):
            if getattr(event, "means", "") != "missile":
                yield event.unit.id
        elif kind == "aws-fired":
            yield event.unit.id
        elif kind == "missile-lost" and event.by is not None:
            yield event.by.id


def _faced(before: Any, action: Any, events: list[Any], gone: str) -> Iterator[str]:
    """Who would have an exchange with a false contact, which is gone then: the unit that moves, or
    the first ship with dice that the contact elects, or that elects it (D-052, D-100)."""
    move, table = getattr(action, "move", None), before.table
    tasks = [each for each in before.course.agenda if each.task == "exchanging"]
    ends = {each.unit.id: each.end for each in events if each.kind in ("moved", "displaced")}
    yield from (*ends, *(each.mover for each in tasks))
    end = ends.get(gone)
    if tasks and tasks[-1].mover == gone and getattr(move, "key", "") == "pws":
        yield tasks[-1].enemies[0]
    elif end and space.on_board(table.board, end) and not space.is_solid(table.features, end):
        waiting = (each for sheet in before.sheets for each in sheet.steps)
        moves = (move, *getattr(move, "steps", ()), *waiting)
        elected = (table.units.get(id) for each in moves for id in getattr(each, "pws", ()))
        for enemy in filter(None, elected):
            armed = hull(table, enemy).count(enemy, "PWS") > 0
            if armed and enemy.at and space.gap(end, enemy.at) <= table.pws_range:
                yield enemy.id
                return


def revealed(before: Any, action: Any, after: Any, events: list[Any]) -> Iterator[str]:
    """The ships that the events of a step reveal, besides those that shoot."""
    if after.course.phase == "scoring":
        yield from after.table.units
    for task in after.course.agenda[-1:]:
        if task.task == "hurt" and _reaches_health(after.table, task):
            yield task.unit
    for event in events:
        match event.kind:
            case "exchanged":
                yield from (event.mover.id, event.enemy.id)
            case "fighter-launched" | "fighter-collected":
                yield event.carrier.id
            case "scanned" | "contact-scanned" | "surveyed" | "vip-rescued" | "scuttled":
                yield event.unit.id
            case "fled" | "crashed" | "cloaked":
                yield event.unit.id
            case "bogey-removed":
                yield from _faced(before, action, events, event.unit.id)
            case "order-revealed" | "command-used" | "marked":
                own = event.unit.id
                slots = {*before.table.units[own].slots} - {*after.table.units[own].slots} - {-1}
                ai = before.table.units[own].second and not after.table.units[own].second
                scans = getattr(event, "order", "") == "scanners"
                scans |= getattr(event, "command", "") == "sensors"
                if slots or ai or scans:
                    yield own
            case "damaged":
                if any(part.kind in ("health-damaged", "unit-destroyed") for part in event.parts):
                    yield event.unit.id


def _reaches_health(table: Any, task: Any) -> bool:
    """It is shown before the damage that reaches its Health (D-100)."""
    body = fire.Body.of(table, table.units[task.unit])
    shot = (task.shot.type, task.shot.accuracy) if task.shot else ("", None)
    return any(each[0] == "health-damaged" for each in body.assign(task.damage, *shot))


def hides(table: Any, unit: Any) -> bool:
    """Whether it starts hidden."""
    return table.stealth != "off" and hull(table, unit).size > 0
