"""A match that is paused: its clocks stand still and nobody moves, until it goes on."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from bot.play.autopilot import Rest
from bot.play.ports import UnitOfWork
from bot.play.records import Pauser
from bot.play.steps import Run


def pause(run: Run, now: datetime, by: Pauser, until: datetime | None = None, **line: Any) -> None:
    """A piece of a step: the match is paused from ``now`` on. ``line``: ``reason``, ``user``, …

    Raises ``NotNow`` when it is paused already, or ``until`` is not in the future.
    """
    raise NotImplementedError


async def resume(work: UnitOfWork, run: Run, now: datetime, **line: Any) -> Rest:
    """A piece of a step: the match goes on, with what was left of everybody's time; what follows
    of itself is added to the run. Raises ``NotNow`` when it is not paused.

    The run is that of ``table.begun(…, paused=True)``: others are refused in a paused match.
    """
    raise NotImplementedError
