"""Events before the battle, and those of roles and objectives; ``events`` has all of them."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.geometry.squares import Facing, Square
from games.core.types import Event, News, Owned, event


@event("army-edited", quiet=True, weight=0)
class ArmyEdited(Event):
    """For the seat: its list and price."""

    seat: int
    units: tuple[str, ...]
    total: int


@event("army-locked", quiet=True, weight=0)
class ArmyLocked(Event):
    """For the team: who has locked or unlocked."""

    seat: int
    locked: bool


@event("armies-revealed", reveals=True, weight=2)
class ArmiesRevealed(Event):
    """All lists are locked. ``lists`` by seat; empty with closed armies."""

    lists: tuple[tuple[str, ...], ...]


@event("bellicose-answered")
class BellicoseAnswered(Event):
    team: int
    yes: bool


@event("bellicose-resolved", reveals=True, weight=2)
class BellicoseResolved(Event):
    """Public, unless the option keeps it secret: then ``only`` names the teams concerned."""

    teams: tuple[int, ...]


@event("objectives-rolled")
class ObjectivesRolled(Event):
    """Public: objectives were rolled, without saying which.

    ``seats``  those of each team, so that its name is understood where it is used
    """

    seats: tuple[tuple[int, ...], ...] = ()


@event("objective-given")
class ObjectiveGiven(Event):
    """To the team."""

    team: int
    objective: int


@event("target-set", "{team:team} hunts {target:team}.")
class TargetSet(Event):
    """For the team: the target of its Manhunt."""

    team: int
    target: int


@event("target-lost", "{team:team} needs a new target for its Manhunt.")
class TargetLost(Event):
    """For the team: its Manhunt needs a new target (D-61)."""

    team: int


@event("objective-unreachable", "{team:team} can no longer achieve its objective.")
class ObjectiveUnreachable(Event):
    """To the team (D-74)."""

    team: int


@event("objective-revealed", reveals=True, weight=2)
class ObjectiveRevealed(Event):
    team: int
    objective: int
    target: int = -1


@event("scenery-placed")
class SceneryPlaced(Event):
    """``seat`` is -1 for a preset."""

    seat: int
    piece: str
    at: Square
    turned: bool

    def news(self) -> Iterator[News]:
        by = Owned(None, "the bot") if self.seat < 0 else self.seat
        yield News("{by} placed {to}", Owned(None, self.piece), by)


@event("preset-laid")
class PresetLaid(Event):
    name: str
    pieces: int


@event(
    "unit-deployed", "{unit} is deployed on {at}, facing {facing:facing}.", sums="deployed {unit}"
)
class UnitDeployed(Event):
    unit: str
    at: Square
    facing: Facing


@event("rest-deployed", sums="{seat} deployed {units}")
class RestDeployed(Event):
    """All that the bot deploys for a seat at once: of each unit its square and its facing."""

    seat: int
    units: tuple[str, ...]
    squares: tuple[Square, ...]
    facings: tuple[Facing, ...]


@event("unit-undeployed", "{unit} goes back to the Reserve.", weight=0)
class UnitUndeployed(Event):
    unit: str


@event("deployment-done", "{seat:seat} finishes deploying.", sums=None)
class DeploymentDone(Event):
    seat: int
