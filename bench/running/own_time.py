"""An event loop whose time is the processor time of this process, and which skips rests.

Delays can be measured with it on a machine that others use as well: what they compute takes no
time here, and what nobody computes is not waited for.
"""

from __future__ import annotations

import asyncio
import selectors
import time
from datetime import UTC, datetime, timedelta

_GLANCE = 0.0003
_GLANCES = 3
"""So many in a row without any thread at work mean that all of them rest."""
_WORK = 0.00003
_STEP = 0.01
"""Skipped at once at most: a thread that only waited for a processor is then noticed soon."""


class _Selector(selectors.DefaultSelector):
    """Waits for threads that compute, and never for a timer."""

    skipped = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is not None and timeout <= 0:
            return super().select(0)
        resting = 0
        while resting < _GLANCES:
            others = time.process_time() - time.thread_time()
            if ready := super().select(_GLANCE):
                return ready
            worked = time.process_time() - time.thread_time() - others
            resting = resting + 1 if worked < _WORK else 0
        if timeout is None:
            return super().select(None)
        self.skipped += min(timeout, _STEP)
        return []


class OwnTimeLoop(asyncio.SelectorEventLoop):
    """``bot.play.storage.ports.Clock`` as well, which begins at ``begin``."""

    begin = datetime(2026, 1, 1, tzinfo=UTC)

    def __init__(self) -> None:
        self._rests = _Selector()
        super().__init__(self._rests)

    def time(self) -> float:
        return time.process_time() + self._rests.skipped

    def now(self) -> datetime:
        return self.begin + timedelta(seconds=self.time())
