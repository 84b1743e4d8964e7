"""What is drawn over a board: the story of a turn, or the choices of a question.

An overlay is made from a view and from events that its viewer may see. It holds places of the
game's own type ``P`` (hexes, bases of squares), seats and short texts; the renderer
(``renderers/overlay/overlays.py``) chooses colours, pixels and the positions of texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeAlias, TypeVar

from games.core.events import Edited, Event
from games.core.types import Seat

P = TypeVar("P")
E = TypeVar("E", bound=Event)

# --- Parts ---


@dataclass(frozen=True, slots=True, kw_only=True)
class OverlayPart(Generic[P]):
    """Base of all parts.

    ``number``  from 1: the step of the story, or the choice of the question, that it belongs to;
                0 for neither. Earlier steps are drawn fainter
    ``seat``    whose colour it has; ``None`` for a neutral colour
    ``label``   the text beside it on the picture, a few characters: ``R5 -2``
    ``told``    the same for alt text, without number and full stop: ``R5 shoots B6, 2 wounds``
    """

    number: int = 0
    seat: Seat | None = None
    label: str = ""
    told: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Route(OverlayPart[P]):
    """A path over at least two ``places``, its start included."""

    places: tuple[P, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrow(OverlayPart[P]):
    """A shot, a blow, or anything else that goes straight from ``start`` to ``end``."""

    start: P
    end: P


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss(OverlayPart[P]):
    """A piece of ``seat`` that was lost at ``place``."""

    place: P


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker(OverlayPart[P]):
    """A number at ``place``: a choice, or where a step of the story took place."""

    place: P


@dataclass(frozen=True, slots=True, kw_only=True)
class Region(OverlayPart[P]):
    """``places`` as an area: hatched, such as what is in reach, or as an outline only."""

    places: frozenset[P]
    hatched: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Ring(OverlayPart[P]):
    """Everything within ``radius`` steps of ``place``; 0 draws attention to the place itself."""

    place: P
    radius: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ghost(OverlayPart[P]):
    """The outline of a piece at ``place``, where it would stand; its code is the ``label``."""

    place: P


@dataclass(frozen=True, slots=True)
class Overlay(Generic[P]):
    """Parts in the order in which they are drawn and told.

    ``focus``        the places that a cropped picture must show, the most important one last; empty
                     when the whole board matters
    ``is_question``  the numbers are choices of a question, of which the first matter most, and not
                     steps of a story
    """

    parts: tuple[OverlayPart[P], ...] = ()
    focus: tuple[P, ...] = ()
    is_question: bool = False

    def __bool__(self) -> bool:
        return bool(self.parts)


# --- Stories of events ---

Acted: TypeAlias = tuple[str, OverlayPart[P]]
"""A part and the code of the acting piece, which is told before it; empty for a victim."""


def story(
    events: Sequence[E], parts: Callable[[E], Iterable[Acted[P]]], begins: type | tuple[type, ...]
) -> Overlay[P]:
    """What happened after the last change by a referee, by the ``parts`` of each event; those of
    the types ``begins`` begin another step."""
    found = tuple(_numbered(events_since(events, Edited), parts, begins))
    return Overlay(found, tuple(place for part in found for place in places_of(part)))


def events_since(events: Sequence[E], *kinds: type) -> Sequence[E]:
    """The events after the last of these kinds."""
    found = [at for at, event in enumerate(events) if isinstance(event, kinds)]
    return events[found[-1] + 1 :] if found else events


def _numbered(
    events: Sequence[E], parts: Callable[[E], Iterable[Acted[P]]], begins: type | tuple[type, ...]
) -> Iterator[OverlayPart[P]]:
    """The parts with the numbers of their steps; a step names the acting piece once, and again
    after a victim."""
    number, about, named = 0, "", ""
    for event in events:
        if isinstance(event, begins):
            about = ""
        for actor, part in parts(event):
            if actor and actor != about:
                number, about, named = number + 1, actor, ""
            told = part.told if actor == named else f"{actor} {part.told}".lstrip()
            named = actor
            yield replace(part, number=max(1, number), told=told)


def places_of(part: OverlayPart[P]) -> tuple[P, ...]:
    match part:
        case Route(places=places):
            return places
        case Arrow(start=start, end=end):
            return start, end
        case Marker(place=place) | Loss(place=place):
            return (place,)
    return ()
