"""Long matches and large databases: looking back, what is kept on the disk, and sweeps."""

from __future__ import annotations

import asyncio
import gc
import json
import lzma
import shutil
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from bench.bots import ALICE, load_turn, open_application, start_match
from bench.measure import Figure, figure, measure, on_one_cpu
from bot.chat.history import animations, log_pages
from bot.chat.platform.interactions import Context
from bot.chat.platform.message import UPLOAD
from bot.chat.platform.pictures import Pictures
from bot.clock import SystemClock, SystemEntropy
from bot.play.application import Application, build, refuse_newer_rules
from bot.play.executor import Command
from bot.play.history import exports
from bot.play.history import looking_back as past
from bot.play.history.filling import fill_all
from bot.play.match import submission, views
from bot.play.match.submission import TypedMove
from bot.play.pruning import KEEP_DAYS
from bot.play.referee import corrections
from bot.play.referee.authority import Ruling
from bot.play.storage import queries
from bot.play.storage.records import MatchId
from bot.store.sqlite import backup
from bot.store.store import SqlStore
from games import all_games
from games.core.questions import sample
from games.core.types import SPECTATOR
from renderers import renderer_for

# --- Looking and taking back, early and late in a long match ---

AT = (10, 100, 1000, 5000)
EARLY, *LATER = AT
BACK = range(1, 9)
"""By how many public entries: some of these places lie near a whole position, others do not."""
ROUNDS = 5
GAME, SETTINGS = "colonial_space_wars", {"round_limit": 0}
"""Random play without attacks does not end such a match."""
LookBack = Callable[[Context, MatchId, int], Awaitable[object]]
"""Looks at something when the last entry has this number."""


async def _play(file: Path, copies: Mapping[int, Path]) -> MatchId:
    """A match of random moves, copied when its last public entry has one of the numbers."""
    async with open_application(f"sqlite:///{file}") as app:
        name, game, rng = await start_match(app, GAME, SETTINGS), app.games[GAME], Random(11)
        wanted, presses = sorted(copies), count(101)
        while wanted and (turn := await load_turn(app, name)):
            user, match_view, decision = turn
            if match_view.match.shown >= wanted[0]:
                backup.copy(file, copies[wanted.pop(0)])
                continue
            options: Any = game.options(match_view.view, decision)
            texts = (game.write(sample(options, rng)) for _ in count())
            peaceful = TypedMove(next(text for text in texts if "ATTACK" not in text))
            await submission.submit(app, Command(name, user, next(presses)), peaceful)
    return name


async def _undo(context: Context, name: MatchId, number: int) -> None:
    ruling = Ruling(name, ALICE, manages=True, reason="Bench", interaction=9)
    await corrections.undo(context.app, ruling, number)


async def _show(context: Context, name: MatchId, number: int) -> None:
    await past.load_position(context.app, name, ALICE.user, number)


async def _load_log(context: Context, name: MatchId, number: int) -> None:
    """The newest page."""
    match_view = await views.load_for_user(context.app, name, ALICE.user)
    await log_pages.load_page(context.app, match_view)


async def _export(context: Context, name: MatchId, number: int) -> None:
    await exports.export(context.app, name, ALICE.user, lambda _: "")


def _dump_rows(file: Path) -> None:
    """The log, read and written as JSON."""
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        entries = connection.execute("SELECT * FROM entries ORDER BY seq")
        json.dumps([dict(entry) for entry in entries], indent=1)


def looking_back() -> list[Figure]:
    pictures = Pictures({GAME: renderer_for(GAME)})
    frames: dict[int, int] = {}

    async def replay(context: Context, name: MatchId, number: int) -> None:
        match_view = await views.load_public(context.app, name)
        made = await animations.render(context, match_view, SPECTATOR, UPLOAD * 9 // 10)
        frames[match_view.match.shown] = made.frames

    with on_one_cpu() as (folder, runner):
        copies = {number: folder / f"{number}.db" for number in AT}
        name = runner.run(_play(folder / "base.db", copies))

        async def look(what: LookBack, at: int, backs: range) -> float:
            """Milliseconds of one look, each by a bot that has just opened the file."""
            spent = 0.0
            for back in backs:
                file = shutil.copy(copies[at], folder / "ours.db")
                async with open_application(f"sqlite:///{file}") as app:
                    context = Context(app, pictures)
                    await views.load_public(app, name)
                    gc.collect()
                    start = time.process_time()
                    await what(context, name, at - back)
                    spent += time.process_time() - start
            return spent / len(backs) * 1e3

        def measure_look(what: LookBack, backs: range, rounds: int) -> dict[int, float]:
            """The median of some rounds, after one that is not measured; all places in turn."""
            spent = [
                {at: runner.run(look(what, at, backs)) for at in AT} for _ in range(rounds + 1)
            ]
            return {at: median(each[at] for each in spent[1:]) for at in AT}

        looks: dict[str, LookBack] = {"Undo": _undo, "Show": _show, "Page of the log": _load_log}
        spent = {what: measure_look(each, BACK, ROUNDS) for what, each in looks.items()}
        spent["Export"] = measure_look(_export, BACK[:1], ROUNDS)
        raw = measure({str(at): partial(_dump_rows, copies[at]) for at in AT}, ROUNDS)
        spent["Replay"] = measure_look(replay, BACK[:1], 1)
    last = AT[-1]
    return [
        *(
            figure("look", spent[what][at], spent[what][EARLY], what=what, at=at)
            for what in looks
            for at in LATER
        ),
        *(figure("look-late", spent[what][last], what=what, at=last) for what in looks),
        *(figure("export", spent["Export"][at], raw[str(at)], at=at) for at in AT),
        *(figure("replay-at", spent["Replay"][at] / 1e3, at=at, frames=frames[at]) for at in AT),
    ]


# --- A database in which ten thousand matches have been played ---

MATCHES, OVER = 10_000, 9_000
"""The latter ended before anything is kept as it was; the others run."""
OPENINGS = 9
_KEPT = Path(__file__).parents[1] / "tests" / "releases"
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


def _fill(file: Path, now: datetime) -> None:
    """Copy the finished and running matches that were kept of the newest release, with all that
    was stored with them."""
    newest = max(_KEPT.glob("*/matches.db.xz"), key=lambda each: each.parent.name)
    file.write_bytes(lzma.decompress(newest.read_bytes()))
    file.chmod(0o600)
    asyncio.run(_bring_up_to_date(file))
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for statement in (
            *("PRAGMA auto_vacuum = INCREMENTAL", "VACUUM", "PRAGMA synchronous = OFF"),
            "UPDATE outbox SET delivery = 'sent', sent_at = due_at",
            "CREATE TEMP TABLE copies (n INTEGER PRIMARY KEY, kept, since)",
        ):
            connection.execute(statement)
        kept = connection.execute("SELECT id, status FROM matches ORDER BY id").fetchall()
        over, running = (
            [match for match, status in kept if (status == "over") is ended]
            for ended in (True, False)
        )
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
        for name in _COPIED:
            _copy(connection, name)
        connection.execute("COMMIT")


async def _bring_up_to_date(file: Path) -> None:
    async with open_application(f"sqlite:///{file}") as app:
        await fill_all(app)


def _copy(connection: sqlite3.Connection, table: str) -> None:
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    key = "id" if table == "matches" else "match_id"
    wanted = (_OF_COPY.get(f"{table}.{name}", _OF_COPY.get(name, name)) for name in columns)
    connection.execute(
        f"INSERT INTO {table} ({', '.join(columns)})"  # noqa: S608  names of our tables
        f" SELECT {', '.join(wanted)} FROM copies"
        f" JOIN {table} ON {table}.{key} = kept ORDER BY n"
    )


def _sizes(file: Path) -> Mapping[str, float]:
    """MiB by group of tables, with their indices."""
    sizes = Counter[str]()
    with closing(sqlite3.connect(file)) as connection:
        for name, size in connection.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name"):
            of = name.removeprefix("sqlite_autoindex_").removeprefix("ix_").partition("_")[0]
            sizes[_GROUPS.get(of, "all else")] += size
    return {group: size / 2**20 for group, size in sizes.items()}


async def _prune(file: Path) -> float:
    """Seconds of processor time until all that is old has been packed or removed."""
    spent, packed = 0.0, -1
    async with open_application(f"sqlite:///{file}") as app:
        while packed != (packed := (await app.store.counts())["packed_logs"]):
            began = time.process_time()
            await app.pruning.sweep()
            spent += time.process_time() - began
    return spent


async def _open(file: Path) -> tuple[float, list[float]]:
    """Seconds to open the database and look whether it can be served; then milliseconds of sweeps
    that find nothing due."""
    games = all_games()
    began = time.process_time()
    store = await SqlStore.open(f"sqlite:///{file}")
    app = build(store, games, SystemClock(), SystemEntropy())
    await refuse_newer_rules(app)
    opening, sweeps = time.process_time() - began, list[float]()
    app.executor.go_on = lambda *_: None  # no computer player moves
    for _ in range(OPENINGS + 1):
        began = time.process_time()
        await _sweep(app)
        sweeps.append((time.process_time() - began) * 1e3)
    await store.aclose()
    return opening, sweeps[1:]


async def _sweep(app: Application) -> None:
    async with app.store.reading() as reader:
        now = app.clock.now()
        due = await reader.read(queries.DueNow(now, app.patience.idle_since(now)))
    await app.deadlines.sweep(any_due=due.deadlines)


def growth() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "starpost.db"
        _fill(file, SystemClock().now())
        before = _sizes(file)
        spent = asyncio.run(_prune(file))
        after = _sizes(file)
        size = file.stat().st_size / 2**20
        rounds = [asyncio.run(_open(file)) for _ in range(OPENINGS)]
    opening = median(each for each, _ in rounds)
    sweep = median(each for _, sweeps in rounds for each in sweeps)
    whole = sum(before.values())
    return [
        figure("disk", size, before=whole, each=spent / OVER * 1e3),
        *(figure("disk-group", after[group], size, group=group) for group in before),
        figure("opening", opening),
        figure("sweep", sweep),
    ]
