"""Queues of commands for a seat's own next turns, as standing orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from games.core.decisions import Decision
from games.core.options import Options
from games.core.refusals import Refusal
from games.core.standing.orders import Answered, Order, Orders

V = TypeVar("V")
M = TypeVar("M")


@dataclass(frozen=True)
class Queue(Generic[V, M]):
    """The commands on the topic ``key``.

    They run in order from the first decision of a turn. If the next one has become
    illegal, the whole queue is dropped and the player is asked. While a queue runs,
    the ``about`` of its remaining orders is the number of the turn.

    ``read``     parses a command; raises a ``Refusal``
    ``options``  the options of a decision
    ``turn``     the number of the turn, and whether the decision is its first
    ``answers``  by kind of decision, the commands that answer it; others wait
    ``past``     by kind of decision, the commands that can no longer be used from then on
    ``ends``     commands that end a turn
    """

    key: str
    read: Callable[[V, Decision, str], M]
    options: Callable[[V, Decision], Options[M]]
    turn: Callable[[V, Decision], tuple[int, bool]]
    answers: Mapping[str, tuple[type[M], ...]]
    ends: tuple[type[M], ...]
    past: Mapping[str, tuple[type[M], ...]] = field(default_factory=dict)

    def answer(self, view: V, decision: Decision, orders: Orders) -> Answered[M] | None:
        """The next command, if one can be carried out now."""
        if decision.kind not in self.answers:
            return None
        number, first = self.turn(view, decision)
        now = str(number)
        past = self.past.get(decision.kind, ())
        entries = self._due(
            [
                each
                for each in self.entries(view, decision, orders)
                if not isinstance(each[1], past)
            ],
            now,
        )
        running = [each for each in entries if each[0].about == now]
        if not entries or not (first or running):
            return None
        order, move = (running or entries)[0]
        if move is not None and not isinstance(move, self.answers[decision.kind]):
            return None
        others = tuple(each for each in orders if each.topic != self.key)
        if move is None or not self.options(view, decision).contains(move):
            return Answered(None, others)
        about = "" if isinstance(move, self.ends) else now
        rest = (replace(each, about=about) for each, _ in entries if each is not order)
        return Answered(move, (*others, *rest))

    def entries(self, view: V, decision: Decision, orders: Orders) -> list[tuple[Order, M | None]]:
        """The queue, with the move of each entry, or ``None`` for one that cannot be read now."""
        return [
            (order, self._command(view, decision, order.value))
            for order in orders
            if order.topic == self.key
        ]

    def _command(self, view: V, decision: Decision, text: str) -> M | None:
        try:
            return self.read(view, decision, text)
        except Refusal:
            return None

    def _due(self, entries: list[tuple[Order, M | None]], now: str) -> list[tuple[Order, M | None]]:
        """Drop the entries of an earlier turn that ended before they ran: all up to the command
        that would have ended it."""
        late = [each for each in entries if each[0].about not in ("", now)]
        ends = [at for at, (_, move) in enumerate(late) if isinstance(move, self.ends)]
        over = set(map(id, late[: ends[0] + 1])) if ends else set()
        return [each for each in entries if id(each) not in over]
