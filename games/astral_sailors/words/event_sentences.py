"""Events in sentences: plain text, from the event alone."""

from __future__ import annotations

from collections.abc import Sequence

from games.astral_sailors.events import adjustments
from games.astral_sailors.events.battle import (
    ActivationEnded,
    Adjusted,
    AnswersOpened,
    ArmiesRevealed,
    ArmyEdited,
    ArmyHandedOver,
    ArmyLocked,
    ArmyRemoved,
    AttackDeclared,
    BellicoseAnswered,
    BellicoseResolved,
    CommanderCaptured,
    CommanderDelivered,
    CommanderReleased,
    DeploymentDone,
    DiceOffCalled,
    DiceOffRolled,
    DrawOffered,
    DrawWithdrawn,
    ExchangeResolved,
    IncomePaid,
    MatchDrawn,
    MatchWon,
    ObjectiveGiven,
    ObjectiveRevealed,
    ObjectivesRolled,
    ObjectiveUnreachable,
    PartLost,
    PlayerLeft,
    PoisonMarked,
    PresetLaid,
    QuadrantChanged,
    ReactionChosen,
    Rerolled,
    RestDeployed,
    RewardPaid,
    RoundStarted,
    SailorsEvent,
    SceneryPlaced,
    TargetLost,
    TargetSet,
    TeamChanged,
    TurnEnded,
    TurnOrder,
    TurnSkipped,
    TurnStarted,
    UnitDeployed,
    UnitEliminated,
    UnitHeld,
    UnitMoved,
    UnitReinforced,
    UnitRevealed,
    UnitTurned,
    UnitUndeployed,
    WoundsTaken,
)
from games.astral_sailors.names import (
    codes,
    counted,
    facing_name,
    listed,
    objective_name,
    seat_name,
    team_name,
)
from games.astral_sailors.rules.turns.rounds import PER_CIVILIAN, PER_ENEMY
from games.astral_sailors.table import NOBODY
from games.astral_sailors.words import dice_reports, objective_texts

LONGEST = 500

_PURPOSES = {
    "bellicose": "who may be Bellicose",
    "scenery": "who places scenery first",
    "deployment": "who deploys first",
    "start": "who starts",
    "round": "who starts the round",
    "victory": "whose victory it is",
}

_PHASES = {
    "scenery": "places scenery",
    "deployment": "deploys",
    "activation": "activates units",
    "reinforcement": "may bring reinforcements",
}

_SKIPPED = {
    "no units": "has no unit to activate",
    "no reserve": "has an empty Reserve",
    "no points": "cannot pay for any unit of its Reserve",
    "no room": "has no spot for a reinforcement",
}


def tell(event: SailorsEvent) -> str:
    """One event as one sentence, or a few short ones."""
    said = _told(event)
    return said if len(said) <= LONGEST else f"{said[: LONGEST - 1].rstrip()}…"


def _told(event: SailorsEvent) -> str:
    match event:
        case AttackDeclared():
            return dice_reports.declared(event)
        case Rerolled():
            return dice_reports.rerolled(event)
        case ExchangeResolved():
            return dice_reports.resolved(event)
        case WoundsTaken():
            return dice_reports.hurt(event)
        case Adjusted() | TeamChanged():
            return adjustments.tell(event)
        case (
            ArmyEdited()
            | ArmyLocked()
            | ArmiesRevealed()
            | BellicoseAnswered()
            | BellicoseResolved()
            | ObjectivesRolled()
            | ObjectiveGiven()
            | TargetSet()
            | TargetLost()
            | ObjectiveUnreachable()
            | ObjectiveRevealed()
        ):
            return _prepared(event)
        case (
            DiceOffCalled()
            | DiceOffRolled()
            | SceneryPlaced()
            | PresetLaid()
            | UnitRevealed()
            | UnitDeployed()
            | RestDeployed()
            | UnitUndeployed()
            | DeploymentDone()
        ):
            return _set_up(event)
        case (
            RoundStarted()
            | TurnOrder()
            | IncomePaid()
            | TurnStarted()
            | TurnEnded()
            | TurnSkipped()
        ):
            return _round(event)
        case (
            UnitHeld()
            | ActivationEnded()
            | UnitMoved()
            | UnitTurned()
            | AnswersOpened()
            | ReactionChosen()
            | PartLost()
            | UnitReinforced()
        ):
            return _acted(event)
        case (
            PoisonMarked()
            | UnitEliminated()
            | RewardPaid()
            | CommanderCaptured()
            | CommanderReleased()
            | CommanderDelivered()
            | QuadrantChanged()
        ):
            return _came_of_it(event)
        case _:
            return _parted(event)


def _prepared(
    event: ArmyEdited
    | ArmyLocked
    | ArmiesRevealed
    | BellicoseAnswered
    | BellicoseResolved
    | ObjectivesRolled
    | ObjectiveGiven
    | TargetSet
    | TargetLost
    | ObjectiveUnreachable
    | ObjectiveRevealed,
) -> str:
    match event:
        case ArmyEdited():
            if not event.units:
                return "Your army list is empty."
            return f"Your army list: {codes(event.units)}, {counted(event.total, 'point')}."
        case ArmyLocked():
            does = "locks its army" if event.locked else "opens its army again"
            return f"{seat_name(event.seat)} {does}."
        case ArmiesRevealed():
            if not any(event.lists):
                return "All armies are locked."
            armies = [
                f"{seat_name(seat)} {counted(len(units), 'unit')}"
                for seat, units in enumerate(event.lists)
                if units
            ]
            return f"All armies are locked and open: {listed(armies)}."
        case BellicoseAnswered():
            will = "wants" if event.yes else "does not want"
            return f"{team_name(event.team)} {will} to fight as Bellicose Hedonists."
        case BellicoseResolved():
            return _bellicose(event)
        case ObjectivesRolled():
            teams = [
                f"{team_name(team)} ({_seats(seats)})" for team, seats in enumerate(event.seats)
            ]
            know = f"{listed(teams)} each know their own" if teams else "each team knows its own"
            return f"The objectives are rolled; {know}."
        case ObjectiveGiven():
            name = objective_name(event.objective)
            task = objective_texts.IN_SHORT.get(event.objective, "")
            return (
                f"The objective of {team_name(event.team)} is {event.objective}, {name}."
                f"{f' {task}.' if task else ''}"
            )
        case TargetSet():
            return f"The Manhunt of {team_name(event.team)} is after {team_name(event.target)}."
        case TargetLost():
            return f"{team_name(event.team)} needs a new target for its Manhunt."
        case ObjectiveUnreachable():
            return f"{team_name(event.team)} can no longer fulfil its objective."
        case ObjectiveRevealed():
            name = objective_name(event.objective)
            after = f", after {team_name(event.target)}" if event.target != NOBODY else ""
            shown = f"{event.objective}, {name}" if event.objective else name
            return f"{team_name(event.team)} shows its objective: {shown}{after}."


def _bellicose(event: BellicoseResolved) -> str:
    if event.teams:
        fight = "fights" if len(event.teams) == 1 else "fight"
        return f"{_teams(event.teams)} {fight} as Bellicose Hedonists."
    if event.only is not None:
        return "Other teams were drawn: yours does not fight as Bellicose Hedonists."
    return "No team fights as Bellicose Hedonists."


def _set_up(
    event: DiceOffCalled
    | DiceOffRolled
    | SceneryPlaced
    | PresetLaid
    | UnitRevealed
    | UnitDeployed
    | RestDeployed
    | UnitUndeployed
    | DeploymentDone,
) -> str:
    match event:
        case DiceOffCalled():
            purpose = _PURPOSES.get(event.purpose, event.purpose)
            return f"{_teams(event.teams)} roll for it: {purpose}."
        case DiceOffRolled():
            rolls = [
                f"{team_name(team)} {dice_reports.dice((roll,))}"
                for team, roll in zip(event.teams, event.rolls, strict=False)
            ]
            purpose = _PURPOSES.get(event.purpose, event.purpose)
            if event.only is not None:  # the roll of a team, told to it alone
                return f"Dice-off, {purpose}: {listed(rolls)}."
            return f"Dice-off, {purpose}: {listed(rolls)}; {_outcome(event)}."
        case SceneryPlaced():
            who = "The bot" if event.seat == NOBODY else seat_name(event.seat)
            turned = ", turned" if event.turned else ""
            return f"{who} places the {dice_reports.piece_name(event.piece)} on {event.at}{turned}."
        case PresetLaid():
            return f"The scenery {event.name} is laid: {counted(event.pieces, 'piece')}."
        case UnitRevealed():
            return f"Nobody else has seen {event.unit} before: it is {codes((event.of,))}."
        case UnitDeployed():
            return f"{event.unit} is deployed on {event.at}, facing {facing_name(event.facing)}."
        case RestDeployed():
            return dice_reports.deployed(event)
        case UnitUndeployed():
            return f"{event.unit} goes back to the Reserve."
        case DeploymentDone():
            return f"{seat_name(event.seat)} has deployed."


def _outcome(event: DiceOffRolled) -> str:
    if event.winner != NOBODY:
        return f"{team_name(event.winner)} wins"
    in_now = [f"{_teams(event.placed)} may"] if event.placed else []
    tied = [f"{_teams(event.again)} roll again"] if event.again else []
    return ", ".join((*in_now, *tied)) or "a tie, roll again"


def _round(
    event: RoundStarted | TurnOrder | IncomePaid | TurnStarted | TurnEnded | TurnSkipped,
) -> str:
    match event:
        case RoundStarted():
            last = ""
            if event.last:
                left = event.last - event.round
                ends = f" The match ends after round {event.last}."
                last = ends if left else " It is the last one."
            return f"Round {event.round} begins.{last}"
        case TurnOrder():
            return f"The order of players: {listed([seat_name(seat) for seat in event.order])}."
        case IncomePaid():
            parts = [f"{dice_reports.dice((event.die,))} by the die"]
            if event.civilians:
                points = PER_CIVILIAN * event.civilians
                parts.append(f"{points} for {counted(event.civilians, 'civilian')}")
            if event.enemies:
                points = PER_ENEMY * event.enemies
                enemies = counted(event.enemies, "enemy", "enemies")
                parts.append(f"{points} for {enemies} near the Commander")
            return (
                f"{seat_name(event.seat)} earns {counted(event.total, 'point')} "
                f"({listed(parts)}) and has {event.pool}."
            )
        case TurnStarted():
            does = _PHASES.get(event.phase, f"has its turn in the {event.phase}")
            units = ""
            if event.phase == "activation":
                half = "first" if event.half == 1 else "second"
                units = f": {counted(event.units, 'unit')} in the {half} half"
            return f"{seat_name(event.seat)} {does}{units}."
        case TurnEnded():
            held = ""
            if event.held:
                held = f"; without action: {listed(event.held)}"
            return f"{seat_name(event.seat)} ends its turn{held}."
        case TurnSkipped():
            return f"{seat_name(event.seat)} {_SKIPPED[event.reason]} and is passed over."


def _acted(
    event: UnitHeld
    | ActivationEnded
    | UnitMoved
    | UnitTurned
    | AnswersOpened
    | ReactionChosen
    | PartLost
    | UnitReinforced,
) -> str:
    match event:
        case UnitHeld():
            return f"{event.unit} holds its action points."
        case ActivationEnded():
            return ""  # what comes next says as much
        case UnitMoved():
            return _moved(event)
        case UnitTurned():
            return f"{event.unit} turns to face {facing_name(event.facing)}."
        case AnswersOpened():
            return f"All have answered for {_range(event.units)}."
        case ReactionChosen():
            match event.choice:
                case "counter":
                    return f"{event.unit} will strike back."
                case "cover":
                    return f"{event.unit} takes cover."
                case _:
                    return f"{event.unit} does not react."
        case PartLost():
            return f"The attack on {event.target} is lost with its attacker."
        case UnitReinforced():
            return (
                f"{event.unit} enters on {event.at}, facing {facing_name(event.facing)}, for "
                f"{counted(event.cost, 'point')}; {event.pool} left."
            )


def _moved(event: UnitMoved) -> str:
    start, end = (event.path[0], event.path[-1]) if event.path else ("?", "?")
    does = {"move": "moves", "run": "runs", "jump": "jumps"}[event.how]
    return f"{event.unit} {does} from {start} to {end} and faces {facing_name(event.facing)}."


def _came_of_it(
    event: PoisonMarked
    | UnitEliminated
    | RewardPaid
    | CommanderCaptured
    | CommanderReleased
    | CommanderDelivered
    | QuadrantChanged,
) -> str:
    match event:
        case PoisonMarked():
            return (
                f"{event.unit} is poisoned by {event.source} for three rounds, "
                f"Damage {event.damage}."
            )
        case UnitEliminated():
            by = f" by {event.by}" if event.by else ""
            where = "is out of the match" if event.commander else "goes to its Reserve"
            commander = "The Commander " if event.commander else ""
            return f"{commander}{event.unit} is eliminated{by} and {where}."
        case RewardPaid():
            extra = f" and {event.extra} for being Elite" if event.extra else ""
            points = counted(event.points, "point")
            return f"{seat_name(event.seat)} gains {points}{extra}; the pool holds {event.pool}."
        case CommanderCaptured():
            return f"{event.by} captures the Commander {event.unit}."
        case CommanderReleased():
            return f"The Commander {event.unit} is free again, on {event.at}."
        case CommanderDelivered():
            return f"{event.by} delivers the Commander {event.unit}, who is out of the match."
        case QuadrantChanged():
            match event.counter:
                case 0:
                    return f"{team_name(event.team)} loses its hold on {event.quadrant}."
                case 1:
                    return f"{team_name(event.team)} holds {event.quadrant} for one round."
                case _:
                    return f"{team_name(event.team)} captures {event.quadrant}."


def _parted(
    event: DrawOffered
    | DrawWithdrawn
    | PlayerLeft
    | ArmyHandedOver
    | ArmyRemoved
    | MatchWon
    | MatchDrawn,
) -> str:
    match event:
        case DrawOffered() if event.agreed == 1:
            return f"{seat_name(event.seat)} offers a draw; {event.of} have to agree."
        case DrawOffered():
            return (
                f"{seat_name(event.seat)} agrees to a draw: {event.agreed} of {event.of} have now."
            )
        case DrawWithdrawn():
            return f"{seat_name(event.seat)} no longer agrees to a draw."
        case PlayerLeft():
            wish = " and wants its army handed over" if event.handover else ""
            return f"{seat_name(event.seat)} leaves the match{wish}."
        case ArmyHandedOver():
            return f"{seat_name(event.to)} takes over the army of {seat_name(event.seat)}."
        case ArmyRemoved():
            gone = f": {_range(event.units)}" if event.units else ""
            return f"The army of {seat_name(event.seat)} is removed{gone}."
        case MatchWon():
            fallen = _seats(event.fallen)
            lost = f" Fallen on the way: {fallen}." if fallen else ""
            return (
                f"{team_name(event.team)} wins{objective_texts.won(event.rule)}: "
                f"{_seats(event.victors)}.{lost}{_aims(event.objectives, event.targets)}"
            )
        case MatchDrawn():
            return f"{objective_texts.drawn(event.rule)}{_aims(event.objectives, event.targets)}"


def _range(units: Sequence[str]) -> str:
    """Codes, or how many there are where a sentence would not hold them all."""
    return listed(units) if len(units) <= 20 else counted(len(units), "unit")


def _aims(objectives: Sequence[int], targets: Sequence[int]) -> str:
    """Nothing of teams that had none yet."""
    parts = []
    for team, objective in enumerate(objectives):
        if objective == NOBODY:
            continue
        target = targets[team] if team < len(targets) else NOBODY
        after = f" after {team_name(target)}" if target != NOBODY and objective == 3 else ""
        parts.append(f"{team_name(team)} {objective_name(objective)}{after}")
    return f" The objectives were: {listed(parts)}." if parts else ""


def _teams(teams: Sequence[int]) -> str:
    return listed([team_name(team) for team in teams])


def _seats(seats: Sequence[int]) -> str:
    return listed([seat_name(seat) for seat in seats])
