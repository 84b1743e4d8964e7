"""Events of a match (canon 4.5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.colonial_space_wars.table import LETTERS
from games.colonial_space_wars.table.board import StoredSquare
from games.core.events import ENDS, HURT, LOST, Event, event
from games.core.types import Seat


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit as sentences name it: ``R4 Brigade``."""

    code: str
    name: str

    def __str__(self) -> str:
        return f"{self.code} {self.name}"

    @property
    def seat(self) -> Seat:
        return Seat(LETTERS.index(self.code[0]))


# --- Before the first turn ---


@event("sheet-changed", weight=0, quiet=True)
class SheetChanged(Event):
    """A seat changed its list, in secret (CSW-19)."""

    sword: str
    units: tuple[str, ...]


@event("sheet-locked", weight=1, quiet=True)
class SheetLocked(Event):
    """A seat locked or unlocked its list."""

    locked: bool


@event("faction-set", "{seat:side} commands the {sword}.")
class FactionSet(Event):
    """A seat chose its faction in the open (option ``mirror``)."""

    seat: Seat
    sword: str


@event("armies-revealed", "Red commands the {swords[0]}, Blue the {swords[1]}.", reveals=True)
class ArmiesRevealed(Event):
    """Both sides' Swords and lists (CSW-19)."""

    swords: tuple[str, str]
    armies: tuple[tuple[str, ...], tuple[str, ...]]


@event("initiative-rolled", latest=True)
class InitiativeRolled(Event):
    """Both dice; nobody wins a tie (CSW-20)."""

    faces: tuple[int, int]
    winner: Seat | None


@event("roles-set", "{attacker:side} attacks, {attacker:other} defends.")
class RolesSet(Event):
    attacker: Seat


@event("zones-set", "{attacker:side} deploys in the {zone}, {attacker:other} opposite.")
class ZonesSet(Event):
    """The attacker's zone; the defender has the other (CSW-22)."""

    attacker: Seat
    zone: Literal["north", "south"]


@event("unit-deployed", weight=0, sums="placed {placed}")
class UnitDeployed(Event):
    """A unit was placed on a square, inside a transport, or taken back (CSW-26, CSW-27)."""

    unit: Piece
    at: StoredSquare | None = None
    inside: str = ""

    @property
    def placed(self) -> tuple[Piece, ...]:
        return (self.unit,) if self.at or self.inside else ()


@event("deployment-done", "{seat:side} has deployed all units.")
class DeploymentDone(Event):
    seat: Seat


# --- Turns ---


@event("turn-started", latest=True)
class TurnStarted(Event):
    """A turn began with these command points (CSW-31 to 36): those of leaders, those of Voices,
    and what was promised, by a Martyr's fall or by the referee. Old entries do not say by whom."""

    seat: Seat
    round: int
    leaders: int
    voices: int
    bonus: int
    martyr: bool = True

    @property
    def income(self) -> int:
        return self.leaders + self.voices + self.bonus


@event("turn-ended", weight=0)
class TurnEnded(Event):
    seat: Seat
    unspent: int


@event("round-ended", "Round {round} is over.", weight=0)
class RoundEnded(Event):
    round: int


@event("activated", weight=0)
class Activated(Event):
    unit: Piece
    cost: int
    pool: int


@event("activation-finished", "{unit} is finished.", weight=0)
class ActivationFinished(Event):
    unit: Piece


@event("effect-ended", "{unit} is no longer {effect:effect}.", weight=0)
class EffectEnded(Event):
    """A unit is no longer dug in, inspired or under Dread."""

    unit: Piece
    effect: Literal["dug_in", "inspired", "dread"]


@event("moved", "{unit} moves from {path[0]} to {to} for {cost}; {left} left.", sums="moved {unit}")
class Moved(Event):
    """A unit moved along a path, its start included, or leapt."""

    unit: Piece
    path: tuple[StoredSquare, ...]
    cost: int
    left: int

    @property
    def to(self) -> StoredSquare:
        return self.path[-1]


@event("embarked", "{unit} embarks on {transport}.", sums="moved {unit}")
class Embarked(Event):
    unit: Piece
    origin: StoredSquare
    transport: Piece


@event("disembarked", "{unit} leaves {transport} for {at}.", sums="moved {unit}")
class Disembarked(Event):
    unit: Piece
    transport: Piece
    at: StoredSquare


@event("attacked", sums="{unit} attacked {target} without a hit", harm=0)
class Attacked(Event):
    """Points struck a unit (CSW-92): the total received this turn, what it absorbs, and the new
    hits. ``barrage``: by a Barrage, not an attack (CSW-113)."""

    unit: Piece
    origin: StoredSquare
    target: Piece
    at: StoredSquare
    points: int
    struck: int
    protection: int
    hits: int
    barrage: bool = False


@event("health-lost", sums="{by} hit {unit}", harm=HURT, left="health {after} left")
class HealthLost(Event):
    """A unit lost health levels by hits, or with its transport (CSW-71)."""

    unit: Piece
    before: int
    after: int
    wreck: bool = False


@event(
    "health-regained",
    "{unit} recovers to health {after}.",
    sums="restored {unit}",
    left="health {after}",
)
class HealthRegained(Event):
    unit: Piece
    after: int


@event("destroyed", weight=2, sums="{by} destroyed {unit}", harm=LOST)
class Destroyed(Event):
    """A unit was destroyed, at its own or its transport's square; in a wreck by nobody."""

    unit: Piece
    at: StoredSquare
    by: Piece | None


@event("bailed-out", "{unit} gets out on {at} with health {health}.", sums=None)
class BailedOut(Event):
    """A passenger got out of a wreck (CSW-71)."""

    unit: Piece
    at: StoredSquare
    health: int


@event("skill-used", sums=None)
class SkillUsed(Event):
    """An active skill, on a unit, on a square, or on itself (CSW-109 to 115)."""

    unit: Piece
    at: StoredSquare
    skill: str
    target: Piece | None = None
    square: StoredSquare | None = None


# --- The end ---


@event("defeated", weight=ENDS)
class Defeated(Event):
    """``reason``: ``command`` (CSW-116) or ``units`` (CSW-117)."""

    seat: Seat
    reason: Literal["command", "units"]


@event("game-over", weight=ENDS)
class GameOver(Event):
    """The result; ``scores`` in quarters of a point where the match ended by score (CSW-118)."""

    winner: Seat | None
    scores: tuple[int, int] | None = None
