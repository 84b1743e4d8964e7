"""A database in which ten thousand matches have been played: what it takes on the disk, to open and
to sweep."""

from __future__ import annotations

import asyncio
import lzma
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

from bench.measure import Figure, median
from bot.clock import SystemClock, SystemEntropy
from bot.play.application import Application, build, refuse_newer_rules
from bot.play.history.filling import fill_all
from bot.play.pruning import KEEP_DAYS
from bot.play.storage import queries
from bot.store.store import SqlStore
from games import all_games

MATCHES, OVER = 10_000, 9_000
"""The latter ended before anything is kept as it was; the others run."""
MOST_MIB, MOST_SECONDS, MOST_MS = 250.0, 0.1, 2.0
ROUNDS = 9
_KEPT = Path(__file__).parents[2] / "tests" / "releases"
_GROUPS = {
    **dict.fromkeys(("entries", "snapshots", "packed"), "entries, positions and packs"),
    **dict.fromkeys(("outbox", "presses", "audit"), "messages, presses and audit"),
}
_COPIED = (
    *("matches", "seat_holders", "entries", "snapshots", "decisions", "results", "proposals"),
    *("outbox", "presses", "audit"),
)
_NOT_DUE = "'2100-01-01 00:00:00.000000'"
_OF_COPY = {
    "matches.id": "printf('m%07d', n)",
    "matches.finished_at": "CASE WHEN status = 'over' THEN since END",
    "proposals.id": "printf('p%07d', n)",
    "outbox.id": "NULL",
    "audit.id": "NULL",
    "match_id": "printf('m%07d', n)",
    "channel": "n + 1000000",
    "server": "n % 500 + 1",
    "interaction": "(n + 1000000) * 10000 + presses.rowid",
    "nonce": "printf('%07d-%d', n, outbox.id)",
    "delivery": "'sent'",
    "at": "since",
    "sent_at": "since",
    "act_at": _NOT_DUE,
    "due_at": _NOT_DUE,
}
"""Of the copy with number ``n`` of each row, by the names of the columns."""


def fill(file: Path, now: datetime) -> None:
    """Copy the finished and running matches that were kept of the newest release, with all that
    was stored with them."""
    newest = max(_KEPT.glob("*/matches.db.xz"), key=lambda each: each.parent.name)
    file.write_bytes(lzma.decompress(newest.read_bytes()))
    file.chmod(0o600)
    asyncio.run(_bring_up_to_date(file))
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        connection.execute("VACUUM")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("UPDATE outbox SET delivery = 'sent', sent_at = due_at")
        kept = connection.execute("SELECT id, status FROM matches ORDER BY id").fetchall()
        over = [match for match, status in kept if status == "over"]
        running = [match for match, status in kept if status != "over"]
        connection.execute("CREATE TEMP TABLE copies (n INTEGER PRIMARY KEY, kept, since)")
        old, new = (
            str((now - timedelta(days=days)).replace(tzinfo=None))
            for days in (KEEP_DAYS + 10, KEEP_DAYS - 10)
        )
        copies = (
            (n, over[n % len(over)], old) if n < OVER else (n, running[n % len(running)], new)
            for n in range(MATCHES)
        )
        connection.execute("BEGIN")
        connection.executemany("INSERT INTO copies VALUES (?, ?, ?)", copies)
        for table in _COPIED:
            _copy(connection, table)
        connection.execute("COMMIT")


async def _bring_up_to_date(file: Path) -> None:
    store = await SqlStore.open(f"sqlite:///{file}")
    await fill_all(_application(store))
    await store.aclose()


def _copy(connection: sqlite3.Connection, table: str) -> None:
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    key = "id" if table == "matches" else "match_id"
    wanted = (_OF_COPY.get(f"{table}.{name}", _OF_COPY.get(name, name)) for name in columns)
    connection.execute(
        f"INSERT INTO {table} ({', '.join(columns)})"  # noqa: S608  names of our tables
        f" SELECT {', '.join(wanted)} FROM copies"
        f" JOIN {table} ON {table}.{key} = kept ORDER BY n"
    )


def _application(store: SqlStore) -> Application:
    return build(store, all_games(), SystemClock(), SystemEntropy())


def _sizes(file: Path) -> Mapping[str, float]:
    """MiB by group of tables, with their indices."""
    sizes = Counter[str]()
    with closing(sqlite3.connect(file)) as connection:
        for name, size in connection.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name"):
            of = name.removeprefix("sqlite_autoindex_").removeprefix("ix_").partition("_")[0]
            sizes[_GROUPS.get(of, "all else")] += size
    return {group: size / 2**20 for group, size in sizes.items()}


async def _pruned(file: Path) -> float:
    """Seconds of processor time until all that is old has been packed or removed."""
    store = await SqlStore.open(f"sqlite:///{file}")
    app, spent, packed = _application(store), 0.0, -1
    while packed != (packed := (await store.counts())["packed_logs"]):
        began = time.process_time()
        await app.pruning.sweep()
        spent += time.process_time() - began
    await store.aclose()
    return spent


async def _opened(file: Path) -> tuple[float, list[float]]:
    """Seconds to open the database and look whether it can be served; then those of sweeps that
    find nothing due."""
    games = all_games()
    began = time.process_time()
    store = await SqlStore.open(f"sqlite:///{file}")
    app = build(store, games, SystemClock(), SystemEntropy())
    await refuse_newer_rules(app)
    opening, sweeps = time.process_time() - began, list[float]()
    app.executor.go_on = lambda *_: None  # no computer player moves
    for _ in range(ROUNDS + 1):
        began = time.process_time()
        async with store.reading() as reader:
            now = app.clock.now()
            due = await reader.read(queries.DueNow(now, app.patience.before(now)))
        await app.deadlines.sweep(any_due=due.deadlines)
        sweeps.append(time.process_time() - began)
    await store.aclose()
    return opening, sweeps[1:]


def growth() -> list[Figure]:
    """What may be. The matches are those that were kept of the newest release, with their messages,
    presses and lines of the audit, copied under other names to a million entries: nine of ten ended
    before anything is kept as it was. The rows of tables are compared with the same file before
    anything was packed or removed. A sweep looks what is due, finds nothing, and notes that it has
    looked.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "starpost.db"
        fill(file, SystemClock().now())
        before = _sizes(file)
        spent = asyncio.run(_pruned(file))
        after = _sizes(file)
        size = file.stat().st_size / 2**20
        rounds = [asyncio.run(_opened(file)) for _ in range(ROUNDS)]
    opening = median([each for each, _ in rounds])
    sweep = median([each for _, sweeps in rounds for each in sweeps]) * 1e3
    whole = sum(before.values())
    return [
        Figure(
            f"{MATCHES:,} matches, nine of ten ended long ago: on the disk",
            size,
            MOST_MIB,
            "MiB",
            size / MOST_MIB,
            limit=1,
            note=f"{whole:.0f} MiB before; {spent / OVER * 1e3:.1f} ms to pack one; against "
            f"{MOST_MIB:.0f} MiB",
        ),
        *(
            Figure(f"Of these: {group}", after[group], size, "MiB", after[group] / size)
            for group, size in before.items()
        ),
        Figure(
            "Opening the database of these: processor time",
            opening,
            MOST_SECONDS,
            "s",
            opening / MOST_SECONDS,
            limit=1,
            note="against 0.1 s",
        ),
        Figure(
            "A sweep of these with nothing due: processor time",
            sweep,
            MOST_MS,
            "ms",
            sweep / MOST_MS,
            limit=1,
            note="against 2 ms",
        ),
    ]
