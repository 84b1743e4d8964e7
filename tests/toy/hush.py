"""The long night, unseen: nobody learns who has hidden a lamp before all have, and whoever moves
theirs rolls for where it really goes, which nobody else learns. The wind turns with every light."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.core.chance import Chance, Roll, Rolled
from games.core.contract import AnyGame, Pending
from games.core.decisions import Decision
from games.core.events import Step
from games.core.seats import Referee, Seat, Seated, Viewer
from tests.toy.night import Night
from tests.toy.state import BEACONS, Hide, Light, Move, State, put
from tests.toy.view import MovedLamp, OwnLamp, ToyEvent, View

_ROLLING = 100
"""Added to the lamp of a seat that rolls now."""


class Hush(Night):
    meta = replace(Night.meta, id="hush", title="Hush")

    def pending(self, state: State) -> Pending:
        for seat, lamp in enumerate(state.lamps):
            if lamp > _ROLLING:
                roll = Roll(1, BEACONS, "Where does the lamp really go?")
                return Chance((roll,), only=(Seat(seat),))
        return super().pending(state)

    def apply(
        self, state: State, seat: Seat, decision: Decision, move: Move, found: Any = None
    ) -> Step[State, ToyEvent]:
        done = super().apply(state, seat, decision, move, found)
        if isinstance(move, Light):
            return Step(replace(done.state, wind=0), done.events)
        if not isinstance(move, Hide):
            return done
        if decision.kind == "hide":
            return Step(done.state, (OwnLamp(lamp=move.lamp, only=(seat,)),))
        lamps = put(done.state.lamps, seat, move.lamp + _ROLLING)
        return Step(replace(done.state, lamps=lamps), done.events)

    def chance(self, state: State, rolled: Rolled) -> Step[State, ToyEvent]:
        rolling = [Seat(seat) for seat, lamp in enumerate(state.lamps) if lamp > _ROLLING]
        if not rolling:
            return super().chance(state, rolled)
        seat, lamp = rolling[0], rolled.faces[0][0]
        told = MovedLamp(lamp=lamp, only=(seat,))
        return Step(replace(state, lamps=put(state.lamps, seat, lamp)), (told,))

    def view(self, state: State, viewer: Viewer) -> View:
        view = super().view(state, viewer)
        if state.wind or isinstance(viewer, Referee):
            return view
        own = viewer.seat if isinstance(viewer, Seated) else None
        return replace(view, hidden=tuple(h and s == own for s, h in enumerate(view.hidden)))


HUSH: AnyGame = Hush()
