"""Manhunt: capturing, carrying, delivering, letting go (ASCW-119 to 127, D-61)."""

from __future__ import annotations

from fractions import Fraction

from games.astral_sailors import events as e
from games.astral_sailors.board import terrain, zones
from games.astral_sailors.names import called, counted
from games.astral_sailors.rules.victory import objectives, quadrants
from games.astral_sailors.rules.victory.conditions import MANHUNT
from games.astral_sailors.secrets import TeamSecret
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.tasks import NOBODY
from games.core.geometry.squares import Base, Facing, Square
from games.core.types import Forbidden


def refusal(table: Table, own: TeamSecret, captor: Unit, code: str) -> Forbidden | None:
    """Why it cannot capture the unit of this code. Turn and selection have been checked."""
    return _mission(table, own, captor, code) or _grip(table, captor, table.units[code])


def release_refusal(table: Table, code: str) -> Forbidden | None:
    if table.units[code].holds:
        return None
    return Forbidden("ASCW-D61", f"{code} has no captive.", code="NO_CAPTIVE")


def _mission(table: Table, own: TeamSecret, captor: Unit, code: str) -> Forbidden | None:
    """Whether this captor's team hunts this unit."""
    target = table.units.get(code)
    if own.objective != MANHUNT:
        why = "Only a team with the objective Manhunt can capture Commanders."
        return Forbidden("ASCW-119", why, code="NOT_MANHUNT")
    if own.target == NOBODY:
        why = "Your team has not chosen the target of its Manhunt."
        return Forbidden("ASCW-D61", why, instead="Choose a target team first.", code="NOT_MANHUNT")
    if target is None or target.place in ("out", "reserve"):
        return Forbidden("ASCW-119", f"There is no unit {code} to capture.", code="NO_TARGET")
    if target.place == "captive":
        why = f"{code} is already a captive of {target.held_by}."
        return Forbidden("ASCW-D61", why, code="CAPTIVE")
    if table.kind(target).category != "commander":
        why = f"{called(table, code)} is not a Commander."
        return Forbidden("ASCW-119", why, code="WRONG_TEAM")
    if table.team(target.seat) != own.target:
        why = f"{code} does not belong to the team you hunt."
        return Forbidden("ASCW-119", why, code="WRONG_TEAM")
    if not captor.holds:
        return None
    why, can = f"{captor.code} already holds {captor.holds}.", "Release that captive first."
    return Forbidden("ASCW-D61", why, instead=can, code="ALREADY_CAPTOR")


def _grip(table: Table, captor: Unit, target: Unit) -> Forbidden | None:
    """Whether the captor can get hold of the Commander as both stand."""
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


def seize(builder: StepBuilder, by: str, code: str) -> None:
    """The Commander leaves its square; its Cover, its poison and its special rules end.

    Whom it held itself it leaves behind there: a captive carries nobody.
    """
    captor, captive = builder.unit(by), builder.unit(code)
    builder.put(captor, holds=code, cover=False)
    builder.put(captive, place="captive", held_by=by, ap=0, cover=False, poison=())
    builder.tell(e.CommanderCaptured(code, by, Square(captive.c, captive.r)))
    objectives.reveal(builder, builder.table.team(captor.seat))
    let_go(builder, code)
    builder.put(builder.unit(code), c=captor.c, r=captor.r)
    _deliver(builder, by, (builder.base(by),))
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
    captive, number = builder.unit(captor.holds), builder.table.team(captor.seat)
    builder.put(captor, holds="")
    builder.put(captive, place="out", held_by="", delivered=True)
    delivered = builder.table.teams[number].delivered
    builder.put_team(number, delivered=(*delivered, builder.table.team(captive.seat)))
    builder.tell(e.CommanderDelivered(captive.code, code))
    builder.then("check")


def _goal(table: Table, seat: int) -> frozenset[Square]:
    """Where captives are handed in: the zone, or with an option the squares of its outline."""
    zone = zones.zone(table, seat)
    if table.agreement.delivery == "zone":
        return zone
    return frozenset(at for at in zone if any(at.plus(side) not in zone for side in zones.SIDES))


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
    builder.tell(e.CommanderReleased(captive.code, spot))


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
