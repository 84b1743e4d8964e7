"""Seats and viewers.

A seat is a place in a match, counted from 0. A viewer is a seat, a spectator or
the referee; it is always named and never defaulted, so that forgetting it is a
type error and not a leak.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NewType, TypeAlias

Seat = NewType("Seat", int)
"""A place in a match, 0 for the first."""


@dataclass(frozen=True, slots=True)
class Seated:
    """The viewer who holds a seat and sees what it may see."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Spectator:
    """The viewer of public facts only."""


@dataclass(frozen=True, slots=True)
class Referee:
    """The game master: sees everything."""


Viewer: TypeAlias = Seated | Spectator | Referee

SPECTATOR = Spectator()
REFEREE = Referee()


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats of one match.

    ``teams[s]`` is the team of seat ``s``; in a game without teams every seat
    is a team of its own.
    """

    teams: tuple[int, ...]

    @classmethod
    def alone(cls, count: int) -> Seats:
        """``count`` seats, each its own team."""
        return cls(tuple(range(count)))

    def __len__(self) -> int:
        return len(self.teams)

    def all(self) -> tuple[Seat, ...]:
        return tuple(Seat(number) for number in range(len(self.teams)))

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats that are not in the team of ``seat``."""
        return tuple(other for other in self.all() if self.teams[other] != self.teams[seat])
