"""Dice-offs (ASCW-03, 04, D-72)."""

from __future__ import annotations

from games.astral_sailors.course import Course
from games.astral_sailors.table import DiceOff


def rolled(course: Course, task: DiceOff, faces: tuple[int, ...]) -> None:
    """Somebody wins, or those tied roll again; the winner is told to who asked (``purpose``)."""
    raise NotImplementedError
