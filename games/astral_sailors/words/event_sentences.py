"""One sentence for each event, from the event alone; dice, objectives and endings in sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from games.astral_sailors import events as e
from games.astral_sailors.content.loading import catalogue_of
from games.astral_sailors.names import (
    OBJECTIVES,
    codes,
    counted,
    facing_name,
    hidden_per_cent,
    inside,
    listed,
    seat_name,
    team_name,
    team_with_seats,
)
from games.astral_sailors.rules.combat.exchange import ENOUGH
from games.astral_sailors.rules.turns.rounds import PER_CIVILIAN, PER_ENEMY
from games.astral_sailors.rules.victory import conditions, quadrants
from games.astral_sailors.rules.victory.conditions import able, lives
from games.astral_sailors.secrets import TeamSecret
from games.astral_sailors.table import Table
from games.astral_sailors.tasks import NOBODY
from games.core.events import Event, Phrases
from games.core.telling import signed

DICE = "⚀⚁⚂⚃⚄⚅"
"""The faces 1 to 6."""

DOES = {"shoot": "shoots at", "melee": "strikes", "charge": "charges", "counter": "strikes back at"}


def dice(faces: Sequence[int]) -> str:
    """``⚅⚃``."""
    return "".join(DICE[face - 1] if 1 <= face <= 6 else str(face) for face in faces)


def sorted_dice(faces: Sequence[int]) -> str:
    return dice(sorted(faces, reverse=True))


@cache
def piece_name(code: str) -> str:
    """A piece of the base game by its name, one of a pack by its code."""
    known = catalogue_of("").pieces.get(code)
    return inside(known.name) if known else code


def declared(event: e.AttackDeclared) -> str:
    """``R3 shoots at B2 with 2 dice and B4 with 1 die in half cover (50% hidden).``

    Empty for terrain and poison, whose dice come next.
    """
    if event.how not in DOES:
        return ""
    hidden = [*map(_hidden, event.scores)] or [""] * len(event.targets)
    parts = (
        f"{code} with {counted(number, 'die', 'dice')}{cover}"
        for code, number, cover in zip(event.targets, event.dice, hidden, strict=True)
    )
    return f"{event.attacker} {DOES[event.how]} {listed(parts)}."


def _hidden(score: int) -> str:
    return f" in half cover ({hidden_per_cent(score)}% hidden)" if score >= 32 else ""


def deployed(event: e.RestDeployed) -> str:
    """``Red deploys R1 on H1 and R2 on J1, facing south.``"""
    ways = {facing_name(facing) for facing in event.facings}
    placed = []
    for code, at, facing in zip(event.units, event.squares, event.facings, strict=False):
        own_way = f", facing {facing_name(facing)}" if len(ways) > 1 else ""
        placed.append(f"{code} on {at}{own_way}")
    said = f"{seat_name(event.seat)} deploys {listed(placed) or 'nothing'}"
    return f"{said}, facing {ways.pop()}." if len(ways) == 1 else f"{said}."


def rerolled(event: e.Rerolled) -> str:
    source = "Elite" if event.source == "elite" else "Commander nearby"
    which = counted(len(event.before), f"{event.role} die", f"{event.role} dice")
    turns = "becomes" if len(event.before) == 1 else "become"
    after = f"{dice(event.before)} {turns} {dice(event.after)}"
    return f"{event.unit} re-rolls {which} ({source}): {after}."


def resolved(event: e.ExchangeResolved) -> str:
    """``R3 shoots at B2: 1 wound (⚅⚃, +1 Damage: 7 and 5; against ⚄⚁: 5 and 2).``"""
    throw = event.throw
    attack = _side(throw.attack, event.a_why, [a for a, _ in event.pairs], half=throw.half)
    defence = _side(throw.defence, event.d_why, [d for _, d in event.pairs])
    result = counted(event.wounds, "wound") if event.wounds else "no wound"
    extension = f"; {_extension(event)}" if throw.extended else ""
    return f"{who(event)}: {result} ({attack} against {defence}{extension})."


def who(event: e.ExchangeResolved) -> str:
    throw = event.throw
    if event.how == "terrain":
        return f"The {piece_name(event.piece)} attacks {throw.defender}"
    if event.how == "poison":
        return f"{throw.attacker}'s poison attacks {throw.defender}"
    return f"{throw.attacker} {DOES[event.how]} {throw.defender}"


def _side(
    faces: Sequence[int],
    why: Sequence[tuple[str, int]],
    totals: Sequence[int],
    *,
    half: bool = False,
) -> str:
    """``⚅⚃ halved by cover +1 Damage = 4 and 3``."""
    said = [sorted_dice(faces), *["halved by cover"] * half]
    said += [f"{signed(number)} {reason}" for reason, number in why]
    return f"{' '.join(said)} = {listed(totals)}" if totals else " ".join(said)


def _extension(event: e.ExchangeResolved) -> str:
    """The extension: second dice of the defence, or by option of the attacker.

    The attacker gets them only if none of its dice could win, the defence only for lost pairs.
    """
    throw, attacking = event.throw, not any(a > d for a, d in event.pairs)
    plus, good = (throw.a_mod, "wounds") if attacking else (throw.d_mod, "blocks")
    parts = (
        f"{dice((face,))} {signed(plus)} = {face + plus} "
        f"{good if face + plus >= ENOUGH else 'fails'}"
        for _, face in throw.extended
    )
    attacker = throw.attacker or f"the {piece_name(event.piece)}"
    return f"{attacker if attacking else throw.defender} extends: {listed(parts)}"


def hurt(event: e.WoundsTaken) -> str:
    """``B2 has 1 RE left: 2 wounds, 1 absorbed by Tough and 1 RE lost.``"""
    parts = []
    if event.absorbed:
        parts.append(f"{event.absorbed} absorbed by Tough")
    if event.paid:
        parts.append(f"{event.paid} paid off for {counted(event.price, 'point')}")
    if event.lost and parts:  # alone it would only repeat the wounds
        parts.append(f"{event.lost} RE lost")
    left = f"{event.unit} has {event.left} RE left"
    if not parts:
        return f"{left}."
    pool = f" The pool holds {event.pool}." if event.paid else ""
    return f"{left}: {counted(event.wounds, 'wound')}, {listed(parts)}.{pool}"


# --- Objectives and endings ---

_WON = {
    **{rule: f" by {OBJECTIVES[number]}" for number, rule in conditions.RULES.items()},
    conditions.RULES[conditions.BELLICOSE]: " as Bellicose Hedonists",
    "ASCW-D59": ", the last team in the match",
    "ASCW-D74": ", as no other team has a living Commander",
}
_DRAWN = {
    "ASCW-D58": "no team has a living Commander left",
    "ASCW-D67": "the last round is over",
    "ASCW-D74": "no team can reach its aim any more",
    "ASCW-D75": "the players agreed to a draw",
}
"""Phrases for a win or a draw, by the rule that ended the match."""

IN_SHORT = {
    1: "Kill the Commanders of all other teams and keep one of yours alive",
    2: "Save up points in the pool",
    3: "Capture and deliver the Commanders of a team that you choose",
    4: "Have each of your Commanders eliminate military enemies",
    5: "Capture connected quadrants",
    6: "Eliminate enemy civilians",
}
"""Short texts for newly rolled objectives; ``aim`` has the numbers."""


def tell_aim(table: Table, team: int, known: TeamSecret) -> str:
    """The condition that completes the sentence ``You win when ...``."""
    match known.objective:
        case 1:
            return (
                "no other team has a living Commander, your team has killed at least one of them, "
                "and one of yours lives"
            )
        case 2:
            return _glory(table, team)
        case 3:
            named = known.target != NOBODY
            prey = team_with_seats(table, known.target) if named else "the team you name"
            return f"the last Commanders of {prey} have been captured and delivered"
        case 4:
            return f"each of your Commanders has eliminated {conditions.KILLS} military enemies"
        case 5:
            wanted = quadrants.wanted(table)
            most = quadrants.most_at_home(table)
            home = f", at most {most} of them at home" if most < wanted else ""
            return f"your team has captured {wanted} connected quadrants{home}"
        case 6:
            wanted = conditions.civilians_wanted(table)
            return f"{_each(table, team)} has eliminated {wanted} enemy civilians"
        case _:
            return "all Commanders of all other teams are dead, and one of yours lives"


def _glory(table: Table, team: int) -> str:
    """The target for Glory; only players with a living Commander count (D-60)."""
    size, names = table.agreement.army_size, [seat_name(seat) for seat in able(table, team)]
    if len(table.teams[team].seats) == 1:
        return f"your pool holds {size} points"
    if len(names) == 1:
        return f"the pool of {names[0]} holds {size} points"
    wanted = conditions.GLORY_READINGS[table.agreement.glory].wanted
    points = conditions.glory_wanted(table, team)
    return wanted.format(all=listed(names), either=listed(names, "or"), points=points)


def _each(table: Table, team: int) -> str:
    """The players with a living Commander, each of whom must do it (D-64)."""
    if len(table.teams[team].seats) == 1:
        return "your army"
    counting = able(table, team)
    return f"{'each of ' * (len(counting) > 1)}{_seats(counting)}"


def tell_objective(known: TeamSecret) -> str:
    """``2, Glory``, or ``Bellicose Hedonists``."""
    name = OBJECTIVES[known.objective]
    return f"{known.objective}, {name}" if known.objective else name


def tell_secret(table: Table, team: int, known: TeamSecret) -> tuple[str, ...]:
    """The team's objective, its condition and the progress so far."""
    if not known.objective and not known.bellicose:
        return ("Your team has no objective yet.",)
    said, alive = f"Your objective: {tell_objective(known)}.", lives(table, team)
    wins = f" You win when {tell_aim(table, team, known)}." if alive else ""
    asked = ("Your team must name the target of its Manhunt.",) * (alive and known.asked)
    return (f"{said}{wins}", *asked, *conditions.tally(table, team, known.objective))


def tell_won(team: int, rule: str, victors: Sequence[int], fallen: Sequence[int]) -> str:
    """``Red wins by Glory.``; of a team also who of it has won, and who has fallen."""
    won = f"wins{_WON.get(rule, '')}"
    if not fallen and len(victors) == 1:
        return f"{_seats(victors)} {won}."
    lost = f" Fallen: {_seats(fallen)}." if fallen else ""
    return f"{team_name(team)} {won}: {_seats(victors) or 'nobody'}.{lost}"


def tell_drawn(rule: str) -> str:
    """One sentence about a match without a winner."""
    reason = _DRAWN.get(rule)
    return f"The match ends without a winner{f': {reason}' if reason else ''}."


# --- Events ---

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


def tell(event: Event) -> str:
    """One event as one sentence, or a few short ones."""
    said = PHRASES.tell(event, SENTENCES)
    return said if len(said) <= LONGEST else f"{said[: LONGEST - 1].rstrip()}…"


# --- Before the battle ---


def _army_edited(event: e.ArmyEdited) -> str:
    if not event.units:
        return "Your army list is empty."
    return f"Your army list: {codes(event.units)}, {counted(event.total, 'point')}."


def _armies_revealed(event: e.ArmiesRevealed) -> str:
    if not any(event.lists):
        return "All armies are locked."
    armies = [
        f"{seat_name(seat)} {counted(len(units), 'unit')}"
        for seat, units in enumerate(event.lists)
        if units
    ]
    return f"All armies are locked and revealed: {listed(armies)}."


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
    number = event.objective
    task = f" {IN_SHORT[number]}." if number in IN_SHORT else ""
    return f"{team_name(event.team)}'s objective is {number}, {OBJECTIVES[number]}.{task}"


def _objective_revealed(event: e.ObjectiveRevealed) -> str:
    after = f", hunting {team_name(event.target)}" if event.target != NOBODY else ""
    shown = f"{event.objective}, {OBJECTIVES[event.objective]}"
    return f"{team_name(event.team)} reveals its objective: {shown}{after}."


def _dice_off_rolled(event: e.DiceOffRolled) -> str:
    rolls = listed(
        f"{team_name(team)} {dice((roll,))}"
        for team, roll in zip(event.teams, event.rolls, strict=False)
    )
    # The roll of a team is told to it alone.
    ends = "" if event.only is not None else f"; {_outcome(event)}"
    return f"Dice-off for {_PURPOSES[event.purpose]}: {rolls}{ends}."


def dice_off_outcome(event: e.DiceOffRolled) -> str:
    if event.only is not None:
        return _dice_off_rolled(event)
    return f"Dice-off for {_PURPOSES[event.purpose]}: {_outcome(event)}."


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
    return f"{who} places the {piece_name(event.piece)} on {event.at}{turned}."


# --- Rounds and turns ---


def _round_started(event: e.RoundStarted) -> str:
    last = f" The match ends after round {event.last}." if event.last else ""
    last = " It is the last round." if event.last == event.round else last
    return f"Round {event.round} begins.{last}"


def _income_paid(event: e.IncomePaid) -> str:
    parts = [f"{dice((event.die,))} from the die"]
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
    does = _PHASES.get(event.phase, f"has its turn in the {event.phase}")
    if event.phase == "activation":
        half = "first" if event.half == 1 else "second"
        does = f"activates {counted(event.units, 'unit')} in the {half} half"
    return f"{seat_name(event.seat)} {does}."


def _unit_moved(event: e.UnitMoved) -> str:
    start, end = (event.path[0], event.path[-1]) if event.path else ("?", "?")
    does = {"move": "moves", "run": "runs", "jump": "jumps"}[event.how]
    return f"{event.unit} {does} from {start} to {end}, facing {facing_name(event.facing)}."


# --- Results of attacks ---


def _unit_eliminated(event: e.UnitEliminated) -> str:
    name = f"the Commander {event.unit}" if event.commander else event.unit
    where = "It is out of the match." if event.commander else "It goes to its Reserve."
    if event.by:
        return f"{event.by} eliminates {name}. {where}"
    return f"{name[0].upper()}{name[1:]} is eliminated. {where}"


# --- Leaving and the end ---


def _draw_offered(event: e.DrawOffered) -> str:
    who = seat_name(event.seat)
    if event.agreed == 1:
        return f"{who} offers a draw; {event.of} players must agree."
    return f"{who} agrees to a draw: {event.agreed} of {event.of} players agree."


def _match_won(event: e.MatchWon) -> str:
    won = tell_won(event.team, event.rule, event.victors, event.fallen)
    return f"{won}{_aims(event.objectives, event.targets)}"


def _match_drawn(event: e.MatchDrawn) -> str:
    return f"{tell_drawn(event.rule)}{_aims(event.objectives, event.targets)}"


def _range(units: Sequence[str]) -> str:
    """The codes of the units, or only their number if there are many."""
    return listed(units) if len(units) <= 20 else counted(len(units), "unit")


AIMS = "The objectives were: "


def _aims(objectives: Sequence[int], targets: Sequence[int]) -> str:
    """All objectives at the end; teams without one are left out."""
    parts = []
    for team, objective in enumerate(objectives):
        if objective == NOBODY:
            continue
        target = targets[team] if team < len(targets) else NOBODY
        after = f" of {team_name(target)}" if target != NOBODY and objective == 3 else ""
        parts.append(f"{team_name(team)} {OBJECTIVES[objective]}{after}")
    return f" {AIMS}{listed(parts)}." if parts else ""


def _teams(teams: Sequence[int]) -> str:
    return listed([team_name(team) for team in teams])


def _seats(seats: Sequence[int]) -> str:
    return listed([seat_name(seat) for seat in seats])


_OFFER = " and offers its army to a team-mate"
REACTS = {"counter": "will strike back", "cover": "takes cover", "none": "does not react"}
PHRASES = Phrases(
    seat=seat_name,
    team=team_name,
    facing=facing_name,
    seats=_seats,
    teams=_teams,
    units=_range,
    points=lambda points: counted(points, "point"),
    pieces=lambda pieces: counted(pieces, "piece"),
    purpose=_PURPOSES.__getitem__,
    skipped=_SKIPPED.__getitem__,
    reacts=REACTS.__getitem__,
    locks=lambda locked: "locks" if locked else "unlocks",
    wants=lambda yes: "wants" if yes else "does not want",
    offer=lambda handover: _OFFER * handover,
    gone=lambda units: f": {_range(units)}" if units else "",
    held=lambda held: f"; {listed(held)} did not act" if held else "",
    elite=lambda extra: f", plus {extra} for Elite," if extra else "",
    holds=lambda counter: ("loses its hold on", "holds", "captures")[min(counter, 2)],
    once=lambda counter: " for one round" * (counter == 1),
)
SENTENCES: Mapping[type[Event], Callable[[Any], str]] = {
    e.ArmyEdited: _army_edited,
    e.ArmiesRevealed: _armies_revealed,
    e.BellicoseResolved: _bellicose_resolved,
    e.ObjectivesRolled: _objectives_rolled,
    e.ObjectiveGiven: _objective_given,
    e.ObjectiveRevealed: _objective_revealed,
    e.DiceOffRolled: _dice_off_rolled,
    e.SceneryPlaced: _scenery_placed,
    e.RestDeployed: deployed,
    e.RoundStarted: _round_started,
    e.IncomePaid: _income_paid,
    e.TurnStarted: _turn_started,
    e.UnitMoved: _unit_moved,
    e.AttackDeclared: declared,
    e.Rerolled: rerolled,
    e.ExchangeResolved: resolved,
    e.WoundsTaken: hurt,
    e.UnitEliminated: _unit_eliminated,
    e.DrawOffered: _draw_offered,
    e.MatchWon: _match_won,
    e.MatchDrawn: _match_drawn,
}
