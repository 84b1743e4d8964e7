"""Events as an overlay of the board: paths, shots, blows and losses, step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from games.astral_sailors import events as e
from games.astral_sailors.names import counted
from games.astral_sailors.table import LETTERS
from games.astral_sailors.view import SailorsView
from games.core import overlay as core
from games.core.events import Edited, Event
from games.core.geometry.squares import Base, Square
from games.core.overlay import Arrow, Loss, Marker, Overlay, OverlayPart, Route
from games.core.types import Seat

_DOES = {"shoot": "shoots", "melee": "strikes", "charge": "charges", "counter": "strikes back at"}

MISS, FEW = "miss", 6
"""A story of more steps than a few says only in words what missed."""

Stands = Mapping[str, Base]
"""Where units stand, by code."""


def story(view: SailorsView, events: Sequence[Event]) -> Overlay[Base]:
    """The story of the events after the last change by a referee."""
    told = _Telling(view)
    for event, stands in _stands(view, core.events_since(events, Edited)):
        told.tell(event, stands)
    return told.overlay()


def _stands(view: SailorsView, events: Sequence[Event]) -> Iterator[tuple[Event, Stands]]:
    """Every event with where units stood just before it, found from where they stand now."""
    table = view.table
    stands: Stands = {unit.code: table.base(unit) for unit in table.on_board()}
    found = []
    for event in reversed(events):
        match event:
            case e.UnitMoved():
                stands = {**stands, **_at(view, event.unit, event.path[0])}
            case e.UnitEliminated() | e.CommanderCaptured():
                stands = {**stands, **_at(view, event.unit, event.at)}
        found.append((event, stands))
    return reversed(found)


def _at(view: SailorsView, code: str, at: Square | None) -> Stands:
    unit = view.table.units.get(code)
    return {} if unit is None or at is None else {code: Base(*at, view.table.kind(unit).base)}


class _Telling:
    """Builds the parts of a story.

    ``about``  the code of the unit whose step it is
    ``hits``   the parts whose wounds are not known yet, by the code of the victim
    """

    def __init__(self, view: SailorsView) -> None:
        self.view = view
        self.parts: list[OverlayPart[Base]] = []
        self.number = 0
        self.about = ""
        self.hits: dict[str, int] = {}

    def overlay(self) -> Overlay[Base]:
        places = tuple(place for part in self.parts for place in core.places_of(part))
        parts = tuple(replace(part, label=_counted(part.label)) for part in _in_words(self.parts))
        if self.number > FEW:
            missed = [{*part.label.split()} == {MISS} for part in self.parts]
            parts = tuple(
                replace(part, label="") if is_miss else part
                for part, is_miss in zip(parts, missed, strict=True)
            )
        return Overlay(parts, places)

    def tell(self, event: Event, stands: Stands) -> None:
        match event:
            case e.UnitMoved():
                self._moved(event)
            case e.UnitReinforced():
                self._came(event.unit, event.at, f"seat {event.unit[0]}", "enters")
            case e.CommanderReleased():
                self._came(event.unit, event.at, self.about or event.unit, "is free")
            case e.ExchangeResolved():
                self._exchanged(event, stands)
            case e.WoundsTaken() if event.unit in self.hits:
                lost = "paid" if event.paid else "tough"
                self._say(self.hits.pop(event.unit), f"-{event.lost}" if event.lost else lost)
            case e.UnitEliminated() if event.unit in stands:
                self._lost(event.unit, stands[event.unit])
            case e.CommanderCaptured() if event.unit in stands and event.by in stands:
                self._step(event.by)
                start, end = stands[event.by], stands[event.unit]
                self._add(Arrow(start=start, end=end), event.by, f"{event.by} seizes {event.unit}")
                self._lost(event.unit, end)
            case e.CommanderDelivered() if event.by in stands:
                self._step(event.by)
                told = f"{event.by} delivers {event.unit}"
                label = f"{event.unit} delivered"
                self._add(Marker(place=stands[event.by], label=label), event.by, told)

    def _step(self, about: str) -> None:
        self.number += about != self.about
        self.about = about

    def _add(self, part: OverlayPart[Base], by: str, told: str) -> int:
        """Put a part into the current step, in the colour of the unit ``by``; returns its place."""
        seat = Seat(LETTERS.index(by[0]))
        self.parts.append(replace(part, number=self.number, seat=seat, told=told))
        return len(self.parts) - 1

    def _say(self, at: int, label: str) -> None:
        part = self.parts[at]
        self.parts[at] = replace(part, label=f"{part.label} {label}".strip())

    def _moved(self, event: e.UnitMoved) -> None:
        places = tuple(
            base for at in event.path for base in _at(self.view, event.unit, at).values()
        )
        if len(places) < 2 or places[0] == places[-1]:
            return
        before = self.parts[-1] if self.parts else None
        self._step(event.unit)
        if (
            isinstance(before, Route)
            and before.number == self.number
            and before.places[-1] == places[0]
        ):
            del self.parts[-1]
            places = (*before.places, *places[1:])
        told = f"{event.unit} {event.how}s {places[0].anchor}-{places[-1].anchor}"
        self._add(Route(places=places), event.unit, told)

    def _came(self, unit: str, at: Square, about: str, does: str) -> None:
        for place in _at(self.view, unit, at).values():
            self._step(about)
            self._add(Marker(place=place), unit, f"{unit} {does} at {at}")

    def _exchanged(self, event: e.ExchangeResolved, stands: Stands) -> None:
        by, target = event.throw.attacker, event.throw.defender
        if target not in stands:
            return
        if event.how in ("terrain", "poison"):
            if event.wounds:
                self._step(target)
                about = f"{event.how} hurts {target}"
                self.hits[target] = self._add(Marker(place=stands[target]), target, about)
            return
        if by not in stands:
            return
        if event.how != "counter":
            self._step(by)
        at = self._arrow(by, target, event.how, stands)
        if event.wounds:
            self.hits[target] = at
        else:
            self._say(at, MISS)

    def _arrow(self, by: str, target: str, how: str, stands: Stands) -> int:
        """The arrow of an attack: one for all attacks on the same target in a step."""
        told = f"{by} {_DOES[how]} {target}"
        at = self._add(Arrow(start=stands[by], end=stands[target]), by, told)
        for number, part in enumerate(self.parts[:at]):
            if replace(part, label="") == self.parts[at]:
                del self.parts[at]
                return number
        return at

    def _lost(self, unit: str, place: Base) -> None:
        """What did it kills, and needs no label of its own."""
        killed = False
        for at, part in reversed([*enumerate(self.parts)]):
            if isinstance(part, Arrow) and (part.number, part.end) == (self.number, place):
                by, killed = part.told.partition(" ")[0], True
                self.parts[at] = replace(part, label="", told=f"{by} kills {unit}")
                break
        hurt = self.parts[-1] if self.parts else None
        told = "" if killed else f"{unit} is out"
        if isinstance(hurt, Marker) and (hurt.number, hurt.place) == (self.number, place):
            told, killed = f"{hurt.told.partition(' ')[0]} kills {unit}", True
            del self.parts[-1]
        if not killed:
            self._step(unit)
        self._add(Loss(place=place, label=unit), unit, told)


def _counted(label: str) -> str:
    """``-1 3 misses`` for ``miss -1 miss miss``."""
    words = label.split()
    misses = words.count(MISS)
    if misses < 2:
        return label
    return " ".join((*(word for word in words if word != MISS), counted(misses, MISS, "misses")))


def _spell(label: str) -> str:
    """``for 2``, ``in vain``, ``for 1, in vain twice``; what else a label says, the words do."""
    marks = label.split()
    misses = marks.count(MISS)
    told = [
        _MARKS.get(mark, f"for {mark[1:]}") for mark in marks if mark[0] == "-" or mark in _MARKS
    ]
    if misses:
        times = {1: "", 2: " twice"}.get(misses, f" {misses} times")
        told.append(f"in vain{times}")
    return ", ".join(told)


_MARKS = {"paid": "paid off", "tough": "absorbed"}


def _in_words(parts: Iterable[OverlayPart[Base]]) -> Iterator[OverlayPart[Base]]:
    """Put labels into words and name who acts once a step: ``R5 moves C3-E7``, ``shoots B6 for
    2``."""
    number, actor = 0, ""
    for part in parts:
        if not part.told:
            yield part
            continue
        unit, _, does = part.told.partition(" ")
        said = does if (part.number, unit) == (number, actor) else part.told
        number, actor = part.number, unit
        if part.label and not isinstance(part, Loss):
            said = f"{said} {_spell(part.label)}".rstrip()
        yield replace(part, told=said)
