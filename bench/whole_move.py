"""A whole move: text parsed, checked, applied, committed, picture ready."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from pathlib import Path
from typing import Any

from bench import usual
from bench.commit import ALICE, BOB, opened
from bench.matches import SIZE, random_matches
from bench.measure import Figure, interleaved, median, one_cpu
from bench.plain_picture import plain
from bot.clock import SystemClock, SystemEntropy
from bot.play.house import furnish
from bot.play.table import Submit, Typed
from bot.store.store import SqlStore
from games import all_games
from renderers import Look, renderer_for

MOVES = 24
ROUNDS = 9


def whole_move() -> list[Figure]:
    match = random_matches(1, seed=5)[0]
    texts = match.texts[: MOVES + 2]
    renderer = renderer_for("astralis")
    look = Look(names=("Alice", "Bob"))
    loop = asyncio.new_event_loop()
    views: list[Any] = []

    with tempfile.TemporaryDirectory() as folder, one_cpu():
        base = Path(folder) / "base.db"

        async def prepare() -> Any:
            store = await SqlStore.open(f"sqlite:///{base}")
            house = furnish(store, all_games(), SystemClock(), SystemEntropy())
            name = await opened(house, match)
            await store.aclose()
            return name

        name = loop.run_until_complete(prepare())

        async def ours(texts: list[str]) -> None:
            file = Path(folder) / "ours.db"
            shutil.copy(base, file)
            store = await SqlStore.open(f"sqlite:///{file}")
            house = furnish(store, all_games(), SystemClock(), SystemEntropy())
            seen = []
            for number, text in enumerate(texts):
                user = (ALICE, BOB)[number % 2].user
                await house.table.submit(Submit(name, user, Typed(text), 100 + number))
                sight = await house.eyes.by_public(name)
                seen.append(sight.view)
                renderer.scene(sight.view, look).paint()
            await store.aclose()
            if len(seen) > len(views):
                views[:] = seen

        async def theirs(texts: list[str]) -> None:
            file = Path(folder) / "theirs.db"
            file.unlink(missing_ok=True)
            engine = await usual.opened(file, usual.new_state(SIZE, match.ships))
            for text, view in zip(texts, views[2:], strict=False):
                await usual.play(engine, text)
                plain(view)
            await engine.dispose()

        run = loop.run_until_complete
        taken = interleaved(
            {
                "ours": lambda: run(ours(texts)),
                "ours, start": lambda: run(ours(texts[:2])),
                "usual": lambda: run(theirs(texts[2:])),
                "usual, start": lambda: run(theirs(texts[2:3])),
            },
            ROUNDS,
        )
        loop.close()
    mine = (median(taken["ours"]) - median(taken["ours, start"])) / MOVES * 1e3
    other = (median(taken["usual"]) - median(taken["usual, start"])) / (MOVES - 1) * 1e3
    return [
        Figure(
            "Whole move: text to committed with picture ready, against the usual stack",
            mine,
            other,
            "ms",
            mine / other,
            limit=1 / 15,
            goal=1 / 25,
            note="deep copy, ORM, plain Pillow RGB PNG; pinned to one CPU",
        )
    ]
