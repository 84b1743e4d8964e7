"""Shots in the enemy's activations that were ordered in advance (4.6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final, Literal

from games.core.decisions import Decision
from games.core.notation import Asked, Notation, Value, legal, one_of, verb
from games.core.seats import Seat
from games.core.standing.orders import Answered, Orders
from games.cosmic_conflict import moves as m
from games.cosmic_conflict.notation import LABELS, LENGTH, UNIT
from games.cosmic_conflict.rules import attacks, windows
from games.cosmic_conflict.rules.values import no_item, not_own
from games.cosmic_conflict.space import DU, distance
from games.cosmic_conflict.table import Table, Unit
from games.cosmic_conflict.tasks import Firing, Interruption
from games.cosmic_conflict.verbs import NOTATION
from games.cosmic_conflict.view import View

EXAMPLE: Final = "A1 MOVED ALL WITHIN 10 AT THAT MIN 2 BY TOKEN"
KEY: Final = "trigger"


@dataclass(frozen=True, slots=True)
class Trigger:
    """When an enemy does something, fire.

    ``when``     the interrupt point
    ``weapons``  in order of preference; empty for all
    ``within``   the largest distance to the target, in cu; 0 for any
    ``target``   ``that`` for the enemy unit that does it, ``nearest`` in reach, or an ID
    ``least``    the lowest mean F, in hundredths
    ``by``       what allows the shot: the Order or the Token
    """

    unit: str
    when: Literal["activates", "attacks", "moved"]
    target: str
    by: Literal["contingent", "token"]
    weapons: tuple[str, ...] = ()
    within: int = 0
    least: int = 0


# --- Texts ---


def _word(*words: str) -> Value[Any, str]:
    return one_of(" or ".join(words), {word: word.lower() for word in words})


_TARGET: Final[Value[Any, str]] = Value(
    "THAT, NEAREST or a unit such as b1",
    lambda _, text: text.lower() if text in ("THAT", "NEAREST") else UNIT.read(_, text),
    lambda target: target if target[-1].isdigit() else target.upper(),
)
_WEAPONS: Final[Value[Any, tuple[str, ...]]] = replace(
    LABELS,
    wanted="ALL, or Weapons such as KIN1 BEAM1",
    read=lambda _, text: () if text == "ALL" else LABELS.read(_, text),
    write=lambda labels: " ".join(labels) or "ALL",
    extent=r"ALL|[A-Z]{3,4}\d{0,2}(?:\s+[A-Z]{3,4}\d{0,2})*",
)
_TRIGGERS: Final = Notation[Any, Trigger](
    (
        verb(
            Trigger,
            "",
            "{unit} {when} {weapons}[ WITHIN {within}] AT {target}[ MIN {least}] BY {by}",
            legal,
            lambda builder, decision, trigger: None,
            {
                "unit": UNIT,
                "when": _word("ACTIVATES", "ATTACKS", "MOVED"),
                "weapons": _WEAPONS,
                "within": LENGTH,
                "target": _TARGET,
                "least": replace(LENGTH, wanted="a number such as 2.5"),
                "by": _word("TOKEN", "CONTINGENT"),
            },
        ),
    ),
    lambda context: EXAMPLE,
    lambda context: "",
)


def canonical(view: View, text: str) -> str:
    """A trigger of an own ship in its canonical form. Raises a ``Refusal``."""
    trigger = _TRIGGERS.read(None, text)
    asked = Asked(view, Decision(Seat(view.seat or 0), "react", 0))
    if refused := not_own(asked, trigger.unit):
        raise refused
    unit = view.table.units[trigger.unit]
    for label in trigger.weapons:
        if refused := no_item(view.table.design(unit), unit, label, "Weapon"):
            raise refused
    return _TRIGGERS.write(trigger)


# --- Firing ---


def fired(view: View, decision: Decision, orders: Orders) -> Answered[m.Answer] | None:
    """The shot of the first trigger in fleet order that fires now.

    Each fires once a turn: the order then bears the turn and the interrupt point. At that point a
    Contingent Attack goes on with the ship's other Weapons.
    """
    task, turn = view.course.agenda[-1], f"{view.table.turn}:"
    assert isinstance(task, Interruption)
    if not task.unit:
        return None
    now = turn + _point(view)
    places = list(view.table.units)
    given = [(order, _read(order.value)) for order in orders if order.topic == KEY]
    there = [pair for pair in given if pair[1].unit in places and pair[1].when == task.point]
    for order, trigger in sorted(there, key=lambda pair: places.index(pair[1].unit)):
        if order.about.startswith(turn) and order.about != now:
            continue
        if move := _shot(view, decision, trigger, task):
            marked = replace(order, about=now)
            return Answered(move, tuple(marked if each is order else each for each in orders))
    return None


def _read(text: str) -> Trigger:
    return _TRIGGERS.read(None, text)


def _point(view: View) -> str:
    """What tells an interrupt point from all others of the turn."""
    task, *below = reversed(view.course.agenda)
    assert isinstance(task, Interruption)
    attack = below[0] if task.point == "attacks" else None
    weapon = attack.weapon if isinstance(attack, Firing) else ""
    return f"{task.point}:{task.unit}:{weapon}:{view.table.units[task.unit].shots}"


def _shot(
    view: View, decision: Decision, trigger: Trigger, task: Interruption
) -> m.Interrupt | None:
    """The legal shot that promises most damage, of equal ones the first."""
    best: tuple[Fraction, m.Interrupt] | None = None
    for mean, move in _shots(view.table, trigger, task):
        better = best is None or mean > best[0]
        if better and NOTATION.refusal(Asked(view, decision), move) is None:
            best = mean, move
    return best[1] if best else None


def _shots(
    table: Table, trigger: Trigger, task: Interruption
) -> Iterator[tuple[Fraction, m.Interrupt]]:
    """What each Weapon could do that the trigger allows, with the mean F."""
    unit = table.units[trigger.unit]
    if not unit.in_space:
        return
    labels = table.design(unit).labels
    named = map(labels.index, trigger.weapons)
    ready = set(windows.ready_weapons(table, unit))
    for place in named if trigger.weapons else sorted(ready):
        target = _target(table, unit, place, trigger, task) if place in ready else None
        if target is None:
            continue
        mean = attacks.declared(table, unit, place, target).terms.odds.mean
        if mean * DU >= trigger.least:
            by: Any = "snap" if trigger.by == "token" else "contingent"
            pay = "TOKEN" if by == "snap" else ""
            yield mean, m.Interrupt(by, unit.id, labels[place], target.id, pay=pay)


def _target(
    table: Table, unit: Unit, place: int, trigger: Trigger, task: Interruption
) -> Unit | None:
    """What the trigger aims at, if the Weapon may attack it and it is near enough."""
    assert unit.at is not None
    enemies = [each for each in table.enemies(unit) if attacks.can_attack(table, unit, place, each)]
    far = {each.id: distance(unit.at, each.at) for each in enemies if each.at is not None}
    if not far:
        return None
    nearest = min(far, key=lambda id: far[id])
    id = {"that": task.unit, "nearest": nearest}.get(trigger.target, trigger.target)
    near = id in far and (not trigger.within or far[id] <= trigger.within)
    return table.units[id] if near else None
