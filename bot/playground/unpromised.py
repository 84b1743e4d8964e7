"""The two things SimCord can do but does not promise to keep: all its inner parts we touch.

``tests/playground/test_world.py`` tells when a new version no longer allows them.
"""

from __future__ import annotations

from datetime import datetime

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
