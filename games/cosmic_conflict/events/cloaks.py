"""Events of ships with a Cloak Device (CC-236, D-101)."""

from __future__ import annotations

from games.core.events import Event, event
from games.core.geometry.plane import Point
from games.cosmic_conflict.events.parts import Piece


@event(
    "cloaked",
    "{unit} cloaks at {at:point} and leaves the board.",
    reveals=True,
    weight=2,
    sums="{unit} cloaked",
)
class ShipCloaked(Event):
    """All see that a ship is gone, and where from."""

    unit: Piece
    at: Point


@event(
    "course-recorded",
    "{unit} comes back at the end of turn {turn}, at {at:point}.",
    quiet=True,
    sums=None,
)
class CourseRecorded(Event):
    """Tells a side alone when and where a course ends."""

    unit: Piece
    turn: int
    at: Point


@event(
    "cloaked-move",
    "{unit}, cloaked, moves to {end:point}: Velocity {velocity}, heading {heading}°.",
    quiet=True,
    sums=None,
)
class CloakedMove(Event):
    """A recorded move, for the side of the ship alone."""

    unit: Piece
    start: Point
    end: Point
    heading: int
    velocity: int


@event(
    "decloaked",
    "{unit} decloaks at {at:point}: Velocity {velocity}, heading {heading}°.",
    reveals=True,
    weight=2,
    sums="{unit} decloaked",
)
class ShipDecloaked(Event):
    """A ship is on the board again; what lies there may end it at once."""

    unit: Piece
    at: Point
    heading: int
    velocity: int
