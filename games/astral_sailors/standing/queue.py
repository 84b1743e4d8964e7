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
from games.astral_sailors.notation.reading import read
from games.astral_sailors.options import options_for
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

TURN_ENDS = (Done, DeployRest)
"""Commands that end a turn."""

PAST: dict[str, tuple[type[Move], ...]] = {
    "deploy": (PlacePiece,),
    "activate": (PlacePiece, Deploy, TakeBack, DeployRest),
}
PAST["reinforce"] = PAST["activate"]
"""Commands that can never be used again after a kind of turn."""

Entries = list[tuple[Order, Move | None]]


def answer(view: SailorsView, decision: Decision, orders: Orders) -> Answered[Move] | None:
    """The next command of the queue, if one can be carried out now.

    While a queue is carried out, the rest of it is about the number of the turn.
    """
    if decision.kind not in ANSWERS or not any(order.topic == "queue" for order in orders):
        return None
    entries: Entries = [
        (order, command(view, decision, order)) for order in orders if order.topic == "queue"
    ]
    if decision.kind == "scenery":
        return _scenery(view, decision, orders, entries)
    turn = view.table.turn
    now = str(turn.number)
    entries = _due([each for each in entries if not isinstance(each[1], PAST[decision.kind])], now)
    running = [each for each in entries if each[0].about == now]
    if not entries or (decision.number != turn.first and not running):
        return None
    order, move = (running or entries)[0]
    if isinstance(move, COMMANDS) and not isinstance(move, ANSWERS[decision.kind]):
        return None  # it is for another kind of turn
    if move is None or not options_for(view, decision).contains(move):
        return Answered(None, without(orders))
    about = "" if isinstance(move, TURN_ENDS) else now
    rest = (replace(each, about=about) for each, _ in entries if each is not order)
    return Answered(move, (*without(orders), *rest))


def _due(entries: Entries, now: str) -> Entries:
    """The entries without those of an earlier turn that ended before them, by itself: up to the
    command that would have ended it."""
    late = [each for each in entries if each[0].about not in ("", now)]
    ends = [at for at, (_, move) in enumerate(late) if isinstance(move, TURN_ENDS)]
    over = late[: ends[0] + 1] if ends else []
    return [each for each in entries if each not in over]


def _scenery(
    view: SailorsView,
    decision: Decision,
    orders: Orders,
    entries: Entries,
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
    """The move of a queue entry, or ``None`` if it has no meaning now."""
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
