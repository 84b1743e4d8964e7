"""Reinforcements (2.9, D-47, D-48)."""

from __future__ import annotations

from games.astral_sailors.course import Course
from games.astral_sailors.moves import Done, Reinforce
from games.astral_sailors.table import Table, Unit
from games.core.refusals import Forbidden
from games.core.squares import Square


def spots(table: Table, unit: Unit) -> tuple[Square, ...]:
    """Every anchor where ``unit`` may enter now, in reading order."""
    raise NotImplementedError


def affordable(table: Table, seat: int) -> tuple[Unit, ...]:
    """Units of the seat's Reserve that its pool can pay."""
    raise NotImplementedError


def refusal(table: Table, seat: int, move: Reinforce | Done) -> Forbidden | None:
    """Why it cannot be. ``seat`` is the one whose army it is."""
    raise NotImplementedError


def perform(course: Course, seat: int, move: Reinforce | Done) -> None:
    """Make a legal one."""
    raise NotImplementedError
