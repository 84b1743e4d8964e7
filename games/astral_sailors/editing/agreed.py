"""Match options that can be changed during a match."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Literal, get_args, get_origin

from annotated_types import Ge, Le, MultipleOf

from games.astral_sailors.agreement import Agreement
from games.astral_sailors.editing.values import BATTLE, read_name, refuse
from games.astral_sailors.faults import faults
from games.astral_sailors.meta import SailorsSettings
from games.astral_sailors.names import listed
from games.astral_sailors.rules.victory.commanders import MUSTER
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import Table
from games.astral_sailors.view import SailorsView
from games.core.editing.acts import Act, Argument
from games.core.notation import Value
from games.core.refusals import Forbidden
from games.core.seats import Seats

Setting = bool | int | str

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


def _fixed(view: SailorsView, name: str) -> Forbidden | None:
    if name not in SailorsSettings.model_fields:
        some = listed([each.upper() for each in changeable(view.table)[-4:]])
        return refuse("There is no option of that name.", f"Some options: {some}.")
    if name in AT_THE_START:
        return refuse(f"{_called(name)} can no longer be changed: {AT_THE_START[name]}.")
    if name in UNTIL and view.table.phase not in UNTIL[name][0]:
        return refuse(f"{_called(name)} no longer has any effect: {UNTIL[name][1]}.")
    return None


def _refused(view: SailorsView, name: str, text: str) -> Forbidden | None:
    value = _parsed(name, text)
    fields: dict[str, Any] = {name: value}
    return (
        _no_value(name, value)
        or _too_late(view.table, name, value)
        or fault(view.table, view.table.agreement, **fields)
    )


def _parsed(name: str, text: str) -> Setting:
    """The value that a text means for an option, or the text where it means none."""
    if values(name) == (True, False):
        return {"YES": True, "NO": False}.get(text, text)
    return int(text) if text.isdecimal() else text.lower()


def _written(value: Setting) -> str:
    return shown(value).upper() if isinstance(value, bool) else str(value).upper()


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


def values(name: str) -> tuple[Setting, ...]:
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


def shown(value: Setting) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value).replace("_", " ")


def _called(name: str) -> str:
    return f"“{title(name)}”"


def _no_value(name: str, value: Setting) -> Forbidden | None:
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
    if not lowest <= value <= highest:
        return refuse(f"{_called(name)} must be from {lowest} to {highest}, not {value}.")
    return None


def _too_late(table: Table, name: str, value: Setting) -> Forbidden | None:
    if name == "army_size" and table.phase in MUSTER and int(value) < table.agreement.army_size:
        size = table.agreement.army_size
        return refuse(
            f"Lists are already being built for {size} points, so the size can only go up."
        )
    if name == "round_limit" and table.phase in BATTLE and 0 < int(value) < table.round:
        why = f"Round {table.round} is under way, so the limit cannot be {value}."
        return refuse(why, "0 means no limit.", "ASCW-D67")
    return None


def _put(builder: StepBuilder, name: str, text: str) -> None:
    fields: dict[str, Any] = {name: _parsed(name, text)}
    builder.table = replace(builder.table, agreement=replace(builder.table.agreement, **fields))


def _some(view: SailorsView, name: str) -> Iterable[str]:
    """The choices, or numbers near the present one and the lowest."""
    if found := values(name):
        return map(_written, found)
    lowest, highest, step = limits(name)
    now = getattr(view.table.agreement, name)
    near = range(max(lowest, now - 8 * step), min(highest, now + 8 * step) + 1, step)
    return map(str, dict.fromkeys((*near, lowest)))


def _read_value(view: SailorsView, text: str) -> str:
    said = {"Y": "YES", "ON": "YES", "N": "NO", "OFF": "NO"}.get(text, read_name(view, text))
    return str(int(said)) if said.isascii() and said.isdecimal() else said


def _words(_: SailorsView, text: str) -> str:
    return text.lower().replace("_", " ")


OPTION = Act(
    "option",
    "OPTION {option} {value}",
    "A match option",
    {
        "option": Argument(
            Value(
                "an option",
                lambda view, text: read_name(view, text).lower().replace("-", "_"),
                str.upper,
            ),
            "Which option?",
            lambda view: changeable(view.table),
            label=lambda _, name: title(name),
            detail=lambda view, name: f"now {shown(getattr(view.table.agreement, name))}",
            called=lambda _, name: _called(name) if name in SailorsSettings.model_fields else name,
            missing=_fixed,
        ),
        "value": Argument(
            Value("its value", _read_value),
            offered=_some,
            label=lambda view, text: _words(view, text).capitalize(),
            called=_words,
            example="12",
        ),
    },
    _put,
    "the option {option}",
    lambda view, name: _written(getattr(view.table.agreement, name)),
    refuse=_refused,
)
