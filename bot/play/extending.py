"""More time for a seat."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from bot.play.ports import UnitOfWork
from bot.play.steps import Run
from games.core.seats import Seat


async def extend(
    work: UnitOfWork, run: Run, seat: Seat, by: timedelta, now: datetime, **line: Any
) -> None:
    """A piece of a step: what ``seat`` has to decide now is due so much later, and what is late is
    late no more. For a secret choice it is so for all who are asked.

    ``line``: ``reason``, ``user``, … Raises ``NotNow`` when nothing of the seat runs out.
    """
    raise NotImplementedError
