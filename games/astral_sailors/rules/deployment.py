"""The first deployment (2.5, D-52, D-70)."""

from __future__ import annotations

from games.astral_sailors.course import Course
from games.astral_sailors.moves import Deploy, DeployRest, Done, TakeBack
from games.astral_sailors.table import Table
from games.core.refusals import Forbidden


def begin(course: Course, about: str) -> None:
    """Step ``deployment``: targets not named take their default; teams roll who begins."""
    raise NotImplementedError


def ordered(course: Course, team: int) -> None:
    """The dice-off is won by ``team``."""
    raise NotImplementedError


def next_turn(course: Course, about: str) -> None:
    """Step ``next-deployment``."""
    raise NotImplementedError


def refusal(
    table: Table, seat: int, move: Deploy | TakeBack | DeployRest | Done
) -> Forbidden | None:
    """Why it cannot be. ``seat`` is the one whose army it is."""
    raise NotImplementedError


def perform(course: Course, seat: int, move: Deploy | TakeBack | DeployRest | Done) -> None:
    """Make a legal one."""
    raise NotImplementedError


def automatic(table: Table, seat: int) -> tuple[Deploy, ...]:
    """What the bot deploys for an absent player, in order (D-70)."""
    raise NotImplementedError
