"""Matches from a position, played in text, with dice as they are listed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.types import Seats
from games.galaxy_aflame.agreement import Agreement
from games.galaxy_aflame.game import GAME
from games.galaxy_aflame.ground import INCHES
from games.galaxy_aflame.state import State
from games.galaxy_aflame.table import Table, Unit
from games.galaxy_aflame.tools.position import GaPosition
from tests.games import course

SEATS = Seats.alone(2)


class Course(course.Course):
    state: State

    def __init__(self, state: State) -> None:
        super().__init__(GAME, state)

    @property
    def table(self) -> Table:
        return self.state.table

    def unit(self, code: str) -> Unit:
        return self.table.units[code]

    def at(self, code: str) -> str:
        """``24 19.5``, or nothing for a unit without a marker."""
        at = self.unit(code).at
        return "" if at is None else INCHES.name(at)

    def models(self, *codes: str) -> list[int]:
        return [self.unit(code).models for code in codes]


def position(units: Mapping[str, Any], layout: Any = None, **more: Any) -> Course:
    """A position in Red's turn on an empty table; ``settings`` among ``more`` are the match's."""
    settings = Agreement.model_validate(more.pop("settings", {}))
    form = GaPosition.model_validate({"units": units, "layout": layout, **more})
    return Course(form.state(settings, SEATS))


def having(card: str, at: str = "", **more: Any) -> dict[str, Any]:
    """A unit with more than a card and a place: ``having("INF", "24 24", models=3)``."""
    return {"card": card, "at": at or None, **more}
