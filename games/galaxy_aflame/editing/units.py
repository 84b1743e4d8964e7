"""Units as a referee sets them (GA-G01, GA-G04)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from games.core.editing import acts
from games.core.editing.acts import Act, Argument, number
from games.core.editing.editing import SAME
from games.core.editing.units import SIDE, YES, Units, next_code
from games.core.geometry import plane
from games.core.geometry.plane import Point
from games.core.refusals import Forbidden
from games.core.seats import Seat
from games.galaxy_aflame.ground import INCH, INCHES, inches
from games.galaxy_aflame.notation import CARD, CODE
from games.galaxy_aflame.options.fields import limits
from games.galaxy_aflame.rules import deployment, movement, transports
from games.galaxy_aflame.rules.values import forbid, piece
from games.galaxy_aflame.state import StepBuilder
from games.galaxy_aflame.table import NAMES, Table, Unit, other
from games.galaxy_aflame.view import View

MOST_UNITS = 60
WINDS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))

# --- Arguments ---


def _named(view: View, code: str) -> str:
    return str(piece(view.table, view.table.units[code]))


def _no_unit(view: View, code: str) -> Forbidden | None:
    if code in view.table.units:
        return None
    return forbid("TARGET", "07", f"There is no unit {code}.")


def _state_of(view: View, code: str) -> str:
    table, unit = view.table, view.table.units[code]
    inside = table.carrier(code)
    where = f"inside {inside.code}" if inside else "out" if unit.out else "in reserve"
    where = where if unit.at is None else f"at {INCHES.name(unit.at)}"
    return f"{where}, {unit.models} of {table.card(unit).models} models"


OF_UNITS = Units(CODE, _named, _state_of, _no_unit, called=_named)


def _transports(view: View, code: str) -> Iterator[Unit]:
    table = view.table
    return (each for each in table.on_table(_unit(view, code).seat) if table.card(each).capacity)


def _enemies(view: View, code: str) -> Iterator[Unit]:
    return view.table.on_table(other(_unit(view, code).seat))


# --- Points ---


def around(at: Point) -> Iterator[Point]:
    """A point, and others an inch and three away from it."""
    yield at
    for far in (INCH, 3 * INCH):
        yield from (at.plus(x * far, y * far) for x, y in WINDS)


def spots(table: Table, unit: Unit) -> Iterator[Point]:
    """Near where a unit stands, or else where the bot would place it."""
    ground = table.ground
    middle = Point(ground.width // 2, ground.height // 2)
    return around(table.place(unit) or deployment.auto_spot(table, unit) or middle)


def spot_of(unit_of: Callable[..., Unit]) -> Argument:
    """A legal spot for a unit, which the view and the arguments before tell."""
    return acts.point(
        INCHES,
        lambda view, *known: limits(view.table, unit_of(view, *known)),
        "Where?",
        offered=lambda view, *known: spots(view.table, unit_of(view, *known)),
    )


# --- Acts ---


def _unit(view: View, code: str) -> Unit:
    return view.table.units[code]


def _not_in_play(view: View, code: str) -> Forbidden | None:
    unit = _unit(view, code)
    if not unit.out and not view.table.is_reserve(unit):
        return None
    return forbid("TARGET", "07", f"{code} is not on the table.", f"Use {code} TO 24 18.")


def _field(
    name: str,
    value: Argument,
    what: str,
    rule: str,
    impossible: Callable[[Table, Unit, Any], Forbidden | None] = lambda *_: None,
) -> Act:
    """An act that sets the field ``name`` of a unit that is in play."""

    def refuse(view: View, code: str, value: Any) -> Forbidden | None:
        return _not_in_play(view, code) or impossible(view.table, _unit(view, code), value)

    return OF_UNITS.field(name, name.upper(), value, what, refuse=refuse, rule=f"GA-{rule}")


def _leave(builder: StepBuilder, code: str) -> Unit:
    """A unit without the transport around it."""
    if transport := builder.table.carrier(code):
        inside = tuple(each for each in transport.cargo if each != code)
        builder.put(transport, cargo=inside)
    return builder.put(builder.unit(code), boarded=False)


def _models(builder: StepBuilder, unit: Unit) -> int:
    """A unit that was out returns with all its models."""
    return unit.models or builder.table.card(unit).models


def _to(builder: StepBuilder, code: str, at: Point) -> None:
    unit = _leave(builder, code)
    builder.put(unit, at=at, out=False, models=_models(builder, unit))


def no_spot(table: Table, unit: Unit, at: Point) -> Forbidden | None:
    if unit.at == at:
        return Forbidden("GA-07", f"{unit.code} is at {INCHES.name(at)} already.", code=SAME)
    return movement.no_spot(table, unit, at)


def _in(builder: StepBuilder, code: str, transport: str) -> None:
    if code in builder.unit(transport).cargo:
        return
    unit = _leave(builder, code)
    builder.put(unit, at=None, out=False, models=_models(builder, unit))
    into = builder.unit(transport)
    builder.put(into, cargo=(*into.cargo, code))


def _no_ride(view: View, code: str, transport: str) -> Forbidden | None:
    table, unit, into = view.table, _unit(view, code), _unit(view, transport)
    if into.at is None or into.seat != unit.seat or code == transport:
        return forbid("CAPACITY", "92", f"{transport} cannot carry {code}.")
    if code in into.cargo:
        return Forbidden("GA-07", f"{code} is inside {transport} already.", code=SAME)
    return transports.no_room(table, replace(unit, models=unit.models or 1), into)


def _reserve(builder: StepBuilder, code: str) -> None:
    unit = _leave(builder, code)
    back = Unit(code, unit.card, unit.seat, _models(builder, unit))
    builder.table = builder.table.put(back)


def _out(builder: StepBuilder, code: str) -> None:
    if builder.unit(code).out:
        return
    unit = _leave(builder, code)
    builder.table = builder.table.put(Unit(code, unit.card, unit.seat, 0, out=True))


def _cannot_go(view: View, code: str) -> Forbidden | None:
    """A transport does not leave with its passengers, which would be lost (GA-95)."""
    if cargo := _unit(view, code).cargo:
        why = f"{code} carries {', '.join(cargo)}; put them elsewhere first."
        return forbid("CARRIED", "95", why)
    return None


def _no_reserve(view: View, code: str) -> Forbidden | None:
    if view.table.is_reserve(_unit(view, code)):
        return Forbidden("GA-07", f"{code} is in reserve already.", code=SAME)
    return _cannot_go(view, code)


def _no_leaving(view: View, code: str) -> Forbidden | None:
    if _unit(view, code).out:
        return Forbidden("GA-07", f"{code} is out already.", code=SAME)
    return _cannot_go(view, code)


# --- What cannot be ---


def _too_many(table: Table, unit: Unit, models: int) -> Forbidden | None:
    transport = table.carrier(unit.code)
    room = None if transport is None else table.room(transport) + unit.models
    if transport is None or room is None or models <= room:
        return None
    why = f"{transport.code} has room for {room} models of {unit.code}."
    return forbid("CAPACITY", "92", why)


def _no_suppression(table: Table, unit: Unit, yes: bool) -> Forbidden | None:
    if not yes or not table.card(unit).vehicle:
        return None
    return forbid("VEHICLE", "60", f"{unit.code} is a Vehicle and cannot be suppressed.")


def _no_shaking(table: Table, unit: Unit, yes: bool) -> Forbidden | None:
    if not yes or table.card(unit).vehicle:
        return None
    return forbid("SHAKEN", "79", f"{unit.code} is no Vehicle; only Vehicles are shaken.")


def _no_limit(table: Table, unit: Unit, yes: bool) -> Forbidden | None:
    pinned = table.agreement.suppression == "pinned"
    return None if pinned else _no_shaking(table, unit, yes)


def _over_budget(name: str) -> Callable[[Table, Unit, Any], Forbidden | None]:
    """What no unit can have done in one turn (GA-36)."""

    def refuse(_: Table, unit: Unit, value: Any) -> Forbidden | None:
        changed: dict[str, Any] = {name: value}
        after = replace(unit, **changed)
        if not (after.ran and (after.moved or after.shots)) and not (
            after.moved and after.shots > 1
        ):
            return None
        why = f"No unit does that in one turn. {movement.done_before(unit)}".strip()
        can = "A unit moves and shoots once, or runs, or shoots twice."
        return forbid("BUDGET", "36", why, can)

    return refuse


def _no_pair(view: View, code: str, enemy: str) -> Forbidden | None:
    table, one, other = view.table, _unit(view, code), _unit(view, enemy)
    if one.seat == other.seat or one.at is None or other.at is None:
        return forbid("TARGET", "71", "Enemies that are both on the table are engaged.")
    if movement.is_engaged(table, code, enemy):
        return Forbidden("GA-71", f"{code} and {enemy} are engaged already.", code=SAME)
    if plane.within(one.at, other.at, table.agreement.hand):
        return None
    far, most = inches(plane.length((one.at, other.at))), inches(table.agreement.hand)
    return forbid("RANGE", "71", f"{code} is {far} from {enemy}; the limit is {most}.")


def _no_parting(view: View, code: str, enemy: str) -> Forbidden | None:
    if movement.is_engaged(view.table, code, enemy):
        return None
    return Forbidden("GA-71", f"{code} and {enemy} are not engaged.", code=SAME)


def _part(builder: StepBuilder, code: str, enemy: str) -> None:
    pair = (min(code, enemy), max(code, enemy))
    builder.change(engaged=tuple(each for each in builder.table.engaged if each != pair))


def _all_models(view: View, code: str) -> range:
    return range(1, view.table.card(_unit(view, code)).models + 1)


UNITS = (
    OF_UNITS.act(
        "to", "TO {value}", "Its place", spot_of(_unit), _to, said="puts {unit} at {value}",
        refuse=lambda view, code, at: no_spot(view.table, _unit(view, code), at),
    ),
    OF_UNITS.act(
        "in", "IN {value}", "Inside a transport", OF_UNITS.one_of("Which transport?", _transports),
        _in, said="puts {unit} inside {value}", refuse=_no_ride,
    ),
    _field("models", number(_all_models), "models", "06", _too_many),
    _field("suppressed", YES, "suppression", "61", _no_suppression),
    _field("shaken", YES, "shaking in the next turn", "79", _no_shaking),
    _field("limited", YES, "limit in this turn", "79", _no_limit),
    _field("moved", YES, "move", "36", _over_budget("moved")),
    _field("ran", YES, "run", "36", _over_budget("ran")),
    _field("shots", number(range(3)), "shots", "36", _over_budget("shots")),
    _field("fails", number(range(100)), "failed checks this turn", "69"),
    OF_UNITS.act(
        "engaged", "ENGAGED {value}", "Engaged with an enemy",
        OF_UNITS.one_of("Which enemy?", _enemies), movement.engage,
        said="sets {unit} and {value} engaged", refuse=_no_pair,
    ),
    OF_UNITS.act(
        "parted", "PARTED {value}", "No longer engaged with an enemy",
        OF_UNITS.one_of("Which enemy?", _enemies), _part,
        said="sets {unit} and {value} no longer engaged", refuse=_no_parting,
    ),
    OF_UNITS.act(
        "reserve", "RESERVE", "Into the reserve", None, _reserve,
        said="puts {unit} into the reserve", refuse=_no_reserve,
    ),
    OF_UNITS.act(
        "out", "OUT", "Out of the game", None, _out,
        said="takes {unit} out of the game", refuse=_no_leaving,
    ),
)  # fmt: skip

# --- New units ---


def _no_card(view: View, code: str) -> Forbidden | None:
    known = view.table.catalogue.cards
    if code in known:
        return None
    return forbid("CARD", "05", f"There is no card {code}.", f"There are {', '.join(known)}.")


A_CARD = Argument(
    CARD,
    "Which card?",
    lambda view, *_: tuple(view.table.catalogue.cards),
    label=lambda view, code: view.table.catalogue.cards[code].name,
    missing=_no_card,
)


def _new(view: View, seat: Seat, card: str) -> Unit:
    table = view.table
    code = next_code(table, seat)
    return Unit(code, card, seat, table.catalogue.cards[card].models)


def _add(builder: StepBuilder, seat: Seat, card: str, at: Point) -> None:
    builder.join(replace(_new(View(builder.table), seat, card), at=at))


def _no_adding(view: View, seat: Seat, card: str, at: Point) -> Forbidden | None:
    if len(view.table.of(seat)) >= MOST_UNITS:
        why = f"{NAMES[seat]} has {MOST_UNITS} units, the most there are."
        return forbid("CARD", "07", why)
    return no_spot(view.table, _new(view, seat, card), at)


ADD = Act(
    "add", "ADD {side} {card} {at}", "A new unit",
    {"side": SIDE, "card": A_CARD, "at": spot_of(_new)}, _add,
    said="adds {card} for {side} at {at}", refuse=_no_adding,
)  # fmt: skip
