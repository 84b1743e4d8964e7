"""The toy with all that a larger game has: turns of several actions, a secret offer that nobody
waits for, and content that people write."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from pydantic import Field

from games.core.content.packs import PackFault
from games.core.contract import AnyGame, Pending
from games.core.decisions import Decision, Decisions
from games.core.events import Step
from games.core.refusals import Refusal
from games.core.seats import Seat, Seats, Viewer
from tests.toy.game import Toy, ToySettings
from tests.toy.state import Hide, Move, State
from tests.toy.view import MovedLamp, ToyEvent, View


class NightSettings(ToySettings):
    content: str = Field("", max_length=1000, title="Content", description="From a pack.")


class NightPacks:
    """``# Title``, then a line ``oil = NUMBER``."""

    setting = "content"
    most = 200

    def title(self, text: str) -> str:
        lines = text.splitlines() or [""]
        if not lines[0].startswith("# "):
            raise PackFault(1, "a pack begins with its title, such as # Long winter")
        if len(lines) == 1:
            raise PackFault(0, "nothing stands below the title")
        for number, line in enumerate(lines[1:], 2):
            if not line.startswith("oil = ") or not line[6:].isdecimal():
                raise PackFault(number, f"{line[:40]!r} is no amount of oil")
        return lines[0][2:]


class Night(Toy):
    """Three actions a turn, six turns each. From the first turn on each seat may move its lamp in
    secret, as often as it likes; nobody waits for that."""

    meta = replace(Toy.meta, id="night", title="Long night")
    settings = NightSettings
    packs = NightPacks()
    actions, rounds = 3, 6

    def fault(self, settings: ToySettings, seats: Seats) -> Refusal | None:
        if content := getattr(settings, "content", ""):
            try:
                NightPacks().title(content)
            except PackFault as wrong:
                return wrong.refusal()
        return super().fault(settings, seats)

    def setup(self, settings: ToySettings, seats: Seats) -> State:
        state = super().setup(settings, seats)
        content = getattr(settings, "content", "")
        if content:
            oil = int(content.splitlines()[1][6:])
            state = replace(state, oil=(oil,) * len(seats))
        return replace(state, shifts=(0,) * len(seats))

    def pending(self, state: State) -> Pending:
        pending = super().pending(state)
        if not isinstance(pending, Decisions) or not state.wind:
            return pending
        [turn] = pending.open
        batch = f"turn-{state.turns // self.actions}"
        shifts = (
            Decision(Seat(seat), "shift", times, secret=True, waits=False)
            for seat, times in enumerate(state.shifts)
        )
        return Decisions((replace(turn, batch=batch), *shifts))

    def apply(
        self, state: State, seat: Seat, decision: Decision, move: Move, found: Any = None
    ) -> Step[State, ToyEvent]:
        if decision.kind != "shift":
            return super().apply(state, seat, decision, move, found)
        assert isinstance(move, Hide)
        lamps = (*state.lamps[:seat], move.lamp, *state.lamps[seat + 1 :])
        times = (*state.shifts[:seat], state.shifts[seat] + 1, *state.shifts[seat + 1 :])
        told = MovedLamp(lamp=move.lamp, only=(seat,))
        return Step(replace(state, lamps=lamps, shifts=times), (told,))

    def view(self, state: State, viewer: Viewer) -> View:
        """How often somebody else has moved a lamp is as secret as where it is."""
        view = super().view(state, viewer)
        own = [
            times if view.all_seen or seat == view.seat else 0
            for seat, times in enumerate(state.shifts)
        ]
        return replace(view, shifts=tuple(own))

    def reimagine(self, view: View, rng: random.Random) -> State:
        state = super().reimagine(view, rng)
        if view.all_seen or not view.wind:
            return state
        shifts = [
            times if seat == view.seat else rng.randrange(4)
            for seat, times in enumerate(view.shifts)
        ]
        return replace(state, shifts=tuple(shifts))


NIGHT: AnyGame = Night()
