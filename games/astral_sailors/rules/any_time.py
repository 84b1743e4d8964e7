"""Moves of no one chapter: the end of a turn, and leaving at any time (D-59, D-75)."""

from __future__ import annotations

from typing import Annotated

from games.astral_sailors.notation import UNITS, Name
from games.astral_sailors.rules import leaving
from games.astral_sailors.rules.setup import deployment
from games.astral_sailors.rules.turns import activation, placing, reinforcing, selecting
from games.astral_sailors.state import State
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.tasks import Move
from games.astral_sailors.view import Asked
from games.core.notation import move
from games.core.types import Decision, Forbidden, Seat


def offers(state: State) -> tuple[Decision, ...]:
    """``talk`` for every seat still in the match."""
    return tuple(
        Decision(Seat(player.seat), "talk", 0, waits=False)
        for player in state.table.players
        if not player.left
    )


@move("leave", "talk", "LEAVE")
class Leave(Move):
    """Give up: the units leave the board."""

    def refuse(self, asked: Asked) -> Forbidden | None:
        return leaving.has_left(asked)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        leaving.leave(builder, decision.seat)


@move("done", "deploy|activate|reinforce", "DONE[ HOLD {hold}] | ENDTURN | END TURN")
class Done(Move):
    """End the deployment, the half-turn or the reinforcements.

    In the first half units may be named that count as activated without action
    (D-43); ``hold`` are their codes.
    """

    hold: Annotated[tuple[Name, ...], UNITS] = ()

    def refuse(self, asked: Asked) -> Forbidden | None:
        match asked.decision.kind:
            case "deploy":
                return placing.no_hold(self.hold) or deployment.commanders_missing(asked.view.table)
            case "activate":
                return selecting.not_held(asked, self.hold)
            case _:
                return placing.no_hold(self.hold)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        match decision.kind:
            case "deploy":
                deployment.end_turn(builder)
            case "activate":
                activation.end_turn(builder, self.hold)
            case _:
                reinforcing.end(builder)
