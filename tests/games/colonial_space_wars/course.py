"""Matches from a position, played in text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.colonial_space_wars.agreement import Agreement
from games.colonial_space_wars.game import GAME
from games.colonial_space_wars.state import State
from games.colonial_space_wars.table import Table, Unit
from games.colonial_space_wars.tools import CswPosition, CswSetup, reach
from games.core.types import Seats
from tests.games import course

PLAIN = ("............",) * 10
MARCH = "broken_march"
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
        return str(self.unit(code).at)

    @property
    def left(self) -> int:
        """The movement points of the open activation."""
        assert self.table.open is not None
        return self.table.open.left

    def stops(self, code: str) -> Mapping[str, int]:
        found: Mapping[str, int] = reach(self.state, code)["stops"]
        return {square: cost for square, cost in found.items() if cost}


def position(units: Mapping[str, Any], board: Any = PLAIN, **more: Any) -> Course:
    """A position in a turn; ``settings`` among ``more`` are those of the match."""
    settings = Agreement.model_validate(more.pop("settings", {}))
    given = {"units": units, "board": board, "pool": 20, **more}
    return Course(CswPosition.model_validate(given).state(settings, SEATS))


def setup(settings: Mapping[str, Any] | None = None, **more: Any) -> Course:
    """The start of a match."""
    agreed = Agreement.model_validate(settings or {})
    if more:
        return Course(CswSetup.model_validate(more).state(agreed, SEATS))
    return Course(GAME.setup(agreed, SEATS))


def hurt(kind: str, at: str, health: int, **more: Any) -> dict[str, Any]:
    return {"type": kind, "at": at, "health": health, **more}
