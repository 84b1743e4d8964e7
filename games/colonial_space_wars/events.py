"""Events of a match (canon 4.5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from games.colonial_space_wars.board import StoredSquare
from games.colonial_space_wars.table import LETTERS, NAMES
from games.core.editing.acts import Edited
from games.core.events import Event
from games.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit as sentences name it: ``R4 Brigade``."""

    code: str
    name: str

    def __str__(self) -> str:
        return f"{self.code} {self.name}"

    @property
    def side(self) -> str:
        return NAMES[LETTERS.index(self.code[0])]


# --- Before the first turn ---


@dataclass(frozen=True, slots=True)
class SheetChanged(Event):
    """A seat changed its list, in secret (CSW-19)."""

    weight: ClassVar[int] = 0
    quiet: ClassVar[bool] = True

    sword: str
    units: tuple[str, ...]
    kind: Literal["sheet-changed"] = "sheet-changed"


@dataclass(frozen=True, slots=True)
class SheetLocked(Event):
    """A seat locked or unlocked its list."""

    weight: ClassVar[int] = 1
    quiet: ClassVar[bool] = True

    locked: bool
    kind: Literal["sheet-locked"] = "sheet-locked"


@dataclass(frozen=True, slots=True)
class FactionSet(Event):
    """A seat chose its faction in the open (option ``mirror``)."""

    seat: Seat
    sword: str
    kind: Literal["faction-set"] = "faction-set"


@dataclass(frozen=True, slots=True)
class ArmiesRevealed(Event):
    """Both sides' Swords and lists (CSW-19)."""

    reveals: ClassVar[bool] = True

    swords: tuple[str, str]
    armies: tuple[tuple[str, ...], tuple[str, ...]]
    kind: Literal["armies-revealed"] = "armies-revealed"


@dataclass(frozen=True, slots=True)
class InitiativeRolled(Event):
    """Both dice; nobody wins a tie (CSW-20)."""

    faces: tuple[int, int]
    winner: Seat | None
    kind: Literal["initiative-rolled"] = "initiative-rolled"


@dataclass(frozen=True, slots=True)
class RolesSet(Event):
    attacker: Seat
    kind: Literal["roles-set"] = "roles-set"


@dataclass(frozen=True, slots=True)
class ZonesSet(Event):
    """The attacker's zone; the defender has the other (CSW-22)."""

    attacker: Seat
    zone: Literal["north", "south"]
    kind: Literal["zones-set"] = "zones-set"


@dataclass(frozen=True, slots=True)
class UnitDeployed(Event):
    """A unit was placed on a square, inside a transport, or taken back (CSW-26, CSW-27)."""

    weight: ClassVar[int] = 0

    unit: Piece
    at: StoredSquare | None = None
    inside: str = ""
    kind: Literal["unit-deployed"] = "unit-deployed"


@dataclass(frozen=True, slots=True)
class DeploymentDone(Event):
    seat: Seat
    kind: Literal["deployment-done"] = "deployment-done"


# --- Turns ---


@dataclass(frozen=True, slots=True)
class TurnStarted(Event):
    """A turn began with these command points (CSW-31 to 36): those of leaders, those of Voices,
    and what was promised, by a Martyr's fall or by the referee. Old entries do not say by whom."""

    seat: Seat
    round: int
    leaders: int
    voices: int
    bonus: int
    martyr: bool = True
    kind: Literal["turn-started"] = "turn-started"

    @property
    def income(self) -> int:
        return self.leaders + self.voices + self.bonus


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    weight: ClassVar[int] = 0

    seat: Seat
    unspent: int
    kind: Literal["turn-ended"] = "turn-ended"


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    weight: ClassVar[int] = 0

    round: int
    kind: Literal["round-ended"] = "round-ended"


@dataclass(frozen=True, slots=True)
class Activated(Event):
    weight: ClassVar[int] = 0

    unit: Piece
    cost: int
    pool: int
    kind: Literal["activated"] = "activated"


@dataclass(frozen=True, slots=True)
class ActivationFinished(Event):
    weight: ClassVar[int] = 0

    unit: Piece
    kind: Literal["activation-finished"] = "activation-finished"


@dataclass(frozen=True, slots=True)
class EffectEnded(Event):
    """A unit is no longer dug in, inspired or under Dread."""

    weight: ClassVar[int] = 0

    unit: Piece
    effect: Literal["dug_in", "inspired", "dread"]
    kind: Literal["effect-ended"] = "effect-ended"


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A unit moved along a path, its start included, or leapt."""

    unit: Piece
    path: tuple[StoredSquare, ...]
    cost: int
    left: int
    kind: Literal["moved"] = "moved"

    @property
    def to(self) -> StoredSquare:
        return self.path[-1]


@dataclass(frozen=True, slots=True)
class Embarked(Event):
    unit: Piece
    origin: StoredSquare
    transport: Piece
    kind: Literal["embarked"] = "embarked"


@dataclass(frozen=True, slots=True)
class Disembarked(Event):
    unit: Piece
    transport: Piece
    at: StoredSquare
    kind: Literal["disembarked"] = "disembarked"


@dataclass(frozen=True, slots=True)
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
    kind: Literal["attacked"] = "attacked"


@dataclass(frozen=True, slots=True)
class HealthLost(Event):
    """A unit lost health levels by hits, or with its transport (CSW-71)."""

    unit: Piece
    before: int
    after: int
    wreck: bool = False
    kind: Literal["health-lost"] = "health-lost"


@dataclass(frozen=True, slots=True)
class HealthRegained(Event):
    unit: Piece
    after: int
    kind: Literal["health-regained"] = "health-regained"


@dataclass(frozen=True, slots=True)
class Destroyed(Event):
    """A unit was destroyed, at its own or its transport's square; in a wreck by nobody."""

    weight: ClassVar[int] = 2

    unit: Piece
    at: StoredSquare
    by: Piece | None
    kind: Literal["destroyed"] = "destroyed"


@dataclass(frozen=True, slots=True)
class BailedOut(Event):
    """A passenger got out of a wreck (CSW-71)."""

    unit: Piece
    at: StoredSquare
    health: int
    kind: Literal["bailed-out"] = "bailed-out"


@dataclass(frozen=True, slots=True)
class SkillUsed(Event):
    """An active skill, on a unit, on a square, or on itself (CSW-109 to 115)."""

    unit: Piece
    at: StoredSquare
    skill: str
    target: Piece | None = None
    square: StoredSquare | None = None
    kind: Literal["skill-used"] = "skill-used"


# --- The end ---


@dataclass(frozen=True, slots=True)
class Defeated(Event):
    """``reason``: ``command`` (CSW-116) or ``units`` (CSW-117)."""

    weight: ClassVar[int] = 2

    seat: Seat
    reason: Literal["command", "units"]
    kind: Literal["defeated"] = "defeated"


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The result; ``scores`` in quarters of a point where the match ended by score (CSW-118)."""

    weight: ClassVar[int] = 2

    winner: Seat | None
    scores: tuple[int, int] | None = None
    kind: Literal["game-over"] = "game-over"


CswEvent: TypeAlias = (
    SheetChanged
    | SheetLocked
    | FactionSet
    | ArmiesRevealed
    | InitiativeRolled
    | RolesSet
    | ZonesSet
    | UnitDeployed
    | DeploymentDone
    | TurnStarted
    | TurnEnded
    | RoundEnded
    | Activated
    | ActivationFinished
    | EffectEnded
    | Moved
    | Embarked
    | Disembarked
    | Attacked
    | HealthLost
    | HealthRegained
    | Destroyed
    | BailedOut
    | SkillUsed
    | Defeated
    | GameOver
    | Edited
)
