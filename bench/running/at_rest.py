"""What 10,000 open matches cost while nobody plays in them, and what a start costs.

Each number comes from processes of their own: what one keeps in memory must not count for the
next.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bench.host.commit import opened
from bench.matches import random_matches
from bench.measure import Figure
from bot.clock import SystemClock, SystemEntropy
from bot.play.application import build
from bot.store.store import SqlStore
from games import all_games

MATCHES = 10_000
ROUNDS, ROUNDS_OF_CROWD = 5, 3
_MIB = 1024.0
_PATIENCE = 600

READY = """
import asyncio, sys
import simcord
from bot.clock import SystemClock
from bot.composition import composed
from bot.store.store import SqlStore

async def start():
    store = await SqlStore.open(f"sqlite:///{sys.argv[1]}")
    client = composed(store, SystemClock(), sweep_seconds=900)
    env = simcord.Env(client, shard_count=1)
    await env.start()
    await client.context.app.deadlines.sweep()
    await store.aclose()  # or the next start looks through the whole file

asyncio.run(start())
"""
CROWD = """
import asyncio, contextlib, sqlite3, sys, time
import simcord
from bot.clock import SystemClock
from bot.composition import composed
from bot.play.referee.unreadable import look_through
from bot.store.store import SqlStore

SERVERS, CHANNELS = 500, 20
spent = []

def placed(env):
    \"""Each match in a channel of its own.\"""
    for server in range(SERVERS):
        guild = env.create_guild(f"Server {server}")
        for _ in range(CHANNELS):
            yield guild.id, guild.create_text_channel("games").id

async def start():
    store = await SqlStore.open(f"sqlite:///{sys.argv[1]}")
    client = composed(store, SystemClock(), sweep_seconds=900)
    env = simcord.Env(client, shard_count=1)
    with sqlite3.connect(sys.argv[1]) as connection:
        connection.executemany(
            "UPDATE matches SET server = ?, channel = ?, gone_at = NULL WHERE rowid = ?",
            ((*place, row) for row, place in enumerate(placed(env), start=1)),
        )
    before, looks = time.process_time(), client.on_ready

    async def ready():
        spent.append(time.process_time() - before)
        await looks()

    client.on_ready = ready
    # It waits for 5 s at most, and then ends what goes on in the background.
    with contextlib.suppress(TimeoutError):
        await env.start()
    await look_through(client.context.app)
    await client.context.app.deadlines.sweep()
    await store.aclose()  # or the next start looks through the whole file

asyncio.run(start())
"""
COUNTED = """
import os, pathlib, time

(most,) = (
    line.split()[1]
    for line in pathlib.Path("/proc/self/status").read_text().splitlines()
    if line.startswith("VmHWM")
)
print(*(globals().get("spent") or [time.process_time()]), most, flush=True)
os._exit(0)
"""
"""Not what the system tells of an ended process: its memory is at least that of its parent."""

TELLING = f"""{READY}
from importlib.metadata import packages_distributions

packages = packages_distributions()
for name, module in list(sys.modules.items()):
    if name.partition(".")[0] in packages and module.__spec__ and module.__spec__.name == name:
        print(name, file=open(sys.argv[2], "a"))
"""
"""Writes the modules of others that are there at ready, in the order in which they came."""

IMPORTING = """
import importlib, pathlib, sys

for name in pathlib.Path(sys.argv[1]).read_text().split():
    importlib.import_module(name)
"""


@dataclass(frozen=True, slots=True)
class Cost:
    """``seconds`` of processor time, ``mib`` of memory at the most."""

    seconds: float
    mib: float


def child(code: str, compiled: Path, *arguments: str) -> Cost:
    """Run ``code`` in an interpreter of its own, and end that at once when it is done.

    ``compiled``  where compiled modules are kept, as on any machine that starts more than once
    """
    command = [sys.executable, "-c", f"{code}\n{COUNTED}", *arguments]
    settings = {**os.environ, "PYTHONPYCACHEPREFIX": str(compiled)}
    settings.pop("PYTHONDONTWRITEBYTECODE", None)
    told = subprocess.run(
        command,
        env=settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=True,
        timeout=_PATIENCE,
    )
    seconds, kib = told.stdout.split()
    return Cost(float(seconds), float(kib) / _MIB)


async def _fill(file: Path, count: int) -> None:
    """One match that is played, and copies of it under other names."""
    store = await SqlStore.open(f"sqlite:///{file}")
    app = build(store, all_games(), SystemClock(), SystemEntropy())
    match = random_matches(1, seed=3)[0]
    name = await opened(app, match, channel=1)
    await store.aclose()
    with closing(sqlite3.connect(file)) as connection, connection:
        for table in ("matches", "seat_holders", "entries", "snapshots", "decisions"):
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            key = "id" if table == "matches" else "match_id"
            # Their channels are known to be deleted until ``CROWD`` has made some.
            other = {key: "printf('%08d', n)", "channel": "n + 1", "gone_at": "created_at"}
            wanted = ", ".join(other.get(column, column) for column in columns)
            connection.execute(
                f"INSERT INTO {table} ({', '.join(columns)})"  # noqa: S608  names of our tables
                " WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers"
                f" WHERE n < {count}) SELECT {wanted} FROM numbers, {table} WHERE {key} = ?",
                (name,),
            )


def at_rest() -> list[Figure]:
    """An interpreter of its own that imports those modules of others that the bot has imported
    by the time it is ready, in the same order: a bot on these libraries cannot start sooner.
    10,000 matches on 500 servers, each in a channel of its own, against the same servers with one
    match: what is added is theirs. Each match is opened once in the background of a start, which
    is in the memory and not in the time to ready. Compiled modules are there on both sides; the
    first round, which makes them, does not count.
    """
    with tempfile.TemporaryDirectory() as folder:
        one, many = Path(folder) / "one.db", Path(folder) / "many.db"
        asyncio.run(_fill(one, 1))
        asyncio.run(_fill(many, MATCHES))
        compiled, names = Path(folder) / "compiled", str(Path(folder) / "names")
        child(TELLING, compiled, str(one), names)
        imports, start, alone, full = [], [], [], []
        for _ in range(ROUNDS + 1):
            imports.append(child(IMPORTING, compiled, names))
            start.append(child(READY, compiled, str(one)))
        for _ in range(ROUNDS_OF_CROWD + 1):
            alone.append(child(CROWD, compiled, str(one)))
            full.append(child(CROWD, compiled, str(many)))
    # The first round compiles and fills the caches of the disk.
    measured = [each[1:] for each in (start, imports, alone, full)]
    seconds = [statistics.median(cost.seconds for cost in each) for each in measured]
    memory = [statistics.median(cost.mib for cost in each) for each in measured]
    added = memory[3] - memory[2]
    return [
        Figure(
            "Start to ready in SimCord: time",
            seconds[0],
            seconds[1],
            "s",
            seconds[0] / seconds[1],
            limit=2,
            note="against importing alone those modules of others that are there by then",
        ),
        Figure(
            "Start to ready in SimCord: memory",
            memory[0],
            memory[1],
            "MiB",
            memory[0] / memory[1],
            limit=2,
            note="likewise",
        ),
        Figure(
            "Connected to ready with 10,000 open matches on 500 servers: time",
            seconds[3],
            seconds[2],
            "s",
            seconds[3] / seconds[2],
            note="against the same servers with one match",
        ),
        Figure(
            "10,000 open matches on 500 servers at rest: memory added",
            added,
            25,
            "MiB",
            added / 25,
            limit=1,
            note="against 25 MiB",
        ),
    ]
