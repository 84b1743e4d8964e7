"""What happens while damage is assigned (canon 4.10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from games.core.types import Event
from games.cosmic_conflict.rules.conditions import Option


@dataclass(frozen=True, slots=True)
class Absorbed(Event):
    """Armor or a Shield took damage; ``left`` are the boxes that it still has."""

    unit: str
    item: int
    boxes: int
    left: int
    kind: Literal["absorbed"] = "absorbed"


@dataclass(frozen=True, slots=True)
class Bypassed(Event):
    """Armor or a Shield was ignored, because A is above the boxes left (CC-092, CC-108)."""

    unit: str
    item: int
    left: int
    accuracy: int
    kind: Literal["bypassed"] = "bypassed"


@dataclass(frozen=True, slots=True)
class HealthDamaged(Event):
    """Health was filled.

    ``boxes``       of one row
    ``structural``  how much Structural Damage added before, told with the first row only
    ``health``      the boxes that are filled now
    """

    unit: str
    boxes: int
    structural: int
    health: int
    kind: Literal["health-damaged"] = "health-damaged"


@dataclass(frozen=True, slots=True)
class ConditionRolled(Event):
    """Two dice for a Condition; ``result`` is 0 when they are rolled again (CC-048)."""

    unit: str
    dice: tuple[int, ...]
    result: int
    kind: Literal["condition-rolled"] = "condition-rolled"


@dataclass(frozen=True, slots=True)
class ConditionKept(Event):
    """The owner kept one of two results (CC-158)."""

    unit: str
    result: int
    other: int
    kind: Literal["condition-kept"] = "condition-kept"


@dataclass(frozen=True, slots=True)
class ConditionApplied(Event):
    """A result takes effect; ``items`` are the places of what it deactivates."""

    unit: str
    result: int
    option: Option = ""
    items: tuple[int, ...] = ()
    kind: Literal["condition-applied"] = "condition-applied"


@dataclass(frozen=True, slots=True)
class DamageIgnored(Event):
    """The rest of the damage is lost to Brace for Impact (CC-157)."""

    unit: str
    damage: int
    kind: Literal["damage-ignored"] = "damage-ignored"


@dataclass(frozen=True, slots=True)
class UnitDestroyed(Event):
    """A unit is gone; ``aboard`` are the Fighters lost with it (D-055)."""

    unit: str
    aboard: tuple[str, ...] = ()
    kind: Literal["unit-destroyed"] = "unit-destroyed"


DamagePart: TypeAlias = Annotated[
    Absorbed
    | Bypassed
    | HealthDamaged
    | ConditionRolled
    | ConditionKept
    | ConditionApplied
    | DamageIgnored
    | UnitDestroyed,
    Field(discriminator="kind"),
]
