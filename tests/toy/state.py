"""What is true in a match of the toy, secrets included, and its moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, TypeVar

BEACONS = 6
HIGHEST = 4
OFFERED = 3
"""More oil than that can only be typed."""
TURNS_EACH = 2


@dataclass(frozen=True, slots=True)
class Fire:
    seat: int
    height: int


@dataclass(frozen=True, slots=True)
class State:
    """``lamps`` and ``oil`` are by seat, ``fires`` by beacon; 0 stands for not yet.

    ``teams``    by seat; empty when each seat is a team of its own
    ``actions``  in a turn; ``turns`` counts them all
    ``rounds``   how many turns each seat has
    ``shifts``   how often each seat has moved its lamp, where that can be done
    """

    lamps: tuple[int, ...]
    oil: tuple[int, ...]
    fires: tuple[Fire | None, ...] = (None,) * BEACONS
    wind: int = 0
    turns: int = 0
    teams: tuple[int, ...] = ()
    actions: int = 1
    shifts: tuple[int, ...] = ()
    rounds: int = TURNS_EACH

    @property
    def length(self) -> int:
        return self.rounds * self.actions * len(self.lamps)

    @property
    def over(self) -> bool:
        return self.turns == self.length


@dataclass(frozen=True, slots=True)
class Hide:
    lamp: int
    kind: Literal["hide"] = "hide"


@dataclass(frozen=True, slots=True)
class Light:
    beacon: int
    height: int
    kind: Literal["light"] = "light"


@dataclass(frozen=True, slots=True)
class Rest:
    kind: Literal["rest"] = "rest"


Move: TypeAlias = Hide | Light | Rest

_T = TypeVar("_T")


def put(values: tuple[_T, ...], at: int, value: _T) -> tuple[_T, ...]:
    """``values`` with another one at a place."""
    return (*values[:at], value, *values[at + 1 :])
