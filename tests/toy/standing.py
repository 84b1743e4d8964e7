"""What a seat of the toy may decide in advance: when it rests."""

from __future__ import annotations

from games.core.decisions import Decision
from games.core.standing.orders import ASK, Answered, Orders
from games.core.standing.topics import StandingOrders, Topic
from tests.toy.state import Hide, Move, Rest
from tests.toy.view import View

REST: Topic[View] = Topic(
    "rest",
    "Rest",
    {
        "always": "in every turn",
        "dry": "when you have no oil left",
        "once": "in your next turn",
        ASK: "ask me",
    },
    ASK,
)
WAITS = {"turn": "Otherwise the seat rests.", "hide": "Otherwise the lamp goes to beacon 1."}


class ToyStanding(StandingOrders[View]):
    def __init__(self) -> None:
        super().__init__((REST,), "TOY-06", "For example: REST DRY.", WAITS)

    def answer(self, view: View, decision: Decision, orders: Orders) -> Answered[Move] | None:
        value = REST.value(orders)
        if decision.kind != "turn" or value == ASK or (value == "dry" and view.oil[decision.seat]):
            return None
        return Answered(Rest(), () if value == "once" else orders)

    def default(self, view: View, decision: Decision, orders: Orders) -> Move | None:
        if decision.kind == "turn":
            return Rest()
        return Hide(1) if decision.kind == "hide" else None
