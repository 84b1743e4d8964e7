"""Several processes that play and send at one database, and are killed at any moment."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, select

from bot.clock import SystemClock
from bot.play.application import build
from bot.play.executor import Command
from bot.play.lobby import lobby
from bot.play.lobby.lobby import Opening
from bot.play.lobby.seating import Person
from bot.play.storage import queries
from bot.play.storage.records import EntryKind, MatchId, SeatingOrder
from bot.store import tables
from bot.store.store import SqlStore
from bot.store.tables import Delivery
from tests.amounts import amount
from tests.chat import process_child
from tests.chat.process_child import FastClock, messages
from tests.databases import Server
from tests.play.conftest import Club, HeldClock, KnownEntropy
from tests.toy import GAME

RACES = amount(15, 1_000)
"""Decisions that more than one process tries to answer; half as many when all matches end."""
MATCHES = amount(12, 450)
CLOCK = f"{amount(1, 12)}h"
"""So that where there are many matches most are moved in before their time is over."""
PAUSES = (1.0, 3.0)
"""Seconds between two kills, of a third of the processes."""


class Processes:
    def __init__(self, url: str, folder: Path, *, only_sends: bool = False) -> None:
        self._url, self._folder = url, folder
        self._only_sends = only_sends
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload([process_child.__name__])
        self._seeds = count(1)
        self._running: dict[int, tuple[int, ForkServerProcess]] = {}
        self.died = 0

    def start(self, number: int) -> None:
        seed = next(self._seeds)
        process = self._context.Process(
            target=process_child.run,
            args=(self._url, self._folder, number, seed),
            kwargs={"only_sends": self._only_sends},
        )
        process.start()
        self._running[number] = seed, process

    def kill(self, number: int) -> None:
        _, process = self._running.pop(number)
        process.kill()
        process.join()
        self.died += process.exitcode == -9
        process.close()

    def kill_some(self, rng: random.Random) -> None:
        """Of those that have begun."""
        begun = {seed for [seed] in lines(self._folder / "begun")}
        for number, (seed, _) in list(self._running.items()):
            if seed in begun and rng.random() < 1 / 3:
                self.kill(number)
                self.start(number)

    def check(self) -> None:
        """Those that have killed themselves begin anew; any other end is a fault."""
        for number, (_, process) in list(self._running.items()):
            if not process.is_alive():
                assert process.exitcode == -9, (self._folder / "log").read_text()[-9_000:]
                self.kill(number)
                self.start(number)

    def end(self) -> None:
        for number in list(self._running):
            self.kill(number)


@contextmanager
def processes(url: str, folder: Path, *, only_sends: bool = False) -> Iterator[Processes]:
    these = Processes(url, folder, only_sends=only_sends)
    try:
        yield these
    finally:
        these.end()


def lines(file: Path) -> list[list[Any]]:
    """Those that are whole."""
    written = file.read_text().splitlines() if file.exists() else []
    return [json.loads(line) for line in written]


def raced(folder: Path) -> int:
    tries = defaultdict[object, set[object]](set)
    for what, number in lines(folder / "tried"):
        tries[what].add(number)
    return sum(len(numbers) > 1 for numbers in tries.values())


async def begun(club: Club) -> list[MatchId]:
    """Matches on many servers, every third of them with a computer player. Each has people of its
    own: what is in doubt is looked for among the last hundred messages to somebody."""
    matches = []
    for number in range(MATCHES):
        people = [Person(10 * number + each, f"Person {each}") for each in (1, 2, 3)]
        wish = Opening(
            *(number << 22, 100_000 + number, people[0], "toy", next(club.interactions)),
            seating=SeatingOrder.CHOICE,
            seats=3,
            computers=number % 3 == 0,
            clock=CLOCK,
        )
        match = (await lobby.open(club.app, wish)).match
        for person in people[1 : 3 - wish.computers]:
            await club.join(match, person)
        matches.append(match)
        start = Command(match, people[0].user, next(club.interactions))
        await lobby.start(club.app, start)
    return matches


async def unfinished(store: SqlStore, now: FastClock) -> dict[str, int]:
    """What a process has yet to do."""

    def look(connection: Connection) -> dict[str, int]:
        outbox, leases, decisions = tables.outbox.c, tables.leases.c, tables.decisions.c
        paused = select(tables.matches.c.id).where(tables.matches.c.paused_at.is_not(None))
        left = {
            "messages": select(func.count()).where(outbox.delivery != Delivery.SENT),
            "thinking": select(func.count()).where(leases.goes_on.is_not(None)),
            "deadlines": select(func.count()).where(
                decisions.act_at <= now.now(), decisions.match.not_in(paused)
            ),
        }
        return {name: connection.scalar(statement) or 0 for name, statement in left.items()}

    async with store.databases.reading() as database:
        return await database.run(look)


async def test_processes_that_are_killed_lose_nothing_and_say_nothing_twice(
    server: Server, tmp_path: Path
) -> None:
    start = SystemClock().now()
    (tmp_path / "start").write_text(start.isoformat())
    rng = random.Random(1)
    with server.database() as url:
        store = await SqlStore.open(url)
        clock = FastClock(start)
        club = Club(build(store, (GAME,), clock, KnownEntropy()), HeldClock())
        matches = await begun(club)
        club.app.computers.stop()
        await store.aclose()
        store = await SqlStore.open(url)
        club.app = build(store, (GAME,), clock, KnownEntropy())
        with processes(url, tmp_path) as playing:
            for number in range(3):
                playing.start(number)
            async with asyncio.timeout(amount(180, 1_800)):
                while raced(tmp_path) < RACES and await _goes_on(store):
                    await asyncio.sleep(rng.uniform(*PAUSES))
                    playing.check()
                    playing.kill_some(rng)
            killed = playing.died
        # What the dead have left is done by one that takes no part.
        with processes(url, tmp_path, only_sends=True) as last:
            last.start(0)
            async with asyncio.timeout(amount(90, 300)):
                while any((await unfinished(store, clock)).values()) or not await _late(club):
                    last.check()
                    await asyncio.sleep(0.5)
        assert (raced(tmp_path) >= RACES / 2, killed > 0) == (True, True)
        await _check_played(club, matches)
        await _check_told(store, tmp_path)
        await store.aclose()


async def _goes_on(store: SqlStore) -> bool:
    async with store.reading() as reader:
        return bool(await reader.read(queries.RunningMatches()))


async def _late(club: Club) -> bool:
    """Whether a deadline has been kept."""
    async with club.app.store.reading() as reader:
        running = await reader.read(queries.RunningMatches())
    kinds = [entry.kind for match in running for entry in await club.entries(match)]
    return not running or EntryKind.DEFAULT in kinds


async def _check_played(club: Club, matches: list[MatchId]) -> None:
    """Every log can be replayed, and each decision was answered once."""
    for match in matches:
        entries = await club.entries(match)
        assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
        answered = [(entry.branch, entry.decision) for entry in entries if entry.decision]
        assert len(answered) == len(set(answered))
        await club.replayed(match)


async def _check_told(store: SqlStore, folder: Path) -> None:
    receipts = {each[0]: each[1] for each in lines(folder / "told")}
    assert receipts
    async with store.reading() as reader:
        for press, receipt in receipts.items():
            kept = await reader.read(queries.PressOf(int(str(press))))
            assert kept is not None
            assert kept.receipt == receipt
    with messages(folder) as file:
        marks = Counter(file.execute("SELECT channel, mark FROM messages").fetchall())
    assert [mark for mark, times in marks.items() if times > 1] == []
    assert len(marks) > len(receipts) / 2


@pytest.fixture(autouse=True)
def _limits() -> None:
    """Nothing is sent by the process of the tests."""
