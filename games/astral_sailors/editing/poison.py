"""Marks of poison on a unit."""

from __future__ import annotations

from collections.abc import Iterator

from games.astral_sailors.editing.values import (
    UNIT,
    is_hidden,
    no_unit,
    refuse,
    some,
    too_early,
    unit_of,
)
from games.astral_sailors.names import counted
from games.astral_sailors.rules.combat.wounds import TICKS
from games.astral_sailors.state import State
from games.astral_sailors.table import Poison
from games.astral_sailors.view import SailorsView
from games.core.editing.acts import Argument
from games.core.notation import Value
from games.core.refusals import Forbidden

MOST_MARKS, MOST_DAMAGE = 6, 9


def _read_mark(view: SailorsView, text: str) -> Poison:
    source, damage, ticks = text.split(":")
    number = range(10000)
    if not (damage.isdecimal() and ticks.isdecimal() and text.isascii()):
        raise ValueError
    if int(damage) not in number or int(ticks) not in number:
        raise ValueError
    return Poison(UNIT.value.read(view, source), int(damage), int(ticks))


def _marks(_: SailorsView, marks: tuple[Poison, ...]) -> str:
    found = [
        f"{mark.source}, Damage {mark.damage}, {counted(mark.ticks, 'round')}" for mark in marks
    ]
    return "; ".join(found) or "none"


def _poisons(view: SailorsView, code: str) -> Iterator[tuple[Poison, ...]]:
    yield ()
    for source in view.table.on_board():
        venom = view.table.kind(source).specials.venom
        if venom and view.table.enemies(unit_of(view, code), source):
            yield (Poison(source.code, venom, TICKS),)


def no_poison(view: SailorsView, code: str, marks: tuple[Poison, ...]) -> Forbidden | None:
    if early := too_early(view, code):
        return early
    if len(marks) > MOST_MARKS:
        return _too_many(code, marks, MOST_MARKS)
    return no_marks(view, code, marks)


def no_marks(of: SailorsView | State, code: str, marks: tuple[Poison, ...]) -> Forbidden | None:
    """Why a unit cannot have these marks, of a view or a state."""
    if of.table.agreement.venom_stack != "stack" and len(marks) > 1:
        return _too_many(code, marks, 1)
    return next((wrong for mark in marks if (wrong := _no_mark(of, code, mark))), None)


def _too_many(code: str, marks: tuple[Poison, ...], most: int) -> Forbidden:
    why = f"The number of poison marks on {code} must be from 0 to {most}, not {len(marks)}."
    return refuse(why, f"Remove it first: {code} POISON NONE.", "ASCW-D33")


def _no_mark(of: SailorsView | State, code: str, mark: Poison) -> Forbidden | None:
    source = of.table.units.get(mark.source)
    if source is None:
        return no_unit(of, mark.source)
    if is_hidden(of.table, source):
        return refuse(f"{source.code} is not yet known to everyone.", f"{source.code} SEEN")
    if not of.table.enemies(of.table.units[code], source):
        return refuse(f"{source.code} is not an enemy of {code}.", rule="ASCW-158")
    if not 1 <= mark.damage <= MOST_DAMAGE:
        why = f"The Damage of poison must be from 1 to {MOST_DAMAGE}, not {mark.damage}."
        return refuse(why, rule="ASCW-158")
    if not 1 <= mark.ticks <= TICKS:
        why = f"The rounds that poison lasts must be from 1 to {TICKS}, not {mark.ticks}."
        return refuse(why, rule="ASCW-158")
    return None


MARKS = Argument(
    some(Value("a mark such as B2:1:3 (poison of B2, Damage 1, 3 rounds)", _read_mark,
               lambda mark: f"{mark.source}:{mark.damage}:{mark.ticks}"), MOST_MARKS + 1),
    "Poison from which unit?",
    _poisons,
    label=_marks,
    called=_marks,
    example="B2:1:3",
)  # fmt: skip
