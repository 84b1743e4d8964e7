"""Events of a match, all public."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from games.astralis.agreement import EndKind
from games.astralis.board import HexName
from games.astralis.sides import Mover, Piece, Side
from games.core.editing.acts import Edited
from games.core.events import Event

Planting: TypeAlias = Annotated[Piece, Field(exclude_if=lambda what: what == "planet")]
"""What is planted; in the base game it is not said."""


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """A side placed its ship, or what it has in the place of one (AST-15)."""

    side: Side
    hex: HexName
    kind: Literal["placed"] = "placed"
    what: Annotated[Mover, Field(exclude_if=lambda what: what == "ship")] = "ship"


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A ship moved (AST-21)."""

    side: Side
    origin: HexName
    to: HexName
    kind: Literal["moved"] = "moved"


@dataclass(frozen=True, slots=True)
class Awarded(Event):
    """``side`` got its pending planet, as the other side's ship has left the hex (AST-33)."""

    side: Side
    hex: HexName
    kind: Literal["awarded"] = "awarded"


@dataclass(frozen=True, slots=True)
class Planted(Event):
    """A side planted a planet, or what it has in the place of one (AST-25)."""

    side: Side
    hex: HexName
    kind: Literal["planted"] = "planted"
    what: Planting = "planet"

    @property
    def does(self) -> str:
        return "places" if self.what == "stone" else "plants"


@dataclass(frozen=True, slots=True)
class Bonus(Event):
    """A side earned bonus planets (AST-30)."""

    side: Side
    hexes: tuple[HexName, ...]
    kind: Literal["bonus"] = "bonus"


@dataclass(frozen=True, slots=True)
class Deferred(Event):
    """``side`` gets a planet as soon as the other side's ship leaves the hex (AST-32)."""

    side: Side
    hex: HexName
    kind: Literal["deferred"] = "deferred"


@dataclass(frozen=True, slots=True)
class Extracted(Event):
    """``side`` replaced opposing planets by its own (AST-36)."""

    weight: ClassVar[int] = 2

    side: Side
    hexes: tuple[HexName, ...]
    kind: Literal["extracted"] = "extracted"


@dataclass(frozen=True, slots=True)
class TilesChanged(Event):
    """How hexes without a planet changed in a turn of ``side`` (AST-28, AST-37).

    ``controlled`` are new to ``side``, ``contested`` new for both, ``lost``
    not the other side's any more.
    """

    weight: ClassVar[int] = 0

    side: Side
    controlled: tuple[HexName, ...]
    contested: tuple[HexName, ...]
    lost: tuple[HexName, ...]
    kind: Literal["tiles"] = "tiles"


@dataclass(frozen=True, slots=True)
class ForcedPass(Event):
    """A side could not move and lost its turn (AST-20)."""

    side: Side
    hex: HexName
    kind: Literal["forced-pass"] = "forced-pass"


@dataclass(frozen=True, slots=True)
class Stalled(Event):
    """Turns in a row without a new planet: 40, or 60 and a request is possible (AST-45)."""

    turns: int
    kind: Literal["stalled"] = "stalled"
    what: Planting = "planet"


@dataclass(frozen=True, slots=True)
class SettleAsked(Event):
    """``side`` asks to score the position as it stands (AST-45)."""

    weight: ClassVar[int] = 2

    side: Side
    kind: Literal["settle-asked"] = "settle-asked"


@dataclass(frozen=True, slots=True)
class SettleAnswered(Event):
    """``side`` answered the request of the other (AST-45)."""

    side: Side
    agreed: bool
    kind: Literal["settle-answered"] = "settle-answered"


@dataclass(frozen=True, slots=True)
class SettleLapsed(Event):
    """The request of ``side`` was not answered in time (AST-45)."""

    side: Side
    kind: Literal["settle-lapsed"] = "settle-lapsed"


@dataclass(frozen=True, slots=True)
class Swapped(Event):
    """The players exchanged their colours (AST-D25)."""

    weight: ClassVar[int] = 2

    kind: Literal["swapped"] = "swapped"


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The match is over: both totals, komi included (AST-40 to AST-43, AST-45)."""

    weight: ClassVar[int] = 2

    reason: EndKind
    winner: Side | None
    yellow: float
    cyan: float
    kind: Literal["ended"] = "ended"


@dataclass(frozen=True, slots=True)
class LeftDue(Event):
    """What a referee set surrounded hexes for ``side`` without an award (AST-29)."""

    side: Side
    hexes: tuple[HexName, ...]
    kind: Literal["left-due"] = "left-due"


@dataclass(frozen=True, slots=True)
class VariantEvent(Event):
    """What happens in a variant only; it says so itself."""

    @property
    def sentence(self) -> str:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Captured(VariantEvent):
    """``side`` took stones of the other (AST-V4-07)."""

    weight: ClassVar[int] = 2

    side: Side
    hexes: tuple[HexName, ...]
    kind: Literal["captured"] = "captured"

    @property
    def sentence(self) -> str:
        things = "stone" if len(self.hexes) == 1 else f"{len(self.hexes)} stones"
        return f"{self.side.label} captures the {things} on {', '.join(self.hexes)}."


@dataclass(frozen=True, slots=True)
class Passed(VariantEvent):
    """A side passed, or could place nothing (AST-V4-10)."""

    side: Side
    forced: bool = False
    kind: Literal["passed"] = "passed"

    @property
    def sentence(self) -> str:
        does = "can place no stone and passes" if self.forced else "passes"
        return f"{self.side.label} {does}."


BaseEvent: TypeAlias = (
    Placed
    | Moved
    | Awarded
    | Planted
    | Bonus
    | Deferred
    | Extracted
    | TilesChanged
    | ForcedPass
    | Stalled
    | SettleAsked
    | SettleAnswered
    | SettleLapsed
    | Swapped
    | Ended
    | Edited
    | LeftDue
)
AstralisEvent: TypeAlias = BaseEvent | VariantEvent
