"""Formations and Escorts as a referee makes, changes and ends them (2.14, 4.11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final, Literal

from games.core.geometry.plane import Point, within
from games.core.referee.edits import Act, choice, number
from games.core.referee.settable import Units
from games.core.types import Forbidden
from games.cosmic_conflict.rules import formations, parting
from games.cosmic_conflict.rules.values import forbid
from games.cosmic_conflict.space import DU
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table.bonds import Bond, Stance
from games.cosmic_conflict.table.conditions import COMMUNICATIONS
from games.cosmic_conflict.table.units import Table, Unit
from games.cosmic_conflict.view import View

FORMING: Final = frozenset({"member", "stance"})
"""The acts on Formations; with those on Escorts they are in matches with the option alone."""
ESCORTING: Final = frozenset({"escort"})
_STANCE = choice(
    "OFFENSIVE or DEFENSIVE", formations.STANCES, "Which kind?", called=lambda _, stance: stance
)


def missing(view: View, act: Act) -> Forbidden | None:
    """E-OPTION where a match is played without what an act is about."""
    table = view.table
    if (act.name in FORMING and not table.formations) or (
        act.name in ESCORTING and not table.escorts
    ):
        what = formations.FORMATION if act.name in FORMING else formations.ESCORT
        return formations.refuse_off(table, what)
    if act.name == "free" and not (table.formations or table.escorts):
        return formations.refuse_off(table, formations.FORMATION)
    return None


def part(builder: StepBuilder, id: str) -> None:
    """Take a ship out of its Formation, or an escort from its ward; wards lose their Escorts."""
    before = builder.table
    builder.table = before.freed(builder.unit(id))
    parting.tell_parted(builder, before)


def _join(
    builder: StepBuilder, id: str, to: str, stance: Literal["offensive", "defensive"]
) -> None:
    before = _loose(builder, id, to, formations.FORMATION)
    builder.put(builder.unit(to), stance=stance)
    unit = builder.put(builder.unit(id), token=False, second=False, slots=(), commands=())
    formations.tie(builder, unit, Bond(to, "member", _aside(unit, builder.unit(to))))
    parting.tell_parted(builder, before)


def _loose(builder: StepBuilder, id: str, to: str, kind: formations.GroupKind) -> Table:
    """Free a ship from what binds it to others; the table before that."""
    before = builder.table
    unit = before.units[id]
    if id == to:
        raise forbid(kind.code, kind.rule, f"{id} cannot be bound to itself.")
    for each in (unit, before.units[to]):
        if not each.in_space:
            why = f"{each.id} is not on the board; only ships there can be in {kind.what}."
            raise forbid(kind.code, "D-074", why)
    wanted = "member" if kind is formations.FORMATION else "escort"
    if not unit.bond or (unit.bond.to, unit.bond.kind) != (to, wanted):
        builder.table = before.freed(unit)
    return before


def _aside(unit: Unit, lead: Unit) -> Point:
    """Where a member is shown: as it stands, or next to its Lead Ship if it comes from afar."""
    if unit.bond or not (unit.at and lead.at):
        return unit.bond.aside if unit.bond else Point(DU, 0)
    near = within(unit.at, lead.at, formations.NEAR)
    return Point(unit.at.x - lead.at.x, unit.at.y - lead.at.y) if near else Point(DU, 0)


def _escort(builder: StepBuilder, id: str, to: str, bearing: int) -> None:
    before = _loose(builder, id, to, formations.ESCORT)
    formations.tie(builder, builder.unit(id), Bond(to, "escort", bearing=bearing))
    parting.tell_parted(builder, before)


def _able(unit: Unit) -> bool:
    """Whether a ship could be bound to another, or be a Lead Ship."""
    return unit.in_space and not (unit.hidden or unit.suffers(COMMUNICATIONS))


def _alike(table: Table, unit: Unit) -> Iterator[Unit]:
    """The other ships of its player, of a ship that can be bound to one."""
    own = table.in_space(unit.side) if _able(unit) and table.size(unit) else ()
    for each in own:
        same = each.owner == unit.owner and not (each.hidden or each.bond)
        if same and each.id != unit.id and table.size(each):
            yield each


def _leads(view: View, id: str) -> Iterator[Unit]:
    """The ships that could lead one in a Formation."""
    table: Table = view.table
    for each in _alike(table, table.units[id]):
        if _able(each) and (each.stance or not table.bound(each.id)):
            yield each


def _wards(view: View, id: str) -> Iterator[Unit]:
    """The ships that one could escort."""
    table: Table = view.table
    unit = table.units[id]
    for each in _alike(table, unit):
        if not each.stance and table.size(unit) <= table.size(each):
            yield each


def _stances(view: View, id: str) -> Iterable[Stance]:
    """What the Formation of a Lead Ship could be."""
    return formations.STANCES.values() if view.table.units[id].stance else ()


def acts(units: Units) -> tuple[Act, ...]:
    """The acts on ``units``; ``sound`` refuses what no Formation or Escort can be."""
    whose = {"unit": units.any}
    lead, ward = units.one_of("Which Lead Ship?", _leads), units.one_of("Which ward?", _wards)
    return (
        Act(
            "member", "{unit} MEMBER {lead} {stance}", "Its Formation",
            {**whose, "lead": lead, "stance": _STANCE}, _join,
            said="puts {unit} in the {stance} Formation of {lead}",
        ),
        Act(
            "stance", "{unit} STANCE {stance}", "Kind of the Formation that it leads",
            {**whose, "stance": replace(_STANCE, offered=_stances)},
            lambda builder, id, stance: builder.put(builder.unit(id), stance=stance),
            "the kind of the Formation of {unit}", now=lambda view, id: view.table.units[id].stance,
        ),
        Act(
            "escort", "{unit} ESCORT {ward} BEARING {bearing}", "Escort of another ship",
            {**whose, "ward": ward, "bearing": number(range(360), "At which bearing?")}, _escort,
            said="makes {unit} escort {ward} at {bearing}°",
        ),
        Act("free", "{unit} FREE", "Out of its Formation or Escort", whose, part,
            said="ends the Formation or Escort of {unit}"),
    )  # fmt: skip
