"""A whole attack of Astral Sailors: from the interaction to the answer with its picture.

The attacker's shot is submitted as text; dice, the defender's standing orders,
wounds and what follows are one transaction; the picture of the new board is the
answer. The reference is a command that does nothing but answer with a plain
Pillow picture of the same size.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import tempfile
from pathlib import Path
from typing import Any

from bench.commit import ALICE, BOB
from bench.measure import Figure, interleaved, median, one_cpu
from bench.sailors_picture import plain
from bot.clock import SystemClock, SystemEntropy
from bot.play.house import House, furnish
from bot.play.lobby import Opening
from bot.play.records import MatchId, Seating
from bot.play.table import Submit, Typed
from bot.store.store import SqlStore
from games import all_games
from games.core.decisions import Decision
from renderers import Look, renderer_for

ROUNDS = 9
REPEATS = 8
GAME = "astral_sailors"
PEOPLE = (ALICE, BOB)
MOST = 400


async def asked(house: House, name: MatchId) -> tuple[int, Any, Decision]:
    """The first of the people who is waited for, what they see, and what is asked."""
    for person in PEOPLE:
        sight: Any = await house.eyes.by_user(name, person.user)
        decision = next((each for each in sight.mine if each.waits), None)
        if decision is not None:
            return person.user, sight, decision
    raise AssertionError("nobody is waited for")


async def until_an_attack(house: House) -> tuple[MatchId, int, str]:
    """A match played by the computer player up to its first shot: who shoots, and the text."""
    opened = await house.lobby.open(
        Opening(1, 1, ALICE, GAME, 1, seating=Seating.CHOICE, settings={"scenery": "preset"})
    )
    await house.lobby.join(opened.match, BOB, 2)
    await house.lobby.start(opened.match, ALICE.user, 3)
    name, game = MatchId(opened.match), house.games[GAME]
    rng = random.Random(4)
    for number in range(MOST):
        user, sight, decision = await asked(house, name)
        assert game.computer is not None
        move: Any = game.computer.choose(sight.view, decision, rng)
        text = game.write(move)
        if getattr(move, "move", "") == "shoot":
            return name, user, text
        await house.table.submit(Submit(name, user, Typed(text), 100 + number))
    raise AssertionError("nobody shoots")


def whole_attack() -> list[Figure]:
    renderer, look = renderer_for(GAME), Look(names=("Alice", "Bob"))
    loop = asyncio.new_event_loop()
    run = loop.run_until_complete
    seen: list[Any] = []
    with tempfile.TemporaryDirectory() as folder, one_cpu():
        base, file = Path(folder) / "base.db", Path(folder) / "ours.db"

        async def prepare() -> tuple[MatchId, int, str]:
            store = await SqlStore.open(f"sqlite:///{base}")
            house = furnish(store, all_games(), SystemClock(), SystemEntropy())
            found = await until_an_attack(house)
            await store.aclose()
            return found

        name, user, text = run(prepare())

        async def ours(*, attack: bool) -> None:
            for number in range(REPEATS):
                shutil.copy(base, file)
                store = await SqlStore.open(f"sqlite:///{file}")
                house = furnish(store, all_games(), SystemClock(), SystemEntropy())
                await house.eyes.by_public(name)
                if attack:
                    await house.table.submit(Submit(name, user, Typed(text), 9000 + number))
                    sight = await house.eyes.by_public(name)
                    renderer.scene(sight.view, look).paint()
                    seen[:] = [sight.view]
                await store.aclose()

        run(ours(attack=True))
        scene: Any = renderer.scene(seen[0], look)
        size = scene.drawing.width, scene.drawing.height
        taken = interleaved(
            {
                "ours": lambda: run(ours(attack=True)),
                "ours, start": lambda: run(ours(attack=False)),
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
