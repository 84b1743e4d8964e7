"""Standing orders of a seat (canon 4.4, D-49, D-69, D-76)."""

from __future__ import annotations

from games.astral_sailors.options import options_for
from games.astral_sailors.rules.any_time import Done
from games.astral_sailors.standing import defaults, queue, reactions
from games.astral_sailors.standing.topics import ACTIVATION, REINFORCE, TOPICS, UNITS
from games.astral_sailors.tasks import Move
from games.astral_sailors.view import SailorsView
from games.core.standing import Answered, Orders, StandingOrders
from games.core.types import Decision

PASSES = {"activate": ACTIVATION, "reinforce": REINFORCE}
"""Kinds of turns that can pass automatically, with their topics."""
EXAMPLE = "For example: COUNTER R3 ALWAYS, PAY ALL LETHAL or QUEUE R3 MOVE C4."


class SailorsStanding(StandingOrders[SailorsView]):
    """Implements ``games.core.standing.Standing``."""

    def __init__(self) -> None:
        super().__init__(TOPICS, "ASCW-D69", EXAMPLE, defaults.UNLESS, UNITS)

    def answer(
        self, view: SailorsView, decision: Decision, orders: Orders
    ) -> Answered[Move] | None:
        """Reactions by the orders, turns by the queue or by passing.

        The match may have agreed to wait for nobody, or to ask always (D-69).
        """
        if decision.kind in ("react", "reroll", "pay"):
            return self._react(view, decision, orders)
        queued = queue.answer(view, decision, orders)
        if queued is not None and queued.move is not None:
            return queued
        left = orders if queued is None else queued.left
        topic = PASSES.get(decision.kind)
        passes = topic is not None and topic.value(orders) == "pass"
        if passes and options_for(view, decision).contains(Done()):
            return Answered(Done(), left)
        return queued

    def _react(
        self, view: SailorsView, decision: Decision, orders: Orders
    ) -> Answered[Move] | None:
        agreed = view.table.agreement.reactions
        if agreed == "ask":
            return None
        asking = agreed == "mixed"
        move = reactions.answer(view.table, decision, orders, asking=asking)
        return None if move is None else Answered(move, orders)

    def default(self, view: SailorsView, decision: Decision, orders: Orders) -> Move | None:
        return defaults.default(view, decision, orders)


STANDING = SailorsStanding()
