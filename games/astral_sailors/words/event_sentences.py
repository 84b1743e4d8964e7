"""One sentence for each event, from the event alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any

from games.astral_sailors.events import battle as e
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
from games.astral_sailors.tasks import NOBODY
from games.astral_sailors.words import dice_reports, objective_texts
from games.core.types import Edited, Event, Phrases

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
    "no units": "has no units to activate and is skipped",
    "no reserve": "has an empty Reserve and is skipped",
    "no points": "cannot afford any unit in its Reserve and is skipped",
    "no room": "has no room for reinforcements and is skipped",
}


NAMED: Mapping[str, Callable[[Any], str]] = {
    "seat": seat_name,
    "to": seat_name,
    "team": team_name,
    "facing": facing_name,
}
"""How fields are named in the sentences."""


def tell(event: Event) -> str:
    """One event as one sentence, or a few short ones."""
    build = SENTENCES.get(type(event))
    said = build(event) if build else PHRASES.tell(event)
    return said if len(said) <= LONGEST else f"{said[: LONGEST - 1].rstrip()}…"


# --- Before the battle ---


def _army_edited(event: e.ArmyEdited) -> str:
    if not event.units:
        return "Your army list is empty."
    return f"Your army list: {codes(event.units)}, {counted(event.total, 'point')}."


def _army_locked(event: e.ArmyLocked) -> str:
    return f"{seat_name(event.seat)} {'locks' if event.locked else 'unlocks'} its army."


def _armies_revealed(event: e.ArmiesRevealed) -> str:
    if not any(event.lists):
        return "All armies are locked."
    armies = [
        f"{seat_name(seat)} {counted(len(units), 'unit')}"
        for seat, units in enumerate(event.lists)
        if units
    ]
    return f"All armies are locked and revealed: {listed(armies)}."


def _bellicose_answered(event: e.BellicoseAnswered) -> str:
    will = "wants" if event.yes else "does not want"
    return f"{team_name(event.team)} {will} to fight as Bellicose Hedonists."


def _bellicose_resolved(event: e.BellicoseResolved) -> str:
    if event.teams:
        fight = "fights" if len(event.teams) == 1 else "fight"
        return f"{_teams(event.teams)} {fight} as Bellicose Hedonists."
    if event.only is not None:
        return "Other teams were chosen: yours does not fight as Bellicose Hedonists."
    return "No team fights as Bellicose Hedonists."


def _objectives_rolled(event: e.ObjectivesRolled) -> str:
    teams = [f"{team_name(team)} ({_seats(seats)})" for team, seats in enumerate(event.seats)]
    know = f"{listed(teams)} each know their own" if teams else "each team knows its own"
    return f"The objectives are rolled; {know}."


def _objective_given(event: e.ObjectiveGiven) -> str:
    name = objective_name(event.objective)
    task = objective_texts.IN_SHORT.get(event.objective, "")
    return (
        f"{team_name(event.team)}'s objective is {event.objective}, {name}."
        f"{f' {task}.' if task else ''}"
    )


def _objective_revealed(event: e.ObjectiveRevealed) -> str:
    name = objective_name(event.objective)
    after = f", hunting {team_name(event.target)}" if event.target != NOBODY else ""
    shown = f"{event.objective}, {name}" if event.objective else name
    return f"{team_name(event.team)} reveals its objective: {shown}{after}."


def _dice_off_called(event: e.DiceOffCalled) -> str:
    purpose = _PURPOSES.get(event.purpose, event.purpose)
    return f"{_teams(event.teams)} roll a dice-off for {purpose}."


def _dice_off_rolled(event: e.DiceOffRolled) -> str:
    rolls = [
        f"{team_name(team)} {dice_reports.dice((roll,))}"
        for team, roll in zip(event.teams, event.rolls, strict=False)
    ]
    purpose = _PURPOSES.get(event.purpose, event.purpose)
    if event.only is not None:  # the roll of a team, told to it alone
        return f"Dice-off for {purpose}: {listed(rolls)}."
    return f"Dice-off for {purpose}: {listed(rolls)}; {_outcome(event)}."


def _outcome(event: e.DiceOffRolled) -> str:
    if event.winner != NOBODY:
        return f"{team_name(event.winner)} wins"
    qualify = "qualifies" if len(event.placed) == 1 else "qualify"
    in_now = [f"{_teams(event.placed)} {qualify}"] if event.placed else []
    tied = [f"{_teams(event.again)} roll again"] if event.again else []
    return ", ".join((*in_now, *tied)) or "a tie, so they roll again"


def _scenery_placed(event: e.SceneryPlaced) -> str:
    who = "The bot" if event.seat == NOBODY else seat_name(event.seat)
    turned = ", turned" if event.turned else ""
    return f"{who} places the {dice_reports.piece_name(event.piece)} on {event.at}{turned}."


def _preset_laid(event: e.PresetLaid) -> str:
    return f"The scenery preset {event.name} is laid out: {counted(event.pieces, 'piece')}."


# --- Rounds and turns ---


def _round_started(event: e.RoundStarted) -> str:
    last = ""
    if event.last:
        ends = f" The match ends after round {event.last}."
        last = ends if event.last != event.round else " It is the last round."
    return f"Round {event.round} begins.{last}"


def _income_paid(event: e.IncomePaid) -> str:
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


def _turn_started(event: e.TurnStarted) -> str:
    if event.phase == "activation":
        units = counted(event.units, "unit")
        half = "first" if event.half == 1 else "second"
        return f"{seat_name(event.seat)} activates {units} in the {half} half."
    does = _PHASES.get(event.phase, f"has its turn in the {event.phase}")
    return f"{seat_name(event.seat)} {does}."


def _turn_ended(event: e.TurnEnded) -> str:
    held = f"; without acting: {listed(event.held)}" if event.held else ""
    return f"{seat_name(event.seat)} ends its turn{held}."


def _unit_moved(event: e.UnitMoved) -> str:
    start, end = (event.path[0], event.path[-1]) if event.path else ("?", "?")
    does = {"move": "moves", "run": "runs", "jump": "jumps"}[event.how]
    return f"{event.unit} {does} from {start} to {end}, facing {facing_name(event.facing)}."


def _unit_reinforced(event: e.UnitReinforced) -> str:
    return (
        f"{event.unit} enters on {event.at}, facing {facing_name(event.facing)}, for "
        f"{counted(event.cost, 'point')}; the pool holds {event.pool}."
    )


# --- Results of attacks ---


def _reaction_chosen(event: e.ReactionChosen) -> str:
    does = {"counter": "will strike back", "cover": "takes cover"}
    return f"{event.unit} {does.get(event.choice, 'does not react')}."


def _unit_eliminated(event: e.UnitEliminated) -> str:
    name = f"the Commander {event.unit}" if event.commander else event.unit
    where = "It is out of the match." if event.commander else "It goes to its Reserve."
    if event.by:
        return f"{event.by} eliminates {name}. {where}"
    return f"{name[0].upper()}{name[1:]} is eliminated. {where}"


def _reward_paid(event: e.RewardPaid) -> str:
    extra = f", plus {event.extra} for Elite," if event.extra else ""
    points = counted(event.points, "point")
    return f"{seat_name(event.seat)} gains {points}{extra} and now has {event.pool}."


def _quadrant_changed(event: e.QuadrantChanged) -> str:
    match event.counter:
        case 0:
            return f"{team_name(event.team)} loses its hold on {event.quadrant}."
        case 1:
            return f"{team_name(event.team)} holds {event.quadrant} for one round."
        case _:
            return f"{team_name(event.team)} captures {event.quadrant}."


# --- Leaving and the end ---


def _draw_offered(event: e.DrawOffered) -> str:
    who = seat_name(event.seat)
    if event.agreed == 1:
        return f"{who} offers a draw; {event.of} players must agree."
    return f"{who} agrees to a draw: {event.agreed} of {event.of} players agree."


def _player_left(event: e.PlayerLeft) -> str:
    wish = " and offers its army to a team-mate" if event.handover else ""
    return f"{seat_name(event.seat)} leaves the match{wish}."


def _army_removed(event: e.ArmyRemoved) -> str:
    gone = f": {_range(event.units)}" if event.units else ""
    return f"The army of {seat_name(event.seat)} is removed{gone}."


def _match_won(event: e.MatchWon) -> str:
    lost = f" Fallen: {_seats(event.fallen)}." if event.fallen else ""
    return (
        f"{team_name(event.team)} wins{objective_texts.won(event.rule)}: "
        f"{_seats(event.victors)}.{lost}{_aims(event.objectives, event.targets)}"
    )


def _match_drawn(event: e.MatchDrawn) -> str:
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


PHRASES = Phrases(
    seat=seat_name,
    team=team_name,
    facing=facing_name,
    seats=_seats,
    units=_range,
    skipped=_SKIPPED.__getitem__,
)
SENTENCES: Mapping[type[Event], Callable[[Any], str]] = {
    e.ArmyEdited: _army_edited,
    e.ArmyLocked: _army_locked,
    e.ArmiesRevealed: _armies_revealed,
    e.BellicoseAnswered: _bellicose_answered,
    e.BellicoseResolved: _bellicose_resolved,
    e.ObjectivesRolled: _objectives_rolled,
    e.ObjectiveGiven: _objective_given,
    e.ObjectiveRevealed: _objective_revealed,
    e.DiceOffCalled: _dice_off_called,
    e.DiceOffRolled: _dice_off_rolled,
    e.SceneryPlaced: _scenery_placed,
    e.PresetLaid: _preset_laid,
    e.UnitRevealed: lambda event: f"{event.unit} is revealed: it is {codes((event.of,))}.",
    e.RestDeployed: dice_reports.deployed,
    e.RoundStarted: _round_started,
    e.IncomePaid: _income_paid,
    e.TurnStarted: _turn_started,
    e.TurnEnded: _turn_ended,
    e.UnitMoved: _unit_moved,
    e.UnitReinforced: _unit_reinforced,
    e.AttackDeclared: dice_reports.declared,
    e.ReactionChosen: _reaction_chosen,
    e.Rerolled: dice_reports.rerolled,
    e.ExchangeResolved: dice_reports.resolved,
    e.WoundsTaken: dice_reports.hurt,
    e.UnitEliminated: _unit_eliminated,
    e.RewardPaid: _reward_paid,
    e.QuadrantChanged: _quadrant_changed,
    e.DrawOffered: _draw_offered,
    e.PlayerLeft: _player_left,
    e.ArmyRemoved: _army_removed,
    e.MatchWon: _match_won,
    e.MatchDrawn: _match_drawn,
    Edited: attrgetter("sentence"),
}
