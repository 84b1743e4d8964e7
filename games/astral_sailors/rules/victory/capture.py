"""Manhunt: capturing, carrying, delivering, letting go (ASCW-119 to 127, D-61)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from games.astral_sailors import events as e
from games.astral_sailors.board import terrain, zones
from games.astral_sailors.names import counted
from games.astral_sailors.rules.victory import objectives, quadrants
from games.astral_sailors.rules.victory.conditions import MANHUNT
from games.astral_sailors.secrets import TeamSecret
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.tasks import NOBODY
from games.core.geometry.squares import Base, Facing, Square
from games.core.types import Forbidden

if TYPE_CHECKING:
    from games.astral_sailors.rules.turns.activation import Capture, Release


def refusal(table: Table, own: TeamSecret, move: Capture) -> Forbidden | None:
    """Why it cannot be. Turn and selection have been checked."""
    return _mission(table, own, move) or _grip(table, move)


def release_refusal(table: Table, move: Release) -> Forbidden | None:
    if table.units[move.unit].holds:
        return None
    return Forbidden("ASCW-D61", f"{move.unit} has no captive.", code="NO_CAPTIVE")


def _mission(table: Table, own: TeamSecret, move: Capture) -> Forbidden | None:
    """Whether this captor's team hunts this unit."""
    captor, target = table.units[move.unit], table.units.get(move.target)
    if own.objective != MANHUNT:
        why = "Only a team with the objective Manhunt can capture Commanders."
        return Forbidden("ASCW-119", why, code="NOT_MANHUNT")
    if own.target == NOBODY:
        why = "Your team has not chosen the target of its Manhunt."
        return Forbidden("ASCW-D61", why, instead="Choose a target team first.", code="NOT_MANHUNT")
    if target is None or target.place in ("out", "reserve"):
        why = f"There is no unit {move.target} to capture."
        return Forbidden("ASCW-119", why, code="NO_TARGET")
    if target.place == "captive":
        why = f"{target.code} is already a captive of {target.held_by}."
        return Forbidden("ASCW-D61", why, code="CAPTIVE")
    if table.kind(target).category != "commander":
        why = f"{target.code} {table.kind(target).name} is not a Commander."
        return Forbidden("ASCW-119", why, code="WRONG_TEAM")
    if table.team(target.seat) != own.target:
        why = f"{target.code} does not belong to the team you hunt."
        return Forbidden("ASCW-119", why, code="WRONG_TEAM")
    if captor.holds:
        why = f"{captor.code} already holds {captor.holds}."
        return Forbidden(
            "ASCW-D61", why, instead="Release that captive first.", code="ALREADY_CAPTOR"
        )
    return None


def _grip(table: Table, move: Capture) -> Forbidden | None:
    """Whether the captor can get hold of the Commander as both stand."""
    captor, target = table.units[move.unit], table.units[move.target]
    kind, hunted = table.kind(captor), table.kind(target)
    if not target.lost:
        full = hunted.resistance
        why = f"{target.code} is unwounded: RE {full} of {full}."
        return Forbidden("ASCW-121", why, instead="Wound it first.", code="NOT_WOUNDED")
    if kind.base < hunted.base:
        why = (
            f"The base of {captor.code} is {kind.base} by {kind.base}, smaller than that of "
            f"{target.code}, {hunted.base} by {hunted.base}."
        )
        return Forbidden("ASCW-123", why, code="BASE_TOO_SMALL")
    if hunted.specials.fly and not kind.specials.fly:
        why = f"{target.code} flies, but {captor.code} is on the ground."
        return Forbidden("ASCW-D18", why, code="FLYING_TARGET")
    if not terrain.touching(table, captor, target):
        away = counted(terrain.distance(table, captor, target), "square")
        why = f"{captor.code} does not touch {target.code} ({away} away)."
        return Forbidden("ASCW-D61", why, code="NOT_IN_CONTACT")
    if not terrain.in_rear(table, target, table.base(captor)):
        why = f"{captor.code} is not behind {target.code}, which faces {target.facing.name}."
        instead = f"Approach it from the {Facing((target.facing + 4) % 8).name}."
        return Forbidden("ASCW-122", why, instead=instead, code="NOT_REAR")
    return None


def seize(builder: StepBuilder, move: Capture) -> None:
    """The Commander leaves its square; its Cover, its poison and its special rules end.

    Whom it held itself it leaves behind there: a captive carries nobody.
    """
    captor, captive = builder.unit(move.unit), builder.unit(move.target)
    builder.put(captor, holds=captive.code, cover=False)
    builder.put(captive, place="captive", held_by=captor.code, ap=0, cover=False, poison=())
    builder.tell(
        e.CommanderCaptured(unit=captive.code, by=captor.code, at=Square(captive.c, captive.r))
    )
    objectives.reveal(builder, builder.table.team(captor.seat))
    let_go(builder, captive.code)
    builder.put(builder.unit(captive.code), c=captor.c, r=captor.r)
    _deliver(builder, captor.code, (builder.base(captor.code),))
    builder.then("check")


def arrive(builder: StepBuilder, about: str) -> None:
    """Step ``arrive``: after a movement of ``about``: it may deliver its captive."""
    unit, last = builder.unit(about), builder.table.last
    assert last is not None, "its movement is the last action"
    quadrants.cross(builder, unit.seat, last.path)
    if unit.holds:
        builder.put(builder.unit(unit.holds), c=unit.c, r=unit.r)
        _deliver(builder, about, last.path[-1:] if last.how == "jump" else last.path)


def _deliver(builder: StepBuilder, code: str, way: tuple[Base, ...]) -> None:
    """Hand the captive in if a base on the captor's way lies in its army's zone (ASCW-126)."""
    captor = builder.unit(code)
    goal = _goal(builder.table, captor.seat)
    if not any(square in goal for base in way for square in base.squares()):
        return
    captive = builder.unit(captor.holds)
    builder.put(captor, holds="")
    builder.put(captive, place="out", held_by="", delivered=True)
    number = builder.table.team(captor.seat)
    team = builder.table.teams[number]
    victims = (*team.delivered, builder.table.team(captive.seat))
    builder.put_team(number, delivered=victims)
    builder.tell(e.CommanderDelivered(unit=captive.code, by=code))
    builder.then("check")


def _goal(table: Table, seat: int) -> frozenset[Square]:
    """Where captives are handed in: the zone, or with an option the squares of its outline."""
    zone = zones.zone(table, seat)
    if table.agreement.delivery == "zone":
        return zone
    sides = (Facing.N, Facing.E, Facing.S, Facing.W)
    return frozenset(
        square for square in zone if not all(square.plus(side) in zone for side in sides)
    )


def let_go(builder: StepBuilder, captor: str) -> None:
    """The captive of a unit that is gone or lets go is put down (D-61).

    It keeps its Resistance and its facing, and can do nothing before the next round. Does
    nothing when ``captor`` holds nobody. A captor that has fallen still knows its last square.
    """
    table = builder.table
    captive = next((unit for unit in table.units.values() if unit.held_by == captor), None)
    if captive is None:
        return
    spot = _nearest(table, captive, table.units[captor])
    builder.put(builder.unit(captor), holds="")
    builder.put(captive, place="board", held_by="", c=spot.c, r=spot.r, ap=0, activated=table.round)
    builder.tell(e.CommanderReleased(unit=captive.code, at=spot))


def _nearest(table: Table, unit: Unit, to: Unit) -> Square:
    """The nearest spot to the anchor of ``to`` where the unit may stand; among equals the first
    clockwise."""
    start, side = Base(to.c, to.r), table.kind(unit).base
    spots = [
        Base(c, r, side)
        for r in range(table.size)
        for c in range(table.size)
        if terrain.stands(table, unit, Base(c, r, side))
    ]
    return min(spots, key=lambda base: (start.gap(base), _bearing(start, base))).anchor


def _bearing(start: Base, base: Base) -> tuple[int | Fraction, ...]:
    """The angle from ``start``, clockwise from due north: its quarter, and how far into it; then
    reading order for bases that share it. Whoever stands right there comes first."""
    x, y = base.middle[0] - start.middle[0], base.middle[1] - start.middle[1]
    if not (x or y):
        return ()
    turned = ((x, y), (y, -x), (-x, -y), (-y, x))
    quarter, x, y = next((n, x, y) for n, (x, y) in enumerate(turned) if x >= 0 > y)
    return quarter, Fraction(x, -y), base.r, base.c
