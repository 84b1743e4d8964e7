"""Adjustments of a unit's existence, owner and captor."""

from __future__ import annotations

from dataclasses import replace

from games.astral_sailors.adjusting.kinds import Become, Create, Delete, Hold, Link
from games.astral_sailors.adjusting.replies import (
    BATTLE,
    FIELD,
    audience,
    forget,
    idle,
    is_hidden,
    no_seat,
    no_unit,
    not_in,
    off_board,
    outside,
    owner,
    place_of,
    refuse,
    told,
)
from games.astral_sailors.names import called, seat_name
from games.astral_sailors.rules.victory.commanders import living
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import LETTERS, Table, Unit
from games.astral_sailors.view import SailorsView
from games.core.refusals import Forbidden

LARGEST = 999
"""The highest unit number: codes have at most three digits."""

ARMED = ("scenery", *FIELD)
"""Phases in which armies have units."""


def refusal(view: SailorsView, adjustment: Link) -> Forbidden | None:
    table = view.table
    if not isinstance(adjustment, Create) and (missing := no_unit(table, adjustment.unit)):
        return missing
    match adjustment:
        case Hold(unit, captive):
            return no_unit(table, captive) or _hold(table, table.units[unit], captive)
        case Become(unit, code):
            return _become(view, table.units[unit], code)
        case Create(code, kind):
            if kind not in table.catalogue.units:
                known = ", ".join(table.catalogue.units)
                return refuse(
                    f"There is no kind of unit with the code {kind}.", f"The codes are {known}."
                )
            return not_in(table, ARMED, "Units can be created") or _code(view, code)
        case Delete(unit):
            return _delete(table, table.units[unit])


def _hold(table: Table, captor: Unit, code: str) -> Forbidden | None:
    captive = table.units[code]
    if early := not_in(table, BATTLE, "Commanders can be captured"):
        return early
    if found := off_board(table, captor) or off_board(table, captive):
        return found
    for unit in (captor, captive):
        if unit.holds:
            return refuse(f"{unit.code} already holds {unit.holds}.", f"{unit.holds} TO C5")
    if table.kind(captive).category != "commander":
        return refuse(f"{called(table, code)} is not a Commander.", rule="ASCW-119")
    if not table.enemies(captor, captive):
        return refuse(f"{code} is not an enemy of {captor.code}.", rule="ASCW-119")
    return None


def _code(view: SailorsView, code: str) -> Forbidden | None:
    """Why no unit can have this code from now on. How large a hidden army is, only its team and a
    referee who does not play can know."""
    table, seat = view.table, owner(code)
    if found := no_seat(table, seat) or outside(
        f"Unit numbers of {seat_name(seat)}", int(code[1:]), 1, LARGEST
    ):
        return found
    if not table.agreement.open_armies and view.teams[table.team(seat)] is None:
        return refuse(
            f"You may not know which units {seat_name(seat)} has.",
            "A referee who is not playing can do this.",
        )
    if code in table.units:
        return refuse(f"{called(table, code)} already exists.", "Use a free number.")
    if table.players[seat].removed:
        return refuse(f"{seat_name(seat)} is out of the match.", "Let the player return first.")
    return None


def _become(view: SailorsView, unit: Unit, code: str) -> Forbidden | None:
    if owner(code) == unit.seat:
        return refuse(f"{unit.code} already belongs to {seat_name(unit.seat)}.")
    return _linked(unit) or _code(view, code)


def _delete(table: Table, unit: Unit) -> Forbidden | None:
    for other in table.units.values():
        if any(mark.source == unit.code for mark in other.poison):
            why = f"{other.code} is poisoned by it."
            return refuse(why, f"Remove the poison first: {other.code} POISON NONE.")
    return _linked(unit)


def _linked(unit: Unit) -> Forbidden | None:
    if unit.holds:
        return refuse(f"{unit.code} holds {unit.holds}.", f"Free it first: {unit.holds} TO C5.")
    if unit.held_by:
        return refuse(f"{unit.held_by} holds {unit.code}.", f"Free it first: {unit.code} TO C5.")
    return None


# --- Setting it ---


def perform(builder: StepBuilder, adjustment: Link) -> None:
    match adjustment:
        case Hold(code, other):
            _seize(builder, builder.unit(code), builder.unit(other))
        case Become(code, new):
            _become_now(builder, builder.unit(code), new)
        case Create(code, kind):
            unit = Unit(code, kind, owner(code))
            _arrange(builder, {**builder.table.units, code: unit})
            about, name = (unit.code, builder.table.catalogue.units[kind].name)
            told(builder, "create", about, "", name, unit=unit)
            _new_main(builder, unit.seat)
        case Delete(code):
            unit = builder.unit(code)
            told(builder, "delete", called(builder.table, code), unit=unit)
            _drop(builder, unit)
            _new_main(builder, unit.seat)


def _seize(builder: StepBuilder, captor: Unit, captive: Unit) -> None:
    told(builder, "hold", captive.code, place_of(builder.table, captive), captor.code)
    idle(builder, captive.code)
    builder.put(
        replace(captor, holds=captive.code, cover=False),
        replace(
            captive,
            place="captive",
            held_by=captor.code,
            c=captor.c,
            r=captor.r,
            ap=0,
            cover=False,
            poison=(),
        ),
    )


def _become_now(builder: StepBuilder, unit: Unit, code: str) -> None:
    """Move its poison marks on others to the new code."""
    new = replace(unit, code=code, seat=owner(code))
    only = audience(builder, unit, new) if is_hidden(builder.table, unit) else None
    told(builder, "become", seat_name(new.seat), unit.code, code, only=only)
    _drop(builder, unit)
    units = {**builder.table.units, code: new}
    for other in units.values():
        if any(mark.source == unit.code for mark in other.poison):
            poison = tuple(
                replace(mark, source=code) if mark.source == unit.code else mark
                for mark in other.poison
            )
            units[other.code] = replace(other, poison=poison)
    _arrange(builder, units)
    _new_main(builder, unit.seat)
    _new_main(builder, new.seat)


def _drop(builder: StepBuilder, unit: Unit) -> None:
    idle(builder, unit.code)
    forget(builder, unit.code)
    units = {code: each for code, each in builder.table.units.items() if code != unit.code}
    builder.table = replace(builder.table, units=units)


def _arrange(builder: StepBuilder, units: dict[str, Unit]) -> None:
    """Sort units by seat and number."""
    order = sorted(units.values(), key=lambda each: (each.seat, each.number))
    builder.table = replace(builder.table, units={each.code: each for each in order})


def _new_main(builder: StepBuilder, seat: int) -> None:
    """Give a seat another main Commander if it lost its own."""
    player, table = builder.player(seat), builder.table
    main = table.units.get(player.main)
    if main is None:
        leaders = living(table, seat)
        builder.put_player(replace(player, main=leaders[0].code if leaders else ""))


def next_code(table: Table, seat: int) -> str:
    """The next free code of an army."""
    return f"{LETTERS[seat]}{max((unit.number for unit in table.of(seat)), default=0) + 1}"
