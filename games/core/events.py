"""Events and their audience.

A game's events are frozen dataclasses that derive from ``Event``. An event
that not everybody may know names its audience; the log of a seat is the filter
of the one list of events, never a second text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from games.core.seats import Referee, Seat, Seated, Viewer

S = TypeVar("S")
E = TypeVar("E", bound="Event")


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Base of all events. ``only`` is ``None`` when everyone may know it.

    Labels of the class, from which the host derives what may be taken back, what a summary
    tells first and what is worth a letter:

    ``reveals``  somebody learns from it what they could not have known: a secret comes out
    ``weight``   0 for a trifle, 1 as usual, 2 for what a summary must not miss
    ``quiet``    no news to its audience, such as what a seat has just done itself: it stands in
                 the log, and no letter is written about it
    """

    reveals: ClassVar[bool] = False
    weight: ClassVar[int] = 1
    quiet: ClassVar[bool] = False

    only: tuple[Seat, ...] | None = None

    def visible_to(self, viewer: Viewer) -> bool:
        if self.only is None or isinstance(viewer, Referee):
            return True
        return isinstance(viewer, Seated) and viewer.seat in self.only


@dataclass(frozen=True, slots=True)
class Step(Generic[S, E]):
    """A new state and the events that led to it, in order."""

    state: S
    events: tuple[E, ...]
