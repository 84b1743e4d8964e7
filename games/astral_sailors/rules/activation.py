"""Activating units: what a unit may do in its turn, and what it does (2.8, 2.11 to 2.12)."""

from __future__ import annotations

from games.astral_sailors.course import Course
from games.astral_sailors.moves import Action, Done, EndUnit
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.view import TeamKnown
from games.core.refusals import Forbidden


def selectable(table: Table, seat: int) -> tuple[Unit, ...]:
    """Units that the seat whose turn it is may act with now, the active one first (canon 4.2)."""
    raise NotImplementedError


def refusal(
    table: Table, own: TeamKnown, seat: int, move: Action | EndUnit | Done
) -> Forbidden | None:
    """Why a move of the decision ``activate`` cannot be made."""
    raise NotImplementedError


def perform(course: Course, seat: int, move: Action | EndUnit | Done) -> None:
    """Make a legal one: book AP, change the board, put attacks and checks on the agenda."""
    raise NotImplementedError


def end(course: Course, about: str) -> None:
    """Step ``end-activation``: the active unit ``about`` is done; terrain under it may strike."""
    raise NotImplementedError


def enemies_in_reach(table: Table, unit: Unit, how: str) -> tuple[Unit, ...]:
    """Legal single targets of Shoot or Melee (``how``), by code."""
    raise NotImplementedError
