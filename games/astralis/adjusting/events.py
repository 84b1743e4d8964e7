"""Events of adjustments: the values before and after."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from games.astralis.sides import Side
from games.astralis.stored import HexName
from games.core.events import Event

Agreed: TypeAlias = Literal["komi", "bonus", "supply", "swap", "size"]


@dataclass(frozen=True, slots=True)
class PlanetSet(Event):
    """A planet was set, reassigned or removed."""

    hex: HexName
    before: Side | None
    after: Side | None
    kind: Literal["planet-set"] = "planet-set"


@dataclass(frozen=True, slots=True)
class ShipSet(Event):
    """The ship of a side was moved."""

    side: Side
    before: HexName
    after: HexName
    kind: Literal["ship-set"] = "ship-set"


@dataclass(frozen=True, slots=True)
class AwardGiven(Event):
    """``side`` got a planet that was due from its owner ``before`` (AST-35)."""

    side: Side
    hex: HexName
    before: Side | None
    kind: Literal["award-given"] = "award-given"


@dataclass(frozen=True, slots=True)
class ToMoveSet(Event):
    """The turn was given to another side."""

    before: Side
    after: Side
    kind: Literal["to-move-set"] = "to-move-set"


@dataclass(frozen=True, slots=True)
class TurnSkipped(Event):
    """The turn of ``side`` was skipped."""

    side: Side
    kind: Literal["turn-skipped"] = "turn-skipped"


@dataclass(frozen=True, slots=True)
class AgreementSet(Event):
    """A match option was changed; values are in words."""

    what: Agreed
    before: str
    after: str
    kind: Literal["agreement-set"] = "agreement-set"


@dataclass(frozen=True, slots=True)
class PositionSet(Event):
    """The whole position was set, as lines of text."""

    weight: ClassVar[int] = 2

    before: str
    after: str
    kind: Literal["position-set"] = "position-set"


@dataclass(frozen=True, slots=True)
class Resumed(Event):
    """A finished match was resumed."""

    weight: ClassVar[int] = 2

    kind: Literal["resumed"] = "resumed"


@dataclass(frozen=True, slots=True)
class LeftDue(Event):
    """An adjustment surrounded hexes for ``side`` without an award (AST-29)."""

    side: Side
    hexes: tuple[HexName, ...]
    kind: Literal["left-due"] = "left-due"


SetByHand: TypeAlias = (
    PlanetSet
    | ShipSet
    | AwardGiven
    | ToMoveSet
    | TurnSkipped
    | AgreementSet
    | PositionSet
    | Resumed
    | LeftDue
)


def tell(event: SetByHand) -> str:
    """One event as one sentence."""
    match event:
        case PlanetSet(hex=hex, before=before, after=after):
            return f"{hex} now holds {_planet(after)}; it held {_planet(before)}."
        case ShipSet(side=side, before=before, after=after):
            return f"The ship of {side.label} now stands on {after}, not on {before}."
        case AwardGiven(side=side, hex=hex, before=None):
            return f"{side.label} is awarded the planet due on {hex}."
        case AwardGiven(side=side, hex=hex):
            return f"{side.label} is awarded {side.other.label}'s planet due on {hex}."
        case ToMoveSet(before=before, after=after):
            return f"It is now {after.label}'s turn, not {before.label}'s."
        case TurnSkipped(side=side):
            return f"{side.label}'s turn is skipped; {side.other.label} is to move."
        case AgreementSet(what=what, before=before, after=after):
            return f"{_AGREED[what]} is now {after}, not {before}."
        case PositionSet(after=after):
            return f"The position is set: {after}."
        case Resumed():
            return "The match goes on."
        case LeftDue(side=side, hexes=hexes):
            listed = f"{', '.join(hexes[:12])}{' …' if len(hexes) > 12 else ''}"
            return f"Surrounded for {side.label} without an award: {listed}."


_AGREED = {
    "komi": "Komi",
    "bonus": "The bonus planet under a ship",
    "supply": "The supply of planets",
    "swap": "The swap of colours",
    "size": "The board",
}


def _planet(owner: Side | None) -> str:
    return "no planet" if owner is None else f"a planet of {owner.label}"
