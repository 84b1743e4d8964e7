"""What a seat of the toy may decide in advance: when it rests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.core.decisions import Decision
from games.core.options import Choice, Options, Question
from games.core.refusals import Forbidden, Unreadable
from games.core.standing import Answered, Order, Orders
from tests.toy.state import Hide, Move, Rest
from tests.toy.view import View

_SENTENCES = {
    "always": "You rest in every turn.",
    "dry": "You rest when you have no oil left.",
    "once": "You rest in your next turn.",
    "": "You are asked in every turn.",
}
_WORDS = {"A": "always", "D": "dry", "O": "once", "N": ""}


class RestOptions:
    def refusal(self, move: Order) -> Forbidden | None:
        if move.topic != "rest" or move.about or move.value not in _SENTENCES:
            return Forbidden("TOY-06", "The only thing to decide in advance is when to rest.")
        return None

    def contains(self, move: Order) -> bool:
        return self.refusal(move) is None

    def question(self, path: Sequence[str]) -> Question | Order:
        if not path:
            return Question(
                "When do you rest?",
                tuple(
                    Choice(key, _SENTENCES[value], written(Order("rest", "", value)), final=True)
                    for key, value in _WORDS.items()
                ),
            )
        if len(path) > 1 or path[0] not in _WORDS:
            raise Unreadable("That choice is not available.")
        return Order("rest", "", _WORDS[path[0]])

    def __iter__(self) -> Iterator[Order]:
        return (Order("rest", "", value) for value in _WORDS.values())


@dataclass(frozen=True, slots=True)
class ToyStanding:
    def options(self, view: View) -> Options[Order]:
        return RestOptions()

    def read(self, view: View, text: str) -> Order:
        tidy = text.strip().upper()
        for value in _WORDS.values():
            if written(Order("rest", "", value)) == tidy:
                return Order("rest", "", value)
        raise Unreadable("That is no standing order.", instead="For example: REST DRY.")

    def write(self, order: Order) -> str:
        return written(order)

    def given(self, orders: Orders, order: Order) -> Orders:
        return (order,) if order.value else ()

    def show(self, view: View, orders: Orders) -> tuple[str, ...]:
        return (_SENTENCES[_value(orders)],)

    def answer(self, view: View, decision: Decision, orders: Orders) -> Answered[Move] | None:
        value = _value(orders)
        if decision.kind != "turn" or not value:
            return None
        if value == "dry" and view.oil[decision.seat]:
            return None
        return Answered(Rest(), () if value == "once" else orders)

    def default(self, view: View, decision: Decision, orders: Orders) -> Move | None:
        if decision.kind == "turn":
            return Rest()
        return Hide(1) if decision.kind == "hide" else None

    def unless(self, view: View, decision: Decision, orders: Orders) -> str:
        said = {"turn": "Otherwise the seat rests.", "hide": "Otherwise the lamp goes to beacon 1."}
        return said.get(decision.kind, "")


def written(order: Order) -> str:
    return f"REST {order.value.upper() or 'NEVER'}"


def _value(orders: Orders) -> str:
    return orders[0].value if orders else ""
