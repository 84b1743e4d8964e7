"""Events of draws, of leaving, and of the end of a match; ``events`` has all of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from games.core.events import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOffered(Event):
    seat: int
    agreed: int
    of: int
    kind: Literal["draw-offered"] = "draw-offered"


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawWithdrawn(Event):
    weight: ClassVar[int] = 0

    seat: int
    kind: Literal["draw-withdrawn"] = "draw-withdrawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLeft(Event):
    weight: ClassVar[int] = 2

    seat: int
    handover: bool
    kind: Literal["player-left"] = "player-left"


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmyHandedOver(Event):
    seat: int
    to: int
    kind: Literal["army-handed-over"] = "army-handed-over"


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmyRemoved(Event):
    """``units`` are those that everybody knows of."""

    weight: ClassVar[int] = 2

    seat: int
    units: tuple[str, ...]
    kind: Literal["army-removed"] = "army-removed"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchWon(Event):
    """With all secrets: ``objectives`` by team, 0 for Bellicose Hedonists; ``targets`` likewise."""

    reveals: ClassVar[bool] = True
    weight: ClassVar[int] = 2

    team: int
    rule: str
    victors: tuple[int, ...]
    fallen: tuple[int, ...]
    objectives: tuple[int, ...]
    targets: tuple[int, ...]
    kind: Literal["match-won"] = "match-won"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchDrawn(Event):
    reveals: ClassVar[bool] = True
    weight: ClassVar[int] = 2

    rule: str
    objectives: tuple[int, ...]
    targets: tuple[int, ...]
    kind: Literal["match-drawn"] = "match-drawn"
