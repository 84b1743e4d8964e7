"""Standing orders and defaults of a seat (canon 4.1, 4.4, D-43, D-49, D-69, D-70, D-76, D-78)."""

from __future__ import annotations

from collections.abc import Mapping

from games.astral_sailors.options import options_for
from games.astral_sailors.rules.any_time import Done
from games.astral_sailors.rules.setup import muster
from games.astral_sailors.rules.setup.bellicose import Bellicose
from games.astral_sailors.rules.setup.deployment import DeployRest
from games.astral_sailors.rules.setup.muster import Target
from games.astral_sailors.rules.setup.scenery import AutoPlace
from games.astral_sailors.rules.turns import turns
from games.astral_sailors.rules.victory import objectives
from games.astral_sailors.standing import queue, reactions
from games.astral_sailors.standing.topics import ACTIVATION, REINFORCE, TOPICS, UNITS
from games.astral_sailors.tasks import Move
from games.astral_sailors.view import SailorsView
from games.core.standing import Answered, GivenOrders, StandingOrders
from games.core.types import Decision

UNLESS = {
    "bellicose": "Default: the team rolls an objective.",
    "army": "Default: the bot locks the list if it is legal, otherwise a ready-made one.",
    "target": "Default: the target is the next team clockwise.",
    "scenery": "Default: the bot places a piece.",
    "deploy": "Default: the bot deploys the rest.",
    "activate": "Default: the remaining units hold.",
    "react": "Default: the standing orders decide.",
    "reroll": "Default: the standing orders decide.",
    "pay": "Default: the standing orders decide.",
    "reinforce": "Default: no more units come in.",
}
"""Public texts: none depends on secrets or orders."""

OF_TURNS: Mapping[str, Move] = {
    "scenery": AutoPlace(),
    "deploy": DeployRest(),
    "activate": Done(),
    "reinforce": Done(),
}
"""Default moves of absent players; they never attack or spend points (4.5)."""


PASSES = {"activate": ACTIVATION, "reinforce": REINFORCE}
"""Kinds of turns that can pass automatically, with their topics."""
EXAMPLE = "For example: COUNTER R3 ALWAYS, PAY ALL LETHAL or QUEUE R3 MOVE C4."


class SailorsStanding(StandingOrders[SailorsView]):
    """Implements ``games.core.standing.Standing``."""

    def __init__(self) -> None:
        super().__init__(TOPICS, "ASCW-D69", EXAMPLE, UNLESS, UNITS)

    def answer(
        self, view: SailorsView, decision: Decision, orders: GivenOrders
    ) -> Answered[Move] | None:
        """Reactions by the orders, turns by the queue or by passing.

        The match may have agreed to wait for nobody, or to ask always (D-69).
        """
        if decision.kind in ("react", "reroll", "pay"):
            agreed = view.table.agreement.reactions
            move = reactions.answer(view.table, decision, orders, asking=agreed == "mixed")
            return None if move is None or agreed == "ask" else Answered(move, orders)
        queued = queue.answer(view, decision, orders)
        if queued is not None and queued.move is not None:
            return queued
        topic = PASSES.get(decision.kind)
        passes = topic is not None and topic.value(orders) == "pass"
        if passes and options_for(view, decision).contains(Done()):
            return Answered(Done(), orders if queued is None else queued.left)
        return queued

    def default(self, view: SailorsView, decision: Decision, orders: GivenOrders) -> Move | None:
        """The move that is made on timeout; ``None`` if there is none."""
        table = view.table
        match decision.kind:
            case "bellicose":
                return Bellicose(yes=False)
            case "army":
                own, draft = view.known(decision.seat), view.sheet(decision.seat)
                return muster.default_move(table, own, draft, decision.seat)
            case "target":
                found = objectives.targets(table, table.team(decision.seat))
                return Target(found[0]) if found else None
            case "react" | "reroll" | "pay":
                return reactions.answer(table, decision, orders, asking=False)
            case _:
                plays = turns.army(view, decision) is not None
                return OF_TURNS.get(decision.kind) if plays else None


STANDING = SailorsStanding()
