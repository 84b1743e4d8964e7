"""The rules of the toy, what a seat is asked, decides in advance and leaves to a computer, and what
a referee may set."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, TypeAlias

from games.core import moves, notation
from games.core.computer import USUAL, Computer, Level, Suggestion
from games.core.contract import BaseGame, Meta, Pending
from games.core.events import Step
from games.core.moves import move
from games.core.notation import Notation, Request, one_of
from games.core.questions import Options, TextField
from games.core.questions.tree import Ask, Node, Tree, Typed, branch, leaf
from games.core.referee.edits import Act, Argument, Editing, choice, number
from games.core.referee.settable import Field, side_fields, table_fields
from games.core.settings import Settings, setting
from games.core.standing import ASK, Answered, GivenOrders, StandingOrders, Topic
from games.core.types import (
    Chance,
    Decision,
    Decisions,
    Ending,
    Forbidden,
    Form,
    OutOfPlace,
    Roll,
    Rolled,
    Seat,
    Seats,
    tagged,
)
from tests.toy import view as seen
from tests.toy.view import BEACONS, HIGHEST, NAMES, Flame, ToyEvent, View, put

EVERY = range(1, BEACONS + 1)
OFFERED = 3
"""More oil than that can only be typed."""


class State(seen.Board):
    __slots__ = ()


ToyStep: TypeAlias = Step[State, ToyEvent]


# --- Moves ---

Beacon = Annotated[int, notation.number("a beacon", digits=3)]
Oil = Annotated[int, notation.number("an amount of oil", digits=3)]


class Move(moves.Move[View, State]):
    __slots__ = ()


@move("hide", "hide|shift", "LAMP{lamp}", short="{lamp}")
class Hide(Move):
    lamp: Beacon

    def refuse(self, request: Request[View]) -> Forbidden | None:
        return _no_beacon(request.view, self.lamp)

    def do(self, state: State, decision: Decision) -> ToyStep:
        seat, lamp = decision.seat, self.lamp
        if decision.kind == "hide":
            after = replace(state, lamps=put(state.lamps, seat, lamp))
            return Step(after, (seen.Hidden(seat=seat), seen.OwnLamp(lamp=lamp, only=(seat,))))
        shifts = put(state.shifts, seat, state.shifts[seat] + 1)
        return moved(replace(state, shifts=shifts), seat, lamp)


@move("light", "turn|react", "B{beacon}+{height}|{beacon}+{height}")
class Light(Move):
    beacon: Beacon
    height: Oil

    def refuse(self, request: Request[View]) -> Forbidden | None:
        if refused := _no_beacon(request.view, self.beacon):
            return refused
        if request.view.flames[self.beacon - 1] is not None:
            return Forbidden("TOY-04", f"Beacon {self.beacon} burns already.")
        if not 1 <= self.height <= HIGHEST:
            return Forbidden("TOY-04", f"A beacon takes 1 to {HIGHEST} oil, not {self.height}.")
        oil = request.view.oil[request.decision.seat]
        wrong = Forbidden("TOY-05", f"You have {oil} oil and asked for {self.height}.")
        return wrong if self.height > oil else None

    def do(self, state: State, decision: Decision) -> ToyStep:
        seat, height = decision.seat, self.height
        flames = put(state.flames, self.beacon - 1, Flame(seat, height))
        oil = put(state.oil, seat, state.oil[seat] - height)
        told = seen.Lit(seat=seat, beacon=self.beacon, height=height)
        return _taken(replace(state, flames=flames, oil=oil), told)


@move("rest", "turn|react", "REST")
class Rest(Move):
    def do(self, state: State, decision: Decision) -> ToyStep:
        return _taken(state, seen.Rested(seat=decision.seat))


def moved(state: State, seat: Seat, lamp: int) -> ToyStep:
    """A lamp goes elsewhere, if it is hidden yet."""
    lamps = put(state.lamps, seat, lamp) if state.lamps[seat] else state.lamps
    return Step(replace(state, lamps=lamps), (seen.MovedLamp(lamp=lamp, only=(seat,)),))


def _no_beacon(_: View, beacon: int) -> Forbidden | None:
    wrong = Forbidden("TOY-01", f"There is no beacon {beacon}, only 1 to 6.")
    return None if beacon in EVERY else wrong


def _taken(state: State, told: ToyEvent) -> ToyStep:
    after = replace(state, turns=state.turns + 1)
    shown = enumerate(after.lamps if after.over else ())
    return Step(after, (told, *(seen.Revealed(seat=seat, lamp=at) for seat, at in shown)))


NOTATION = Notation[Request[View], Move](
    Move.verbs(),
    lambda request: "B3+2 or REST" if request.decision.kind in ("turn", "react") else "LAMP4",
    elsewhere=lambda request, kinds: OutOfPlace("TOY-02", "Lamps are hidden first, and only then."),
)


# --- Questions ---


class ToyOptions(Tree[Move]):
    def __init__(self, view: View, decision: Decision) -> None:
        self.view, self.oil = view, view.oil[decision.seat]
        self.request = Request(view, decision)
        hiding = decision.kind in ("hide", "shift")
        lamp = Ask("Where do you hide your lamp?", self._lamps)
        root = lamp if hiding else Ask("Which beacon?", self._beacons)
        super().__init__(root, partial(NOTATION.refusal, self.request), NOTATION.write)

    def _lamps(self) -> Iterator[Node[Move]]:
        return (leaf(f"{at}", f"Beacon {at}", Hide(at), short=f"{at}") for at in EVERY)

    def _beacons(self) -> Iterator[Node[Move]]:
        for at in self.dark() if self.oil else ():
            below = Ask("How much oil?", partial(self._heights, at), self._any_height(at))
            yield branch(f"{at}", f"Beacon {at}", f"B{at}+", below, short=f"{at}+")
        yield leaf("R", "Rest", Rest())

    def dark(self) -> list[int]:
        return [at for at, flame in enumerate(self.view.flames, 1) if flame is None]

    def _heights(self, at: int) -> Iterator[Node[Move]]:
        for height in range(1, min(OFFERED, self.oil) + 1):
            yield leaf(f"{height}", f"{height} oil", Light(at, height), short=f"{at}+{height}")

    def _any_height(self, at: int) -> Typed[Move]:
        field = TextField("Any amount", "4", 3)
        return Typed(field, lambda text: NOTATION.read(self.request, f"B{at}+{text}"))


# --- Decided in advance, and by a computer ---

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


class ToyStanding(StandingOrders[View]):
    def __init__(self, **defaults: Move) -> None:
        super().__init__((REST,), "TOY-06", "For example: REST DRY.", WAITS)
        self.defaults = {"turn": Rest(), "react": Rest(), "hide": Hide(1), **defaults}

    def answer(self, view: View, decision: Decision, orders: GivenOrders) -> Answered[Move] | None:
        value = REST.value(orders)
        if decision.kind != "turn" or value == ASK or (value == "dry" and view.oil[decision.seat]):
            return None
        return Answered(Rest(), () if value == "once" else orders)

    def default(self, view: View, decision: Decision, orders: GivenOrders) -> Move | None:
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


# --- The referee ---


def _no_seat(view: View, seat: int) -> Forbidden | None:
    playing = ", ".join(NAMES[: len(view.oil)])
    wrong = Forbidden("TOY-02", f"Nobody plays that colour, only {playing}.")
    return None if seat < len(view.oil) else wrong


def _cannot_move_lamp(view: View, seat: int, _: int) -> Forbidden | None:
    if not view.hidden[seat]:
        return Forbidden("TOY-02", f"{NAMES[seat]} has not hidden a lamp yet.")
    wrong = Forbidden("TOY-02", "Only a referee who is not playing may move a hidden lamp.")
    return None if view.seat is None and view.lamps[seat] else wrong


def _name_seat(_: View, seat: int) -> str:
    return NAMES[seat]


def _name_flame(_: View, flame: Flame | None) -> str:
    return f"{NAMES[flame.seat]}'s, {flame.height} high" if flame else "dark"


SEATS = {name.upper(): seat for seat, name in enumerate(NAMES)}
SEAT = choice(
    "a colour", SEATS, "Whose?", offered=lambda view: range(len(view.oil)),
    label=_name_seat, called=_name_seat, missing=_no_seat,
)  # fmt: skip
BEACON = number(EVERY, "Which beacon?", missing=_no_beacon, called=lambda _, at: f"beacon {at}")
FLAMES = {f"{name} {tall}": Flame(at, tall) for name, at in SEATS.items() for tall in range(10)}
FLAME = Argument(
    replace(
        one_of("OUT, or a colour and a height", {"OUT": None, **FLAMES}), extent="OUT|[A-Z]+ [0-9]"
    ),
    "What burns there?",
    offered=lambda *_: (None, *FLAMES.values()),
    called=_name_flame,
)


TURNS = number(lambda view: range(view.length))


class ToyEditing(Editing[State, View, State, ToyEvent]):
    view_type = View
    rule = "TOY-01"
    example = "OIL RED 3, BEACON 2 OUT, WIND 4, LAMP RED 5 or TURN 3"
    menu = (
        *side_fields(State, Field("oil", "oil", range(10), rule="TOY-05"), side=SEAT),
        Act(
            "beacon", "BEACON {beacon} {flame}", "A beacon", {"beacon": BEACON, "flame": FLAME},
            lambda state, at, flame: replace(state, flames=put(state.flames, at - 1, flame)),
            what="{beacon}", rule="TOY-04", now=lambda view, at: view.flames[at - 1],
        ),
        *table_fields(State, Field("wind", "wind", BEACON, rule="TOY-03")),
        *side_fields(
            State, Field("lamps", "lamp", BEACON, "LAMP", "lamp", "TOY-02"), side=SEAT,
            refuse=_cannot_move_lamp, only=lambda _, seat, __: (Seat(seat),),
        ),
        *table_fields(State, Field("turns", "turns taken", TURNS, "TURN", "turn", "TOY-07")),
    )  # fmt: skip

    def suppose(self, view: View) -> State:
        return State(**seen.shared(view))

    def sound(self, state: State) -> Iterator[Forbidden]:
        for at, flame in enumerate(state.flames, 1):
            if flame and not 1 <= flame.height <= HIGHEST:
                why = f"A beacon burns 1 to {HIGHEST} high, not {flame.height}"
                yield Forbidden("TOY-04", f"{why}, as beacon {at} does.")
            if flame and flame.seat >= len(state.oil):
                yield Forbidden("TOY-02", f"Nobody plays {NAMES[flame.seat]}, as at beacon {at}.")
        if 0 in state.lamps and (state.wind or state.turns):
            yield Forbidden("TOY-03", "All lamps must be hidden first.")


# --- The game ---


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
    words = seen.ToyWords()
    notation = NOTATION
    view_type = View
    state_form = Form(State)
    event_form = tagged(ToyEvent)
    standing = ToyStanding()
    computer: Computer[View, Move] | None = ToyComputer()
    editing = ToyEditing()

    def setup(self, settings: Any, seats: Seats) -> State:
        count = len(seats)
        teams = () if seats == Seats.alone(count) else seats.teams
        lamps, oil = (0,) * count, (settings.oil,) * count
        return State(lamps, oil, teams=teams, actions=self.actions, rounds=self.rounds)

    def pending(self, state: State) -> Pending:
        hiding = (Seat(seat) for seat, lamp in enumerate(state.lamps) if not lamp)
        if found := tuple(Decision(seat, "hide", 0, secret=True) for seat in hiding):
            return Decisions(found)
        if not state.wind:
            return Chance((Roll(1, BEACONS, "Which beacon stands in the wind?"),))
        if state.over:
            return self._ending(state)
        turn = state.turns // state.actions
        seat = Seat((state.wind - 1 + turn) % len(state.lamps))
        decision = Decision(seat, "turn", state.turns, batch=f"turn-{turn}")
        return Decisions(tuple(self.opened(state, decision)))

    def opened(self, state: State, turn: Decision) -> Iterator[Decision]:
        """What is decided in a turn."""
        yield turn

    def _ending(self, state: State) -> Ending:
        scores = tuple(map(state.score, range(len(state.lamps))))
        teams, sums = state.teams or range(len(scores)), Counter[int]()
        for team, score in zip(teams, scores, strict=True):
            sums[team] += score
        best = [team for team, score in sums.items() if score == max(sums.values())]
        winners = tuple(Seat(seat) for seat, team in enumerate(teams) if [team] == best)
        kind = "score" if winners else "draw"
        return Ending(kind, winners, tuple(map(float, scores)), "TOY-07")

    def options(self, view: View, decision: Decision) -> Options[Move]:
        return ToyOptions(view, decision)

    def chance(self, state: State, rolled: Rolled) -> ToyStep:
        wind = rolled.faces[0][0]
        return Step(replace(state, wind=wind), (seen.Blew(beacon=wind),))

    def suppose(self, view: View) -> State:
        return State(**seen.shared(view))

    def reimagine(self, view: View, rng: random.Random) -> State:
        known = [view.all_seen or seat == view.seat for seat in range(len(view.lamps))]
        every = zip(view.lamps, view.hidden, known, strict=True)
        lamps = [rng.randint(1, BEACONS) if hid and not own else at for at, hid, own in every]
        times = zip(view.shifts, known, strict=False)
        shifts = [rng.randrange(4) if view.wind and not own else each for each, own in times]
        return replace(self.suppose(view), lamps=tuple(lamps), shifts=tuple(shifts))
