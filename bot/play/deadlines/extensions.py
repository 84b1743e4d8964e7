"""More time for a seat."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

from bot.play.clocks import time_controls
from bot.play.match.transitions import PendingEntry, Transition
from bot.play.refusals import NotNow
from bot.play.storage import queries
from bot.play.storage.ports import UnitOfWork
from bot.play.storage.records import EntryKind, OpenDecision
from games.core.types import Seat

MOST = timedelta(days=30)


async def extend(
    work: UnitOfWork, transition: Transition, seat: Seat, by: timedelta, **line: Any
) -> None:
    """Add an entry that gives ``seat`` more time; late decisions are no longer late.

    A secret choice is due later for all who are asked.

    Args:
        line: More of its ``PendingEntry``: ``reason``, ``user``, …

    Raises:
        NotNow: Nothing of the seat has a time limit.
    """
    if not time_controls.SHORTEST <= by <= MOST:
        span = (
            f"{time_controls.write_length(time_controls.SHORTEST)} to "
            f"{time_controls.write_length(MOST)}"
        )
        raise NotNow(
            f"{time_controls.write_length(by)} cannot be given.", instead=f"More time is {span}."
        )
    if not any(
        concerns(row, seat) for row in await work.read(queries.OpenDecisions(transition.match.id))
    ):
        raise NotNow("No clock of this seat is running now.")
    transition.extended[seat] = transition.extended.get(seat, timedelta()) + by
    body = json.dumps({"seconds": round(by.total_seconds())})
    transition.add(
        PendingEntry(
            EntryKind.EXTENDED,
            body,
            transition.state,
            seat=seat,
            text=time_controls.write_length(by),
            **line,
        )
    )


def concerns(row: OpenDecision, seat: Seat) -> bool:
    """Whether more time for ``seat`` is more time for this decision.

    True of every secret choice: otherwise it would tell who has chosen.
    """
    return row.due_at is not None and row.waits and (row.secret or row.seat == seat)
