"""Before the battle: Bellicose, objectives, targets, armies (2.4, D-54, D-56, D-65, D-78)."""

from __future__ import annotations

from games.astral_sailors.agreement import Agreement
from games.astral_sailors.course import Course
from games.astral_sailors.moves import Bellicose, Dismiss, Enlist, Lock, TakeList, Target, Unlock
from games.astral_sailors.state import State
from games.astral_sailors.table import RollObjectives, Table
from games.astral_sailors.view import DraftKnown, TeamKnown
from games.core.decisions import Decision
from games.core.refusals import Forbidden
from games.core.seats import Seats

Preparation = Bellicose | Enlist | Dismiss | TakeList | Lock | Unlock | Target


def opening(agreement: Agreement, seats: Seats) -> State:
    """The first state, its agenda not yet run."""
    raise NotImplementedError


def decisions(state: State) -> tuple[Decision, ...]:
    """The open ones of P1 and P2."""
    raise NotImplementedError


def begin(course: Course, about: str) -> None:
    """Step ``muster``: objectives are rolled, then armies are built."""
    raise NotImplementedError


def objectives_rolled(course: Course, task: RollObjectives, faces: tuple[int, ...]) -> None:
    """Tell each team its objective."""
    raise NotImplementedError


def reveal(course: Course, about: str) -> None:
    """Step ``reveal-armies``: all lists are locked; units get their codes; scenery comes next."""
    raise NotImplementedError


def refusal(
    table: Table, own: TeamKnown, draft: DraftKnown, seat: int, move: Preparation
) -> Forbidden | None:
    """Why it cannot be: with the rule that an illegal list breaks."""
    raise NotImplementedError


def perform(course: Course, seat: int, move: Preparation) -> None:
    """Make a legal one."""
    raise NotImplementedError


def default_list(table: Table, seat: int, draft: DraftKnown) -> tuple[str, ...]:
    """The army when time runs out: the list itself if legal, else that of D-78."""
    raise NotImplementedError
