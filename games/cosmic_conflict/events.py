"""Events of a match (canon 4.10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from games.core.geometry.plane import Point
from games.core.types import ENDS, Edited, Event, News, event
from games.cosmic_conflict.fire_events import AttackCancelled as AttackCancelled
from games.cosmic_conflict.fire_events import Attacked as Attacked
from games.cosmic_conflict.fire_events import AwsFired as AwsFired
from games.cosmic_conflict.fire_events import MissileLaunched as MissileLaunched
from games.cosmic_conflict.fire_events import MissileLost as MissileLost
from games.cosmic_conflict.fire_events import Piece as Piece
from games.cosmic_conflict.fire_events import UnitDamaged as UnitDamaged
from games.cosmic_conflict.fire_events import lost
from games.cosmic_conflict.rules.damage_events import DamagePart as DamagePart
from games.cosmic_conflict.rules.scoring import ConditionScore, Margin, VictoryCondition
from games.cosmic_conflict.space import shown
from games.cosmic_conflict.table import CommandName, MarkEffect, OrderName
from games.cosmic_conflict.view import Sheet

# --- Before turn 1 ---


@event("sheet-changed", weight=0, quiet=True)
class SheetChanged(Event):
    """A seat changed what it alone knows: fleet, places or Orders."""

    sheet: Sheet


@event("sheet-locked", quiet=True)
class SheetLocked(Event):
    """A seat locked or unlocked it; only that seat learns when (4.1)."""

    locked: bool


@event("fleets-revealed", reveals=True)
class FleetsRevealed(Event):
    """Both fleets, with their names and units."""

    fleets: tuple[str, str]
    units: tuple[Piece, ...]


@event("initiative-rolled", latest=True)
class InitiativeRolled(Event):
    """A die for each side; ``side`` is 0 after a tie (CC-061)."""

    faces: tuple[int, ...]
    side: int


@event("deployed")
class Deployed(Event):
    """A unit is at its starting place; heading and Velocity are those of ships."""

    unit: Piece
    at: Point
    heading: int
    velocity: int
    fighter: bool = False

    def news(self) -> Iterator[News]:
        where = f"{shown(self.at.x)} {shown(self.at.y)}"
        yield News("{by} deployed {to}", self.unit, self.unit, weight=0, left=where)


@event("disclosed", "", weight=0, quiet=True, reveals=True)
class Disclosed(Event):
    """What follows shows what a seat had written: a secret deployment, a step that waited."""


# --- The turn ---


@event("turn-began", "Turn {turn} begins: {initiative:side} has the initiative.", latest=True)
class TurnBegan(Event):
    turn: int
    initiative: int


@event("orders-given", reveals=True, latest=True)
class OrdersGiven(Event):
    """After the last lock: who has an Order and who a Token (CC-063)."""

    orders: tuple[str, ...]
    tokens: tuple[str, ...]


@event("activated", "{unit} is activated.", sums="activated {unit}")
class Activated(Event):
    unit: Piece


@event("passed", "{side:side} passes at Size {size}.", sums=None)
class Passed(Event):
    side: int
    size: int


@event(
    "stop-proposed",
    "{side:side} proposes to end the match and count it as it stands.",
    weight=2,
)
class StopProposed(Event):
    """A side would end the match now (CC-213)."""

    side: int


@event("steps-stopped", "Your activation stopped at step {number}, {step}: {reason}")
class StepsStopped(Event):
    """The step with this ``number`` of an activation is illegal; its owner is told why."""

    number: int
    step: str
    reason: str


@event("activation-ended", "The activation of {unit} is over.", weight=0)
class ActivationEnded(Event):
    unit: Piece


# --- Orders and Commands ---


@event("order-revealed", reveals=True, sums=None)
class OrderRevealed(Event):
    """``change`` of the Velocity; ``target`` of a scan or a mark."""

    unit: Piece
    order: OrderName
    change: int = 0
    target: str = ""


@event("command-used", reveals=True, sums=None)
class CommandUsed(Event):
    """``paid`` with the ``token``, or with a hidden Order in the ``main`` slot or that of an item:
    which Order it was is not told, but that an extra slot held one."""

    unit: Piece
    command: CommandName
    paid: str
    change: int = 0


@event("scanned", "{unit} reads the hidden Orders of {target}.", sums="scanned {target}")
class Scanned(Event):
    """Whom Enhance Scanners looked at; only ``ScanFound`` tells what they saw."""

    unit: Piece
    target: Piece


@event("scan-found", reveals=True)
class ScanFound(Event):
    """The hidden Orders of a ship, for the side that scanned it (CC-168)."""

    target: Piece
    orders: tuple[OrderName, ...]


@event("marked", "{unit} marks {target}.", reveals=True, sums="{unit} marked {target}")
class Marked(Event):
    """A Mark Target Order is revealed, and where it lay."""

    unit: Piece
    target: Piece


@event("mark-spent", "{unit} spends a mark on {target}: {effect:mark}.", sums=None)
class MarkSpent(Event):
    unit: Piece
    target: Piece
    effect: MarkEffect


# --- Moves ---


@event("moved", sums=None)
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


@event("displaced", sums=None)
class Displaced(Event):
    """Push or Pull; ``dice`` where they decided the direction (CC-193)."""

    unit: Piece
    feature: str
    start: Point
    end: Point
    dice: tuple[int, ...] = ()


@event("fled", weight=2)
class Fled(Event):
    """A unit left the board, or jumped; ``aboard`` are the Fighters that went with it."""

    unit: Piece
    how: Literal["edge", "jump"]
    at: Point
    aboard: tuple[str, ...] = ()

    def news(self) -> Iterator[News]:
        return lost("{to} fled", self.unit, self.aboard)


@event("crashed", weight=2)
class Crashed(Event):
    """A unit in Solid terrain is destroyed (CC-185, CC-192)."""

    unit: Piece
    feature: str
    at: Point
    aboard: tuple[str, ...] = ()

    def news(self) -> Iterator[News]:
        return lost("{by} destroyed {to}", self.unit, self.aboard, self.feature)


@event("exchanged", sums=None)
class Exchanged(Event):
    """A PWS exchange: the dice of the mover and of the enemy (CC-123)."""

    mover: Piece
    enemy: Piece
    start: Point
    end: Point
    own: tuple[int, ...]
    other: tuple[int, ...]


@event("fighter-launched", "{unit} leaves {carrier} for {end:point}.", sums=None)
class FighterLaunched(Event):
    unit: Piece
    carrier: Piece
    start: Point
    end: Point


@event("fighter-collected", "{unit} boards {carrier}.", sums=None)
class FighterCollected(Event):
    unit: Piece
    carrier: Piece
    start: Point
    end: Point


# --- The Resolution Phase ---


@event("shields-restored", sums=None)
class ShieldsRestored(Event):
    unit: Piece
    boxes: int


@event("terrain-moved", sums=None)
class TerrainMoved(Event):
    """Mobile features and where their first zones are now; ``gone`` have left the board."""

    moved: tuple[tuple[str, Point, Point], ...]
    gone: tuple[str, ...] = ()


@event("surveyed", "{unit} has its token of Deep Survey.", weight=2)
class Surveyed(Event):
    """A ship has its token of Deep Survey (CC-222)."""

    unit: Piece


@event("resupplied", sums=None)
class Resupplied(Event):
    units: tuple[Piece, ...]


@event("turn-ended", sums=None)
class TurnEnded(Event):
    """``die`` that decided, 0 without one; ``over`` whether it was the last turn (CC-213)."""

    turn: int
    die: int
    over: bool


# --- The end ---


@event("victory-drawn", sums=None)
class VictoryDrawn(Event):
    """``condition`` is empty where the die is rolled again (D-090)."""

    die: int
    condition: VictoryCondition | Literal[""]


@event("victory-scored", weight=ENDS - 1)
class VictoryScored(Event):
    score: ConditionScore
    dice: tuple[int, ...] = ()


@event("game-over", weight=ENDS)
class GameOver(Event):
    """The result; ``won`` are the victory conditions of each side (CC-220)."""

    won: tuple[int, int]
    winner: int
    margin: Margin


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
