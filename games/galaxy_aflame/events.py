"""Events of a match (canon 4.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from games.core.events import ENDS, HURT, LOST, Event, News, event
from games.core.geometry.plane import Point
from games.core.types import Seat
from games.galaxy_aflame.table import LETTERS
from games.galaxy_aflame.view import Sheet


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit as sentences name it: ``R1 Infectors``."""

    code: str
    name: str

    def __str__(self) -> str:
        return f"{self.code} {self.name}"

    @property
    def seat(self) -> Seat:
        return Seat(LETTERS.index(self.code[0]))


# --- Before the first turn ---


@event("sheet-changed", weight=0, quiet=True)
class SheetChanged(Event):
    """A seat changed its army, ranking or places, in secret."""

    sheet: Sheet


@event("sheet-locked", quiet=True)
class SheetLocked(Event):
    """A seat locked or unlocked its choice."""

    locked: bool


@event("army-chosen", "{seat:side} commands the {army}.")
class ArmyChosen(Event):
    """A seat chose its army in the open (option ``mirror``); ``army`` is its name."""

    seat: Seat
    army: str


@event("armies-revealed", reveals=True)
class ArmiesRevealed(Event):
    """The names of both armies."""

    armies: tuple[str, str]


@event("rolled-off", latest=True)
class RolledOff(Event):
    """Both dice; nobody wins a tie (GA-23)."""

    faces: tuple[int, int]
    winner: Seat | None


@event("privilege-set")
class PrivilegeSet(Event):
    """Who is first in the draft (``None`` without one), and who in the game (GA-23)."""

    draft: Seat | None
    game: Seat


@event("drafted")
class Drafted(Event):
    """A card was taken, another denied (GA-24, GA-25); names of cards, ``unit`` the new code."""

    seat: Seat
    unit: Piece | None
    denied: str

    def news(self) -> Iterator[News]:
        if self.unit:
            yield News("{by} took {to}", self.unit, self.seat, weight=0)
        if self.denied:
            yield News("{by} denied {to}", self.denied, self.seat, weight=0)


@event("hands-drawn")
class HandsDrawn(Event):
    """Both hands at the end of the draft, or as the bot drew them."""

    hands: tuple[tuple[Piece, ...], tuple[Piece, ...]]


@event("rankings-revealed", reveals=True, sums=None)
class RankingsRevealed(Event):
    """Both seats' rankings, own cards and the opponent's."""

    own: tuple[tuple[str, ...], tuple[str, ...]]
    enemy: tuple[tuple[str, ...], tuple[str, ...]]


@event("placed")
class Placed(Event):
    """A unit came onto the table, at the start or as a reinforcement (GA-29, GA-90)."""

    unit: Piece
    at: Point
    inside: str = ""
    arrives: bool = False

    def news(self) -> Iterator[News]:
        did, weight = ("brought in", 2) if self.arrives else ("deployed", 0)
        yield News(f"{{by}} {did} {{to}}", self.unit, self.unit, weight=weight)


@event("places-revealed", "All starting places are open now.", reveals=True)
class PlacesRevealed(Event):
    """Secret starting places are open now."""


# --- Turns ---

_SUPPRESSED = "{by} suppressed {to}"
_REMOVED = {
    "shot": "{by} destroyed {to}",
    "fled": "{to} fled",
    "wreck": "{to} fell with a transport",
    "carried": "{to} fell with a transport",
}


@event("turn-started", latest=True)
class TurnStarted(Event):
    """``rights``: units that may be brought (GA-87), for lost ``models`` and ``units``."""

    seat: Seat
    round: int
    rights: int
    models: int
    units: int


@event("nothing-brought", sums=None)
class NothingBrought(Event):
    """Rights to bring units were not used (GA-91)."""

    seat: Seat
    unused: int


@event("moved", sums="moved {unit}")
class Moved(Event):
    """A move or run along ``path``; ``length`` in tenths of an inch, rounded up."""

    unit: Piece
    path: tuple[Point, ...]
    length: int
    run: bool


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The defence checks of a unit and their effect.

    ``lost``       models lost, 0 for a vehicle
    ``left``       models left
    ``fate``       what they lead to
    """

    unit: Piece
    hits: int
    faces: tuple[int, ...]
    need: int
    saves: int
    failures: int
    lost: int
    left: int
    fate: Literal["", "out", "shaken", "destroyed"] = ""

    def news(self) -> Iterator[News]:
        if self.lost:
            counts = "model lost", "models lost"
            yield News("{by} hit {to}", self.unit, harm=HURT, amount=self.lost, counts=counts)
        if self.fate == "shaken":
            yield News("{by} shook {to}", self.unit, harm=HURT)


@event("attacked", weight=2)
class Attacked(Event):
    """A whole shot (GA-46 to GA-60) as one report.

    ``distance``    tenths of an inch, rounded up
    ``faces``       of the attack dice, none for a unit that suppresses automatically
    ``bonus``       attack dice added by the d4 of GA-72, 0 without it
    ``assault``     whether it begins an Assault (GA-71)
    ``die``         the d4 of GA-58 or GA-59, 0 without it
    ``suppressed``  all that it suppresses
    ``cover``       whether the unit that made the checks was in cover
    """

    attacker: Piece
    target: Piece
    suppress: bool
    start: Point
    end: Point
    distance: int
    need: int
    faces: tuple[int, ...]
    successes: int
    bonus: int
    assault: bool
    die: int
    suppressed: tuple[Piece, ...]
    checks: CheckReport | None
    cover: bool

    def news(self) -> Iterator[News]:
        without = "{by} attacked {to} without effect"
        checked = () if self.checks is None else (self.checks.unit,)
        for unit in dict.fromkeys((self.target, *self.suppressed, *checked)):
            yield News(without, unit, self.attacker, harm=0)
        yield from (News(_SUPPRESSED, unit, harm=HURT) for unit in self.suppressed)
        if self.checks is not None:
            yield from self.checks.news()


@event("returned", weight=2)
class Returned(Event):
    """Saves in cover hit the attacker of an Assault (GA-73)."""

    target: Piece
    at: Point
    checks: CheckReport

    def news(self) -> Iterator[News]:
        return (each._replace(by=self.target) for each in self.checks.news())


@event("got-out", weight=2)
class GotOut(Event):
    """A passenger got out of a wreck, hit by ``die`` (GA-96)."""

    transport: Piece
    at: Point
    die: int
    checks: CheckReport

    def news(self) -> Iterator[News]:
        return self.checks.news()


@event("removed", weight=2)
class Removed(Event):
    """A unit is out (GA-81, GA-85). ``fled``: it fell back beyond an edge; ``wreck``: there was no
    spot for it beside its wreck; ``carried``: it was lost with its transport.

    ``models``  those lost with it now, none where checks have cost it the last ones
    """

    unit: Piece
    at: Point
    cause: Literal["shot", "fled", "wreck", "carried"]
    models: int

    def news(self) -> Iterator[News]:
        yield News(_REMOVED[self.cause], self.unit, harm=LOST)


@event("fell-back", weight=2, sums="{unit} fell back", harm=HURT)
class FellBack(Event):
    """A unit fell back towards an edge (GA-84); where it is lost, ``end`` is on that edge."""

    unit: Piece
    start: Point
    end: Point
    edge: Literal["north", "south", "west", "east"]
    lost: bool


@event("disengaged", "{one} and {other} are no longer engaged.", weight=0)
class Disengaged(Event):
    """Two units are no longer engaged (GA-71)."""

    one: Piece
    other: Piece


@dataclass(frozen=True, slots=True)
class _Ride(Event):
    """A unit gets into or out of a transport, from ``start`` to ``at``."""

    unit: Piece
    transport: Piece
    start: Point
    at: Point


@event("embarked", "{unit} boarded {transport}.", sums="moved {unit}")
class Embarked(_Ride): ...


@event("disembarked", "{unit} left {transport} for {at:place}.", sums="moved {unit}")
class Disembarked(_Ride): ...


@event("order-stopped", "The order stopped at step {step}, {text}: {reason}", weight=2)
class OrderStopped(Event):
    """A step of an order turned out to be illegal, and the rest was dropped (GA-A13)."""

    step: int
    text: str
    reason: str


@event("suppression-ended", "No longer suppressed: {units:listed}.", weight=0)
class SuppressionEnded(Event):
    """A unit is no longer suppressed (GA-39, 2)."""

    units: tuple[Piece, ...]

    def news(self) -> Iterator[News]:
        return (News(_SUPPRESSED, unit, harm=HURT, over=True) for unit in self.units)


@event("turn-ended", "{seat:side} ended the turn.", weight=0)
class TurnEnded(Event):
    seat: Seat


@event("round-ended", "Round {round} is over.", weight=0)
class RoundEnded(Event):
    round: int


# --- The end ---


@event("game-over", weight=ENDS)
class GameOver(Event):
    """The result; ``scores`` as fractions in lowest terms where it was counted (GA-104).

    ``reason``  ``units`` (GA-102, GA-103), ``rounds`` (GA-104) or ``deadlock`` (GA-105)
    """

    winner: Seat | None
    reason: Literal["units", "rounds", "deadlock"]
    scores: tuple[str, str] | None = None
