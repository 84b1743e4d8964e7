"""Stories of events, drawn over a board: a step for each piece that acted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias, TypeVar

from games.core.editing.acts import Edited
from games.core.events import Event
from games.core.overlay import Arrow, Loss, Marker, Overlay, OverlayPart, Route

P = TypeVar("P")
E = TypeVar("E", bound=Event)
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
    """Who acts is named once, and again after a victim."""
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
