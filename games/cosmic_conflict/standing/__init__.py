"""Standing orders of a seat, and what happens when time runs out (4.3 to 4.7)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from games.core.standing import Answered, GivenOrders, StandingOrder, StandingOrders
from games.core.types import Decision, Forbidden
from games.cosmic_conflict import teams
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.rules.values import WINDOWS, forbid
from games.cosmic_conflict.standing import reactions, turns
from games.cosmic_conflict.standing.topics import LOCK, TOPICS, UNITS, without
from games.cosmic_conflict.view import View

EXAMPLE: Final = "For example: EVASIVE ASK, A1 SNAP 3 or QUEUE ACTIVATE A1; MOVE V0; DONE."
UNLESS: Final = {
    "fleet": "Otherwise you get a starter fleet that fits, or what ships the points buy.",
    "agree": "Otherwise you decline the proposal.",
    "terrain": "Otherwise you accept the terrain as it lies, and start from your own edge.",
    "deploy": "Otherwise the next unit is placed in its slot.",
    "orders": "Otherwise each ship left blank gets its default Order, or a Token.",
    "activate": "Otherwise you pass, or a unit drifts where passing is not legal.",
    "react": "Otherwise the automatic rule answers.",
    "resolve": "Otherwise the action is carried out if it is legal.",
    "cloak": "Otherwise a ship that hides Cloak drifts, cloaked, for one turn.",
}
"""Public: none depends on orders or secrets."""
BY_ORDER: Final = {
    "fleet": turns.fleet,
    "terrain": turns.terrain,
    "deploy": turns.deploy,
    "orders": turns.command,
    "form": turns.escorting,
    "activate": turns.queued,
}
BY_DEFAULT: Final = {
    "fleet": turns.default_fleet,
    "agree": turns.default_agree,
    "terrain": turns.default_terrain,
    "deploy": turns.default_deploy,
    "orders": turns.default_command,
    "activate": turns.default_activation,
}


class CosmicStanding(StandingOrders[View]):
    """Implements ``games.core.standing.Standing``."""

    def __init__(self) -> None:
        super().__init__(TOPICS, "CC-T06", EXAMPLE, UNLESS, UNITS)

    def answer(
        self, view: View, decision: Decision, orders: GivenOrders
    ) -> Answered[Answer] | None:
        """Windows by policy, queues and plans; what is offered between activations is never
        answered."""
        decision = teams.by_side(view.table, decision)
        if decision.kind in WINDOWS:
            return reactions.answer(view, decision, orders, asking=True)
        if decision.kind not in BY_ORDER:
            return None
        kept = turns.stamped(view, orders) if decision.kind in ("orders", "activate") else orders
        found = BY_ORDER[decision.kind](view, decision, kept)
        return found or (Answered(None, kept) if kept != orders else None)

    def default(self, view: View, decision: Decision, orders: GivenOrders) -> Answer | None:
        decision = teams.by_side(view.table, decision)
        if decision.kind in WINDOWS:
            found = reactions.answer(view, decision, orders, asking=False)
            return found.move if found else None
        by_default = BY_DEFAULT.get(decision.kind)
        return by_default(view, decision, orders) if by_default else None

    # --- LOCK bears the turn in which it was carried out ---

    def given(self, orders: GivenOrders, order: StandingOrder) -> GivenOrders:
        return super().given(without(orders, LOCK) if order.topic == LOCK.key else orders, order)

    def show(self, view: View, orders: GivenOrders) -> tuple[str, ...]:
        return super().show(view, tuple(_timeless(order) for order in orders))

    def _forbidden(self, sentence: str, instead: str = "") -> Forbidden:
        return forbid("POLICY", "CC-T06", sentence, instead)


def _timeless(order: StandingOrder) -> StandingOrder:
    return replace(order, about="") if order.topic == LOCK.key else order


STANDING: Final = CosmicStanding()
