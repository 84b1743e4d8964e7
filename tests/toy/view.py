"""What is seen of the toy, what is told of it, and its words."""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

from games.core.contract import Words
from games.core.events import Edited, Event, Phrases, event
from games.core.telling import ScoredSide, Tally
from games.core.types import Decision, Ending, Referee, Seat, Seated, Viewer

NAMES = ("Red", "Green", "Blue")
BEACONS, HIGHEST = 6, 4

T = TypeVar("T")


def put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
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

    ``teams``     by seat; empty when each seat is a team of its own
    ``actions``   in a turn; ``turns`` counts them all
    ``rounds``    how many turns each seat has
    ``shifts``    how often each seat has moved its lamp, where that can be done; else empty
    ``reacting``  the seat that reacts, counted from 1, or 0
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
    reacting: int = 0

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

    @classmethod
    def of(cls, state: Board, viewer: Viewer) -> View:
        """How often others have moved a lamp is as secret as where it is."""
        own = viewer.seat if isinstance(viewer, Seated) else None
        all_seen = state.over or isinstance(viewer, Referee)
        lamps, shifts = (
            tuple(value if all_seen or seat == own else 0 for seat, value in enumerate(values))
            for values in (state.lamps, state.shifts)
        )
        known = {**shared(state), "lamps": lamps, "shifts": shifts}
        return cls(**known, hidden=tuple(map(bool, state.lamps)), seat=own, all_seen=all_seen)

    @property
    def own_lamp(self) -> int:
        return 0 if self.seat is None else self.lamps[self.seat]


def shared(board: Board) -> dict[str, Any]:
    """What state and view have in common."""
    return {each.name: getattr(board, each.name) for each in fields(Board)}


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
        return PHRASES.tell(event)

    def standing(self, view: View) -> str:
        return " – ".join(f"{NAMES[seat]} {view.score(seat)}" for seat in range(len(view.oil)))

    def tally(self, view: View) -> Tally:
        seats = range(len(view.oil))
        sides = tuple(ScoredSide(NAMES[seat], (Seat(seat),)) for seat in seats)
        turn = f"Turn {view.turns + 1}"
        return Tally(turn, "Beacons", sides, tuple(Fraction(view.score(seat)) for seat in seats))

    def secrets(self, view: View) -> tuple[str, ...]:
        if view.all_seen and view.seat is None:
            lamps = zip(NAMES, view.lamps, strict=False)
            return tuple(f"{name} hid a lamp in beacon {lamp}." for name, lamp in lamps if lamp)
        return (f"Your lamp is in beacon {view.own_lamp}.",) if view.own_lamp else ()

    def ending(self, view: View, ending: Ending) -> str:
        if not ending.winners:
            return f"A draw: {self.standing(view)}."
        winners = " and ".join(NAMES[seat] for seat in ending.winners)
        verb = "wins" if len(ending.winners) == 1 else "win"
        return f"{winners} {verb}: {self.standing(view)}."
