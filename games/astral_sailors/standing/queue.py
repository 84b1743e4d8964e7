"""Queues of commands for a seat's own next turns (D-49, D-76, 4.2 ``queue``).

Scenery is different from other turns: an entry that has become illegal is skipped.
"""

from __future__ import annotations

from games.astral_sailors.agenda import NOTATION
from games.astral_sailors.options import options_for, read
from games.astral_sailors.rules.any_time import Done
from games.astral_sailors.rules.setup.deployment import Deploy, DeployRest, TakeBack
from games.astral_sailors.rules.setup.scenery import PlacePiece
from games.astral_sailors.rules.turns.activation import Melee, Shoot
from games.astral_sailors.tasks import Move
from games.astral_sailors.view import SailorsView
from games.core.questions import TextField
from games.core.standing import Answered, GivenOrders, StandingOrder, TypedValue
from games.core.standing.queues import Queue
from games.core.types import Decision, Seat, Unreadable

ANSWERS: dict[str, tuple[type[Move], ...]] = {
    kind: tuple(dict.fromkeys(verb.type for verb in Move.verbs() if kind in verb.kinds))
    for kind in ("deploy", "activate", "reinforce")
}
COMMANDS: tuple[type[Move], ...] = (
    PlacePiece,
    *(each for types in ANSWERS.values() for each in types),
)
"""What can be queued, but for taking back."""
BEFORE = (PlacePiece, Deploy, TakeBack, DeployRest)
"""Commands of the turns before the battle."""


def _turn(view: SailorsView, decision: Decision) -> tuple[int, bool]:
    turn = view.table.turn
    return turn.number, decision.number == turn.first


TURNS: Queue[SailorsView, Move] = Queue(
    "queue",
    read,
    options_for,
    _turn,
    ANSWERS,
    ends=(Done, DeployRest),
    past={"deploy": (PlacePiece,), "activate": BEFORE, "reinforce": BEFORE},
)


def answer(view: SailorsView, decision: Decision, orders: GivenOrders) -> Answered[Move] | None:
    """The next command of the queue, if one can be carried out now."""
    if decision.kind == "scenery":
        return _scenery(view, decision, orders)
    return TURNS.answer(view, decision, orders)


def _scenery(view: SailorsView, decision: Decision, orders: GivenOrders) -> Answered[Move] | None:
    """The first piece that can still be placed; those before it are dropped (D-49)."""
    options = options_for(view, decision)
    dropped: list[StandingOrder] = []
    placed = None
    for order, move in TURNS.entries(view, decision, orders):
        if isinstance(move, PlacePiece) and placed is None:
            dropped.append(order)
            placed = move if options.contains(move) else None
    left = tuple(order for order in orders if not any(order is each for each in dropped))
    return Answered(placed, left) if dropped else None


def _canonical(view: SailorsView, text: str) -> str:
    """A command in its canonical text form; dice that were not dealt out are dealt out later."""
    move = read(view, Decision(Seat(view.seat or 0), "activate", 0), text)
    if not isinstance(move, COMMANDS) or isinstance(move, TakeBack):
        raise Unreadable(
            f"“{text[:30]}” is not a command of a turn.",
            instead="You can queue scenery, deployment, actions, reinforcements or DONE.",
        )
    if isinstance(move, Shoot | Melee) and len(move.aims) == 1 and ":" not in text:
        return f"{move.unit} {move.move.upper()} {move.aims[0].target}"
    return NOTATION.write(move)


QUEUED: TypedValue[SailorsView] = TypedValue(
    TextField("Any command", "R3 MOVE C4", 180), "a command such as R3 MOVE C4", _canonical
)
