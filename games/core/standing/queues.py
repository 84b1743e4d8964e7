"""Queues of commands for a seat's own next turns, as standing orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Generic, TypeVar

from games.core.notation import Notation, Request
from games.core.questions import Options, TextField
from games.core.questions.tree import Ask, Tree
from games.core.standing import LONGEST, Answered, GivenOrders, StandingOrder, Topic, TypedValue
from games.core.types import Decision, Refusal, Seat, Unreadable

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

    def answer(self, view: V, decision: Decision, orders: GivenOrders) -> Answered[M] | None:
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

    def entries(
        self, view: V, decision: Decision, orders: GivenOrders
    ) -> list[tuple[StandingOrder, M | None]]:
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

    def _due(
        self, entries: list[tuple[StandingOrder, M | None]], now: str
    ) -> list[tuple[StandingOrder, M | None]]:
        """Drop the entries of an earlier turn that ended before they ran: all up to the command
        that would have ended it."""
        late = [each for each in entries if each[0].about not in ("", now)]
        ends = [at for at, (_, move) in enumerate(late) if isinstance(move, self.ends)]
        over = set(map(id, late[: ends[0] + 1])) if ends else set()
        return [each for each in entries if id(each) not in over]


class TurnQueue(Generic[M]):
    """A queue for the decision ``turn`` of a game whose table counts ``turns`` and keeps its
    ``first_step``. What is left of it when its turn ends is discarded.

    ``commands``  the moves of a turn
    ``end``       the one that ends it
    ``example``   one of them as text
    """

    def __init__(
        self,
        notation: Notation[Request[Any], M],
        questions: Callable[[Request[Any]], Ask[M]],
        commands: tuple[type[M], ...],
        end: type[M],
        example: str,
    ) -> None:
        self._notation, self._questions = notation, questions
        self._commands, self._example = commands, example
        typed = TypedValue[Any](
            TextField("Any command", example, LONGEST),
            f"a command such as {example}",
            self._written,
        )
        self.topic = Topic[Any](
            "queue", "Your next turn", {"end": "end the turn"}, typed=typed, queue=40
        )
        self._queue = Queue[Any, M](
            "queue", self._read, self._options, self._turn, {"turn": commands}, (end,)
        )

    def answer(self, view: Any, decision: Decision, orders: GivenOrders) -> Answered[M] | None:
        """The next command."""
        now = str(view.table.turns)
        kept = tuple(
            each for each in orders if each.topic != self.topic.key or each.about in ("", now)
        )
        found = self._queue.answer(view, decision, kept)
        if found is None and kept != orders:
            return Answered(None, kept)
        return found

    def _read(self, view: Any, decision: Decision, text: str) -> M:
        return self._notation.read(Request(view, decision), text)

    def _options(self, view: Any, decision: Decision) -> Tree[M]:
        request = Request(view, decision)
        refuse = partial(self._notation.refusal, request)
        return Tree(self._questions(request), refuse, self._notation.write)

    def _turn(self, view: Any, decision: Decision) -> tuple[int, bool]:
        return view.table.turns, decision.number == view.table.first_step

    def _written(self, view: Any, text: str) -> str:
        """A command in its canonical form."""
        move = self._read(view, Decision(Seat(view.seat or 0), "turn", 0), text)
        if not isinstance(move, self._commands):
            raise Unreadable(
                f"“{text[:30]}” is not a command of a turn.",
                instead=f"You can queue commands such as {self._example}, and END.",
            )
        return self._notation.write(move)
