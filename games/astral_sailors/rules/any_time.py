"""Dice-offs, the end of a turn, and leaving (ASCW-03, 04, 115, D-59, D-72, D-75)."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from typing import Annotated

from games.astral_sailors import events as e
from games.astral_sailors.events import DiceOffRolled
from games.astral_sailors.notation import UNITS, Name
from games.astral_sailors.rules.setup import bellicose, deployment, muster, scenery
from games.astral_sailors.rules.turns import activation, placing, reinforcing, rounds, turns
from games.astral_sailors.rules.victory import capture, objectives
from games.astral_sailors.rules.victory.conditions import MUSTER
from games.astral_sailors.rules.victory.objectives import IN_TURN, TURN_ENDS, between_turns
from games.astral_sailors.state import State, StepBuilder
from games.astral_sailors.table import Table
from games.astral_sailors.tasks import NOBODY, Attack, DelayedAction, DiceOff, Move, Task
from games.astral_sailors.view import Request
from games.core.moves import move
from games.core.steps import Do
from games.core.types import Decision, Forbidden, Rolled, Seat


def settle_dice_off(builder: StepBuilder, task: DiceOff, dice: Rolled) -> None:
    """Somebody wins, or those tied roll again; the winner is told to who asked (``purpose``)."""
    faces = dice.faces[0]
    if task.purpose == "bellicose":
        bellicose.rolled(builder, task, faces)
        return
    highest = max(faces)
    tied = tuple(team for team, face in zip(task.left, faces, strict=True) if face == highest)
    winner = tied[0] if len(tied) == 1 else NOBODY
    builder.tell(DiceOffRolled(purpose=task.purpose, teams=task.left, rolls=faces, winner=winner))
    if winner == NOBODY:
        builder.push(replace(task, left=tied, rolls=(*task.rolls, faces)))
        return
    match task.purpose:
        case "scenery":
            scenery.ordered(builder, winner)
        case "deployment":
            deployment.ordered(builder, winner)
        case "start" | "round":
            rounds.ordered(builder, winner)
        case "victory":
            objectives.win(builder, winner)


# --- Leaving ---


def armies(table: Table, seat: int) -> tuple[int, ...]:
    """The seats whose armies ``seat`` plays: its own and those that a referee gave it."""
    return tuple(each.seat for each in table.players if table.controller(each.seat) == seat)


def remove(builder: StepBuilder, about: str) -> None:
    """Step ``remove-army``: all that the leaver ``about`` played leaves the match (D-59).

    Without reward; Commanders among it count as dead without a killer, and what
    its units hold is put down.
    """
    gone, turn = armies(builder.table, int(about)), _running_turn(builder.table)
    for army in gone:
        _remove(builder, army)
    if builder.table.phase in MUSTER:
        muster.settle(builder)
    elif turn in gone:
        builder.then(NEXT[builder.table.phase])
    builder.then("check")


NEXT = {
    "scenery": "next-piece",
    "deployment": "next-deployment",
    "activation": "next-turn",
    "reinforcement": "next-turn",
}
"""The step to the next turn, by phase."""


def _remove(builder: StepBuilder, army: int) -> None:
    table = builder.table
    builder.put_player(army, removed=True)
    units = tuple(unit for unit in table.of(army) if unit.place != "out")
    for unit in units:
        if unit.held_by:
            builder.put(builder.unit(unit.held_by), holds="")
        builder.put(unit, place="out", ap=0, cover=False, poison=(), held_by="")
    for unit in units:
        capture.let_go(builder, unit.code)
    codes = {unit.code for unit in units}
    builder.drop(
        task for task in builder.table.agenda if isinstance(task, Do) and task.about in codes
    )
    if builder.table.turn.active in codes:
        builder.idle()
    known = builder.table.agreement.open_armies
    told = tuple(unit.code for unit in units if known or unit.seen)
    builder.tell(e.ArmyRemoved(seat=army, units=told))


def _running_turn(table: Table) -> int:
    """The army whose turn is running, ``NOBODY`` when none is."""
    ending = any(isinstance(task, Do) and task.step in TURN_ENDS for task in table.agenda)
    return NOBODY if ending or between_turns(table) else table.turn.seat


def _is_of_action(task: Task) -> bool:
    return isinstance(task, Attack) or (isinstance(task, Do) and task.step in IN_TURN)


# --- Moves ---


def offers(state: State) -> tuple[Decision, ...]:
    """``talk`` for every seat still in the match."""
    return tuple(
        Decision(Seat(player.seat), "talk", 0, waits=False)
        for player in state.table.players
        if not player.left
    )


@move("leave", "talk", "LEAVE")
class Leave(Move):
    """Give up: the units leave the board."""

    def refuse(self, request: Request) -> Forbidden | None:
        if not request.view.table.players[request.decision.seat].left:
            return None
        return Forbidden("ASCW-D59", "You have already left this match.", code="NOT_POSSIBLE")

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        """The armies are removed once an attack under way, with its action, is over."""
        seat, table = decision.seat, builder.table
        builder.put_player(seat, left=True)
        builder.tell(e.PlayerLeft(seat))
        builder.drop(
            task
            for task in table.agenda
            if isinstance(task, DelayedAction) and table.controller(task.seat) == seat
        )
        agenda = builder.table.agenda
        above = tuple(takewhile(_is_of_action, reversed(agenda)))
        below = agenda[: len(agenda) - len(above)]
        builder.change(agenda=(*below, Do("remove-army", str(seat)), *reversed(above)))


@move("done", "deploy|activate|reinforce", "DONE[ HOLD {hold}] | ENDTURN | END TURN")
class Done(Move):
    """End the deployment, the half-turn or the reinforcements.

    In the first half units may be named that count as activated without action
    (D-43); ``hold`` are their codes.
    """

    hold: Annotated[tuple[Name, ...], UNITS] = ()

    def refuse(self, request: Request) -> Forbidden | None:
        if request.decision.kind == "activate":
            return turns.not_held(request, self.hold)
        deploys, table = request.decision.kind == "deploy", request.view.table
        missing = deployment.commanders_missing(table) if deploys else None
        return placing.no_hold(self.hold) or missing

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        match decision.kind:
            case "deploy":
                deployment.end_turn(builder)
            case "activate":
                activation.end_turn(builder, self.hold)
            case _:
                reinforcing.end(builder)
