"""The first two units of each side, and where units can come onto the table (2.5, GA-A07)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from games.core.geometry.plane import Point
from games.core.moves import move
from games.core.steps import all_locked, edited_sheet
from games.core.types import Decision, Forbidden, Seat
from games.galaxy_aflame import events as e
from games.galaxy_aflame.ground import INCH, INCHES, inches
from games.galaxy_aflame.notation import At, Move, UnitCode
from games.galaxy_aflame.rules.movement import no_spot
from games.galaxy_aflame.rules.transports import no_room
from games.galaxy_aflame.rules.values import forbid, piece
from games.galaxy_aflame.state import StepBuilder
from games.galaxy_aflame.table import DEPLOYED, SEATS, Table, Unit, other
from games.galaxy_aflame.view import Placing, Request, Sheet, View

STEP = 5 * INCH // 2
"""How far apart the spots are that the bot tries (GA-A07)."""


def begin(builder: StepBuilder) -> None:
    """The first player places first, or both do so in secret (GA-30)."""
    builder.change(phase="deploy", active=builder.table.first)
    if builder.table.agreement.deploy_mode == "secret":
        builder.sheets = (Sheet(), Sheet())
    else:
        _deploy_as_wished(builder)


def _deploy_as_wished(builder: StepBuilder) -> None:
    """The bot deploys for a seat that wished it with its army."""
    seat = builder.table.active
    if builder.table.auto[seat]:
        deploy_all(builder, seat)


def planned(view: View, seat: Seat) -> Table:
    """The table with the secret places of a seat on it, as far as the viewer knows them."""
    return with_places(view.table, view.sheet(seat).places)


def with_places(table: Table, places: Sequence[Placing]) -> Table:
    """The table with these units placed."""
    for placing in places:
        table = table.put(*_set(table, placing))
    return table


def _set(table: Table, placing: Placing) -> tuple[Unit, ...]:
    """The units that change when one is placed."""
    if not placing.inside:
        return (replace(table.units[placing.unit], at=placing.at),)
    transport = table.units[placing.inside]
    return (replace(transport, cargo=(*transport.cargo, placing.unit)),)


def is_done(table: Table, seat: Seat) -> bool:
    """Whether a seat has placed its units (GA-29)."""
    return len(table.in_play(seat)) >= DEPLOYED or not table.reserve(seat)


# --- Where a unit can be placed, at the start and later ---


def refuse_placing(table: Table, seat: Seat, placed: Placing, rule: str) -> Forbidden | None:
    """E_CARD, E_ZONE, E_SPOT, E_CAPACITY: why a unit in reserve cannot be placed."""
    if refused := _no_reserve(table, seat, placed.unit, rule):
        return refused
    unit = table.units[placed.unit]
    if placed.at is None:
        return _no_ride(table, unit, placed.inside, rule)
    return _outside(table, seat, placed.at, rule) or no_spot(table, unit, placed.at)


def _no_reserve(table: Table, seat: Seat, code: str, rule: str) -> Forbidden | None:
    reserve = table.reserve(seat)
    unit = table.units.get(code)
    if unit in reserve:
        return None
    can = f"In reserve: {', '.join(each.code for each in reserve)}." if reserve else ""
    why = f"{code} is on the table already."
    if unit is None:
        why = f"There is no unit {code}."
    elif unit.seat != seat:
        why = f"{code} belongs to your opponent."
    elif unit.out:
        why = f"{code} is out of the game."
    return forbid("CARD", rule, why, can)


def _outside(table: Table, seat: Seat, at: Point, rule: str) -> Forbidden | None:
    hand, far = table.agreement.hand, table.from_edge(seat, at.y)
    if far <= hand:
        return None
    rows = " to ".join(map(INCHES.write, sorted(table.from_edge(seat, y) for y in (0, hand))))
    return forbid(
        "ZONE",
        rule,
        f"{INCHES.name(at)} is {inches(far)} from your edge; the limit is {inches(hand)}.",
        f"Your edge is the {table.home(seat)}: y can be from {rows}.",
    )


def _no_ride(table: Table, unit: Unit, transport: str, rule: str) -> Forbidden | None:
    around = table.units.get(transport)
    if around is None or around.seat != unit.seat:
        return forbid("CARD", rule, f"You have no transport {transport}.")
    if around.at is None:
        return forbid("CARD", rule, f"{transport} is not on the table.", "Place it first.")
    return _outside(table, unit.seat, around.at, rule) or no_room(table, unit, around)


# --- What the bot chooses (GA-A07) ---


def auto_spot(table: Table, unit: Unit) -> Point | None:
    """An inch inside the zone's depth, as near as possible to the middle of the edge. Without a
    legal spot there, the next row of the zone in which there is one."""
    hand, width = table.agreement.hand, table.ground.width
    for far in (hand - INCH, *(INCH * row for row in reversed(range(hand // INCH + 1)))):
        y = table.from_edge(unit.seat, far)
        for x in _from_the_middle(width):
            if table.is_legal_spot(unit, Point(x, y)):
                return Point(x, y)
    return None


def _from_the_middle(width: int) -> Iterator[int]:
    """The middle of an edge, then to the left and to the right of it by turns."""
    middle = width // 2
    for away in range(0, width, STEP):
        yield from dict.fromkeys((middle - away, middle + away))


def choice(
    table: Table, seat: Seat, preferred: Sequence[str] = (), places: Sequence[Point] = ()
) -> tuple[Unit, Point] | None:
    """The unit that the bot places next, and where: by these cards and places, else the one with
    the highest PV, first in drafting order among equals."""
    for unit in sorted(table.reserve(seat), key=lambda unit: _order(table, unit, preferred)):
        spots = [Placing(unit.code, at) for at in places]
        legal = (each.at for each in spots if refuse_placing(table, seat, each, "29") is None)
        at = next(legal, None) or auto_spot(table, unit)
        if at is not None:
            return unit, at
    return None


def _order(table: Table, unit: Unit, preferred: Sequence[str]) -> tuple[int, int]:
    cards = [*preferred, unit.card]
    return cards.index(unit.card), -table.card(unit).value


def chosen(table: Table, seat: Seat) -> Placing:
    """The choice of the bot, where there is one."""
    found = choice(table, seat)
    assert found is not None
    return Placing(found[0].code, found[1])


def unplaceable(request: Request) -> Forbidden | None:
    """E_SPOT: the bot finds no place for a unit."""
    seat = request.decision.seat
    if choice(planned(request.view, seat), seat) is not None:
        return None
    return forbid("SPOT", "13", "There is no legal spot for any of your units at your edge.")


# --- Deployment ---


def _planned(request: Request, code: str) -> Table:
    """The table without the secret place of this unit, which it would change."""
    seat = request.decision.seat
    places = request.view.sheet(seat).places
    return with_places(request.view.table, [each for each in places if each.unit != code])


@move("deploy-in", "deploy", "DEPLOY {unit} IN {transport}")
class DeployInside(Move):
    """``DEPLOY R2 IN R4`` (GA-31)"""

    unit: UnitCode
    transport: UnitCode

    def refuse(self, request: Request) -> Forbidden | None:
        return _not_deployed(request, Placing(self.unit, inside=self.transport), "31")

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        deploy(builder, decision.seat, Placing(self.unit, inside=self.transport))


@move("deploy", "deploy", "DEPLOY {unit} {at}")
class Deploy(Move):
    """``DEPLOY R1 24 31`` (GA-29)"""

    unit: UnitCode
    at: At

    def refuse(self, request: Request) -> Forbidden | None:
        return _not_deployed(request, Placing(self.unit, self.at), "29")

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        deploy(builder, decision.seat, Placing(self.unit, self.at))


def _not_deployed(request: Request, placed: Placing, rule: str) -> Forbidden | None:
    return refuse_placing(_planned(request, placed.unit), request.decision.seat, placed, rule)


def deploy_any(builder: StepBuilder, seat: Seat) -> None:
    """The bot places a unit."""
    deploy(builder, seat, chosen(_planned_by(builder, seat), seat))


def _planned_by(builder: StepBuilder, seat: Seat) -> Table:
    places = builder.sheets[seat].places if builder.sheets else ()
    return with_places(builder.table, places)


def deploy_all(builder: StepBuilder, seat: Seat) -> None:
    """The bot places what a seat still has to place, as far as there is room."""
    table = _planned_by(builder, seat)
    for _ in range(min(DEPLOYED - len(table.in_play(seat)), len(table.reserve(seat)))):
        if choice(_planned_by(builder, seat), seat) is None:
            return
        deploy_any(builder, seat)


@move("auto-all", "deploy", "AUTO ALL")
class AutoAll(Move):
    """``AUTO ALL``: the bot places all units that a seat still has to place (GA-A07)."""

    def refuse(self, request: Request) -> Forbidden | None:
        return unplaceable(request)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        deploy_all(builder, decision.seat)


def deploy(builder: StepBuilder, seat: Seat, placing: Placing) -> None:
    if builder.sheets:
        _plan(builder, seat, placing)
        return
    place(builder, placing)
    if not is_done(builder.table, seat):
        return
    if seat == builder.table.first:
        builder.change(active=other(seat))
        _deploy_as_wished(builder)
    else:
        builder.then("first-turn")


def place(builder: StepBuilder, placing: Placing, *, arrives: bool = False) -> None:
    """A unit comes onto the table."""
    for unit in _set(builder.table, placing):
        builder.table = builder.table.put(unit)
    unit = builder.unit(placing.unit)
    at = builder.table.place(unit)
    assert at is not None
    builder.tell(e.Placed(piece(builder.table, unit), at, placing.inside, arrives))


# --- In secret ---


def write(builder: StepBuilder, seat: Seat, *, locked: bool = False, **values: object) -> None:
    """Change a seat's sheet; only the seat hears of it."""
    before = builder.sheets[seat]
    sheet = edited_sheet(before, locked=locked, **values)
    builder.put_sheet(seat, sheet)
    builder.tell(e.SheetChanged(sheet, only=(seat,)))
    if locked != before.locked:
        builder.tell(e.SheetLocked(locked, only=(seat,)))


def _plan(builder: StepBuilder, seat: Seat, placed: Placing) -> None:
    """The second place locks the sheet; both are revealed together (GA-30)."""
    before = builder.sheets[seat].places
    places = (*(each for each in before if each.unit != placed.unit), placed)
    locked = is_done(with_places(builder.table, places), seat)
    write(builder, seat, places=places, locked=locked)
    if all_locked(builder.sheets):
        _revealed(builder)


def _revealed(builder: StepBuilder) -> None:
    found = builder.sheets
    builder.sheets = ()
    builder.tell(e.PlacesRevealed())
    first = builder.table.first
    for seat in sorted(SEATS, key=lambda seat: seat != first):
        for placing in found[seat].places:
            place(builder, placing)
    builder.then("first-turn")
