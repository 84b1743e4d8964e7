"""Events of Formations and Escorts (2.14)."""

from __future__ import annotations

from typing import Literal

from games.core.events import Event, event
from games.core.geometry.plane import Point
from games.cosmic_conflict.events.parts import Piece


@event("formation-changed", sums=None)
class FormationChanged(Event):
    """Who leads a Formation, with which members (CC-261, CC-268)."""

    lead: Piece
    members: tuple[Piece, ...]
    stance: Literal["offensive", "defensive"]


@event("escort-changed", "{unit} escorts {ward}.", sums=None)
class EscortChanged(Event):
    """``bearing`` is where it is shown, from the heading of its ward (CC-272, D-077)."""

    unit: Piece
    ward: Piece
    bearing: int


@event("parted", "{unit} acts on its own again, from {at:point}.", sums=None)
class Parted(Event):
    """A ship is no longer in a Formation, or an escort no longer with its ward."""

    unit: Piece
    at: Point


@event("redirected", "{unit} takes the hit in place of {target}: {damage} damage.", sums=None)
class Redirected(Event):
    """A ship takes a hit in place of another (CC-269, CC-282); ``damage`` is for its Size."""

    unit: Piece
    target: Piece
    damage: int
