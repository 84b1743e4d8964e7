"""Windows: what the match asks a side in the middle of something (4.3).

A window opens by what everybody knows, never by which Order is hidden. It is answered by standing
order, by hand, or by its automatic rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import singledispatch
from typing import Final, Literal, TypeAlias

from games.cosmic_conflict.content.weapons import Weapon
from games.cosmic_conflict.rules import damage
from games.cosmic_conflict.rules.attacks import shared
from games.cosmic_conflict.rules.attacks.pws import exchange
from games.cosmic_conflict.rules.attacks.targeting import can_attack
from games.cosmic_conflict.rules.damage import choices
from games.cosmic_conflict.rules.orders.usage import in_force, may_hide, may_use
from games.cosmic_conflict.table.tasks import (
    Asking,
    DamageTask,
    Exchanging,
    Firing,
    Hurt,
    Interruption,
    Repairing,
    Task,
)
from games.cosmic_conflict.table.units import Table, Unit

WindowKey: TypeAlias = Literal[
    "evasive",
    "reroll",
    "blocking",
    "dodge",
    "redirect",
    "escort",
    "absorb",
    "brace",
    "luck",
    "keep",
    "damcon",
    "sacrifice",
    "pws",
    "interrupt",
    "reinforce",
    "survey",
    "rescue",
    "repair",
    "jump",
    "cloak",
]


PROMPTS: Final[Mapping[WindowKey, str]] = {
    "evasive": "Does {} reveal Evasive Actions?",
    "reroll": "Does {} roll a die of its attack again?",
    "blocking": "Which die must the attacker of {} roll again, for Blocking terrain?",
    "dodge": "Does {} dodge?",
    "redirect": "Does another ship of the Formation take the hit of {}?",
    "escort": "Does an escort of {} take the hit?",
    "absorb": "Which track of {} takes the damage first?",
    "brace": "Does {} reveal Brace for Impact?",
    "luck": "Does {}, which is lucky, roll again for its Condition?",
    "keep": "Which Condition does {} keep?",
    "damcon": "Does {} use Damage Control?",
    "sacrifice": "What does {} lose?",
    "pws": "Does {} call a PWS exchange?",
    "interrupt": "Do you fire now?",
    "reinforce": "Does {} reveal Reinforce Shields?",
    "repair": "Which Condition does {} repair?",
    "survey": "Does {} survey the far half?",
    "rescue": "Does {} take the VIP aboard?",
    "jump": "Does {} reveal its Jump to Hyperspace?",
    "cloak": "Does {} cloak? Its moves are recorded now, in secret.",
}
"""What each asks, of the unit that it is about."""


@dataclass(frozen=True, slots=True)
class Window:
    """``unit`` whose owner answers; empty at an interrupt point, where any of a side may fire."""

    key: WindowKey
    side: int
    unit: str = ""


@singledispatch
def opened(task: Task, table: Table) -> Window | None:
    """The window that a task on top of the agenda opens."""
    return None


def _of(table: Table, key: WindowKey, id: str) -> Window:
    return Window(key, table.units[id].side, id)


# --- Attacks ---


@opened.register
def _firing(task: Firing, table: Table) -> Window | None:
    attacker, target = table.units[task.attacker], table.units[task.target]
    match task.stage:
        case "evasive" if not target.evading and may_hide(table, target, "evasive"):
            return _of(table, "evasive", task.target)
        case "reroll" if not task.again and any(reroll_means(table, task, attacker)):
            return _of(table, "reroll", task.attacker)
        case "blocking" if not task.again and task.left and (target.hidden or _applied(task)):
            return _of(table, "blocking", task.target)
        case "dodge" if not task.dodged and _would_dodge(table, task, target):
            return _of(table, "dodge", task.target)
        case "redirect" if _applied(task) and shared.takers(table, task):
            led = table.commander(target).stance
            return _of(table, "redirect" if led else "escort", task.target)
    return None


def reroll_means(
    table: Table, task: Firing, attacker: Unit
) -> Iterator[Literal["focus", "veteran", "reaim"]]:
    """What may roll a die of an attack again, as everybody knows; each once (CC-154, CC-155,
    CC-254)."""
    used = {each.by for each in task.rerolls}
    own = task.means != "missile"
    focus = in_force(attacker, "focus") or (own and may_hide(table, attacker, "focus"))
    if "focus" not in used and attacker.state == "in" and focus:
        yield "focus"
    if attacker.state == "in" and by_veterans(table, task, attacker):
        yield "veteran"
    if "reaim" not in used and attacker.in_space and may_use(table, attacker, "reaim"):
        yield "reaim"


def by_veterans(table: Table, task: Firing, attacker: Unit) -> bool:
    """Whether a veteran crew may roll a die again: once a turn, in its activation (CC-254)."""
    own = task.means in ("own", "again") or (task.means == "contingent" and not attacker.activated)
    return own and not attacker.drilled and table.design(attacker).has("veteran")


def _applied(task: Firing) -> int:
    return task.fixed.terms.result(task.dice).applied


def _would_dodge(table: Table, task: Firing, target: Unit) -> bool:
    """Whether a Dodge is possible and would lower the damage, which of a hidden ship nobody else
    can tell (D-100)."""
    if target.hidden:
        return may_use(table, target, "dodge")
    less = task.fixed.terms.dodged.result(task.dice).applied
    return may_use(table, target, "dodge") and less < _applied(task)


# --- Damage ---


@opened.register
def _hurt(task: Hurt, table: Table) -> Window | None:
    unit = table.units[task.unit]
    if task.ready or unit.state != "in" or unit.hidden:
        return None
    if len(sharing(table, task)) > 1:
        return _of(table, "absorb", task.unit)
    helps = damage.completes_row(table, task.unit, task.damage, task.shot)
    if helps and not unit.bracing and may_hide(table, unit, "brace"):
        return _of(table, "brace", task.unit)
    return None


def sharing(table: Table, task: Hurt) -> tuple[int, ...]:
    """The places of the tracks that could take all of the damage, so that their order matters
    (D-034); none where they are full before it ends."""
    found = damage.taking(table, table.units[task.unit], task.shot)
    return tuple(found) if sum(found.values()) > task.damage else ()


@opened.register
def _condition(task: DamageTask, table: Table) -> Window | None:
    unit = table.units[task.unit]
    match task.needs:
        case "luck":
            return _of(table, "luck", task.unit)
        case "keep":
            return _of(table, "keep", task.unit)
        case "control" if may_use(table, unit, "damcon"):
            return _of(table, "damcon", task.unit)
        case "choice" if len(choices(table, unit, task.condition.results[0])) > 1:
            return _of(table, "sacrifice", task.unit)
    return None


# --- Moves and the Resolution Phase ---


@opened.register
def _exchanging(task: Exchanging, table: Table) -> Window | None:
    """The enemy may elect where the mover does not (D-052)."""
    if not task.enemies or table.pws_election == "mover" or task.enemies[0] in task.wanted:
        return None
    mover, enemy = table.units[task.mover], table.units[task.enemies[0]]
    possible = mover.state == "in" and exchange(table, mover, enemy)
    return _of(table, "pws", enemy.id) if possible else None


@opened.register
def _asking(task: Asking, table: Table) -> Window:
    return _of(table, task.key, task.unit)


@opened.register
def _repairing(task: Repairing, table: Table) -> Window | None:
    unit = table.units[task.unit]
    chosen = task.place >= 0 or len(damage.repairable(unit)) < 2
    return None if chosen or not unit.in_space else _of(table, "repair", task.unit)


@opened.register
def _interruption(task: Interruption, table: Table) -> Window | None:
    """A side that could fire with something (D-065)."""
    if any(armed(table, unit) for unit in table.in_space(task.side)):
        return Window("interrupt", task.side)
    return None


def armed(table: Table, unit: Unit) -> bool:
    """Whether a ship may fire outside its own activation, as everybody knows, and has an unused
    Weapon that reaches an enemy."""
    if not unit.in_space or not any(interrupt_means(table, unit)):
        return False
    if unit.hidden:  # its Weapons are not known (D-100)
        return True
    return any(reaches(table, unit, at) for at in ready_weapons(table, unit))


def interrupt_means(table: Table, unit: Unit) -> Iterator[Literal["contingent", "snap"]]:
    if unit.activated and (in_force(unit, "contingent") or may_hide(table, unit, "contingent")):
        yield "contingent"
    if may_use(table, unit, "snap"):
        yield "snap"


def ready_weapons(table: Table, unit: Unit) -> Iterator[int]:
    """The places of Weapons that work and were not used this turn."""
    return (at for at in weapons(table, unit) if at not in unit.used and at not in unit.off)


def weapons(table: Table, unit: Unit) -> Iterator[int]:
    """The places of all Weapons."""
    items = enumerate(table.design(unit).items)
    return (at for at, item in items if isinstance(item, Weapon))


def reaches(table: Table, unit: Unit, place: int) -> bool:
    """Whether a Weapon may attack some enemy."""
    return any(can_attack(table, unit, place, enemy) for enemy in table.enemies(unit))
