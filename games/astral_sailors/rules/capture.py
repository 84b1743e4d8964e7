"""Manhunt: capturing, carrying, delivering, letting go (ASCW-119 to 127, D-61)."""

from __future__ import annotations

from games.astral_sailors.course import Course
from games.astral_sailors.moves import Capture, Release
from games.astral_sailors.table import Table
from games.astral_sailors.view import TeamKnown
from games.core.refusals import Forbidden


def refusal(table: Table, own: TeamKnown, seat: int, move: Capture | Release) -> Forbidden | None:
    """Why it cannot be. Turn and selection have been checked."""
    raise NotImplementedError


def perform(course: Course, move: Capture | Release) -> None:
    """Make a legal one."""
    raise NotImplementedError


def arrive(course: Course, about: str) -> None:
    """Step ``arrive``: after a movement of ``about``: it may deliver its captive."""
    raise NotImplementedError


def let_go(course: Course, captor: str) -> None:
    """The captive of a unit that is gone or lets go is put down (D-61)."""
    raise NotImplementedError
