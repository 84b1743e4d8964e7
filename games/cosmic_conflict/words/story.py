"""What events did, as an overlay of the board: a step for each unit that acted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core import overlay
from games.core.events import Event
from games.core.geometry.plane import Point
from games.core.overlay import Arrow, Ghost, Loss, Marker, Overlay, OverlayPart, Route
from games.core.types import Seat
from games.cosmic_conflict import events as e
from games.cosmic_conflict.events import ConditionApplied, UnitDestroyed
from games.cosmic_conflict.space import clamped, distance, rounded, rounded_point
from games.cosmic_conflict.table.conditions import LASTING
from games.cosmic_conflict.table.course import seat_of
from games.cosmic_conflict.view import View
from games.cosmic_conflict.words.reports import BANDS, told_condition

Part = OverlayPart[Point]
Acted = overlay.Acted[Point]


def story(events: Sequence[Event]) -> Overlay[Point]:
    return overlay.story(events, _parts, (e.TurnBegan, e.Activated))


def _parts(event: Event) -> Iterator[Acted]:
    match event:
        case e.Deployed(unit, at):
            yield unit.id, _marker(unit, at, unit.id, f"deploys at {rounded_point(at)}")
        case e.Moved(unit):
            yield unit.id, _way(event)
        case e.Attacked() | e.ContactAttacked():
            yield from _attack(event)
        case e.MissileLaunched(unit, _, target, token, start, at):
            told = f"launches {token} at {target.id}"
            yield unit.id, _arrow(unit, start, at, token, told)
        case e.MissileLost(token, at):
            yield "", Marker(place=at, label=f"{token} lost", told=f"{token} is lost")
        case e.AwsFired(unit, target, start, end, die):
            told = f"hits {target.id} with its AWS for {die}"
            yield unit.id, _arrow(unit, start, end, f"AWS {die}", told)
        case e.Exchanged(mover, enemy, start, end, own, other):
            told = f"deals {sum(own)} to {enemy.id} and takes {sum(other)} by PWS"
            yield mover.id, _arrow(mover, start, end, f"PWS {sum(own)}/{sum(other)}", told)
        case e.UnitDamaged():
            yield from _harm(event)
        case e.Displaced(unit, feature, start, end):
            told = f"{unit.id} is shifted by {feature} to {rounded_point(end)}"
            yield "", _route(unit, (start, end), "shift", told)
        case e.Fled() | e.Crashed() | e.Scuttled() | e.BogeyRemoved():
            yield from _gone(event)
        case e.FighterLaunched(unit, carrier, start, end) | e.FighterCollected(
            unit, carrier, start, end
        ):
            does = "leaves" if isinstance(event, e.FighterLaunched) else "boards"
            yield unit.id, _route(unit, (start, end), "", f"{does} {carrier.id}")
        case e.ShipCloaked() | e.CloakedMove() | e.ShipDecloaked():
            yield event.unit.id, _of_cloak(event)
        case e.TerrainPlaced() | e.TerrainMoved():
            for part in _of_terrain(event):
                yield "", part


def _of_terrain(event: e.TerrainPlaced | e.TerrainMoved) -> Iterator[Part]:
    if isinstance(event, e.TerrainPlaced):
        for id, at in event.places:
            told = f"{id} is placed at {rounded_point(at)}"
            yield Marker(place=at, seat=seat_of(event.side or 1), label=id, told=told)
        return
    for id, start, end in event.moved:
        told = f"{id} moves to {rounded_point(end)}"
        yield Route(places=(start, end), label=id, told=told)


def courses(view: View) -> Iterator[Part]:
    """Where ships have cloaked, as all have seen it; to who knows the course where they are, and
    the moves to come."""
    for unit in view.table.units.values():
        if unit.vanished is None:
            continue
        seat, board = seat_of(unit.side), view.table.board
        found = view.sheet(seat).cloaks.get(unit.id)
        if found is None:
            yield Marker(place=unit.vanished.at, seat=seat, label=f"{unit.id} cloaked")
            continue
        places = [clamped(board, each.at) for each in (found.now, *found.left)]
        yield Ghost(place=places[0], seat=seat, label=unit.id)
        if found.left:
            yield Route(places=tuple(places), seat=seat)


def _of_cloak(event: e.ShipCloaked | e.CloakedMove | e.ShipDecloaked) -> Part:
    unit = event.unit
    match event:
        case e.ShipCloaked(_, at):
            return _marker(unit, at, unit.id, f"cloaks at {rounded_point(at)}")
        case e.ShipDecloaked(_, at):
            return _marker(unit, at, unit.id, f"decloaks at {rounded_point(at)}")
        case e.CloakedMove(_, start, end):
            told = f"moves to {rounded_point(end)}, cloaked"
            if start == end:
                return _marker(unit, end, unit.id, told)
            return _route(unit, (start, end), "", told)


def _seat(unit: e.Piece) -> Seat:
    return seat_of(unit.side)


def _way(event: e.Moved) -> Part:
    """The way with its compulsory part; a ship that stays where it is leaves a mark."""
    unit, end = event.unit, rounded_point(event.end)
    corners = [event.start, event.straight] if event.straight != event.start else [event.start]
    places = (*corners, event.end) if event.end != corners[-1] else tuple(corners)
    if len(places) == 1:
        turn = f", heading {event.heading}°" if event.turn else ""
        return _marker(unit, event.end, unit.id, f"stays at {end}{turn}")
    if event.fighter:
        return _route(unit, places, "", f"flies to {end}")
    ahead = distance(event.start, event.straight)
    return _route(unit, places, "", f"moves {rounded(ahead)} to {end}")


def _attack(event: e.Attacked | e.ContactAttacked) -> Iterator[Acted]:
    """All numbers of an attack on a contact go to its owner, beside what everybody hears."""
    if event.only is None:
        yield event.token or event.unit.id, _shot(event)


def _gone(event: e.Fled | e.Crashed | e.Scuttled | e.BogeyRemoved) -> Iterator[Acted]:
    match event:
        case e.Fled(unit, how, at, aboard):
            does = "leaves the board" if how == "edge" else "jumps to Hyperspace"
            yield from _lost(unit, at, aboard, does)
        case e.Crashed(unit, feature, at, aboard):
            yield from _lost(unit, at, aboard, f"is destroyed inside {feature}")
        case e.Scuttled(unit, at, aboard):
            yield from _lost(unit, at, aboard, "destroys itself")
        case e.BogeyRemoved(unit, at) if at is not None:  # no ship, so no loss
            yield "", _marker(unit, at, f"{unit.id} false", f"{unit.id} was a false contact")


def _shot(event: e.Attacked | e.ContactAttacked) -> Part:
    """``hit 5``, ``glance 2``, ``miss``"""
    target, applied = event.target.id, event.applied
    label = "miss" if event.band == "miss" else f"{event.band} {applied}"
    effect = "" if event.band == "miss" else f" for {applied or 'no damage'}"
    return _arrow(
        event.unit, event.start, event.end, label, f"{BANDS[event.band]} {target}{effect}"
    )


def _harm(event: e.UnitDamaged) -> Iterator[Acted]:
    """Conditions, the end of a unit, and damage that no arrow tells."""
    unit, at = event.unit, event.at
    if event.cause in ("hazard", "danger") and event.amount:
        told = f"{unit.id} takes {event.amount} from {event.by}"
        yield "", _marker(unit, at, f"{unit.id} −{event.amount}", told)
    for part in event.parts:
        if isinstance(part, ConditionApplied) and part.result in LASTING:
            told = f"{unit.id}: {told_condition(part, event.labels)}"
            yield "", _marker(unit, at, f"{unit.id} !", told)
        if isinstance(part, UnitDestroyed):
            yield from _lost(unit, at, part.aboard, "is destroyed")


def _lost(unit: e.Piece, at: Point, aboard: Sequence[str], does: str) -> Iterator[Acted]:
    """A unit and the Fighters aboard it."""
    yield "", Loss(place=at, seat=_seat(unit), label=unit.id, told=f"{unit.id} {does}")
    for id in aboard:
        yield "", Loss(place=at, seat=_seat(unit), label=id, told=f"{id} is lost with it")


def _route(unit: e.Piece, places: tuple[Point, ...], label: str, told: str) -> Part:
    return Route(places=places, seat=_seat(unit), label=label, told=told)


def _arrow(unit: e.Piece, start: Point, end: Point, label: str, told: str) -> Part:
    return Arrow(start=start, end=end, seat=_seat(unit), label=label, told=told)


def _marker(unit: e.Piece, at: Point, label: str, told: str) -> Part:
    return Marker(place=at, seat=_seat(unit), label=label, told=told)
