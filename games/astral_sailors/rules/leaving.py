"""Leaving a match, and handing an army over to a team-mate (ASCW-115, D-59, D-77).

An attack under way is carried to its end first: its questions to a leaver fall to the leaver's
standing orders, and what leaving means for the board waits beneath it on the agenda.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from games.astral_sailors.events.battle import ArmyHandedOver, ArmyRemoved, PlayerLeft
from games.astral_sailors.moves import DeployRest, Done, Leave, TakeOver
from games.astral_sailors.rules import activation, capture, deployment, muster, reinforcing, scenery
from games.astral_sailors.rules.commanders import MUSTER
from games.astral_sailors.rules.objectives import IN_TURN, TURN_ENDS, between_turns
from games.astral_sailors.step_builder import Course
from games.astral_sailors.table import NOBODY, Act, Attack, Do, Table, Task
from games.astral_sailors.words.names import listed, seat_name
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


def leave_refusal(table: Table, seat: int, move: Leave) -> Forbidden | None:
    """Why the seat cannot leave, or not like this."""
    if table.players[seat].left:
        return Forbidden("ASCW-D59", "You have left this match already.", code="NOT_POSSIBLE")
    if not move.handover:
        return None
    instead = "You can leave without handing over; your units are then removed."
    if table.agreement.leavers == "remove":
        why = "It was agreed that the armies of players who leave are removed."
    elif not heirs(table, seat):
        why = "There is nobody in your team who could take your army over."
    else:
        return None
    return Forbidden("ASCW-D77", why, instead=instead, code="NOT_POSSIBLE")


def takeover_refusal(table: Table, seat: int, move: TakeOver) -> Forbidden | None:
    """Why the seat has nothing to say about that army."""
    if not 0 <= move.seat < len(table.players) or not table.players[move.seat].handover:
        waiting = [seat_name(player.seat) for player in table.players if player.handover]
        instead = f"Waiting to be taken over: {listed(waiting)}." if waiting else ""
        why = "No army of that seat waits to be taken over."
        return Forbidden("ASCW-D77", why, instead=instead, code="NO_HANDOVER")
    if table.team(seat) != table.team(move.seat):
        why = f"Only team-mates of {seat_name(move.seat)} can take that army over."
        return Forbidden("ASCW-D77", why, code="NO_HANDOVER")
    if seat not in heirs(table, move.seat):
        why = "You have answered that already, or have left yourself."
        return Forbidden("ASCW-D77", why, code="NO_HANDOVER")
    return None


def leave(course: Course, seat: int, *, handover: bool) -> None:
    """The seat is left. Its armies wait for a team-mate, or are removed."""
    player = course.player(seat)
    course.put_player(replace(player, left=True, handover=handover))
    draw = tuple(agreed for agreed in course.table.draw if agreed != seat)
    course.table = replace(course.table, draw=draw)
    course.tell(PlayerLeft(seat=seat, handover=handover))
    course.drop(
        task
        for task in course.table.agenda
        if isinstance(task, Act) and course.table.controller(task.seat) == seat
    )
    orphans = [
        each.seat
        for each in course.table.players
        if each.handover and not heirs(course.table, each.seat)
    ]
    gone = orphans if handover else [seat, *orphans]
    later = [Do("remove-army", str(each)) for each in gone]
    if handover:
        later += [Do("check"), Do("pass-turn", str(seat))]
    _after_attack(course, later)


def take_over(course: Course, seat: int, move: TakeOver) -> None:
    """A team-mate answers; the first to accept gets every army that the leaver played."""
    leaver = course.player(move.seat)
    if not move.yes:
        course.put_player(replace(leaver, declined=(*leaver.declined, seat)))
        if not heirs(course.table, move.seat):
            _after_attack(course, [Do("remove-army", str(move.seat))])
        return
    for army in armies(course.table, move.seat):
        course.put_player(replace(course.player(army), handover=False, played_by=seat))
        course.tell(ArmyHandedOver(seat=army, to=seat))


def pass_turn(course: Course, about: str) -> None:
    """Step ``pass-turn``: nothing waits for the leaver ``about``; if it has a turn, that ends.

    An army that is still being built becomes the default army (D-77, D-78).
    """
    if course.table.phase in MUSTER:
        muster.settle(course)
        return
    army = _turn_of(course.table, int(about))
    if army == NOBODY:
        return
    match course.table.phase:
        case "scenery":
            scenery.perform(course, army, scenery.automatic(course.table))
        case "deployment":
            deployment.perform(course, army, DeployRest())
        case "activation":
            activation.perform(course, army, Done())
        case "reinforcement":
            reinforcing.perform(course, army, Done())


def remove(course: Course, about: str) -> None:
    """Step ``remove-army``: all that the leaver ``about`` played leaves the match (D-59).

    Without reward; Commanders among it count as dead without a killer, and what
    its units hold is put down.
    """
    take_out(course, armies(course.table, int(about)))


def take_out(course: Course, gone: tuple[int, ...]) -> None:
    """The armies of these seats leave the match."""
    turn = _running_turn(course.table)
    for army in gone:
        _remove(course, army)
    if course.table.phase in MUSTER:
        muster.settle(course)
    elif turn in gone:
        course.then(NEXT[course.table.phase])
    course.then("check")


NEXT = {
    "scenery": "next-piece",
    "deployment": "next-deployment",
    "activation": "next-turn",
    "reinforcement": "next-turn",
}
"""The step to the next turn, by phase."""


def _remove(course: Course, army: int) -> None:
    table = course.table
    course.put_player(replace(table.players[army], removed=True, handover=False))
    units = tuple(unit for unit in table.of(army) if unit.place != "out")
    for unit in units:
        if unit.held_by:
            course.put(replace(course.unit(unit.held_by), holds=""))
        course.put(replace(unit, place="out", ap=0, cover=False, poison=(), held_by=""))
    for unit in units:
        capture.let_go(course, unit.code)
    codes = {unit.code for unit in units}
    course.drop(
        task for task in course.table.agenda if isinstance(task, Do) and task.about in codes
    )
    turn = course.table.turn
    if turn.active in codes:
        ended = replace(turn, active="", struck=(), touched=(), moved=False)
        course.table = replace(course.table, turn=ended)
    known = course.table.agreement.open_armies
    told = tuple(unit.code for unit in units if known or unit.seen)
    course.tell(ArmyRemoved(seat=army, units=told))


def _turn_of(table: Table, leaver: int) -> int:
    """The army of the leaver whose turn is running, if one is."""
    seat = _running_turn(table)
    return seat if seat != NOBODY and table.controller(seat) == leaver else NOBODY


def _running_turn(table: Table) -> int:
    """The army whose turn is running, ``NOBODY`` when none is."""
    ending = any(isinstance(task, Do) and task.step in TURN_ENDS for task in table.agenda)
    return NOBODY if ending or between_turns(table) else table.turn.seat


def _after_attack(course: Course, tasks: list[Do]) -> None:
    """Put tasks on the agenda, beneath an attack under way and the action that it belongs to."""
    agenda = course.table.agenda
    above = tuple(takewhile(_of_action, reversed(agenda)))
    below = agenda[: len(agenda) - len(above)]
    course.table = replace(course.table, agenda=(*below, *reversed(tasks), *reversed(above)))


def _of_action(task: Task) -> bool:
    return isinstance(task, Attack) or (isinstance(task, Do) and task.step in IN_TURN)
