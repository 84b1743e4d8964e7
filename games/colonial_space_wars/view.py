"""What one viewer may see of a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from games.colonial_space_wars.table import Table
from games.core import notation
from games.core.steps import TableView


@dataclass(frozen=True, slots=True)
class Sheet:
    """A list of units that is being written (CSW-19): ``sword`` is empty while no faction has
    been chosen, and ``edits`` counts the changes. With ``auto`` the bot chooses role and zone, and
    deploys."""

    sword: str = ""
    units: tuple[str, ...] = ()
    locked: bool = False
    edits: int = 0
    auto: bool = False


@dataclass(frozen=True, slots=True)
class View(TableView[Table, Sheet]):
    blank = Sheet


Request: TypeAlias = notation.Request[View]
"""Who makes a move: the seat's view, and the decision it answers."""
