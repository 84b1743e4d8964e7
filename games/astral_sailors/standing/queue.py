"""Commands given in advance for the next own turns (D-49, D-76, 4.2 ``queue``).

A queue is carried out in order from the first decision of a turn on. When its
next command has become illegal, the whole queue is dropped and the player is
asked. Scenery is different: an entry that has become illegal is skipped.
"""

from __future__ import annotations

from dataclasses import replace

from games.astral_sailors.moves import (
    Capture,
    Deploy,
    DeployRest,
    Done,
    EndUnit,
    Hold,
    Jump,
    March,
    Melee,
    Move,
    PlacePiece,
    Reinforce,
    Release,
    Run,
    Shoot,
    TakeBack,
    TurnTo,
)
from games.astral_sailors.options import options_for
from games.astral_sailors.reading import read
from games.astral_sailors.view import SailorsView
from games.core.decisions import Decision
from games.core.refusals import Refusal
from games.core.standing import Answered, Order, Orders

ACTIONS = (March, TurnTo, Run, Jump, Shoot, Melee, Capture, Release, Hold, EndUnit)

ANSWERS: dict[str, tuple[type[Move], ...]] = {
    "scenery": (PlacePiece,),
    "deploy": (Deploy, TakeBack, DeployRest, Done),
    "activate": (*ACTIONS, Done),
    "reinforce": (Reinforce, Done),
}
"""The commands of each kind of turn."""

COMMANDS: tuple[type[Move], ...] = (*ACTIONS, PlacePiece, Deploy, DeployRest, Reinforce, Done)
"""What can be queued."""

PAST = {"deploy": (PlacePiece,), "activate": (PlacePiece, Deploy, TakeBack, DeployRest)}
PAST["reinforce"] = PAST["activate"]
"""Commands whose time is over for good in a kind of turn."""

RUNNING = "now"
"""What the rest of a queue is about while it is carried out."""


def answer(view: SailorsView, decision: Decision, orders: Orders) -> Answered[Move] | None:
    """The next command of the queue, if one can be carried out now."""
    if decision.kind not in ANSWERS or not any(order.topic == "queue" for order in orders):
        return None
    entries = [
        (order, command(view, decision, order)) for order in orders if order.topic == "queue"
    ]
    if decision.kind == "scenery":
        return _scenery(view, decision, orders, entries)
    past = PAST[decision.kind]
    alive = [(order, move) for order, move in entries if not isinstance(move, past)]
    running = [(order, move) for order, move in alive if order.about == RUNNING]
    if not alive or (decision.number != view.table.turn.first and not running):
        return None
    order, move = (running or alive)[0]
    if move is None or not options_for(view, decision).contains(move):
        if isinstance(move, COMMANDS) and not isinstance(move, ANSWERS[decision.kind]):
            return None  # it is for another kind of turn
        return Answered(None, without(orders))
    rest = [each for each, _ in alive if each is not order]
    ends = isinstance(move, Done | DeployRest)
    about = "" if ends else RUNNING
    return Answered(move, (*without(orders), *(replace(each, about=about) for each in rest)))


def _scenery(
    view: SailorsView,
    decision: Decision,
    orders: Orders,
    entries: list[tuple[Order, Move | None]],
) -> Answered[Move] | None:
    """The first piece that can still be placed; those before it are dropped (D-49)."""
    options = options_for(view, decision)
    dropped: list[Order] = []
    for order, move in entries:
        if not isinstance(move, PlacePiece):
            continue
        dropped.append(order)
        if options.contains(move):
            return Answered(move, _less(orders, dropped))
    return Answered(None, _less(orders, dropped)) if dropped else None


def command(view: SailorsView, decision: Decision, order: Order) -> Move | None:
    """The move that an entry of a queue means, ``None`` for one that means nothing now."""
    try:
        return read(view, decision, order.value)
    except Refusal:
        return None


def without(orders: Orders) -> Orders:
    """The orders without a queue."""
    return tuple(order for order in orders if order.topic != "queue")


def _less(orders: Orders, dropped: list[Order]) -> Orders:
    gone = set(map(id, dropped))
    return tuple(order for order in orders if id(order) not in gone)
