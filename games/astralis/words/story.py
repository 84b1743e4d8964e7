"""What several turns did, as an overlay: flights, and the planets that came of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile

from games.astralis import events as e
from games.astralis.board import index_of
from games.astralis.sides import Side
from games.astralis.view import AstralisView
from games.core.events import Edited, Event
from games.core.geometry.hexes import Hex
from games.core.overlay import Loss, Marker, Overlay, Route, events_since


def story(view: AstralisView, events: Sequence[Event]) -> Overlay[Hex]:
    """The turns since the last change by a referee or swap of colours, each a step.

    Empty for a single turn: every picture shows the last one.
    """
    turns = dropwhile(lambda event: not isinstance(event, e.Moved), since_change(events))
    return joined(tuple(_parts(view, turns)))


def since_change(events: Sequence[Event]) -> Sequence[Event]:
    """The events after the last change by a referee or swap of colours."""
    return events_since(events, Edited, e.Swapped)


def joined(parts: tuple[Route[Hex] | Marker[Hex] | Loss[Hex], ...]) -> Overlay[Hex]:
    """The overlay of the parts of several turns; empty for a single one."""
    if not parts or parts[-1].number < 2:
        return Overlay()
    places = (part.places[-1] if isinstance(part, Route) else part.place for part in parts)
    return Overlay(parts, tuple(places))


def _parts(view: AstralisView, events: Iterable[Event]) -> Iterator[Route[Hex] | Marker[Hex]]:
    number = 0

    def won(side: Side, hex: str, label: str, does: str) -> Marker[Hex]:
        return Marker(
            place=_at(view, hex),
            number=number,
            seat=view.seats[side],
            label=label,
            told=f"{does} {hex}",
        )

    for event in events:
        match event:
            case e.Moved(side, origin, to):
                number += 1
                told = f"{side.label} flies {origin}-{to}"
                places = (_at(view, origin), _at(view, to))
                yield Route(places=places, number=number, seat=view.seats[side], told=told)
            case e.Planted(side, hex):
                yield won(side, hex, "", "plants")
            case e.Bonus(side, hexes):
                yield from (won(side, hex, "bonus", "earns") for hex in hexes)
            case e.Awarded(side, hex):
                yield won(side, hex, "bonus", f"{side.label} earns")
            case e.Extracted(side, hexes):
                yield from (won(side, hex, "taken", "extracts") for hex in hexes)


def _at(view: AstralisView, hex: str) -> Hex:
    return view.board.axial[index_of(hex)]
