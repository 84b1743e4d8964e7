"""Hourly limits on expensive requests, for each person.

Kept in memory: a restart may reset them, and failed attempts need no row in the database. Each of
several processes counts for itself.
"""

from __future__ import annotations

import math
from collections import deque
from datetime import datetime, timedelta
from typing import NamedTuple

from bot.play.ports import Clock
from bot.play.refusals import NotNow

HOUR = timedelta(hours=1)


class HourlyLimit(NamedTuple):
    """``most`` times an hour; ``done`` says what for."""

    most: int
    done: str


IMPORT = HourlyLimit(12, "You have imported 12 files within an hour")
FORK = HourlyLimit(12, "You have begun 12 forks within an hour")
BEST_MOVES = HourlyLimit(60, "You have looked at best moves 60 times within an hour")
LESSON = HourlyLimit(12, "You have begun 12 first matches within an hour")
PUBLIC_REPLAY = HourlyLimit(6, "You have posted 6 replays within an hour")


class HourlyLimits:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._times: dict[tuple[HourlyLimit, int], deque[datetime]] = {}

    def take(self, costly: HourlyLimit, user: int) -> None:
        """Count one try, whatever comes of it. Raises ``NotNow`` with the time to wait."""
        now = self._clock.now()
        for key, times in list(self._times.items()):
            while times and times[0] <= now - HOUR:
                times.popleft()
            if not times:
                del self._times[key]
        times = self._times.setdefault((costly, user), deque())
        if len(times) >= costly.most:
            minutes = math.ceil((times[0] + HOUR - now) / timedelta(minutes=1))
            wait = "1 minute" if minutes == 1 else f"{minutes} minutes"
            raise NotNow(f"{costly.done}. Try again in {wait}.")
        times.append(now)
