"""The round: order, points, halves, the end (2.6 to 2.9, D-41 to D-46, D-76)."""

from __future__ import annotations

from games.astral_sailors.course import Course
from games.astral_sailors.table import RollIncome, Table
from games.core.decisions import Decision


def line(table: Table, team: int) -> tuple[int, ...]:
    """The order of players when ``team`` starts (D-41)."""
    raise NotImplementedError


def decisions(table: Table) -> tuple[Decision, ...]:
    """The decision of the turn: ``scenery``, ``deploy``, ``activate`` or ``reinforce``."""
    raise NotImplementedError


def begin(course: Course, about: str) -> None:
    """Step ``begin-round`` (4.1, order of bot steps)."""
    raise NotImplementedError


def order(course: Course, about: str) -> None:
    """Step ``order``: roll who starts, or know it (D-42)."""
    raise NotImplementedError


def ordered(course: Course, team: int) -> None:
    """``team`` starts the round."""
    raise NotImplementedError


def points(course: Course, about: str) -> None:
    """Step ``points``."""
    raise NotImplementedError


def income_rolled(course: Course, task: RollIncome, faces: tuple[int, ...]) -> None:
    """Pay the income of all."""
    raise NotImplementedError


def activation(course: Course, about: str) -> None:
    """Step ``activation``: set AP, begin the first half."""
    raise NotImplementedError


def next_turn(course: Course, about: str) -> None:
    """Step ``next-turn``: the next half-turn or reinforcement turn that has something to decide."""
    raise NotImplementedError


def reinforcement(course: Course, about: str) -> None:
    """Step ``reinforcement``."""
    raise NotImplementedError


def end(course: Course, about: str) -> None:
    """Step ``end-round``: quadrants, flags, round limit."""
    raise NotImplementedError
