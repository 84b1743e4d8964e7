"""Building an army list: what may be put on it and taken off again (D-54, D-78)."""

from __future__ import annotations

from games.astral_sailors.moves import Dismiss, Enlist, TakeList
from games.astral_sailors.rules.setup import armies
from games.astral_sailors.table import Table
from games.core.refusals import Forbidden

Edit = Enlist | Dismiss | TakeList


def refusal(table: Table, units: tuple[str, ...], move: Edit) -> Forbidden | None:
    """Why a list that holds ``units`` cannot be changed like this.

    What can still be put right is only refused when the list is locked: too few
    civilians, no Commander.
    """
    match move:
        case Enlist():
            return _enlist(table, units, move)
        case Dismiss():
            return _dismiss(table, units, move)
        case TakeList():
            return _take(table, units, move)


def edited(table: Table, units: tuple[str, ...], move: Edit) -> tuple[str, ...]:
    """The list after a legal change. Units leave it from its end, so that the others keep their
    numbers."""
    match move:
        case Enlist(kind, count):
            return (*units, *(kind,) * count)
        case Dismiss(kind, count):
            kept = list(reversed(units))
            for _ in range(count):
                kept.remove(kind)
            return tuple(reversed(kept))
        case TakeList(key):
            return armies.ready(table)[key] if key else ()


def _unknown(table: Table, code: str) -> Forbidden:
    known = ", ".join(table.catalogue.units)
    return Forbidden(
        "ASCW-D54",
        f"There is no kind of unit with the code {code}.",
        instead=f"The codes are {known}.",
        code="UNKNOWN_UNIT",
    )


def _enlist(table: Table, units: tuple[str, ...], move: Enlist) -> Forbidden | None:
    agreement, catalogue = table.agreement, table.catalogue
    kind = catalogue.units.get(move.kind)
    if kind is None:
        return _unknown(table, move.kind)
    if move.count < 1:
        return _no_number("ASCW-D54", move.count)
    total = armies.price(catalogue, units) + move.count * kind.cost
    leaders = armies.commanders(catalogue, units)
    leaders += move.count if kind.category == "commander" else 0
    return (
        armies.wrong_faction(catalogue, units, kind)
        or armies.too_many_commanders(agreement, leaders)
        or armies.over_points(agreement, total)
    )


def _dismiss(table: Table, units: tuple[str, ...], move: Dismiss) -> Forbidden | None:
    kind = table.catalogue.units.get(move.kind)
    if kind is None:
        return _unknown(table, move.kind)
    if move.count < 1:
        return _no_number("ASCW-D54", move.count)
    there = units.count(move.kind)
    if move.count <= there:
        return None
    return Forbidden(
        "ASCW-D54",
        f"Your list has {there} of {kind.name} ({kind.code}), not {move.count}.",
        code="NOT_ON_LIST",
    )


def _no_number(rule: str, count: int) -> Forbidden:
    return Forbidden(
        rule, f"You cannot take {count} units.", instead="Take 1 or more.", code="NUMBER"
    )


def _take(table: Table, units: tuple[str, ...], move: TakeList) -> Forbidden | None:
    if not move.key:
        if units:
            return None
        return Forbidden("ASCW-D54", "The list is already empty.", code="NOT_ON_LIST")
    lists = armies.ready(table)
    if move.key in lists:
        return None
    instead = f"Ready-made lists for this match: {', '.join(lists)}." if lists else ""
    known = table.catalogue.lists.get(move.key)
    if known is None:
        sentence = f"There is no ready-made list called {move.key}."
        return Forbidden("ASCW-D54", sentence, instead=instead, code="UNKNOWN_LIST")
    why = armies.fault(table.agreement, table.catalogue, known.units)
    assert why is not None
    sentence = f"{known.name} does not fit: {why.sentence}"
    return Forbidden(why.rule, sentence, instead=instead, code=why.code)
