"""Line of sight and cover: exact, in whole numbers (D-37 to D-40)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from games.astral_sailors.table import Table, Unit
from games.core.squares import Base


class Sight(NamedTuple):
    """What a shooter sees of a target.

    ``score``     0 to 128 (D-39)
    ``blockers``  what hides it: codes of units and, for pieces, their place in ``table.pieces``
    """

    score: int
    blockers: tuple[str | int, ...] = ()

    @property
    def result(self) -> Literal["clear", "half", "blocked"]:
        return "clear" if self.score < 32 else "half" if self.score <= 96 else "blocked"


def look(table: Table, shooter: Unit, target: Unit, *, at: Base | None = None) -> Sight:
    """What ``shooter`` sees of ``target``, who is imagined at ``at`` if that is given (D-48)."""
    raise NotImplementedError


def look_all(table: Table, shooter: Unit, targets: tuple[Unit, ...]) -> dict[str, Sight]:
    """``look`` for many targets at once, by code; as fast as 60 targets in autocomplete need."""
    raise NotImplementedError
