"""Conditions: which results count, what they deactivate and what they bar (CC-047 to 060)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final, Literal, TypeAlias

from games.cosmic_conflict.components import ABSORBERS, HANGARS, Component
from games.cosmic_conflict.table import Condition, Table, Unit
from games.cosmic_conflict.weapons import STRUCTURAL, Weapon

CATASTROPHIC, CRITICAL, NONE = 2, 3, 12
SERIOUS: Final = (6, 7)
SERIOUS_DAMAGE: Final = 2
"""CC-052."""
WEAPONS, COMPONENTS, COMMUNICATIONS, PROPULSION = 8, 9, 10, 11
LASTING: Final = range(4, 12)
"""The results that are counted as Conditions received (3.8)."""
NAMES: Final[Mapping[int, str]] = {
    CATASTROPHIC: "Catastrophic Damage",
    CRITICAL: "Critical Damage",
    **dict.fromkeys((4, 5), "Structural Damage"),
    **dict.fromkeys(SERIOUS, "Serious Damage"),
    WEAPONS: "Weapons Damage",
    COMPONENTS: "Component Damage",
    COMMUNICATIONS: "Communications Damage",
    PROPULSION: "Propulsion Damage",
    NONE: "no Condition",
}
_SAME = {5: 4, 7: 6}
_LEAST_BAD = (12, 6, 4, 11, 9, 8, 10, 3, 2)
Option: TypeAlias = Literal["", "a", "b"]
OrderType: TypeAlias = Literal["offensive", "defensive", "navigate", "scanning", "hyperspace"]


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
    result = table.condition_table[sum(dice) - 2]
    if is_functional(table, unit, result):
        return result
    others = any(is_functional(table, unit, each) for each in table.condition_table)
    return 0 if others else NONE


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
            return bool(_propulsion(unit))
    return True


def least_bad(results: Sequence[int]) -> int:
    """The one to keep of the results under Brace for Impact, of equal ones the first (CC-158)."""
    return min(results, key=lambda result: _LEAST_BAD.index(_SAME.get(result, result)))


# --- Choosing ---


def choices(
    table: Table, unit: Unit, result: int, jumping: bool = False
) -> tuple[ConditionChoice, ...]:
    """The legal choices for a result, in the order of canon 4.5: the automatic one is the first.

    ``jumping``  a jump to Hyperspace is pending, which option (a) of result 11 would cancel
    """
    if result == PROPULSION:
        options = _propulsion(unit)
        return tuple(map(ConditionChoice, reversed(options) if jumping else options))
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
    """By type, of equal ones the fewest boxes; a Structural mount is the last Primary."""
    item = table.design(unit).items[place]
    order = _PRIMARY_ORDER if item.primary else _SECONDARY_ORDER
    key = item.type
    if key == HANGARS[0] and not table.aboard(unit.id):
        key = "empty FLH"
    rank = order.index(key) if key in order else len(order)
    return rank, left(table, unit, place) if key in ABSORBERS else place, place


def _propulsion(unit: Unit) -> tuple[Option, ...]:
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
        conditions=(*unit.conditions, Condition(result, choice.option)),
        off=tuple(sorted({*unit.off, *choice.places})),
        evading=unit.evading and not silent,
        bracing=unit.bracing and not silent,
    )


_BARRING: Final[Mapping[OrderType, int]] = {
    "offensive": WEAPONS,
    "defensive": COMPONENTS,
    "navigate": PROPULSION,
}


def barred(unit: Unit, orders: OrderType) -> bool:
    """Whether a Condition bars Orders and Commands of a type (CC-053 to 056, D-041)."""
    if orders == "hyperspace":
        return Condition(PROPULSION, "a") in unit.conditions
    return unit.suffers(COMMUNICATIONS, _BARRING.get(orders, COMMUNICATIONS))


def is_velocity_locked(unit: Unit) -> bool:
    """Whether it may not change Velocity during its activation (CC-056)."""
    return Condition(PROPULSION, "b") in unit.conditions
