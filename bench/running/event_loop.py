"""How long the event loop is kept from others while 200 moves a second are played and drawn."""

from __future__ import annotations

import asyncio
import gc
import random
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from bench.host.commit import opened
from bench.matches import random_matches
from bench.measure import Figure
from bot.chat.platform.pictures import Pictures
from bot.clock import SystemClock, SystemEntropy
from bot.composition import collect_seldom, switch_often
from bot.play.application import Application, build
from bot.play.context import Command
from bot.play.lobby import lobby
from bot.play.lobby.lobby import Opening
from bot.play.lobby.seating import Person
from bot.play.match import table as play_table
from bot.play.match import views
from bot.play.match.table import Typed
from bot.play.storage.records import MatchId
from bot.store.store import SqlStore
from games import all_games
from games.core.refusals import Refusal
from renderers import Look, renderer_for

A_SECOND = 200
SECONDS = 3
ROUNDS = 5
TABLES = 40
"""Matches that are played at once, so that none is hurried: five moves a second each."""
PEOPLE = 16
"""At eight boards of Astralis, each of whom moves once a second: more than people do."""
SEATS = 8
SAILORS = "astral_sailors"
LONG, LONG_ROUNDS = 8, 3
SHOWN = 16.0
"""Milliseconds that a screen shows a picture for."""
_LOOK = 0.01
_TICK = 0.001


@dataclass(frozen=True, slots=True)
class Tick:
    """A rest of a millisecond: by how much it took longer, by the clock and by the processor time
    of the whole process, and for how long the event loop worked meanwhile on something else, of
    its own processor time. All in milliseconds."""

    late: float
    kept: float
    worked: float


async def ticks(seconds: float) -> list[Tick]:
    loop = asyncio.get_running_loop()
    found: list[Tick] = []
    end = loop.time() + seconds
    while (begun := loop.time()) < end:
        working, going = time.thread_time(), time.process_time()
        await asyncio.sleep(_TICK)
        worked, went = time.thread_time() - working, time.process_time() - going
        late = loop.time() - begun - _TICK
        # What runs beside the loop, on another processor, keeps nobody waiting.
        kept = max(0.0, min(late, went - _TICK))
        found.append(Tick(late * 1e3, kept * 1e3, worked * 1e3))
    return found


def slowest(delays: Sequence[float], of: int = 100) -> float:
    """The delay that all but one of so many stay below."""
    return statistics.quantiles(delays, n=of)[-1]


@dataclass(frozen=True, slots=True)
class Seated:
    """A match, who plays it, and the moves that are left; one move after the other."""

    match: MatchId
    users: tuple[int, int]
    texts: list[str]
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class Crowd:
    """Players who each move and look at the board."""

    def __init__(self, app: Application, pictures: Pictures, tables: int = TABLES) -> None:
        self._house = app
        self._count = tables
        self._pictures = pictures
        self._presses = count(1_000_000)
        self._tables: list[Seated] = []

    async def sit_down(self) -> None:
        for number, match in enumerate(random_matches(self._count, seed=7)):
            pair = (Person(2 * number + 10, "Alice"), Person(2 * number + 11, "Bob"))
            name = await opened(self._house, match, 1000 + number, pair)
            self._tables.append(Seated(name, (pair[0].user, pair[1].user), list(match.texts)))

    async def play(self, seconds: float, a_second: int = A_SECOND) -> None:
        """Moves at an even pace, table after table."""
        loop = asyncio.get_running_loop()
        begun, going = loop.time(), set[asyncio.Task[None]]()
        for number in range(int(seconds * a_second)):
            await asyncio.sleep(max(0.0, begun + number / a_second - loop.time()))
            task = asyncio.create_task(self._move(self._tables[number % self._count]))
            going.add(task)
            task.add_done_callback(going.discard)
        await asyncio.gather(*going)

    async def _move(self, table: Seated) -> None:
        async with table.turn:
            (seat,) = (await views.by_public(self._house, table.match)).awaited
            text = Typed(table.texts.pop(0))
            wish = Command(table.match, table.users[seat], next(self._presses))
            await play_table.submit(self._house, wish, text)
            match_view = await views.by_public(self._house, table.match)
            await self._pictures.of(
                match_view.match.game, match_view.view, Look(names=match_view.names)
            )


@dataclass
class Company:
    """Somebody who plays Astral Sailors with seven computer players, match after match, and
    answers at once: the computer players are hardly ever not thinking."""

    app: Application
    matches: int = 0
    presses: Iterator[int] = field(default_factory=lambda: count(5_000_000))

    async def play(self) -> None:
        host, rng = Person(5, "Eve"), random.Random(3)
        game: Any = self.app.games[SAILORS]
        while True:
            self.matches += 1
            place = 5000 + self.matches
            opening = Opening(
                *(place, place, host, SAILORS, next(self.presses)),
                seats=SEATS,
                computers=SEATS - 1,
                settings={"scenery": "preset", "round_limit": 4},
            )
            name = MatchId((await lobby.open(self.app, opening)).match)
            await lobby.start(self.app, Command(name, host.user, next(self.presses)))
            while (match_view := await views.by_user(self.app, name, host.user)).ending is None:
                decision = next((each for each in match_view.mine if each.waits), None)
                if decision is None:
                    await asyncio.sleep(_LOOK)
                    continue
                move = await asyncio.to_thread(game.computer.choose, match_view.view, decision, rng)
                text = Typed(game.write(move))
                wish = Command(name, host.user, next(self.presses))
                with suppress(Refusal):  # a computer player may have ended what was asked
                    await play_table.submit(self.app, wish, text)


@dataclass
class Measured:
    idle: list[Tick] = field(default_factory=list)
    busy: list[Tick] = field(default_factory=list)
    slowest: list[tuple[float, float]] = field(default_factory=list)
    """Of each round, idle and busy."""

    def add(self, idle: list[Tick], busy: list[Tick]) -> None:
        self.idle += idle
        self.busy += busy
        late = [[tick.late for tick in ticks] for ticks in (idle, busy)]
        self.slowest.append((slowest(late[0]), slowest(late[1])))


async def fast() -> Measured:
    """200 moves a second."""
    found = Measured()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(ROUNDS):
            async with built(Path(folder) / f"{number}.db") as (app, pictures):
                crowd = Crowd(app, pictures)
                await crowd.sit_down()
                await crowd.play(0.5)  # first pictures fill the caches
                idle = await ticks(1)
                busy, _ = await asyncio.gather(ticks(SECONDS), crowd.play(SECONDS))
                found.add(idle, busy)
    return found


async def in_company() -> Measured:
    """Seven computers think, and sixteen people play."""
    found = Measured()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(LONG_ROUNDS):
            async with built(Path(folder) / f"{number}.db") as (app, pictures):
                crowd = Crowd(app, pictures, PEOPLE // 2)
                await crowd.sit_down()
                await crowd.play(1, PEOPLE)
                idle = await ticks(LONG)
                thinking = asyncio.create_task(Company(app).play())
                busy, _ = await asyncio.gather(ticks(LONG), crowd.play(LONG, PEOPLE))
                found.add(idle, busy)
                thinking.cancel()
                await asyncio.wait([thinking])
                app.computers.stop()
                await app.computers.settled()
    return found


@asynccontextmanager
async def built(file: Path) -> AsyncIterator[tuple[Application, Pictures]]:
    store = await SqlStore.open(f"sqlite:///{file}")
    games = all_games()
    app = build(store, games, SystemClock(), SystemEntropy())
    yield app, Pictures({game.meta.id: renderer_for(game.meta.id) for game in games})
    await store.aclose()


def event_loop() -> list[Figure]:
    """The same event loop while nothing is to do, in turns with ours, for nobody can be woken
    sooner than that. A tick rests for a millisecond; what it rests longer is how long a press
    would have waited. That is time by the clock and not processor time, so whatever else runs
    on the machine is in it, on both sides. The last two rows are not: they are delays by the
    processor time of the whole process, which others at work on the machine do not lengthen,
    against the 16 ms of a picture on a screen, and the longest that the loop has worked without
    a pause, of its own processor time. A press is answered in time if it is acknowledged in
    three seconds; the computer players think in two threads, and one person plays with them who
    answers at once.
    """
    usual, thresholds = sys.getswitchinterval(), gc.get_threshold()
    switch_often()
    collect_seldom()
    try:
        played, company = asyncio.run(fast()), asyncio.run(in_company())
    finally:
        gc.unfreeze()
        gc.set_threshold(*thresholds)
        sys.setswitchinterval(usual)
    idle, busy = (statistics.median(each) for each in zip(*played.slowest, strict=True))
    sides = company.busy, company.idle
    rare = [slowest([tick.late for tick in each], 1000) for each in sides]
    kept = slowest([tick.kept for tick in company.busy], 1000)
    most = [max(tick.late for tick in each) for each in sides]
    worked = [max(tick.worked for tick in each) for each in sides]
    where = f"Event loop while {SEATS - 1} computers think and {PEOPLE} people play"
    return [
        Figure(
            "Event loop while 200 moves a second are played and drawn: slowest of 100 ticks",
            busy,
            idle + 5,
            "ms",
            busy / (idle + 5),
            limit=1,
            note="against the idle loop and 5 ms",
        ),
        Figure(
            f"{where}: slowest of 1,000 ticks, of the process's own time",
            *(kept, SHOWN, "ms", kept / SHOWN),
            limit=1,
            note="against a picture on a screen",
        ),
        *(
            Figure(f"{where}: {what}", mine, other, "ms", mine / other, note=note)
            for what, (mine, other), note in (
                ("slowest of 1,000 ticks", rare, f"of {len(company.busy):,}; the idle loop"),
                ("largest delay", most, "likewise"),
                ("most work at a stretch, of its own processor time", worked, "likewise"),
            )
        ),
    ]
