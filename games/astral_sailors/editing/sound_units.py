"""Consistency checks of units."""

from __future__ import annotations

from collections.abc import Iterator

from games.astral_sailors.board import ground
from games.astral_sailors.editing.poison import no_marks
from games.astral_sailors.editing.units import USES, not_lent
from games.astral_sailors.rules.turns import action_points
from games.astral_sailors.state import State
from games.astral_sailors.table import LETTERS, Table, Unit
from games.core.refusals import Forbidden


def faults_of_units(state: State) -> Iterator[str | Forbidden]:
    table = state.table
    order = [(unit.seat, unit.number) for unit in table.units.values()]
    if order != sorted(set(order)):
        yield "The units are not sorted by code."
    for code, unit in table.units.items():
        if code != unit.code or code[0] != LETTERS[unit.seat]:
            yield f"{code} is stored under another code."
        yield from _numbers(table, unit)
        yield from _place(table, unit)
        yield from _links(table, unit)
        yield from filter(None, (no_marks(state, code, unit.poison), not_lent(table, unit)))


def _numbers(table: Table, unit: Unit) -> Iterator[str]:
    kind = table.kind(unit)
    limits = (
        ("RE lost", unit.lost, kind.resistance - 1),
        ("AP", unit.ap, action_points.full(kind)),
        ("Limited shots", unit.used, kind.specials.limited),
        ("absorbed wounds", unit.absorbed, kind.specials.tough),
        ("activations", unit.activated, table.round),
        ("shots", unit.shot, table.round),
    )
    for name, value, most in limits:
        if not 0 <= value <= most:
            yield f"{unit.code} has {value} of {most} {name}."
    if unit.kills < 0:
        yield f"{unit.code} has fewer than 0 kills."
    for uses, known in ((unit.rerolls, USES["rerolls"]), (unit.lent, USES["lent"])):
        if len(set(uses)) < len(uses) or not set(uses) <= set(known):
            yield f"{unit.code} has used re-rolls that do not exist."
    if unit.cover and not kind.specials.cover:
        yield f"{unit.code} has no Cover."


def _place(table: Table, unit: Unit) -> Iterator[str]:
    code = unit.code
    match unit.place:
        case "board":
            if not ground.stands(table, unit, table.base(unit)):
                yield f"{code} cannot stand where it does."
            if not unit.seen:
                yield f"{code} is on the board but has not been revealed."
            if table.players[unit.seat].removed:
                yield f"{code} is on the board, but its player is out of the match."
        case "reserve":
            marked = unit.lost or unit.ap or unit.cover or unit.poison or _spent(unit)
            if marked or (unit.c, unit.r) != (-1, -1):
                yield f"{code} is in the Reserve but has marks from the board."
        case "captive":
            if unit.ap or unit.cover or unit.poison:
                yield f"{code} is a captive but could act."
        case "out":
            if unit.ap or unit.cover or unit.poison:
                yield f"{code} is out of the match but could act."
    marks = unit.lost or unit.ap or unit.cover or unit.poison or unit.holds or _spent(unit)
    if not table.round and marks:
        yield f"{code} has marks from a battle that has not begun."
    if unit.delivered and unit.place != "out":
        yield f"{code} was delivered but is still in play."


def _spent(unit: Unit) -> bool:
    """Whether it has done anything in a battle."""
    return bool(unit.shot or unit.activated or unit.absorbed or unit.rerolls or unit.lent)


def _links(table: Table, unit: Unit) -> Iterator[str]:
    if bool(unit.held_by) != (unit.place == "captive"):
        yield f"{unit.code} is a captive without a captor."
    if unit.held_by:
        captor = table.units.get(unit.held_by)
        if captor is None or captor.holds != unit.code or not captor.on_board:
            yield f"{unit.held_by} does not hold {unit.code}."
        elif (captor.c, captor.r) != (unit.c, unit.r):
            yield f"{unit.code} is not at {captor.code}'s place."
        elif not table.enemies(captor, unit) or table.kind(unit).category != "commander":
            yield f"{captor.code} cannot hold {unit.code}."
    if unit.holds:
        captive = table.units.get(unit.holds)
        if captive is None or captive.held_by != unit.code:
            yield f"{unit.code} does not hold {unit.holds}."
