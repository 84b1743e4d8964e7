"""Events and their audience.

A game's events are frozen dataclasses that derive from ``Event``. An event
that not everybody may know names its audience; the log of a seat filters the
one list of events and is never written separately.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final, Generic, TypeVar

from games.core.seats import Referee, Seat, Seated, Viewer

S = TypeVar("S")
E = TypeVar("E", bound="Event")


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Base of all events. ``only`` is ``None`` when everyone may know it.

    Class attributes tell the host what may be undone, what a summary tells first and what is
    worth a DM:

    ``reveals``  whether it discloses a secret to somebody
    ``weight``   0 for a trifle, 1 as usual, 2 for what a summary must not miss
    ``quiet``    no news to its audience, such as what a seat has just done itself: it is in the
                 log, but no DM is sent about it
    """

    reveals: ClassVar[bool] = False
    weight: ClassVar[int] = 1
    quiet: ClassVar[bool] = False

    only: tuple[Seat, ...] | None = None

    def visible_to(self, viewer: Viewer) -> bool:
        if self.only is None or isinstance(viewer, Referee):
            return True
        return isinstance(viewer, Seated) and viewer.seat in self.only


DIGESTED: Final = 4
"""Most sentences of a digest: a headline and three more."""


def weightiest(told: Iterable[tuple[int, str]]) -> tuple[str, ...]:
    """The sentences of a digest, headline first, chosen by weight.

    The weightiest come first, and of those that weigh the same the earliest; where there are too
    many, the newest are kept. Empty ones are left out.
    """
    said = [(weight, at, words) for at, (weight, words) in enumerate(told) if words]
    kept = sorted(said, reverse=True)[:DIGESTED]
    return tuple(words for _, _, words in sorted(kept, key=lambda each: (-each[0], each[1])))


@dataclass(frozen=True, slots=True)
class Step(Generic[S, E]):
    """A new state and the events that led to it, in order."""

    state: S
    events: tuple[E, ...]
