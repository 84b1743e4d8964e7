"""What the referee of the toy may set by hand: oil, beacons, wind, lamps, turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Annotated, TypeAlias

from pydantic import Field

from games.core.branching import Branching, Fork
from games.core.events import Step
from games.core.forms import Form
from games.core.options import Choice, Options
from games.core.refusals import Forbidden
from games.core.seats import REFEREE, Seat
from tests.toy.adjustments import (
    Adjustment,
    SetBeacon,
    SetLamp,
    SetOil,
    SetTurn,
    SetWind,
    called,
    read,
    write,
)
from tests.toy.project import view_of
from tests.toy.state import BEACONS, HIGHEST, Fire, State, put
from tests.toy.view import (
    NAMES,
    BeaconSet,
    Flame,
    LampSet,
    OilSet,
    ToyEvent,
    TurnSet,
    View,
    WindSet,
)

FULL = 9
"""What goes into a jar by hand."""


class ToyAdjusting:
    """Implements ``games.core.adjusting.Adjusting``."""

    form: Form[Adjustment] = Form(Annotated[Adjustment, Field(discriminator="kind")])

    def options(self, view: View) -> Options[Adjustment]:
        return Branching(_first(view), lambda adjustment: _refusal(view, adjustment))

    def read(self, view: View, text: str) -> Adjustment:
        return read(text)

    def write(self, adjustment: Adjustment) -> str:
        return write(adjustment)

    def apply(self, state: State, adjustment: Adjustment) -> Step[State, ToyEvent]:
        if refusal := _refusal(view_of(state, REFEREE), adjustment):
            raise refusal
        match adjustment:
            case SetOil(seat, oil):
                told: ToyEvent = OilSet(seat=seat, before=state.oil[seat], after=oil)
                return Step(replace(state, oil=put(state.oil, seat, oil)), (told,))
            case SetBeacon(beacon, lit_by, height):
                was = state.fires[beacon - 1]
                fire = None if lit_by is None else Fire(lit_by, height)
                told = BeaconSet(beacon=beacon, before=_flame(was), after=_flame(fire))
                return Step(replace(state, fires=put(state.fires, beacon - 1, fire)), (told,))
            case SetWind(beacon):
                told = WindSet(before=state.wind, after=beacon)
                return Step(replace(state, wind=beacon), (told,))
            case SetLamp(seat, beacon):
                told = LampSet(before=state.lamps[seat], after=beacon, only=(Seat(seat),))
                return Step(replace(state, lamps=put(state.lamps, seat, beacon)), (told,))
            case SetTurn(turns):
                told = TurnSet(before=state.turns, after=turns)
                return Step(replace(state, turns=turns), (told,))


def _refusal(view: View, adjustment: Adjustment) -> Forbidden | None:
    if _no_seat(view, adjustment):
        playing = ", ".join(NAMES[: len(view.oil)])
        return Forbidden("TOY-02", f"Nobody plays that colour, only {playing}.")
    if _no_beacon(adjustment):
        return Forbidden("TOY-01", "There are beacons 1 to 6, and no other.")
    match adjustment:
        case SetOil(oil=oil) if not 0 <= oil <= FULL:
            return Forbidden("TOY-05", f"A jar holds 0 to {FULL} oil, not {oil}.")
        case SetOil(seat, oil) if view.oil[seat] == oil:
            return Forbidden("TOY-05", f"{NAMES[seat]} has {oil} oil already.")
        case SetBeacon(beacon, seat, height):
            return _cannot_burn(view, beacon, seat, height)
        case SetWind(beacon) if not view.wind or view.wind == beacon:
            at = f"at beacon {beacon} already" if view.wind else "not before all lamps are hidden"
            return Forbidden("TOY-03", f"The wind blows {at}.")
        case SetLamp(seat, beacon):
            return _cannot_hide(view, seat, beacon)
        case SetTurn() if not view.wind:
            return Forbidden("TOY-03", "Turns begin when the wind has blown.")
        case SetTurn(turns) if not 0 <= turns < view.length or turns == view.turns:
            last = f"A match ends after {view.length} turns, and now {view.turns} are taken."
            return Forbidden("TOY-07", last, instead=f"Write TURN 0 to TURN {view.length - 1}.")
    return None


def _no_seat(view: View, adjustment: Adjustment) -> bool:
    seat = getattr(adjustment, "seat", None)
    return seat is not None and not 0 <= seat < len(view.oil)


def _no_beacon(adjustment: Adjustment) -> bool:
    return not 1 <= getattr(adjustment, "beacon", 1) <= BEACONS


def _cannot_burn(view: View, beacon: int, seat: int | None, height: int) -> Forbidden | None:
    lowest, highest = (0, 0) if seat is None else (1, HIGHEST)
    if not lowest <= height <= highest:
        return Forbidden("TOY-04", f"A beacon burns 1 to {HIGHEST} high, not {height}.")
    flame = view.flames[beacon - 1]
    if flame == (None if seat is None else Flame(seat, height)):
        return Forbidden("TOY-04", f"Beacon {beacon} already is.")
    return None


def _cannot_hide(view: View, seat: int, beacon: int) -> Forbidden | None:
    if not view.hidden[seat]:
        return Forbidden("TOY-02", f"{NAMES[seat]} has not hidden a lamp yet.")
    if view.seat is not None or not view.lamps[seat]:
        return Forbidden("TOY-02", "Only a referee who is not playing may move a hidden lamp.")
    if view.lamps[seat] == beacon:
        return Forbidden("TOY-02", f"The lamp of {NAMES[seat]} is in beacon {beacon} already.")
    return None


def _flame(fire: Fire | None) -> Flame | None:
    return None if fire is None else Flame(fire.seat, fire.height)


_Fork: TypeAlias = Fork[Adjustment]
_Grown: TypeAlias = tuple[Choice, _Fork | Adjustment]


def _first(view: View) -> _Fork:
    seats = range(len(view.oil))

    def kinds() -> Iterator[_Grown]:
        yield Choice("O", "Oil", "OIL "), _Fork("Whose oil?", lambda: map(_jar, seats))
        beacons = range(1, BEACONS + 1)
        lighters = (None, *seats)
        fires = _Fork("Which beacon?", lambda: (_fire(beacon, lighters) for beacon in beacons))
        yield Choice("B", "A beacon", "BEACON "), fires
        winds = _Fork("Where does the wind blow?", lambda: (_leaf(SetWind(n)) for n in beacons))
        yield Choice("W", "The wind", "WIND "), winds
        yield Choice("L", "A hidden lamp", "LAMP "), _Fork("Whose lamp?", lambda: map(_lamp, seats))
        turns = range(view.length)
        taken = _Fork("How many turns are taken?", lambda: (_leaf(SetTurn(n)) for n in turns))
        yield Choice("T", "The turn", "TURN "), taken

    return _Fork("What do you change?", kinds)


def _jar(seat: int) -> _Grown:
    some = _Fork("How much oil?", lambda: (_leaf(SetOil(seat, oil)) for oil in range(FULL + 1)))
    return Choice(f"{seat}", NAMES[seat], f"OIL {called(seat)} "), some


def _lamp(seat: int) -> _Grown:
    places = range(1, BEACONS + 1)
    where = _Fork("Where is it hidden?", lambda: (_leaf(SetLamp(seat, at)) for at in places))
    return Choice(f"{seat}", NAMES[seat], f"LAMP {called(seat)} "), where


def _fire(beacon: int, seats: Iterable[int | None]) -> _Grown:
    def heights(seat: int | None) -> Iterator[_Grown]:
        lit = [SetBeacon(beacon, seat, height) for height in range(1, HIGHEST + 1)]
        return map(_leaf, [SetBeacon(beacon)] if seat is None else lit)

    burns = _Fork("What burns there?", lambda: (each for seat in seats for each in heights(seat)))
    return Choice(f"{beacon}", f"Beacon {beacon}", f"BEACON {beacon} "), burns


def _leaf(adjustment: Adjustment) -> _Grown:
    match adjustment:
        case SetBeacon(_, seat, height):
            key = "out" if seat is None else f"{seat}x{height}"
            label = "Dark" if seat is None else f"{NAMES[seat]}, {height} high"
        case SetOil(_, oil):
            key, label = f"{oil}", f"{oil} oil"
        case SetTurn(turns):
            key, label = f"{turns}", f"{turns} turns"
        case SetWind(beacon) | SetLamp(_, beacon):
            key, label = f"{beacon}", f"Beacon {beacon}"
    return Choice(key, label, write(adjustment), final=True), adjustment
