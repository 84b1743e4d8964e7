"""What happens in a match (canon 4.3). Each event can be told in one sentence.

Units are named by their codes; ``seat`` and ``team`` are numbers from 0.
Events for some seats only carry ``only`` (see ``games.core.events``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from games.astral_sailors.partings import ArmyHandedOver as ArmyHandedOver
from games.astral_sailors.partings import ArmyRemoved as ArmyRemoved
from games.astral_sailors.partings import DrawOffered as DrawOffered
from games.astral_sailors.partings import DrawWithdrawn as DrawWithdrawn
from games.astral_sailors.partings import MatchDrawn as MatchDrawn
from games.astral_sailors.partings import MatchWon as MatchWon
from games.astral_sailors.partings import PartingEvent
from games.astral_sailors.partings import PlayerLeft as PlayerLeft
from games.astral_sailors.table import Throw
from games.core.events import Event
from games.core.squares import Facing, Square


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmyEdited(Event):
    """To the seat itself: what is on its list now, and its price."""

    seat: int
    units: tuple[str, ...]
    total: int
    kind: Literal["army-edited"] = "army-edited"


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmyLocked(Event):
    """To the team: who is ready. Others learn it when all are."""

    seat: int
    locked: bool
    kind: Literal["army-locked"] = "army-locked"


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmiesRevealed(Event):
    """All lists are locked. ``lists`` by seat; empty with closed armies."""

    lists: tuple[tuple[str, ...], ...]
    kind: Literal["armies-revealed"] = "armies-revealed"


@dataclass(frozen=True, slots=True, kw_only=True)
class BellicoseAnswered(Event):
    team: int
    yes: bool
    kind: Literal["bellicose-answered"] = "bellicose-answered"


@dataclass(frozen=True, slots=True, kw_only=True)
class BellicoseResolved(Event):
    """Public, unless the option keeps it secret: then ``only`` names the teams concerned."""

    teams: tuple[int, ...]
    kind: Literal["bellicose-resolved"] = "bellicose-resolved"


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectivesRolled(Event):
    """Public: the objectives are out. Says nothing of what they are.

    ``seats``  those of each team, so that its name is understood where it is used
    """

    seats: tuple[tuple[int, ...], ...] = ()
    kind: Literal["objectives-rolled"] = "objectives-rolled"


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectiveGiven(Event):
    """To the team."""

    team: int
    objective: int
    kind: Literal["objective-given"] = "objective-given"


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetSet(Event):
    """To the team: whom its Manhunt is after."""

    team: int
    target: int
    kind: Literal["target-set"] = "target-set"


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetLost(Event):
    """To the team: its Manhunt needs a new target (D-61)."""

    team: int
    kind: Literal["target-lost"] = "target-lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectiveUnreachable(Event):
    """To the team (D-74)."""

    team: int
    kind: Literal["objective-unreachable"] = "objective-unreachable"


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectiveRevealed(Event):
    team: int
    objective: int
    target: int = -1
    kind: Literal["objective-revealed"] = "objective-revealed"


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceOffCalled(Event):
    """``teams`` will roll for what they all want; that they do is not to be seen on the table."""

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
class SceneryPlaced(Event):
    """``seat`` is -1 for a preset."""

    seat: int
    piece: str
    at: Square
    turned: bool
    kind: Literal["scenery-placed"] = "scenery-placed"


@dataclass(frozen=True, slots=True, kw_only=True)
class PresetLaid(Event):
    name: str
    pieces: int
    kind: Literal["preset-laid"] = "preset-laid"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitRevealed(Event):
    """With closed armies, before a unit's first coming: now all know it, and ``of``, its kind."""

    unit: str
    of: str
    kind: Literal["unit-revealed"] = "unit-revealed"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitDeployed(Event):
    unit: str
    at: Square
    facing: Facing
    kind: Literal["unit-deployed"] = "unit-deployed"


@dataclass(frozen=True, slots=True, kw_only=True)
class RestDeployed(Event):
    """All that the bot deploys for a seat at once: of each unit its square and its facing."""

    seat: int
    units: tuple[str, ...]
    squares: tuple[Square, ...]
    facings: tuple[Facing, ...]
    kind: Literal["rest-deployed"] = "rest-deployed"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitUndeployed(Event):
    unit: str
    kind: Literal["unit-undeployed"] = "unit-undeployed"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeploymentDone(Event):
    seat: int
    kind: Literal["deployment-done"] = "deployment-done"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStarted(Event):
    """``last`` names the round limit when it is one of the last three rounds, else 0."""

    round: int
    last: int = 0
    kind: Literal["round-started"] = "round-started"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnOrder(Event):
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
    """``units`` still to be begun in the activation phase."""

    seat: int
    phase: str
    half: int
    units: int = 0
    kind: Literal["turn-started"] = "turn-started"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded(Event):
    """``held`` are the units that count as activated without action."""

    seat: int
    held: tuple[str, ...] = ()
    kind: Literal["turn-ended"] = "turn-ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnSkipped(Event):
    seat: int
    reason: Literal["no units", "no reserve", "no points", "no room"]
    kind: Literal["turn-skipped"] = "turn-skipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitHeld(Event):
    unit: str
    kind: Literal["unit-held"] = "unit-held"


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivationEnded(Event):
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

    how: Literal["shoot", "melee", "charge", "terrain", "poison"]
    attacker: str
    targets: tuple[str, ...]
    dice: tuple[int, ...]
    scores: tuple[int, ...] = ()
    piece: str = ""
    kind: Literal["attack-declared"] = "attack-declared"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswersOpened(Event):
    """Those asked at the same time about these units have all answered."""

    units: tuple[str, ...]
    kind: Literal["answers-opened"] = "answers-opened"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReactionChosen(Event):
    unit: str
    choice: Literal["none", "counter", "cover"]
    kind: Literal["reaction-chosen"] = "reaction-chosen"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rerolled(Event):
    """``before`` and ``after`` are the faces of the dice thrown again."""

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
    """``by`` is the unit that did it, empty for terrain."""

    unit: str
    by: str
    commander: bool
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
    unit: str
    by: str
    kind: Literal["commander-captured"] = "commander-captured"


@dataclass(frozen=True, slots=True, kw_only=True)
class CommanderReleased(Event):
    unit: str
    at: Square
    kind: Literal["commander-released"] = "commander-released"


@dataclass(frozen=True, slots=True, kw_only=True)
class CommanderDelivered(Event):
    unit: str
    by: str
    kind: Literal["commander-delivered"] = "commander-delivered"


@dataclass(frozen=True, slots=True, kw_only=True)
class QuadrantChanged(Event):
    """``counter`` 1 is held, 2 captured, 0 lost."""

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


SailorsEvent: TypeAlias = (
    ArmyEdited
    | ArmyLocked
    | ArmiesRevealed
    | BellicoseAnswered
    | BellicoseResolved
    | ObjectivesRolled
    | ObjectiveGiven
    | TargetSet
    | TargetLost
    | ObjectiveUnreachable
    | ObjectiveRevealed
    | DiceOffCalled
    | DiceOffRolled
    | SceneryPlaced
    | PresetLaid
    | UnitRevealed
    | UnitDeployed
    | RestDeployed
    | UnitUndeployed
    | DeploymentDone
    | RoundStarted
    | TurnOrder
    | IncomePaid
    | TurnStarted
    | TurnEnded
    | TurnSkipped
    | UnitHeld
    | ActivationEnded
    | UnitMoved
    | UnitTurned
    | AttackDeclared
    | AnswersOpened
    | ReactionChosen
    | Rerolled
    | ExchangeResolved
    | WoundsTaken
    | PartLost
    | PoisonMarked
    | UnitEliminated
    | RewardPaid
    | CommanderCaptured
    | CommanderReleased
    | CommanderDelivered
    | QuadrantChanged
    | UnitReinforced
    | PartingEvent
)

TaggedEvent: TypeAlias = Annotated[SailorsEvent, Field(discriminator="kind")]
