"""A whole attack of Astral Sailors: text to committed answer with its picture.

The attacker's shot is submitted as text; dice, the defender's standing orders,
wounds and what follows are one transaction; the picture of the new board is the
answer.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.host.commit import ALICE, BOB
from bench.measure import Figure, interleaved, median, one_cpu
from bench.pictures.plain_picture import sailors as plain
from bot.clock import SystemClock, SystemEntropy
from bot.play.application import Application, build
from bot.play.context import Command
from bot.play.lobby import lobby, seating
from bot.play.lobby.lobby import Opening
from bot.play.match import table, views
from bot.play.match.table import Typed
from bot.play.storage.records import MatchId, SeatingOrder
from bot.store.sqlite import backup
from bot.store.store import SqlStore
from games import all_games
from games.core.decisions import Decision
from renderers import Look, renderer_for

ROUNDS = 9
REPEATS = 4
OF_A_MATCH = 12
GAME = "astral_sailors"
PEOPLE = (ALICE, BOB)


async def asked(app: Application, name: MatchId) -> tuple[int, Any, Decision]:
    """The first of the people who is waited for, what they see, and what is asked."""
    for person in PEOPLE:
        match_view: Any = await views.by_user(app, name, person.user)
        decision = next((each for each in match_view.mine if each.waits), None)
        if decision is not None:
            return person.user, match_view, decision
    raise AssertionError("nobody is waited for")


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot that can be taken: in which match, by whom, its text, and the database before it."""

    match: MatchId
    user: int
    text: str
    file: Path


async def shots(app: Application, base: Path, count: int) -> list[Shot]:
    """The first shots of matches that computer players play."""
    found: list[Shot] = []
    presses, rng = itertools.count(1), random.Random(4)
    game = app.games[GAME]
    assert game.computer is not None
    for place in itertools.count(1):
        opened = await lobby.open(
            app,
            Opening(
                *(place, place, ALICE, GAME, next(presses)),
                seating=SeatingOrder.CHOICE,
                settings={"scenery": "preset"},
            ),
        )
        await seating.join(app, Command(opened.match, BOB.user, next(presses)), BOB.name)
        await lobby.start(app, Command(opened.match, ALICE.user, next(presses)))
        name, here = MatchId(opened.match), 0
        while here < OF_A_MATCH:
            try:
                user, match_view, decision = await asked(app, name)
            except AssertionError:  # it is over
                break
            move: Any = game.computer.choose(match_view.view, decision, rng)
            text = game.write(move)
            if getattr(move, "move", "") == "shoot":
                file = base.with_suffix(f".{len(found)}")
                backup.copy(base, file)
                found.append(Shot(name, user, text, file))
                here += 1
                if len(found) == count:
                    return found
            await table.submit(app, Command(name, user, next(presses)), Typed(text))
    raise AssertionError


def batches(shots: Sequence[Shot]) -> Iterator[Sequence[Shot]]:
    """Those of one round after the other."""
    return (shots[at : at + REPEATS] for at in range(0, len(shots), REPEATS))


def whole_attack() -> list[Figure]:
    """A command that does nothing but answer with a plain Pillow picture of the same size: no
    rules, no dice, no store. Every bot that shows a board does at least that. Each of our shots is
    taken once, from a position of its own.
    """
    renderer, look = renderer_for(GAME), Look(names=("Alice", "Bob"))
    loop = asyncio.new_event_loop()
    run = loop.run_until_complete
    seen: list[Any] = []
    with tempfile.TemporaryDirectory() as folder, one_cpu():
        base, file = Path(folder) / "base.db", Path(folder) / "ours.db"

        async def prepare() -> list[Shot]:
            store = await SqlStore.open(f"sqlite:///{base}")
            app = build(store, all_games(), SystemClock(), SystemEntropy())
            found = await shots(app, base, (ROUNDS + 2) * REPEATS)
            await store.aclose()
            return found

        of_rounds = list(batches(run(prepare())))

        async def ours(shots: Sequence[Shot], *, attack: bool) -> None:
            for shot in shots:
                shutil.copy(shot.file, file)
                store = await SqlStore.open(f"sqlite:///{file}")
                app = build(store, all_games(), SystemClock(), SystemEntropy())
                await views.by_public(app, shot.match)
                if attack:
                    wish = Command(shot.match, shot.user, 1 << 40)
                    await table.submit(app, wish, Typed(shot.text))
                    match_view = await views.by_public(app, shot.match)
                    renderer.scene(match_view.view, look).paint()
                    seen[:] = [match_view.view]
                await store.aclose()

        run(ours(of_rounds[-1], attack=True))
        scene: Any = renderer.scene(seen[0], look)
        size = scene.drawing.width, scene.drawing.height
        fresh, again = iter(of_rounds), iter(of_rounds)
        taken = interleaved(
            {
                "ours": lambda: run(ours(next(fresh), attack=True)),
                "ours, start": lambda: run(ours(next(again), attack=False)),
                "nothing": lambda: [plain(seen[0], *size) for _ in range(REPEATS)],
            },
            ROUNDS,
        )
        loop.close()
    mine = (median(taken["ours"]) - median(taken["ours, start"])) / REPEATS * 1e3
    other = median(taken["nothing"]) / REPEATS * 1e3
    return [
        Figure(
            "Whole attack of Astral Sailors: text to committed answer with picture, standing "
            "orders of the defender included, against a command that only draws",
            mine,
            other,
            "ms",
            mine / other,
            limit=1,
            goal=1 / 2,
            note=f"plain Pillow RGB PNG of {size[0]} × {size[1]}; pinned to one CPU",
        )
    ]
