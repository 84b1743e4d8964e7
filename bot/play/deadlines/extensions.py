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
from bot.play.storage.records import Kind, OpenDecision
from games.core.seats import Seat

MOST = timedelta(days=30)


async def extend(
    work: UnitOfWork, transition: Transition, seat: Seat, by: timedelta, **line: Any
) -> None:
    """Part of a step: the open decisions of ``seat`` are due later by this much, and late ones are
    no longer late. A secret choice is due later for all who are asked.

    ``line``: ``reason``, ``user``, … Raises ``NotNow`` when nothing of the seat runs out.
    """
    if not time_controls.SHORTEST <= by <= MOST:
        span = f"{time_controls.length(time_controls.SHORTEST)} to {time_controls.length(MOST)}"
        raise NotNow(
            f"{time_controls.length(by)} cannot be given.", instead=f"More time is {span}."
        )
    if not any(
        concerns(row, seat) for row in await work.read(queries.Decisions(transition.match.id))
    ):
        raise NotNow("No clock of this seat is running now.")
    transition.extended[seat] = transition.extended.get(seat, timedelta()) + by
    body = json.dumps({"seconds": round(by.total_seconds())})
    transition.add(
        PendingEntry(
            Kind.EXTENDED, body, transition.state, seat=seat, text=time_controls.length(by), **line
        )
    )


def concerns(row: OpenDecision, seat: Seat) -> bool:
    """Whether more time for ``seat`` is more time for this. Whether a seat has still to make its
    secret choice must not be told by it."""
    return row.due_at is not None and row.waits and (row.secret or row.seat == seat)
