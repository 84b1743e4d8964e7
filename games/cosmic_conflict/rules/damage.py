"""Damage: tracks, Health rows and the Conditions that they cause (2.5, 3.8).

``assign`` starts and goes on until the unit's owner or two dice are needed; the task that it
returns then tells which, and the function for that need goes on from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal, NamedTuple, TypeAlias

from pydantic import Field

from games.core.types import Forbidden, keeping
from games.cosmic_conflict.components import ABSORBERS
from games.cosmic_conflict.rules import conditions
from games.cosmic_conflict.rules.conditions import (
    CATASTROPHIC,
    CRITICAL,
    LASTING,
    SERIOUS,
    SERIOUS_DAMAGE,
    ConditionChoice,
)
from games.cosmic_conflict.rules.damage_events import (
    Absorbed,
    Bypassed,
    ConditionApplied,
    ConditionKept,
    ConditionRolled,
    DamageIgnored,
    DamagePart,
    HealthDamaged,
    UnitDestroyed,
)
from games.cosmic_conflict.table import Table, Unit

Need: TypeAlias = Literal["dice", "keep", "control", "choice"]


@dataclass(frozen=True, slots=True)
class Shot:
    """What damage by an attack brings along: the type of the Weapon, and A."""

    type: str
    accuracy: int


# --- The task ---


@dataclass(frozen=True, slots=True)
class Filling:
    """Damage on its way into Health.

    ``structural``  how much of it Structural Damage added, until that is told
    ``completed``   it has just completed a row
    """

    damage: int
    structural: int = 0
    completed: bool = False
    kind: Literal["filling"] = "filling"


@dataclass(frozen=True, slots=True)
class Determining:
    """A Condition that comes about.

    ``results``  those determined
    ``wanted``   how many: two under Brace for Impact
    ``final``    whether Damage Control is past
    """

    results: tuple[int, ...] = ()
    wanted: int = 1
    final: bool = False
    kind: Literal["determining"] = "determining"


Part: TypeAlias = Annotated[Filling | Determining, Field(discriminator="kind"), keeping("kind")]


@dataclass(frozen=True, slots=True)
class DamageTask:
    """Damage that waits; the top of its stack is the last.

    ``needs`` says for what: two ``dice`` (``rolled``), which result to ``keep`` (``kept``), whether
    Damage Control replaces it (``control``: ``controlled``), or a ``choice`` (``chosen``).
    """

    unit: str
    stack: tuple[Part, ...]
    task: Literal["damage"] = "damage"

    @property
    def condition(self) -> Determining:
        """The Condition that it waits for."""
        top = self.stack[-1]
        assert isinstance(top, Determining)
        return top

    @property
    def needs(self) -> Need:
        top = self.condition
        if len(top.results) < top.wanted:
            return "dice"
        if top.wanted > 1:
            return "keep"
        return "choice" if top.final else "control"


class Progress(NamedTuple):
    """How far damage got; without a ``task`` it is done."""

    table: Table
    task: DamageTask | None
    events: tuple[DamagePart, ...]


def assign(
    table: Table, unit: str, damage: int, shot: Shot | None = None, order: Sequence[int] = ()
) -> Progress:
    """Damage to a unit on the board; only that of an attack has a ``shot`` (D-032).

    ``order``  the places of the absorbers that the owner wants first (D-034)
    """
    work = _Work(table, unit)
    if work.unit.state == "in" and (rest := work.absorb(damage, shot, order)):
        work.hurt(rest)
    return work.run()


def rolled(table: Table, task: DamageTask, dice: Sequence[int]) -> Progress:
    """Go on with two dice for the Condition."""
    assert task.needs == "dice"
    work, top = _Work(table, task.unit, task.stack[:-1]), task.condition
    result = conditions.determined(table, work.unit, dice)
    work.events.append(ConditionRolled(task.unit, tuple(dice), result))
    work.stack.append(replace(top, results=(*top.results, result)) if result else top)
    return work.run()


def kept(table: Table, task: DamageTask, result: int) -> Progress:
    """Go on with one of two results."""
    assert task.needs == "keep"
    work, results = _Work(table, task.unit, task.stack[:-1]), task.condition.results
    assert result in results, f"{result} is not one of {results}"
    other = results[1] if result == results[0] else results[0]
    work.events.append(ConditionKept(task.unit, result, other))
    work.stack.append(Determining((result,)))
    return work.run()


def controlled(table: Table, task: DamageTask, replaced: bool) -> Progress:
    """Go on with the result, or by Damage Control with another that is final (D-044)."""
    assert task.needs == "control"
    work, top = _Work(table, task.unit, task.stack[:-1]), task.condition
    work.stack.append(Determining(() if replaced else top.results, final=True))
    return work.run()


def chosen(table: Table, task: DamageTask, choice: ConditionChoice) -> Progress:
    """Go on with the owner's choice for result 8, 9 or 11. Raises ``Forbidden``."""
    assert task.needs == "choice"
    work, (result,) = _Work(table, task.unit, task.stack[:-1]), task.condition.results
    if choice not in conditions.choices(table, work.unit, result):
        raise _not_eligible(table, work.unit, result, choice)
    work.apply(result, choice)
    return work.run()


_CHOICE_RULES = {8: "CC-053", 9: "CC-054", 11: "CC-056"}


def _not_eligible(table: Table, unit: Unit, result: int, choice: ConditionChoice) -> Forbidden:
    labels = table.design(unit).labels
    named = " and ".join(labels[at] for at in choice.places) or f"option ({choice.option})"
    what = conditions.NAMES[result]
    return Forbidden(_CHOICE_RULES[result], f"{named} cannot be chosen for {what} of {unit.id}.")


def automatic(table: Table, task: DamageTask, jumping: bool = False) -> Progress:
    """Go on by the rules of 4.3 and 4.5 where no dice are needed, without Damage Control."""
    top = task.condition
    match task.needs:
        case "keep":
            return kept(table, task, conditions.least_bad(top.results))
        case "control":
            return controlled(table, task, replaced=False)
        case "choice":
            unit, (result,) = table.units[task.unit], top.results
            return chosen(table, task, conditions.choices(table, unit, result, jumping)[0])
    raise AssertionError("dice are needed")


class _Work:
    """One stretch of the procedure; lives for one call."""

    def __init__(self, table: Table, id: str, stack: Sequence[Filling | Determining] = ()) -> None:
        self.table = table
        self.id = id
        self.stack = list(stack)
        self.events: list[DamagePart] = []

    @property
    def unit(self) -> Unit:
        return self.table.units[self.id]

    def run(self) -> Progress:
        """Go on until something is needed or the unit is gone."""
        while self.stack and self.unit.state == "in":
            top = self.stack.pop()
            if isinstance(top, Filling):
                self._fill(top)
            elif not self._settle(top):
                self.stack.append(top)
                task = DamageTask(self.id, tuple(self.stack))
                return Progress(self.table, task, tuple(self.events))
        return Progress(self.table, None, tuple(self.events))

    def absorb(self, damage: int, shot: Shot | None, order: Sequence[int]) -> int:
        """What is left after Shields and Armor (CC-016, D-032 to 034)."""
        unit, boxes = self.unit, list(self.unit.absorbers)
        for place, at, kind in _absorbing(self.table, unit, shot, order):
            if not boxes[at] or not damage:
                continue
            if shot and _pierces(shot, kind, boxes[at]):
                self.events.append(Bypassed(self.id, place, boxes[at], shot.accuracy))
                continue
            taken = min(boxes[at], damage)
            boxes[at] -= taken
            damage -= taken
            self.events.append(Absorbed(self.id, place, taken, boxes[at]))
        self.table = self.table.put(replace(unit, absorbers=tuple(boxes)))
        return damage

    def hurt(self, damage: int) -> None:
        """Damage that reaches Health; Structural Damage adds to it now (CC-051, D-036)."""
        structural = self.unit.structural
        self.stack.append(Filling(damage + structural, structural))

    def _fill(self, top: Filling) -> None:
        """Fill the current row; a complete one causes a Condition first (CC-044 to 046, D-035)."""
        unit, design = self.unit, self.table.design(self.unit)
        if top.completed and unit.bracing:
            if top.damage:
                self.events.append(DamageIgnored(self.id, top.damage))
            return
        if not top.damage:
            return
        free = design.row - unit.health % design.row
        boxes = min(top.damage, free)
        unit = replace(unit, health=unit.health + boxes)
        self.table = self.table.put(unit)
        self.events.append(HealthDamaged(self.id, boxes, top.structural, unit.health))
        if unit.health >= design.health:
            self._destroy()
        elif boxes == free:
            rest = Filling(top.damage - boxes, completed=True)
            self.stack += [rest, Determining(wanted=1 + unit.bracing)]

    def _settle(self, top: Determining) -> bool:
        """Whether a Condition could be applied without anybody's answer."""
        if not top.final or not top.results:
            return False
        options = conditions.choices(self.table, self.unit, top.results[0])
        if len(options) > 1:
            return False
        self.apply(top.results[0], options[0])
        return True

    def apply(self, result: int, choice: ConditionChoice) -> None:
        """CC-049 to 057."""
        self.events.append(ConditionApplied(self.id, result, choice.option, choice.places))
        if result in LASTING:
            self.table = self.table.put(conditions.suffering(self.unit, result, choice))
        if result == CATASTROPHIC:
            self._destroy()
        elif result == CRITICAL:
            self.stack += [Determining(), Determining()]
        elif result in SERIOUS:
            self.hurt(SERIOUS_DAMAGE)

    def _destroy(self) -> None:
        lost = tuple(fighter.id for fighter in self.table.aboard(self.id))
        self.table = self.table.removed(self.unit, "destroyed")
        self.events.append(UnitDestroyed(self.id, lost))


# --- Tracks ---


def _absorbing(
    table: Table, unit: Unit, shot: Shot | None, order: Sequence[int]
) -> list[tuple[int, int, str]]:
    """The absorbers that work, first to fill first: place, index and type (D-033, D-034)."""
    items = table.design(unit).items
    found = [
        (place, at, items[place].type)
        for at, (place, _) in enumerate(table.design(unit).absorbers)
        if place not in unit.off
    ]
    found.sort(key=lambda one: ABSORBERS.index(one[2]))
    found.sort(key=lambda one: order.index(one[0]) if one[0] in order else len(order))
    if shot and shot.type == "BEAM":
        found.sort(key=lambda one: one[2] != "SHD")
    return found


def taking(table: Table, unit: Unit, shot: Shot | None) -> dict[int, int]:
    """The boxes left of the tracks that would take damage, by place.

    Of a Beam's damage only one kind: Shields where there are any (CC-094).
    """
    found = {
        place: (kind, unit.absorbers[at])
        for place, at, kind in _absorbing(table, unit, shot, ())
        if unit.absorbers[at] and not (shot and _pierces(shot, kind, unit.absorbers[at]))
    }
    shields = {place: boxes for place, (kind, boxes) in found.items() if kind == "SHD"}
    if shot and shot.type == "BEAM" and shields:
        return shields
    return {place: boxes for place, (_, boxes) in found.items()}


def _pierces(shot: Shot, kind: str, boxes: int) -> bool:
    """Whether an attack ignores an absorber (CC-092, CC-108, D-032, D-033)."""
    vulnerable = shot.type != "BEAM" if kind == "SHD" else shot.type == "KIN"
    return vulnerable and shot.accuracy > boxes


def completes_row(
    table: Table, unit: str, damage: int, shot: Shot | None = None, order: Sequence[int] = ()
) -> bool:
    """Whether damage would complete a Health row that is not the last, so Brace helps (4.3)."""
    work = _Work(table, unit)
    rest = work.absorb(damage, shot, order)
    row, filled = table.design(work.unit).row, work.unit.health
    last = filled // row == table.design(work.unit).rows - 1
    return rest > 0 and not last and rest + work.unit.structural >= row - filled % row
