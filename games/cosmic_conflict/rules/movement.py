"""A ship's move: Velocity, straight ahead, shift, turn (CC-022 to 027, D-004 to D-006, D-014 to
D-016)."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple, TypeAlias

from games.core.geometry.plane import Point
from games.core.types import Forbidden
from games.cosmic_conflict import hulls
from games.cosmic_conflict.designs import Design
from games.cosmic_conflict.rules.arrivals import refuse_elections, refuse_end
from games.cosmic_conflict.rules.conditions import is_velocity_locked
from games.cosmic_conflict.space import DU, ahead, distance, shifted, shown, turned
from games.cosmic_conflict.table import Table, Unit

STEP: Final = 30
"""How many degrees a point of the Heading value turns a ship (CC-026)."""

Permission: TypeAlias = Literal["move", "order", "command"]
"""What lets a ship change its Velocity: its move, the Order or the Command (D-015)."""
_RULES: Final = {"move": "CC-023", "order": "CC-162", "command": "CC-164"}


class Bearing(NamedTuple):
    """A shift along a compass bearing, in cu (D-005)."""

    degrees: int
    length: int


@dataclass(frozen=True, slots=True)
class MovePlan:
    """What a player wants a ship to do in its move.

    ``change``     of its Velocity
    ``shift``      the point where it ends, or along a bearing; ``None`` for no shift
    ``turn``       degrees, clockwise positive
    ``pws``        the enemies with whom it wants an exchange at the end (CC-123)
    ``confirmed``  the move may destroy or remove the ship
    """

    change: int = 0
    shift: Point | Bearing | None = None
    turn: int = 0
    pws: tuple[str, ...] = ()
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class PlottedMove:
    """Where a plan leads, also where it is not legal.

    ``step2``     the end of the compulsory straight part (CC-024)
    ``maneuver``  in du; like ``heading_value`` at the new Velocity
    ``turn``      from -179 to 180 degrees
    """

    velocity: int
    step2: Point
    maneuver: int
    to: Point
    heading_value: int
    turn: int
    heading: int

    @property
    def shift_distance(self) -> int:
        return distance(self.step2, self.to)

    @property
    def shift_legal(self) -> bool:
        """By the place that is reached (CC-025)."""
        return self.shift_distance <= self.maneuver * DU

    @property
    def turn_legal(self) -> bool:
        return abs(self.turn) <= STEP * self.heading_value


def plot(design: Design, unit: Unit, plan: MovePlan) -> PlottedMove:
    """Where a plan leads; its change of Velocity must be legal."""
    assert unit.at is not None
    velocity = unit.velocity + plan.change
    step2 = ahead(unit.at, unit.heading, velocity * DU)
    to = plan.shift or step2
    return PlottedMove(
        velocity,
        step2,
        design.maneuver(velocity, unit.off),
        shifted(step2, *to) if isinstance(to, Bearing) else to,
        design.heading_value(velocity, unit.off),
        turned(0, plan.turn),
        (unit.heading + plan.turn) % 360,
    )


def moved(unit: Unit, plotted: PlottedMove) -> Unit:
    """The ship at the end of its own move, before what happens there (D-080)."""
    at, heading, velocity = plotted.to, plotted.heading, plotted.velocity
    return replace(unit, at=at, heading=heading, velocity=velocity)


# --- Legality ---


def refuse(table: Table, unit: Unit, plan: MovePlan) -> Forbidden | None:
    """The first fault of a plan, in the order of canon 4.8."""
    if refused := refuse_velocity(table, unit, plan.change):
        return refused
    plotted = plot(table.design(unit), unit, plan)
    end = moved(unit, plotted)
    return (
        _refuse_shift(plotted)
        or _refuse_turn(plotted)
        or refuse_end(table, end, plan.confirmed)
        or refuse_elections(table, end, plan.pws)
        or refuse_locked(unit, plan.change)
    )


def refuse_velocity(
    table: Table, unit: Unit, change: int, by: Permission = "move"
) -> Forbidden | None:
    """E-VELOCITY (D-015)."""
    most, velocity = hulls.vmax(table.size(unit)), unit.velocity + change
    if abs(change) > 1:
        why = f"The Velocity changes by at most 1 at a time, not by {abs(change)}."
    elif 0 <= velocity <= most:
        return None
    else:
        why = f"The Velocity of {unit.id} would be {velocity}; its Size allows 0 to {most}."
    low, high = max(unit.velocity - 1, 0), min(unit.velocity + 1, most)
    instead = f"Velocities {low} to {high} are possible."
    return Forbidden(_RULES[by], why, instead=instead, code="E-VELOCITY")


def refuse_locked(unit: Unit, change: int) -> Forbidden | None:
    """E-VEL-LOCKED (CC-056, D-042)."""
    if not (change and is_velocity_locked(unit)):
        return None
    why = f"Propulsion Damage keeps the Velocity of {unit.id} at {unit.velocity}."
    return Forbidden("CC-056", why, instead="Move with V0.", code="E-VEL-LOCKED")


def _refuse_shift(plotted: PlottedMove) -> Forbidden | None:
    """E-MANEUVER (CC-025, D-005)."""
    if plotted.shift_legal:
        return None
    most = shown(plotted.maneuver * DU)
    why = f"The shift is {shown(plotted.shift_distance)} long."
    instead = f"At Velocity {plotted.velocity} it may be {most} long at most."
    return Forbidden("CC-025", why, instead=instead, code="E-MANEUVER")


def _refuse_turn(plotted: PlottedMove) -> Forbidden | None:
    """E-HEADING (CC-026, D-006)."""
    if plotted.turn_legal:
        return None
    value = plotted.heading_value
    why = f"The turn is {abs(plotted.turn)}° wide."
    instead = f"At Velocity {plotted.velocity}, Heading {value} allows up to {STEP * value}°."
    return Forbidden("CC-026", why, instead=instead, code="E-HEADING")


# --- Orders and Commands ---


def refuse_change(
    table: Table, unit: Unit, change: int, by: Permission, used: Container[Permission] = ()
) -> Forbidden | None:
    """Why the Change Velocity Order or Command cannot be used (CC-162, CC-164).

    ``used``  which of them were used this turn: each may be once (CC-152, D-062)
    """
    if by in used:
        what = f"The Change Velocity {by.capitalize()}"
        why = f"{what} was used this turn by {unit.id}; it may be once."
        return Forbidden("CC-152", why, code="E-ORDER-TWICE")
    if not change:
        why = "Change Velocity raises or lowers the Velocity by 1."
        return Forbidden(_RULES[by], why, code="E-VELOCITY")
    return refuse_velocity(table, unit, change, by) or refuse_locked(unit, change)


def changed(unit: Unit, change: int) -> Unit:
    """After a Change Velocity Order or Command, both of them Navigate (D-066, D-083)."""
    return replace(unit, velocity=unit.velocity + change, navigated=True)
