"""Sheets that seats fill in secret, all at once: an army, a ranking, orders for a turn.

A sheet is changed by quick moves, locked, and opened again as long as another is
missing; once the last seat has locked, all are revealed together. A game keeps one
frozen value for each seat, and makes the moves; what the phase shows is here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol, TypeVar

from games.core.decisions import Decision
from games.core.refusals import Forbidden
from games.core.seats import Seat


class Sheet(Protocol):
    """A dataclass; ``edits`` counts all changes, locking and opening too."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def locked(self) -> bool: ...

    @property
    def edits(self) -> int: ...


S = TypeVar("S", bound=Sheet)


def edited(sheet: S, **changes: object) -> S:
    """The sheet after a change, locking and opening too."""
    return replace(sheet, edits=sheet.edits + 1, **changes)


def complete(sheets: Iterable[Sheet]) -> bool:
    """Whether all can be revealed."""
    return all(sheet.locked for sheet in sheets)


@dataclass(frozen=True, slots=True)
class SheetPhase:
    """The secret phase in which all seats fill a sheet. It has one clock and tells only who is
    waited for (record 35).

    ``kind``  of the decision to fill a sheet; ``army-open`` offers to open a locked ``army``
    ``name``  what players call a sheet: ``list``
    ``rule``  forbids to change a locked sheet, and to open one that is not
    """

    kind: str
    name: str
    rule: str

    def decision(self, seat: Seat, sheet: Sheet) -> Decision:
        """What the seat is asked now: each change makes a decision of its own, all in one batch, so
        that to lock and to open again gives no more time and shows in no deadline."""
        decision = Decision(seat, self.kind, sheet.edits)
        if sheet.locked:
            decision = replace(decision, kind=f"{self.kind}-open", waits=False)
        return self._hidden(decision)

    def besides(self, decision: Decision) -> Decision:
        """Another question that only some seats are asked in the phase, waited for as their sheets
        are: that they are waited for tells nobody why. Without an answer to it no sheet of the seat
        may be locked."""
        return self._hidden(replace(decision, waits=True))

    def _hidden(self, decision: Decision) -> Decision:
        batch = f"{self.kind}-{decision.seat}"
        return replace(decision, secret=True, batch=batch, phase=self.kind)

    def refusal(self, sheet: Sheet, size: str, *, opens: bool) -> Forbidden | None:
        """Why a locked sheet, of such a ``size``, cannot be changed, or an open one not opened."""
        if sheet.locked == opens:
            return None
        if opens:
            return Forbidden(self.rule, f"Your {self.name} is not locked.", code="NOT_LOCKED")
        return Forbidden(
            self.rule,
            f"Your {self.name} of {size} is locked.",
            instead=f"Unlock it first; you can until all {self.name}s are locked.",
            code="LOCKED",
        )
