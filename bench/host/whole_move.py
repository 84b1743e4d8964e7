"""A whole move: text parsed, checked, applied, committed, picture ready."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from itertools import count
from pathlib import Path

from bench.host import usual
from bench.host.commit import ALICE, BOB, opened
from bench.matches import SIZE, Match, different
from bench.measure import Figure, interleaved, median, one_cpu
from bench.pictures.boards import views_of
from bench.pictures.plain_picture import astralis as plain
from bot.clock import SystemClock, SystemEntropy
from bot.play.application import build
from bot.play.context import Command
from bot.play.match import table
from bot.play.match import views as play_views
from bot.play.match.table import Typed
from bot.play.storage.records import MatchId
from bot.store.store import SqlStore
from games import all_games
from renderers import Look, renderer_for

MOVES = 24
START = 2
"""The placements of the ships, which the usual stack has no move for."""
ROUNDS = 9


def whole_move() -> list[Figure]:
    """The stack that a bot is usually written on, doing what the name says and no more: rules
    on dicts with a deep copy, SQLAlchemy's async ORM over aiosqlite (WAL, `synchronous=FULL`)
    for game and move, a plain Pillow RGB PNG. No Discord, no outbox, no interaction: the next
    row has them. Both play the same matches, another one in each round, so no picture is drawn
    twice.
    """
    matches = different(ROUNDS + 1, seed=5, moves=MOVES + START)
    loop = asyncio.new_event_loop()
    run = loop.run_until_complete
    with tempfile.TemporaryDirectory() as name, one_cpu():
        folder = Path(name)
        names = [
            run(_prepared(folder / f"{number}.db", match)) for number, match in enumerate(matches)
        ]

        def ours(number: int, moves: int) -> None:
            shutil.copy(folder / f"{number}.db", folder / "ours.db")
            texts = matches[number].texts[: START + moves]
            run(_ours(folder / "ours.db", names[number], texts))

        def theirs(number: int, moves: int) -> None:
            file = folder / "theirs.db"
            file.unlink(missing_ok=True)
            run(_theirs(file, matches[number], moves))

        sides = {"ours": ours, "usual": theirs}
        rounds = {key: count() for key in ("ours", "ours, start", "usual", "usual, start")}
        taken = interleaved(
            {
                key: lambda key=key: sides[key.partition(",")[0]](  # type: ignore[misc]
                    next(rounds[key]), 0 if "start" in key else MOVES
                )
                for key in rounds
            },
            ROUNDS,
        )
    loop.close()
    mine, other = (
        (median(taken[side]) - median(taken[f"{side}, start"])) / MOVES * 1e3 for side in sides
    )
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


async def _prepared(file: Path, match: Match) -> MatchId:
    store = await SqlStore.open(f"sqlite:///{file}")
    app = build(store, all_games(), SystemClock(), SystemEntropy())
    name = await opened(app, match)
    await store.aclose()
    return name


async def _ours(file: Path, name: MatchId, texts: list[str]) -> None:
    renderer, look = renderer_for("astralis"), Look(names=("Alice", "Bob"))
    store = await SqlStore.open(f"sqlite:///{file}")
    app = build(store, all_games(), SystemClock(), SystemEntropy())
    for number, text in enumerate(texts):
        user = (ALICE, BOB)[number % 2].user
        await table.submit(app, Command(name, user, 100 + number), Typed(text))
        match_view = await play_views.by_public(app, name)
        renderer.scene(match_view.view, look).paint()
    await store.aclose()


async def _theirs(file: Path, match: Match, moves: int) -> None:
    views = views_of(match)[START:]
    engine = await usual.opened(file, usual.new_state(SIZE, match.ships))
    for text, view in zip(match.texts[START : START + moves], views, strict=False):
        await usual.play(engine, text)
        plain(view)
    await engine.dispose()
