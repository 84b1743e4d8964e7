"""The moves of the toy: their text forms, what forbids them and what they do."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from games.core.decisions import Decision
from games.core.events import Step
from games.core.notation import Asked, Notation, Verb, number
from games.core.refusals import Forbidden, OutOfPlace
from tests.toy.state import BEACONS, HIGHEST, Fire, Hide, Light, Move, Rest, State, put
from tests.toy.view import Hidden, Lit, OwnLamp, Rested, Revealed, ToyEvent, View

HIDING = ("hide", "shift")
"""Kinds of decisions that are about a lamp."""
TURNS = ("turn", "react")

ToyStep: TypeAlias = Step[State, ToyEvent]


def _cannot_hide(asked: Asked[View], move: Hide) -> Forbidden | None:
    return _no_beacon(move.lamp)


def _no_beacon(beacon: int) -> Forbidden | None:
    if 1 <= beacon <= BEACONS:
        return None
    return Forbidden("TOY-01", f"There is no beacon {beacon}, only 1 to 6.")


def _hide(state: State, decision: Decision, move: Hide) -> ToyStep:
    seat = decision.seat
    told = (Hidden(seat=seat), OwnLamp(lamp=move.lamp, only=(seat,)))
    return Step(replace(state, lamps=put(state.lamps, seat, move.lamp)), told)


def _cannot_light(asked: Asked[View], move: Light) -> Forbidden | None:
    if refused := _no_beacon(move.beacon):
        return refused
    if asked.view.flames[move.beacon - 1] is not None:
        return Forbidden("TOY-04", f"Beacon {move.beacon} burns already.")
    if not 1 <= move.height <= HIGHEST:
        return Forbidden("TOY-04", f"A beacon takes 1 to {HIGHEST} oil, not {move.height}.")
    oil = asked.view.oil[asked.decision.seat]
    if move.height > oil:
        return Forbidden("TOY-05", f"You have {oil} oil and asked for {move.height}.")
    return None


def _light(state: State, decision: Decision, move: Light) -> ToyStep:
    seat, height = decision.seat, move.height
    fires = put(state.fires, move.beacon - 1, Fire(seat, height))
    oil = put(state.oil, seat, state.oil[seat] - height)
    told = Lit(seat=seat, beacon=move.beacon, height=height)
    return _taken(replace(state, fires=fires, oil=oil), told)


def _cannot_rest(asked: Asked[View], move: Rest) -> None:
    return None


def _rest(state: State, decision: Decision, move: Rest) -> ToyStep:
    return _taken(state, Rested(seat=decision.seat))


def _taken(state: State, told: ToyEvent) -> ToyStep:
    after = replace(state, turns=state.turns + 1)
    lamps = after.lamps if after.over else ()
    return Step(after, (told, *(Revealed(seat=seat, lamp=at) for seat, at in enumerate(lamps))))


BEACON, OIL = number("a beacon", digits=3), number("an amount of oil", digits=3)
NOTATION = Notation[Asked[View], Move](
    (
        Verb(
            Hide, HIDING, ("LAMP{lamp}",), _cannot_hide, _hide, {"lamp": BEACON}, short=("{lamp}",)
        ),
        Verb(
            Light,
            TURNS,
            ("B{beacon}+{height}", "{beacon}+{height}"),
            _cannot_light,
            _light,
            {"beacon": BEACON, "height": OIL},
        ),
        Verb(Rest, TURNS, ("REST",), _cannot_rest, _rest),
    ),
    lambda asked: "LAMP4" if asked.decision.kind in HIDING else "B3+2 or REST",
    elsewhere=lambda asked, kinds: OutOfPlace("TOY-02", "Lamps are hidden first, and only then."),
)
