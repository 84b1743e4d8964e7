"""Leaving, handing over, draws, claims (D-57, D-59, D-75, D-77)."""

from __future__ import annotations

from games.astral_sailors.course import Course
from games.astral_sailors.moves import AgreeDraw, Claim, Leave, OfferDraw, TakeOver, WithdrawDraw
from games.astral_sailors.state import State
from games.astral_sailors.view import SailorsView
from games.core.decisions import Decision
from games.core.refusals import Forbidden

Talk = OfferDraw | AgreeDraw | WithdrawDraw | Leave | Claim | TakeOver


def offers(state: State) -> tuple[Decision, ...]:
    """``talk`` for every seat still in the match, ``takeover`` for team-mates of one who left."""
    raise NotImplementedError


def refusal(view: SailorsView, seat: int, move: Talk) -> Forbidden | None:
    """Why it cannot be."""
    raise NotImplementedError


def perform(course: Course, seat: int, move: Talk) -> None:
    """Make a legal one."""
    raise NotImplementedError
