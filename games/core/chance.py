"""Requests for dice; games never roll them.

The host answers, writes the answer into the log and hands it back, so that a
replay needs no seed and a player can check every roll.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Roll:
    """A request for ``count`` dice with faces 1 to ``sides``; ``why`` is for people."""

    count: int
    sides: int
    why: str


@dataclass(frozen=True, slots=True)
class Chance:
    """The rolls that the match needs to go on.

    ``only``  the seats that may know that anything is rolled at all; ``None`` for everybody
    """

    rolls: tuple[Roll, ...]
    only: tuple[Seat, ...] | None = None


@dataclass(frozen=True, slots=True)
class Rolled:
    """The faces rolled: ``faces[i]`` answers ``rolls[i]``."""

    faces: tuple[tuple[int, ...], ...]

    def answers(self, chance: Chance) -> bool:
        """Whether number and range of the faces fit the request."""
        return len(self.faces) == len(chance.rolls) and all(
            len(faces) == roll.count and all(1 <= face <= roll.sides for face in faces)
            for faces, roll in zip(self.faces, chance.rolls, strict=True)
        )
