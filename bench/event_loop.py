"""How long the event loop is kept from others while 200 moves a second are played and drawn."""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from bench.commit import opened
from bench.matches import random_matches
from bench.measure import Figure
from bot.chat.pictures import Pictures
from bot.clock import SystemClock, SystemEntropy
from bot.interpreter import switch_often
from bot.play.house import House, furnish
from bot.play.lobby import Person
from bot.play.records import MatchId
from bot.play.table import Submit, Typed
from bot.store.store import SqlStore
from games import all_games
from renderers import Look, renderer_for

A_SECOND = 200
SECONDS = 3
ROUNDS = 5
TABLES = 40
"""Matches that are played at once, so that none is hurried: five moves a second each."""
_TICK = 0.001


async def ticks(seconds: float) -> list[float]:
    """By how much each rest of a millisecond took longer, in milliseconds."""
    loop = asyncio.get_running_loop()
    late: list[float] = []
    end = loop.time() + seconds
    while (begun := loop.time()) < end:
        await asyncio.sleep(_TICK)
        late.append((loop.time() - begun - _TICK) * 1e3)
    return late


def slowest(delays: Sequence[float]) -> float:
    """99 of 100 are shorter."""
    return statistics.quantiles(delays, n=100)[98]


@dataclass(frozen=True, slots=True)
class Seated:
    """A match, who plays it, and the moves that are left; one move after the other."""

    match: MatchId
    users: tuple[int, int]
    texts: list[str]
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class Crowd:
    """Players who each move and look at the board."""

    def __init__(self, house: House, pictures: Pictures) -> None:
        self._house = house
        self._pictures = pictures
        self._presses = count(1_000_000)
        self._tables: list[Seated] = []

    async def sit_down(self) -> None:
        for number, match in enumerate(random_matches(TABLES, seed=7)):
            pair = (Person(2 * number + 10, "Alice"), Person(2 * number + 11, "Bob"))
            name = await opened(self._house, match, 1000 + number, pair)
            self._tables.append(Seated(name, (pair[0].user, pair[1].user), list(match.texts)))

    async def play(self, seconds: float) -> None:
        """Moves at an even pace, table after table."""
        loop = asyncio.get_running_loop()
        begun, going = loop.time(), set[asyncio.Task[None]]()
        for number in range(int(seconds * A_SECOND)):
            await asyncio.sleep(max(0.0, begun + number / A_SECOND - loop.time()))
            task = asyncio.create_task(self._move(self._tables[number % TABLES]))
            going.add(task)
            task.add_done_callback(going.discard)
        await asyncio.gather(*going)

    async def _move(self, table: Seated) -> None:
        async with table.turn:
            (seat,) = (await self._house.eyes.by_public(table.match)).awaited
            text = Typed(table.texts.pop(0))
            wish = Submit(table.match, table.users[seat], text, next(self._presses))
            await self._house.table.submit(wish)
            sight = await self._house.eyes.by_public(table.match)
            await self._pictures.of(sight.match.game, sight.view, Look(names=sight.names))


def event_loop() -> list[Figure]:
    async def measured() -> tuple[list[float], list[float]]:
        idle: list[float] = []
        busy: list[float] = []
        with tempfile.TemporaryDirectory() as folder:
            for number in range(ROUNDS):
                store = await SqlStore.open(f"sqlite:///{Path(folder) / f'{number}.db'}")
                games = all_games()
                house = furnish(store, games, SystemClock(), SystemEntropy())
                pictures = Pictures({game.meta.id: renderer_for(game.meta.id) for game in games})
                crowd = Crowd(house, pictures)
                await crowd.sit_down()
                await crowd.play(0.5)  # first pictures fill the caches
                idle.append(slowest(await ticks(1)))
                delays, _ = await asyncio.gather(ticks(SECONDS), crowd.play(SECONDS))
                busy.append(slowest(delays))
                await store.aclose()
        return idle, busy

    usual = sys.getswitchinterval()
    switch_often()
    try:
        idle, busy = (statistics.median(each) for each in asyncio.run(measured()))
    finally:
        sys.setswitchinterval(usual)
    return [
        Figure(
            "Event loop while 200 moves a second are played and drawn: slowest of 100 ticks",
            busy,
            idle + 5,
            "ms",
            busy / (idle + 5),
            limit=1,
            note="against the idle loop and 5 ms",
        )
    ]
