"""The toy's rules."""

from __future__ import annotations

import random
from dataclasses import replace

from pydantic import Field

from games.core.base import BaseGame
from games.core.chance import Chance, Roll, Rolled
from games.core.computer import Computer
from games.core.contract import Meta, Pending
from games.core.decisions import Decision, Decisions
from games.core.endings import Ending
from games.core.events import Step
from games.core.forms import Form, tagged
from games.core.options import Options
from games.core.seats import REFEREE, Seat, Seats, Viewer
from games.core.settings import Settings
from tests.toy.computer import ToyComputer
from tests.toy.editing import ToyEditing
from tests.toy.options import ToyOptions
from tests.toy.project import view_of
from tests.toy.rules import NOTATION
from tests.toy.standing import ToyStanding
from tests.toy.state import BEACONS, TURNS_EACH, Fire, Hide, Light, Move, State, put
from tests.toy.view import (
    NAMES,
    Blew,
    Flame,
    ToyEvent,
    View,
)
from tests.toy.words import ToyWords


class ToySettings(Settings):
    oil: int = Field(4, ge=2, le=6, title="Oil", description="How much oil each seat has.")


class Toy(BaseGame[State, View, Move, ToyEvent]):
    meta = Meta(
        id="toy",
        title="Beacons",
        tagline="Hide a lamp and light the night",
        designer="nobody",
        credit="Made up for the tests of Starpost.",
        rules_url="https://example.org/beacons",
        players=(2, 3),
        seat_names={2: NAMES[:2], 3: NAMES},
        stage="stable",
        resign_rule="TOY-08",
        secrets=True,
        dice=True,
        largest_team=2,
        kinds={"hide": "hiding a lamp", "turn": "a turn"},
        clocks={"standard": "24h; hide 8h", "blitz": "2h; hide 1h", "relaxed": "72h"},
        draw_rule="TOY-09",
    )
    actions, rounds = 1, TURNS_EACH
    settings: type[Settings] = ToySettings
    words = ToyWords()
    notation = NOTATION
    state_form = Form(State)
    event_form = tagged(ToyEvent)
    standing = ToyStanding()
    computer: Computer[View, Move] | None = ToyComputer()
    editing = ToyEditing()

    def setup(self, settings: ToySettings, seats: Seats) -> State:
        return State(
            lamps=(0,) * len(seats),
            oil=(settings.oil,) * len(seats),
            teams=() if seats == Seats.alone(len(seats)) else seats.teams,
            actions=self.actions,
            rounds=self.rounds,
        )

    def pending(self, state: State) -> Pending:
        count = len(state.lamps)
        if 0 in state.lamps:
            dark = (Seat(seat) for seat in range(count) if not state.lamps[seat])
            return Decisions(tuple(Decision(seat, "hide", 0, secret=True) for seat in dark))
        if not state.wind:
            return Chance((Roll(1, BEACONS, "Which beacon stands in the wind?"),))
        if not state.over:
            seat = Seat((state.wind - 1 + state.turns // state.actions) % count)
            return Decisions((Decision(seat, "turn", state.turns),))
        view = self.view(state, REFEREE)
        scores = tuple(view.score(seat) for seat in range(count))
        teams = state.teams or tuple(range(count))
        sums = {
            team: sum(score for seat, score in enumerate(scores) if teams[seat] == team)
            for team in teams
        }
        best = [team for team in sums if sums[team] == max(sums.values())]
        winners = tuple(Seat(seat) for seat in range(count) if [teams[seat]] == best)
        kind = "score" if winners else "draw"
        return Ending(kind, winners, tuple(map(float, scores)), "TOY-07")

    def options(self, view: View, decision: Decision) -> Options[Move]:
        return ToyOptions(view, decision)

    def chance(self, state: State, rolled: Rolled) -> Step[State, ToyEvent]:
        wind = rolled.faces[0][0]
        return Step(replace(state, wind=wind), (Blew(beacon=wind),))

    def view(self, state: State, viewer: Viewer) -> View:
        return view_of(state, viewer)

    def preview(self, view: View, decision: Decision, move: Move) -> View:
        seat = decision.seat
        if isinstance(move, Hide):
            hidden = put(view.hidden, seat, True)
            return replace(view, lamps=put(view.lamps, seat, move.lamp), hidden=hidden)
        view = replace(view, turns=view.turns + 1)
        if isinstance(move, Light):
            flames = put(view.flames, move.beacon - 1, Flame(seat, move.height))
            oil = put(view.oil, seat, view.oil[seat] - move.height)
            view = replace(view, flames=flames, oil=oil)
        return view

    def reimagine(self, view: View, rng: random.Random) -> State:
        lamps = tuple(
            lamp if view.all_seen or seat == view.seat or not hidden else rng.randint(1, BEACONS)
            for seat, (lamp, hidden) in enumerate(zip(view.lamps, view.hidden, strict=True))
        )
        return State(
            lamps=lamps,
            oil=view.oil,
            fires=tuple(Fire(flame.seat, flame.height) if flame else None for flame in view.flames),
            wind=view.wind,
            turns=view.turns,
            teams=view.teams,
            actions=view.actions,
            shifts=view.shifts,
            rounds=view.rounds,
        )
