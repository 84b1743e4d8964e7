"""Units as a referee sets them (4.11)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, get_args

from games.core.editing import acts
from games.core.editing.acts import Act, Argument, choice, number
from games.core.editing.editing import SAME
from games.core.editing.units import YES, Units
from games.core.geometry.plane import Point
from games.core.notation import Value
from games.core.refusals import Forbidden
from games.cosmic_conflict import hulls
from games.cosmic_conflict.catalogue import BASE
from games.cosmic_conflict.limits import MOST_UNITS, FleetUnit
from games.cosmic_conflict.options.fields import limits, name
from games.cosmic_conflict.rules import setup
from games.cosmic_conflict.rules.values import forbid, unknown
from games.cosmic_conflict.space import DU, SCALE
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table import Table, Unit, UnitState
from games.cosmic_conflict.terrain import solid_at
from games.cosmic_conflict.view import View

_WINDS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
Check: TypeAlias = Callable[[Table, Unit, Any], Forbidden | None]

# --- Arguments ---


def _id(_: Any, text: str) -> str:
    if not re.fullmatch(r"[ab][1-9]\d{0,2}", text.lower()):
        raise ValueError
    return text.lower()


ID = Value[Any, str]("a unit such as a1", _id, extent=r"[AB]\d+")
SIDE = choice("1 or 2", {"1": 1, "2": 2}, "Which side?", called=lambda _, side: f"side {side}")


def _named(view: View, id: str) -> str:
    return name(view.table, view.table.units[id])


def _state_of(view: View, id: str) -> str:
    table, unit = view.table, view.table.units[id]
    where = f"aboard {unit.aboard}" if unit.aboard else f"at {SCALE.name(unit.at or Point(0, 0))}"
    where = where if unit.state == "in" else unit.state
    return f"{where}, {unit.health} of {table.design(unit).health} Health filled"


@dataclass(frozen=True)
class CosmicUnits(Units):
    @property
    def any(self) -> Argument:
        return self.one_of(
            "Which unit?",
            lambda view: view.table.units.values(),
            detail=self.state,
            group=lambda _, id: (id[0], f"Side {'ab'.index(id[0]) + 1}"),
        )

    def one_of(self, prompt: str, found: Callable[..., Iterable[Any]], **more: Any) -> Argument:
        return Argument(
            self.value,
            prompt,
            lambda view, *known: tuple(unit.id for unit in found(view, *known)),
            label=self.named,
            called=self.called,
            missing=self.missing,
            **more,
        )


OF_UNITS = CosmicUnits(
    ID, _named, _state_of, lambda view, id: unknown(view.table, id), called=_named
)


def around(table: Table, at: Point | None) -> Iterator[Point]:
    """A point and others 1 and 3 du away, then some all over the board."""
    board = table.board
    at = at or Point(board.width // 2, board.height // 2)
    near = [at, *(at.plus(x * far, y * far) for far in (DU, 3 * DU) for x, y in _WINDS)]
    parts = [Point(board.width * x // 6, board.height * y // 6) for x in (1, 5) for y in (1, 3, 5)]
    return (each for each in dict.fromkeys((*near, *parts)) if each in board)


def place(like: Callable[..., Point | None]) -> Argument:
    """Where a unit can be, near a place that the view and the arguments before tell."""
    return acts.point(
        SCALE,
        lambda view, *known: limits(view.table),
        "Where?",
        offered=lambda view, *known: around(view.table, like(view, *known)),
    )


def no_place(table: Table, at: Point) -> Forbidden | None:
    if at not in table.board:
        return forbid("BOARD", "CC-008", f"{SCALE.name(at)} is not on the board.")
    if solid := solid_at(table.features, at):
        return forbid("SOLID", "CC-185", f"{SCALE.name(at)} is inside {solid.id}, which is Solid.")
    return None


# --- Fields ---


def _only(fighter: bool) -> Check:
    def refuse(table: Table, unit: Unit, _: Any) -> Forbidden | None:
        if unit.state == "in" and table.design(unit).fighter == fighter:
            return None
        what = "Fighter" if fighter else "ship"
        return forbid("TARGET", "CC-126", f"{unit.id} is not a {what} in play.")

    return refuse


def in_play(table: Table, unit: Unit, _: Any) -> Forbidden | None:
    return None if unit.state == "in" else forbid("TARGET", "CC-028", f"{unit.id} is {unit.state}.")


def _field(form: str, value: Argument, what: str, check: Check = in_play, field: str = "") -> Act:
    def refuse(view: View, id: str, value: Any) -> Forbidden | None:
        acting = view.course.acting
        if form == "ACTIVATED" and acting and acting.unit == id:
            return forbid("PHASE", "CC-078", f"{id} is being activated.")
        return check(view.table, view.table.units[id], value)

    field = field or form.lower()
    return OF_UNITS.field(form.lower(), form, value, what, field, refuse=refuse)


def _velocities(view: View, id: str) -> range:
    size = view.table.size(view.table.units[id])
    return range(hulls.vmax(size) + 1 if size else 0)


def _health(view: View, id: str) -> range:
    return range(view.table.design(view.table.units[id]).health)


def _shots(view: View, id: str) -> range:
    return range(view.table.design(view.table.units[id]).shots + 1)


def _title(_: Any, text: str) -> str:
    """Texts of moves are in capitals, so names are written in one way."""
    if not re.fullmatch("(?=.{3,24}$)[A-Za-z0-9']+([ -][A-Za-z0-9']+)*", text):
        raise ValueError
    return text.lower().title()


_NAME = Argument(
    Value[Any, str]("a name of 3 to 24 letters and digits", _title, extent=r".{3,24}"),
    "Which name?",
    lambda *_: ("Anonymous", "Renowned"),
    example="Old Hearth",
)
FIELDS = (
    _field("HEADING", number(range(360)), "heading", _only(False)),
    _field("VELOCITY", number(_velocities), "Velocity", _only(False)),
    _field("HEALTH", number(_health), "filled boxes of Health"),
    _field("AMMO", number(_shots), "attacks before it must resupply", _only(True), "shots"),
    _field("ACTIVATED", YES, "activation this turn"),
    _field("SURVEYED", YES, "token of Deep Survey", _only(False)),
    _field("NAME", _NAME, "name", lambda *_: None),
)

# --- Where it is ---


def _to(builder: StepBuilder, id: str, at: Point) -> None:
    unit = builder.unit(id)
    health = min(unit.health, builder.table.design(unit).health - 1)
    builder.put(unit, at=at, aboard="", state="in", health=health)


def _no_to(view: View, id: str, at: Point) -> Forbidden | None:
    unit = view.table.units[id]
    if unit.at == at:
        return Forbidden("CC-008", f"{id} is there already.", code=SAME)
    return no_place(view.table, at)


def _aboard(builder: StepBuilder, id: str, carrier: str) -> None:
    inside: dict[str, Any] = {"at": None, "aboard": carrier, "carrier": carrier, "state": "in"}
    unit = builder.unit(id)
    health = min(unit.health, builder.table.design(unit).health - 1)
    builder.put(unit, **inside, boarded=builder.table.turn, health=health)


def _no_aboard(view: View, id: str, carrier: str) -> Forbidden | None:
    table, unit, into = view.table, view.table.units[id], view.table.units[carrier]
    if unit.aboard == carrier and unit.state == "in":
        return forbid("HANGAR", "CC-115", f"{id} is aboard {carrier} already.")
    room = table.design(into).hangars(into.off) - len(table.aboard(carrier))
    if table.design(unit).fighter and into.side == unit.side and into.in_space and room > 0:
        return None
    return forbid("HANGAR", "CC-115", f"{carrier} has no room for {id}.")


def _carriers(view: View, id: str) -> Iterator[Unit]:
    return (each for each in view.table.in_space() if view.table.design(each).hangars())


def _gone(builder: StepBuilder, id: str, state: UnitState) -> None:
    builder.table = builder.table.removed(builder.unit(id), state)


def _remove(builder: StepBuilder, id: str) -> None:
    """Nothing is left of it: neither its Missile tokens nor its marks."""
    table = builder.table
    units = {
        each.id: replace(each, carrier="" if each.carrier == id else each.carrier)
        for each in table.units.values()
        if each.id != id
    }
    missiles = (each for each in table.missiles if id not in (each.launcher, each.target))
    marked = (each for each in table.marked if id not in (each.by, each.target))
    builder.table = replace(table, units=units, missiles=tuple(missiles), marked=tuple(marked))


def _no_remove(view: View, id: str) -> Forbidden | None:
    acting = view.course.acting
    if acting and acting.unit == id:
        why = f"{id} is being activated."
        return forbid("PHASE", "CC-078", why, f"{id} OUT DESTROYED ends that.")
    if inside := view.table.aboard(id):
        return forbid("HANGAR", "D-055", f"{id} carries {inside[0].id}; put it elsewhere first.")
    return None


def _no_out(view: View, id: str, state: UnitState) -> Forbidden | None:
    if view.table.units[id].state == state:
        return Forbidden("CC-046", f"{id} is {state} already.", code=SAME)
    return None


_OUT = {each.upper(): each for each in get_args(UnitState) if each != "in"}
PLACES = (
    OF_UNITS.act(
        "to", "TO {value}", "Its place", place(lambda view, id: view.table.units[id].at), _to,
        said="puts {unit} at {value}", refuse=_no_to,
    ),
    OF_UNITS.act(
        "aboard", "ABOARD {value}", "Aboard a carrier",
        OF_UNITS.one_of("Which carrier?", _carriers), _aboard, said="puts {unit} aboard {value}",
        refuse=_no_aboard,
    ),
    OF_UNITS.act(
        "out", "OUT {value}", "Out of the game", choice("DESTROYED or FLED", _OUT, "How?"), _gone,
        said="sets {unit} {value}", refuse=_no_out,
    ),
    OF_UNITS.act(
        "remove", "REMOVE", "Remove it for good", None, _remove, said="removes {unit}",
        refuse=_no_remove,
    ),
)  # fmt: skip

# --- New units ---


def _sic(_: Any, text: str) -> str:
    if not re.fullmatch("[A-Z]{4}", text):
        raise ValueError
    return text


def _no_sic(view: View, code: str) -> Forbidden | None:
    if code in BASE.designs:
        return None
    return forbid("UNKNOWN-ID", "CC-004", f"There is no design {code}.")


def _add(builder: StepBuilder, side: int, code: str, at: Point) -> None:
    table = builder.table
    (unit,) = setup.units(BASE.designs, side, (FleetUnit(code),))
    last = max((int(each.id[1:]) for each in table.of(side)), default=0)
    unit = replace(unit, id=f"{setup.LETTERS[side]}{last + 1}", at=at)
    both = {each: (*table.of(each), *((unit,) if each == side else ())) for each in (1, 2)}
    builder.table = replace(table, units={each.id: each for each in (*both[1], *both[2])})


def _no_adding(view: View, side: int, code: str, at: Point) -> Forbidden | None:
    if len(view.table.of(side)) >= MOST_UNITS:
        why = f"Side {side} has {MOST_UNITS} units, the most there are."
        return forbid("POINTS", "CC-T01", why)
    return no_place(view.table, at)


ADD = Act(
    "add", "ADD {side} {sic} {at}", "A new unit",
    {
        "side": SIDE,
        "sic": Argument(
            Value[Any, str]("a design such as WREN", _sic), "Which design?",
            lambda *_: BASE.designs, label=lambda _, code: f"{code} {BASE.designs[code].name}",
            missing=_no_sic,
        ),
        "at": place(lambda *_: None),
    },
    _add, said="adds {sic} for {side} at {at}", refuse=_no_adding,
)  # fmt: skip
UNITS = (*PLACES, *FIELDS)
