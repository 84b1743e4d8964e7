"""Moves on PostgreSQL, the server's processor time counted."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import subprocess
import tempfile
import time
from collections.abc import Callable
from itertools import count
from multiprocessing.synchronize import Barrier
from pathlib import Path

from bench.host.commit import (
    ALICE,
    BOB,
    ROUNDS,
    changes_of,
    opened,
    statements_of,
    through_sqlite,
    through_store,
)
from bench.host.delivered import MOVES, START, ours
from bench.matches import different, random_matches
from bench.measure import Figure, interleaved, median
from bot.clock import SystemClock, SystemEntropy
from bot.play.application import build
from bot.play.context import Command
from bot.play.match import table
from bot.play.match.table import Typed
from bot.play.storage.records import Change
from bot.store.copying import copy_database
from bot.store.store import SqlStore
from games import all_games
from tools.postgres_server import programs, running

_TICKS = os.sysconf("SC_CLK_TCK")
PROCESSES = 3
_MATCHES, _SUBMITS = range(6), 20
_PATIENCE = 300
"""Seconds."""


def postgres() -> list[Figure]:
    """A commit is compared with the same statements in raw sqlite3, as on SQLite (`commit`), and
    a whole move with the same one on SQLite (`delivered`). What the server computes counts as
    ours, all its processes together, to a hundredth of a second. It has `synchronous_commit=on`
    for our connections, but does not wait for the disk (`fsync=off`): waiting is no processor
    time. Submits a second are by the clock, without Discord: processes that play matches of their
    own in one database at the same time, as many moves each. All need Debian's package
    `postgresql`; without it there are no rows.
    """
    if programs() is None:
        return []
    with running() as server, tempfile.TemporaryDirectory() as name:
        return [_commits(server, Path(name)), _moves(server, Path(name)), _together(server)]


def _commits(server: str, folder: Path) -> Figure:
    match = random_matches(1, seed=3, eager=False)[0]
    changes, base = asyncio.run(changes_of(match, folder / "starpost.db"))
    moves = statements_of(changes, base)
    _new(server, "base")
    asyncio.run(copy_database(f"sqlite:///{base}", f"{server}/base"))
    names = (f"commit{number}" for number in count())
    taken = interleaved(
        {
            "ours": lambda: _through(_new(server, next(names), "base"), changes),
            "opening": lambda: _through(_new(server, next(names), "base"), changes[:1]),
            "raw": lambda: through_sqlite(moves, base),
        },
        ROUNDS,
        _with_server(),
    )
    mine = (median(taken["ours"]) - median(taken["opening"])) / (len(changes) - 1) * 1e3
    raw = median(taken["raw"]) / len(changes) * 1e3
    return Figure(
        "Commit of a move on PostgreSQL, against the statements of SQLite in raw sqlite3",
        mine,
        raw,
        "ms",
        mine / raw,
        goal=8,
        note="the server's time counted, synchronous_commit=on",
    )


def _through(url: str, changes: list[Change]) -> None:
    async def run() -> None:
        store = await SqlStore.open(url)
        await through_store(store, changes)
        await store.aclose()

    asyncio.run(run())


def _moves(server: str, folder: Path) -> Figure:
    matches = different(ROUNDS + 1, seed=5, moves=START + MOVES)
    _new(server, "empty")
    asyncio.run(_opened(f"{server}/empty"))
    names, numbers = (f"move{number}" for number in count()), count()

    def here(moves: int) -> Callable[[], object]:
        left = iter(matches)
        return lambda: asyncio.run(ours(_new(server, next(names), "empty"), next(left), moves))

    def there(moves: int) -> Callable[[], object]:
        left = iter(matches)
        return lambda: asyncio.run(
            ours(f"sqlite:///{folder / str(next(numbers))}.db", next(left), moves)
        )

    taken = interleaved(
        {"here": here(MOVES), "begun": here(0), "there": there(MOVES), "begun there": there(0)},
        ROUNDS,
        _with_server(),
    )
    mine, other = (
        (median(taken[whole]) - median(taken[begun])) / MOVES * 1e3
        for whole, begun in (("here", "begun"), ("there", "begun there"))
    )
    return Figure(
        "Whole move: interaction to delivered panel on PostgreSQL, against SQLite",
        mine,
        other,
        "ms",
        mine / other,
        note="the server's time counted",
    )


def _together(server: str) -> Figure:
    _new(server, "together")
    asyncio.run(_opened(f"{server}/together"))
    rates = {
        number: median([_rate(server, f"together{number}x{each}", number) for each in range(3)])
        for number in (1, PROCESSES)
    }
    return Figure(
        f"Submits a second on PostgreSQL: {PROCESSES} processes against one",
        rates[PROCESSES],
        rates[1],
        "a second",
        rates[PROCESSES] / rates[1],
        at_least=True,
        note=f"by the clock, {os.cpu_count()} CPUs for processes and server",
    )


def _rate(server: str, name: str, number: int) -> float:
    """Moves a second of so many processes that play at once."""
    url = _new(server, name, "together")
    context = multiprocessing.get_context("spawn")
    ready, done = context.Barrier(number + 1), context.Barrier(number + 1)
    processes = [
        context.Process(target=_play, args=(url, each, ready, done)) for each in range(number)
    ]
    for process in processes:
        process.start()
    ready.wait(_PATIENCE)
    began = time.perf_counter()
    done.wait(_PATIENCE)
    taken = time.perf_counter() - began
    for process in processes:
        process.join()
    return number * len(_MATCHES) * _SUBMITS / taken


def _play(url: str, number: int, ready: Barrier, done: Barrier) -> None:
    asyncio.run(_played(url, number, ready, done))


async def _played(url: str, number: int, ready: Barrier, done: Barrier) -> None:
    store = await SqlStore.open(url)
    app = build(store, all_games(), SystemClock(), SystemEntropy())
    channels = [1 + number * len(_MATCHES) + each for each in _MATCHES]
    matches = different(len(_MATCHES), seed=7, moves=_SUBMITS)
    names = [await opened(app, *both) for both in zip(matches, channels, strict=True)]
    await asyncio.to_thread(ready.wait, _PATIENCE)
    for move in range(_SUBMITS):
        for name, match, channel in zip(names, matches, channels, strict=True):
            command = Command(name, (ALICE, BOB)[move % 2].user, channel * 10_000 + 100 + move)
            await table.submit(app, command, Typed(match.texts[move]))
    await asyncio.to_thread(done.wait, _PATIENCE)
    await store.aclose()


async def _opened(url: str) -> None:
    await (await SqlStore.open(url)).aclose()


def _new(server: str, name: str, template: str = "template0") -> str:
    """The URL of a new database, a copy of ``template``."""
    there = programs()
    assert there is not None
    known = ("--maintenance-db", f"{server}/postgres", "--template", template)
    subprocess.run((there / "createdb", *known, name), check=True)
    return f"{server}/{name}"


def _with_server() -> Callable[[], float]:
    """Seconds of this process and of all that it has started, the ended ones included."""
    own = os.getpid()

    def spent() -> float:
        ticks, family = 0, {own}
        found = {int(each.name): each for each in Path("/proc").iterdir() if each.name.isdigit()}
        for process, folder in sorted(found.items()):
            try:
                values = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has ended
            if int(values[1]) in family:
                family.add(process)
                ticks += sum(map(int, values[11:15]))
        return time.process_time() + ticks / _TICKS

    return spent
