"""Damage: what comes before it, tracks, Health rows, and the Conditions that they cause (2.5, 3.7,
3.8).

``assign`` starts and goes on until the unit's owner or two dice are needed; the task that it
returns then tells which, and the function for that need goes on from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final, NamedTuple

from games.core.types import Roll, Rolled
from games.cosmic_conflict.content.components import ABSORBERS, HANGARS, Component
from games.cosmic_conflict.content.weapons import STRUCTURAL, Weapon
from games.cosmic_conflict.events import (
    Absorbed,
    Bypassed,
    ConditionApplied,
    ConditionKept,
    ConditionRolled,
    DamageIgnored,
    DamagePart,
    HealthDamaged,
    UnitDamaged,
    UnitDestroyed,
    VipDropped,
    VipSecured,
)
from games.cosmic_conflict.rules import stealth
from games.cosmic_conflict.rules.orders.usage import silenced
from games.cosmic_conflict.rules.parting import tell_parted
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table.conditions import (
    CATASTROPHIC,
    COMMUNICATIONS,
    COMPONENTS,
    CRITICAL,
    ENGINES,
    FEED,
    LASTING,
    NONE,
    POWER,
    PROPULSION,
    SERIOUS,
    WEAPONS,
    Option,
)
from games.cosmic_conflict.table.course import seat_of
from games.cosmic_conflict.table.orders import Orders
from games.cosmic_conflict.table.tasks import (
    Cause,
    DamageTask,
    Determining,
    Filling,
    HitSource,
    Hurt,
)
from games.cosmic_conflict.table.units import Condition, Table, Unit

SERIOUS_DAMAGE: Final = 2
"""CC-052."""
_SAME = {5: 4, 7: 6}
_LEAST_BAD = (12, POWER, 6, 4, FEED, ENGINES, 11, 9, 8, 10, 3, 2)


@dataclass(frozen=True, slots=True)
class ConditionChoice:
    """An option of the results 8, 9 and 11, with the places of the items that it deactivates."""

    option: Option = ""
    places: tuple[int, ...] = ()


# --- Determining ---


def determined(table: Table, unit: Unit, dice: Sequence[int]) -> int:
    """The result of two dice; 0 when it could have no effect and is rolled again (CC-047, CC-048).

    Where no result of a table that the players changed could have one, there is no Condition.
    """
    result = result_of(table, dice)
    if is_functional(table, unit, result):
        return result
    there = table.cards or table.condition_table
    return 0 if any(is_functional(table, unit, each) for each in there) else NONE


def result_of(table: Table, dice: Sequence[int]) -> int:
    """What two dice stand for, or the card that one die draws of those that are left (D-103)."""
    return table.cards_left[dice[0] - 1] if table.cards else table.condition_table[sum(dice) - 2]


def _drawn(table: Table, card: int) -> Table:
    """The deck without a card; an empty one is shuffled (D-103)."""
    drawn = tuple(sorted((*table.drawn_cards, card)))
    return replace(table, drawn_cards=() if len(drawn) >= len(table.cards) else drawn)


def is_functional(table: Table, unit: Unit, result: int) -> bool:
    """Whether a result could have an effect (D-039)."""
    match result:
        case 8:
            return bool(_eligible(table, unit, WEAPONS))
        case 9:
            return not unit.suffers(COMPONENTS) or bool(_eligible(table, unit, COMPONENTS))
        case 10:
            return not unit.suffers(COMMUNICATIONS)
        case 11:
            return bool(propulsion_options(unit))
        case 13:
            return bool(_feeding(table, unit))
        case 15:
            return not unit.suffers(POWER)
    return True


def least_bad(results: Sequence[int]) -> int:
    """The one to keep of the results under Brace for Impact, of equal ones the first (CC-158)."""
    return min(results, key=_badness)


REPAIRABLE: Final = (4, 5, WEAPONS, COMPONENTS, PROPULSION)
"""D-105."""


def repairable(unit: Unit) -> tuple[int, ...]:
    """The places of the Conditions that a Repair can remove, the worst first (CC-248, D-105)."""
    found = [at for at, each in enumerate(unit.conditions) if each.result in REPAIRABLE]
    return tuple(sorted(found, key=lambda at: -_badness(unit.conditions[at].result)))


def _badness(result: int) -> int:
    return _LEAST_BAD.index(_SAME.get(result, result))


# --- Choosing ---


def choices(
    table: Table, unit: Unit, result: int, jumping: bool = False
) -> tuple[ConditionChoice, ...]:
    """The legal choices for a result, in the order of canon 4.5: the automatic one is the first.

    ``jumping``  a jump to Hyperspace is pending, which option (a) of result 11 would cancel
    """
    if result == PROPULSION:
        options = propulsion_options(unit)
        return tuple(map(ConditionChoice, reversed(options) if jumping else options))
    if result == FEED and (fed := _feeding(table, unit)):
        return tuple(ConditionChoice("", (at,)) for at in fed)
    if result not in (WEAPONS, COMPONENTS):
        return (ConditionChoice(),)
    items = table.design(unit).items
    rank = _weapon_rank if result == WEAPONS else _component_rank
    found = sorted(_eligible(table, unit, result), key=lambda at: rank(table, unit, at))
    primary = [ConditionChoice("a", (at,)) for at in found if items[at].primary]
    secondary = [at for at in found if not items[at].primary]
    pairs = [ConditionChoice("b", pair) for pair in combinations(secondary, 2)]
    single = [ConditionChoice("b", (at,)) for at in secondary]
    return tuple(pairs + primary or single or [ConditionChoice()])


def _eligible(table: Table, unit: Unit, result: int) -> list[int]:
    """The places of items that may be deactivated (CC-053, CC-054, CC-059, D-040)."""
    found = []
    for at, item in enumerate(table.design(unit).items):
        weapon = isinstance(item, Weapon)
        wanted = weapon if result == WEAPONS else not weapon or _is_structural(item)
        spent = isinstance(item, Component) and item.type in ABSORBERS and not left(table, unit, at)
        if wanted and at not in unit.off and not spent:
            found.append(at)
    return found


def _feeding(table: Table, unit: Unit) -> list[int]:
    """The places of Weapons that work and have no Feed Failure, the cheapest first (CC-245)."""
    spoilt = {at for each in unit.conditions if each.result == FEED for at in each.items}
    found = [at for at in _eligible(table, unit, WEAPONS) if at not in spoilt]
    return sorted(found, key=lambda at: _weapon_rank(table, unit, at))


def _is_structural(item: object) -> bool:
    """Whether it is a Weapon that is a Component too (CC-090, D-030)."""
    return isinstance(item, Weapon) and item.variant == STRUCTURAL


def left(table: Table, unit: Unit, place: int) -> int:
    """The boxes left of the Armor or Shield at a place."""
    places = [at for at, _ in table.design(unit).absorbers]
    return unit.absorbers[places.index(place)]


_PRIMARY_ORDER = ("FH", "empty FLH", "NCM", "NAV", "AWS", "ECM", "FLH", "ARM", "SHD")
_SECONDARY_ORDER = ("NCM", "MAN", "HDG", "SEN", "PWS", "ECM", "ARM", "SHD")


def _weapon_rank(table: Table, unit: Unit, place: int) -> tuple[int, int]:
    """The cheapest first, of equal ones the later in the SIC."""
    return table.design(unit).items[place].price, -place


def _component_rank(table: Table, unit: Unit, place: int) -> tuple[int, int, int]:
    """The rank of a component: type, then fewest boxes; a Structural mount is the last Primary."""
    item = table.design(unit).items[place]
    order = _PRIMARY_ORDER if item.primary else _SECONDARY_ORDER
    key = item.type
    if key == HANGARS[0] and not table.aboard(unit.id):
        key = "empty FLH"
    rank = order.index(key) if key in order else len(order)
    return rank, left(table, unit, place) if key in ABSORBERS else place, place


def propulsion_options(unit: Unit) -> tuple[Option, ...]:
    """The options of result 11 that do not apply yet (D-042)."""
    taken = {each.choice for each in unit.conditions if each.result == PROPULSION}
    options: tuple[Option, ...] = ("a", "b")
    return tuple(option for option in options if option not in taken)


# --- Applying ---


def suffering(unit: Unit, result: int, choice: ConditionChoice) -> Unit:
    """A unit with a further Condition of the results 4 to 11.

    Communications Damage ends what its Orders do at once (D-041).
    """
    silent = result == COMMUNICATIONS
    return replace(
        unit,
        conditions=(*unit.conditions, Condition(result, choice.option, items=choice.places)),
        off=tuple(sorted({*unit.off, *(() if result == FEED else choice.places)})),
        evading=unit.evading and not silent,
        bracing=unit.bracing and not silent,
    )


def is_velocity_locked(unit: Unit) -> bool:
    """Whether it may not change Velocity during its activation (CC-056)."""
    return unit.suffers(PROPULSION, ENGINES, choice="b")


class DamageSoFar(NamedTuple):
    """How far damage got; without a ``task`` it is done."""

    table: Table
    task: DamageTask | None
    events: tuple[DamagePart, ...]


def assign(
    table: Table, unit: str, damage: int, shot: HitSource | None = None, order: Sequence[int] = ()
) -> DamageSoFar:
    """Damage to a unit on the board; only that of an attack has a ``shot`` (D-032).

    ``order``  the places of the absorbers that the owner wants first (D-034)
    """
    work = _Work(table, unit)
    if work.unit.state == "in" and (rest := work.absorb(damage, shot, order)):
        work.hurt(rest)
    return work.run()


def rolled(table: Table, task: DamageTask, dice: Sequence[int]) -> DamageSoFar:
    """Go on with two dice for the Condition."""
    assert task.needs == "dice"
    work, top = _Work(table, task.unit, task.stack[:-1]), task.condition
    result, card = determined(table, work.unit, dice), 0
    if table.cards:
        card = result_of(table, dice)
        work.table = _drawn(work.table, card)
    work.events.append(ConditionRolled(task.unit, tuple(dice), result, card))
    if result:
        may = not top.luck and table.design(work.unit).has("lucky")
        top = replace(top, results=(*top.results, result), luck="may" if may else "")
    work.stack.append(top)
    return work.run()


def lucked(table: Table, task: DamageTask, again: bool) -> DamageSoFar:
    """Go on with the result, or with a second roll for it, which stands (CC-255, D-107)."""
    assert task.needs == "luck"
    work, top = _Work(table, task.unit, task.stack[:-1]), task.condition
    left = replace(top, results=top.results[:-1], luck="again") if again else replace(top, luck="")
    work.stack.append(left)
    return work.run()


def kept(table: Table, task: DamageTask, result: int) -> DamageSoFar:
    """Go on with one of two results."""
    assert task.needs == "keep"
    work, results = _Work(table, task.unit, task.stack[:-1]), task.condition.results
    assert result in results, f"{result} is not one of {results}"
    other = results[1] if result == results[0] else results[0]
    work.events.append(ConditionKept(task.unit, result, other))
    work.stack.append(Determining((result,)))
    return work.run()


def controlled(table: Table, task: DamageTask, replaced: bool) -> DamageSoFar:
    """Go on with the result, or by Damage Control with another that is final (D-044)."""
    assert task.needs == "control"
    work, top = _Work(table, task.unit, task.stack[:-1]), task.condition
    work.stack.append(Determining(() if replaced else top.results, final=True))
    return work.run()


def chosen(table: Table, task: DamageTask, choice: ConditionChoice) -> DamageSoFar:
    """Go on with the owner's choice for result 8, 9, 11 or 13."""
    assert task.needs == "choice"
    work, (result,) = _Work(table, task.unit, task.stack[:-1]), task.condition.results
    assert choice in choices(table, work.unit, result), f"{choice} is not eligible"
    work.apply(result, choice)
    return work.run()


def automatic(table: Table, task: DamageTask, jumping: bool = False) -> DamageSoFar:
    """Go on by the rules of 4.3 and 4.5 where no dice are needed, without Damage Control."""
    top = task.condition
    match task.needs:
        case "luck":
            return lucked(table, task, again=False)
        case "keep":
            return kept(table, task, least_bad(top.results))
        case "control":
            return controlled(table, task, replaced=False)
        case "choice":
            unit, (result,) = table.units[task.unit], top.results
            return chosen(table, task, choices(table, unit, result, jumping)[0])
    raise AssertionError("dice are needed")


class _Work:
    """Works damage out, up to dice or an answer; lives for one call."""

    def __init__(self, table: Table, id: str, stack: Sequence[Filling | Determining] = ()) -> None:
        self.table = table
        self.id = id
        self.stack = list(stack)
        self.events: list[DamagePart] = []

    @property
    def unit(self) -> Unit:
        return self.table.units[self.id]

    def run(self) -> DamageSoFar:
        """Go on until something is needed or the unit is gone."""
        while self.stack and self.unit.state == "in":
            top = self.stack.pop()
            if isinstance(top, Filling):
                self._fill(top)
            elif not self._settle(top):
                self.stack.append(top)
                task = DamageTask(self.id, tuple(self.stack))
                return DamageSoFar(self.table, task, tuple(self.events))
        return DamageSoFar(self.table, None, tuple(self.events))

    def absorb(self, damage: int, shot: HitSource | None, order: Sequence[int]) -> int:
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
        if not top.final or not top.results or top.luck:
            return False
        options = choices(self.table, self.unit, top.results[0])
        if len(options) > 1:
            return False
        self.apply(top.results[0], options[0])
        return True

    def apply(self, result: int, choice: ConditionChoice) -> None:
        """Apply a result of the damage table (CC-049 to 057)."""
        self.events.append(ConditionApplied(self.id, result, choice.option, choice.places))
        if result in LASTING:
            self.table = self.table.put(suffering(self.unit, result, choice))
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
    table: Table, unit: Unit, shot: HitSource | None, order: Sequence[int]
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


def taking(table: Table, unit: Unit, shot: HitSource | None) -> dict[int, int]:
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


def _pierces(shot: HitSource, kind: str, boxes: int) -> bool:
    """Whether an attack ignores an absorber (CC-092, CC-108, D-032, D-033)."""
    vulnerable = shot.type != "BEAM" if kind == "SHD" else shot.type == "KIN"
    return vulnerable and shot.accuracy > boxes


def completes_row(
    table: Table, unit: str, damage: int, shot: HitSource | None = None, order: Sequence[int] = ()
) -> bool:
    """Whether damage would complete a Health row that is not the last, so Brace helps (4.3)."""
    design = table.design(table.units[unit])
    last = table.units[unit].health // design.row == design.rows - 1
    return not last and fills_row(table, unit, damage, shot, order)


def fills_row(
    table: Table, unit: str, damage: int, shot: HitSource | None = None, order: Sequence[int] = ()
) -> bool:
    """Whether damage alone, without Conditions, would complete a Health row (4.3)."""
    work = _Work(table, unit)
    rest = work.absorb(damage, shot, order)
    row, filled = table.design(work.unit).row, work.unit.health
    return rest > 0 and rest + work.unit.structural >= row - filled % row


def strike(builder: StepBuilder, task: Hurt) -> None:
    """Assign damage whose windows are over; what reaches the Health of a hidden ship reveals it
    first, and terrain does nothing to a false contact (D-100)."""
    unit = builder.unit(task.unit)
    if unit.hidden and reaches_health(builder.table, unit, task.damage, task.shot):
        if not unit.bogey:
            stealth.reveal(builder, unit.id)
            builder.push(task)
        return
    found = assign(builder.table, task.unit, task.damage, task.shot, task.order)
    carry(builder, task.unit, found, task.damage, task.cause, task.by)


def reaches_health(table: Table, unit: Unit, damage: int, shot: HitSource | None) -> bool:
    """Whether something of it is left after Shields and Armor."""
    return _Work(table, unit.id).absorb(damage, shot, ()) > 0


def condition_rolls(builder: StepBuilder, task: DamageTask) -> tuple[Roll, ...]:
    """Two dice for a Condition, or one for a card (CC-047, D-103)."""
    if task.needs != "dice":
        return ()
    if left := builder.table.cards_left:
        return (
            Roll(1, len(left), f"{builder.piece(task.unit)}: Condition, a card of {len(left)}"),
        )
    return (Roll(2, 6, f"{builder.piece(task.unit)}: Condition"),)


def condition_rolled(builder: StepBuilder, task: DamageTask, dice: Rolled) -> None:
    carry(builder, task.unit, rolled(builder.table, task, dice.faces[0]))


def go_on(builder: StepBuilder, task: DamageTask) -> None:
    """Go on without asking anybody."""
    carry(builder, task.unit, automatic(builder.table, task))


def keep(builder: StepBuilder, task: DamageTask, result: int) -> None:
    carry(builder, task.unit, kept(builder.table, task, result))


def control(builder: StepBuilder, task: DamageTask, *, replaced: bool) -> None:
    carry(builder, task.unit, controlled(builder.table, task, replaced))


def inflict(builder: StepBuilder, unit: Unit, result: int) -> None:
    """A Condition that a ship brings on itself; its owner chooses where there is a choice."""
    builder.push(DamageTask(unit.id, (Determining((result,), final=True),)))


def try_luck(builder: StepBuilder, task: DamageTask, *, again: bool) -> None:
    carry(builder, task.unit, lucked(builder.table, task, again))


def choose(builder: StepBuilder, task: DamageTask, choice: ConditionChoice) -> None:
    carry(builder, task.unit, chosen(builder.table, task, choice))


def carry(
    builder: StepBuilder,
    id: str,
    found: DamageSoFar,
    amount: int = 0,
    cause: Cause = "further",
    by: str = "",
) -> None:
    """Store how far the damage to a unit has got, with its events and what follows."""
    table, before = builder.table, builder.unit(id)
    builder.table = found.table
    parts = found.events
    if parts:
        design = builder.table.design(before)
        builder.tell(
            UnitDamaged(
                builder.piece(id),
                amount,
                cause,
                by,
                design.labels,
                parts,
                design.health,
                builder.unit(id).health,
                before.spot,
                only=stealth.knowing(before),
            )
        )
    if found.task:
        builder.push(found.task)
    _silence(builder, id, parts)
    bury(builder, table)


def _silence(builder: StepBuilder, id: str, parts: Sequence[DamagePart]) -> None:
    """Communications Damage removes hidden Orders and the Token, and what binds a ship as a member
    or an Escort (CC-055)."""
    applied = (each for each in parts if isinstance(each, ConditionApplied))
    unit = builder.unit(id)
    if unit.state == "in" and any(each.result == COMMUNICATIONS for each in applied):
        if unit.bond or unit.stance:
            builder.table = builder.table.freed(unit)
            unit = builder.unit(id)
        quiet, left = silenced(unit, builder.hidden(unit))
        builder.put(quiet)
        builder.hide(quiet, left)


def bury(builder: StepBuilder, before: Table) -> None:
    """Tell what has become of the VIP, and forget what units that are gone have hidden.

    ``before``  the table with them
    """
    tell_parted(builder, before)
    carrier = before.rescuer
    if carrier and carrier.state == "in" and builder.unit(carrier.id).state != "in":
        at = builder.table.objectives
        piece = builder.piece(carrier.id)
        builder.tell(VipDropped(piece, *at) if at else VipSecured(piece))
    for unit in builder.table.units.values():
        if unit.state != "in" and unit.id in builder.sheets[seat_of(unit.side)].orders:
            builder.hide(unit, Orders())
