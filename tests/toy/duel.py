"""The toy with reactions: lighting a beacon lets the next seat answer in the middle of the
turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.core.contract import AnyGame, Pending
from games.core.decisions import Decision, Decisions
from games.core.events import Step
from games.core.seats import Seat, Seats
from games.core.standing.orders import Orders
from tests.toy.game import Toy, ToySettings
from tests.toy.standing import ToyStanding
from tests.toy.state import Light, Move, Rest, State
from tests.toy.view import Rested, ToyEvent, View


class DuelStanding(ToyStanding):
    def default(self, view: View, decision: Decision, orders: Orders) -> Move | None:
        return Rest() if decision.kind == "react" else super().default(view, decision, orders)

    def unless(self, view: View, decision: Decision, orders: Orders) -> str:
        if decision.kind == "react":
            return "Otherwise the seat lets it burn."
        return super().unless(view, decision, orders)


class Duel(Toy):
    """Three actions a turn. ``State.shifts`` holds the seat that reacts, counted from 1, and how
    many reactions there were."""

    meta = replace(
        Toy.meta, id="duel", title="Duel", kinds={**Toy.meta.kinds, "react": "a reaction"}
    )
    standing = DuelStanding()
    actions, rounds = 3, 6

    def setup(self, settings: ToySettings, seats: Seats) -> State:
        return replace(super().setup(settings, seats), shifts=(0, 0))

    def pending(self, state: State) -> Pending:
        pending = super().pending(state)
        if not isinstance(pending, Decisions) or not state.wind:
            return pending
        reacting, count = state.shifts
        if reacting:
            return Decisions((Decision(Seat(reacting - 1), "react", count),))
        [turn] = pending.open
        return Decisions((replace(turn, batch=f"turn-{state.turns // self.actions}"),))

    def apply(
        self, state: State, seat: Seat, decision: Decision, move: Move, found: Any = None
    ) -> Step[State, ToyEvent]:
        if decision.kind == "react":
            return Step(replace(state, shifts=(0, state.shifts[1] + 1)), (Rested(seat=seat),))
        done = super().apply(state, seat, decision, move, found)
        if not isinstance(move, Light) or done.state.over:
            return done
        other = (seat + 1) % len(state.lamps)
        return Step(replace(done.state, shifts=(other + 1, state.shifts[1])), done.events)


DUEL: AnyGame = Duel()
