"""What remains to be done of a step: attacks, damage, moves, windows, dice (games.core.steps)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from games.core.geometry.plane import Point
from games.core.steps import Do
from games.core.types import keeping
from games.cosmic_conflict.odds import Die, Terms
from games.cosmic_conflict.space import DU, MISSILE_REACH, distance
from games.cosmic_conflict.table.units import VictoryCondition

# --- What tasks are about ---


@dataclass(frozen=True, slots=True)
class Attack:
    """A declared attack.

    ``weapon``    the place of the Weapon in the attacker's design
    ``band``      the range band from 1 (D-024)
    ``blocking``  the features that let the defender ask for a reroll (CC-191)
    ``token``     the ID of the Missile token that attacks
    """

    attacker: str
    weapon: int
    target: str
    type: str
    distance: int
    band: int
    terms: Terms
    blocking: tuple[str, ...] = ()
    token: str = ""

    @property
    def needs_token(self) -> bool:
        """Whether it only launches a Missile token now (CC-099)."""
        return self.type == "MSL" and not self.token and self.distance > MISSILE_REACH


Need: TypeAlias = Literal["dice", "luck", "keep", "control", "choice"]


@dataclass(frozen=True, slots=True)
class HitSource:
    """What damage by an attack brings along: the type of the Weapon, and A."""

    type: str
    accuracy: int


@dataclass(frozen=True, slots=True)
class Filling:
    """Damage on its way into Health.

    ``structural``  how much of it Structural Damage added, until that is told
    ``completed``   it has just completed a row
    """

    damage: int
    structural: int = 0
    completed: bool = False
    kind: Literal["filling"] = "filling"


@dataclass(frozen=True, slots=True)
class Determining:
    """A Condition that comes about.

    ``results``  those determined
    ``wanted``   how many: two under Brace for Impact
    ``final``    whether Damage Control is past
    ``luck``     whether its owner may roll for the last result again, or does so (CC-255)
    """

    results: tuple[int, ...] = ()
    wanted: int = 1
    final: bool = False
    luck: Literal["", "may", "again"] = ""
    kind: Literal["determining"] = "determining"


Part: TypeAlias = Annotated[Filling | Determining, Field(discriminator="kind"), keeping("kind")]


@dataclass(frozen=True, slots=True)
class DamageTask:
    """Damage that waits; the top of its stack is the last.

    ``needs`` says for what: two ``dice`` (``rolled``), whether a lucky ship rolls again (``luck``:
    ``lucked``), which result to ``keep`` (``kept``), whether Damage Control replaces it
    (``control``: ``controlled``), or a ``choice`` (``chosen``).
    """

    unit: str
    stack: tuple[Part, ...]
    task: Literal["damage"] = "damage"

    @property
    def condition(self) -> Determining:
        """The Condition that it waits for."""
        top = self.stack[-1]
        assert isinstance(top, Determining)
        return top

    @property
    def needs(self) -> Need:
        top = self.condition
        if top.luck == "may":
            return "luck"
        if len(top.results) < top.wanted:
            return "dice"
        if top.wanted > 1:
            return "keep"
        return "choice" if top.final else "control"


STEP: Final = 30
"""How many degrees a point of the Heading value turns a ship (CC-026)."""


@dataclass(frozen=True, slots=True)
class PlottedMove:
    """Where a plan leads, also where it is not legal.

    ``step2``     the end of the compulsory straight part (CC-024)
    ``maneuver``  in du; like ``heading_value`` at the new Velocity
    ``turn``      from -179 to 180 degrees
    """

    velocity: int
    step2: Point
    maneuver: int
    to: Point
    heading_value: int
    turn: int
    heading: int

    @property
    def shift_distance(self) -> int:
        return distance(self.step2, self.to)

    @property
    def shift_legal(self) -> bool:
        """Whether the shift is legal, by the place that is reached (CC-025)."""
        return self.shift_distance <= self.maneuver * DU

    @property
    def turn_legal(self) -> bool:
        return abs(self.turn) <= STEP * self.heading_value


@dataclass(frozen=True, slots=True)
class RollOff:
    """Both sides roll for the initiative (CC-061)."""

    task: Literal["roll-off"] = "roll-off"


@dataclass(frozen=True, slots=True)
class Decoys:
    """The places of its false contacts among the IDs of a side are drawn, which it alone may know
    (CC-234)."""

    side: int
    task: Literal["decoys"] = "decoys"


@dataclass(frozen=True, slots=True)
class TerrainDraw:
    """Random terrain is drawn: a kind, then its place (5.4).

    ``kinds``    drawn so far
    ``placing``  whether the last of them is to be placed now
    """

    kinds: tuple[str, ...] = ()
    placing: bool = False
    task: Literal["terrain-draw"] = "terrain-draw"


@dataclass(frozen=True, slots=True)
class Steps:
    """More steps of an activation wait in the sheet of the unit's side; ``number`` is that of the
    next, from 1."""

    number: int
    task: Literal["steps"] = "steps"


# --- Attacks ---

Means: TypeAlias = Literal["own", "again", "contingent", "snap", "missile"]
FiringStage: TypeAlias = Literal[
    "declared", "legal", "evasive", "roll", "reroll", "blocking", "dodge", "redirect", "hit"
]


RerollMeans: TypeAlias = Literal["focus", "veteran", "reaim", "blocking"]


@dataclass(frozen=True, slots=True)
class RerolledDie:
    """A die that was rolled again, and by what."""

    die: Die
    old: int
    new: int
    by: RerollMeans


@dataclass(frozen=True, slots=True)
class Firing:
    """An attack on its way through the twelve steps of canon 3.7.

    ``means``    by which it is made outside the own attack sequence, or a Missile token; ``again``
                 with a Weapon that has attacked (CC-251)
    ``point``    where the player wants a Missile token
    ``attack``   with its terms, once they are fixed; of a Missile token from the start
    ``dice``     as they are now
    ``again``    the die that is being rolled again, and by what
    ``left``     Blocking requests that the defender may still make
    ``support``  Weapons that support it: the ship and the place of each (CC-270)
    ``taker``    the ship that takes the hit in place of the target (D-046)
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
    by: Literal["", "focus", "veteran", "reaim", "blocking"] = ""
    rerolls: tuple[RerolledDie, ...] = ()
    left: int = 0
    dodged: bool = False
    support: tuple[tuple[str, int], ...] = ()
    taker: str = ""
    task: Literal["firing"] = "firing"

    @property
    def fixed(self) -> Attack:
        """The attack; only once its terms are fixed."""
        assert self.attack is not None, f"the attack of {self.attacker} has no terms yet"
        return self.attack


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
    shot: HitSource | None = None
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


AskingKey: TypeAlias = Literal["reinforce", "survey", "rescue", "repair", "jump", "cloak"]


@dataclass(frozen=True, slots=True)
class Asking:
    """A window of one unit in the Resolution Phase."""

    key: AskingKey
    unit: str
    task: Literal["asking"] = "asking"


@dataclass(frozen=True, slots=True)
class Repairing:
    """A ship with a revealed Repair rolls for a Condition (CC-248).

    ``place``  of the Condition; -1 until it is chosen
    """

    unit: str
    place: int = -1
    task: Literal["repairing"] = "repairing"


# --- The end ---


@dataclass(frozen=True, slots=True)
class EndDie:
    """The die of step R9, for whether there is another turn (CC-213)."""

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
    | Decoys
    | TerrainDraw
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
    | Repairing
    | EndDie
    | VictoryDraw
    | Scoring
)
Task: TypeAlias = Annotated[RuleTask | Do, Field(discriminator="task"), keeping("task")]
