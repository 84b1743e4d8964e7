"""How much memory the bot takes after a thousand moves of all games, with every picture drawn."""

from __future__ import annotations

import asyncio
import random
import tempfile
from itertools import count
from pathlib import Path
from typing import Any

from bench.measure import Figure
from bench.running.at_rest import child
from bench.running.transport import SERVER, Transport
from bot.allocator import share_arenas
from bot.clock import SystemClock
from bot.composition import collect_seldom, composed
from bot.play.context import Command
from bot.play.lobby import alpha, lobby, seating
from bot.play.lobby.lobby import Opening
from bot.play.lobby.seating import Person
from bot.play.match import views
from bot.play.storage.records import MatchId, SeatingOrder
from bot.store.store import SqlStore
from games.core.options import sample

MOVES, TABLES = 1_000, 15
MOST = 250.0
"""MiB."""
_SWEEP = 900
PLAYED = """
import sys
from bench.running.memory import play
play(sys.argv[1])
"""


class Table:
    """Two people in a channel, who play one match of a game after the other."""

    def __init__(self, app: Any, transport: Transport, game: str, presses: count[int]) -> None:
        self._app, self._transport, self._presses = app, transport, presses
        self._game, self._channel = app.games[game], next(presses)
        self._people = Person(2 * self._channel, "Alice"), Person(2 * self._channel + 1, "Bob")
        self._match: MatchId | None = None

    async def move(self, rng: random.Random) -> None:
        """Of somebody who is to move; computer players choose, so that there is much to see."""
        for person in self._people if self._match else ():
            assert self._match is not None
            seen = await views.by_user(self._app, self._match, person.user)
            decision = next((each for each in seen.mine if each.waits), None)
            if seen.ending is None and decision is not None:
                move, computer = None, self._game.computer
                if computer is not None:
                    move = computer.choose(seen.view, decision, rng, "easy")
                if move is None:
                    move = sample(self._game.options(seen.view, decision), rng)
                text = {"text": self._game.write(move)}
                self._transport.receive(person.user, "move", text, self._channel)
                await self._transport.settled()
                return
        await self._begin()

    async def _begin(self) -> None:
        host, guest = self._people
        press = next(self._presses)
        wish = Opening(
            *(SERVER, self._channel, host, self._game.meta.id, press), seating=SeatingOrder.CHOICE
        )
        self._match = MatchId((await lobby.open(self._app, wish)).match)
        joining, starting = (
            Command(self._match, each.user, next(self._presses)) for each in (guest, host)
        )
        await seating.join(self._app, joining, guest.name)
        await lobby.start(self._app, starting)
        await self._transport.settled()


async def _played(file: str) -> None:
    store = await SqlStore.open(f"sqlite:///{file}")
    client = composed(store, SystemClock(), sweep_seconds=_SWEEP)
    transport, app = Transport(client), client.context.app
    await transport.connect()
    collect_seldom()
    presses, rng = count(10_000), random.Random(5)
    await alpha.allow(app, SERVER, 1, next(presses), wanted=True)
    games = list(app.games)
    tables = [Table(app, transport, games[at % len(games)], presses) for at in range(TABLES)]
    for number in range(MOVES):
        await tables[number % TABLES].move(rng)
        transport.requests.clear()


def play(file: str) -> None:
    """In a process of its own."""
    share_arenas()
    asyncio.run(_played(file))


def memory() -> list[Figure]:
    """The 250 MiB that a small machine can spare. One process plays a thousand moves at fifteen
    tables, three of each game, and every panel is drawn and sent; what Discord would keep is
    not kept. It is the most that the process has had at any time.
    """
    with tempfile.TemporaryDirectory() as folder:
        most = child(PLAYED, Path(folder) / "compiled", str(Path(folder) / "starpost.db")).mib
    return [
        Figure(
            f"Memory at the most in {MOVES:,} moves of all games",
            *(most, MOST, "MiB", most / MOST),
            limit=1,
            note=f"{TABLES} matches at a time, each panel drawn; against {MOST:.0f} MiB",
        )
    ]
