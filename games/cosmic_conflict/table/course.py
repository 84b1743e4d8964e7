"""How far a match has come: phase, activation, what remains to be done, the result. All public."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from games.core.geometry.plane import Point
from games.core.types import Ending, Seat
from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.content.terrain import Feature
from games.cosmic_conflict.space import FEWEST_SIDES
from games.cosmic_conflict.table.tasks import Task
from games.cosmic_conflict.table.units import BySide, VictoryCondition

Basis: TypeAlias = Literal["", "x", "y", "size", "points"]
Margin: TypeAlias = Literal["draw", "victory", "decisive", "total"]
Totals: TypeAlias = BySide[int]


class UnitScore(NamedTuple):
    """What a unit adds to the total of its side.

    ``distances``  from the Contested Marks, in cu
    """

    unit: str
    amount: int
    distances: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ConditionScore:
    """How a victory condition comes out.

    ``totals``  of the sides; the parts of the area that they won
    ``winner``  0 for nobody
    ``basis``   the axis, or what ships count with
    ``parts``   the Sizes of the sides in each part of the area
    ``units``   those that count
    """

    condition: VictoryCondition
    totals: Totals
    winner: int
    basis: Basis = ""
    parts: tuple[Totals, ...] = ()
    units: tuple[UnitScore, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match; ``won`` are the victory conditions of each side."""

    won: Totals
    winner: int
    margin: Margin


@dataclass(frozen=True, slots=True)
class ActivationPhase:
    """Where the phase is: a side must activate a unit of a Size, or pass.

    ``top``     the largest Size that had to be activated when this Size began
    ``passed``  the sides that passed at this Size
    """

    size: int
    side: int
    top: int
    descending: bool = False
    passed: tuple[int, ...] = ()

    @property
    def may_pass(self) -> bool:
        return self.size < self.top and not self.descending


Phase: TypeAlias = Literal[
    "fleet", "terrain", "deploy", "orders", "activation", "resolution", "scoring"
]
SETUP: Final[tuple[Phase, ...]] = ("fleet", "terrain", "deploy")
"""The phases before turn 1."""


@dataclass(frozen=True, slots=True)
class TerrainTurn:
    """Where the placing of terrain is.

    ``side``      that places a piece now, or chooses an edge where ``choosing``
    ``placed``    the sides that placed the pieces so far, in order
    ``accepted``  those that place no more
    """

    side: int
    placed: tuple[int, ...] = ()
    accepted: tuple[int, ...] = ()
    choosing: bool = False


ActingStage: TypeAlias = Literal["attacks", "closing", "moving", "moved"]


@dataclass(frozen=True, slots=True)
class Proposal:
    """Another ground that a side proposes before the first ship is placed (CC-182, CC-226).

    ``what``    in words
    ``agreed``  the sides that agree, the one that proposes first
    """

    side: int
    what: str
    features: tuple[Feature, ...]
    objectives: tuple[Point, ...]
    agreed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Acting:
    """The unit that is being activated: in its attack sequence, past it, in its move, after it.

    ``fired``  it has attacked in its sequence
    ``again``  one of its Weapons has attacked twice (CC-251)
    """

    unit: str
    stage: ActingStage = "attacks"
    fired: bool = False
    again: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """``steps``       counts the answers in the open
    ``fleets``      what the fleets are called, by seat
    ``auto``        the seats whose ships the bot deploys, where that is done by turns
    ``proposal``    another ground that is not agreed on yet
    ``terrain``     how far the placing of terrain is, in its phase only
    ``placing``     the side that deploys a unit now, 0 where none does in the open
    ``activation``  whose turn it is in the Activation Phase
    ``acting``      the unit that has been activated
    ``stopping``    the side that proposes to end the match, 0 for none
    ``agreed``      the others that would end it too, while some have not been asked
    ``tokens``      how many Missile tokens there have been
    ``agenda``      what remains to be done, the next last
    ``drawn``       the victory conditions that count, the scenario's first
    """

    agreement: Agreement
    phase: Phase = "fleet"
    steps: int = 0
    fleets: BySide[str] = ("",) * FEWEST_SIDES
    auto: tuple[Seat, ...] = ()
    proposal: Proposal | None = None
    terrain: TerrainTurn | None = None
    placing: int = 0
    activation: ActivationPhase | None = None
    acting: Acting | None = None
    stopping: int = 0
    agreed: tuple[int, ...] = ()
    tokens: int = 0
    agenda: tuple[Task, ...] = ()
    drawn: tuple[VictoryCondition, ...] = ()
    scores: tuple[ConditionScore, ...] = ()
    result: MatchResult | None = None
    ending: Ending | None = None


def seat_of(side: int) -> Seat:
    """The seat of a side; side 1 is the first seat."""
    return Seat(side - 1)


def side_of(seat: Seat) -> int:
    return seat + 1
