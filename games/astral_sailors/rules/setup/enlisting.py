"""Building an army list: what may be put on it and taken off again (D-54, D-78)."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from games.astral_sailors import subjects
from games.astral_sailors.events import battle as e
from games.astral_sailors.names import counted
from games.astral_sailors.notation import KindName, Name, Number, spelt
from games.astral_sailors.rules.setup import armies
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import Table
from games.astral_sailors.tasks import Move
from games.astral_sailors.view import Asked
from games.core.notation import Value, also, move
from games.core.steps import SheetPhase, edited_sheet
from games.core.types import Decision, Forbidden

ARMIES = SheetPhase("army", "list", "ASCW-D54")

# --- Refusals: what can still be put right, as too few civilians, is refused by the lock ---


def _read_list(asked: Asked, text: str) -> str:
    return spelt(text, armies.ready(_agreed(asked)))


ListName: TypeAlias = Annotated[Name, Value("the name of a ready-made list", _read_list, str.upper)]


class ListChange(Move):
    """A change of an army list."""

    __slots__ = ()

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        seat = decision.seat
        draft = builder.secrets.drafts[seat]
        units = self.edited(builder.table.agreed_with(seat), draft.units)
        draft = edited_sheet(draft, units=units, locked=False)
        builder.secrets = builder.secrets.with_draft(seat, draft)
        total = armies.price(builder.table.catalogue, units)
        only = builder.members(builder.table.team(seat))
        builder.tell(e.ArmyEdited(seat=seat, units=units, total=total, only=only))

    def edited(self, table: Table, units: tuple[str, ...]) -> tuple[str, ...]:
        """The list after the legal change."""
        raise NotImplementedError


@move("enlist", "army", "ADD[ {count}] {kind}", quick=True)
class Enlist(ListChange):
    """Put ``count`` units of a kind on the army list."""

    kind: KindName
    count: Number = 1

    def refuse(self, asked: Asked) -> Forbidden | None:
        units = subjects.draft(asked.view, asked.decision).units
        return closed(asked) or _enlist(_agreed(asked), units, self)

    def edited(self, table: Table, units: tuple[str, ...]) -> tuple[str, ...]:
        return (*units, *(self.kind,) * self.count)


@move("dismiss", "army", "DROP[ {count}] {kind}", quick=True)
class Dismiss(ListChange):
    """Take ``count`` units of a kind off the list again."""

    kind: KindName
    count: Number = 1

    def refuse(self, asked: Asked) -> Forbidden | None:
        units = subjects.draft(asked.view, asked.decision).units
        return closed(asked) or _dismiss(_agreed(asked), units, self)

    def edited(self, table: Table, units: tuple[str, ...]) -> tuple[str, ...]:
        """Units leave the list from its end, so that the others keep their numbers."""
        kept = list(reversed(units))
        for _ in range(self.count):
            kept.remove(self.kind)
        return tuple(reversed(kept))


@move("take-list", "army", "LIST {key}", also("army", "CLEAR", key=""))
class TakeList(ListChange):
    """Replace the list by a ready-made one; an empty ``key`` clears it."""

    key: ListName

    def refuse(self, asked: Asked) -> Forbidden | None:
        units = subjects.draft(asked.view, asked.decision).units
        return closed(asked) or _take(_agreed(asked), units, self)

    def edited(self, table: Table, units: tuple[str, ...]) -> tuple[str, ...]:
        return armies.ready(table)[self.key] if self.key else ()


def closed(asked: Asked, *, opens: bool = False) -> Forbidden | None:
    """Why a locked list cannot be changed, or an open one not opened."""
    draft = subjects.draft(asked.view, asked.decision)
    return ARMIES.refusal(draft, counted(len(draft.units), "unit"), opens=opens)


def _agreed(asked: Asked) -> Table:
    return asked.view.table.agreed_with(asked.decision.seat)


def _unknown(table: Table, code: str) -> Forbidden:
    known = ", ".join(table.catalogue.units)
    return Forbidden(
        "ASCW-D54",
        f"There is no unit type {code}.",
        instead=f"The unit types are {known}.",
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
    return why.retold(sentence, instead=instead)
