"""The playground as a whole: it opens everything, runs until Ctrl-C, and closes it again."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
import sys
import tempfile
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from os import environ
from pathlib import Path

import aiohttp
import simcord

from bot.chat.client import StarpostClient
from bot.clock import SystemClock
from bot.composition import build_client, collect_seldom
from bot.play.application import Application
from bot.play.lobby import alpha
from bot.play.storage.ports import Clock
from bot.playground.backstage import Backstage
from bot.playground.greeting import begin_match, greet
from bot.playground.page import Page
from bot.playground.pump import Pump
from bot.playground.simulated_clock import SimulatedClock
from bot.playground.world import MANAGER, PEOPLE, World
from bot.store.store import SqlStore
from bot.store.unusable import StoreUnusable

SWEEP_SECONDS = 30


class Unplayable(Exception):
    """The playground cannot open; the message says why."""


@dataclass(frozen=True, slots=True)
class Evening:
    """``begun``: begin with a match that has started, after this many random moves.

    ``once``: do not stay; look at both pages and stop.

    ``database``: the URL of an empty one, instead of a file that goes at the end.
    """

    port: int = 0
    browser: bool = True
    begun: int | None = None
    once: bool = False
    database: str | None = None

    async def run(self) -> None:
        """Raises ``Unplayable``."""
        with tempfile.TemporaryDirectory(prefix="starpost-") as folder:
            async with self._open_playground(Path(folder)) as (page, pump):
                collect_seldom()
                await self._stay(page, pump)

    @asynccontextmanager
    async def _open_playground(self, folder: Path) -> AsyncIterator[tuple[Page, Pump]]:
        clock = SimulatedClock()
        async with contextlib.AsyncExitStack() as stack:
            try:
                opening = open_bot(self.database or folder, clock)
                client = await stack.enter_async_context(opening)
            except StoreUnusable as fault:
                raise Unplayable(str(fault)) from fault
            world = World(client, self.port + 1 if self.port else 0)
            clock.follow(world.env)
            page = Page(Backstage(world))
            try:
                await page.open(self.port)
                stack.push_async_callback(page.close)
                stack.push_async_callback(world.end)
                await world.begin(SystemClock(), f"Private messages and threads: {page.url}")
                await _allow_alpha(world, client.context.app)
                await world.show()
            except (OSError, simcord.SetupError) as error:
                raise Unplayable(f"The playground cannot open: {error}") from error
            if self.begun is None:
                await greet(world, client)
            else:
                await begin_match(world, client.context.app, self.begun, random.Random())
            if not self.once:  # not while it starts, which the simulation waits for
                await client.signs.look()
            yield page, Pump(world, SystemClock())

    async def _stay(self, page: Page, pump: Pump) -> None:
        channel = f"{page.url}channel"
        print(_welcome(channel, page.url, begun=self.begun is not None), flush=True)
        if self.once:
            await _open_browser(channel, page.url)
            print("Both pages answer.", flush=True)
            return
        if self.browser and _has_screen():
            webbrowser.open(channel)
        running = asyncio.create_task(pump.run())
        stopped = asyncio.create_task(_stop().wait())
        await asyncio.wait((running, stopped), return_when=asyncio.FIRST_COMPLETED)
        for task in (running, stopped):
            task.cancel()
        await asyncio.gather(stopped, return_exceptions=True)
        with contextlib.suppress(asyncio.CancelledError):
            await running
        kept = "Its matches stay in the database." if self.database else "Nothing of it is kept."
        print(f"\nThe playground is closed. {kept}", flush=True)


@asynccontextmanager
async def open_bot(database: Path | str, clock: Clock) -> AsyncIterator[StarpostClient]:
    """The bot as ``bot.serving`` builds it, on a new database in a folder or an empty one at a URL.

    Raises ``StoreUnusable``, also for a database that has been used before: the simulation gives
    the same ids at every start, and new presses would be taken for old ones.
    """
    if isinstance(database, Path):
        database = f"sqlite:///{database / 'playground.db'}"
    store = await SqlStore.open(database)
    try:
        if any((await store.counts()).values()):
            raise StoreUnusable("The playground needs an empty database: this one has been used.")
        yield build_client(store, clock, sweep_seconds=SWEEP_SECONDS, emojis=False)
    finally:
        await store.aclose()


async def _allow_alpha(world: World, app: Application) -> None:
    """Let the playground offer every game."""
    manager = next(person for person in world.people if person.name == MANAGER)
    await alpha.allow(app, manager.id, 0, world.server, wanted=True)


def _welcome(channel: str, page: str, *, begun: bool) -> str:
    first, second, *_ = PEOPLE
    opening = (
        "The channel begins with a first match: press a button there that plays the computer,\n"
        "then Start, then Make a move: you are in the middle of it within five minutes.\n"
        f'For two: type /match new as {first} (see "Viewing as");\n'
        f"then view as {second} and press Join, then Start.\n"
    )
    joining = (
        'A match has begun in the channel. Choose under "Viewing as" the player to move,\n'
        "and press Make a move under the newest board.\n"
    )
    return (
        "Starpost, on your own machine. Two pages:\n"
        f"  the channel       {channel}\n"
        f"  private messages  {page}\n"
        f"{joining if begun else opening}"
        "The page does not always scroll by itself: look for the newest message below.\n"
        "Both pages are for this machine only. Ctrl-C ends the playground."
    )


def _stop() -> asyncio.Event:
    """An event that Ctrl-C or an end signal sets, where the loop can handle signals."""
    wanted = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, wanted.set)
    return wanted


def _has_screen() -> bool:
    """Whether there is a screen: without one a text browser would start in this terminal."""
    if sys.platform in ("darwin", "win32"):
        return True
    return any(environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


async def _open_browser(*addresses: str) -> None:
    async with aiohttp.ClientSession() as session:
        for address in addresses:
            async with session.get(address) as answer:
                if answer.status != 200:
                    raise Unplayable(f"{address} answers {answer.status}.")
