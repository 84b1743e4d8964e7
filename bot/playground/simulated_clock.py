"""Time in the playground: the simulation's, kept up with the real one."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from zoneinfo import available_timezones

import simcord

_ZONES = "zoneinfo/"


class SimulatedClock:
    """The ``Clock`` of the simulation; the bot is built before the simulation is."""

    def __init__(self) -> None:
        self._env: simcord.Env | None = None

    def follow(self, env: simcord.Env) -> None:
        self._env = env

    def now(self) -> datetime:
        """Raises ``RuntimeError`` before ``follow``."""
        if self._env is None:
            raise RuntimeError("the simulation has not begun")
        return self._env.now()


def local_zone(link: Path = Path("/etc/localtime")) -> str:
    """The name of this machine's time zone, ``UTC`` when it cannot be told."""
    place = str(link.resolve())
    named = os.environ.get("TZ", "").lstrip(":") or place.partition(_ZONES)[2]
    return named if named in available_timezones() else "UTC"
