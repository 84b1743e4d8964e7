"""What events are made of: pieces, and what damage does part by part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from games.core.events import LOST, Event, News, Owned
from games.core.types import Seat
from games.cosmic_conflict.space import LETTERS
from games.cosmic_conflict.table.conditions import Option

AIMED: Final = "{by} launched missiles at {to}"


@dataclass(frozen=True, slots=True)
class _Part(Event):
    """What an event of damage tells of one unit."""

    unit: str


@dataclass(frozen=True, slots=True)
class Absorbed(_Part):
    """Armor or a Shield took damage; ``left`` are the boxes that it still has."""

    item: int
    boxes: int
    left: int
    kind: Literal["absorbed"] = "absorbed"


@dataclass(frozen=True, slots=True)
class Bypassed(_Part):
    """Armor or a Shield was ignored, because A is above the boxes left (CC-092, CC-108)."""

    item: int
    left: int
    accuracy: int
    kind: Literal["bypassed"] = "bypassed"


@dataclass(frozen=True, slots=True)
class HealthDamaged(_Part):
    """Damage filled boxes of one Health row.

    ``boxes``       how many of that row
    ``structural``  how many boxes of this attack came from Structural Damage; 0 in all rows after
                    the first
    ``health``      how many boxes are filled now, in all rows
    """

    boxes: int
    structural: int
    health: int
    kind: Literal["health-damaged"] = "health-damaged"


@dataclass(frozen=True, slots=True)
class ConditionRolled(_Part):
    """Two dice for a Condition, or the ``card`` that one has drawn; ``result`` is 0 when it is done
    again (CC-048, D-103)."""

    dice: tuple[int, ...]
    result: int
    card: int = 0
    kind: Literal["condition-rolled"] = "condition-rolled"


@dataclass(frozen=True, slots=True)
class ConditionKept(_Part):
    """The owner kept one of two results (CC-158)."""

    result: int
    other: int
    kind: Literal["condition-kept"] = "condition-kept"


@dataclass(frozen=True, slots=True)
class ConditionApplied(_Part):
    """A result takes effect; ``items`` are the places of what it deactivates."""

    result: int
    option: Option = ""
    items: tuple[int, ...] = ()
    kind: Literal["condition-applied"] = "condition-applied"


@dataclass(frozen=True, slots=True)
class DamageIgnored(_Part):
    """The rest of the damage is lost to Brace for Impact (CC-157)."""

    damage: int
    kind: Literal["damage-ignored"] = "damage-ignored"


@dataclass(frozen=True, slots=True)
class UnitDestroyed(_Part):
    """A unit is gone; ``aboard`` are the Fighters lost with it (D-055)."""

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


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit as sentences name it: ``a1 Citadel``."""

    id: str
    name: str

    def __str__(self) -> str:
        return f"{self.id} {self.name}"

    @property
    def side(self) -> int:
        return self.seat + 1

    @property
    def seat(self) -> Seat:
        return Seat(LETTERS.index(self.id[0]))


def lost(
    did: str, unit: Piece, aboard: Sequence[str], by: Piece | str | None = None
) -> Iterator[News]:
    """The news that a unit is gone with the Fighters ``aboard``."""
    pieces = (unit, *(Owned(unit.seat, id) for id in aboard))
    return (News(did, each, by, LOST) for each in pieces)
