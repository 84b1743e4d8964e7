"""How far a match has come: phase, activation, what remains to be done, the result. All public."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.core.types import Ending, Seat
from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.rules.activation import Activation
from games.cosmic_conflict.rules.scoring import ConditionScore, MatchResult, VictoryCondition
from games.cosmic_conflict.tasks import Task

Phase: TypeAlias = Literal["fleet", "deploy", "orders", "activation", "resolution", "scoring"]
ActingStage: TypeAlias = Literal["attacks", "closing", "moving", "moved"]


@dataclass(frozen=True, slots=True)
class Acting:
    """The unit that is being activated: in its attack sequence, past it, in its move, after it."""

    unit: str
    stage: ActingStage = "attacks"


@dataclass(frozen=True, slots=True)
class Course:
    """``steps``       counts the answers in the open
    ``fleets``      what the fleets are called, by seat
    ``placing``     the side that deploys a unit now, 0 where none does in the open
    ``activation``  whose turn it is in the Activation Phase
    ``acting``      the unit that has been activated
    ``stopping``    the side that proposes to end the match, 0 for none
    ``tokens``      how many Missile tokens there have been
    ``agenda``      what remains to be done, the next last
    ``drawn``       the victory conditions that count, the scenario's first
    """

    agreement: Agreement
    phase: Phase = "fleet"
    steps: int = 0
    fleets: tuple[str, str] = ("", "")
    placing: int = 0
    activation: Activation | None = None
    acting: Acting | None = None
    stopping: int = 0
    tokens: int = 0
    agenda: tuple[Task, ...] = ()
    drawn: tuple[VictoryCondition, ...] = ()
    scores: tuple[ConditionScore, ...] = ()
    result: MatchResult | None = None
    ending: Ending | None = None


def seat_of(side: int) -> Seat:
    """Side 1 is the first seat."""
    return Seat(side - 1)


def side_of(seat: Seat) -> int:
    return seat + 1
