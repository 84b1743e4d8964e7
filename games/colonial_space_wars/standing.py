"""Answers in advance: role, zone, and a queue of commands for the next turn (CSW-A21)."""

from __future__ import annotations

from collections.abc import Mapping

from games.colonial_space_wars.moves import NOTATION
from games.colonial_space_wars.notation import Move, OrderStep
from games.colonial_space_wars.options import questions
from games.colonial_space_wars.rules import armies
from games.colonial_space_wars.rules.armies import ChooseFaction, ListArmy, Ready
from games.colonial_space_wars.rules.deployment import ChooseZone, DeployAuto, DeployDone, Role
from games.colonial_space_wars.rules.orders import Order
from games.colonial_space_wars.rules.turns import Activate, End, Finish
from games.colonial_space_wars.view import Request, View
from games.core.standing import ASK, Answered, GivenOrders, StandingOrders, Topic
from games.core.standing.queues import TurnQueue
from games.core.types import Decision

COMMANDS: tuple[type[Move], ...] = (Activate, *OrderStep.declared(), Finish, End, Order)
_ROLES = {ASK: "ask me", "attacker": "attack", "defender": "defend"}
_ZONES = {ASK: "ask me", "south": "the South", "north": "the North"}
ROLE: Topic[View] = Topic("role", "If you win the initiative", _ROLES, ASK)
ZONE: Topic[View] = Topic("zone", "Your zone as the attacker", _ZONES, ASK)
TURNS: TurnQueue[Move] = TurnQueue(
    NOTATION, questions, COMMANDS, End, "ORDER R4: MOVE F6; ATTACK B2 2"
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
    """Implements ``games.core.standing.Standing``."""

    def __init__(self) -> None:
        example = "For example: ROLE DEFENDER, ZONE NORTH or QUEUE ORDER R4: MOVE F6."
        unless = {kind: f"Otherwise {said}." for kind, said in UNLESS.items()}
        super().__init__((ROLE, ZONE, TURNS.topic), "CSW-30", example, unless)

    def answer(self, view: View, decision: Decision, orders: GivenOrders) -> Answered[Move] | None:
        if decision.kind == "turn":
            return TURNS.answer(view, decision, orders)
        topic = {"role": ROLE, "zone": ZONE}.get(decision.kind)
        if topic is None or topic.asks(orders):
            return None
        return Answered(_PREFERRED[topic.value(orders)], orders)

    def default(self, view: View, decision: Decision, orders: GivenOrders) -> Move | None:
        """What happens when time runs out (4.1)."""
        match decision.kind:
            case "army":
                return _default_army(Request(view, decision))
            case "faction":
                return ChooseFaction(armies.factions(view.table, decision.seat)[0])
            case "role":
                return Role(True)
            case "zone":
                return ChooseZone("south")
            case "deploy":
                return _default_deployment(Request(view, decision))
            case "turn":
                return End()
        return None


_PREFERRED: Mapping[str, Move] = {
    "attacker": Role(True),
    "defender": Role(False),
    "south": ChooseZone("south"),
    "north": ChooseZone("north"),
}


def _default_army(request: Request) -> Move:
    """The list itself if it can be locked, else a standard one first."""
    sheet = armies.own_sheet(request)
    if not sheet.sword:
        return ChooseFaction(armies.factions(request.view.table, request.decision.seat)[0])
    if Ready().refuse(request) is None:
        return Ready()
    return ListArmy(armies.standard(request.view.table, sheet.sword))


def _default_deployment(request: Request) -> Move | None:
    if DeployDone().refuse(request) is None:
        return DeployDone()
    auto = DeployAuto()
    return auto if auto.refuse(request) is None else None


STANDING = CswStanding()
