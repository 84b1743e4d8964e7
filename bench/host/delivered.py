"""A whole move from the slash command to the panel in the channel, through discord.py."""

from __future__ import annotations

import asyncio
import tempfile
from itertools import count
from pathlib import Path
from typing import Any

from bench.host import usual
from bench.host.commit import ALICE, BOB, opened
from bench.host.database_use import Counts, counted
from bench.matches import SIZE, Match, different
from bench.measure import Figure, interleaved, median, one_cpu
from bench.pictures.boards import views_of
from bench.pictures.plain_picture import astralis as plain
from bench.running.transport import Transport
from bot.clock import SystemClock
from bot.composition import composed
from bot.store.store import SqlStore

MOVES = 24
START = 2
"""The placements of the ships, which the usual stack has no move for."""
ROUNDS = 9
_SWEEP = 900
MOST_STATEMENTS, MOST_HOPS, MOST_WRITES = 34, 12, 2
"""Of a Confirm with its delivery; ``tests/chat/test_database_use.py`` pins what each kind asks."""


def delivered() -> list[Figure]:
    """A bot as they are usually written, behind discord.py like ours, which keeps what ours
    keeps: a row for the interaction, so that a press counts once, and one for the outbox, so
    that what was committed is told; it sends two messages, the private receipt and the new
    board with buttons. SQLAlchemy's async ORM over aiosqlite, with WAL and `synchronous=FULL`
    as ours; plain Pillow; the three transactions that it cannot do without. It keeps no audit,
    no deadlines and no settings of players, and leaves the buttons on the old board, where ours
    takes them off: two requests more on our side. Both sides play the same new
    match in each round. Discord is not there: each request is answered at once, so what is
    measured is the bot and its library.
    """
    matches = different(ROUNDS + 2, seed=5, moves=START + MOVES)
    loop = asyncio.new_event_loop()
    run = loop.run_until_complete
    with tempfile.TemporaryDirectory() as name, one_cpu():
        folder, numbers = Path(name), count()

        def here(match: Match, moves: int) -> Any:
            return run(ours(f"sqlite:///{folder}/ours{next(numbers)}.db", match, moves))

        def theirs(match: Match, moves: int) -> Any:
            return run(_theirs(folder / f"theirs{next(numbers)}.db", match, moves))

        counts = [each(matches[-1], MOVES) // MOVES for each in (here, theirs)]
        sides = {"ours": here, "theirs": theirs}
        rounds = {key: iter(matches) for key in ("ours", "theirs", "ours, start", "theirs, start")}
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
    used, usually = counts
    asked = (
        ("statements, BEGIN counted", used.sent, usually.sent, MOST_STATEMENTS),
        (
            "crossings to the database threads and back",
            used.crossings,
            usually.crossings,
            MOST_HOPS,
        ),
        ("write transactions", used.writes, usually.writes, MOST_WRITES),
    )
    return [
        Figure(
            "Whole move: interaction to delivered panel, against the usual bot with interaction "
            "row, outbox row and two messages",
            mine,
            other,
            "ms",
            mine / other,
            goal=0.25,
            note="pinned to one CPU",
        ),
        *(
            Figure(
                f"Whole move: {what}, against the most that it may ask for",
                number,
                most,
                "",
                number / most,
                limit=1,
                note=f"the usual bot: {theirs}",
            )
            for what, number, theirs, most in asked
        ),
    ]


async def ours(url: str, match: Match, moves: int) -> Counts:
    """So many moves of a match, on an empty database."""
    store = await SqlStore.open(url)
    client = composed(store, SystemClock(), sweep_seconds=_SWEEP)
    transport = Transport(client)
    await transport.connect()
    await opened(client.context.app, match)
    for number, text in enumerate(match.texts[:START]):
        await transport.command((ALICE, BOB)[number % 2].user, "move", text=text)
    with counted() as counts:
        for number, text in enumerate(match.texts[START : START + moves]):
            await transport.command((ALICE, BOB)[number % 2].user, "move", text=text)
    await client.close()
    await store.aclose()
    return counts


async def _theirs(file: Path, match: Match, moves: int) -> Counts:
    engine = await usual.opened(file, usual.new_state(SIZE, match.ships))
    views = iter(views_of(match)[START:])
    client = usual.UsualBot(engine, lambda: plain(next(views)))
    transport = Transport(client)
    await transport.connect()
    with counted() as counts:
        for number, text in enumerate(match.texts[START : START + moves]):
            await transport.command((ALICE, BOB)[number % 2].user, "move", text=text)
    await client.close()
    await engine.dispose()
    return counts
