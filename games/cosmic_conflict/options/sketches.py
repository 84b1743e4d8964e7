"""What is drawn over the preview of a move, and under the choices of a question (4.9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from games.core.geometry.plane import Point, Polygon
from games.core.overlay import Arrow, Ghost, Loss, Marker, Overlay, OverlayPart, Region, Ring, Route
from games.core.questions import Sketch
from games.core.telling import average, counted, listed
from games.core.types import Forbidden, Seat
from games.cosmic_conflict.content.maps import kind_name
from games.cosmic_conflict.content.terrain import Feature
from games.cosmic_conflict.moves import Activate
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.rules import cloak, movement
from games.cosmic_conflict.rules.attacks.shots import Fire, Interrupt, MarkTarget
from games.cosmic_conflict.rules.attacks.targeting import can_attack, declared
from games.cosmic_conflict.rules.fighters import Launch
from games.cosmic_conflict.rules.movement import Fly, Move, plan_of
from games.cosmic_conflict.rules.orders import marks
from games.cosmic_conflict.rules.orders.commands import Reveal
from games.cosmic_conflict.rules.reactions import Cloak
from games.cosmic_conflict.rules.setup.agreeing import Agree, Propose
from games.cosmic_conflict.rules.setup.deployment import AutoAll, Place, automatic_rest, planned
from games.cosmic_conflict.rules.setup.placing import PlaceTerrain
from games.cosmic_conflict.rules.windows import weapons
from games.cosmic_conflict.space import (
    ARCS,
    DU,
    EDGES,
    MISSILE_REACH,
    SCALE,
    ahead,
    rounded,
    token_point,
)
from games.cosmic_conflict.table import tasks
from games.cosmic_conflict.table.course import seat_of, side_of
from games.cosmic_conflict.table.tasks import Attack
from games.cosmic_conflict.table.units import Table, Unit
from games.cosmic_conflict.view import Leg, View

BOW = 2 * DU
"""How long the arrow is that shows a heading."""

Parts = Iterator[OverlayPart[Any]]


def sketch(view: View, move: Answer) -> Overlay[Any]:
    """The way of a legal move with its straight part, a line of fire with its mean, a place."""
    return _overlay(_parts(view, move))


def _overlay(parts: Parts) -> Overlay[Any]:
    found = tuple(parts)
    focus = (
        place
        for part in found
        for place in (getattr(part, "place", None), getattr(part, "end", None))
    )
    return Overlay(found, tuple(each for each in focus if isinstance(each, Point)))


def _parts(view: View, move: Answer) -> Parts:
    table, now = view.table, view.course.acting
    if isinstance(move, Activate):
        unit = table.units[move.unit]
        yield from standing(table, unit) if not move.steps else ()
        for step in move.steps:
            yield from _parts_of(view, unit, step)
            unit = _after(table, unit, step)
    else:
        yield from _parts_of(view, table.units[now.unit] if now else None, move)


def _after(table: Table, unit: Unit, step: Answer) -> Unit:
    """The unit where a step leads it, for those that follow."""
    match step:
        case Move():
            return movement.moved(unit, movement.plot(table, unit, plan_of(step)))
        case Fly(to=to):
            return replace(unit, at=to)
    return unit


def _parts_of(view: View, unit: Unit | None, move: Answer) -> Parts:
    """A move of the unit that acts, if one does."""
    table, seat = view.table, view.seat or Seat(0)
    match move:
        case Move() if unit:
            yield from way(table, unit, move)
        case Fly(to=to) if unit:
            yield from _flight(table, unit, to)
        case Fire(weapon=weapon, targets=targets, token=token) if unit:
            yield from _shot(table, unit, weapon, targets, token)
        case Interrupt(unit=id, weapon=weapon, target=target, token=token):
            yield from _shot(table, table.units[id], weapon, (target,), token)
        case MarkTarget(target=id) | Reveal(target=id) if unit and id:
            yield from _line(unit, table.units[id])
        case Place(unit=id, at=at, heading=heading, velocity=velocity):
            placed = table.units[id]
            bow = EDGES[placed.side] if heading is None else heading
            yield from standing(table, replace(placed, at=at, heading=bow, velocity=velocity))
        case Propose() if not isinstance(found := move.change(table), Forbidden):
            yield from other_ground(table, *found)
        case Agree() if proposal := view.course.proposal:
            yield from other_ground(table, proposal.features, proposal.objectives)
        case PlaceTerrain(terrain=terrain, at=at):
            yield Ghost(place=at, seat=seat, label="", told=f"{kind_name(terrain)} here")
        case Cloak(moves) if view.course.agenda:
            task: Any = view.course.agenda[-1]
            yield from course(table, table.units[task.unit], moves)
        case AutoAll():
            for each in automatic_rest(planned(view, seat), side_of(seat)):
                yield Ghost(place=each.at, seat=seat, label=each.unit, told=f"{each.unit} here")
        case Launch(fighter=id, at=at) if unit:
            yield from _flight(table, replace(table.units[id], at=unit.at), at)


# --- Ground ---


def other_ground(table: Table, features: Sequence[Feature], objectives: Sequence[Point]) -> Parts:
    """What other ground has, and what it has no more."""
    for each in table.features:
        if each.id not in {other.id for other in features}:
            at = each.zones[0].centre
            yield Loss(place=at, label=each.id, told=f"{each.id} would be gone")
    for each in features:
        if each not in table.features:
            yield Marker(
                place=each.zones[0].centre, label=each.id, told=f"{each.id} would lie here"
            )
    for number, at in enumerate(objectives, 1):
        if at not in table.objectives:
            yield Marker(place=at, label=f"M{number}", told=f"M{number} would lie here")


# --- Moves ---


def way(table: Table, unit: Unit, move: Move) -> Parts:
    """Straight ahead, the disc of the Maneuver, the shift, and the ship at its end."""
    plotted = movement.plot(table, unit, plan_of(move))
    places = [place for place in (unit.at, plotted.step2, plotted.to) if place is not None]
    steps = [at for n, at in enumerate(places) if n == 0 or at != places[n - 1]]
    seat = seat_of(unit.side)
    if len(steps) > 1:
        told = f"{unit.id} moves {SCALE.write(plotted.velocity * DU)} ahead"
        if plotted.shift_distance:
            told += f" and shifts {SCALE.write(plotted.shift_distance)}"
        yield Route(places=tuple(steps), seat=seat, told=told)
    yield from maneuver(unit, plotted)
    yield from standing(table, movement.moved(unit, plotted))


def maneuver(unit: Unit, plotted: tasks.PlottedMove) -> Parts:
    """Where a shift can end."""
    if far := plotted.maneuver * DU:
        told = f"Maneuver {SCALE.write(far)}"
        yield Ring(place=plotted.step2, radius=far, seat=seat_of(unit.side), told=told)


def course(table: Table, unit: Unit, moves: Sequence[Move]) -> Parts:
    """The places that a ship goes to while it is cloaked, and the ship where it comes back."""
    unit = cloak.alone(unit)
    legs = tuple(cloak.legs(table, unit, moves))
    yield from cloaked(unit.id, seat_of(unit.side), unit.at, legs)
    if legs:
        yield from standing(table, cloak.on(unit, legs[-1]))


def cloaked(id: str, seat: Seat, at: Point | None, legs: Sequence[Leg]) -> Parts:
    """The rest of a course from where the ship is."""
    places = [place for place in (at, *(leg.at for leg in legs)) if place is not None]
    steps = [place for n, place in enumerate(places) if n == 0 or place != places[n - 1]]
    if len(steps) > 1:
        said = f"{id} is cloaked for {counted(len(legs), 'move')}"
        yield Route(places=tuple(steps), seat=seat, told=f"{said}, to {SCALE.name(steps[-1])}")


def _flight(table: Table, unit: Unit, to: Point) -> Parts:
    if unit.at is not None and unit.at != to:
        yield Route(places=(unit.at, to), seat=seat_of(unit.side))
    yield from standing(table, replace(unit, at=to))


def standing(table: Table, unit: Unit) -> Parts:
    """A unit where it would be, with its bow, the arcs of its Weapons and their ranges."""
    if unit.at is None:
        return
    seat, design = seat_of(unit.side), table.design(unit)
    yield Ghost(place=unit.at, seat=seat, label=unit.id)
    if not design.fighter:
        bow = ahead(unit.at, unit.heading, BOW)
        told = f"{unit.id} heads {unit.heading}"
        yield Arrow(start=unit.at, end=bow, seat=seat, told=told)
    yield from arcs(table, unit)


def arcs(table: Table, unit: Unit, only: int | None = None) -> Parts:
    """The sectors of Range of its Weapons, or of one, and a ring at the farthest range."""
    design, at, seat = table.design(unit), unit.at, seat_of(unit.side)
    places = [n for n in weapons(table, unit) if n not in unit.off and only in (None, n)]
    items: list[Any] = [design.items[place] for place in places]
    if at is None or not items:
        return
    if design.fighter:
        reach = max(item.bands()[0].reach for item in items)
        yield Ring(place=at, radius=reach, seat=seat, told=f"ring at {SCALE.write(reach)}")
        return
    ranges = {
        arc: max(item.bands()[0].reach for item in items if arc in item.arcs)
        for arc in ARCS
        if any(arc in item.arcs for item in items)
    }
    sectors = frozenset(sector(at, unit.heading, arc, far) for arc, far in ranges.items())
    reaches = listed(dict.fromkeys(map(rounded, ranges.values())))
    told = f"{'arc' if len(ranges) == 1 else 'arcs'} {''.join(ranges)} to {reaches}"
    yield Region(places=sectors, seat=seat, hatched=False, told=told)
    farthest = max(item.bands()[-1].reach for item in items)
    if farthest > max(ranges.values()):
        yield Ring(place=at, radius=farthest, seat=seat, told=f"ring at {SCALE.write(farthest)}")


def sector(at: Point, heading: int, arc: str, radius: int) -> Polygon:
    """An arc of 90 degrees (D-007)."""
    middle = heading + {"F": 0, "S": 90, "A": 180, "P": 270}[arc]
    return Polygon((at, *(ahead(at, middle + turn, radius) for turn in range(-45, 46, 5))))


# --- Lines of fire ---


def attack_of(table: Table, unit: Unit, label: str, target: Unit) -> Attack:
    """A legal attack with what it comes to."""
    place = table.design(unit).labels.index(label)
    return declared(table, unit, place, target, marks.effects(unit, target))


def _shot(
    table: Table, unit: Unit, label: str, targets: Sequence[str], token: Point | None
) -> Parts:
    """The shot at the first of the targets that is legal (CC-029)."""
    place = table.design(unit).labels.index(label)
    able = (each for each in targets if can_attack(table, unit, place, table.units[each]))
    target = table.units[next(able, targets[0])]
    try:
        found = attack_of(table, unit, label, target)
    except Forbidden:
        return  # a later step of an activation may have become impossible
    mean, seat = average(found.terms.odds.mean), seat_of(unit.side)
    told = f"{unit.id} {label} at {target.id}: {SCALE.write(found.distance)}, {mean} on average"
    start = unit.spot
    if found.needs_token:
        start = token or token_point(unit.spot, target.spot)
        launch = f"{label} sets a token at {SCALE.write(start.x)}, {SCALE.write(start.y)}"
        yield Route(places=(unit.spot, start), seat=seat, told=launch)
        yield Ring(place=unit.spot, radius=MISSILE_REACH, seat=seat)
    yield Arrow(start=start, end=target.spot, seat=seat, label=mean, told=told)
    if requests := len(found.blocking):
        asks = counted(requests, "Blocking request")
        yield Ring(place=target.spot, seat=seat_of(target.side), told=f"{target.id} has {asks}")


def _line(unit: Unit, target: Unit) -> Parts:
    if unit.at is not None and target.at is not None:
        yield Arrow(start=unit.at, end=target.at, seat=seat_of(unit.side))


# --- Under the choices of a question ---


def ground(parts: Callable[..., Parts], *given: Any) -> Sketch:
    """What one of the functions above draws."""
    return lambda: _overlay(parts(*given))
