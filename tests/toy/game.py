"""The toy's rules."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from games.core.adjusting import Adjusting
from games.core.chance import Chance, Roll, Rolled
from games.core.computer import Computer
from games.core.conditions import Conditions
from games.core.contract import Meta, Pending, Settings, Words
from games.core.decisions import Decision, Decisions
from games.core.endings import Ending
from games.core.events import Step
from games.core.forms import Form
from games.core.options import Options
from games.core.packs import Packs
from games.core.refusals import Refusal
from games.core.rulebook import Rulebook
from games.core.seats import REFEREE, Seat, Seats, Viewer
from games.core.standing import Standing
from tests.toy.adjusting import ToyAdjusting
from tests.toy.adjustments import Adjustment
from tests.toy.computer import ToyComputer
from tests.toy.options import ToyOptions, read, write
from tests.toy.project import view_of
from tests.toy.standing import ToyStanding
from tests.toy.state import BEACONS, TURNS_EACH, Fire, Hide, Light, Move, State, put
from tests.toy.view import (
    NAMES,
    Blew,
    Flame,
    Hidden,
    Lit,
    OwnLamp,
    Rested,
    Revealed,
    ToyEvent,
    View,
)
from tests.toy.words import ToyWords


class ToySettings(Settings):
    oil: int = Field(4, ge=2, le=6, title="Oil", description="How much oil each seat has.")


class Toy:
    """The one instance of the toy's contract; see ``games.core.contract.Game``."""

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
        rules_version=1,
        resign_rule="TOY-08",
        secrets=True,
        dice=True,
        largest_team=2,
        kinds={"hide": "hiding a lamp", "turn": "a turn"},
        clocks={"standard": "24h; hide 8h", "blitz": "2h; hide 1h", "relaxed": "72h"},
        draw_rule="TOY-09",
    )
    actions, rounds = 1, TURNS_EACH
    rulebook = Rulebook.of("tests.toy")
    settings: type[Settings] = ToySettings
    words: Words[View, ToyEvent] = ToyWords()
    state_form: Form[State] = Form(State)
    move_form: Form[Move] = Form(Annotated[Move, Field(discriminator="kind")])
    event_form: Form[ToyEvent] = Form(Annotated[ToyEvent, Field(discriminator="kind")])
    standing: Standing[View, Move] | None = ToyStanding()
    computer: Computer[View, Move] | None = ToyComputer()
    packs: Packs | None = None
    conditions: Conditions[Any, Any] | None = None
    adjusting: Adjusting[State, View, Adjustment, ToyEvent] = ToyAdjusting()

    def fault(self, settings: ToySettings, seats: Seats) -> Refusal | None:
        wrong = self.meta.misseated(seats)
        return Refusal(wrong) if wrong else None

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

    def apply(
        self, state: State, seat: Seat, decision: Decision, move: Move
    ) -> Step[State, ToyEvent]:
        if isinstance(move, Hide):
            lamps = put(state.lamps, seat, move.lamp)
            told = (Hidden(seat=seat), OwnLamp(lamp=move.lamp, only=(seat,)))
            return Step(replace(state, lamps=lamps), told)
        after = replace(state, turns=state.turns + 1)
        event: ToyEvent = Rested(seat=seat)
        if isinstance(move, Light):
            fires = put(state.fires, move.beacon - 1, Fire(seat, move.height))
            oil = put(state.oil, seat, state.oil[seat] - move.height)
            after = replace(after, fires=fires, oil=oil)
            event = Lit(seat=seat, beacon=move.beacon, height=move.height)
        lamps = after.lamps if after.over else ()
        shown = (Revealed(seat=who, lamp=lamp) for who, lamp in enumerate(lamps))
        return Step(after, (event, *shown))

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

    def read(self, view: View, decision: Decision, text: str) -> Move:
        return read(decision, text)

    def write(self, move: Move) -> str:
        return write(move)

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
