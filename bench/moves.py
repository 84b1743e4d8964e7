"""Whole moves: from the press or the text to the store and the panel, beside the usual stack."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import shutil
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from itertools import count
from multiprocessing.synchronize import Barrier
from pathlib import Path
from statistics import median
from typing import Any

from sqlalchemy import Engine, event

from bench import plain_pillow
from bench.bots import (
    ALICE,
    BOB,
    Counts,
    PictureBot,
    Transport,
    UsualBot,
    connect_bot,
    count_database_use,
    load_turn,
    open_application,
    start_match,
    time_moves,
)
from bench.games.astralis import SIZE, Match, long_matches, random_matches, views_of
from bench.measure import Figure, figure, measure, on_one_cpu
from bench.plain_pillow import PlainBoard
from bot.clock import SystemClock, SystemEntropy
from bot.play.application import build
from bot.play.executor import Command
from bot.play.match import submission, views
from bot.play.match.submission import TypedMove
from bot.play.storage import queries
from bot.play.storage.records import Change
from bot.store.copying import copy_database
from bot.store.store import SqlStore
from games import all_games
from games.core.contract import AnyGame
from games.core.types import Decision
from renderers import Look, renderer_for
from tools.postgres_server import programs, running

PLAYERS = (ALICE.user, BOB.user)
MOVES = 24
START = 2
"""The placements of the ships, which the usual stack has no move for."""
ROUNDS = 9
ON_HEXES = {"size": SIZE}
LOOK = Look(names=("Alice", "Bob"))

# --- A commit: the unit of work against its own statements in raw sqlite3 ---


class _Overheard:
    """A store that also notes every change it is given."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self.changes: list[Change] = []
        self.reading, self.counts, self.leases = store.reading, store.counts, store.leases

    @asynccontextmanager
    async def writing(self, *keys: str) -> AsyncIterator[Any]:
        async with self._store.writing(*keys) as work:
            record = work.record

            async def note(change: Change) -> None:
                await record(change)
                self.changes.append(change)

            work.record = note  # type: ignore[method-assign]  # listening in
            yield work


Statement = tuple[str, Any, bool]
"""SQL, parameters, and whether it is for many rows."""


async def _record_match(folder: Path) -> tuple[list[Change], Path, list[Statement]]:
    """All changes of a match's moves, a file from before the first, and what the store sends."""
    file, base = folder / "starpost.db", folder / "base.db"
    match = random_matches(1, seed=3, eager=False)[0]
    async with open_application(f"sqlite:///{file}") as app:
        name = await start_match(app, "astralis", ON_HEXES)
    shutil.copy(file, base)
    store = await SqlStore.open(f"sqlite:///{file}")
    overheard: Any = _Overheard(store)
    app = build(overheard, all_games(), SystemClock(), SystemEntropy())
    for number, text in enumerate(match.texts):
        seat = (await views.load_public(app, name)).awaited[0]
        await submission.submit(app, Command(name, PLAYERS[seat], 100 + number), TypedMove(text))
    await store.aclose()
    sent: list[Statement] = []

    def listen(_c: object, _cur: object, sql: str, values: Any, _ctx: object, many: bool) -> None:
        if not sql.startswith("PRAGMA"):
            sent.append((sql, values, many))

    def commit(_connection: object) -> None:
        sent.append(("", None, False))

    store = await SqlStore.open(f"sqlite:///{shutil.copy(base, folder / 'heard.db')}")
    event.listen(Engine, "before_cursor_execute", listen)
    event.listen(Engine, "commit", commit)
    await _write(store, overheard.changes)
    event.remove(Engine, "before_cursor_execute", listen)
    event.remove(Engine, "commit", commit)
    await store.aclose()
    return overheard.changes, base, sent


async def _write(store: SqlStore, changes: Sequence[Change]) -> None:
    for change in changes:
        async with store.writing() as work:
            await work.read(queries.SeatedMatch(change.match.id))
            await work.record(change)
            await work.commit()


async def _write_to(url: str, changes: Sequence[Change]) -> None:
    store = await SqlStore.open(url)
    await _write(store, changes)
    await store.aclose()


def _send(statements: Sequence[Statement], base: Path) -> None:
    """The same through sqlite3 alone, on a copy of the file."""
    file = shutil.copy(base, base.with_suffix(".raw"))
    connection = sqlite3.connect(file, isolation_level=None)
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")
    for sql, values, many in statements:
        if not sql:
            connection.commit()
        elif many:
            connection.executemany(sql, values)
        else:
            connection.execute(sql, values).fetchall()
    connection.close()


def _time_commits(
    runner: asyncio.Runner,
    record: tuple[Sequence[Change], Path, Sequence[Statement]],
    begin: Callable[[], str],
    spent: Callable[[], float] = time.process_time,
) -> tuple[float, float]:
    """Milliseconds of a change through the store, and of its statements through sqlite3.

    Args:
        begin: gives the URL of a database from before the first change
    """
    changes, base, statements = record
    taken = measure(
        {
            "ours": lambda: runner.run(_write_to(begin(), changes)),
            "first": lambda: runner.run(_write_to(begin(), changes[:1])),
            "raw": lambda: _send(statements, base),
        },
        ROUNDS,
        spent=spent,
    )
    return (taken["ours"] - taken["first"]) / (len(changes) - 1), taken["raw"] / len(changes)


def commit() -> list[Figure]:
    with on_one_cpu() as (folder, runner):
        changes, base, statements = record = runner.run(_record_match(folder))
        file = folder / "ours.db"
        both = _time_commits(runner, record, lambda: f"sqlite:///{shutil.copy(base, file)}")
    per_move = sum(bool(sql) for sql, _, _ in statements) / len(changes)
    return [figure("commit", *both, statements=per_move)]


# --- Moves of Astralis beside the usual stack ---

Side = Callable[[str, Match, int], Coroutine[Any, Any, object]]
"""Plays so many moves of a match into a file of this name."""


def _share_of_moves(
    runner: asyncio.Runner,
    folder: Path,
    sides: Mapping[str, Side],
    matches: Sequence[Match],
    spent: Callable[[], float] = time.process_time,
) -> dict[str, float]:
    """Milliseconds of a move by side: with all its moves less what it takes to begin; another
    match in each round, so that no picture is drawn twice."""
    files = count()

    def case(side: str, moves: int) -> Callable[[], object]:
        left = iter(matches)
        return lambda: runner.run(
            sides[side](f"{folder}/{side}{next(files)}.db", next(left), moves)
        )

    cases = {f"{side} {moves}": case(side, moves) for side in sides for moves in (MOVES, 0)}
    taken = measure(cases, ROUNDS, spent=spent)
    return {side: (taken[f"{side} {MOVES}"] - taken[f"{side} 0"]) / MOVES for side in sides}


async def _submit(file: str, match: Match, moves: int) -> None:
    renderer = renderer_for("astralis")
    async with open_application(f"sqlite:///{file}") as app:
        name = await start_match(app, "astralis", ON_HEXES)
        for number, text in enumerate(match.texts[: START + moves]):
            await submission.submit(
                app, Command(name, PLAYERS[number % 2], 100 + number), TypedMove(text)
            )
            view = (await views.load_public(app, name)).view
            renderer.scene(view, LOOK).paint()


async def _play_usually(file: str, match: Match, moves: int) -> None:
    shown = iter(views_of(match)[START:])
    usual = await UsualBot.open(Path(file), match.ships, lambda: plain_pillow.astralis(next(shown)))
    for text in match.texts[START : START + moves]:
        await usual.play(text)
        usual.draw()
    await usual.close()
    await usual.engine.dispose()


def whole_move() -> list[Figure]:
    sides = {"ours": _submit, "usual": _play_usually}
    with on_one_cpu() as (folder, runner):
        matches = long_matches(ROUNDS + 1, seed=5, moves=START + MOVES)
        ms = _share_of_moves(runner, folder, sides, matches)
    return [figure("whole-move", ms["ours"], ms["usual"])]


async def _deliver(url: str, match: Match, moves: int) -> Counts:
    """So many moves of a match, on an empty database."""
    async with connect_bot(url) as (app, transport):
        await start_match(app, "astralis", ON_HEXES)
        for number, text in enumerate(match.texts[:START]):
            await transport.move(PLAYERS[number % 2], text)
        return await _count_moves(transport, match.texts[START : START + moves])


async def _count_moves(transport: Transport, texts: Sequence[str]) -> Counts:
    with count_database_use() as counts:
        for number, text in enumerate(texts):
            await transport.move(PLAYERS[number % 2], text)
    return counts


async def _deliver_to_file(file: str, match: Match, moves: int) -> Counts:
    return await _deliver(f"sqlite:///{file}", match, moves)


async def _deliver_usually(file: str, match: Match, moves: int) -> Counts:
    shown = iter(views_of(match)[START:])
    usual = await UsualBot.open(Path(file), match.ships, lambda: plain_pillow.astralis(next(shown)))
    transport = Transport(usual)
    await transport.connect()
    counts = await _count_moves(transport, match.texts[START : START + moves])
    await usual.close()
    await usual.engine.dispose()
    return counts


def delivered() -> list[Figure]:
    sides: dict[str, Side] = {"ours": _deliver_to_file, "usual": _deliver_usually}
    with on_one_cpu() as (folder, runner):
        *matches, last = long_matches(ROUNDS + 2, seed=5, moves=START + MOVES)
        used, usual = (
            runner.run(play(f"{folder}/counted{number}.db", last, MOVES)) // MOVES
            for number, play in enumerate((_deliver_to_file, _deliver_usually))
        )
        ms = _share_of_moves(runner, folder, sides, matches)
    return [
        figure("delivered", ms["ours"], ms["usual"]),
        figure("statements", used.sent, usual=usual.sent),
        figure("crossings", used.crossings, usual=usual.crossings),
        figure("writes", used.writes, usual=usual.writes),
    ]


# --- Acts of other games, as far as the panel ---

Picked = tuple[Any, bool]
"""A move, and whether it is one of those that are measured."""


async def _time_acts(
    file: Path,
    game: AnyGame,
    settings: Mapping[str, Any],
    pick: Callable[[Any, Decision, random.Random], Picked],
    seed: int,
    acts: int,
) -> tuple[float, Any]:
    """The median milliseconds of an act in a match that is under way, and the last view."""
    rng, taken = random.Random(seed), list[float]()
    async with connect_bot(f"sqlite:///{file}") as (app, transport):
        name = await start_match(app, game.meta.id, settings)
        while len(taken) < acts and (turn := await load_turn(app, name)):
            user, match_view, decision = turn
            move, measured = pick(match_view.view, decision, rng)
            spent = await time_moves(transport.move, [(user, game.write(move))])
            taken += [spent] if measured else []
    return median(taken), match_view.view


async def _time_drawing(game: AnyGame, view: Any, plain: PlainBoard, texts: Sequence[str]) -> float:
    drawing: Any = renderer_for(game.meta.id).scene(view, LOOK)
    size = drawing.drawing.width, drawing.drawing.height
    client = PictureBot(lambda: plain(view, *size))
    transport = Transport(client)
    await transport.connect()
    spent = await time_moves(transport.move, [(ALICE.user, text) for text in texts])
    await client.close()
    return spent


def compare_acts(
    key: str,
    game: AnyGame,
    settings: Mapping[str, Any],
    pick: Callable[[Any, Decision, random.Random], Picked],
    plain: PlainBoard,
    texts: Sequence[str],
    matches: int = 8,
) -> Figure:
    """Whole acts against a command that only draws; the first match is not measured.

    Args:
        texts: what is typed for the command, which does not read it
    """
    ours, theirs = list[float](), list[float]()
    with on_one_cpu() as (folder, runner):
        for seed in range(matches):
            file = folder / f"{seed}.db"
            spent, view = runner.run(_time_acts(file, game, settings, pick, seed, len(texts)))
            ours.append(spent)
            theirs.append(runner.run(_time_drawing(game, view, plain, texts)))
    return figure(key, median(ours[1:]), median(theirs[1:]))


# --- PostgreSQL ---

PROCESSES = 3
_MATCHES, _SUBMITS, _PATIENCE = range(6), 20, 300


def postgres() -> list[Figure]:
    if programs() is None:
        return []
    with running() as server, tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
        for name in ("empty", "base"):
            _create(server, name)
        runner.run(_write_to(f"{server}/empty", ()))
        return [
            _commit_there(server, Path(folder), runner),
            _move_there(server, Path(folder), runner),
            _submit_together(server),
        ]


def _commit_there(server: str, folder: Path, runner: asyncio.Runner) -> Figure:
    record = runner.run(_record_match(folder))
    runner.run(copy_database(f"sqlite:///{record[1]}", f"{server}/base"))
    names = (f"commit{number}" for number in count())

    def begin() -> str:
        return _create(server, next(names), "base")

    both = _time_commits(runner, record, begin, _seconds_with_server)
    return figure("postgres-commit", *both)


def _move_there(server: str, folder: Path, runner: asyncio.Runner) -> Figure:
    async def deliver(file: str, match: Match, moves: int) -> Counts:
        return await _deliver(_create(server, Path(file).stem, "empty"), match, moves)

    matches = long_matches(ROUNDS + 1, seed=5, moves=START + MOVES)
    sides: dict[str, Side] = {"there": deliver, "here": _deliver_to_file}
    ms = _share_of_moves(runner, folder, sides, matches, _seconds_with_server)
    return figure("postgres-move", ms["there"], ms["here"])


def _submit_together(server: str) -> Figure:
    several, one = (
        median(_rate(_create(server, f"x{number}x{each}", "empty"), number) for each in range(3))
        for number in (PROCESSES, 1)
    )
    cpus = os.cpu_count()
    return figure("postgres-submits", several, one, processes=PROCESSES, cpus=cpus)


def _rate(url: str, number: int) -> float:
    """Moves a second of so many processes that play at once."""
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
    async def play() -> None:
        async with open_application(url) as app:
            channels = [1 + number * len(_MATCHES) + each for each in _MATCHES]
            matches = long_matches(len(_MATCHES), seed=7, moves=_SUBMITS)
            names = [
                await start_match(app, "astralis", ON_HEXES, channel=channel)
                for channel in channels
            ]
            await asyncio.to_thread(ready.wait, _PATIENCE)
            for move in range(_SUBMITS):
                for name, match, channel in zip(names, matches, channels, strict=True):
                    command = Command(name, PLAYERS[move % 2], channel * 10_000 + 100 + move)
                    await submission.submit(app, command, TypedMove(match.texts[move]))
            await asyncio.to_thread(done.wait, _PATIENCE)

    asyncio.run(play())


def _create(server: str, name: str, template: str = "template0") -> str:
    """The URL of a new database, a copy of ``template``."""
    there = programs()
    assert there is not None
    known = ("--maintenance-db", f"{server}/postgres", "--template", template)
    subprocess.run((there / "createdb", *known, name), check=True)
    return f"{server}/{name}"


def _seconds_with_server() -> float:
    """Seconds of this process and of all that it has started, the ended ones included."""
    ticks, family = 0, {os.getpid()}
    for process in sorted(
        int(each.name) for each in Path("/proc").iterdir() if each.name.isdigit()
    ):
        try:
            values = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended
        if int(values[1]) in family:
            family.add(process)
            ticks += sum(map(int, values[11:15]))
    return time.process_time() + ticks / os.sysconf("SC_CLK_TCK")
