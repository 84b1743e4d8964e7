"""A guided move: Velocity, shift, PWS exchanges, turn; and where Fighters fly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from typing import Any, Final

from games.core.geometry.plane import Disc, Point, toward, within
from games.core.questions.tree import Ask, Node, branch, leaf
from games.core.telling import listed
from games.cosmic_conflict.content.maps import kind_name
from games.cosmic_conflict.content.terrain import dangers_at, shifting, solid_at
from games.cosmic_conflict.notation import Answer, Change
from games.cosmic_conflict.options import sketches
from games.cosmic_conflict.options.fields import (
    Nodes,
    confirmable,
    far_from,
    legal,
    nearest,
    place_field,
    typed,
)
from games.cosmic_conflict.options.suggestions import best_moves, facing, told_bearing
from games.cosmic_conflict.rules import movement, terrain
from games.cosmic_conflict.rules.attacks import pws
from games.cosmic_conflict.rules.attacks.targeting import can_attack
from games.cosmic_conflict.rules.fighters import BOARDING, Launch
from games.cosmic_conflict.rules.movement import Fly, Move, plan_of
from games.cosmic_conflict.rules.windows import weapons
from games.cosmic_conflict.space import DU, SCALE, ahead, clamped, distance, shifted
from games.cosmic_conflict.table import tasks
from games.cosmic_conflict.table.units import Table, Unit
from games.cosmic_conflict.view import Request

STEPS: Final = range(0, 360, 30)
"""Relative bearings of the shifts that are offered."""
CHANGES: Final[tuple[Change, ...]] = (0, 1, -1)
GOALS: Final = 3
"""So many enemies, the nearest ones, does a Fighter fly to."""
MARKS: Final = 5 * DU
"""How far ahead of the ship headings are marked: nearer, those 15 degrees apart overlap."""
Further = Callable[[Any], Ask[Answer]]


# --- Ships ---


def ship(request: Request, unit: Unit) -> Node[Answer]:
    best = cache(lambda: tuple(best_moves(request, unit, list(_plans(request, unit)))))
    ask = Ask(
        f"How fast does {unit.id} move?",
        partial(_velocities, request, unit),
        typed(request, "MOVE ", "V+1 TO 20 14.5 TURN -30", "Type the move"),
        best,
        best,
        ground=sketches.ground(sketches.arcs, request.view.table, unit),
    )
    detail = f"V{unit.velocity}, heading {unit.heading}; its attacks are over then"
    return branch("move", "Move", "MOVE V", ask, detail, at=unit.at)


def _plans(request: Request, unit: Unit) -> Iterator[Move]:
    """What is looked at for suggestions: every second shift."""
    for change in _changes(request):
        yield change
        yield from islice(_shifts(request, unit, change), 0, None, 2)


def _changes(request: Request) -> Iterator[Move]:
    return (move for change in CHANGES if confirmable(request, move := Move(change)))


def _plot(request: Request, unit: Unit, move: Move) -> tasks.PlottedMove:
    return movement.plot(request.view.table, unit, plan_of(move))


def _velocities(request: Request, unit: Unit) -> Nodes:
    for move in _changes(request):
        plotted = _plot(request, unit, move)
        turns = f"turn up to {tasks.STEP * plotted.heading_value}°"
        detail = f"Maneuver {SCALE.write(plotted.maneuver * DU)}, {turns}"
        label = f"V{plotted.velocity}, straight to {SCALE.name(plotted.step2)}"
        key = {0: "same", 1: "faster", -1: "slower"}[move.change]
        ask = _where(request, unit, move)
        at = clamped(request.view.table.board, plotted.step2)
        yield branch(key, label, "MOVE V", ask, detail, at=at)


def _where(request: Request, unit: Unit, move: Move) -> Ask[Answer]:
    """The questions of a shift, if the ship can make one."""
    plotted = _plot(request, unit, move)
    then = partial(_ending, request, unit)
    if not plotted.maneuver:
        return then(move)

    reach = Disc(plotted.step2, plotted.maneuver * DU)
    begun, at = f"MOVE {_velocity(move)} TO ", plotted.step2
    field = place_field(request, begun, SCALE.name(at), (reach,), at, after=then)
    return Ask(
        f"Where does {unit.id} shift to, at most {SCALE.write(reach.radius)}?",
        partial(_shift_nodes, request, unit, move, then),
        field,
        ground=sketches.ground(sketches.maneuver, unit, plotted),
    )


def _velocity(move: Move) -> str:
    return f"V{move.change:+}" if move.change else "V0"


def _shift_nodes(request: Request, unit: Unit, move: Move, then: Further) -> Nodes:
    at = _plot(request, unit, move).step2
    table = request.view.table
    detail = partial(told_place, table, replace(unit, at=at))
    label, marker = f"No shift: {SCALE.name(at)}", clamped(table.board, at)
    yield branch("stay", label, "MOVE V", then(move), detail, at=marker)
    for each in _shifts(request, unit, move):
        at = _plot(request, unit, each).to
        off = ((each.bearing or 0) - unit.heading) % 360
        way = f"{off}° off the bow" if off else "Ahead"
        label = f"{way}, {SCALE.write(each.far)}: {SCALE.name(at)}"
        text = f"MOVE {_velocity(each)} BEARING"
        detail = partial(told_place, table, replace(unit, at=at))
        yield branch(f"b{each.bearing}x{each.far}", label, text, then(each), detail, at=at)


def _shifts(request: Request, unit: Unit, move: Move) -> Iterator[Move]:
    """Shifts by the full Maneuver in twelve directions, and by half of it ahead."""
    full = _plot(request, unit, move).maneuver * DU
    lengths = [(relative, full) for relative in STEPS] + [(0, full // 2)]
    for relative, far in lengths if full else ():
        plan = replace(move, bearing=(unit.heading + relative) % 360, far=far)
        if legal(request, plan):
            yield plan


def _ending(request: Request, unit: Unit, move: Move) -> Ask[Answer]:
    """Exchanges where there can be some, then the turn."""
    if not legal(request, move):
        move = replace(move, confirmed=True)
    turning = partial(_turning, request, unit)
    return _exchanging(request, unit, move, turning) or turning(move)


def _turning(request: Request, unit: Unit, move: Move) -> Ask[Answer]:
    plotted = _plot(request, unit, move)
    end = movement.moved(unit, plotted)
    return Ask(
        f"How does {unit.id} turn at {SCALE.name(plotted.to)}?",
        partial(_turns, request, unit, move, plotted),
        ground=sketches.ground(sketches.standing, request.view.table, end),
    )


def _turns(request: Request, unit: Unit, move: Move, plotted: tasks.PlottedMove) -> Nodes:
    table = request.view.table
    most = min(tasks.STEP * plotted.heading_value, 180)
    turns = [0, *(way * far for far in range(30, most + 1, 30) for way in (1, -1))]
    turns = [turn for turn in turns if turn != -180]
    near = nearest(table, unit, plotted.to)[:1]
    faced = [facing(unit, plotted.to, each.spot, most) for each in near]
    # ``_ending`` and ``_able`` have looked at all others.
    if (move.confirmed or len(move.pws) > 1) and not legal(request, move):
        return
    for turn in dict.fromkeys((*turns[:1], *faced, *turns[1:])):
        plan = replace(move, turn=turn)
        heading = (unit.heading + turn) % 360
        label = f"Turn {turn:+}°, heading {heading}" if turn else f"Heading {heading}"
        label += f", towards {near[0].id}" if turn in faced else ""
        bow = ahead(plotted.to, heading, MARKS)
        key = f"t{turn}" if turn >= 0 else f"tm{-turn}"
        detail = partial(_told_heading, table, unit, plotted, heading)
        yield leaf(key, label, plan, detail, at=bow if bow in table.board else None)


def _told_heading(table: Table, unit: Unit, plotted: tasks.PlottedMove, heading: int) -> str:
    return told_bearing(table, replace(movement.moved(unit, plotted), heading=heading))


# --- Where it ends ---


def told_place(table: Table, unit: Unit) -> str:
    """What awaits a unit there: terrain, the nearest enemy, and how many could attack it."""
    at, size = unit.spot, table.size(unit)
    if terrain.flees(table, unit):
        return "off the board: it leaves the match"
    if solid := solid_at(table.features, at):
        return f"inside {kind_name(solid.kind)} {solid.id}: it is destroyed"
    near = nearest(table, unit, at)
    parts = [far_from(near[0], at)] if near else []
    hazard = sum(each.amount for each in terrain.hazards(table, unit))
    danger = sum(amount for _, amount in dangers_at(table.features, at, size))
    parts += [f"{hazard} Hazardous damage"] if hazard else []
    parts += [f"{danger} Dangerous damage"] if danger else []
    parts += [f"shifted by {feature.id}" for feature, _ in shifting(table.features, at)]
    aiming = [each.id for each in near if _aims(table, each, unit)]
    parts += [f"under fire by {listed(aiming)}"] if aiming else []
    return ", ".join(parts)


def _aims(table: Table, enemy: Unit, unit: Unit) -> bool:
    fresh = replace(enemy, used=())
    return any(can_attack(table, fresh, place, unit) for place in weapons(table, enemy))


# --- PWS exchanges ---


def _exchanging(
    request: Request, unit: Unit, move: Any, then: Further | None = None
) -> Ask[Answer] | None:
    """Asks which exchanges the mover wants, where there can be some (CC-123)."""
    if not (able := _able(request, unit, move)):
        return None
    end = replace(unit, at=_end(request, unit, move))
    return Ask(
        f"Does {unit.id} want PWS exchanges there?",
        partial(_exchange_nodes, request, move, able, then),
        ground=sketches.ground(sketches.standing, request.view.table, end),
    )


def _end(request: Request, unit: Unit, move: Any) -> Point:
    return move.to if isinstance(move, Fly) else _plot(request, unit, move).to


def _able(request: Request, unit: Unit, move: Any) -> list[pws.PwsExchange]:
    """The moves that are certainly possible: dice may push the unit elsewhere."""
    found = pws.exchanges(request.view.table, replace(unit, at=_end(request, unit, move)))
    return [each for each in found if legal(request, replace(move, pws=(each.enemy,)))]


def _exchange_nodes(
    request: Request, move: Any, able: list[pws.PwsExchange], then: Further | None
) -> Nodes:
    """None, each of them, and all together."""
    for found in dict.fromkeys(((), *((each,) for each in able), tuple(able))):
        enemies = tuple(each.enemy for each in found)
        plan, key = replace(move, pws=enemies), f"pws{''.join(enemies)}"
        label = f"With {listed(enemies)}" if found else "No exchange"
        told = (f"{e.enemy}: you roll {e.dice[0]}, it {e.dice[1]}" for e in found or able)
        at = request.view.table.units[enemies[0]].at if found else None
        if then is None:
            yield leaf(key, label, plan, "; ".join(told), at=at)
        else:
            yield branch(key, label, "MOVE V", then(plan), "; ".join(told), at=at)


# --- Fighters ---


def fighter(request: Request, unit: Unit) -> Node[Answer]:
    table = request.view.table
    flight = table.design(unit).flight

    def after(move: Fly) -> Answer | Ask[Answer]:
        return _exchanging(request, unit, move) or move

    at = unit.spot
    field = place_field(
        request,
        "MOVE TO ",
        SCALE.name(at),
        (Disc(at, flight),),
        at,
        at=lambda move: getattr(move, "to", None),
        after=after,
    )
    ask = Ask(
        f"Where does {unit.id} fly, at most {SCALE.write(flight)}?",
        partial(_flights, request, unit),
        field,
        ground=sketches.ground(sketches.arcs, table, unit),
    )
    return branch("move", "Move", "MOVE TO", ask, f"up to {SCALE.write(flight)}", at=at)


def _flights(request: Request, unit: Unit) -> Nodes:
    """Flights towards enemies and the carrier, in eight directions, and staying."""
    table, seen = request.view.table, set[Point]()
    for goal, why in _goals(table, unit):
        at = clamped(table.board, goal)
        move = Fly(at)
        if at in seen or not legal(request, move):
            continue
        seen.add(at)
        label = f"{SCALE.name(at)}: {why}"
        detail = partial(told_place, table, replace(unit, at=at))
        key = f"f{at.x}x{at.y}"
        if ask := _exchanging(request, unit, move):
            yield branch(key, label, "MOVE TO", ask, detail, at=at)
        else:
            yield leaf(key, label, move, detail, at=at)


def _goals(table: Table, unit: Unit) -> Iterator[tuple[Point, str]]:
    at, flight = unit.spot, table.design(unit).flight
    items: list[Any] = [table.design(unit).items[place] for place in weapons(table, unit)]
    ranges = [item.bands()[0].reach for item in items]
    for enemy in nearest(table, unit, at)[:GOALS]:
        for reach in (*ranges, table.pws_range):
            yield _nearer(at, enemy.spot, flight, reach), f"to {SCALE.write(reach)} from {enemy.id}"
    carrier = table.units.get(unit.carrier)
    if carrier is not None and carrier.at is not None:
        yield _nearer(at, carrier.at, flight, BOARDING), f"to its carrier {carrier.id}"
    yield at, "stays"
    for turn in range(0, 360, 45):
        yield shifted(at, turn, flight), f"{turn}°, {SCALE.write(flight)}"


def _nearer(at: Point, goal: Point, flight: int, reach: int) -> Point:
    """The point of a flight that is within reach of a goal, or as near as possible; a hundredth
    less for the rounding."""
    far = distance(at, goal)
    if far <= reach:
        return at
    found = toward(at, goal, min(far - reach + 1, flight))
    return found if within(at, found, flight) else toward(at, goal, flight - 1)


# --- Launching ---


def launches(request: Request, unit: Unit) -> Nodes:
    """The Fighters aboard, each with places around the carrier."""
    table = request.view.table
    for each in table.aboard(unit.id):
        text = f"LAUNCH {each.id}"
        field = place_field(
            request, f"{text} ", SCALE.name(unit.spot), (Disc(unit.spot, BOARDING),), unit.at
        )
        ask = Ask(
            f"Where does {each.id} start?",
            partial(_launch_nodes, request, unit, each),
            field,
            ground=sketches.ground(sketches.arcs, table, unit),
        )
        if ask.nodes:
            label = f"Launch {each.id} {table.design(each).name}"
            yield branch(f"launch{each.id}", label, text, ask, at=unit.at)


def _launch_nodes(request: Request, unit: Unit, each: Unit) -> Nodes:
    for relative in range(0, 360, 45):
        at = shifted(unit.spot, (unit.heading + relative) % 360, BOARDING)
        move = Launch(each.id, at)
        if legal(request, move):
            near = nearest(request.view.table, each, at)[:1]
            detail = ", ".join(far_from(enemy, at) for enemy in near)
            yield leaf(f"l{at.x}x{at.y}", SCALE.name(at), move, detail, at=at)
