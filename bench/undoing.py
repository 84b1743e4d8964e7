"""Taking back early and late in a long match: the length of its log must not matter."""

from __future__ import annotations

import asyncio
import itertools
import random
import shutil
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from bench.commit import ALICE, BOB
from bench.measure import Figure, interleaved, median, one_cpu
from bench.sailors_attack import GAME, asked
from bot.clock import SystemClock, SystemEntropy
from bot.play import queries
from bot.play.application import Application, build
from bot.play.context import Command
from bot.play.lobby import lobby, seating
from bot.play.lobby.lobby import Opening
from bot.play.match import table
from bot.play.match.table import Typed
from bot.play.records import MatchId, SeatingOrder
from bot.play.referee import rewind
from bot.play.referee.authority import Ruling
from bot.store import backup
from bot.store.store import SqlStore
from games import all_games
from games.core.options import sample

EARLY, LATE = 10, 1000
BACK = range(1, 9)
"""By how many public entries: some of these places lie near a snapshot, others do not."""
MOST = 100.0
"""Milliseconds."""

ROUNDS = 5
SETTINGS = {"scenery": "preset", "army_size": 200, "round_limit": 0}


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


def undoing() -> list[Figure]:
    """Our own undo early in the same log, for what is shown is that the length of the log does
    not matter; and 100 ms, after which a person begins to notice. Each time by a bot that has
    just opened the file and remembers nothing, the worst case.
    """
    loop = asyncio.new_event_loop()
    run = loop.run_until_complete
    with tempfile.TemporaryDirectory() as folder, one_cpu():
        base, file = Path(folder) / "base.db", Path(folder) / "ours.db"
        copies = {number: Path(folder) / f"{number}.db" for number in (EARLY, LATE)}

        async def prepare() -> MatchId:
            store = await SqlStore.open(f"sqlite:///{base}")
            app = build(store, all_games(), SystemClock(), SystemEntropy())
            name = await played(app, base, copies)
            await store.aclose()
            return name

        name = run(prepare())

        async def taken_back(number: int, undo: bool) -> None:
            """Each time by a house that has just opened and remembers nothing."""
            for back in BACK:
                shutil.copy(copies[number], file)
                store = await SqlStore.open(f"sqlite:///{file}")
                app = build(store, all_games(), SystemClock(), SystemEntropy())
                async with store.reading() as reader:
                    match = await reader.read(queries.MatchById(name))
                assert match is not None
                if undo:
                    ruling = Ruling(name, ALICE, manages=True, reason="Bench", interaction=9)
                    await rewind.undo(app, ruling, match.shown - back)
                await store.aclose()

        cases = itertools.product((EARLY, LATE), (True, False))
        taken = interleaved(
            {
                f"{number}, {undo}": partial(lambda *case: run(taken_back(*case)), number, undo)
                for number, undo in cases
            },
            ROUNDS,
        )
        loop.close()
    early, late = (
        (median(taken[f"{number}, True"]) - median(taken[f"{number}, False"])) / len(BACK) * 1e3
        for number in (EARLY, LATE)
    )
    where = f"Astral Sailors, random moves; a house that has just opened, back by 1 to {BACK[-1]}"
    return [
        Figure(
            f"Undo at entry {LATE:,} against undo at entry {EARLY}",
            late,
            early,
            "ms",
            late / early,
            limit=1.5,
            note=f"{where}; pinned to one CPU",
        ),
        Figure(
            f"Undo at entry {LATE:,}: processor time",
            late,
            MOST,
            "ms",
            late / MOST,
            limit=1,
            note="against the 100 ms that it may take",
        ),
    ]
