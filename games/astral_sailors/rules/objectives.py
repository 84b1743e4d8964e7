"""Objectives and the victory check (2.17, D-57 to D-66, D-74)."""

from __future__ import annotations

from games.astral_sailors.course import Course
from games.astral_sailors.moves import Target
from games.astral_sailors.state import Secrets, State
from games.astral_sailors.table import Table
from games.core.decisions import Decision


def check(course: Course, about: str) -> None:
    """Step ``check``: intrusions, victory, endings without a winner, new targets."""
    raise NotImplementedError


def fulfilled(table: Table, secrets: Secrets, team: int) -> bool:
    """Whether the team meets its condition now."""
    raise NotImplementedError


def win(course: Course, team: int) -> None:
    """The match is won: also called when a dice-off between winners is decided."""
    raise NotImplementedError


def offers(state: State) -> tuple[Decision, ...]:
    """``target`` for the members of a team that has one to name (P2c and D-61)."""
    raise NotImplementedError


def set_target(course: Course, seat: int, move: Target) -> None:
    """Name it."""
    raise NotImplementedError


def count_quadrants(course: Course) -> None:
    """At the end of a round (D-63)."""
    raise NotImplementedError


def tally(table: Table, team: int, objective: int) -> tuple[str, ...]:
    """How far a team is with an objective, in sentences: for its members only."""
    raise NotImplementedError
