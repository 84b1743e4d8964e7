"""What SimCord can do but does not promise to keep: all its inner parts that we touch.

``tests/playground/test_world.py`` tells when a new version no longer allows them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import simcord


def set_clock(env: simcord.Env, now: datetime) -> None:
    """Let the simulation begin at ``now``. Only before ``env.start()``.

    The public way, advancing months after the start, would run every sweep of
    those months.
    """
    env.backend.advance_clock((now - env.now()).total_seconds())


def lift_fault(env: simcord.Env, method: str, path: str) -> None:
    """Take back what ``env.inject_error(method, path, times=None)`` began."""
    env.backend.faults[:] = [
        fault for fault in env.backend.faults if (fault["method"], fault["path"]) != (method, path)
    ]


def take_turns(preview: simcord.Preview, lock: asyncio.Lock) -> None:
    """Let presses on the pages of ``preview`` wait for ``lock``.

    The simulation refuses what overlaps: without this, a press that meets the
    pump or somebody else's press is lost.
    """
    act = preview._action  # noqa: SLF001 - the one place through which all presses come

    async def in_turn(context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with lock:
            return await act(context_id, body)

    preview._action = in_turn  # type: ignore[method-assign]  # noqa: SLF001 - as above
