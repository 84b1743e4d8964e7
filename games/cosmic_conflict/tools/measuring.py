"""Measuring questions: moves, lines, terrain, prices and scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal, Self

from pydantic import Field, StrictBool, StrictInt, model_validator

from games.core.geometry.plane import Disc, Point
from games.core.tools import StrictForm
from games.cosmic_conflict import space
from games.cosmic_conflict.content import maps
from games.cosmic_conflict.content.terrain import FeatureZone, line_of_fire
from games.cosmic_conflict.content.weapons import WEAPONS
from games.cosmic_conflict.rules import movement, scoring, terrain
from games.cosmic_conflict.rules.movement import Bearing, MovePlan, safe_drift
from games.cosmic_conflict.rules.values import forbid, malformed
from games.cosmic_conflict.state import State
from games.cosmic_conflict.table.units import Table, VictoryCondition
from games.cosmic_conflict.tools.subjects import Spot, Subject, place, place_of, subject
from games.cosmic_conflict.tools.units import design_of, manned
from games.cosmic_conflict.tools.values import (
    Amount,
    Degrees,
    Dice,
    Place,
    Text,
    Velocity,
    at_of,
    checked,
    du,
)

# --- Moves ---


class ShiftForm(StrictForm):
    """Along a compass bearing, or to a point (D-005)."""

    bearing: Degrees | None = None
    length: Amount | None = None
    point: Place | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        along = self.bearing is not None, self.length is not None
        if along not in ((True, True), (False, False)) or any(along) == (self.point is not None):
            raise ValueError("either bearing and length, or point")
        return self

    @property
    def shift(self) -> Point | Bearing | None:
        if self.bearing is None or self.length is None:
            return self.point
        return Bearing(self.bearing, self.length)


def move(
    state: State,
    unit: Subject,
    at: Annotated[Point | None, checked(Place | None)] = None,
    heading: Annotated[int | None, checked(Degrees | None)] = None,
    velocity: Annotated[int | None, checked(Velocity | None)] = None,
    change: Annotated[int, checked(Annotated[StrictInt, Field(ge=-9, le=9)])] = 0,
    shift: Annotated[ShiftForm | None, checked(ShiftForm | None)] = None,
    turn: Annotated[int, checked(Annotated[StrictInt, Field(ge=-359, le=359)])] = 0,
) -> dict[str, Any]:
    """Where a move leads, and whether its shift and turn are legal (CC-023 to 026)."""
    table, found = subject(state.table, unit)
    ship = replace(
        found,
        at=place_of(found) if at is None else at,
        heading=found.heading if heading is None else heading,
        velocity=found.velocity if velocity is None else velocity,
    )
    if table.design(ship).fighter:
        flight = space.shown(table.design(ship).flight)
        why = f"A Fighter flies up to {flight}; it has neither Velocity nor heading."
        raise forbid("FIGHTER", "D-057", why)
    refused = (
        movement.refuse_velocity(table, ship, 0)
        or movement.refuse_velocity(table, ship, change)
        or movement.refuse_locked(table, ship, change)
    )
    if refused:
        raise refused
    plan = MovePlan(change, shift.shift if shift else None, turn)
    plotted = movement.plot(table, ship, plan)
    return {
        "step2": at_of(plotted.step2),
        "maneuver": plotted.maneuver,
        "heading_value": plotted.heading_value,
        "to": at_of(plotted.to),
        "shift_distance": du(plotted.shift_distance),
        "shift_legal": plotted.shift_legal,
        "turn_legal": plotted.turn_legal,
        "new_heading": plotted.heading,
    }


def drift(state: State, unit: Subject) -> dict[str, Any]:
    """The safe drift of a unit whose player is out of time (4.7)."""
    table, found = subject(state.table, unit)
    at = place_of(found)
    if table.design(found).fighter:
        return {"change": 0, "to": at_of(at)}
    plan = safe_drift(table, found)
    return {"change": plan.change, "to": at_of(movement.plot(table, found, plan).to)}


# --- Lines ---


def arcs(
    state: State, at: Spot, heading: Annotated[int, checked(Degrees)], target: Spot
) -> dict[str, Any]:
    """The arcs that a target is in, the sums of the arc test, the distance (3.3)."""
    start, goal = place(state.table, at), place(state.table, target)
    f, r = space.BOARD.relative(start, heading, goal)
    return {
        "arcs": space.arcs(start, heading, goal),
        "f": f,
        "r": r,
        "distance": du(space.distance(start, goal)),
    }


def fire(
    state: State, from_: Spot, to: Spot, missile: Annotated[bool, checked(StrictBool)] = False
) -> dict[str, Any]:
    """Whether there is a line of fire, and what terrain does on it (3.4)."""
    start, goal = place(state.table, from_), place(state.table, to)
    line = line_of_fire(state.table.features, start, goal, missile=missile)
    free = not line.stopped
    return {
        "line_of_fire": free,
        "accuracy": line.accuracy if free else None,
        "blocking_requests": line.requests if free else None,
    }


def token(state: State, launcher: Spot, target: Spot) -> dict[str, Any]:
    """Whether a Missile reaches a target, and where its token goes by default (D-049)."""
    start, goal = place(state.table, launcher), place(state.table, target)
    distance = space.distance(start, goal)
    found = space.token_point(start, goal) if distance > space.MISSILE_REACH else None
    return {
        "distance": du(distance),
        "in_range": distance <= WEAPONS["MSL"].bands[-1].reach,
        "token": found and at_of(found),
        "launcher_to_token": found and du(space.distance(start, found)),
        "token_to_target": found and du(space.distance(found, goal)),
    }


# --- Terrain ---


def displace(
    state: State,
    centre: Annotated[Point, checked(Place)],
    at: Spot,
    push: Annotated[int, checked(Amount)] = 0,
    pull: Annotated[int, checked(Amount)] = 0,
    random_: Annotated[bool, checked(StrictBool)] = False,
    heading: Annotated[int, checked(Degrees)] = 0,
    dice: Annotated[tuple[int, ...], checked(Dice)] = (),
) -> dict[str, Any]:
    """Where Push or Pull of a zone around a unit leaves it (CC-193, CC-209)."""
    if bool(push) == bool(pull):
        raise malformed("Write either push or pull, more than 0.")
    if len(dice) != (needed := 2 if random_ else 0):
        raise malformed(f"dice: {needed} are needed, not {len(dice)}.")
    zone = FeatureZone(Disc(centre, 1), push=push, pull=pull, random=random_)
    start = place(state.table, at)
    found = terrain.displacement(state.table.board, "", zone, start, heading, dice)
    return {"distance": du(found.distance), "direction": found.direction, "to": at_of(found.to)}


def mobile(
    state: State,
    centre: Annotated[Point, checked(Place)],
    direction: Annotated[int, checked(Degrees)],
    mobile: Annotated[int, checked(Amount)],
    turns: Annotated[int, checked(Annotated[StrictInt, Field(ge=1, le=99)])] = 1,
) -> dict[str, Any]:
    """Where Mobile terrain is after each of some turns (CC-192)."""
    return {"centres": list(map(at_of, terrain.centres(centre, direction, mobile, turns)))}


# --- Points ---


def price(
    state: State,
    sic: Annotated[str | dict[str, Any] | None, checked(Text | dict[str, Any])] = None,
    fsic: Annotated[str | dict[str, Any] | None, checked(Text | dict[str, Any])] = None,
    design: Annotated[str | dict[str, Any] | None, checked(Text | dict[str, Any])] = None,
    faction: Annotated[str | None, checked(Text | None)] = None,
    traits: Annotated[tuple[str, ...], checked(tuple[Text, ...])] = (),
) -> dict[str, Any]:
    """How the price of a ship or a Fighter comes about (CC-283 to 288, D-102, D-107); ``design`` is
    either."""
    given = [each for each in (sic, fsic, design) if each is not None]
    if len(given) != 1:
        raise malformed("Write either sic, fsic or design.")
    named, fighter = given[0], fsic is not None
    if design is None and not isinstance(named, str) and ("size" in named) == fighter:
        raise malformed("A ship has a size, and a Fighter has none.")
    priced = design_of(state.table, named)
    if design is None and priced.fighter != fighter:
        raise malformed(f"{priced.code} is a {'Fighter' if priced.fighter else 'ship'}.")
    fighter = priced.fighter
    priced = manned(priced, traits, faction, state.course.agreement.catalogue)
    found = priced.price
    return {
        "sum" if fighter else "subtotal": found.sum,
        "primary_slots": found.primary_slots,
        "secondary_slots": found.secondary_slots,
        "percent": found.percent,
        "beyond": found.beyond,
        **({"faction": found.faction} if priced.faction else {}),
        "points": found.points,
    }


def score(
    state: State,
    condition: Annotated[int | None, checked(Literal[1, 2, 3, 4])] = None,
    scenario: Annotated[
        Literal["deep_survey", "contested_marks", "rescue"] | None,
        checked(Literal["deep_survey", "contested_marks", "rescue"]),
    ] = None,
    dice: Annotated[tuple[int, ...], checked(Dice)] = (),
) -> dict[str, Any]:
    """How a victory condition comes out now (CC-216 to 219, CC-224, CC-227, D-109)."""
    if (condition is None) == (scenario is None):
        raise malformed("Write either condition or scenario.")
    which = scenario or scoring.NUMBERED[(condition or 1) - 1]
    if len(dice) != (needed := len(scoring.DICE.get(which, ()))):
        raise malformed(f"dice: {needed} are needed, not {len(dice)}.")
    found = scoring.score(_with_marks(state, which), which, dice)
    told: dict[str, Any] = {
        "totals": _by_side(found.totals),
        "winner": found.winner or None,
        "counts": {each.unit: each.amount for each in found.units},
    }
    if which == "area":
        told |= {"parts": list(map(_by_side, found.parts)), "won": told["totals"]}
    if which == "contested_marks":
        told["distances"] = {each.unit: list(map(du, each.distances)) for each in found.units}
    return told


def _by_side(totals: Sequence[int]) -> dict[str, int]:
    return {str(side): total for side, total in enumerate(totals, 1)}


def _with_marks(state: State, which: VictoryCondition) -> Table:
    """The table with Contested Marks where they are asked about, also in another scenario."""
    table, agreed = state.table, state.course.agreement
    if which != "contested_marks" or (agreed.scenario == which and table.objectives):
        return table
    return replace(table, objectives=maps.marks(table.board, table.features, agreed.points))
