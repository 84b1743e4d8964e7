"""Match options that can be changed during a match."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, get_args, get_origin

from annotated_types import Ge, Le, MultipleOf

from games.astral_sailors.adjusting.kinds import SetOption
from games.astral_sailors.adjusting.replies import BATTLE, outside, refuse, same, told
from games.astral_sailors.agreement import Agreement
from games.astral_sailors.faults import faults
from games.astral_sailors.meta import SailorsSettings
from games.astral_sailors.names import listed
from games.astral_sailors.rules.victory.commanders import MUSTER
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import Table
from games.core.refusals import Forbidden
from games.core.seats import Seats

Value = bool | int | str

_BUILT = "armies have been built with it"
AT_THE_START = {
    "pack": "this match's units and scenery come from it",
    "commanders": "armies are built with that number",
    "start_pool": "the points are already in the pools; set those",
    "bellicose_public": "the teams have already answered",
}
"""Options that count at the start only, with the reason."""

UNTIL = {
    "open_armies": (MUSTER, _BUILT),
    "scenery": (MUSTER, "scenery placement has begun"),
    "preset": (MUSTER, "scenery placement has begun"),
    "perimeter_clear": ((*MUSTER, "scenery"), "the scenery has been placed"),
    "deploy_gap": ((*MUSTER, "scenery", "deployment"), "armies have been deployed"),
}
"""Options with the phases in which they have an effect, and why they lose it."""


def refusal(table: Table, adjustment: SetOption) -> Forbidden | None:
    name, value = adjustment.option, adjustment.value
    if name not in SailorsSettings.model_fields:
        some = listed([each.upper() for each in changeable(table)[-4:]])
        return refuse("There is no option of that name.", f"Some options: {some}.")
    if name in AT_THE_START:
        return refuse(f"{_called(name)} can no longer be changed: {AT_THE_START[name]}.")
    if name in UNTIL and table.phase not in UNTIL[name][0]:
        return refuse(f"{_called(name)} no longer has any effect: {UNTIL[name][1]}.")
    if found := _no_value(name, value) or _too_late(table, name, value):
        return found
    if getattr(table.agreement, name) == value:
        return same(f"{_called(name)} is already {shown(value)}.")
    fields: dict[str, Any] = {name: value}
    return fault(table, table.agreement, **fields)


def fault(table: Table, before: Agreement, **after: Any) -> Forbidden | None:
    """What an agreement cannot be for these players, and was not before: something else may have
    been set by hand."""
    seats = Seats(tuple(table.team(each.seat) for each in table.players))

    def broken(agreement: Agreement) -> dict[str, Forbidden]:
        found = faults(agreement, seats)
        return {each.rule: each for each in found if isinstance(each, Forbidden)}

    known, now = broken(before), broken(replace(before, **after))
    return next((each for rule, each in now.items() if rule not in known), None)


def changeable(table: Table) -> tuple[str, ...]:
    """Options that can be changed now."""
    return tuple(
        name
        for name in SailorsSettings.model_fields
        if name not in AT_THE_START and (name not in UNTIL or table.phase in UNTIL[name][0])
    )


def values(name: str) -> tuple[Value, ...]:
    """Allowed values of an option that is not a number."""
    of = SailorsSettings.model_fields[name].annotation
    if of is bool:
        return (True, False)
    return get_args(of) if get_origin(of) is Literal else ()


def limits(name: str) -> tuple[int, int, int]:
    """Lowest value, highest value and step of a number."""
    found = SailorsSettings.model_fields[name].metadata
    lowest: Any = next(each.ge for each in found if isinstance(each, Ge))
    highest: Any = next(each.le for each in found if isinstance(each, Le))
    step: Any = next((each.multiple_of for each in found if isinstance(each, MultipleOf)), 1)
    return lowest, highest, step


def title(name: str) -> str:
    return SailorsSettings.model_fields[name].title or name


def shown(value: Value) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value).replace("_", " ")


def _called(name: str) -> str:
    return f"“{title(name)}”"


def _no_value(name: str, value: Value) -> Forbidden | None:
    if possible := values(name):
        if any(value == each and type(value) is type(each) for each in possible):
            return None
        words = [shown(each) if isinstance(each, bool) else str(each) for each in possible]
        choices = listed([word.upper() for word in words], "or")
        return refuse(f"{_called(name)} does not have that choice.", f"The choices are {choices}.")
    if isinstance(value, bool) or not isinstance(value, int):
        return refuse(f"{_called(name)} must be a number.")
    lowest, highest, step = limits(name)
    if value % step:
        return refuse(f"{_called(name)} must be a multiple of {step}, not {value}.")
    return outside(_called(name), value, lowest, highest)


def _too_late(table: Table, name: str, value: Value) -> Forbidden | None:
    if name == "army_size" and table.phase in MUSTER and int(value) < table.agreement.army_size:
        size = table.agreement.army_size
        return refuse(
            f"Lists are already being built for {size} points, so the size can only go up."
        )
    if name == "round_limit" and table.phase in BATTLE and 0 < int(value) < table.round:
        why = f"Round {table.round} is under way, so the limit cannot be {value}."
        return refuse(why, "0 means no limit.", "ASCW-D67")
    return None


def perform(builder: StepBuilder, adjustment: SetOption) -> None:
    name, agreed = adjustment.option, builder.table.agreement
    before = shown(getattr(agreed, name))
    told(builder, "option", title(name), before, shown(adjustment.value))
    fields: dict[str, Any] = {name: adjustment.value}
    builder.table = replace(builder.table, agreement=replace(agreed, **fields))
