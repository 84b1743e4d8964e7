"""The toy with all that larger games have: turns of several actions, secret offers that nobody
waits for, content that people write, reactions, and secrets about who is asked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from games.core.content import PackFault
from games.core.contract import AnyGame, Pending
from games.core.settings import setting
from games.core.types import (
    Chance,
    Decision,
    Decisions,
    Referee,
    Refusal,
    Roll,
    Rolled,
    Seat,
    Seats,
    Step,
    Viewer,
)
from tests.toy.game import Toy, ToySettings, ToyStanding
from tests.toy.state import Hide, Light, Move, State, ToyStep, moved
from tests.toy.view import BEACONS, OwnLamp, Rested, View, put


class Evening(Toy):
    """Three actions a turn, six turns each, and other decisions besides."""

    actions, rounds = 3, 6

    def pending(self, state: State) -> Pending:
        pending = super().pending(state)
        if not isinstance(pending, Decisions) or not state.wind:
            return pending
        turn = replace(pending.open[0], batch=f"turn-{state.turns // self.actions}")
        return Decisions(tuple(self.opened(state, turn)))

    def opened(self, state: State, turn: Decision) -> Iterator[Decision]:
        """What is decided in a turn."""
        raise NotImplementedError


class NightSettings(ToySettings):
    content: str = setting("", "Content", "From a pack.", max_length=1000)


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


class Night(Evening):
    """From the first turn on each seat may move its lamp in secret, as often as it likes; nobody
    waits for that."""

    meta = replace(Toy.meta, id="night", title="Long night")
    settings = NightSettings
    packs = NightPacks()

    def fault(self, settings: Any, seats: Seats) -> Refusal | None:
        try:
            if settings.content:
                self.packs.title(settings.content)
        except PackFault as wrong:
            return wrong.refusal()
        return super().fault(settings, seats)

    def setup(self, settings: Any, seats: Seats) -> State:
        state, content = super().setup(settings, seats), settings.content
        oil = (int(content.splitlines()[1][6:]),) * len(seats) if content else state.oil
        return replace(state, oil=oil, shifts=(0,) * len(seats))

    def opened(self, state: State, turn: Decision) -> Iterator[Decision]:
        yield turn
        for seat, times in enumerate(state.shifts):
            yield Decision(Seat(seat), "shift", times, secret=True, waits=False)

    def view(self, state: State, viewer: Viewer) -> View:
        """How often somebody else has moved a lamp is as secret as where it is."""
        view = super().view(state, viewer)
        own = (n if view.all_seen or at == view.seat else 0 for at, n in enumerate(state.shifts))
        return replace(view, shifts=tuple(own))

    def reimagine(self, view: View, rng: random.Random) -> State:
        state = super().reimagine(view, rng)
        if view.all_seen or not view.wind:
            return state
        every = enumerate(view.shifts)
        return replace(
            state, shifts=tuple(n if at == view.seat else rng.randrange(4) for at, n in every)
        )


ROLLING = 100
"""Added to the lamp of a seat that rolls now."""


class Hush(Night):
    """Nobody learns who has hidden a lamp before all have, and whoever moves theirs rolls for where
    it really goes, which nobody else learns. The wind turns with every light."""

    meta = replace(Night.meta, id="hush", title="Hush")

    def pending(self, state: State) -> Pending:
        rolling = self._rolling(state)
        roll = Roll(1, BEACONS, "Where does the lamp really go?")
        return Chance((roll,), only=(rolling[0],)) if rolling else super().pending(state)

    def _rolling(self, state: State) -> list[Seat]:
        return [Seat(seat) for seat, lamp in enumerate(state.lamps) if lamp > ROLLING]

    def apply(
        self, state: State, seat: Seat, decision: Decision, move: Move, found: Any = None
    ) -> ToyStep:
        done = super().apply(state, seat, decision, move, found)
        if isinstance(move, Light):
            return Step(replace(done.state, wind=0), done.events)
        if not isinstance(move, Hide):
            return done
        if decision.kind == "hide":
            return Step(done.state, (OwnLamp(lamp=move.lamp, only=(seat,)),))
        lamps = put(done.state.lamps, seat, move.lamp + ROLLING)
        return Step(replace(done.state, lamps=lamps), done.events)

    def chance(self, state: State, rolled: Rolled) -> ToyStep:
        rolling = self._rolling(state)
        if rolling:
            return moved(state, rolling[0], rolled.faces[0][0])
        return super().chance(state, rolled)

    def view(self, state: State, viewer: Viewer) -> View:
        view = super().view(state, viewer)
        if state.wind or isinstance(viewer, Referee):
            return view
        own = (hid and seat == view.seat for seat, hid in enumerate(view.hidden))
        return replace(view, hidden=tuple(own))


class Dusk(Toy):
    """Some seats, and nobody else knows which, also move their lamp once before the wind blows.

    ``movers``  those seats; ``State.shifts`` is below 0 while they owe it
    """

    meta = replace(
        Toy.meta, id="dusk", title="Dusk", kinds={**Toy.meta.kinds, "shift": "moving a lamp"}
    )
    standing = ToyStanding(shift=Hide(2))

    def __init__(self, *movers: int) -> None:
        self.movers = movers

    def setup(self, settings: Any, seats: Seats) -> State:
        owed = tuple(-(seat in self.movers) for seat in range(len(seats)))
        return replace(super().setup(settings, seats), shifts=owed)

    def pending(self, state: State) -> Pending:
        shifting = ((seat, "shift") for seat, owed in enumerate(state.shifts) if owed < 0)
        hiding = ((seat, "hide") for seat, lamp in enumerate(state.lamps) if not lamp)
        found = tuple(
            Decision(Seat(at), kind, 0, secret=True, phase="hide", batch=f"dusk-{at}")
            for at, kind in (*shifting, *hiding)
        )
        return Decisions(found) if found else super().pending(state)


class Duel(Evening):
    """Lighting a beacon lets the next seat answer in the middle of the turn. ``State.shifts`` holds
    the seat that reacts, counted from 1, and how many reactions there were."""

    meta = replace(
        Toy.meta, id="duel", title="Duel", kinds={**Toy.meta.kinds, "react": "a reaction"}
    )

    def setup(self, settings: Any, seats: Seats) -> State:
        return replace(super().setup(settings, seats), shifts=(0, 0))

    def opened(self, state: State, turn: Decision) -> Iterator[Decision]:
        reacting, count = state.shifts
        yield Decision(Seat(reacting - 1), "react", count) if reacting else turn

    def apply(
        self, state: State, seat: Seat, decision: Decision, move: Move, found: Any = None
    ) -> ToyStep:
        count = state.shifts[1]
        if decision.kind == "react":
            return Step(replace(state, shifts=(0, count + 1)), (Rested(seat=seat),))
        done = super().apply(state, seat, decision, move, found)
        if not isinstance(move, Light) or done.state.over:
            return done
        other = (seat + 1) % len(state.lamps)
        return Step(replace(done.state, shifts=(other + 1, count)), done.events)


NIGHT: AnyGame = Night()
HUSH: AnyGame = Hush()
DUEL: AnyGame = Duel()
