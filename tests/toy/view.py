"""What is seen of the toy, what is told of it, and its words."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias, TypeVar

from games.core.contract import Words
from games.core.telling import ScoredSide, Tally
from games.core.types import Decision, Edited, Ending, Event, Phrases, Seat, event

NAMES = ("Red", "Green", "Blue")
BEACONS, HIGHEST = 6, 4

_T = TypeVar("_T")


def put(values: tuple[_T, ...], at: int, value: _T) -> tuple[_T, ...]:
    """``values`` with another one at a place."""
    return (*values[:at], value, *values[at + 1 :])


@dataclass(frozen=True, slots=True)
class Flame:
    seat: int
    height: int


@dataclass(frozen=True, slots=True)
class Board:
    """``lamps`` and ``oil`` are by seat, ``flames`` by beacon. A lamp of 0 is not hidden yet, or
    the viewer may not know where it is.

    ``teams``    by seat; empty when each seat is a team of its own
    ``actions``  in a turn; ``turns`` counts them all
    ``rounds``   how many turns each seat has
    ``shifts``   how often each seat has moved its lamp, where that can be done
    """

    lamps: tuple[int, ...]
    oil: tuple[int, ...]
    flames: tuple[Flame | None, ...] = (None,) * BEACONS
    wind: int = 0
    turns: int = 0
    teams: tuple[int, ...] = ()
    actions: int = 1
    shifts: tuple[int, ...] = ()
    rounds: int = 2

    @property
    def length(self) -> int:
        return self.rounds * self.actions * len(self.oil)

    @property
    def over(self) -> bool:
        return self.turns == self.length

    def score(self, seat: int) -> int:
        """Beacons, the wind taken off, and lamps as far as they are known."""
        own = [(at, each) for at, each in enumerate(self.flames, 1) if each and each.seat == seat]
        burning = sum(flame.height - (at == self.wind) for at, flame in own)
        lamp = self.lamps[seat]
        return burning + 3 * (lamp > 0 and self.flames[lamp - 1] is not None)


@dataclass(frozen=True, slots=True)
class View(Board):
    """``all_seen``: nothing is hidden from the referee, and from all after the end."""

    hidden: tuple[bool, ...] = ()
    seat: int | None = None
    all_seen: bool = False


@event("hidden", "{seat:name} has hidden a lamp.", weight=0)
class Hidden(Event):
    seat: int


@event("own_lamp", "Your lamp is in beacon {lamp}.")
class OwnLamp(Event):
    lamp: int


@event("moved_lamp", "Your lamp is in beacon {lamp}.", quiet=True)
class MovedLamp(Event):
    lamp: int


@event("blew", "The wind blows at beacon {beacon}.")
class Blew(Event):
    beacon: int


@event("lit", "{seat:name} lights beacon {beacon}, {height} high.")
class Lit(Event):
    seat: int
    beacon: int
    height: int


@event("rested", "{seat:name} rests.", weight=0)
class Rested(Event):
    seat: int


@event("revealed", "The lamp of {seat:name} was in beacon {lamp}.", reveals=True, weight=2)
class Revealed(Event):
    seat: int
    lamp: int


ToyEvent: TypeAlias = Hidden | OwnLamp | MovedLamp | Blew | Lit | Rested | Revealed | Edited
PHRASES = Phrases(name=lambda seat: NAMES[seat])


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
        return event.sentence if isinstance(event, Edited) else PHRASES.tell(event)

    def standing(self, view: View) -> str:
        return " – ".join(f"{NAMES[seat]} {view.score(seat)}" for seat in range(len(view.oil)))

    def tally(self, view: View) -> Tally:
        seats = range(len(view.oil))
        sides = tuple(ScoredSide(NAMES[seat], (Seat(seat),)) for seat in seats)
        turn = f"Turn {view.turns + 1}"
        return Tally(turn, "Beacons", sides, tuple(Fraction(view.score(seat)) for seat in seats))

    def secrets(self, view: View) -> tuple[str, ...]:
        lamp = 0 if view.seat is None else view.lamps[view.seat]
        return (f"Your lamp is in beacon {lamp}.",) if lamp else ()

    def ending(self, view: View, ending: Ending) -> str:
        if not ending.winners:
            return f"A draw: {self.standing(view)}."
        winners = " and ".join(NAMES[seat] for seat in ending.winners)
        verb = "wins" if len(ending.winners) == 1 else "win"
        return f"{winners} {verb}: {self.standing(view)}."
