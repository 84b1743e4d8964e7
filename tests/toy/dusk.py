"""The toy with a longer dusk: some seats, and nobody else knows which, also move their lamp once
before the wind blows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.core.contract import Pending
from games.core.decisions import Decision, Decisions
from games.core.events import Step
from games.core.seats import Seat, Seats
from games.core.standing.orders import Orders
from tests.toy.game import Toy, ToySettings
from tests.toy.standing import ToyStanding
from tests.toy.state import Hide, Move, State, put
from tests.toy.view import MovedLamp, ToyEvent, View


class DuskStanding(ToyStanding):
    def default(self, view: View, decision: Decision, orders: Orders) -> Move | None:
        return Hide(2) if decision.kind == "shift" else super().default(view, decision, orders)


class Dusk(Toy):
    """``movers``  the seats that are asked for more; ``State.shifts`` says who still owes it."""

    meta = replace(
        Toy.meta, id="dusk", title="Dusk", kinds={**Toy.meta.kinds, "shift": "moving a lamp"}
    )
    standing = DuskStanding()

    def __init__(self, *movers: int) -> None:
        self.movers = movers

    def setup(self, settings: ToySettings, seats: Seats) -> State:
        owed = tuple(int(seat in self.movers) for seat in range(len(seats)))
        return replace(super().setup(settings, seats), shifts=owed)

    def pending(self, state: State) -> Pending:
        open_ = [
            *(Decision(Seat(seat), "shift", 0) for seat, owed in enumerate(state.shifts) if owed),
            *(Decision(Seat(seat), "hide", 0) for seat, lamp in enumerate(state.lamps) if not lamp),
        ]
        if not open_:
            return super().pending(state)
        return Decisions(
            tuple(
                replace(each, secret=True, phase="hide", batch=f"dusk-{each.seat}")
                for each in open_
            )
        )

    def apply(
        self, state: State, seat: Seat, decision: Decision, move: Move, found: Any = None
    ) -> Step[State, ToyEvent]:
        if decision.kind != "shift":
            return super().apply(state, seat, decision, move, found)
        assert isinstance(move, Hide)
        told = MovedLamp(lamp=move.lamp, only=(seat,))
        return Step(replace(state, shifts=put(state.shifts, seat, 0)), (told,))
