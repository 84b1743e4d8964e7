"""Transports and what becomes of their passengers (GA-92 to GA-96)."""

from __future__ import annotations

from dataclasses import replace

from games.core.geometry import plane
from games.core.geometry.plane import Point
from games.core.moves import move
from games.core.types import Decision, Forbidden, Roll
from games.galaxy_aflame import events as e
from games.galaxy_aflame.ground import INCH, INCHES, inches
from games.galaxy_aflame.notation import At, TurnStep, UnitCode
from games.galaxy_aflame.rules import damage, movement
from games.galaxy_aflame.rules.movement import no_spot
from games.galaxy_aflame.rules.values import carried, forbid, not_own, piece
from games.galaxy_aflame.state import StepBuilder
from games.galaxy_aflame.table import Table, Unit
from games.galaxy_aflame.table.tasks import Checks, PassengerHits
from games.galaxy_aflame.view import Request

BESIDE = 4 * INCH
"""How far from its transport a unit gets in and out (GA-93, GA-94)."""
_FAR, _DIAGONAL = 25, 18
AROUND = (
    (0, -_FAR),
    (_FAR, 0),
    (0, _FAR),
    (-_FAR, 0),
    (_DIAGONAL, -_DIAGONAL),
    (_DIAGONAL, _DIAGONAL),
    (-_DIAGONAL, _DIAGONAL),
    (-_DIAGONAL, -_DIAGONAL),
)
"""Where passengers get out of a wreck: N, E, S, W, NE, SE, SW, NW (GA-96)."""
HITS = 4
"""The sides of the die for their hits."""


# --- Getting in ---


def no_room(table: Table, unit: Unit, transport: Unit) -> Forbidden | None:
    """Why a unit does not fit into a transport (E_CAPACITY, GA-92)."""
    if not table.card(transport).capacity:
        return forbid("CAPACITY", "92", f"{transport.code} is not a transport.")
    if table.card(unit).vehicle:
        return forbid("CAPACITY", "92", f"{unit.code} is a Vehicle; transports carry none.")
    if unit.models <= (room := table.room(transport)):
        return None
    most = table.card(transport).capacity
    why = f"{transport.code} carries {most} models and has room for {room}"
    return forbid("CAPACITY", "92", f"{why}, but {unit.code} has {unit.models}.")


@move("embark", "turn", "EMBARK {unit} {transport}")
class Embark(TurnStep):
    """``EMBARK R1 R4`` (GA-93)"""

    unit: UnitCode
    transport: UnitCode

    def refuse(self, request: Request) -> Forbidden | None:
        if refused := not_own(request, self.unit):
            return refused
        table = request.view.table
        unit = table.units[self.unit]
        elsewhere = not_own(request, self.transport)
        can_board = elsewhere is None and table.carrier(unit.code) is None
        return (
            (no_room(table, unit, table.units[self.transport]) if can_board else None)
            or _no_boarding(unit)
            or carried(table, unit, "93")
            or elsewhere
            or _apart(unit, table.units[self.transport])
        )

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        unit, transport = builder.unit(self.unit), builder.unit(self.transport)
        table = builder.table
        builder.put(unit, at=None, embarked=True, boarded=False)
        builder.put(transport, cargo=(*transport.cargo, unit.code))
        builder.tell(
            e.Embarked(piece(table, unit), piece(table, transport), unit.spot, transport.spot)
        )
        movement.part(builder)


def _no_boarding(unit: Unit) -> Forbidden | None:
    """Why a unit cannot board any more this turn (E_BUDGET, GA-93)."""
    if unit.disembarked:
        return forbid("BUDGET", "93", f"{unit.code} got out of a transport this turn.")
    if unit.embarked:
        return forbid("BUDGET", "93", f"{unit.code} got into a transport this turn.")
    if unit.ran or unit.shots > 1:
        can = "A unit gets in if it has not run and has shot once at most."
        return forbid("BUDGET", "93", movement.done_before(unit), can)
    return None


def _apart(unit: Unit, transport: Unit) -> Forbidden | None:
    """Why a unit is too far away to board (E_DISTANCE, GA-93)."""
    return _too_far(unit.spot, transport, f"{unit.code} is", "93")


def _too_far(at: Point, transport: Unit, who: str, rule: str) -> Forbidden | None:
    if plane.within(at, transport.spot, BESIDE):
        return None
    why = f"{who} {inches(plane.length((at, transport.spot)))} from {transport.code}."
    return forbid("DISTANCE", rule, why, f"It has to be {inches(BESIDE)} at most.")


# --- Getting out ---


@move("disembark", "turn", "DISEMBARK {unit} {at}")
class Disembark(TurnStep):
    """``DISEMBARK R1 24 12.1`` (GA-94)"""

    unit: UnitCode
    at: At

    def refuse(self, request: Request) -> Forbidden | None:
        if refused := not_own(request, self.unit):
            return refused
        table = request.view.table
        unit = table.units[self.unit]
        if refused := no_spot(table, unit, self.at) or _not_inside(table, unit):
            return refused
        transport = table.carrier(unit.code)
        assert transport is not None
        if not table.ground.sees(transport.spot, self.at):
            why = f"A solid piece stands between {transport.code} and {INCHES.name(self.at)}."
            return forbid("PATH", "94", why)
        return _too_far(self.at, transport, f"{INCHES.name(self.at)} is", "94")

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        unit = builder.unit(self.unit)
        transport = builder.table.carrier(unit.code)
        assert transport is not None
        inside = tuple(code for code in transport.cargo if code != unit.code)
        builder.put(transport, cargo=inside)
        builder.put(unit, at=self.at, moved=True, disembarked=True, boarded=False)
        who, carrier = piece(builder.table, unit), piece(builder.table, transport)
        builder.tell(e.Disembarked(who, carrier, transport.spot, self.at))


def _not_inside(table: Table, unit: Unit) -> Forbidden | None:
    """E_BUDGET: a unit that was not inside when the turn began (GA-94)."""
    transport = table.carrier(unit.code)
    if transport is None:
        return forbid("BUDGET", "94", f"{unit.code} is not inside a transport.")
    if not unit.boarded:
        why = f"{unit.code} was not inside {transport.code} when this turn began."
        return forbid("BUDGET", "94", why, "It can get out in your next turn.")
    return None


# --- Wrecks (GA-96) ---


def throw_out(builder: StepBuilder, transport: Unit) -> tuple[PassengerHits, ...]:
    """Place the passengers of a transport that has just been destroyed."""
    centre, placed = transport.at, []
    assert centre is not None
    for number, code in enumerate(transport.cargo):
        unit = builder.unit(code)
        at = _beside(builder.table, unit, centre) if number else centre
        if at is None:
            damage.remove(builder, code, centre, "wreck")
        else:
            builder.put(unit, at=at, boarded=False)
            placed.append(PassengerHits(code))
    return tuple(placed)


def _beside(table: Table, unit: Unit, centre: Point) -> Point | None:
    spots = (centre.plus(x, y) for x, y in AROUND)
    return next((at for at in spots if table.is_legal_spot(unit, at)), None)


def passenger_rolls(table: Table, passengers: tuple[PassengerHits, ...]) -> tuple[Roll, ...]:
    """The next dice: the d4 of the first passenger, or its checks."""
    if not passengers:
        return ()
    first = passengers[0]
    if first.hits:
        return damage.check_rolls(table, _checks(first))
    return (Roll(1, HITS, f"{first.unit} {table.card(table.units[first.unit]).name}: hits"),)


def _checks(passenger: PassengerHits) -> Checks:
    return Checks(passenger.unit, passenger.hits, damage.SAVE)


def passengers_hit(
    builder: StepBuilder,
    transport: e.Piece,
    passengers: tuple[PassengerHits, ...],
    faces: tuple[int, ...],
) -> tuple[PassengerHits, ...]:
    """Use those dice; the passengers that remain to be seen to."""
    first, *others = passengers
    if not first.hits:
        return replace(first, hits=faces[0]), *others
    at = builder.unit(first.unit).at
    assert at is not None
    checks = replace(_checks(first), faces=faces)
    damage.suffer(builder, checks, lambda found: e.GotOut(transport, at, first.hits, found))
    return tuple(others)
