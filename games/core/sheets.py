"""Sheets that seats fill in secret and simultaneously: an army, a ranking, orders for a turn.

A sheet is changed by quick moves and locked; it can be unlocked until the last seat has
locked, and then all are revealed together. A game keeps one frozen value for each seat and
defines the moves; this module defines the decisions and refusals of the phase.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol, TypeVar

from games.core.decisions import Decision
from games.core.refusals import Forbidden
from games.core.seats import Referee, Seat, Seated, Viewer


class Sheet(Protocol):
    """A dataclass; ``edits`` counts all changes, locking and unlocking included."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def locked(self) -> bool: ...

    @property
    def edits(self) -> int: ...


S = TypeVar("S", bound=Sheet)


def edited(sheet: S, **changes: object) -> S:
    """The sheet after a change, or after locking or unlocking it."""
    return replace(sheet, edits=sheet.edits + 1, **changes)


def seen(sheets: Iterable[S], viewer: Viewer) -> tuple[S | None, ...]:
    """The sheets by seat as a viewer sees them: a seat its own, the referee all."""
    own = viewer.seat if isinstance(viewer, Seated) else None
    return tuple(
        sheet if isinstance(viewer, Referee) or seat == own else None
        for seat, sheet in enumerate(sheets)
    )


def imagined(
    sheets: Iterable[S | None], rng: random.Random, invent: Callable[[Seat, bool], S]
) -> tuple[S, ...]:
    """With the hidden ones invented, locked or not; all of them are never locked at once."""
    found = dict(enumerate(sheets))
    for seat in rng.sample(sorted(found), len(found)):
        if found[seat] is None:
            others = [sheet for at, sheet in found.items() if at != seat]
            last = all(sheet is not None and sheet.locked for sheet in others)
            found[seat] = invent(Seat(seat), not last and rng.random() < 0.5)
    return tuple(sheet for sheet in found.values() if sheet is not None)


def complete(sheets: Iterable[Sheet]) -> bool:
    """Whether all can be revealed."""
    return all(sheet.locked for sheet in sheets)


@dataclass(frozen=True, slots=True)
class SheetPhase:
    """The secret phase in which all seats fill a sheet. It has one clock, and shows only whom the
    match waits for (record 35).

    ``kind``  of the decision to fill a sheet; ``army-open`` offers to unlock a locked ``army``
    ``name``  what players call a sheet: ``list``
    ``rule``  forbids changing a locked sheet, and unlocking one that is not locked
    """

    kind: str
    name: str
    rule: str

    def decision(self, seat: Seat, sheet: Sheet) -> Decision:
        """The decision of the seat now. Each change makes a new one, all in one batch, so that
        locking and unlocking gains no time and shows in no deadline."""
        decision = Decision(seat, self.kind, sheet.edits)
        if sheet.locked:
            decision = replace(decision, kind=f"{self.kind}-open", waits=False)
        return self._hidden(decision)

    def besides(self, decision: Decision) -> Decision:
        """Another question that only some seats are asked in the phase. The match waits for it as
        it does for sheets, so others cannot tell the difference. The seat cannot lock its sheet
        before it has answered."""
        return self._hidden(replace(decision, waits=True))

    def _hidden(self, decision: Decision) -> Decision:
        batch = f"{self.kind}-{decision.seat}"
        return replace(decision, secret=True, batch=batch, phase=self.kind)

    def refusal(self, sheet: Sheet, size: str, *, opens: bool) -> Forbidden | None:
        """Why a locked sheet of this ``size`` cannot be changed, or an unlocked one unlocked."""
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
