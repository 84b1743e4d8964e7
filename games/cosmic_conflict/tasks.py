"""What remains to be done of a step: attacks, damage, moves, windows, dice (games.core.steps)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from games.core.geometry.plane import Point
from games.core.steps import Do
from games.core.types import keeping
from games.cosmic_conflict.odds import Die
from games.cosmic_conflict.rules.attacks import Attack
from games.cosmic_conflict.rules.damage import DamageTask, Shot
from games.cosmic_conflict.rules.movement import PlottedMove
from games.cosmic_conflict.rules.scoring import VictoryCondition


@dataclass(frozen=True, slots=True)
class RollOff:
    """Both sides roll for the initiative (CC-061)."""

    task: Literal["roll-off"] = "roll-off"


@dataclass(frozen=True, slots=True)
class Steps:
    """More steps of an activation wait in the sheet of the unit's side; ``number`` is that of the
    next, from 1."""

    number: int
    task: Literal["steps"] = "steps"


# --- Attacks ---

Means: TypeAlias = Literal["own", "contingent", "snap", "missile"]
FiringStage: TypeAlias = Literal[
    "declared", "legal", "evasive", "roll", "reroll", "blocking", "dodge", "hit"
]


@dataclass(frozen=True, slots=True)
class Rerolled:
    """A die that was rolled again: ``by`` ``focus``, ``reaim`` or ``blocking``."""

    die: Die
    old: int
    new: int
    by: Literal["focus", "reaim", "blocking"]


@dataclass(frozen=True, slots=True)
class Firing:
    """An attack on its way through the twelve steps of canon 3.7.

    ``means``    by which it is made outside the own attack sequence, or a Missile token
    ``point``    where the player wants a Missile token
    ``attack``   with its terms, once they are fixed; of a Missile token from the start
    ``dice``     as they are now
    ``again``    the die that is being rolled again, and by what
    ``left``     Blocking requests that the defender may still make
    """

    attacker: str
    weapon: int
    target: str
    means: Means = "own"
    stage: FiringStage = "declared"
    point: Point | None = None
    attack: Attack | None = None
    dice: tuple[int, ...] = ()
    again: Die | Literal[""] = ""
    by: Literal["", "focus", "reaim", "blocking"] = ""
    rerolls: tuple[Rerolled, ...] = ()
    left: int = 0
    dodged: bool = False
    task: Literal["firing"] = "firing"


@dataclass(frozen=True, slots=True)
class AwsShot:
    """An Area Weapons System fires at a Fighter (CC-103)."""

    unit: str
    target: str
    task: Literal["aws-shot"] = "aws-shot"


Cause: TypeAlias = Literal["attack", "missile", "hazard", "danger", "pws", "aws", "further"]
"""``further`` where the procedure goes on after dice or an answer."""


@dataclass(frozen=True, slots=True)
class Hurt:
    """Damage that a unit is about to take.

    ``by``     what does it: a unit, a feature
    ``ready``  the windows before it are over
    ``order``  the tracks that its owner wants first
    """

    unit: str
    damage: int
    cause: Cause
    by: str = ""
    shot: Shot | None = None
    ready: bool = False
    order: tuple[int, ...] = ()
    task: Literal["hurt"] = "hurt"


# --- Moves ---


@dataclass(frozen=True, slots=True)
class Moving:
    """A ship between the steps of its move, where a Contingent Attack may fire (D-064).

    ``change``  of its Velocity
    ``stage``   what it has just done
    """

    unit: str
    start: Point
    change: int
    plotted: PlottedMove
    pws: tuple[str, ...]
    stage: Literal["straight", "shift"]
    task: Literal["moving"] = "moving"


@dataclass(frozen=True, slots=True)
class Arriving:
    """The own move of a unit has ended where it stands (D-080)."""

    unit: str
    pws: tuple[str, ...] = ()
    task: Literal["arriving"] = "arriving"


@dataclass(frozen=True, slots=True)
class Exchanging:
    """PWS exchanges of a unit that has moved, with the ``enemies`` that are left (CC-123)."""

    mover: str
    wanted: tuple[str, ...]
    enemies: tuple[str, ...]
    task: Literal["exchanging"] = "exchanging"


@dataclass(frozen=True, slots=True)
class ExchangeRoll:
    mover: str
    enemy: str
    dice: tuple[int, int]
    task: Literal["exchange"] = "exchange"


# --- Windows ---

InterruptPoint: TypeAlias = Literal["activates", "attacks", "moves", "moved", "ends"]


@dataclass(frozen=True, slots=True)
class Interruption:
    """An interrupt point: a side may fire (D-065).

    ``point``  the enemy activates a unit, declares an attack, goes on to its move, has moved; or
               the Activation Phase ends
    ``unit``   the enemy unit
    """

    side: int
    point: InterruptPoint
    unit: str = ""
    task: Literal["interruption"] = "interruption"


AskingKey: TypeAlias = Literal["reinforce", "survey", "jump"]


@dataclass(frozen=True, slots=True)
class Asking:
    """A window of one unit in the Resolution Phase."""

    key: AskingKey
    unit: str
    task: Literal["asking"] = "asking"


# --- The end ---


@dataclass(frozen=True, slots=True)
class EndDie:
    """Step R9 (CC-213)."""

    task: Literal["end-die"] = "end-die"


@dataclass(frozen=True, slots=True)
class VictoryDraw:
    """A die draws a victory condition; ``faces`` are those before it (D-090)."""

    faces: tuple[int, ...] = ()
    task: Literal["victory-draw"] = "victory-draw"


@dataclass(frozen=True, slots=True)
class Scoring:
    """A victory condition is worked out; some need dice."""

    condition: VictoryCondition
    task: Literal["scoring"] = "scoring"


RuleTask: TypeAlias = (
    RollOff
    | Steps
    | Firing
    | AwsShot
    | Hurt
    | DamageTask
    | Moving
    | Arriving
    | Exchanging
    | ExchangeRoll
    | Interruption
    | Asking
    | EndDie
    | VictoryDraw
    | Scoring
)
Task: TypeAlias = Annotated[RuleTask | Do, Field(discriminator="task"), keeping("task")]
