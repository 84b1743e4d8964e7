"""Consistency checks of a whole state."""

from __future__ import annotations

from collections.abc import Iterator

from games.astral_sailors import agenda
from games.astral_sailors.editing import board
from games.astral_sailors.editing.sound_units import faults_of_units
from games.astral_sailors.editing.values import BATTLE, refuse
from games.astral_sailors.names import seat_name, team_name
from games.astral_sailors.rules.setup import bellicose
from games.astral_sailors.rules.setup.muster import board_size
from games.astral_sailors.rules.turns import turns
from games.astral_sailors.rules.victory import quadrants
from games.astral_sailors.rules.victory.commanders import MUSTER
from games.astral_sailors.rules.victory.conditions import MANHUNT
from games.astral_sailors.state import State, TeamSecret
from games.astral_sailors.table import Table
from games.astral_sailors.tasks import (
    NOBODY,
    Act,
    Attack,
    DiceOff,
    RollIncome,
    RollObjectives,
    Task,
    Tick,
)
from games.core.agenda import Do
from games.core.decisions import Decisions
from games.core.refusals import Forbidden


def faults(state: State) -> Iterator[Forbidden]:
    """What no match can be in, by the rules that refuse it in edits too."""
    return (each if isinstance(each, Forbidden) else refuse(each) for each in _faults(state))


def _faults(state: State) -> Iterator[str | Forbidden]:
    table = state.table
    yield from _faults_of_kinds(table)
    yield from _faults_of_people(table)
    yield from faults_of_units(state)
    yield from _faults_of_scenery(table)
    yield from _faults_of_turn(table)
    yield from _faults_of_teams(state)
    yield from _faults_of_agenda(state)
    yield from _faults_of_waiting(state)


def _faults_of_kinds(table: Table) -> Iterator[str]:
    """Check kinds first: later checks rely on them."""
    for unit in table.units.values():
        if unit.kind not in table.catalogue.units or unit.seat not in range(len(table.players)):
            yield f"{unit.code} has an unknown player or kind."
    if any(each.kind not in table.catalogue.pieces for each in table.pieces):
        yield "A piece of scenery is of an unknown kind."


def _faults_of_people(table: Table) -> Iterator[str]:
    seats = [seat for team in table.teams for seat in team.seats]
    if seats != list(range(len(table.players))):
        yield "Every player must be in one team, and teams must sit together."
        return
    if table.size != board_size(len(seats)) or not all(team.seats for team in table.teams):
        yield "The board has the wrong size, or a team is empty."
    for player in table.players:
        name = seat_name(player.seat)
        if player.seat not in table.teams[player.team].seats:
            yield f"{name} is not in {team_name(player.team)}."
        if player.civilians and not table.round:
            yield f"{name} has kills from a battle that has not begun."
        if min(player.pool, player.civilians) < 0:
            yield f"{name} has fewer than 0 points or kills."
        if player.removed and not player.left:
            yield f"{name} is out of the match but has not left it."
        mate = player.played_by
        if mate != NOBODY and not (
            mate in table.teams[player.team].seats and mate != player.seat and player.left
        ):
            yield f"The army of {name} is played by a player who cannot play it."
        main = table.units.get(player.main)
        if player.main and (
            main is None or main.seat != player.seat or table.kind(main).category != "commander"
        ):
            yield f"{name} does not have the Commander {player.main}."


def _faults_of_scenery(table: Table) -> Iterator[str]:
    for place, piece in enumerate(table.pieces):
        if (found := board.misplaced(table, piece, place)) is not None:
            yield found.sentence


def _faults_of_turn(table: Table) -> Iterator[str | Forbidden]:
    turn, seats = table.turn, range(len(table.players))
    if table.phase in BATTLE and table.round < 1:
        yield "The battle begins with round 1."
    if table.phase not in (*BATTLE, "over") and table.round:
        yield "There are no rounds before the battle."
    limit = table.agreement.round_limit
    if table.phase in BATTLE and 0 < limit < table.round:
        yield refuse(f"The last round is {limit}.", rule="ASCW-D67")
    if any(seat not in seats for seat in turn.order):
        yield "The turn order names an unknown player."
        return
    if table.phase not in ("scenery", "over") and len(set(turn.order)) < len(turn.order):
        yield "The turn order names a player twice."
    if turn.at < 0 or turn.half not in (1, 2) or turn.quota < 0:
        yield "Invalid turn position, half or quota."
    if (
        table.phase in turns.KINDS
        and not table.agenda
        and not (turn.seat != NOBODY and turns.takes_part(table.players[turn.seat]))
    ):
        yield "The player on turn is not playing."
    pieces = range(len(table.pieces))
    if any(place not in pieces for place in (*turn.struck, *turn.touched)):
        yield "The active unit was struck by scenery that does not exist."
    if turn.active and table.phase != "over":
        active = table.units.get(turn.active)
        if (
            table.phase != "activation"
            or active is None
            or not active.on_board
            or active.seat != turn.seat
            or active.activated != table.round
        ):
            yield f"{turn.active} cannot be the active unit."


def _faults_of_teams(state: State) -> Iterator[str]:
    table, secrets = state.table, state.secrets
    teams = range(len(table.teams))
    if len(secrets.teams) != len(teams) or len(secrets.drafts) != len(table.players):
        yield "The number of secrets does not match the teams and players."
        return
    known, held = quadrants.names(table), set[str]()
    for number, team in enumerate(table.teams):
        name = team_name(number)
        if any(each not in teams or each == number for each in team.delivered):
            yield f"{name} has delivered Commanders it cannot have delivered."
        if not table.round and (team.commanders or team.delivered or team.quadrants):
            yield f"{name} has gains from a battle that has not begun."
        if team.commanders < 0:
            yield f"{name} has fewer than 0 kills."
        for quadrant, counter in team.quadrants.items():
            if quadrant not in known or not 1 <= counter <= quadrants.CAPTURED:
                yield f"{name} cannot hold {quadrant} like that."
            if quadrant in held:
                yield f"{quadrant} is held by two teams."
            held.add(quadrant)
        yield from _faults_of_aims(table, number, secrets.teams[number])
    if table.phase != "bellicose" and sum(
        bool(each.bellicose) for each in secrets.teams
    ) > bellicose.most(len(teams)):
        yield "Too many teams fight as Bellicose Hedonists."
    for draft in secrets.drafts:
        if any(kind not in table.catalogue.units for kind in draft.units):
            yield "An army list has an unknown unit."


def _faults_of_aims(table: Table, number: int, secret: TeamSecret) -> Iterator[str]:
    name, teams = team_name(number), range(len(table.teams))
    if secret.objective not in range(7) or secret.target not in (NOBODY, *teams):
        yield f"{name} has an unknown objective."
    if (secret.asked or secret.target != NOBODY) and secret.objective != MANHUNT:
        yield f"{name} has a target but no Manhunt."
    if secret.target == number or (secret.asked and secret.target != NOBODY):
        yield f"{name} has an invalid target."
    if table.teams[number].objective not in (0, secret.objective):
        yield f"{name} has revealed an objective it does not have."
    if secret.bellicose and secret.objective:
        yield f"{name} is Bellicose but has an objective."


def _faults_of_agenda(state: State) -> Iterator[str]:
    table = state.table
    for task in table.agenda:
        if not _possible(table, task):
            yield "A pending step refers to something that does not exist."
    top = table.agenda[-1] if table.agenda else None
    if state.secrets.answers and not isinstance(top, Attack):
        yield "There is an answer without a question."
    if table.phase == "over" and (table.result is None or table.agenda):
        yield "The match is over but has pending steps."
    if table.result is not None and table.phase != "over":
        yield "The match has a result but is not over."


def _possible(table: Table, task: Task) -> bool:
    seats, teams, units = range(len(table.players)), range(len(table.teams)), table.units
    match task:
        case Attack():
            named = {part.target for part in task.parts}
            named |= {task.attacker} - ({""} if task.how == "terrain" else set())
            piece = task.piece == NOBODY or task.piece in range(len(table.pieces))
            return named <= units.keys() and piece and task.part in range(len(task.parts))
        case DiceOff(_, left):
            return bool(left) and set(left) <= set(teams)
        case RollObjectives(rolling):
            return set(rolling) <= set(teams)
        case RollIncome(paid):
            return set(paid) <= set(seats)
        case Tick(unit, mark):
            return unit in units and mark >= 0
        case Act(seat, _):
            return seat in seats
        case Do(step, _):
            return step in agenda.AGENDA.steps


def _faults_of_waiting(state: State) -> Iterator[str]:
    """Check that the match waits for dice, a decision or nothing."""
    pending = agenda.pending(state)
    if isinstance(pending, Decisions) and not pending.awaited():
        yield "The match would wait for no one."
    if state.table.phase in MUSTER and state.table.units:
        yield "Armies are still being built, but units already exist."
