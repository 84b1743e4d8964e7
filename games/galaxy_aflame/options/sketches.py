"""What is drawn over the preview of a move."""

from __future__ import annotations

from games.core.geometry.plane import Point
from games.core.overlay import Arrow, Overlay, OverlayPart, Ring, Route
from games.galaxy_aflame.ground import inches
from games.galaxy_aflame.notation import Move
from games.galaxy_aflame.rules import movement
from games.galaxy_aflame.rules.deployment import Deploy
from games.galaxy_aflame.rules.movement import Advance, MoveTo
from games.galaxy_aflame.rules.reinforcements import Reinforce
from games.galaxy_aflame.rules.shooting import Shoot
from games.galaxy_aflame.rules.transports import Disembark
from games.galaxy_aflame.table import Table, Unit


def sketch(table: Table, move: Move) -> Overlay[Point]:
    """The way of a move with its ranges at the end of it, or the line of a shot."""
    match move:
        case MoveTo(unit=code, to=to, via=via):
            return _way(table, table.units[code], (*via, to))
        case Advance(unit=code):
            goal = movement.destination(table, table.units[code], move)
            return Overlay() if goal is None else _way(table, table.units[code], (goal,))
        case Disembark(unit=code, at=at) | Deploy(unit=code, at=at):
            return _way(table, table.units[code], (at,))
        case Reinforce(unit=code, at=at):
            return _way(table, table.units[code], (at,))
        case Shoot(unit=code, target=target):
            start, end = (table.place(table.units[each]) for each in (code, target))
            if start is None or end is None:
                return Overlay()
            arrow = Arrow(start=start, end=end, seat=table.units[code].seat)
            return Overlay((arrow,), (start, end))
    return Overlay()


def _way(table: Table, unit: Unit, places: tuple[Point, ...]) -> Overlay[Point]:
    start, end = table.place(unit), places[-1]
    way: tuple[OverlayPart[Point], ...] = ()
    if start is not None:
        way = (Route(places=(start, *places), seat=unit.seat),)
    return Overlay((*way, *ranges(table, unit, end)), (end,))


def ranges(table: Table, unit: Unit, at: Point) -> tuple[Ring[Point], ...]:
    """Rings of a hand and of an arm around a place."""
    agreement = table.agreement
    far = f"{inches(agreement.hand)} and {inches(agreement.reach)}"
    told = f"The rings around {unit.code} are {far}"
    inner = Ring(place=at, radius=agreement.hand, seat=unit.seat, told=told)
    return inner, Ring(place=at, radius=agreement.reach, seat=unit.seat)
