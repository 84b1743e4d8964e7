"""Looking and taking back, early and late in a long match: what a look costs must not depend on how
long the log is."""

from __future__ import annotations

import asyncio
import gc
import json
import random
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from bench.games.sailors_attack import asked
from bench.host.commit import ALICE, BOB
from bench.measure import Figure, interleaved, median, one_cpu
from bot.chat.history import animations, log_pages
from bot.chat.platform.context import Context
from bot.chat.platform.limits import UPLOAD
from bot.chat.platform.pictures import Pictures
from bot.clock import SystemClock, SystemEntropy
from bot.play.application import Application, build
from bot.play.context import Command
from bot.play.history import exports
from bot.play.history import looking_back as past
from bot.play.lobby import lobby, seating
from bot.play.lobby.lobby import Opening
from bot.play.match import table, views
from bot.play.match.table import Typed
from bot.play.referee import corrections
from bot.play.referee.authority import Ruling
from bot.play.storage.records import MatchId, SeatingOrder
from bot.store.sqlite import backup
from bot.store.store import SqlStore
from games import all_games
from games.core.options import sample
from games.core.seats import SPECTATOR
from renderers import renderer_for

AT = (10, 100, 1000, 5000)
EARLY, *LATER = AT
BACK = range(1, 9)
"""By how many public entries: some of these places lie near a whole position, others do not."""
MOST = 100.0
"""Milliseconds."""
MOST_OF_REPLAY = 3.0
"""Seconds."""

ROUNDS, ROUNDS_OF_REPLAY = 5, 1
GAME = "colonial_space_wars"
SETTINGS = {"round_limit": 0}
"""Random play does not end such a match."""

Look = Callable[[Context, MatchId, int], Awaitable[object]]
"""Something that is looked at when the last entry has this number."""


async def played(app: Application, file: Path, copies: dict[int, Path]) -> MatchId:
    """A match of random moves, copied when its last public entry has one of the numbers."""
    opened = await lobby.open(
        app, Opening(1, 1, ALICE, GAME, 1, seating=SeatingOrder.CHOICE, settings=SETTINGS)
    )
    await seating.join(app, Command(opened.match, BOB.user, 2), BOB.name)
    await lobby.start(app, Command(opened.match, ALICE.user, 3))
    name, game, rng = MatchId(opened.match), app.games[GAME], random.Random(11)
    wanted, press = sorted(copies), 100
    while wanted:
        user, match_view, decision = await asked(app, name)
        if match_view.match.shown >= wanted[0]:
            backup.copy(file, copies[wanted.pop(0)])
            continue
        press += 1
        move: Any = sample(game.options(match_view.view, decision), rng)
        await table.submit(app, Command(name, user, press), Typed(game.write(move)))
    return name


async def undone(context: Context, name: MatchId, number: int) -> None:
    ruling = Ruling(name, ALICE, manages=True, reason="Bench", interaction=9)
    await corrections.undo(context.app, ruling, number)


async def shown(context: Context, name: MatchId, number: int) -> None:
    await past.at(context.app, name, ALICE.user, number)


async def logged(context: Context, name: MatchId, number: int) -> None:
    """The newest page of the log."""
    app = context.app
    match_view = await views.by_user(app, name, ALICE.user)
    await log_pages.load_page(app, match_view)


async def exported(context: Context, name: MatchId, number: int) -> None:
    await exports.export(context.app, name, ALICE.user, lambda _: "")


def rows_of(file: Path) -> None:
    """The log, read and written as JSON."""
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        entries = connection.execute("SELECT * FROM entries ORDER BY seq")
        json.dumps([dict(entry) for entry in entries], indent=1)


def looking_back() -> list[Figure]:
    """Our own look early in the same log, for what is shown is that its length does not matter;
    and 100 ms, after which a person begins to notice. Each time by a bot that has just opened the
    file and has seen the match as it is, but nothing of its past. Of the export, which tells all of
    a log, the least that any program must do: read the rows of its entries with `sqlite3` and write
    them as JSON. Of the replay, the time that it may take.
    """
    loop = asyncio.new_event_loop()
    run = loop.run_until_complete
    pictures = Pictures({GAME: renderer_for(GAME)})
    with tempfile.TemporaryDirectory() as folder, one_cpu():
        base, file = Path(folder) / "base.db", Path(folder) / "ours.db"
        copies = {number: Path(folder) / f"{number}.db" for number in AT}

        async def prepare() -> MatchId:
            store = await SqlStore.open(f"sqlite:///{base}")
            name = await played(
                build(store, all_games(), SystemClock(), SystemEntropy()), base, copies
            )
            await store.aclose()
            return name

        name = run(prepare())

        frames: dict[int, int] = {}

        async def replayed(context: Context, name: MatchId, number: int) -> None:
            match_view = await views.by_public(context.app, name)
            limit = UPLOAD * 9 // 10
            made = await animations.drawn(context, match_view, SPECTATOR, limit)
            frames[match_view.match.shown] = made.frames

        async def looked(look: Look, at: int, backs: range) -> float:
            """Milliseconds of one look, each by a bot that has just opened the file."""
            spent = 0.0
            for back in backs:
                shutil.copy(copies[at], file)
                store = await SqlStore.open(f"sqlite:///{file}")
                context = Context(
                    build(store, all_games(), SystemClock(), SystemEntropy()), pictures
                )
                await views.by_public(context.app, name)
                gc.collect()
                start = time.process_time()
                await look(context, name, at - back)
                spent += time.process_time() - start
                await store.aclose()
            return spent / len(backs) * 1e3

        def taken(look: Look, backs: range, rounds: int) -> dict[int, float]:
            """The median of some rounds, after one that is not measured; all places in turn."""
            spent = [{at: run(looked(look, at, backs)) for at in AT} for _ in range(rounds + 1)]
            return {at: median([each[at] for each in spent[1:]]) for at in AT}

        looks: dict[str, Look] = {"Undo": undone, "Show": shown, "Page of the log": logged}
        spent = {what: taken(look, BACK, ROUNDS) for what, look in looks.items()}
        spent["Export"] = taken(exported, BACK[:1], ROUNDS)
        raw = interleaved({str(at): partial(rows_of, copies[at]) for at in AT}, ROUNDS)
        spent["Replay"] = taken(replayed, BACK[:1], ROUNDS_OF_REPLAY)
        loop.close()
    where = f"Colonial Space Wars, random moves; a bot just opened, by 1 to {BACK[-1]} entries"
    figures = [
        Figure(
            f"{what} at entry {at:,} against entry {EARLY}",
            spent[what][at],
            spent[what][EARLY],
            "ms",
            spent[what][at] / spent[what][EARLY],
            limit=1.5,
            note=f"{where}; pinned to one CPU",
        )
        for what in looks
        for at in LATER
    ]
    figures += (
        Figure(
            f"{what} at entry {AT[-1]:,}: processor time",
            spent[what][AT[-1]],
            MOST,
            "ms",
            spent[what][AT[-1]] / MOST,
            limit=1,
            note="against the 100 ms that it may take",
        )
        for what in looks
    )
    figures += (
        Figure(
            f"Export at entry {at:,}, against the rows of its entries as JSON",
            spent["Export"][at],
            median(raw[str(at)]) * 1e3,
            "ms",
            spent["Export"][at] / median(raw[str(at)]) / 1e3,
        )
        for at in AT
    )
    figures += (
        Figure(
            f"Replay at entry {at:,}: processor time",
            spent["Replay"][at] / 1e3,
            MOST_OF_REPLAY,
            "s",
            spent["Replay"][at] / 1e3 / MOST_OF_REPLAY,
            limit=1,
            note=f"{frames[at]} pictures; against the 3 s that it may take",
        )
        for at in AT
    )
    return figures
