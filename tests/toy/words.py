"""Sentences of the toy."""

from __future__ import annotations

from fractions import Fraction

from games.core.contract import Words
from games.core.decisions import Decision
from games.core.editing.acts import Edited
from games.core.endings import Ending
from games.core.seats import Seat
from games.core.telling.course import ScoredSide, Tally
from tests.toy.view import (
    NAMES,
    Blew,
    Hidden,
    Lit,
    MovedLamp,
    OwnLamp,
    Rested,
    Revealed,
    ToyEvent,
    View,
)


class ToyWords(Words[View, ToyEvent]):
    def seat(self, view: View, seat: Seat) -> str:
        return NAMES[seat]

    def ask(self, view: View, decision: Decision) -> str:
        if decision.kind == "shift":
            return "You may hide your lamp somewhere else."
        if decision.kind == "hide":
            return "Hide your lamp in one of the beacons, 1 to 6."
        return f"Light a beacon or rest. You have {view.oil[decision.seat]} oil."

    def tell(self, event: ToyEvent) -> str:
        match event:
            case Hidden(seat=seat):
                return f"{NAMES[seat]} has hidden a lamp."
            case OwnLamp(lamp=lamp) | MovedLamp(lamp=lamp):
                return f"Your lamp is in beacon {lamp}."
            case Blew(beacon=beacon):
                return f"The wind blows at beacon {beacon}."
            case Lit(seat=seat, beacon=beacon, height=height):
                return f"{NAMES[seat]} lights beacon {beacon}, {height} high."
            case Rested(seat=seat):
                return f"{NAMES[seat]} rests."
            case Revealed(seat=seat, lamp=lamp):
                return f"The lamp of {NAMES[seat]} was in beacon {lamp}."
            case Edited():
                return event.sentence

    def standing(self, view: View) -> str:
        return " – ".join(f"{NAMES[seat]} {view.score(seat)}" for seat in range(len(view.oil)))

    def tally(self, view: View) -> Tally:
        seats = range(len(view.oil))
        sides = tuple(ScoredSide(NAMES[seat], (Seat(seat),)) for seat in seats)
        turn = f"Turn {view.turns + 1}"
        return Tally(turn, "Beacons", sides, tuple(Fraction(view.score(seat)) for seat in seats))

    def secrets(self, view: View) -> tuple[str, ...]:
        if view.seat is None or not view.lamps[view.seat]:
            return ()
        return (f"Your lamp is in beacon {view.lamps[view.seat]}.",)

    def ending(self, view: View, ending: Ending) -> str:
        if not ending.winners:
            return f"A draw: {self.standing(view)}."
        winners = " and ".join(NAMES[seat] for seat in ending.winners)
        verb = "wins" if len(ending.winners) == 1 else "win"
        return f"{winners} {verb}: {self.standing(view)}."
