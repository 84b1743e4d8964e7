"""Answers in advance: role, zone, and a queue of commands for the next turn (CSW-A21)."""

from __future__ import annotations

from collections.abc import Mapping

from games.colonial_space_wars import moves as m
from games.colonial_space_wars.moves import Move
from games.colonial_space_wars.options import LONGEST_TYPED, questions
from games.colonial_space_wars.rules import armies, deployment, orders
from games.colonial_space_wars.verbs import NOTATION
from games.colonial_space_wars.view import Asked, View
from games.core.decisions import Decision
from games.core.options import Options, TextField
from games.core.refusals import Unreadable
from games.core.seats import Seat
from games.core.standing.orders import ASK, Answered, Orders
from games.core.standing.queues import Queue
from games.core.standing.topics import StandingOrders, Topic, TypedValue
from games.core.tree import Tree

COMMANDS = tuple(dict.fromkeys(verb.type for verb in orders.VERBS))
QUEUE_KEY = "queue"


def _read(view: View, decision: Decision, text: str) -> Move:
    return NOTATION.read(Asked(view, decision), text)


def _options(view: View, decision: Decision) -> Options[Move]:
    asked = Asked(view, decision)
    return Tree(questions(asked), lambda move: NOTATION.refusal(asked, move), NOTATION.write)


def _turn(view: View, decision: Decision) -> tuple[int, bool]:
    return view.table.turns, decision.number == view.table.first_step


def _canonical(view: View, text: str) -> str:
    """A command of a turn in its canonical form."""
    move = _read(view, Decision(Seat(view.seat or 0), "turn", 0), text)
    if not isinstance(move, COMMANDS):
        raise Unreadable(
            f"“{text[:30]}” is not a command of a turn.",
            instead="You can queue orders, such as ORDER R4: MOVE F6, and END.",
        )
    return NOTATION.write(move)


COMMAND: TypedValue[View] = TypedValue(
    TextField("Any command", "ORDER R4: MOVE F6; ATTACK B2 2", LONGEST_TYPED),
    "a command such as ORDER R4: MOVE F6",
    _canonical,
)
_ROLES = {ASK: "ask me", "attacker": "attack", "defender": "defend"}
_ZONES = {ASK: "ask me", "south": "the South", "north": "the North"}
ROLE: Topic[View] = Topic("role", "If you win the initiative", _ROLES, ASK)
ZONE: Topic[View] = Topic("zone", "Your zone as the attacker", _ZONES, ASK)
COMING: Topic[View] = Topic(
    QUEUE_KEY, "Your next turn", {"end": "end the turn"}, typed=COMMAND, queue=40
)
TURNS: Queue[View, Move] = Queue(
    QUEUE_KEY, _read, _options, _turn, {"turn": COMMANDS}, ends=(m.End,)
)
UNLESS = {
    "army": "a standard army is taken, or the list as it is",
    "faction": "the first faction is taken",
    "role": "the winner attacks",
    "zone": "the South is taken",
    "deploy": "the units are placed automatically",
    "turn": "the turn ends",
}


class CswStanding(StandingOrders[View]):
    """Implements ``games.core.standing.orders.Standing``."""

    def __init__(self) -> None:
        example = "For example: ROLE DEFENDER, ZONE NORTH or QUEUE ORDER R4: MOVE F6."
        unless = {kind: f"Otherwise {said}." for kind, said in UNLESS.items()}
        super().__init__((ROLE, ZONE, COMING), "CSW-30", example, unless)

    def answer(self, view: View, decision: Decision, orders: Orders) -> Answered[Move] | None:
        if decision.kind == "turn":
            return _queued(view, decision, orders)
        topic = {"role": ROLE, "zone": ZONE}.get(decision.kind)
        if topic is None or topic.asks(orders):
            return None
        return Answered(_PREFERRED[topic.value(orders)], orders)

    def default(self, view: View, decision: Decision, orders: Orders) -> Move | None:
        """What happens when time runs out (4.1)."""
        match decision.kind:
            case "army":
                return _default_army(Asked(view, decision))
            case "faction":
                return m.Faction(armies.factions(view.table, decision.seat)[0])
            case "role":
                return m.Role(True)
            case "zone":
                return m.ChooseZone("south")
            case "deploy":
                return _default_deployment(Asked(view, decision))
            case "turn":
                return m.End()
        return None


_PREFERRED: Mapping[str, Move] = {
    "attacker": m.Role(True),
    "defender": m.Role(False),
    "south": m.ChooseZone("south"),
    "north": m.ChooseZone("north"),
}


def _queued(view: View, decision: Decision, orders: Orders) -> Answered[Move] | None:
    """The next command. What is left of a queue whose turn has ended is discarded."""
    now = f"{view.table.turns}"
    kept = tuple(each for each in orders if each.topic != QUEUE_KEY or each.about in ("", now))
    found = TURNS.answer(view, decision, kept)
    if found is None and kept != orders:
        return Answered(None, kept)
    return found


def _default_army(asked: Asked) -> Move:
    """The list itself if it can be locked, else a standard one first."""
    sheet = armies.own_sheet(asked)
    if not sheet.sword:
        return m.Faction(armies.factions(asked.view.table, asked.decision.seat)[0])
    if armies.refuse_ready(asked, m.Ready()) is None:
        return m.Ready()
    return m.Army(armies.standard(asked.view.table, sheet.sword))


def _default_deployment(asked: Asked) -> Move | None:
    if deployment.refuse_done(asked, m.DeployDone()) is None:
        return m.DeployDone()
    auto = m.DeployAuto()
    return auto if deployment.refuse_auto(asked, auto) is None else None


STANDING = CswStanding()
