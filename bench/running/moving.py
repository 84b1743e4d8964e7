"""How soon panels follow receipts while a hundred matches move at once."""

from __future__ import annotations

import asyncio
import sqlite3
import statistics
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from bench.host.commit import opened
from bench.matches import different
from bench.measure import Figure
from bench.running.own_time import OwnTimeLoop
from bench.running.transport import SERVER, Transport
from bot.composition import composed, switch_often
from bot.play.lobby.seating import Person
from bot.play.storage.stored_fields import MatchId
from bot.store.store import SqlStore

MATCHES = 100
A_SECOND = 17
WARM_UP, MEASURED = 50, 300
"""Moves."""
LATENCY = 0.2
MEDIAN, SLOWEST = 1.5, 4.0
"""Seconds that the middle and the slowest of 100 panels may take."""
_SWEEP = 900
_FIRST_CHANNEL, _FIRST_USER = 10_000, 20_000


class Crowd:
    """A hundred matches, each in a channel of its own; they move one after the other."""

    def __init__(self) -> None:
        self.receipts: dict[MatchId, list[int]] = defaultdict(list)
        """The interactions of the moves of each match, in order."""
        self._games = different(MATCHES, seed=11, moves=-(-(WARM_UP + MEASURED) // MATCHES))

    async def play(self, file: Path, loop: OwnTimeLoop) -> Transport:
        store = await SqlStore.open(f"sqlite:///{file}")
        client = composed(store, loop, sweep_seconds=_SWEEP)
        transport = Transport(client, LATENCY)
        await transport.connect()
        names = []
        for at, match in enumerate(self._games):
            pair = Person(_user(at, 0), "Alice"), Person(_user(at, 1), "Bob")
            app, channel = client.context.app, _FIRST_CHANNEL + at
            names.append(await opened(app, match, channel, pair, server=SERVER))
        await transport.settled()
        begun = loop.time()
        for number in range(WARM_UP + MEASURED):
            await asyncio.sleep(max(0.0, begun + number / A_SECOND - loop.time()))
            turn, at = divmod(number, MATCHES)
            said = {"text": self._games[at].texts[turn]}
            press = transport.receive(_user(at, turn % 2), "move", said, _FIRST_CHANNEL + at)
            self.receipts[names[at]].append(press)
        await transport.settled()
        await client.close()
        await store.aclose()
        return transport


def _user(at: int, seat: int) -> int:
    return _FIRST_USER + 2 * at + seat


def _panels(file: Path, begin: datetime) -> dict[str, list[float]]:
    """When the panels of each match were known to be sent, in order, in seconds since ``begin``."""
    found: dict[str, list[float]] = defaultdict(list)
    with closing(sqlite3.connect(file)) as connection:
        rows = connection.execute(
            "SELECT match_id, sent_at FROM outbox WHERE kind = 'panel' AND seq > 1 ORDER BY id"
        )
        for match, sent in rows:
            moment = datetime.fromisoformat(sent).replace(tzinfo=UTC)
            found[match].append((moment - begin).total_seconds())
    return found


def _delays(file: Path, crowd: Crowd, transport: Transport, begin: datetime) -> Iterator[float]:
    """Seconds from the receipt of each move to its panel, in the order of the moves."""
    told = {
        int(path.split("/")[-3].removeprefix("token")): moment
        for path, moment in transport.requests
        if path.endswith("@original")
    }
    panels = _panels(file, begin)
    found = [
        (press, panel - told[press])
        for match, presses in crowd.receipts.items()
        for press, panel in zip(presses, panels[match][-len(presses) :], strict=True)
    ]
    yield from (max(0.0, delay) for _, delay in sorted(found))


def moving() -> list[Figure]:
    """The seconds that players can be expected to wait. A hundred matches of Astralis move in turn,
    17 moves a second in all, and each request takes Discord 0.2 s; so a move keeps one of the
    eight matches that are served at once for 0.6 s, with its panel and the buttons of the old
    one: more than eight can do, which is what happens in busy minutes. The time is this
    process's own: what it computes, on one processor, and the rests in between, which are
    skipped. What others compute meanwhile is not in it.
    """
    switch_often()
    crowd = Crowd()
    with (
        tempfile.TemporaryDirectory() as folder,
        asyncio.Runner(loop_factory=OwnTimeLoop) as runner,
    ):
        file, loop = Path(folder) / "starpost.db", runner.get_loop()
        assert isinstance(loop, OwnTimeLoop)
        transport = runner.run(crowd.play(file, loop))
        delays = list(_delays(file, crowd, transport, loop.begin))[WARM_UP:]
    cuts = statistics.quantiles(delays, n=100)
    note = f"{MATCHES} matches, {A_SECOND} moves a second"
    return [
        Figure(
            f"Panel after receipt while many matches move: {name}",
            *(ours, limit, "s", ours / limit),
            limit=1,
            note=note,
        )
        for name, ours, limit in (
            ("median", cuts[49], MEDIAN),
            ("slowest of 100", cuts[98], SLOWEST),
        )
    ]
