"""Events of a match (canon 4.5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from games.core.editing.acts import Edited
from games.core.events import Event
from games.core.geometry.plane import Point
from games.core.seats import Seat
from games.galaxy_aflame.table import LETTERS, NAMES
from games.galaxy_aflame.view import Sheet


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit as sentences name it: ``R1 Infectors``."""

    code: str
    name: str

    def __str__(self) -> str:
        return f"{self.code} {self.name}"

    @property
    def seat(self) -> Seat:
        return Seat(LETTERS.index(self.code[0]))

    @property
    def side(self) -> str:
        return NAMES[self.seat]


# --- Before the first turn ---


@dataclass(frozen=True, slots=True)
class SheetChanged(Event):
    """A seat changed its army, ranking or places, in secret."""

    weight: ClassVar[int] = 0
    quiet: ClassVar[bool] = True

    sheet: Sheet
    kind: Literal["sheet-changed"] = "sheet-changed"


@dataclass(frozen=True, slots=True)
class SheetLocked(Event):
    """A seat locked or unlocked its choice."""

    quiet: ClassVar[bool] = True

    locked: bool
    kind: Literal["sheet-locked"] = "sheet-locked"


@dataclass(frozen=True, slots=True)
class ArmyChosen(Event):
    """A seat chose its army in the open (option ``mirror``); ``army`` is its name."""

    seat: Seat
    army: str
    kind: Literal["army-chosen"] = "army-chosen"


@dataclass(frozen=True, slots=True)
class ArmiesRevealed(Event):
    """The names of both armies."""

    reveals: ClassVar[bool] = True

    armies: tuple[str, str]
    kind: Literal["armies-revealed"] = "armies-revealed"


@dataclass(frozen=True, slots=True)
class RolledOff(Event):
    """Both dice; nobody wins a tie (GA-23)."""

    faces: tuple[int, int]
    winner: Seat | None
    kind: Literal["rolled-off"] = "rolled-off"


@dataclass(frozen=True, slots=True)
class PrivilegeSet(Event):
    """Who is first in the draft (``None`` without one), and who in the game (GA-23)."""

    draft: Seat | None
    game: Seat
    kind: Literal["privilege-set"] = "privilege-set"


@dataclass(frozen=True, slots=True)
class Drafted(Event):
    """A card was taken, another denied (GA-24, GA-25); names of cards, ``unit`` the new code."""

    seat: Seat
    unit: Piece | None
    denied: str
    kind: Literal["drafted"] = "drafted"


@dataclass(frozen=True, slots=True)
class HandsDrawn(Event):
    """Both hands at the end of the draft, or as the bot drew them."""

    hands: tuple[tuple[Piece, ...], tuple[Piece, ...]]
    kind: Literal["hands-drawn"] = "hands-drawn"


@dataclass(frozen=True, slots=True)
class RankingsRevealed(Event):
    """Both seats' rankings, own cards and the opponent's."""

    reveals: ClassVar[bool] = True

    own: tuple[tuple[str, ...], tuple[str, ...]]
    enemy: tuple[tuple[str, ...], tuple[str, ...]]
    kind: Literal["rankings-revealed"] = "rankings-revealed"


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """A unit came onto the table, at the start or as a reinforcement (GA-29, GA-90)."""

    unit: Piece
    at: Point
    inside: str = ""
    arrives: bool = False
    kind: Literal["placed"] = "placed"


@dataclass(frozen=True, slots=True)
class PlacesRevealed(Event):
    """Secret starting places are open now."""

    reveals: ClassVar[bool] = True

    kind: Literal["places-revealed"] = "places-revealed"


# --- Turns ---


@dataclass(frozen=True, slots=True)
class TurnStarted(Event):
    """``rights``: units that may be brought (GA-87), for lost ``models`` and ``units``."""

    seat: Seat
    round: int
    rights: int
    models: int
    units: int
    kind: Literal["turn-started"] = "turn-started"


@dataclass(frozen=True, slots=True)
class NothingBrought(Event):
    """Rights to bring units were not used (GA-91)."""

    seat: Seat
    unused: int
    kind: Literal["nothing-brought"] = "nothing-brought"


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A move or run along ``path``; ``length`` in tenths of an inch, rounded up."""

    unit: Piece
    path: tuple[Point, ...]
    length: int
    run: bool
    kind: Literal["moved"] = "moved"


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The defence checks of a unit and their effect.

    ``lost``       models lost, 0 for a vehicle
    ``left``       models left
    ``fate``       what they lead to
    """

    unit: Piece
    hits: int
    faces: tuple[int, ...]
    need: int
    saves: int
    failures: int
    lost: int
    left: int
    fate: Literal["", "out", "shaken", "destroyed"] = ""


@dataclass(frozen=True, slots=True)
class Attacked(Event):
    """A whole shot (GA-46 to GA-60) as one report.

    ``distance``    tenths of an inch, rounded up
    ``faces``       of the attack dice, none for a unit that suppresses automatically
    ``bonus``       attack dice added by the d4 of GA-72, 0 without it
    ``assault``     whether it begins an Assault (GA-71)
    ``die``         the d4 of GA-58 or GA-59, 0 without it
    ``suppressed``  all that it suppresses
    ``cover``       whether the unit that made the checks was in cover
    """

    weight: ClassVar[int] = 2

    attacker: Piece
    target: Piece
    suppress: bool
    start: Point
    end: Point
    distance: int
    need: int
    faces: tuple[int, ...]
    successes: int
    bonus: int
    assault: bool
    die: int
    suppressed: tuple[Piece, ...]
    checks: CheckReport | None
    cover: bool
    kind: Literal["attacked"] = "attacked"


@dataclass(frozen=True, slots=True)
class Returned(Event):
    """Saves in cover hit the attacker of an Assault (GA-73)."""

    weight: ClassVar[int] = 2

    target: Piece
    at: Point
    checks: CheckReport
    kind: Literal["returned"] = "returned"


@dataclass(frozen=True, slots=True)
class GotOut(Event):
    """A passenger got out of a wreck, hit by ``die`` (GA-96)."""

    weight: ClassVar[int] = 2

    transport: Piece
    at: Point
    die: int
    checks: CheckReport
    kind: Literal["got-out"] = "got-out"


@dataclass(frozen=True, slots=True)
class Removed(Event):
    """A unit is out (GA-81, GA-85). ``fled``: it fell back beyond an edge; ``wreck``: there was no
    spot for it beside its wreck; ``carried``: it was lost with its transport.

    ``models``  those lost with it now, none where checks have cost it the last ones
    """

    weight: ClassVar[int] = 2

    unit: Piece
    at: Point
    cause: Literal["shot", "fled", "wreck", "carried"]
    models: int
    kind: Literal["removed"] = "removed"


@dataclass(frozen=True, slots=True)
class FellBack(Event):
    """A unit fell back towards an edge (GA-84); where it is lost, ``end`` is on that edge."""

    weight: ClassVar[int] = 2

    unit: Piece
    start: Point
    end: Point
    edge: Literal["north", "south", "west", "east"]
    lost: bool
    kind: Literal["fell-back"] = "fell-back"


@dataclass(frozen=True, slots=True)
class Disengaged(Event):
    """Two units are no longer engaged (GA-71)."""

    weight: ClassVar[int] = 0

    one: Piece
    other: Piece
    kind: Literal["disengaged"] = "disengaged"


@dataclass(frozen=True, slots=True)
class _Ride(Event):
    """A unit gets into or out of a transport, from ``start`` to ``at``."""

    unit: Piece
    transport: Piece
    start: Point
    at: Point


@dataclass(frozen=True, slots=True)
class Embarked(_Ride):
    kind: Literal["embarked"] = "embarked"


@dataclass(frozen=True, slots=True)
class Disembarked(_Ride):
    kind: Literal["disembarked"] = "disembarked"


@dataclass(frozen=True, slots=True)
class OrderStopped(Event):
    """A step of an order turned out to be illegal, and the rest was dropped (GA-A13)."""

    step: int
    text: str
    reason: str
    kind: Literal["order-stopped"] = "order-stopped"


@dataclass(frozen=True, slots=True)
class SuppressionEnded(Event):
    """GA-39 (2)."""

    weight: ClassVar[int] = 0

    units: tuple[Piece, ...]
    kind: Literal["suppression-ended"] = "suppression-ended"


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    weight: ClassVar[int] = 0

    seat: Seat
    kind: Literal["turn-ended"] = "turn-ended"


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    weight: ClassVar[int] = 0

    round: int
    kind: Literal["round-ended"] = "round-ended"


# --- The end ---


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The result; ``scores`` as fractions in lowest terms where it was counted (GA-104).

    ``reason``  ``units`` (GA-102, GA-103), ``rounds`` (GA-104) or ``deadlock`` (GA-105)
    """

    weight: ClassVar[int] = 2

    winner: Seat | None
    reason: Literal["units", "rounds", "deadlock"]
    scores: tuple[str, str] | None = None
    kind: Literal["game-over"] = "game-over"


GaEvent: TypeAlias = (
    SheetChanged
    | SheetLocked
    | ArmyChosen
    | ArmiesRevealed
    | RolledOff
    | PrivilegeSet
    | Drafted
    | HandsDrawn
    | RankingsRevealed
    | Placed
    | PlacesRevealed
    | TurnStarted
    | NothingBrought
    | Moved
    | Attacked
    | Returned
    | GotOut
    | Removed
    | FellBack
    | Disengaged
    | Embarked
    | Disembarked
    | OrderStopped
    | SuppressionEnded
    | TurnEnded
    | RoundEnded
    | GameOver
    | Edited
)
