"""What is true in a match of the toy, secrets included, and its moves."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Annotated, Any, TypeAlias

from games.core import notation
from games.core.notation import Asked, Notation, move, number
from games.core.types import Decision, Forbidden, OutOfPlace, Referee, Seat, Seated, Step, Viewer
from tests.toy.view import (
    BEACONS,
    HIGHEST,
    Board,
    Flame,
    Hidden,
    Lit,
    MovedLamp,
    OwnLamp,
    Rested,
    Revealed,
    ToyEvent,
    View,
    put,
)  # fmt: skip

HIDING = ("hide", "shift")
"""Kinds of decisions that are about a lamp."""


class State(Board):
    __slots__ = ()


ToyStep: TypeAlias = Step[State, ToyEvent]


def shared(board: Board) -> dict[str, Any]:
    """What state and view have in common."""
    return {each.name: getattr(board, each.name) for each in fields(Board)}


def view_of(state: State, viewer: Viewer) -> View:
    seat = viewer.seat if isinstance(viewer, Seated) else None
    all_seen = state.over or isinstance(viewer, Referee)
    lamps = tuple(lamp if all_seen or who == seat else 0 for who, lamp in enumerate(state.lamps))
    hidden = tuple(lamp > 0 for lamp in state.lamps)
    seen = {**shared(state), "lamps": lamps}
    return View(**seen, hidden=hidden, seat=seat, all_seen=all_seen)


# --- Moves ---


Beacon = Annotated[int, number("a beacon", digits=3)]
Oil = Annotated[int, number("an amount of oil", digits=3)]


class Move(notation.Move[View, State]):
    __slots__ = ()


@move("hide", "hide|shift", "LAMP{lamp}", short="{lamp}")
class Hide(Move):
    lamp: Beacon

    def refuse(self, asked: Asked[View]) -> Forbidden | None:
        return _no_beacon(self.lamp)

    def do(self, state: State, decision: Decision) -> ToyStep:
        seat, lamp = decision.seat, self.lamp
        if decision.kind == "hide":
            after = replace(state, lamps=put(state.lamps, seat, lamp))
            return Step(after, (Hidden(seat=seat), OwnLamp(lamp=lamp, only=(seat,))))
        shifts = put(state.shifts, seat, state.shifts[seat] + 1)
        return moved(replace(state, shifts=shifts), seat, lamp)


@move("light", "turn|react", "B{beacon}+{height}|{beacon}+{height}")
class Light(Move):
    beacon: Beacon
    height: Oil

    def refuse(self, asked: Asked[View]) -> Forbidden | None:
        if refused := _no_beacon(self.beacon):
            return refused
        if asked.view.flames[self.beacon - 1] is not None:
            return Forbidden("TOY-04", f"Beacon {self.beacon} burns already.")
        if not 1 <= self.height <= HIGHEST:
            return Forbidden("TOY-04", f"A beacon takes 1 to {HIGHEST} oil, not {self.height}.")
        oil = asked.view.oil[asked.decision.seat]
        if self.height > oil:
            return Forbidden("TOY-05", f"You have {oil} oil and asked for {self.height}.")
        return None

    def do(self, state: State, decision: Decision) -> ToyStep:
        seat, height = decision.seat, self.height
        flames = put(state.flames, self.beacon - 1, Flame(seat, height))
        oil = put(state.oil, seat, state.oil[seat] - height)
        told = Lit(seat=seat, beacon=self.beacon, height=height)
        return _taken(replace(state, flames=flames, oil=oil), told)


@move("rest", "turn|react", "REST")
class Rest(Move):
    def do(self, state: State, decision: Decision) -> ToyStep:
        return _taken(state, Rested(seat=decision.seat))


def moved(state: State, seat: Seat, lamp: int) -> ToyStep:
    """A lamp goes elsewhere, if it is hidden yet."""
    lamps = put(state.lamps, seat, lamp) if state.lamps[seat] else state.lamps
    return Step(replace(state, lamps=lamps), (MovedLamp(lamp=lamp, only=(seat,)),))


def _no_beacon(beacon: int) -> Forbidden | None:
    there = 1 <= beacon <= BEACONS
    return None if there else Forbidden("TOY-01", f"There is no beacon {beacon}, only 1 to 6.")


def _taken(state: State, told: ToyEvent) -> ToyStep:
    after = replace(state, turns=state.turns + 1)
    lamps = after.lamps if after.over else ()
    return Step(after, (told, *(Revealed(seat=seat, lamp=at) for seat, at in enumerate(lamps))))


NOTATION = Notation[Asked[View], Move](
    Move.verbs(),
    lambda asked: "LAMP4" if asked.decision.kind in HIDING else "B3+2 or REST",
    elsewhere=lambda asked, kinds: OutOfPlace("TOY-02", "Lamps are hidden first, and only then."),
)
