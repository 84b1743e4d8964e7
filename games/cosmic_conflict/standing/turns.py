"""Preparations and activations by standing order, and on timeout (4.1, 4.4, 4.6, 4.7)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from games.core.notation import Request
from games.core.standing import ASK, Answered, GivenOrders, StandingOrder
from games.core.types import Decision, Refusal
from games.cosmic_conflict.moves import NOTATION, Activate
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.rules.formations import Escort
from games.cosmic_conflict.rules.movement import Fly, Move, move_of, safe_drift
from games.cosmic_conflict.rules.orders import commands
from games.cosmic_conflict.rules.orders.commands import GiveOrder, Lock
from games.cosmic_conflict.rules.setup import deployment, fleets
from games.cosmic_conflict.rules.setup.agreeing import Disagree
from games.cosmic_conflict.rules.setup.deployment import Auto, Place
from games.cosmic_conflict.rules.setup.fleets import ChooseFleet
from games.cosmic_conflict.rules.setup.placing import AcceptTerrain, ChooseEdge
from games.cosmic_conflict.rules.turns import activation
from games.cosmic_conflict.rules.turns.activation import Done, Go, Pass
from games.cosmic_conflict.standing import topics
from games.cosmic_conflict.standing.topics import (
    AUTO,
    DEFAULT_ORDER,
    ELSE,
    ESCORT_BEARING,
    FLEET,
    LOCK,
    PASS,
    PLACED,
    QUEUE,
    TERRAIN,
    TOKEN,
    Topics,
    without,
)
from games.cosmic_conflict.table.course import side_of
from games.cosmic_conflict.table.orders import MAIN
from games.cosmic_conflict.table.units import Unit
from games.cosmic_conflict.view import View

M = TypeVar("M", bound=Answer)


def _legal(view: View, decision: Decision, move: M) -> M | None:
    return None if NOTATION.refusal(Request(view, decision), move) else move


def _entries(
    view: View, decision: Decision, orders: GivenOrders, topic: Topics
) -> list[tuple[StandingOrder, Any]]:
    """What is queued on a topic; what cannot be read any more is left out."""
    found = []
    for order in orders:
        try:
            if order.topic == topic.key:
                found.append((order, NOTATION.read(Request(view, decision), order.value.upper())))
        except Refusal:
            continue
    return found


def _left(
    orders: GivenOrders, topic: Topics, entries: list[tuple[StandingOrder, Any]]
) -> GivenOrders:
    return (*without(orders, topic), *(order for order, _ in entries))


# --- Fleets ---


def fleet(view: View, decision: Decision, orders: GivenOrders) -> Answered[Answer] | None:
    """The fleet that was named in advance; one that was unlocked is the player's to choose."""
    sheet, code = view.sheet(decision.seat), FLEET.value(orders)
    if code == ASK or sheet.fleet:
        return None
    move = _legal(view, decision, ChooseFleet(code.upper()))
    return Answered(move, orders) if move else None


def default_fleet(view: View, decision: Decision, orders: GivenOrders) -> Answer:
    """What was chosen before, else what a late player of that side gets.

    What the other side has locked is a secret and has no influence (4.1).
    """
    sheet = view.sheet(decision.seat)
    if sheet.fleet and (move := _legal(view, decision, fleets.kept(sheet))):
        return move
    if (answered := fleet(view, decision, orders)) and answered.move:
        return answered.move
    return fleets.default_choice(view.course.agreement, decision.seat)


# --- Terrain ---


def default_agree(view: View, decision: Decision, orders: GivenOrders) -> Answer | None:
    """A late player declines what others propose."""
    return _legal(view, decision, Disagree()) if decision.waits else None


def terrain(view: View, decision: Decision, orders: GivenOrders) -> Answered[Answer] | None:
    """The next move of the terrain plan."""
    entries = _entries(view, decision, orders, TERRAIN)
    if not entries or not _legal(view, decision, entries[0][1]):
        return None
    return Answered(entries[0][1], _left(orders, TERRAIN, entries[1:]))


def default_terrain(view: View, decision: Decision, orders: GivenOrders) -> Answer:
    """A late player places nothing more, and starts from the own edge (4.1)."""
    return _legal(view, decision, AcceptTerrain()) or ChooseEdge(side_of(decision.seat))


# --- Deployment ---


def deploy(view: View, decision: Decision, orders: GivenOrders) -> Answered[Answer] | None:
    """The next of the plan; units that stand already are skipped (D-088)."""
    entries = _unplaced(view, decision, orders)
    left = _left(orders, PLACED, entries)
    if not entries or not _legal(view, decision, entries[0][1]):
        return Answered(None, left) if left != orders else None
    return Answered(entries[0][1], _left(orders, PLACED, entries[1:]))


def default_deploy(view: View, decision: Decision, orders: GivenOrders) -> Answer:
    """The next of the plan, if it is legal, else the automatic slot (4.1)."""
    entries = _unplaced(view, decision, orders)
    return (_legal(view, decision, entries[0][1]) if entries else None) or Auto()


def _unplaced(
    view: View, decision: Decision, orders: GivenOrders
) -> list[tuple[StandingOrder, Any]]:
    units = deployment.planned(view, decision.seat).units

    def waits(move: Any) -> bool:
        return not isinstance(move, Place) or (move.unit in units and units[move.unit].at is None)

    return [each for each in _entries(view, decision, orders, PLACED) if waits(each[1])]


# --- The Command Phase ---


def command(view: View, decision: Decision, orders: GivenOrders) -> Answered[Answer] | None:
    """Default Orders and LOCK, where the side locks at once; after that, in this turn, only the
    player changes anything."""
    given, now = [order for order in orders if order.topic == LOCK.key], str(view.table.turn)
    if not given or given[-1].value != AUTO or given[-1].about == now:
        return None
    move = default_command(view, decision, orders)
    if isinstance(move, Lock):
        return Answered(move, (*without(orders, LOCK), replace(given[-1], about=now)))
    return Answered(move, orders)


def default_command(view: View, decision: Decision, orders: GivenOrders) -> Answer:
    """The default Order of the next ship that was left blank, if it is legal; at last LOCK, which
    gives a Token to the others (4.1)."""
    for unit in commands.commanded(view.table, side_of(decision.seat)):
        name: Any = DEFAULT_ORDER.value(orders, topics.about(unit.id))
        given = view.sheet(decision.seat).of(unit.id)
        if given.token or given.at(MAIN) or name == TOKEN:
            continue
        if move := _legal(view, decision, GiveOrder(unit.id, name)):
            return move
    return Lock()


# --- Formations and Escorts ---


def escorting(view: View, decision: Decision, orders: GivenOrders) -> Answered[Answer] | None:
    """Escorts go to the bearing that their orders say (D-077)."""
    if not any(order.topic == ESCORT_BEARING.key for order in orders):
        return None
    for unit in view.table.in_space(side_of(decision.seat)):
        bearing = int(ESCORT_BEARING.value(orders, topics.about(unit.id)))
        if unit.bond and (move := _legal(view, decision, Escort(unit.id, unit.bond.to, bearing))):
            return Answered(move, orders)
    return None


# --- Activations ---


def stamped(view: View, orders: GivenOrders) -> GivenOrders:
    """Orders whose queue bears the number of the turn; that of an earlier turn is cleared."""
    now = str(view.table.turn)
    return tuple(
        replace(order, about=now) if order.topic == QUEUE.key else order
        for order in orders
        if order.topic != QUEUE.key or order.about in ("", now)
    )


def queued(view: View, decision: Decision, orders: GivenOrders) -> Answered[Answer] | None:
    """The head of the queue, where all of it that can be checked is legal (4.6).

    Else the owner is asked, or passes. A head of another Size waits.
    """
    entries = _entries(view, decision, orders, QUEUE)
    while entries and _is_past(view, entries[0][1]):
        entries = entries[1:]
    left = _left(orders, QUEUE, entries)
    if entries and _legal(view, decision, entries[0][1]):
        return Answered(entries[0][1], _left(orders, QUEUE, entries[1:]))
    if entries and ELSE.value(orders) == PASS and (move := _legal(view, decision, Pass())):
        return Answered(move, left)
    return Answered(None, left) if left != orders else None


def _is_past(view: View, move: Answer) -> bool:
    """Whether the unit is gone or has activated."""
    if not isinstance(move, Activate):
        return False
    unit = view.table.units.get(move.unit)
    return unit is None or unit.state != "in" or unit.activated


def default_activation(view: View, decision: Decision, orders: GivenOrders) -> Answer:
    """Pass, else let the first unit drift; a unit that acts drifts on and ends (4.7)."""
    acting, now, table = view.course.acting, view.course.activation, view.table
    if acting is None:
        if move := _legal(view, decision, Pass()):
            return move
        assert now is not None
        unit = next(filter(view.commands, activation.waiting(table, now.size, now.side)))
        leaves = activation.is_leaving(unit)
        return Activate(unit.id, () if leaves else (_drift(view, unit), Done()))
    if acting.stage in ("attacks", "closing"):
        return _drift(view, table.units[acting.unit])
    return Go() if acting.stage == "moving" else Done()


def _drift(view: View, unit: Unit) -> Move | Fly:
    """A safe move; Fighters stay where they are."""
    if view.table.design(unit).fighter:
        return Fly(unit.spot, confirmed=True)
    return move_of(safe_drift(view.table, unit))
