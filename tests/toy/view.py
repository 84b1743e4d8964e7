"""What a viewer sees of a match of the toy, and what is told of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from games.core.editing.acts import Edited
from games.core.events import Event
from tests.toy.state import TURNS_EACH

NAMES = ("Red", "Green", "Blue")


@dataclass(frozen=True, slots=True)
class Flame:
    seat: int
    height: int


@dataclass(frozen=True, slots=True)
class View:
    """``lamps`` holds only those the viewer may know; 0 stands for unknown or not yet.

    ``length``    how many actions the match has; ``turns`` of them are taken
    ``shifts``    as in ``state.State``, where the viewer may know them
    ``all_seen``  whether nothing is hidden: from the referee, and from all after the end
    """

    lamps: tuple[int, ...]
    hidden: tuple[bool, ...]
    oil: tuple[int, ...]
    flames: tuple[Flame | None, ...]
    wind: int
    turns: int
    seat: int | None
    teams: tuple[int, ...] = ()
    actions: int = 1
    shifts: tuple[int, ...] = ()
    rounds: int = TURNS_EACH
    all_seen: bool = False

    @property
    def length(self) -> int:
        return self.rounds * self.actions * len(self.oil)

    def height(self, beacon: int) -> int:
        """How high ``beacon`` counts, the wind taken off."""
        flame = self.flames[beacon - 1]
        return 0 if flame is None else flame.height - (beacon == self.wind)

    def score(self, seat: int) -> int:
        """What is open to all: beacons, and lamps as far as they are known."""
        burning = sum(
            self.height(number)
            for number, flame in enumerate(self.flames, 1)
            if flame is not None and flame.seat == seat
        )
        lamp = self.lamps[seat]
        return burning + 3 * (lamp > 0 and self.flames[lamp - 1] is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hidden(Event):
    weight: ClassVar[int] = 0
    seat: int
    kind: Literal["hidden"] = "hidden"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnLamp(Event):
    lamp: int
    kind: Literal["own_lamp"] = "own_lamp"


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedLamp(Event):
    """Told to the seat itself, which has just done it."""

    quiet: ClassVar[bool] = True

    lamp: int
    kind: Literal["moved_lamp"] = "moved_lamp"


@dataclass(frozen=True, slots=True, kw_only=True)
class Blew(Event):
    beacon: int
    kind: Literal["blew"] = "blew"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lit(Event):
    seat: int
    beacon: int
    height: int
    kind: Literal["lit"] = "lit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rested(Event):
    weight: ClassVar[int] = 0
    seat: int
    kind: Literal["rested"] = "rested"


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed(Event):
    reveals: ClassVar[bool] = True
    weight: ClassVar[int] = 2
    seat: int
    lamp: int
    kind: Literal["revealed"] = "revealed"


ToyEvent: TypeAlias = Hidden | OwnLamp | MovedLamp | Blew | Lit | Rested | Revealed | Edited
