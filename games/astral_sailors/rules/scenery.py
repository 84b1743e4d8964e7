"""Placing scenery (2.3, D-49, D-50)."""

from __future__ import annotations

from games.astral_sailors.course import Course
from games.astral_sailors.moves import PlacePiece
from games.astral_sailors.table import Table
from games.core.refusals import Forbidden


def begin(course: Course, about: str) -> None:
    """Step ``scenery``: lay the preset, or roll who begins."""
    raise NotImplementedError


def ordered(course: Course, team: int) -> None:
    """The dice-off is won by ``team``: the players place in this order."""
    raise NotImplementedError


def next_turn(course: Course, about: str) -> None:
    """Step ``next-piece``."""
    raise NotImplementedError


def refusal(table: Table, seat: int, move: PlacePiece) -> Forbidden | None:
    """Why the piece cannot lie there."""
    raise NotImplementedError


def perform(course: Course, seat: int, move: PlacePiece) -> None:
    """Lay it."""
    raise NotImplementedError


def automatic(table: Table, seat: int) -> PlacePiece:
    """The piece that the bot lays for an absent player (D-70)."""
    raise NotImplementedError
