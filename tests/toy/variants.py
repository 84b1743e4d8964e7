"""The toy with all that larger games have: turns of several actions, secret offers that nobody
waits for, content that people write, reactions, and secrets about who is asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from games.core.content import PackFault
from games.core.contract import AnyGame, Pending
from games.core.events import Step
from games.core.settings import setting
from games.core.types import Chance, Decision, Decisions, Referee, Roll, Rolled, Seat, Seats, Viewer
from tests.toy.game import Hide, Light, Move, State, Toy, ToySettings, ToyStanding, ToyStep, moved
from tests.toy.view import BEACONS, OwnLamp, Rested, View, put


class NightSettings(ToySettings):
    content: str = setting("", "Content", "From a pack.", max_length=1000)


class NightPacks:
    """``# Title``, then a line ``oil = NUMBER``."""

    setting = "content"
    most = 200

    def title(self, text: str) -> str:
        first, *lines = text.splitlines() or [""]
        if not first.startswith("# "):
            raise PackFault(1, "a pack begins with its title, such as # Long winter")
        if not lines:
            raise PackFault(0, "nothing stands below the title")
        for number, line in enumerate(lines, 2):
            if not line.startswith("oil = ") or not line[6:].isdecimal():
                raise PackFault(number, f"{line[:40]!r} is not an amount of oil")
        return first[2:]


class Night(Toy):
    """Turns of three actions; each seat may move its lamp in secret, as often as it likes, and
    nobody waits for that."""

    meta = replace(Toy.meta, id="night", title="Long night")
    actions, rounds = 3, 6
    settings = NightSettings
    packs = NightPacks()

    def setup(self, settings: Any, seats: Seats) -> State:
        state, content = super().setup(settings, seats), settings.content
        oil = (int(content.splitlines()[1][6:]),) * len(seats) if content else state.oil
        return replace(state, oil=oil, shifts=(0,) * len(seats))

    def opened(self, state: State, turn: Decision) -> Iterator[Decision]:
        yield turn
        for seat, times in enumerate(state.shifts):
            yield Decision(Seat(seat), "shift", times, secret=True, waits=False)


ROLLING = 100
"""Added to the lamp of a seat that rolls now."""


class Hush(Night):
    """Nobody learns who has hidden a lamp before all have, and whoever moves theirs rolls for where
    it really goes, which nobody else learns. The wind turns with every light."""

    meta = replace(Night.meta, id="hush", title="Hush")

    def pending(self, state: State) -> Pending:
        roll = Roll(1, BEACONS, "Where does the lamp really go?")
        rolling = _rolling(state)
        return Chance((roll,), only=(rolling[0],)) if rolling else super().pending(state)

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
        rolling = _rolling(state)
        face = rolled.faces[0][0]
        return moved(state, rolling[0], face) if rolling else super().chance(state, rolled)

    def view(self, state: State, viewer: Viewer) -> View:
        view = super().view(state, viewer)
        lamps = tuple(lamp % ROLLING for lamp in view.lamps)
        if state.wind or isinstance(viewer, Referee):
            return replace(view, lamps=lamps)
        own = (hid and seat == view.seat for seat, hid in enumerate(view.hidden))
        return replace(view, lamps=lamps, hidden=tuple(own))


def _rolling(state: State) -> list[Seat]:
    return [Seat(seat) for seat, lamp in enumerate(state.lamps) if lamp > ROLLING]


class Dusk(Toy):
    """Some seats, the ``movers``, and nobody else knows which, also move their lamp once before the
    wind blows. ``State.shifts`` is below 0 while they owe it."""

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


class Duel(Toy):
    """Turns of three actions; after each light the next seat may react."""

    meta = replace(
        Toy.meta, id="duel", title="Duel", kinds={**Toy.meta.kinds, "react": "a reaction"}
    )
    actions, rounds = 3, 6

    def opened(self, state: State, turn: Decision) -> Iterator[Decision]:
        reacting = state.reacting
        yield Decision(Seat(reacting - 1), "react", state.turns) if reacting else turn

    def apply(
        self, state: State, seat: Seat, decision: Decision, move: Move, found: Any = None
    ) -> ToyStep:
        if decision.kind == "react":
            return Step(replace(state, reacting=0), (Rested(seat=seat),))
        done = super().apply(state, seat, decision, move, found)
        if not isinstance(move, Light) or done.state.over:
            return done
        other = (seat + 1) % len(state.lamps)
        return Step(replace(done.state, reacting=other + 1), done.events)


NIGHT: AnyGame = Night()
HUSH: AnyGame = Hush()
DUEL: AnyGame = Duel()
