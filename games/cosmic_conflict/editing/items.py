"""Items, tracks and Conditions of units as a referee sets them (4.11)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal

from games.core.editing.acts import Act, Argument, choice, number
from games.core.notation import Value
from games.core.refusals import Forbidden
from games.cosmic_conflict.components import ABSORBERS
from games.cosmic_conflict.editing.units import OF_UNITS, in_play
from games.cosmic_conflict.orders import silenced
from games.cosmic_conflict.rules.arrivals import LAUNCH_HANGAR
from games.cosmic_conflict.rules.conditions import (
    COMMUNICATIONS,
    LASTING,
    NAMES,
    PROPULSION,
    ConditionChoice,
    suffering,
)
from games.cosmic_conflict.rules.values import forbid
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table import Condition, Table, Unit
from games.cosmic_conflict.view import View
from games.cosmic_conflict.weapons import Weapon

MOST_CONDITIONS = 12

# --- Items ---


def _label(view: Any, text: str) -> str:
    if not re.fullmatch("[A-Z]{2,4}[1-9][0-9]?", text):
        raise ValueError
    return text


def item(fits: Callable[[Table, Unit, int], bool]) -> Argument:
    """An item of a unit."""

    def offered(view: View, id: str, *_: Any) -> tuple[str, ...]:
        table, unit = view.table, view.table.units[id]
        labels = table.design(unit).labels
        return tuple(label for at, label in enumerate(labels) if fits(table, unit, at))

    value = Value[Any, str]("an item such as KIN1", _label, extent="[A-Z]+[0-9]+")
    return Argument(value, "Which item?", offered)


def place_of(table: Table, unit: Unit, label: str) -> int:
    return table.design(unit).labels.index(label)


def _no_item(fits: Callable[[Table, Unit, int], bool], why: str) -> Callable[..., Any]:
    def refuse(view: View, id: str, label: str, *_: Any) -> Forbidden | None:
        table, unit = view.table, view.table.units[id]
        if label in table.design(unit).labels and fits(table, unit, place_of(table, unit, label)):
            return None
        return forbid("UNKNOWN-ID", "CC-013", f"{label} of {id} {why}.")

    return refuse


def _is_absorber(table: Table, unit: Unit, at: int) -> bool:
    return table.design(unit).items[at].type in ABSORBERS


def _is_used(table: Table, unit: Unit, at: int) -> bool:
    each = table.design(unit).items[at]
    return isinstance(each, Weapon) or each.type in ("AWS", LAUNCH_HANGAR)


def _switch(word: str, label: str, field: str, fits: Any, what: str, *, adds: bool) -> Act:
    """An act that adds the place of an item to a field, or takes it away."""

    def possible(table: Table, unit: Unit, at: int) -> bool:
        return fits(table, unit, at) and (at in getattr(unit, field)) != adds

    def put(builder: StepBuilder, id: str, label: str) -> None:
        unit = builder.unit(id)
        at = place_of(builder.table, unit, label)
        there = {each for each in getattr(unit, field) if each != at}
        found = tuple(sorted({*there, at} if adds else there))
        builder.put(unit, **{field: found})

    why = f"cannot be {what}"
    return OF_UNITS.act(
        word.lower(), f"{word} {{value}}", label, item(possible), put,
        said=f"sets {{value}} of {{unit}} {what}", refuse=_no_item(possible, why),
    )  # fmt: skip


def _track(view: View, id: str, label: str, *_: Any) -> tuple[int, int]:
    """The index of a track, and how long it is."""
    table, unit = view.table, view.table.units[id]
    places = [at for at, _ in table.design(unit).absorbers]
    index = places.index(place_of(table, unit, label))
    return index, table.design(unit).absorbers[index][1]


def _boxes(builder: StepBuilder, id: str, label: str, count: int) -> None:
    index, _ = _track(builder.view, id, label)
    unit = builder.unit(id)
    found = (count if at == index else each for at, each in enumerate(unit.absorbers))
    builder.put(unit, absorbers=tuple(found))


ITEMS = (
    _switch("OFF", "Deactivate an item", "off", lambda *_: True, "deactivated", adds=True),
    _switch("ON", "Activate an item", "off", lambda *_: True, "activated", adds=False),
    _switch("USED", "A Weapon that is used", "used", _is_used, "used", adds=True),
    _switch("UNUSED", "A Weapon that is unused", "used", _is_used, "unused", adds=False),
    Act(
        "boxes", "{unit} BOXES {item} {count}", "Boxes left of a track",
        {
            "unit": OF_UNITS.any, "item": item(_is_absorber),
            "count": number(lambda *known: range(_track(*known)[1] + 1)),
        },
        _boxes, "the boxes left of {item} of {unit}",
        lambda view, id, label: view.table.units[id].absorbers[_track(view, id, label)[0]],
        refuse=_no_item(_is_absorber, "has no track"), rule="CC-016",
    ),
)  # fmt: skip

# --- Conditions ---

_CHOICES: Mapping[int, tuple[Literal["", "a", "b"], ...]] = {
    8: ("a", "b", ""),
    9: ("a", "b", ""),
    PROPULSION: ("a", "b"),
}
_CONDITIONS = {
    f"{result}{option.upper()}": Condition(result, option)
    for result in LASTING
    for option in _CHOICES.get(result, ("",))
}
_CONDITION: dict[str, Any] = {
    "wanted": "a Condition such as 4 or 11A",
    "words": _CONDITIONS,
    "label": lambda _, each: f"{each.result}{each.choice.upper()} {NAMES[each.result]}",
    "called": lambda _, each: f"{NAMES[each.result]} ({each.result}{each.choice})",
}


def _suffer(builder: StepBuilder, id: str, condition: Condition) -> None:
    unit = builder.unit(id)
    unit = builder.put(suffering(unit, condition.result, ConditionChoice(condition.choice)))
    if condition.result == COMMUNICATIONS:
        quiet, left = silenced(unit, builder.hidden(unit))
        builder.put(quiet)
        builder.hide(quiet, left)


def _no_suffering(view: View, id: str, condition: Condition) -> Forbidden | None:
    there = view.table.units[id].conditions
    once = condition.result in (COMMUNICATIONS, PROPULSION) and condition in there
    if once or len(there) >= MOST_CONDITIONS:
        why = f"{id} has {len(there)} Conditions, and cannot have that one too."
        return forbid("TARGET", "CC-048", why)
    return in_play(view.table, view.table.units[id], None)


def _cure(builder: StepBuilder, id: str, condition: Condition) -> None:
    there = list(builder.unit(id).conditions)
    there.remove(condition)
    builder.put(builder.unit(id), conditions=tuple(there))


def _no_cure(view: View, id: str, condition: Condition) -> Forbidden | None:
    if condition in view.table.units[id].conditions:
        return None
    return forbid("TARGET", "CC-049", f"{id} does not have that Condition.")


CONDITIONS = (
    OF_UNITS.act(
        "condition", "CONDITION {value}", "A further Condition", choice(**_CONDITION), _suffer,
        said="gives {unit} {value}", refuse=_no_suffering,
    ),
    OF_UNITS.act(
        "cure", "CURE {value}", "A Condition less",
        choice(
            **_CONDITION,
            offered=lambda view, id: dict.fromkeys(view.table.units[id].conditions),
        ),
        _cure, said="relieves {unit} of {value}", refuse=_no_cure,
    ),
)  # fmt: skip
