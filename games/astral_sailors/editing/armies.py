"""Units that come into being, change their owner or are deleted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.astral_sailors.editing.values import (
    FIELD,
    KIND,
    UNIT,
    idle,
    is_hidden,
    no_seat,
    not_in,
    owner,
    refuse,
    who_knows,
)
from games.astral_sailors.names import called, seat_name
from games.astral_sailors.rules.victory.commanders import living
from games.astral_sailors.state import State
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import LETTERS, Table, Unit
from games.astral_sailors.view import SailorsView
from games.core.editing.acts import Act, Argument, Audience
from games.core.notation import Value
from games.core.refusals import Forbidden

ARMED = ("scenery", *FIELD)
"""Phases in which armies have units."""


def _no_code(view: SailorsView, code: str) -> Forbidden | None:
    """Why no unit can have this code from now on. How large a hidden army is, only its team and a
    referee who does not play can know."""
    table, seat = view.table, owner(code)
    if found := no_seat(view, seat):
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


def _next_code(table: Table, seat: int) -> str:
    highest = max((unit.number for unit in table.of(seat)), default=0)
    return f"{LETTERS[seat]}{highest + 1}"


def _codes(view: SailorsView, code: str = "") -> Iterator[str]:
    """The next free code of each army but that of the unit ``code``."""
    for player in view.table.players:
        if not code or player.seat != owner(code):
            yield _next_code(view.table, player.seat)


NEW = Argument(
    Value("a unit code", UNIT.value.read),
    "Who owns it?",
    _codes,
    label=lambda _, code: f"{seat_name(owner(code))}, as {code}",
    missing=_no_code,
    example="B9",
)


def _linked(view: SailorsView, code: str) -> Forbidden | None:
    unit = view.table.units[code]
    if unit.holds:
        return refuse(f"{code} holds {unit.holds}.", f"Free it first: {unit.holds} TO C5.")
    if unit.held_by:
        return refuse(f"{unit.held_by} holds {code}.", f"Free it first: {code} TO C5.")
    return None


def _stays(view: SailorsView, code: str, new: str) -> Forbidden | None:
    if owner(new) == owner(code):
        return refuse(f"{code} already belongs to {seat_name(owner(code))}.")
    return _linked(view, code) or _poisoned(view.table, code, owner(new))


def _poisoned(table: Table, code: str, seat: int) -> Forbidden | None:
    """No unit is poisoned by a friend (ASCW-158)."""
    friends = table.teams[table.team(seat)].seats
    for other in table.units.values():
        for mark in other.poison:
            pair = {other.code, mark.source}
            if code in pair and all(owner(each) in friends for each in pair - {code}):
                return _in_the_way(other.code, mark.source)
    return None


def _in_the_way(code: str, source: str) -> Forbidden:
    why = f"{code} is poisoned by {source}."
    return refuse(why, f"Remove the poison first: {code} POISON NONE.", "ASCW-158")


def _needed(view: SailorsView, code: str) -> Forbidden | None:
    for other in view.table.units.values():
        if any(mark.source == code for mark in other.poison):
            return _in_the_way(other.code, code)
    return _linked(view, code)


def _owners(state: State, code: str, new: str) -> Audience:
    """Both teams, where the unit is hidden."""
    if not is_hidden(state.table, state.table.units[code]):
        return None
    return tuple(sorted({*(who_knows(state, code) or ()), *(who_knows(state, new) or ())}))


def _become(builder: StepBuilder, code: str, new: str) -> None:
    """Move its poison marks on others to the new code."""
    unit = replace(builder.unit(code), code=new, seat=owner(new))
    _drop(builder, code)
    units = {**builder.table.units, new: unit}
    for other in units.values():
        poison = tuple(
            replace(mark, source=new) if mark.source == code else mark for mark in other.poison
        )
        units[other.code] = replace(other, poison=poison)
    _arrange(builder, units)
    _new_main(builder, owner(code))
    _new_main(builder, owner(new))


def _create(builder: StepBuilder, code: str, kind: str) -> None:
    _arrange(builder, {**builder.table.units, code: Unit(code, kind, owner(code))})
    _new_main(builder, owner(code))


def _delete(builder: StepBuilder, code: str) -> None:
    _drop(builder, code)
    _new_main(builder, owner(code))


def _drop(builder: StepBuilder, code: str) -> None:
    """Without the unit, also as the active one or in the last action."""
    idle(builder, code)
    table, last = builder.table, builder.table.last
    named = last and {
        last.unit,
        *(each for hit in last.hits for each in (hit.attacker, hit.target)),
    }
    units = {each: unit for each, unit in table.units.items() if each != code}
    kept = None if named and code in named else last
    builder.table = replace(table, units=units, last=kept)


def _arrange(builder: StepBuilder, units: dict[str, Unit]) -> None:
    """Sort units by seat and number."""
    order = sorted(units.values(), key=lambda each: (each.seat, each.number))
    builder.table = replace(builder.table, units={each.code: each for each in order})


def _new_main(builder: StepBuilder, seat: int) -> None:
    """Give a seat another main Commander if it lost its own."""
    player, table = builder.player(seat), builder.table
    if table.units.get(player.main) is None:
        leaders = living(table, seat)
        builder.put_player(replace(player, main=leaders[0].code if leaders else ""))


def _unarmed(view: SailorsView, _: str, __: str) -> Forbidden | None:
    return not_in(view.table, ARMED, "Units can be created")


BECOMES = Act(
    "becomes", "{unit} BECOMES {code}", "Change its owner", {"unit": UNIT, "code": NEW}, _become,
    said=lambda _, code, new: f"gives {code} to {seat_name(owner(new))} as {new}",
    refuse=_stays, only=_owners,
)  # fmt: skip
ARMIES = (
    Act(
        "create", "CREATE {code} {kind}", "A new unit", {"code": NEW, "kind": KIND}, _create,
        said="adds a unit to the Reserve: {code} {kind}", refuse=_unarmed, only=who_knows,
    ),
    Act(
        "delete", "DELETE {unit}", "Delete a unit", {"unit": UNIT}, _delete,
        said=lambda view, code: f"deletes {called(view.table, code)}",
        refuse=_needed, only=who_knows,
    ),
)  # fmt: skip
