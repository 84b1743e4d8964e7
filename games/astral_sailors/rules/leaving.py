"""Leaving a match, and handing an army over to a team-mate (ASCW-115, D-59, D-77).

An attack under way is carried to its end first: its questions to a leaver fall to the leaver's
standing orders, and what leaving means for the board waits beneath it on the agenda.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from games.astral_sailors import moves as m
from games.astral_sailors.events import battle as e
from games.astral_sailors.names import listed, seat_name
from games.astral_sailors.rules.setup import deployment, muster, scenery
from games.astral_sailors.rules.turns import activation, reinforcing
from games.astral_sailors.rules.victory import capture
from games.astral_sailors.rules.victory.commanders import MUSTER
from games.astral_sailors.rules.victory.objectives import IN_TURN, TURN_ENDS, between_turns
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import Table
from games.astral_sailors.tasks import NOBODY, Act, Attack, Task
from games.astral_sailors.view import Asked
from games.core.agenda import Do
from games.core.decisions import Decision
from games.core.refusals import Forbidden
from games.core.seats import Seat


def armies(table: Table, seat: int) -> tuple[int, ...]:
    """The seats whose armies ``seat`` plays: its own and those it took over."""
    return tuple(each.seat for each in table.players if table.controller(each.seat) == seat)


def heirs(table: Table, seat: int) -> tuple[int, ...]:
    """Team-mates who could take over the army of ``seat`` and have not declined."""
    declined = table.players[seat].declined
    return tuple(
        mate
        for mate in table.teams[table.team(seat)].seats
        if mate != seat and mate not in declined and not table.players[mate].left
    )


def offers(table: Table) -> tuple[Decision, ...]:
    """``takeover``, to every team-mate of one who left that has not answered.

    A seat leaves once only, so the leaver's number tells these questions apart.
    """
    return tuple(
        Decision(Seat(mate), "takeover", player.seat, waits=False)
        for player in table.players
        if player.handover
        for mate in heirs(table, player.seat)
    )


def leave_refusal(asked: Asked, move: m.Leave) -> Forbidden | None:
    """Why the seat cannot leave, or not in this way."""
    table, seat = asked.view.table, asked.decision.seat
    if table.players[seat].left:
        return Forbidden("ASCW-D59", "You have already left this match.", code="NOT_POSSIBLE")
    if not move.handover:
        return None
    instead = "You can leave without handing over; your units are then removed."
    if table.agreement.leavers == "remove":
        why = "In this match the armies of players who leave are removed."
    elif not heirs(table, seat):
        why = "Your team has no other player who could take over your army."
    else:
        return None
    return Forbidden("ASCW-D77", why, instead=instead, code="NOT_POSSIBLE")


def takeover_refusal(asked: Asked, move: m.TakeOver) -> Forbidden | None:
    """Why the seat cannot answer about that army."""
    table, seat = asked.view.table, asked.decision.seat
    if not 0 <= move.seat < len(table.players) or not table.players[move.seat].handover:
        waiting = [seat_name(player.seat) for player in table.players if player.handover]
        instead = f"Armies on offer: {listed(waiting)}." if waiting else ""
        why = "That player's army is not on offer."
        return Forbidden("ASCW-D77", why, instead=instead, code="NO_HANDOVER")
    if table.team(seat) != table.team(move.seat):
        why = f"Only team-mates of {seat_name(move.seat)} can take over that army."
        return Forbidden("ASCW-D77", why, code="NO_HANDOVER")
    if seat not in heirs(table, move.seat):
        why = "You have already answered, or have left the match yourself."
        return Forbidden("ASCW-D77", why, code="NO_HANDOVER")
    return None


def leave(builder: StepBuilder, seat: int, *, handover: bool) -> None:
    """The seat is left. Its armies wait for a team-mate, or are removed."""
    player = builder.player(seat)
    builder.put_player(replace(player, left=True, handover=handover))
    draw = tuple(agreed for agreed in builder.table.draw if agreed != seat)
    builder.table = replace(builder.table, draw=draw)
    builder.tell(e.PlayerLeft(seat=seat, handover=handover))
    builder.drop(
        task
        for task in builder.table.agenda
        if isinstance(task, Act) and builder.table.controller(task.seat) == seat
    )
    orphans = [
        each.seat
        for each in builder.table.players
        if each.handover and not heirs(builder.table, each.seat)
    ]
    gone = orphans if handover else [seat, *orphans]
    later = [Do("remove-army", str(each)) for each in gone]
    if handover:
        later += [Do("check"), Do("pass-turn", str(seat))]
    _after_attack(builder, later)


def take_over(builder: StepBuilder, decision: Decision, move: m.TakeOver) -> None:
    """A team-mate answers; the first to accept gets every army that the leaver played."""
    seat = decision.seat
    leaver = builder.player(move.seat)
    if not move.yes:
        builder.put_player(replace(leaver, declined=(*leaver.declined, seat)))
        if not heirs(builder.table, move.seat):
            _after_attack(builder, [Do("remove-army", str(move.seat))])
        return
    for army in armies(builder.table, move.seat):
        builder.put_player(replace(builder.player(army), handover=False, played_by=seat))
        builder.tell(e.ArmyHandedOver(seat=army, to=seat))


def pass_turn(builder: StepBuilder, about: str) -> None:
    """Step ``pass-turn``: nothing waits for the leaver ``about``; if it has a turn, that ends.

    An army that is still being built becomes the default army (D-77, D-78).
    """
    if builder.table.phase in MUSTER:
        muster.settle(builder)
        return
    if _turn_of(builder.table, int(about)) == NOBODY:
        return
    match builder.table.phase:
        case "scenery":
            scenery.lay(builder, scenery.automatic(builder.table))
        case "deployment":
            deployment.place_rest(builder)
        case "activation":
            activation.end_turn(builder)
        case "reinforcement":
            reinforcing.end(builder)


def remove(builder: StepBuilder, about: str) -> None:
    """Step ``remove-army``: all that the leaver ``about`` played leaves the match (D-59).

    Without reward; Commanders among it count as dead without a killer, and what
    its units hold is put down.
    """
    take_out(builder, armies(builder.table, int(about)))


def take_out(builder: StepBuilder, gone: tuple[int, ...]) -> None:
    """The armies of these seats leave the match."""
    turn = _running_turn(builder.table)
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
    builder.put_player(replace(table.players[army], removed=True, handover=False))
    units = tuple(unit for unit in table.of(army) if unit.place != "out")
    for unit in units:
        if unit.held_by:
            builder.put(replace(builder.unit(unit.held_by), holds=""))
        builder.put(replace(unit, place="out", ap=0, cover=False, poison=(), held_by=""))
    for unit in units:
        capture.let_go(builder, unit.code)
    codes = {unit.code for unit in units}
    builder.drop(
        task for task in builder.table.agenda if isinstance(task, Do) and task.about in codes
    )
    turn = builder.table.turn
    if turn.active in codes:
        ended = replace(turn, active="", struck=(), touched=(), moved=False)
        builder.table = replace(builder.table, turn=ended)
    known = builder.table.agreement.open_armies
    told = tuple(unit.code for unit in units if known or unit.seen)
    builder.tell(e.ArmyRemoved(seat=army, units=told))


def _turn_of(table: Table, leaver: int) -> int:
    """The army of the leaver whose turn is running, if one is."""
    seat = _running_turn(table)
    return seat if seat != NOBODY and table.controller(seat) == leaver else NOBODY


def _running_turn(table: Table) -> int:
    """The army whose turn is running, ``NOBODY`` when none is."""
    ending = any(isinstance(task, Do) and task.step in TURN_ENDS for task in table.agenda)
    return NOBODY if ending or between_turns(table) else table.turn.seat


def _after_attack(builder: StepBuilder, tasks: list[Do]) -> None:
    """Put tasks on the agenda, beneath an attack under way and the action that it belongs to."""
    agenda = builder.table.agenda
    above = tuple(takewhile(_of_action, reversed(agenda)))
    below = agenda[: len(agenda) - len(above)]
    builder.table = replace(builder.table, agenda=(*below, *reversed(tasks), *reversed(above)))


def _of_action(task: Task) -> bool:
    return isinstance(task, Attack) or (isinstance(task, Do) and task.step in IN_TURN)
