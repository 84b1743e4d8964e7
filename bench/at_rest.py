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

from bench.commit import opened
from bench.matches import random_matches
from bench.measure import Figure
from bot.clock import SystemClock, SystemEntropy
from bot.play.house import furnish
from bot.store.store import SqlStore
from games import all_games

MATCHES = 10_000
ROUNDS = 5
_MIB = 1024.0

THIRD_PARTY = """
import alembic.command, alembic.migration, alembic.script, isal.isal_zlib, pydantic_settings
import discord.app_commands, discord.ext.tasks, simcord, sqlalchemy, sqlalchemy.ext.asyncio
import PIL.Image, PIL.ImageDraw, PIL.ImageFont
"""
READY = """
import asyncio, sys
import simcord
from bot.chat.client import StarpostClient
from bot.clock import SystemClock, SystemEntropy
from bot.play.house import furnish
from bot.store.store import SqlStore
from games import all_games
from renderers import renderer_for

async def start():
    games = all_games()
    store = await SqlStore.open(f"sqlite:///{sys.argv[1]}")
    house = furnish(store, games, SystemClock(), SystemEntropy())
    renderers = {game.meta.id: renderer_for(game.meta.id) for game in games}
    env = simcord.Env(StarpostClient(house, renderers, sweep_seconds=900))
    await env.start()
    await house.deadlines.sweep()

asyncio.run(start())
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
    command = [sys.executable, "-c", f"{code}\nimport os\nos._exit(0)", *arguments]
    settings = {**os.environ, "PYTHONPYCACHEPREFIX": str(compiled)}
    settings.pop("PYTHONDONTWRITEBYTECODE", None)
    process = subprocess.Popen(command, env=settings, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"the measured process ended with status {process.returncode}")
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / _MIB)


async def _fill(file: Path, count: int) -> None:
    """One match that is played, and copies of it under other names."""
    store = await SqlStore.open(f"sqlite:///{file}")
    house = furnish(store, all_games(), SystemClock(), SystemEntropy())
    match = random_matches(1, seed=3)[0]
    name = await opened(house, match, channel=1)
    await store.aclose()
    with closing(sqlite3.connect(file)) as connection, connection:
        for table in ("matches", "holds", "entries", "snapshots", "decisions"):
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            key = "id" if table == "matches" else "match_id"
            wanted = ", ".join(
                "printf('%08d', n)" if column == key else "n + 1" if column == "channel" else column
                for column in columns
            )
            connection.execute(
                f"INSERT INTO {table} ({', '.join(columns)})"  # noqa: S608  names of our tables
                " WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers"
                f" WHERE n < {count}) SELECT {wanted} FROM numbers, {table} WHERE {key} = ?",
                (name,),
            )


def at_rest() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        one, many = Path(folder) / "one.db", Path(folder) / "many.db"
        asyncio.run(_fill(one, 1))
        asyncio.run(_fill(many, MATCHES))
        compiled = Path(folder) / "compiled"
        imports, start, full = [], [], []
        for _ in range(ROUNDS + 1):
            imports.append(child(THIRD_PARTY, compiled))
            start.append(child(READY, compiled, str(one)))
            full.append(child(READY, compiled, str(many)))
    # The first round compiles and fills the caches of the disk.
    third, ours, crowd = imports[1:], start[1:], full[1:]
    seconds = [statistics.median(cost.seconds for cost in each) for each in (ours, third)]
    memory = [statistics.median(cost.mib for cost in each) for each in (ours, third, crowd)]
    added = memory[2] - memory[0]
    return [
        Figure(
            "Start to ready in SimCord: time",
            seconds[0],
            seconds[1],
            "s",
            seconds[0] / seconds[1],
            limit=1.2,
            note="against importing the packages of others alone",
        ),
        Figure(
            "Start to ready in SimCord: memory",
            memory[0],
            memory[1],
            "MiB",
            memory[0] / memory[1],
            limit=1.2,
            note="likewise",
        ),
        Figure(
            "10,000 open matches at rest: memory added",
            added,
            25,
            "MiB",
            added / 25,
            limit=1,
            note="against 25 MiB",
        ),
    ]
