"""Events of a match (canon 4.10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from games.core.editing.acts import Edited
from games.core.events import Event
from games.core.geometry.plane import Point
from games.cosmic_conflict.fire_events import AttackCancelled as AttackCancelled
from games.cosmic_conflict.fire_events import Attacked as Attacked
from games.cosmic_conflict.fire_events import AwsFired as AwsFired
from games.cosmic_conflict.fire_events import MissileLaunched as MissileLaunched
from games.cosmic_conflict.fire_events import MissileLost as MissileLost
from games.cosmic_conflict.fire_events import Piece as Piece
from games.cosmic_conflict.fire_events import UnitDamaged as UnitDamaged
from games.cosmic_conflict.rules.damage_events import DamagePart as DamagePart
from games.cosmic_conflict.rules.scoring import ConditionScore, Margin, VictoryCondition
from games.cosmic_conflict.table import CommandName, MarkEffect, OrderName
from games.cosmic_conflict.view import Sheet

# --- Before turn 1 ---


@dataclass(frozen=True, slots=True)
class SheetChanged(Event):
    """A seat changed what it alone knows: fleet, places or Orders."""

    weight: ClassVar[int] = 0
    quiet: ClassVar[bool] = True

    sheet: Sheet
    kind: Literal["sheet-changed"] = "sheet-changed"


@dataclass(frozen=True, slots=True)
class SheetLocked(Event):
    """A seat locked or unlocked it; only that seat learns when (4.1)."""

    quiet: ClassVar[bool] = True

    locked: bool
    kind: Literal["sheet-locked"] = "sheet-locked"


@dataclass(frozen=True, slots=True)
class FleetsRevealed(Event):
    """Both fleets, with their names and units."""

    reveals: ClassVar[bool] = True

    fleets: tuple[str, str]
    units: tuple[Piece, ...]
    kind: Literal["fleets-revealed"] = "fleets-revealed"


@dataclass(frozen=True, slots=True)
class InitiativeRolled(Event):
    """A die for each side; ``side`` is 0 after a tie (CC-061)."""

    faces: tuple[int, ...]
    side: int
    kind: Literal["initiative-rolled"] = "initiative-rolled"


@dataclass(frozen=True, slots=True)
class Deployed(Event):
    """A unit is at its starting place; heading and Velocity are those of ships."""

    unit: Piece
    at: Point
    heading: int
    velocity: int
    fighter: bool = False
    kind: Literal["deployed"] = "deployed"


@dataclass(frozen=True, slots=True)
class Disclosed(Event):
    """What follows shows what a seat had written: a secret deployment, a step that waited."""

    weight: ClassVar[int] = 0
    quiet: ClassVar[bool] = True
    reveals: ClassVar[bool] = True

    kind: Literal["disclosed"] = "disclosed"


# --- The turn ---


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    turn: int
    initiative: int
    kind: Literal["turn-began"] = "turn-began"


@dataclass(frozen=True, slots=True)
class OrdersGiven(Event):
    """After the last lock: who has an Order and who a Token (CC-063)."""

    reveals: ClassVar[bool] = True

    orders: tuple[str, ...]
    tokens: tuple[str, ...]
    kind: Literal["orders-given"] = "orders-given"


@dataclass(frozen=True, slots=True)
class Activated(Event):
    unit: Piece
    kind: Literal["activated"] = "activated"


@dataclass(frozen=True, slots=True)
class Passed(Event):
    side: int
    size: int
    kind: Literal["passed"] = "passed"


@dataclass(frozen=True, slots=True)
class StopProposed(Event):
    """A side would end the match now (CC-213)."""

    weight: ClassVar[int] = 2

    side: int
    kind: Literal["stop-proposed"] = "stop-proposed"


@dataclass(frozen=True, slots=True)
class StepsStopped(Event):
    """The step with this ``number`` of an activation is illegal; its owner is told why."""

    number: int
    step: str
    reason: str
    kind: Literal["steps-stopped"] = "steps-stopped"


@dataclass(frozen=True, slots=True)
class ActivationEnded(Event):
    weight: ClassVar[int] = 0

    unit: Piece
    kind: Literal["activation-ended"] = "activation-ended"


# --- Orders and Commands ---


@dataclass(frozen=True, slots=True)
class OrderRevealed(Event):
    """``change`` of the Velocity; ``target`` of a scan or a mark."""

    reveals: ClassVar[bool] = True

    unit: Piece
    order: OrderName
    change: int = 0
    target: str = ""
    kind: Literal["order-revealed"] = "order-revealed"


@dataclass(frozen=True, slots=True)
class CommandUsed(Event):
    """``paid`` with the ``token``, or with a hidden Order in the ``main`` slot or that of an item:
    which Order it was is not told, but that an extra slot held one."""

    reveals: ClassVar[bool] = True

    unit: Piece
    command: CommandName
    paid: str
    change: int = 0
    kind: Literal["command-used"] = "command-used"


@dataclass(frozen=True, slots=True)
class Scanned(Event):
    """Whom Enhance Scanners looked at; only ``ScanFound`` tells what they saw."""

    unit: Piece
    target: Piece
    kind: Literal["scanned"] = "scanned"


@dataclass(frozen=True, slots=True)
class ScanFound(Event):
    """The hidden Orders of a ship, for the side that scanned it (CC-168)."""

    reveals: ClassVar[bool] = True

    target: Piece
    orders: tuple[OrderName, ...]
    kind: Literal["scan-found"] = "scan-found"


@dataclass(frozen=True, slots=True)
class Marked(Event):
    """A Mark Target Order is revealed, and where it lay."""

    reveals: ClassVar[bool] = True

    unit: Piece
    target: Piece
    kind: Literal["marked"] = "marked"


@dataclass(frozen=True, slots=True)
class MarkSpent(Event):
    unit: Piece
    target: Piece
    effect: MarkEffect
    kind: Literal["mark-spent"] = "mark-spent"


# --- Moves ---


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """The own move of a unit: ``straight`` is the end of its compulsory part (CC-024)."""

    unit: Piece
    start: Point
    straight: Point
    end: Point
    velocity: int
    heading: int
    change: int = 0
    turn: int = 0
    fighter: bool = False
    kind: Literal["moved"] = "moved"


@dataclass(frozen=True, slots=True)
class Displaced(Event):
    """Push or Pull; ``dice`` where they decided the direction (CC-193)."""

    unit: Piece
    feature: str
    start: Point
    end: Point
    dice: tuple[int, ...] = ()
    kind: Literal["displaced"] = "displaced"


@dataclass(frozen=True, slots=True)
class Fled(Event):
    """A unit left the board, or jumped; ``aboard`` are the Fighters that went with it."""

    weight: ClassVar[int] = 2

    unit: Piece
    how: Literal["edge", "jump"]
    at: Point
    aboard: tuple[str, ...] = ()
    kind: Literal["fled"] = "fled"


@dataclass(frozen=True, slots=True)
class Crashed(Event):
    """A unit in Solid terrain is destroyed (CC-185, CC-192)."""

    weight: ClassVar[int] = 2

    unit: Piece
    feature: str
    at: Point
    aboard: tuple[str, ...] = ()
    kind: Literal["crashed"] = "crashed"


@dataclass(frozen=True, slots=True)
class Exchanged(Event):
    """A PWS exchange: the dice of the mover and of the enemy (CC-123)."""

    mover: Piece
    enemy: Piece
    start: Point
    end: Point
    own: tuple[int, ...]
    other: tuple[int, ...]
    kind: Literal["exchanged"] = "exchanged"


@dataclass(frozen=True, slots=True)
class FighterLaunched(Event):
    unit: Piece
    carrier: Piece
    start: Point
    end: Point
    kind: Literal["fighter-launched"] = "fighter-launched"


@dataclass(frozen=True, slots=True)
class FighterCollected(Event):
    unit: Piece
    carrier: Piece
    start: Point
    end: Point
    kind: Literal["fighter-collected"] = "fighter-collected"


# --- The Resolution Phase ---


@dataclass(frozen=True, slots=True)
class ShieldsRestored(Event):
    unit: Piece
    boxes: int
    kind: Literal["shields-restored"] = "shields-restored"


@dataclass(frozen=True, slots=True)
class TerrainMoved(Event):
    """Mobile features and where their first zones are now; ``gone`` have left the board."""

    moved: tuple[tuple[str, Point, Point], ...]
    gone: tuple[str, ...] = ()
    kind: Literal["terrain-moved"] = "terrain-moved"


@dataclass(frozen=True, slots=True)
class Surveyed(Event):
    """A ship has its token of Deep Survey (CC-222)."""

    weight: ClassVar[int] = 2

    unit: Piece
    kind: Literal["surveyed"] = "surveyed"


@dataclass(frozen=True, slots=True)
class Resupplied(Event):
    units: tuple[Piece, ...]
    kind: Literal["resupplied"] = "resupplied"


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """``die`` that decided, 0 without one; ``over`` whether it was the last turn (CC-213)."""

    turn: int
    die: int
    over: bool
    kind: Literal["turn-ended"] = "turn-ended"


# --- The end ---


@dataclass(frozen=True, slots=True)
class VictoryDrawn(Event):
    """``condition`` is empty where the die is rolled again (D-090)."""

    die: int
    condition: VictoryCondition | Literal[""]
    kind: Literal["victory-drawn"] = "victory-drawn"


@dataclass(frozen=True, slots=True)
class VictoryScored(Event):
    weight: ClassVar[int] = 2

    score: ConditionScore
    dice: tuple[int, ...] = ()
    kind: Literal["victory-scored"] = "victory-scored"


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The result; ``won`` are the victory conditions of each side (CC-220)."""

    weight: ClassVar[int] = 2

    won: tuple[int, int]
    winner: int
    margin: Margin
    kind: Literal["game-over"] = "game-over"


CosmicEvent: TypeAlias = (
    SheetChanged
    | SheetLocked
    | FleetsRevealed
    | InitiativeRolled
    | Deployed
    | Disclosed
    | TurnBegan
    | OrdersGiven
    | Activated
    | Passed
    | StopProposed
    | StepsStopped
    | ActivationEnded
    | OrderRevealed
    | CommandUsed
    | Scanned
    | ScanFound
    | Marked
    | MarkSpent
    | AttackCancelled
    | Attacked
    | MissileLaunched
    | MissileLost
    | AwsFired
    | UnitDamaged
    | Moved
    | Displaced
    | Fled
    | Crashed
    | Exchanged
    | FighterLaunched
    | FighterCollected
    | ShieldsRestored
    | TerrainMoved
    | Surveyed
    | Resupplied
    | TurnEnded
    | VictoryDrawn
    | VictoryScored
    | GameOver
    | Edited
)
