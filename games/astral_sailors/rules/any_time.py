"""What a seat can say at any time: that it leaves the match (D-59, D-75)."""

from __future__ import annotations

from games.astral_sailors import moves as m
from games.astral_sailors import notation as n
from games.astral_sailors.rules import leaving
from games.astral_sailors.state import State
from games.astral_sailors.step_builder import StepBuilder
from games.core.decisions import Decision
from games.core.seats import Seat


def offers(state: State) -> tuple[Decision, ...]:
    """``talk`` for every seat still in the match."""
    return tuple(
        Decision(Seat(player.seat), "talk", 0, waits=False)
        for player in state.table.players
        if not player.left
    )


def leave(builder: StepBuilder, decision: Decision, move: m.Leave) -> None:
    leaving.leave(builder, decision.seat)


VERBS: tuple[n.Verb, ...] = (n.verb(m.Leave, "talk", "LEAVE", leaving.leave_refusal, leave),)
