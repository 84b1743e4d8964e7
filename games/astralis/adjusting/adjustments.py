"""Types and text forms of adjustments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from games.astralis.adjusting.line import Line, written
from games.astralis.agreement import BonusUnderShip
from games.astralis.sides import Side
from games.astralis.stored import HexName

Komi: TypeAlias = Annotated[float, Field(allow_inf_nan=False)]


@dataclass(frozen=True, slots=True)
class SetPlanet:
    """Set, reassign or remove a planet: ``PLANET E7 YELLOW``."""

    hex: HexName
    owner: Side | None
    kind: Literal["planet"] = "planet"


@dataclass(frozen=True, slots=True)
class MoveShip:
    """``SHIP CYAN I7``."""

    side: Side
    hex: HexName
    kind: Literal["ship"] = "ship"


@dataclass(frozen=True, slots=True)
class Award:
    """Award a bonus or extraction that is due: ``AWARD H8 YELLOW``."""

    hex: HexName
    side: Side
    kind: Literal["award"] = "award"


@dataclass(frozen=True, slots=True)
class SetToMove:
    """Give the turn to a side: ``TURN CYAN``."""

    side: Side
    kind: Literal["to-move"] = "to-move"


@dataclass(frozen=True, slots=True)
class SkipTurn:
    """Skip the current turn: ``SKIP``."""

    kind: Literal["skip"] = "skip"


@dataclass(frozen=True, slots=True)
class SetKomi:
    """``KOMI 3.5``."""

    komi: Komi
    kind: Literal["komi"] = "komi"


@dataclass(frozen=True, slots=True)
class SetBonus:
    """When a bonus under a ship is placed (AST-32): ``BONUS DEFERRED``."""

    bonus: BonusUnderShip
    kind: Literal["bonus-under-ship"] = "bonus-under-ship"


@dataclass(frozen=True, slots=True)
class SetSupply:
    """Whether a side has only thirty planets (AST-17): ``SUPPLY THIRTY``."""

    strict: bool
    kind: Literal["supply"] = "supply"


@dataclass(frozen=True, slots=True)
class SetSwap:
    """Whether Cyan may swap instead of its first turn (AST-D25): ``SWAP ON``."""

    swap: bool
    kind: Literal["swap"] = "swap"


@dataclass(frozen=True, slots=True)
class SetSize:
    """``SIZE 7``, before the first turn."""

    size: int
    kind: Literal["size"] = "size"


@dataclass(frozen=True, slots=True)
class SetPosition:
    """Everything on the board at once: ``N8 Y:E8,I7 C:- SY:B3 SC:O11 T:Y``."""

    line: Line
    kind: Literal["position"] = "position"


@dataclass(frozen=True, slots=True)
class Resume:
    """Resume a finished match: ``RESUME``."""

    kind: Literal["resume"] = "resume"


@dataclass(frozen=True, slots=True)
class Settle:
    """End the match, scored as it stands (AST-41): ``SETTLE``."""

    kind: Literal["settle"] = "settle"


Adjustment: TypeAlias = (
    SetPlanet
    | MoveShip
    | Award
    | SetToMove
    | SkipTurn
    | SetKomi
    | SetBonus
    | SetSupply
    | SetSwap
    | SetSize
    | SetPosition
    | Resume
    | Settle
)
TaggedAdjustment: TypeAlias = Annotated[Adjustment, Field(discriminator="kind")]
"""The type of adjustments as JSON knows it."""


def text_of(adjustment: Adjustment) -> str:
    """The text form of an adjustment."""
    match adjustment:
        case SetPlanet(hex, owner):
            return f"PLANET {hex} {owner.name if owner is not None else 'NONE'}"
        case MoveShip(side, hex):
            return f"SHIP {side.name} {hex}"
        case Award(hex, side):
            return f"AWARD {hex} {side.name}"
        case SetToMove(side):
            return f"TURN {side.name}"
        case SetPosition(line):
            return written(line)
        case SkipTurn() | Resume() | Settle():
            return adjustment.kind.upper()
        case _:
            return _agreed(adjustment)


def _agreed(adjustment: SetKomi | SetBonus | SetSupply | SetSwap | SetSize) -> str:
    match adjustment:
        case SetKomi(komi):
            return f"KOMI {komi:g}"
        case SetBonus(bonus):
            return f"BONUS {bonus.upper()}"
        case SetSupply(strict):
            return f"SUPPLY {'THIRTY' if strict else 'FREE'}"
        case SetSwap(swap):
            return f"SWAP {'ON' if swap else 'OFF'}"
        case SetSize(size):
            return f"SIZE {size}"
