"""What the command line can do with A Galaxy Aflame: positions, setups, measuring."""

from __future__ import annotations

import re
from dataclasses import asdict, replace
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, PlainValidator, StrictStr

from games.core.geometry import plane
from games.core.geometry.plane import Point
from games.core.tools import SEAT_OF, Letter, SetupForm, Tools, known
from games.core.types import Seats
from games.galaxy_aflame import odds as chances
from games.galaxy_aflame.agreement import Agreement
from games.galaxy_aflame.ground import INCH
from games.galaxy_aflame.rules import armies, draft, falling, shooting
from games.galaxy_aflame.rules.values import forbid, no_unit
from games.galaxy_aflame.state import State, StepBuilder
from games.galaxy_aflame.table import BLUE, LETTERS, RED, SEATS, Table, Unit, other
from games.galaxy_aflame.table.tasks import RollOff
from games.galaxy_aflame.tools.position import (
    GaPosition,
    Length,
    Place,
    UnitForm,
    at_of,
    inches,
    point_of,
)

FINE = 100_000
"""Parts of a tenth of an inch: lengths are told to a millionth of an inch."""


class GaSetup(SetupForm):
    """The start of a match; what is missing is asked for or rolled."""

    armies: dict[Letter, StrictStr] = Field(default_factory=dict)
    first: Letter | None = None

    def state(self, settings: Agreement, seats: Seats) -> State:
        builder = StepBuilder(armies.opening(settings))
        for army in self.armies.values():
            known("armies", army, builder.table.catalogue.armies)
        if len(self.armies) < len(SEATS):
            raise ValueError("armies: both must be given")
        builder.sheets = ()
        builder.change(armies=(self.armies["R"], self.armies["B"]), phase="rolloff")
        if self.first is None:
            draft.lay_out(builder)
            builder.push(RollOff())
        else:
            builder.change(first=SEAT_OF[self.first])
            draft.begin(builder)
        return builder.done().state


# --- Measuring ---


def _spot(found: object) -> Point | str:
    """A point, or the code of a unit that stands there."""
    if isinstance(found, str) and re.fullmatch("[RB][1-9][0-9]{0,2}", found):
        return found
    return point_of(found)


Spot: TypeAlias = Annotated[Point | str, PlainValidator(_spot)]


def shot(state: State, from_: Spot, to: Spot) -> dict[str, Any]:
    """A shot from one place to another: distance squared, line of sight, cover there."""
    table = state.table
    start, end = _place(table, from_), _place(table, to)
    return {
        "distance_squared": inches(plane.squared(start, end), INCH * INCH),
        "line_of_sight": table.ground.sees(start, end),
        "cover": table.ground.covered(start, end),
    }


def path(state: State, from_: Spot, to: Spot, via: tuple[Place, ...] = ()) -> dict[str, Any]:
    """The length of a path in inches, rounded up to a millionth (GA-40)."""
    points = (_place(state.table, from_), *via, _place(state.table, to))
    return {"length": _length(points)}


def fall_back(
    state: State,
    home: Literal["N", "S"],
    card: str,
    at: Place,
    others: tuple[tuple[str, Length, Length], ...] = (),
) -> dict[str, Any]:
    """Where a unit falls back to among other markers; null beyond the edge (GA-84)."""
    table = replace(state.table, first=RED, units={})
    seat = RED if home == "S" else BLUE
    units = [(LETTERS[seat], card, at)]
    units += [(LETTERS[other(seat)], each, Point(x, y)) for each, x, y in others]
    for number, (letter, each, place) in enumerate(units, 1):
        form = UnitForm.model_validate({"card": each, "at": at_of(place)})
        table = table.put(form.unit(f"{letter}{number}", table))
    _, end = falling.end_point(table, table.units[f"{LETTERS[seat]}1"])
    return {"to": None if end is None else at_of(end)}


def odds(state: State, from_: str, to: str, suppress: bool = False) -> dict[str, str]:
    """What to expect of a shot of one unit at another, as fractions."""
    table, unit, target = state.table, _unit(state.table, from_), _unit(state.table, to)
    start = _place(table, from_)
    if refused := shooting.out_of_reach(table, unit, target, start):
        raise refused
    found = asdict(chances.shot(table, unit, target, suppress))
    return {name: str(value) for name, value in found.items()}


def ranges(state: State, unit: str) -> dict[str, Any]:
    """Each enemy on the table as a unit meets it (GA-A19)."""
    table, shooter = state.table, _unit(state.table, unit)
    start = _place(table, unit)
    return {enemy.code: _met(table, shooter, enemy, start) for enemy in _enemies(table, shooter)}


ranges.__name__ = "range"


def _met(table: Table, unit: Unit, enemy: Unit, start: Point) -> dict[str, Any]:
    end = _place(table, enemy.code)
    hand, reach = table.agreement.hand, table.agreement.reach
    near = "arm" if plane.within(start, end, reach) else "table"
    return {
        "distance": _length((start, end)),
        "band": "hand" if plane.within(start, end, hand) else near,
        "line_of_sight": table.ground.sees(start, end),
        "cover": table.ground.covered(start, end),
        "target": shooting.is_target(table, unit, enemy, start),
    }


def _enemies(table: Table, unit: Unit) -> list[Unit]:
    return [each for each in table.on_table() if each.seat != unit.seat]


def _length(points: tuple[Point, ...]) -> float:
    return inches(plane.length(points, FINE), FINE * INCH)


def _unit(table: Table, code: str) -> Unit:
    if refused := no_unit(table, code):
        raise refused
    return table.units[code]


def _place(table: Table, spot: Point | str) -> Point:
    """A point, or where a unit stands."""
    if not isinstance(spot, str):
        return spot
    at = _unit(table, spot).at
    if at is None:
        raise forbid("CARRIED", "52", f"{spot} is inside a transport.")
    return at


def score(state: State) -> dict[str, float | str]:
    """What the units left are worth (GA-104)."""
    return {letter: str(state.table.score(seat)) for letter, seat in SEAT_OF.items()}


TOOLS: Tools[State] = Tools(
    position=GaPosition, setup=GaSetup, score=score, measures=(shot, path, fall_back, odds, ranges)
)
