"""The pump of the playground: it moves time on, refreshes pages and prints faults."""

from __future__ import annotations

import asyncio
import logging
import re
from datetime import timedelta

from bot.play.storage.ports import Clock
from bot.playground.world import Busy, World

TICK = 0.1
_LEAST = timedelta(seconds=0.5)
_MOST = timedelta(minutes=10)
_WRITTEN = re.compile(r"/channels/(\d+)(?:/(?:messages|threads)|$)")
_log = logging.getLogger(__name__)


class Pump:
    """``clock`` is the real time, which the simulation follows."""

    def __init__(self, world: World, clock: Clock) -> None:
        self._world = world
        self._clock = clock
        self._requests = 0
        self._errors = 0

    async def run(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            await self.tick()

    async def tick(self) -> None:
        """Do what is due. Most ticks find nothing, so that presses seldom meet one at work."""
        if self._time_behind() >= _LEAST or self._has_written():
            try:
                # One try only: what was not done now is done at the next tick.
                await self._world.act(self._step, tries=1)
            except Busy:
                pass
            except TimeoutError as error:
                _log.error("The bot did not come to rest: %s", error)
        self._tell_errors()

    def _time_behind(self) -> timedelta:
        return self._clock.now() - self._world.env.now()

    async def _step(self) -> None:
        env = self._world.env
        behind = self._time_behind()
        if behind >= _LEAST:
            # A machine that has slept catches up in slices.
            await env.advance_time(min(behind, _MOST).total_seconds())
        seen = len(env.http_requests)
        if self._has_written():
            await self._world.refresh()
        self._requests = seen

    def _has_written(self) -> bool:
        """Whether the bot has changed a channel since the last step.

        Only then may pages be refreshed: each refresh closes open menus, and a
        press at that moment is turned down as stale.
        """
        private = {str(person.user.dm_channel.id) for person in self._world.people}
        return any(
            request.method in ("POST", "PATCH", "DELETE")
            and (found := _WRITTEN.match(request.path)) is not None
            and found[1] not in private
            for request in self._world.env.http_requests[self._requests :]
        )

    def _tell_errors(self) -> None:
        errors = self._world.env.errors_since(self._errors)
        self._errors += len(errors)
        for error in errors:
            _log.error("The bot has raised an error", exc_info=error)
