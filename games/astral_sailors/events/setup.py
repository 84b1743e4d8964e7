"""Events before the battle, and those of roles and objectives; ``events`` has all of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from games.core.events import Event
from games.core.geometry.squares import Facing, Square


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmyEdited(Event):
    """For the seat: its list and price."""

    quiet: ClassVar[bool] = True
    weight: ClassVar[int] = 0

    seat: int
    units: tuple[str, ...]
    total: int
    kind: Literal["army-edited"] = "army-edited"


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmyLocked(Event):
    """For the team: who has locked or unlocked."""

    quiet: ClassVar[bool] = True
    weight: ClassVar[int] = 0

    seat: int
    locked: bool
    kind: Literal["army-locked"] = "army-locked"


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmiesRevealed(Event):
    """All lists are locked. ``lists`` by seat; empty with closed armies."""

    reveals: ClassVar[bool] = True
    weight: ClassVar[int] = 2

    lists: tuple[tuple[str, ...], ...]
    kind: Literal["armies-revealed"] = "armies-revealed"


@dataclass(frozen=True, slots=True, kw_only=True)
class BellicoseAnswered(Event):
    team: int
    yes: bool
    kind: Literal["bellicose-answered"] = "bellicose-answered"


@dataclass(frozen=True, slots=True, kw_only=True)
class BellicoseResolved(Event):
    """Public, unless the option keeps it secret: then ``only`` names the teams concerned."""

    reveals: ClassVar[bool] = True
    weight: ClassVar[int] = 2

    teams: tuple[int, ...]
    kind: Literal["bellicose-resolved"] = "bellicose-resolved"


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectivesRolled(Event):
    """Public: objectives were rolled, without saying which.

    ``seats``  those of each team, so that its name is understood where it is used
    """

    seats: tuple[tuple[int, ...], ...] = ()
    kind: Literal["objectives-rolled"] = "objectives-rolled"


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectiveGiven(Event):
    """To the team."""

    team: int
    objective: int
    kind: Literal["objective-given"] = "objective-given"


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetSet(Event):
    """For the team: the target of its Manhunt."""

    team: int
    target: int
    kind: Literal["target-set"] = "target-set"


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetLost(Event):
    """For the team: its Manhunt needs a new target (D-61)."""

    team: int
    kind: Literal["target-lost"] = "target-lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectiveUnreachable(Event):
    """To the team (D-74)."""

    team: int
    kind: Literal["objective-unreachable"] = "objective-unreachable"


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectiveRevealed(Event):
    reveals: ClassVar[bool] = True
    weight: ClassVar[int] = 2

    team: int
    objective: int
    target: int = -1
    kind: Literal["objective-revealed"] = "objective-revealed"


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneryPlaced(Event):
    """``seat`` is -1 for a preset."""

    seat: int
    piece: str
    at: Square
    turned: bool
    kind: Literal["scenery-placed"] = "scenery-placed"


@dataclass(frozen=True, slots=True, kw_only=True)
class PresetLaid(Event):
    name: str
    pieces: int
    kind: Literal["preset-laid"] = "preset-laid"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitDeployed(Event):
    unit: str
    at: Square
    facing: Facing
    kind: Literal["unit-deployed"] = "unit-deployed"


@dataclass(frozen=True, slots=True, kw_only=True)
class RestDeployed(Event):
    """All that the bot deploys for a seat at once: of each unit its square and its facing."""

    seat: int
    units: tuple[str, ...]
    squares: tuple[Square, ...]
    facings: tuple[Facing, ...]
    kind: Literal["rest-deployed"] = "rest-deployed"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitUndeployed(Event):
    weight: ClassVar[int] = 0

    unit: str
    kind: Literal["unit-undeployed"] = "unit-undeployed"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeploymentDone(Event):
    seat: int
    kind: Literal["deployment-done"] = "deployment-done"
