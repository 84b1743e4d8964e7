"""How a match went: the score from turn to turn, what was lost, and where it turned.

Made from views and from events that their viewer may see, one after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from games.core.overlay import Loss, Overlay
from games.core.seats import Seat


@dataclass(frozen=True, slots=True)
class ScoredSide:
    """A seat or team with a score of its own, by its name in the game."""

    name: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """How a match stands in numbers.

    ``turn``     the turn that is under way: ``Turn 12``, ``Round 2, Blue``. Turns that follow one
                 another have different names
    ``measure``  what the scores count: ``Hexes``
    ``scores``   by side; empty while there is nothing to count
    """

    turn: str
    measure: str
    sides: tuple[ScoredSide, ...]
    scores: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Sample:
    """A turn: the scores after it, and what each side lost in it, by name."""

    turn: str
    scores: tuple[Fraction, ...]
    lost: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The turn ``samples[at]`` of a course, and by how much it changed the score of each side."""

    at: int
    changes: tuple[Fraction, ...]

    @property
    def swing(self) -> Fraction:
        """By how much the gap between the sides changed."""
        return max(self.changes) - min(self.changes)


@dataclass(frozen=True, slots=True)
class Course:
    """A match from its first turn with a score to its last; without samples if it had none."""

    measure: str = ""
    sides: tuple[ScoredSide, ...] = ()
    samples: tuple[Sample, ...] = ()

    def lost(self, side: int) -> tuple[str, ...]:
        """What a side lost in the whole match, in order."""
        return tuple(piece for sample in self.samples for piece in sample.lost[side])

    def turning_points(self, most: int = 3) -> tuple[TurningPoint, ...]:
        """The turns with the largest swings, in order of play."""
        found = [
            TurningPoint(at, tuple(b - a for a, b in zip(before.scores, after.scores, strict=True)))
            for at, (before, after) in enumerate(pairwise(self.samples), start=1)
        ]
        best = sorted(found, key=lambda each: -each.swing)[:most]
        return tuple(sorted((each for each in best if each.swing > 0), key=lambda each: each.at))


class CourseRecorder:
    """Follows a match view by view."""

    def __init__(self) -> None:
        self._under_way = "Start"
        self._last: Tally | None = None
        self._samples: list[Sample] = []

    def add(self, tally: Tally | None, story: Overlay[Any]) -> None:
        """Add the next position and the events that led to it; skip it without a tally."""
        if tally is None:
            return
        turn, self._under_way = self._under_way, tally.turn
        if not tally.scores:
            return
        self._last = tally
        lost = _losses(tally.sides, story)
        if self._samples and self._samples[-1].turn == turn:
            before = self._samples.pop().lost
            lost = tuple(a + b for a, b in zip(before, lost, strict=True))
        self._samples.append(Sample(turn, tally.scores, lost))

    @property
    def course(self) -> Course:
        if self._last is None:
            return Course()
        return Course(self._last.measure, self._last.sides, tuple(self._samples))


def _losses(sides: Sequence[ScoredSide], story: Overlay[Any]) -> tuple[tuple[str, ...], ...]:
    """By side the pieces that were lost; the label of a loss begins with the name of its piece."""
    lost = [(part.seat, part.label.split()[0]) for part in story.parts if isinstance(part, Loss)]
    return tuple(tuple(name for seat, name in lost if seat in side.seats) for side in sides)
