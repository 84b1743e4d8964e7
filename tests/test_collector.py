"""What the garbage collector does while the bot is at work, in a process of its own."""

from __future__ import annotations

import gc
import json
import random
import subprocess
import sys
from collections import Counter
from itertools import count
from pathlib import Path
from typing import Any

from bot.chat.platform.pictures import Pictures
from bot.clock import SystemClock, SystemEntropy
from bot.composition import collect_seldom
from bot.play.application import Application, build
from bot.play.executor import Command
from bot.play.lobby import lobby, seating
from bot.play.lobby.lobby import Opening
from bot.play.lobby.seating import Person
from bot.play.match import submission, views
from bot.play.match.submission import TypedMove
from bot.play.storage.records import MatchId, SeatingOrder
from bot.store.store import SqlStore
from games import all_games
from games.core.questions import sample
from renderers import Look, renderer_for

ROOT = Path(__file__).parents[1]
SERVER = 1
ALICE, BOB = Person(1, "Alice"), Person(2, "Bob")
MOVES = 40
"""In each of the five games."""
DRAWN = 5
"""Each fifth move is drawn."""


class Evening:
    """Random matches of two, each in a channel of its own, with pictures."""

    def __init__(self, app: Application) -> None:
        self._app = app
        self._pictures = Pictures({game: renderer_for(game) for game in app.games})
        self._presses = count(1)
        self._rng = random.Random(1)

    async def play(self, moves: int) -> None:
        for game in self._app.games:
            played = 0
            while played < moves:
                match = await self._begun(game)
                while played < moves and await self._moved(match, drawn=played % DRAWN == 0):
                    played += 1

    async def _begun(self, game: str) -> MatchId:
        channel = next(self._presses)
        wish = Opening(
            *(SERVER, channel, ALICE, game, channel),
            seating=SeatingOrder.CHOICE,
            settings=dict(self._app.games[game].meta.first_match),
        )
        match = (await lobby.open(self._app, wish)).match
        await seating.join(self._app, self._command(match, BOB), BOB.name)
        await lobby.start(self._app, self._command(match, ALICE))
        return match

    async def _moved(self, match: MatchId, *, drawn: bool) -> bool:
        """Whether somebody had to move."""
        for person in (ALICE, BOB):
            seen = await views.load_for_user(self._app, match, person.user)
            if decision := next((each for each in seen.mine if each.waits), None):
                move = sample(seen.game.options(seen.view, decision), self._rng)
                text = TypedMove(seen.game.write(move))
                await submission.submit(self._app, self._command(match, person), text)
                if drawn:
                    await self._pictures.render(seen.match.game, seen.view, Look())
                return True
        return False

    def _command(self, match: MatchId, person: Person) -> Command:
        return Command(match, person.user, next(self._presses))


async def play(file: Path, *, seldom: bool) -> dict[str, Any]:
    """How many objects the collector has to look at, and its collections by generation."""
    store = await SqlStore.open(f"sqlite:///{file}")
    app = build(store, all_games(), SystemClock(), SystemEntropy())
    if seldom:
        collect_seldom()
    watched = len(gc.get_objects())
    collections: Counter[int] = Counter()

    def note(phase: str, info: dict[str, int]) -> None:
        collections[info["generation"]] += phase == "stop"

    gc.callbacks.append(note)
    await Evening(app).play(MOVES)
    await store.aclose()
    return {"watched": watched, "full": collections[2], "young": collections[0]}


def test_no_full_collection_stops_two_hundred_moves_of_five_games(tmp_path: Path) -> None:
    code = (
        "import asyncio, json, sys; from pathlib import Path; from tests import test_collector; "
        "print(json.dumps(asyncio.run(test_collector.play(Path(sys.argv[1]), seldom=True))))"
    )
    told = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "starpost.db")],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        timeout=300,
        check=True,
    )
    found = json.loads(told.stdout)
    assert found["full"] == 0
    assert found["watched"] < 1000, "what is there at the start is never looked at again"
    assert found["young"] > 50, "garbage is still found"
