"""Venomous and Electric (ASCW-158, 159, D-33)."""

from __future__ import annotations

from games.astral_sailors.course import Course
from games.astral_sailors.table import Tick


def start(course: Course) -> None:
    """At the start of a round: put a ``Tick`` on the agenda for every mark, victims by code."""
    raise NotImplementedError


def tick(course: Course, task: Tick) -> None:
    """One mark ticks: its automatic attack goes on the agenda."""
    raise NotImplementedError
