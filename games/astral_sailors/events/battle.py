"""Events of a match (canon 4.3), each told in one sentence.

Units are named by their codes; ``seat`` and ``team`` are numbers from 0.
Events for some seats only carry ``only`` (see ``games.core.events``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from games.astral_sailors.events.endings import ArmyHandedOver as ArmyHandedOver
from games.astral_sailors.events.endings import ArmyRemoved as ArmyRemoved
from games.astral_sailors.events.endings import DrawOffered as DrawOffered
from games.astral_sailors.events.endings import DrawWithdrawn as DrawWithdrawn
from games.astral_sailors.events.endings import MatchDrawn as MatchDrawn
from games.astral_sailors.events.endings import MatchWon as MatchWon
from games.astral_sailors.events.endings import PlayerLeft as PlayerLeft
from games.astral_sailors.events.setup import ArmiesRevealed as ArmiesRevealed
from games.astral_sailors.events.setup import ArmyEdited as ArmyEdited
from games.astral_sailors.events.setup import ArmyLocked as ArmyLocked
from games.astral_sailors.events.setup import BellicoseAnswered as BellicoseAnswered
from games.astral_sailors.events.setup import BellicoseResolved as BellicoseResolved
from games.astral_sailors.events.setup import DeploymentDone as DeploymentDone
from games.astral_sailors.events.setup import ObjectiveGiven as ObjectiveGiven
from games.astral_sailors.events.setup import ObjectiveRevealed as ObjectiveRevealed
from games.astral_sailors.events.setup import ObjectivesRolled as ObjectivesRolled
from games.astral_sailors.events.setup import ObjectiveUnreachable as ObjectiveUnreachable
from games.astral_sailors.events.setup import PresetLaid as PresetLaid
from games.astral_sailors.events.setup import RestDeployed as RestDeployed
from games.astral_sailors.events.setup import SceneryPlaced as SceneryPlaced
from games.astral_sailors.events.setup import TargetLost as TargetLost
from games.astral_sailors.events.setup import TargetSet as TargetSet
from games.astral_sailors.events.setup import UnitDeployed as UnitDeployed
from games.astral_sailors.events.setup import UnitUndeployed as UnitUndeployed
from games.astral_sailors.tasks import Throw
from games.core.events import Event
from games.core.geometry.squares import Facing, Square


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceOffCalled(Event):
    """``teams`` will roll for what they all want; that they do is not to be seen on the table."""

    reveals: ClassVar[bool] = True
    weight: ClassVar[int] = 0

    purpose: Literal["bellicose", "victory"]
    teams: tuple[int, ...]
    kind: Literal["dice-off-called"] = "dice-off-called"


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceOffRolled(Event):
    """``rolls`` of ``teams`` in one turn of rolling; ``winner`` is -1 while some are tied.

    Where there are several places to be won, ``placed`` are the teams that now have one, and
    ``again`` those tied for the last.
    """

    purpose: str
    teams: tuple[int, ...]
    rolls: tuple[int, ...]
    winner: int = -1
    placed: tuple[int, ...] = ()
    again: tuple[int, ...] = ()
    kind: Literal["dice-off"] = "dice-off"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitRevealed(Event):
    """With closed armies, before a unit's first coming: now all know it, and ``of``, its kind."""

    reveals: ClassVar[bool] = True

    unit: str
    of: str
    kind: Literal["unit-revealed"] = "unit-revealed"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStarted(Event):
    """``last`` names the round limit when it is one of the last three rounds, else 0."""

    round: int
    last: int = 0
    kind: Literal["round-started"] = "round-started"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnOrder(Event):
    weight: ClassVar[int] = 0

    order: tuple[int, ...]
    kind: Literal["turn-order"] = "turn-order"


@dataclass(frozen=True, slots=True, kw_only=True)
class IncomePaid(Event):
    """``civilians`` and ``enemies`` are numbers of units, ``total`` is in points."""

    seat: int
    die: int
    civilians: int
    enemies: int
    total: int
    pool: int
    kind: Literal["income-paid"] = "income-paid"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted(Event):
    """``units`` are those left to activate."""

    weight: ClassVar[int] = 0

    seat: int
    phase: str
    half: int
    units: int = 0
    kind: Literal["turn-started"] = "turn-started"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded(Event):
    """``held`` are units that count as activated without acting."""

    weight: ClassVar[int] = 0

    seat: int
    held: tuple[str, ...] = ()
    kind: Literal["turn-ended"] = "turn-ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnSkipped(Event):
    weight: ClassVar[int] = 0

    seat: int
    reason: Literal["no units", "no reserve", "no points", "no room"]
    kind: Literal["turn-skipped"] = "turn-skipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitHeld(Event):
    weight: ClassVar[int] = 0

    unit: str
    kind: Literal["unit-held"] = "unit-held"


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivationEnded(Event):
    weight: ClassVar[int] = 0
    quiet: ClassVar[bool] = True

    unit: str
    kind: Literal["activation-ended"] = "activation-ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitMoved(Event):
    """A Move, a Run or a Jump. ``path`` are anchor squares, start and end included."""

    unit: str
    how: Literal["move", "run", "jump"]
    path: tuple[Square, ...]
    cost: int
    facing: Facing
    kind: Literal["unit-moved"] = "unit-moved"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitTurned(Event):
    unit: str
    facing: Facing
    kind: Literal["unit-turned"] = "unit-turned"


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackDeclared(Event):
    """``scores`` are the sight scores of shots (0 to 128), one for each target."""

    weight: ClassVar[int] = 0

    how: Literal["shoot", "melee", "charge", "terrain", "poison"]
    attacker: str
    targets: tuple[str, ...]
    dice: tuple[int, ...]
    scores: tuple[int, ...] = ()
    piece: str = ""
    kind: Literal["attack-declared"] = "attack-declared"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswersOpened(Event):
    """All simultaneous answers about these units are in."""

    reveals: ClassVar[bool] = True
    weight: ClassVar[int] = 0

    units: tuple[str, ...]
    kind: Literal["answers-opened"] = "answers-opened"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReactionChosen(Event):
    unit: str
    choice: Literal["none", "counter", "cover"]
    kind: Literal["reaction-chosen"] = "reaction-chosen"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rerolled(Event):
    """``before`` and ``after`` are the faces of the re-rolled dice."""

    unit: str
    role: Literal["attack", "defence"]
    source: Literal["elite", "aura"]
    before: tuple[int, ...]
    after: tuple[int, ...]
    kind: Literal["rerolled"] = "rerolled"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeResolved(Event):
    """The dice of one exchange as they counted, with everything that was added.

    ``pairs`` are the totals, highest against highest; ``a_why``/``d_why`` are the
    modifiers in words: (``Damage``, 1), (``rear``, 2), (``Fast``, -1), ...
    """

    how: Literal["shoot", "melee", "charge", "counter", "terrain", "poison"]
    throw: Throw
    pairs: tuple[tuple[int, int], ...]
    a_why: tuple[tuple[str, int], ...]
    d_why: tuple[tuple[str, int], ...]
    wounds: int
    piece: str = ""
    kind: Literal["exchange"] = "exchange"


@dataclass(frozen=True, slots=True, kw_only=True)
class WoundsTaken(Event):
    """``wounds`` of an attack: ``absorbed`` by Tough, ``paid`` for, ``lost`` from RE."""

    unit: str
    wounds: int
    absorbed: int
    paid: int
    price: int
    lost: int
    left: int
    pool: int
    kind: Literal["wounds"] = "wounds"


@dataclass(frozen=True, slots=True, kw_only=True)
class PartLost(Event):
    """The attacker fell before it could strike ``target`` too (D-21)."""

    weight: ClassVar[int] = 0

    target: str
    kind: Literal["part-lost"] = "part-lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class PoisonMarked(Event):
    unit: str
    source: str
    damage: int
    kind: Literal["poison-marked"] = "poison-marked"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitEliminated(Event):
    """``by`` is the unit that did it, empty for terrain; ``at`` is where it stood.

    Older matches do not say where.
    """

    weight: ClassVar[int] = 2

    unit: str
    by: str
    commander: bool
    at: Square | None = None
    kind: Literal["unit-eliminated"] = "unit-eliminated"


@dataclass(frozen=True, slots=True, kw_only=True)
class RewardPaid(Event):
    seat: int
    points: int
    extra: int
    pool: int
    kind: Literal["reward-paid"] = "reward-paid"


@dataclass(frozen=True, slots=True, kw_only=True)
class CommanderCaptured(Event):
    """``at`` is where the Commander stood; older matches do not say."""

    weight: ClassVar[int] = 2

    unit: str
    by: str
    at: Square | None = None
    kind: Literal["commander-captured"] = "commander-captured"


@dataclass(frozen=True, slots=True, kw_only=True)
class CommanderReleased(Event):
    weight: ClassVar[int] = 2

    unit: str
    at: Square
    kind: Literal["commander-released"] = "commander-released"


@dataclass(frozen=True, slots=True, kw_only=True)
class CommanderDelivered(Event):
    weight: ClassVar[int] = 2

    unit: str
    by: str
    kind: Literal["commander-delivered"] = "commander-delivered"


@dataclass(frozen=True, slots=True, kw_only=True)
class QuadrantChanged(Event):
    """``counter`` 1 is held, 2 captured, 0 lost."""

    weight: ClassVar[int] = 2

    quadrant: str
    team: int
    counter: int
    kind: Literal["quadrant"] = "quadrant"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitReinforced(Event):
    unit: str
    at: Square
    facing: Facing
    cost: int
    pool: int
    kind: Literal["unit-reinforced"] = "unit-reinforced"


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamChanged(Event):
    """A player sits in the team ``to`` instead of ``team`` from now on, and shares its secrets."""

    reveals: ClassVar[bool] = True
    weight: ClassVar[int] = 2

    seat: int
    team: int
    to: int
    kind: Literal["team-changed"] = "team-changed"
