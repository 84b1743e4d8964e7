"""The toy: what may be chosen, decided in advance and left to a computer; and its match."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from games.core.computer import USUAL, Computer, Level, Suggestion
from games.core.contract import BaseGame, Meta, Pending
from games.core.notation import Asked
from games.core.questions import Ask, Node, Options, TextField, Tree, Typed, branch, leaf
from games.core.settings import Settings, setting
from games.core.standing import ASK, Answered, Orders, StandingOrders, Topic
from games.core.types import (
    Chance,
    Decision,
    Decisions,
    Ending,
    Form,
    Roll,
    Rolled,
    Seat,
    Seats,
    Step,
    Viewer,
    tagged,
)
from tests.toy.editing import ToyEditing
from tests.toy.state import HIDING, NOTATION, Hide, Light, Move, Rest, State, shared, view_of
from tests.toy.view import BEACONS, NAMES, Blew, Flame, ToyEvent, ToyWords, View, put

OFFERED = 3
"""More oil than that can only be typed."""


class ToyOptions(Tree[Move]):
    def __init__(self, view: View, decision: Decision) -> None:
        self.view, self.oil = view, view.oil[decision.seat]
        self.asked = Asked(view, decision)
        lamp = Ask("Where do you hide your lamp?", self._lamps)
        root = lamp if decision.kind in HIDING else Ask("Which beacon?", self._beacons)
        super().__init__(root, partial(NOTATION.refusal, self.asked), NOTATION.write)

    def _lamps(self) -> Iterator[Node[Move]]:
        for lamp in range(1, BEACONS + 1):
            yield leaf(f"{lamp}", f"Beacon {lamp}", Hide(lamp), short=f"{lamp}")

    def _beacons(self) -> Iterator[Node[Move]]:
        for beacon in self.dark() if self.oil else ():
            below = Ask("How much oil?", partial(self._heights, beacon), self._any_height(beacon))
            at = f"{beacon}"
            yield branch(at, f"Beacon {at}", f"B{at}+", below, short=f"{at}+")
        yield leaf("R", "Rest", Rest())

    def _any_height(self, beacon: int) -> Typed[Move]:
        def read(text: str) -> Move:
            return NOTATION.read(self.asked, f"B{beacon}+{text}")

        return Typed(TextField("Any amount", "4", 3), read)

    def dark(self) -> list[int]:
        return [at for at, flame in enumerate(self.view.flames, 1) if flame is None]

    def _heights(self, beacon: int) -> Iterator[Node[Move]]:
        for height in range(1, min(OFFERED, self.oil) + 1):
            light, short = Light(beacon, height), f"{beacon}+{height}"
            yield leaf(f"{height}", f"{height} oil", light, short=short)


VALUES = {
    "always": "in every turn",
    "dry": "when you have no oil left",
    "once": "in your next turn",
}
REST: Topic[View] = Topic("rest", "Rest", {**VALUES, ASK: "ask me"}, ASK)
WAITS = {
    "turn": "Otherwise the seat rests.",
    "hide": "Otherwise the lamp goes to beacon 1.",
    "react": "Otherwise the seat lets it burn.",
}
DEFAULTS = {"turn": Rest(), "react": Rest(), "hide": Hide(1)}


class ToyStanding(StandingOrders[View]):
    def __init__(self, **defaults: Move) -> None:
        super().__init__((REST,), "TOY-06", "For example: REST DRY.", WAITS)
        self.defaults = {**DEFAULTS, **defaults}

    def answer(self, view: View, decision: Decision, orders: Orders) -> Answered[Move] | None:
        value = REST.value(orders)
        if decision.kind != "turn" or value == ASK or (value == "dry" and view.oil[decision.seat]):
            return None
        return Answered(Rest(), () if value == "once" else orders)

    def default(self, view: View, decision: Decision, orders: Orders) -> Move | None:
        return self.defaults.get(decision.kind)


class ToyComputer:
    """Lights its own lamp as high as it can, then rests."""

    levels: tuple[Level, ...] = ("normal",)

    def choose(
        self, view: View, decision: Decision, rng: random.Random, level: Level = USUAL
    ) -> Move | None:
        if not decision.waits:
            return None
        if decision.kind == "hide":
            return Hide(rng.randint(1, BEACONS))
        lamp, oil = view.lamps[decision.seat], view.oil[decision.seat]
        free = oil and view.flames[lamp - 1] is None
        return Light(lamp, min(oil, OFFERED)) if free else Rest()

    def suggest(self, view: View, decision: Decision) -> tuple[Suggestion[Move], ...]:
        return ()


class ToySettings(Settings):
    oil: int = setting(4, "Oil", "How much oil each seat has.", ge=2, le=6)


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
    actions, rounds = 1, 2
    settings: type[Settings] = ToySettings
    words = ToyWords()
    notation = NOTATION
    state_form = Form(State)
    event_form = tagged(ToyEvent)
    standing = ToyStanding()
    computer: Computer[View, Move] | None = ToyComputer()
    editing = ToyEditing()

    def setup(self, settings: Any, seats: Seats) -> State:
        count = len(seats)
        teams = () if seats == Seats.alone(count) else seats.teams
        rounds, oil = self.rounds, (settings.oil,) * count
        return State((0,) * count, oil, teams=teams, actions=self.actions, rounds=rounds)

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
        scores = tuple(map(state.score, range(count)))
        teams = state.teams or tuple(range(count))
        sums = {
            team: sum(score for each, score in zip(teams, scores, strict=True) if each == team)
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
        known = [view.all_seen or seat == view.seat for seat in range(len(view.lamps))]
        every = zip(view.lamps, view.hidden, known, strict=True)
        lamps = [rng.randint(1, BEACONS) if hid and not own else at for at, hid, own in every]
        return State(**{**shared(view), "lamps": tuple(lamps)})
