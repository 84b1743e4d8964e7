"""One sentence for each event, from the event alone."""

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
    "bellicose": "the right to be Bellicose",
    "scenery": "the first scenery",
    "deployment": "the first deployment",
    "start": "the first turn",
    "round": "the start of the round",
    "victory": "the victory",
}

_PHASES = {
    "scenery": "places scenery",
    "deployment": "deploys",
    "reinforcement": "may bring in reinforcements",
}

_SKIPPED = {
    "no units": "has no units to activate",
    "no reserve": "has an empty Reserve",
    "no points": "cannot afford any unit in its Reserve",
    "no room": "has no room for reinforcements",
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
            does = "locks its army" if event.locked else "unlocks its army"
            return f"{seat_name(event.seat)} {does}."
        case ArmiesRevealed():
            if not any(event.lists):
                return "All armies are locked."
            armies = [
                f"{seat_name(seat)} {counted(len(units), 'unit')}"
                for seat, units in enumerate(event.lists)
                if units
            ]
            return f"All armies are locked and revealed: {listed(armies)}."
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
                f"{team_name(event.team)}'s objective is {event.objective}, {name}."
                f"{f' {task}.' if task else ''}"
            )
        case TargetSet():
            return f"{team_name(event.team)} hunts {team_name(event.target)}."
        case TargetLost():
            return f"{team_name(event.team)} needs a new target for its Manhunt."
        case ObjectiveUnreachable():
            return f"{team_name(event.team)} can no longer achieve its objective."
        case ObjectiveRevealed():
            name = objective_name(event.objective)
            after = f", hunting {team_name(event.target)}" if event.target != NOBODY else ""
            shown = f"{event.objective}, {name}" if event.objective else name
            return f"{team_name(event.team)} reveals its objective: {shown}{after}."


def _bellicose(event: BellicoseResolved) -> str:
    if event.teams:
        fight = "fights" if len(event.teams) == 1 else "fight"
        return f"{_teams(event.teams)} {fight} as Bellicose Hedonists."
    if event.only is not None:
        return "Other teams were chosen: yours does not fight as Bellicose Hedonists."
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
            return f"{_teams(event.teams)} roll a dice-off for {purpose}."
        case DiceOffRolled():
            rolls = [
                f"{team_name(team)} {dice_reports.dice((roll,))}"
                for team, roll in zip(event.teams, event.rolls, strict=False)
            ]
            purpose = _PURPOSES.get(event.purpose, event.purpose)
            if event.only is not None:  # the roll of a team, told to it alone
                return f"Dice-off for {purpose}: {listed(rolls)}."
            return f"Dice-off for {purpose}: {listed(rolls)}; {_outcome(event)}."
        case SceneryPlaced():
            who = "The bot" if event.seat == NOBODY else seat_name(event.seat)
            turned = ", turned" if event.turned else ""
            return f"{who} places the {dice_reports.piece_name(event.piece)} on {event.at}{turned}."
        case PresetLaid():
            return f"The scenery preset {event.name} is laid out: {counted(event.pieces, 'piece')}."
        case UnitRevealed():
            return f"{event.unit} is revealed: it is {codes((event.of,))}."
        case UnitDeployed():
            return f"{event.unit} is deployed on {event.at}, facing {facing_name(event.facing)}."
        case RestDeployed():
            return dice_reports.deployed(event)
        case UnitUndeployed():
            return f"{event.unit} goes back to the Reserve."
        case DeploymentDone():
            return f"{seat_name(event.seat)} finishes deploying."


def _outcome(event: DiceOffRolled) -> str:
    if event.winner != NOBODY:
        return f"{team_name(event.winner)} wins"
    qualify = "qualifies" if len(event.placed) == 1 else "qualify"
    in_now = [f"{_teams(event.placed)} {qualify}"] if event.placed else []
    tied = [f"{_teams(event.again)} roll again"] if event.again else []
    return ", ".join((*in_now, *tied)) or "a tie, so they roll again"


def _round(
    event: RoundStarted | TurnOrder | IncomePaid | TurnStarted | TurnEnded | TurnSkipped,
) -> str:
    match event:
        case RoundStarted():
            last = ""
            if event.last:
                left = event.last - event.round
                ends = f" The match ends after round {event.last}."
                last = ends if left else " It is the last round."
            return f"Round {event.round} begins.{last}"
        case TurnOrder():
            return f"Turn order: {listed([seat_name(seat) for seat in event.order])}."
        case IncomePaid():
            parts = [f"{dice_reports.dice((event.die,))} from the die"]
            if event.civilians:
                points = PER_CIVILIAN * event.civilians
                parts.append(f"{points} for {counted(event.civilians, 'civilian')}")
            if event.enemies:
                points = PER_ENEMY * event.enemies
                enemies = counted(event.enemies, "enemy", "enemies")
                parts.append(f"{points} for {enemies} near the Commander")
            return (
                f"{seat_name(event.seat)} earns {counted(event.total, 'point')} "
                f"({listed(parts)}) and now has {event.pool}."
            )
        case TurnStarted():
            does = _PHASES.get(event.phase, f"has its turn in the {event.phase}")
            if event.phase == "activation":
                half = "first" if event.half == 1 else "second"
                return (
                    f"{seat_name(event.seat)} activates {counted(event.units, 'unit')} "
                    f"in the {half} half."
                )
            return f"{seat_name(event.seat)} {does}."
        case TurnEnded():
            held = ""
            if event.held:
                held = f"; without acting: {listed(event.held)}"
            return f"{seat_name(event.seat)} ends its turn{held}."
        case TurnSkipped():
            return f"{seat_name(event.seat)} {_SKIPPED[event.reason]} and is skipped."


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
            return f"{event.unit} holds and keeps its AP."
        case ActivationEnded():
            return ""  # what comes next says as much
        case UnitMoved():
            return _moved(event)
        case UnitTurned():
            return f"{event.unit} turns to face {facing_name(event.facing)}."
        case AnswersOpened():
            return f"All answers for {_range(event.units)} are in."
        case ReactionChosen():
            match event.choice:
                case "counter":
                    return f"{event.unit} will strike back."
                case "cover":
                    return f"{event.unit} takes cover."
                case _:
                    return f"{event.unit} does not react."
        case PartLost():
            return f"The attack on {event.target} is lost: its attacker has fallen."
        case UnitReinforced():
            return (
                f"{event.unit} enters on {event.at}, facing {facing_name(event.facing)}, for "
                f"{counted(event.cost, 'point')}; the pool holds {event.pool}."
            )


def _moved(event: UnitMoved) -> str:
    start, end = (event.path[0], event.path[-1]) if event.path else ("?", "?")
    does = {"move": "moves", "run": "runs", "jump": "jumps"}[event.how]
    return f"{event.unit} {does} from {start} to {end}, facing {facing_name(event.facing)}."


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
            return f"{event.source} poisons {event.unit} for three rounds, Damage {event.damage}."
        case UnitEliminated():
            return _eliminated(event)
        case RewardPaid():
            extra = f", plus {event.extra} for Elite," if event.extra else ""
            points = counted(event.points, "point")
            return f"{seat_name(event.seat)} gains {points}{extra} and now has {event.pool}."
        case CommanderCaptured():
            return f"{event.by} captures the Commander {event.unit}."
        case CommanderReleased():
            return f"The Commander {event.unit} is free again on {event.at}."
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


def _eliminated(event: UnitEliminated) -> str:
    name = f"the Commander {event.unit}" if event.commander else event.unit
    where = "It is out of the match." if event.commander else "It goes to its Reserve."
    if event.by:
        return f"{event.by} eliminates {name}. {where}"
    return f"{name[0].upper()}{name[1:]} is eliminated. {where}"


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
            return f"{seat_name(event.seat)} offers a draw; {event.of} players must agree."
        case DrawOffered():
            return (
                f"{seat_name(event.seat)} agrees to a draw: "
                f"{event.agreed} of {event.of} players agree."
            )
        case DrawWithdrawn():
            return f"{seat_name(event.seat)} withdraws from the draw."
        case PlayerLeft():
            wish = " and offers its army to a team-mate" if event.handover else ""
            return f"{seat_name(event.seat)} leaves the match{wish}."
        case ArmyHandedOver():
            return f"{seat_name(event.to)} takes over the army of {seat_name(event.seat)}."
        case ArmyRemoved():
            gone = f": {_range(event.units)}" if event.units else ""
            return f"The army of {seat_name(event.seat)} is removed{gone}."
        case MatchWon():
            fallen = _seats(event.fallen)
            lost = f" Fallen: {fallen}." if fallen else ""
            return (
                f"{team_name(event.team)} wins{objective_texts.won(event.rule)}: "
                f"{_seats(event.victors)}.{lost}{_aims(event.objectives, event.targets)}"
            )
        case MatchDrawn():
            return f"{objective_texts.drawn(event.rule)}{_aims(event.objectives, event.targets)}"


def _range(units: Sequence[str]) -> str:
    """The codes of the units, or only their number if there are many."""
    return listed(units) if len(units) <= 20 else counted(len(units), "unit")


def _aims(objectives: Sequence[int], targets: Sequence[int]) -> str:
    """All objectives at the end; teams without one are left out."""
    parts = []
    for team, objective in enumerate(objectives):
        if objective == NOBODY:
            continue
        target = targets[team] if team < len(targets) else NOBODY
        after = f" of {team_name(target)}" if target != NOBODY and objective == 3 else ""
        parts.append(f"{team_name(team)} {objective_name(objective)}{after}")
    return f" The objectives were: {listed(parts)}." if parts else ""


def _teams(teams: Sequence[int]) -> str:
    return listed([team_name(team) for team in teams])


def _seats(seats: Sequence[int]) -> str:
    return listed([seat_name(seat) for seat in seats])
