"""Events of a match (canon 4.3), each told in one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from games.astral_sailors.tasks import Throw
from games.core.events import ENDS, HURT, LEADER_LOST, LOST, Event, News, Owned, event
from games.core.geometry.squares import Facing, Square


@event("army-edited", quiet=True, weight=0)
class ArmyEdited(Event):
    """Tells a seat its list and price."""

    seat: int
    units: tuple[str, ...]
    total: int


@event("army-locked", "{seat:seat} {locked:locks} its army.", quiet=True, weight=0)
class ArmyLocked(Event):
    """Tells a team who has locked or unlocked."""

    seat: int
    locked: bool


@event("armies-revealed", reveals=True, weight=2)
class ArmiesRevealed(Event):
    """All lists are locked. ``lists`` by seat; empty with closed armies."""

    lists: tuple[tuple[str, ...], ...]


@event("bellicose-answered", "{team:team} {yes:wants} to fight as Bellicose Hedonists.")
class BellicoseAnswered(Event):
    team: int
    yes: bool


@event("bellicose-resolved", reveals=True, weight=2)
class BellicoseResolved(Event):
    """Public, unless the option keeps it secret: then ``only`` names the teams concerned."""

    teams: tuple[int, ...]


@event("objectives-rolled")
class ObjectivesRolled(Event):
    """Public: objectives were rolled, without saying which.

    ``seats``  those of each team, so that its name is understood where it is used
    """

    seats: tuple[tuple[int, ...], ...] = ()


@event("objective-given")
class ObjectiveGiven(Event):
    """A team learns its objective; only that team is told."""

    team: int
    objective: int


@event("target-set", "{team:team} hunts {target:team}.")
class TargetSet(Event):
    """Tells a team the target of its Manhunt."""

    team: int
    target: int


@event("target-lost", "{team:team} needs a new target for its Manhunt.")
class TargetLost(Event):
    """Tells a team that its Manhunt needs a new target (D-61)."""

    team: int


@event("objective-unreachable", "{team:team} can no longer achieve its objective.")
class ObjectiveUnreachable(Event):
    """A team's objective has become unreachable (D-74); only that team is told."""

    team: int


@event("objective-revealed", reveals=True, weight=2)
class ObjectiveRevealed(Event):
    team: int
    objective: int
    target: int = -1


@event("scenery-placed")
class SceneryPlaced(Event):
    """``seat`` is -1 for a preset."""

    seat: int
    piece: str
    at: Square
    turned: bool

    def news(self) -> Iterator[News]:
        by = Owned(None, "the bot") if self.seat < 0 else self.seat
        yield News("{by} placed {to}", Owned(None, self.piece), by)


@event("preset-laid", "The scenery preset {name} is laid out: {pieces:pieces}.")
class PresetLaid(Event):
    name: str
    pieces: int


@event(
    "unit-deployed", "{unit} is deployed on {at}, facing {facing:facing}.", sums="deployed {unit}"
)
class UnitDeployed(Event):
    unit: str
    at: Square
    facing: Facing


@event("rest-deployed", sums="{seat} deployed {units}")
class RestDeployed(Event):
    """All that the bot deploys for a seat at once: of each unit its square and its facing."""

    seat: int
    units: tuple[str, ...]
    squares: tuple[Square, ...]
    facings: tuple[Facing, ...]


@event("unit-undeployed", "{unit} goes back to the Reserve.", weight=0)
class UnitUndeployed(Event):
    unit: str


@event("deployment-done", "{seat:seat} finishes deploying.", sums=None)
class DeploymentDone(Event):
    seat: int


# --- Endings ---


@event("draw-offered")
class DrawOffered(Event):
    seat: int
    agreed: int
    of: int


@event("draw-withdrawn", "{seat:seat} withdraws from the draw.", weight=0)
class DrawWithdrawn(Event):
    seat: int


@event("player-left", "{seat:seat} leaves the match{handover:offer}.", weight=2)
class PlayerLeft(Event):
    """``handover``  only in entries of earlier rules, as the events of draws are."""

    seat: int
    handover: bool = False


@event("army-handed-over", "{to:seat} takes over the army of {seat:seat}.")
class ArmyHandedOver(Event):
    seat: int
    to: int


@event("army-removed", "The army of {seat:seat} is removed{units:gone}.", weight=2)
class ArmyRemoved(Event):
    """``units`` are those that everybody knows of."""

    seat: int
    units: tuple[str, ...]


@event("match-won", reveals=True, weight=ENDS)
class MatchWon(Event):
    """Tells all secrets: ``objectives`` by team, 0 for Bellicose Hedonists; and ``targets``."""

    team: int
    rule: str
    victors: tuple[int, ...]
    fallen: tuple[int, ...]
    objectives: tuple[int, ...]
    targets: tuple[int, ...]


@event("match-drawn", reveals=True, weight=ENDS)
class MatchDrawn(Event):
    rule: str
    objectives: tuple[int, ...]
    targets: tuple[int, ...]


# --- Battle ---


class TeamNumber(NamedTuple):
    """A team, which a digest tells apart from a seat."""

    number: int


@event(
    "dice-off-called",
    "{teams:teams} roll a dice-off for {purpose:purpose}.",
    reveals=True,
    weight=0,
)
class DiceOffCalled(Event):
    """``teams`` will roll for what they all want; that they do is not to be seen on the table."""

    purpose: Literal["bellicose", "victory"]
    teams: tuple[int, ...]


@event("dice-off", sums=None)
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


@event("unit-revealed", "{unit} is revealed: it is {of}.", reveals=True)
class UnitRevealed(Event):
    """With closed armies a unit comes for the first time: now all know it, and ``of``, its kind."""

    unit: str
    of: str


@event("round-started", latest=True)
class RoundStarted(Event):
    """``last`` names the round limit when it is one of the last three rounds, else 0."""

    round: int
    last: int = 0


@event("turn-order", "Turn order: {order:seats}.", weight=0)
class TurnOrder(Event):
    order: tuple[int, ...]


@event("income-paid", sums=None, scores=True)
class IncomePaid(Event):
    """``civilians`` and ``enemies`` are numbers of units, ``total`` is in points."""

    seat: int
    die: int
    civilians: int
    enemies: int
    total: int
    pool: int


@event("turn-started", weight=0)
class TurnStarted(Event):
    """``units`` are those left to activate."""

    seat: int
    phase: str
    half: int
    units: int = 0


@event("turn-ended", "{seat:seat} ends its turn{held:held}.", weight=0)
class TurnEnded(Event):
    """A player's turn has ended; ``held`` are units that count as activated without acting."""

    seat: int
    held: tuple[str, ...] = ()


Skipped: TypeAlias = Literal["no units", "no reserve", "no points", "no room"]
"""Why a turn passes by itself."""


@event("turn-skipped", "{seat:seat} {reason:skipped}.", weight=0)
class TurnSkipped(Event):
    seat: int
    reason: Skipped


@event("unit-held", "{unit} holds and keeps its AP.", weight=0, sums="held back {unit}")
class UnitHeld(Event):
    unit: str


@event("activation-ended", "The activation of {unit} is over.", weight=0, quiet=True, sums=None)
class ActivationEnded(Event):
    unit: str


@event("unit-moved", sums="moved {unit}")
class UnitMoved(Event):
    """A Move, a Run or a Jump. ``path`` are anchor squares, start and end included."""

    unit: str
    how: Literal["move", "run", "jump"]
    path: tuple[Square, ...]
    cost: int
    facing: Facing


@event("unit-turned", "{unit} turns to face {facing:facing}.", sums=None)
class UnitTurned(Event):
    unit: str
    facing: Facing


@event("attack-declared", weight=0, sums=None)
class AttackDeclared(Event):
    """``scores`` are the sight scores of shots (0 to 128), one for each target."""

    how: Literal["shoot", "melee", "charge", "terrain", "poison"]
    attacker: str
    targets: tuple[str, ...]
    dice: tuple[int, ...]
    scores: tuple[int, ...] = ()
    piece: str = ""


@event("answers-opened", "All answers for {units:units} are in.", reveals=True, weight=0)
class AnswersOpened(Event):
    """All simultaneous answers about these units are in."""

    units: tuple[str, ...]


@event("reaction-chosen", "{unit} {choice:reacts}.", sums=None)
class ReactionChosen(Event):
    unit: str
    choice: Literal["none", "counter", "cover"]


@event("rerolled", sums=None)
class Rerolled(Event):
    """``before`` and ``after`` are the faces of the re-rolled dice."""

    unit: str
    role: Literal["attack", "defence"]
    source: Literal["elite", "aura"]
    before: tuple[int, ...]
    after: tuple[int, ...]


@event("exchange")
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

    def news(self) -> Iterator[News]:
        by = Owned(None, "terrain") if self.how == "terrain" else self.throw.attacker
        if self.wounds or self.how in ("shoot", "melee", "charge"):
            yield News("{by} attacked {to} without effect", self.throw.defender, by, harm=0)


@event("wounds", scores=True)
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

    def news(self) -> Iterator[News]:
        if self.lost and self.left:
            yield News("{by} wounded {to}", self.unit, harm=HURT, left=f"{self.left} RE left")
        elif self.paid and self.left:
            left = f"paid off for {self.price} points"
            yield News("{by} wounded {to}", self.unit, harm=HURT, left=left)


@event("part-lost", "The attack on {target} is lost: its attacker has fallen.", weight=0)
class PartLost(Event):
    """The attacker fell before it could strike ``target`` too (D-21)."""

    target: str


@event(
    "poison-marked",
    "{source} poisons {unit} for three rounds, Damage {damage}.",
    sums="{source} poisoned {unit}",
    harm=HURT,
)
class PoisonMarked(Event):
    unit: str
    source: str
    damage: int


@event("unit-eliminated", weight=2)
class UnitEliminated(Event):
    """``by`` is the unit that did it, empty for terrain; ``at`` is where it stood.

    Older matches do not say where.
    """

    unit: str
    by: str
    commander: bool
    at: Square | None = None

    def news(self) -> Iterator[News]:
        harm = LEADER_LOST if self.commander else LOST
        yield News("{by} killed {to}", self.unit, self.by or None, harm)


@event(
    "reward-paid",
    "{seat:seat} gains {points:points}{extra:elite} and now has {pool}.",
    sums=None,
    scores=True,
)
class RewardPaid(Event):
    seat: int
    points: int
    extra: int
    pool: int


@event("commander-captured", "{by} captures the Commander {unit}.", weight=2)
class CommanderCaptured(Event):
    """``at`` is where the Commander stood; older matches do not say."""

    unit: str
    by: str
    at: Square | None = None

    def news(self) -> Iterator[News]:
        yield News(f"{{by}} captured {{to}} with {self.by}", self.unit, self.by, LEADER_LOST)


@event("commander-released", "The Commander {unit} is free again on {at}.", weight=2)
class CommanderReleased(Event):
    unit: str
    at: Square


@event(
    "commander-delivered", "{by} delivers the Commander {unit}, who is out of the match.", weight=2
)
class CommanderDelivered(Event):
    unit: str
    by: str

    def news(self) -> Iterator[News]:
        yield News(f"{{by}} delivered {{to}} with {self.by}", self.unit, self.by, LEADER_LOST)


@event("quadrant", "{team:team} {counter:holds} {quadrant}{counter:once}.", weight=2)
class QuadrantChanged(Event):
    """``counter`` 1 is held, 2 captured, 0 lost."""

    quadrant: str
    team: int
    counter: int

    def news(self) -> Iterator[News]:
        did, weight = (("lost", 3), ("held", 1), ("captured", 3))[min(self.counter, 2)]
        quadrant, key = Owned(None, self.quadrant), (self.quadrant, self.team)
        yield News(f"{{by}} {did} {{to}}", quadrant, TeamNumber(self.team), weight=weight, key=key)


@event(
    "unit-reinforced",
    "{unit} enters on {at}, facing {facing:facing}, for {cost:points}; the pool holds {pool}.",
    scores=True,
)
class UnitReinforced(Event):
    unit: str
    at: Square
    facing: Facing
    cost: int
    pool: int

    def news(self) -> Iterator[News]:
        yield News("{by} brought in {to}", self.unit, self.unit, weight=2)


@event(
    "team-changed",
    "{seat:seat} shares the secrets of {to:team} from now on.",
    reveals=True,
    weight=2,
)
class TeamChanged(Event):
    """A player sits in the team ``to`` instead of ``team`` from now on, and shares its secrets."""

    seat: int
    team: int
    to: int
