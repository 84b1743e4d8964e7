"""A committed move through the unit of work, against its own statements in raw sqlite3.

The statements of the reference are not written by hand: they are those that
the store itself sends for these moves, listened to in a run of their own.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event

from bench.matches import Match, random_matches
from bench.measure import Figure, interleaved, median, one_cpu
from bot.clock import SystemClock, SystemEntropy
from bot.play.application import build
from bot.play.context import Command
from bot.play.lobby import lobby, seating
from bot.play.lobby.lobby import Opening
from bot.play.lobby.seating import Person
from bot.play.match import table, views
from bot.play.match.table import Typed
from bot.play.storage import queries
from bot.play.storage.records import Change, MatchId, SeatingOrder
from bot.store.store import SqlStore
from games import all_games

ALICE, BOB = Person(1, "Alice"), Person(2, "Bob")
ROUNDS = 9


class Overheard:
    """A store that also notes every change it is given."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self.changes: list[Change] = []
        self.reading = store.reading
        self.counts = store.counts
        self.leases = store.leases

    @asynccontextmanager
    async def writing(self, *keys: str) -> AsyncIterator[Any]:
        async with self._store.writing(*keys) as work:
            record = work.record

            async def noted(change: Change) -> None:
                await record(change)
                self.changes.append(change)

            work.record = noted  # type: ignore[method-assign]  # listening in
            yield work


async def opened(
    app: Any,
    match: Match,
    channel: int = 1,
    players: tuple[Person, Person] = (ALICE, BOB),
    server: int | None = None,
) -> MatchId:
    """The match, started in a channel of its own, and if not said otherwise on a server of its
    own."""
    press = 3 * channel
    host, guest = players
    receipt = await lobby.open(
        app,
        Opening(
            server or channel,
            channel,
            host,
            "astralis",
            press,
            seating=SeatingOrder.CHOICE,
            settings={"size": 8},
        ),
    )
    await seating.join(app, Command(receipt.match, guest.user, press + 1), guest.name)
    await lobby.start(app, Command(receipt.match, host.user, press + 2))
    return MatchId(receipt.match)


async def changes_of(match: Match, file: Path) -> tuple[list[Change], Path]:
    """All changes of the match's moves, and a copy of the file before the first of them."""
    store = await SqlStore.open(f"sqlite:///{file}")
    overheard = Overheard(store)
    app = build(overheard, all_games(), SystemClock(), SystemEntropy())
    name = await opened(app, match)
    await store.aclose()
    base = file.with_suffix(".base")
    shutil.copy(file, base)
    store = await SqlStore.open(f"sqlite:///{file}")
    overheard = Overheard(store)
    app = build(overheard, all_games(), SystemClock(), SystemEntropy())
    for number, text in enumerate(match.texts):
        match_view = await views.by_public(app, name)
        seat = match_view.awaited[0]
        user = ALICE.user if seat == 0 else BOB.user
        await table.submit(app, Command(name, user, 100 + number), Typed(text))
    await store.aclose()
    return overheard.changes, base


async def through_store(store: SqlStore, changes: list[Change]) -> None:
    for change in changes:
        async with store.writing() as work:
            await work.read(queries.Seated(change.match.id))
            await work.record(change)
            await work.commit()


def statements_of(changes: list[Change], base: Path) -> list[list[tuple[str, Any, bool]]]:
    """Per move, what the store sends: (SQL, parameters, whether for many rows)."""
    said: list[tuple[str, Any, bool]] = []

    def listen(_c: object, _cur: object, sql: str, values: Any, _ctx: object, many: bool) -> None:
        said.append((sql, values, many))

    file = base.with_suffix(".heard")
    shutil.copy(base, file)
    moves = []

    async def run() -> None:
        store = await SqlStore.open(f"sqlite:///{file}")
        event.listen(Engine, "before_cursor_execute", listen)
        for change in changes:
            said.clear()
            await through_store(store, [change])
            moves.append([each for each in said if not each[0].startswith("PRAGMA")])
        event.remove(Engine, "before_cursor_execute", listen)
        await store.aclose()

    asyncio.run(run())
    return moves


def through_sqlite(moves: list[list[tuple[str, Any, bool]]], base: Path) -> None:
    file = base.with_suffix(".raw")
    shutil.copy(base, file)
    connection = sqlite3.connect(file, isolation_level=None)
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")
    for move in moves:
        for sql, values, many in move:
            if many:
                connection.executemany(sql, values)
            else:
                connection.execute(sql, values).fetchall()
        connection.commit()
    connection.close()


def commit() -> list[Figure]:
    """The very statements that the store sends for these moves, with their parameters, listened
    to in a run of its own and sent again through Python's `sqlite3`, on the same file, with WAL
    and `synchronous=FULL`: no program that stores the same can do less. Ours has SQLAlchemy
    Core, aiosqlite's thread and two crossings to it on top. The matches are the same, and the
    file is put back before each round.
    """
    match = random_matches(1, seed=3, eager=False)[0]
    with tempfile.TemporaryDirectory() as name, one_cpu():
        changes, base = asyncio.run(changes_of(match, Path(name) / "starpost.db"))
        moves = statements_of(changes, base)
        loop = asyncio.new_event_loop()

        def ours() -> None:
            file = base.with_suffix(".ours")
            shutil.copy(base, file)

            async def run() -> None:
                store = await SqlStore.open(f"sqlite:///{file}")
                await through_store(store, changes)
                await store.aclose()

            loop.run_until_complete(run())

        def opening() -> None:
            file = base.with_suffix(".ours")
            shutil.copy(base, file)

            async def run() -> None:
                store = await SqlStore.open(f"sqlite:///{file}")
                await through_store(store, changes[:1])
                await store.aclose()

            loop.run_until_complete(run())

        taken = interleaved(
            {"ours": ours, "opening": opening, "raw": lambda: through_sqlite(moves, base)}, ROUNDS
        )
        loop.close()
    count = len(changes)
    mine = (median(taken["ours"]) - median(taken["opening"])) / (count - 1) * 1e3
    raw = median(taken["raw"]) / count * 1e3
    per_move = sum(len(move) for move in moves) / count
    return [
        Figure(
            "Commit of a move: unit of work against its own statements in raw sqlite3",
            mine,
            raw,
            "ms",
            mine / raw,
            limit=4.6,
            goal=2.5,
            note=f"{per_move:.1f} statements a move, synchronous=FULL, pinned to one CPU",
        )
    ]
