"""What one viewer may see of a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from games.core import notation
from games.core.geometry.plane import Point
from games.core.steps import TableView
from games.galaxy_aflame.table import Table


@dataclass(frozen=True, slots=True)
class Placing:
    """A unit's starting place: a point, or inside a transport (GA-29, GA-31)."""

    unit: str
    at: Point | None = None
    inside: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a seat writes in secret: an army, rankings of both decks, or starting places.

    ``auto``            whether the bot deploys for it
    ``own``, ``enemy``  cards, the most wanted first; empty while there is no list
    ``edits``           counts the changes
    """

    army: str = ""
    own: tuple[str, ...] = ()
    enemy: tuple[str, ...] = ()
    places: tuple[Placing, ...] = ()
    locked: bool = False
    edits: int = 0
    auto: bool = False


@dataclass(frozen=True, slots=True)
class View(TableView[Table, Sheet]):
    blank = Sheet


Request: TypeAlias = notation.Request[View]
"""Who makes a move: the seat's view, and the decision it answers."""
