"""Events of a match (canon 4.10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from games.core.events import ENDS, HURT, Event, News, event
from games.core.geometry.plane import Point
from games.cosmic_conflict.content.hulls import Band
from games.cosmic_conflict.events.cloaks import CloakedMove as CloakedMove
from games.cosmic_conflict.events.cloaks import CourseRecorded as CourseRecorded
from games.cosmic_conflict.events.cloaks import ShipCloaked as ShipCloaked
from games.cosmic_conflict.events.cloaks import ShipDecloaked as ShipDecloaked
from games.cosmic_conflict.events.contacts import BogeyRemoved as BogeyRemoved
from games.cosmic_conflict.events.contacts import ContactAttacked as ContactAttacked
from games.cosmic_conflict.events.contacts import ContactDice as ContactDice
from games.cosmic_conflict.events.contacts import ContactIdentified as ContactIdentified
from games.cosmic_conflict.events.contacts import ContactScanned as ContactScanned
from games.cosmic_conflict.events.contacts import ShipRevealed as ShipRevealed
from games.cosmic_conflict.events.formations import EscortChanged as EscortChanged
from games.cosmic_conflict.events.formations import FormationChanged as FormationChanged
from games.cosmic_conflict.events.formations import Parted as Parted
from games.cosmic_conflict.events.formations import Redirected as Redirected
from games.cosmic_conflict.events.parts import AIMED
from games.cosmic_conflict.events.parts import Absorbed as Absorbed
from games.cosmic_conflict.events.parts import Bypassed as Bypassed
from games.cosmic_conflict.events.parts import ConditionApplied as ConditionApplied
from games.cosmic_conflict.events.parts import ConditionKept as ConditionKept
from games.cosmic_conflict.events.parts import ConditionRolled as ConditionRolled
from games.cosmic_conflict.events.parts import DamageIgnored as DamageIgnored
from games.cosmic_conflict.events.parts import DamagePart as DamagePart
from games.cosmic_conflict.events.parts import HealthDamaged as HealthDamaged
from games.cosmic_conflict.events.parts import Piece as Piece
from games.cosmic_conflict.events.parts import UnitDestroyed as UnitDestroyed
from games.cosmic_conflict.events.parts import lost as lost
from games.cosmic_conflict.odds import Modifier
from games.cosmic_conflict.space import LETTERS, rounded_point
from games.cosmic_conflict.table.conditions import LASTING, NAMES, Option
from games.cosmic_conflict.table.course import ConditionScore, Margin, Totals
from games.cosmic_conflict.table.tasks import Cause, Means, RerolledDie
from games.cosmic_conflict.table.units import (
    BySide,
    CommandName,
    MarkEffect,
    OrderName,
    VictoryCondition,
)
from games.cosmic_conflict.view import Sheet

# --- Attacks ---


@event("attack-cancelled", "{unit} keeps {weapon} unused at {target}: {reason}", sums=None)
class AttackCancelled(Event):
    """An attack that an interrupt has made illegal; the Weapon stays unused."""

    unit: Piece
    weapon: str
    target: Piece
    reason: str


@event("attacked")
class Attacked(Event):
    """An attack, worked out.

    ``weapon``    its label and its name
    ``start``     of the attacker or its Missile token ``token``; ``end`` of the target
    ``distance``  in cu; ``reach`` is the range band from 1
    ``dice``      as they are in the end, the Accuracy die first
    ``rerolls``   in their order
    ``accuracy``, ``damage``  what was added to the dice, line by line
    ``total``     A, ``before`` is X, ``applied`` is F of the canon
    ``short``     how far A of a miss is below a glance
    """

    unit: Piece
    weapon: tuple[str, str]
    target: Piece
    means: Means
    start: Point
    end: Point
    distance: int
    reach: int
    dice: tuple[int, ...]
    rerolls: tuple[RerolledDie, ...]
    accuracy: tuple[Modifier, ...]
    damage: tuple[Modifier, ...]
    total: int
    band: Band
    before: int
    applied: int
    token: str = ""
    short: int = 0

    def news(self) -> Iterator[News]:
        if self.only is not None:  # ``ContactAttacked`` tells it
            return
        yield News("{by} attacked {to} without damage", self.target, self.unit, harm=0)
        yield News(AIMED, self.target, key=self.token, over=True)


@event("missile-launched")
class MissileLaunched(Event):
    """A Missile token is on its way (CC-099)."""

    unit: Piece
    weapon: tuple[str, str]
    target: Piece
    token: str
    start: Point
    at: Point

    def news(self) -> Iterator[News]:
        yield News(AIMED, self.target, self.unit, weight=2, key=self.token)


@event("missile-lost")
class MissileLost(Event):
    """``reason``: the ``target`` has gone, is out of ``range``, or the ``line`` is blocked by a
    ``feature``; or an ``aws`` shot it down."""

    token: str
    at: Point
    target: Piece
    reason: Literal["target", "range", "line", "aws"]
    distance: int = 0
    feature: str = ""
    by: Piece | None = None

    def news(self) -> Iterator[News]:
        yield News(AIMED, self.target, key=self.token, over=True)


@event("aws-fired", "{unit} hits {target} with its AWS for {die}.", sums=None)
class AwsFired(Event):
    """An Area Weapons System hits a Fighter (CC-103)."""

    unit: Piece
    target: Piece
    start: Point
    end: Point
    die: int


@event("damaged", weight=2)
class UnitDamaged(Event):
    """A stretch of damage to a unit, in order.

    ``amount``  that arrived; 0 where the procedure goes on after dice or an answer
    ``by``      what did it: a unit, a feature
    ``labels``  of the unit's items, by place
    ``boxes``   of its Health in all, and ``filled`` afterwards
    ``at``      where it was
    """

    unit: Piece
    amount: int
    cause: Cause
    by: str
    labels: tuple[str, ...]
    parts: tuple[DamagePart, ...]
    boxes: int
    filled: int
    at: Point

    def news(self) -> Iterator[News]:
        gone = [part for part in self.parts if isinstance(part, UnitDestroyed)]
        by = Piece(self.by, "") if self.by.startswith(tuple(LETTERS)) else self.by or None
        if gone:
            yield from lost("{by} destroyed {to}", self.unit, gone[0].aboard, by)
            return
        applied = (part.result for part in self.parts if isinstance(part, ConditionApplied))
        yield News(
            "{by} damaged {to}",
            self.unit,
            by,
            HURT,
            amount=self.amount,
            counts=("damage", "damage"),
            marks=tuple(NAMES[result] for result in applied if result in LASTING),
            left=f"Health {self.boxes - self.filled} of {self.boxes} left"
            if self.filled
            else "absorbed",
        )


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
    """All fleets, with their names and units; ``crews`` are those with traits: ``a1 Veteran``."""

    fleets: BySide[str]
    units: tuple[Piece, ...]
    crews: tuple[str, ...] = ()


@event("initiative-rolled", latest=True)
class InitiativeRolled(Event):
    """A die for each side; ``side`` is 0 after a tie (CC-061)."""

    faces: tuple[int, ...]
    side: int


@event("terrain-placed", sums=None)
class TerrainPlaced(Event):
    """Pieces of one kind by ID and place; ``side`` is 0 for the dice."""

    side: int
    terrain: str
    places: tuple[tuple[str, Point], ...]
    direction: int = 0


@event("terrain-accepted", "{side:side} accepts the terrain as it lies.", sums=None)
class TerrainAccepted(Event):
    side: int


@event("map-laid", "Nobody has placed terrain, so that of the map {name} is used.")
class MapLaid(Event):
    name: str


@event("edge-chosen")
class EdgeChosen(Event):
    """``edge`` is that of a side; the terrain is turned so far, clockwise, for it to be there."""

    side: int
    edge: int
    degrees: int


@event("ground-proposed", "{side:side} proposes other ground: {what}.", sums=None)
class GroundProposed(Event):
    """``what`` is proposed for the terrain or the marks, in words (CC-182, CC-226)."""

    side: int
    what: str


@event("ground-agreed", "All agree: {what}.")
class GroundAgreed(Event):
    what: str


@event("ground-declined", "{side:side} does not agree: the ground stays as it is.", sums=None)
class GroundDeclined(Event):
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
        where = rounded_point(self.at)
        yield News("{by} deployed {to}", self.unit, self.unit, weight=0, left=where)


@event("disclosed", "", weight=0, quiet=True, reveals=True)
class Disclosed(Event):
    """What follows shows what a seat had written: a secret deployment, a step that waited."""


@event("fleets-locked", "All fleets are chosen.", weight=0, reveals=True)
class FleetsLocked(Event):
    """Every side has locked its fleet; false contacts are drawn before they are shown (D-100)."""


# --- The turn ---


@event("turn-began", "Turn {turn} begins: {initiative:side} has the initiative.", latest=True)
class TurnBegan(Event):
    turn: int
    initiative: int


@event("orders-given", reveals=True, latest=True)
class OrdersGiven(Event):
    """After the last lock: who has an Order and who a Token (CC-063), and whose Command AI gives
    another (CC-256)."""

    orders: tuple[str, ...]
    tokens: tuple[str, ...]
    second: tuple[str, ...] = ()


@event("activated", sums="activated {unit}")
class Activated(Event):
    """``group`` are those that are bound to it."""

    unit: Piece
    group: tuple[Piece, ...] = ()


@event("passed", "{side:side} passes at Size {size}.", sums=None)
class Passed(Event):
    side: int
    size: int


@event(
    "stop-proposed", "{side:side} proposes to end the match and count it as it stands.", weight=2
)
class StopProposed(Event):
    """A side would end the match now (CC-213)."""

    side: int


@event("stop-agreed", "{side:side} would end the match, too.", weight=2)
class StopAgreed(Event):
    """A side agrees to a proposal that others have not answered yet (CC-213, D-087)."""

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
    """Tells whom Enhance Scanners looked at; only ``ScanFound`` tells what they saw."""

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


@event(
    "power-lost", "{unit} has no power: it neither attacks nor moves, and is well again.", weight=2
)
class PowerLost(Event):
    """An empty activation ends Power Loss (CC-247)."""

    unit: Piece


@event("repaired")
class Repaired(Event):
    """A ship has tried to repair a Condition (CC-248).

    ``done``   whether the die was high enough
    ``items``  the labels of what works again then
    """

    unit: Piece
    result: int
    die: int
    done: bool
    items: tuple[str, ...] = ()


@event("rerouted")
class Rerouted(Event):
    """A ship has Propulsion Damage in place of Component Damage (CC-252); ``items`` work again."""

    unit: Piece
    option: Option
    items: tuple[str, ...] = ()


@event("scuttled")
class Scuttled(Event):
    """A ship has destroyed itself (CC-250)."""

    unit: Piece
    at: Point
    aboard: tuple[str, ...] = ()

    def news(self) -> Iterator[News]:
        return lost("{to} was scuttled", self.unit, self.aboard)


@event("surveyed", "{unit} has its token of Deep Survey.", weight=2)
class Surveyed(Event):
    """A ship has its token of Deep Survey (CC-222)."""

    unit: Piece


@event("vip-rescued", "{unit} takes the VIP aboard.", weight=2)
class VipRescued(Event):
    """A ship takes the VIP aboard in step R5 (D-109)."""

    unit: Piece


@event("vip-dropped", "The VIP of {unit} drifts at {at:point}.", weight=2)
class VipDropped(Event):
    """The ship that carried a VIP is gone, and did not bring it home."""

    unit: Piece
    at: Point


@event("vip-secured", "{unit} has brought the VIP home.", weight=2)
class VipSecured(Event):
    """The ship with the VIP jumped, or left over its own starting edge."""

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

    won: Totals
    winner: int
    margin: Margin
