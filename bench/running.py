"""The whole bot while it runs: the event loop, many matches at once, starts, and memory."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import selectors
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from bench.bots import SERVER, Transport, connect_bot, load_turn, open_application, start_match
from bench.games.astralis import long_matches, random_matches
from bench.measure import Figure, figure
from bench.moves import LOOK, ON_HEXES
from bot.allocator import share_arenas
from bot.chat.platform.pictures import Pictures
from bot.composition import collect_seldom, switch_often
from bot.play.application import Application
from bot.play.executor import Command
from bot.play.lobby import lobby
from bot.play.lobby.lobby import Opening
from bot.play.lobby.seating import Person
from bot.play.match import submission, views
from bot.play.match.submission import TypedMove
from bot.play.storage.records import MatchId
from bot.play.storage.stored_fields import TournamentId
from bot.play.storage.tournaments import (
    Entrant,
    Pairing,
    PairingResult,
    Stage,
    Tournament,
    TournamentFormat,
)
from bot.play.tournaments import rounds
from games.core.questions import sample
from games.core.types import Refusal
from renderers import renderer_for


def _pair(number: int) -> tuple[Person, Person]:
    """Two players of a table."""
    return Person(2 * number + 10, "Alice"), Person(2 * number + 11, "Bob")


# --- How long the event loop is kept from others ---

SEATS = 8
_LOOK, _TICK = 0.01, 0.001


class Tick(NamedTuple):
    """A rest of a millisecond: by how much it took longer, by the clock and by the processor time
    of the whole process, and for how long the event loop worked meanwhile on something else, of
    its own processor time. All in milliseconds."""

    late: float
    kept: float
    worked: float


async def _ticks(seconds: float) -> list[Tick]:
    loop = asyncio.get_running_loop()
    found: list[Tick] = []
    end = loop.time() + seconds
    while (begun := loop.time()) < end:
        working, going = time.thread_time(), time.process_time()
        await asyncio.sleep(_TICK)
        worked, went = time.thread_time() - working, time.process_time() - going
        late = loop.time() - begun - _TICK
        # What runs beside the loop, on another processor, keeps nobody waiting.
        kept = max(0.0, min(late, went - _TICK))
        found.append(Tick(late * 1e3, kept * 1e3, worked * 1e3))
    return found


def _slowest(delays: Sequence[float], of: int = 100) -> float:
    """The delay that all but one of so many stay below."""
    return statistics.quantiles(delays, n=of)[-1]


@dataclass(frozen=True, slots=True)
class Seated:
    """A match, who plays it, and the moves that are left; one move after the other."""

    match: MatchId
    users: tuple[int, int]
    texts: list[str]
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class Crowd:
    """Players who each move and look at the board."""

    def __init__(self, app: Application, tables: int) -> None:
        self._app, self._count, self._presses = app, tables, count(1_000_000)
        ids = [game.meta.id for game in app.games.values()]
        self._pictures = Pictures({each: renderer_for(each) for each in ids})
        self._tables: list[Seated] = []

    async def sit_down(self) -> None:
        for number, match in enumerate(random_matches(self._count, seed=7)):
            pair, channel = _pair(number), 1000 + number
            name = await start_match(self._app, "astralis", ON_HEXES, channel=channel, players=pair)
            self._tables.append(Seated(name, (pair[0].user, pair[1].user), list(match.texts)))

    async def play(self, seconds: float, a_second: int) -> None:
        """Moves at an even pace, table after table."""
        loop = asyncio.get_running_loop()
        begun, going = loop.time(), set[asyncio.Task[None]]()
        for number in range(int(seconds * a_second)):
            await asyncio.sleep(max(0.0, begun + number / a_second - loop.time()))
            task = asyncio.create_task(self._move(self._tables[number % self._count]))
            going.add(task)
            task.add_done_callback(going.discard)
        await asyncio.gather(*going)

    async def _move(self, table: Seated) -> None:
        async with table.turn:
            (seat,) = (await views.load_public(self._app, table.match)).awaited
            wish = Command(table.match, table.users[seat], next(self._presses))
            await submission.submit(self._app, wish, TypedMove(table.texts.pop(0)))
            match_view = await views.load_public(self._app, table.match)
            await self._pictures.render(match_view.match.game, match_view.view, LOOK)


async def _play_with_computers(app: Application) -> None:
    """Somebody plays Astral Sailors with seven computer players, match after match, and answers at
    once: the computer players are hardly ever not thinking."""
    eve, rng, presses = Person(5, "Eve"), random.Random(3), count(5_000_000)
    game: Any = app.games["astral_sailors"]
    for place in count(5001):
        opening = Opening(
            *(place, place, eve, game.meta.id, next(presses)),
            seats=SEATS,
            computers=SEATS - 1,
            settings={"scenery": "preset", "round_limit": 4},
        )
        name = MatchId((await lobby.open(app, opening)).match)
        await lobby.start(app, Command(name, eve.user, next(presses)))
        while (await views.load_for_user(app, name, eve.user)).ending is None:
            turn = await load_turn(app, name, (eve,))
            if turn is None:
                await asyncio.sleep(_LOOK)
                continue
            _, match_view, decision = turn
            move = await asyncio.to_thread(game.computer.choose, match_view.view, decision, rng)
            with suppress(Refusal):  # a computer player may have ended what was asked
                command = Command(name, eve.user, next(presses))
                await submission.submit(app, command, TypedMove(game.write(move)))


class Load(NamedTuple):
    """So many moves a second at so many tables; for a while before and for so long measured."""

    tables: int
    a_second: int
    before: float
    idle: float
    busy: float
    rounds: int
    company: bool = False
    """Whether seven computers think meanwhile."""


FAST = Load(tables=40, a_second=200, before=0.5, idle=1, busy=3, rounds=5)
"""So many matches are played at once that none is hurried: five moves a second each."""
IN_COMPANY = Load(tables=8, a_second=16, before=1, idle=8, busy=8, rounds=3, company=True)
"""Sixteen people at eight boards of Astralis, each of whom moves once a second: more than people
do."""


async def _measure_ticks(load: Load) -> list[tuple[list[Tick], list[Tick]]]:
    """Of each round those of the idle loop, and those under load."""
    found = []
    for _ in range(load.rounds):
        with tempfile.TemporaryDirectory() as folder:
            async with open_application(f"sqlite:///{folder}/starpost.db") as app:
                crowd = Crowd(app, load.tables)
                await crowd.sit_down()
                await crowd.play(load.before, load.a_second)  # first pictures fill the caches
                idle, thinking = await _ticks(load.idle), set[asyncio.Task[None]]()
                if load.company:
                    thinking.add(asyncio.create_task(_play_with_computers(app)))
                moves = crowd.play(load.busy, load.a_second)
                busy, _none = await asyncio.gather(_ticks(load.busy), moves)
                found.append((idle, busy))
                for task in thinking:
                    task.cancel()
                    await asyncio.wait([task])
                app.computers.stop()
                await app.computers.wait_until_settled()
    return found


def event_loop() -> list[Figure]:
    usual, thresholds = sys.getswitchinterval(), gc.get_threshold()
    switch_often()
    collect_seldom()
    try:
        fast = asyncio.run(_measure_ticks(FAST))
        company = asyncio.run(_measure_ticks(IN_COMPANY))
    finally:
        gc.unfreeze()
        gc.set_threshold(*thresholds)
        sys.setswitchinterval(usual)
    idle, busy = (
        statistics.median(_slowest([tick.late for tick in each]) for each in side)
        for side in zip(*fast, strict=True)
    )
    quiet, loud = ([tick for each in side for tick in each] for side in zip(*company, strict=True))
    sides = loud, quiet
    rare = [_slowest([tick.late for tick in each], 1000) for each in sides]
    kept = _slowest([tick.kept for tick in loud], 1000)
    most = [max(tick.late for tick in each) for each in sides]
    worked = [max(tick.worked for tick in each) for each in sides]
    ticks = f"of {len(loud):,}; the idle loop"
    return [
        figure("ticks", busy, idle + 5),
        figure("ticks-in-company", kept),
        *(
            figure("ticks-by-the-clock", *both, what=what, note=note)
            for what, both, note in (
                ("slowest of 1,000 ticks", rare, ticks),
                ("largest delay", most, "likewise"),
                ("most work at a stretch, of its own processor time", worked, "likewise"),
            )
        ),
    ]


# --- How soon panels follow receipts while a hundred matches move at once ---

MATCHES, PACE = 100, 17
WARM_UP, MEASURED = 50, 300
"""Moves."""
LATENCY = 0.2
_FIRST = 10_000
"""The first channel."""
_GLANCE, _GLANCES = 0.0003, 3
"""So many in a row without any thread at work mean that all of them rest."""
_WORK = 0.00003
_STEP = 0.01
"""Skipped at once at most: a thread that only waited for a processor is then noticed soon."""


class _Selector(selectors.DefaultSelector):
    """Waits for threads that compute, and never for a timer."""

    skipped = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is not None and timeout <= 0:
            return super().select(0)
        resting = 0
        while resting < _GLANCES:
            others = time.process_time() - time.thread_time()
            if ready := super().select(_GLANCE):
                return ready
            worked = time.process_time() - time.thread_time() - others
            resting = resting + 1 if worked < _WORK else 0
        if timeout is None:
            return super().select(None)
        self.skipped += min(timeout, _STEP)
        return []


class OwnTimeLoop(asyncio.SelectorEventLoop):
    """An event loop whose time is the processor time of this process, and which skips rests.

    What others compute on the machine takes no time here, and what nobody computes is not waited
    for. It is the bot's clock as well, which begins at ``begin``.
    """

    begin = datetime(2026, 1, 1, tzinfo=UTC)

    def __init__(self) -> None:
        self._rests = _Selector()
        super().__init__(self._rests)

    def time(self) -> float:
        return time.process_time() + self._rests.skipped

    def now(self) -> datetime:
        return self.begin + timedelta(seconds=self.time())


async def _move_all(file: Path, loop: OwnTimeLoop) -> tuple[dict[MatchId, list[int]], Transport]:
    """The interactions of the moves of each match, in order; they move one after the other."""
    moves = -(-(WARM_UP + MEASURED) // MATCHES)
    matches, receipts = long_matches(MATCHES, seed=11, moves=moves), dict[MatchId, list[int]]()
    async with connect_bot(f"sqlite:///{file}", loop, LATENCY) as (app, transport):
        for at in range(MATCHES):
            place, pair = _FIRST + at, _pair(_FIRST + at)
            name = await start_match(
                app, "astralis", ON_HEXES, channel=place, server=SERVER, players=pair
            )
            receipts[name] = []
        await transport.settle()
        begun, of = loop.time(), list(receipts.values())
        for number in range(WARM_UP + MEASURED):
            await asyncio.sleep(max(0.0, begun + number / PACE - loop.time()))
            turn, at = divmod(number, MATCHES)
            user = _pair(_FIRST + at)[turn % 2].user
            of[at].append(transport.receive(user, matches[at].texts[turn], _FIRST + at))
        await transport.settle()
    return receipts, transport


def _delays(
    file: Path, receipts: dict[MatchId, list[int]], transport: Transport, begin: datetime
) -> list[float]:
    """Seconds from the receipt of each move to its panel, in the order of the moves."""
    told = {
        int(path.split("/")[-3].removeprefix("token")): moment
        for path, moment in transport.requests
        if path.endswith("@original")
    }
    panels: dict[str, list[float]] = defaultdict(list)
    with closing(sqlite3.connect(file)) as connection:
        rows = connection.execute(
            "SELECT match_id, sent_at FROM outbox WHERE kind = 'panel' AND seq > 1 ORDER BY id"
        )
        for match, sent in rows:
            moment = datetime.fromisoformat(sent).replace(tzinfo=UTC)
            panels[match].append((moment - begin).total_seconds())
    found = [
        (press, panel - told[press])
        for match, presses in receipts.items()
        for press, panel in zip(presses, panels[match][-len(presses) :], strict=True)
    ]
    return [max(0.0, delay) for _, delay in sorted(found)]


def moving() -> list[Figure]:
    switch_often()
    with (
        tempfile.TemporaryDirectory() as folder,
        asyncio.Runner(loop_factory=OwnTimeLoop) as runner,
    ):
        file, loop = Path(folder) / "starpost.db", runner.get_loop()
        assert isinstance(loop, OwnTimeLoop)
        receipts, transport = runner.run(_move_all(file, loop))
        delays = _delays(file, receipts, transport, loop.begin)[WARM_UP:]
    cuts = statistics.quantiles(delays, n=100)
    return [figure("panel-delay-median", cuts[49]), figure("panel-delay-slowest", cuts[98])]


# --- The rounds of a tournament ---

SIDES, ROUNDS = 256, 8


def tournament() -> list[Figure]:
    """A Swiss tournament whose matches end by chance, one in ten as a draw."""
    rng, now = random.Random(3), datetime(2026, 1, 1, tzinfo=UTC)
    form, cup = TournamentFormat.SWISS, TournamentId("aaaaaaaa")
    told = Tournament(cup, 1, 2, 3, "Cup", "astralis", form, Stage.RUNNING, now, rounds=ROUNDS)
    numbers = range(1, SIDES + 1)
    sides = [Entrant(cup, number, f"Side {number}", seed=number) for number in numbers]
    played = list[Pairing]()
    taken = list[float]()
    for number in range(ROUNDS):
        begun = time.process_time()
        made = rounds.pair_round(replace(told, round=number), sides, played)
        taken.append(time.process_time() - begun)
        played += (replace(each, result=rng.choices(_RESULTS, (9, 9, 2))[0]) for each in made)
    return [figure("pairing", max(taken), sides=SIDES, rounds=ROUNDS)]


_RESULTS = (PairingResult.ONE, PairingResult.OTHER, PairingResult.DRAW)


# --- What a start costs, and 10,000 open matches while nobody plays in them ---
#
# Each number comes from processes of their own: what one keeps in memory must not count for the
# next.

OPEN, STARTS, STARTS_OF_CROWD = 10_000, 5, 3

_START = """
import asyncio, contextlib, sqlite3, sys, time
import simcord
from bot.clock import SystemClock
from bot.composition import build_client
from bot.store.store import SqlStore

spent = []

async def start():
    store = await SqlStore.open(f"sqlite:///{sys.argv[1]}")
    client = build_client(store, SystemClock(), sweep_seconds=900)
    env = simcord.Env(client, shard_count=1)
"""
_END = """
    await client.context.app.deadlines.sweep()
    await store.aclose()  # or the next start looks through the whole file

asyncio.run(start())
"""
READY = f"{_START}    await env.start(){_END}"
_CROWD = """
    from bot.play.referee.unreadable import look_through

    guilds = [env.create_guild(f"Server {number}") for number in range(500)]
    places = [(each.id, each.create_text_channel("games").id) for each in guilds for _ in range(20)]
    with sqlite3.connect(sys.argv[1]) as connection:
        connection.executemany(
            "UPDATE matches SET server = ?, channel = ?, gone_at = NULL WHERE rowid = ?",
            ((*place, row) for row, place in enumerate(places, start=1)),
        )
    before, looks = time.process_time(), client.on_ready

    async def ready():
        spent.append(time.process_time() - before)
        await looks()

    client.on_ready = ready
    # It waits for 5 s at most, and then ends what goes on in the background.
    with contextlib.suppress(TimeoutError):
        await env.start()
    await look_through(client.context.app)
"""
CROWD = _START + _CROWD + _END
"""500 servers, each match in a channel of its own."""
COUNTED = """
import os, pathlib, time

status = pathlib.Path("/proc/self/status").read_text().splitlines()
(most,) = (line.split()[1] for line in status if line.startswith("VmHWM"))
print(*(globals().get("spent") or [time.process_time()]), most, flush=True)
os._exit(0)
"""
"""Not what the system tells of an ended process: its memory is at least that of its parent."""
TELLING = f"""{READY}
from importlib.metadata import packages_distributions

packages = packages_distributions()
for name, module in list(sys.modules.items()):
    if name.partition(".")[0] in packages and module.__spec__ and module.__spec__.name == name:
        print(name, file=open(sys.argv[2], "a"))
"""
"""Writes the modules of others that are there at ready, in the order in which they came."""
IMPORTING = """
import importlib, pathlib, sys

for name in pathlib.Path(sys.argv[1]).read_text().split():
    importlib.import_module(name)
"""


class Cost(NamedTuple):
    """``seconds`` of processor time, ``mib`` of memory at the most."""

    seconds: float
    mib: float


def _run(code: str, compiled: Path, *arguments: str) -> Cost:
    """Run ``code`` in an interpreter of its own, and end that at once when it is done.

    Args:
        compiled: where compiled modules are kept, as on any machine that starts more than once
    """
    settings = {**os.environ, "PYTHONPYCACHEPREFIX": str(compiled)}
    settings.pop("PYTHONDONTWRITEBYTECODE", None)
    told = subprocess.run(
        [sys.executable, "-c", f"{code}\n{COUNTED}", *arguments],
        env=settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=True,
        timeout=600,
    )
    seconds, kib = told.stdout.split()
    return Cost(float(seconds), float(kib) / 1024)


async def _fill(file: Path, count: int) -> None:
    """One match that is played, and copies of it under other names."""
    async with open_application(f"sqlite:///{file}") as app:
        name = await start_match(app, "astralis", ON_HEXES)
    with closing(sqlite3.connect(file)) as connection, connection:
        for table in ("matches", "seat_holders", "entries", "snapshots", "decisions"):
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            key = "id" if table == "matches" else "match_id"
            # Their channels are known to be deleted until ``CROWD`` has made some.
            other = {key: "printf('%08d', n)", "channel": "n + 1", "gone_at": "created_at"}
            wanted = ", ".join(other.get(column, column) for column in columns)
            connection.execute(
                f"INSERT INTO {table} ({', '.join(columns)})"  # noqa: S608  names of our tables
                " WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers"
                f" WHERE n < {count}) SELECT {wanted} FROM numbers, {table} WHERE {key} = ?",
                (name,),
            )


def at_rest() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        one, many, names = (f"{folder}/{each}" for each in ("one.db", "many.db", "names"))
        asyncio.run(_fill(Path(one), 1))
        asyncio.run(_fill(Path(many), OPEN))
        compiled = Path(folder) / "compiled"
        _run(TELLING, compiled, one, names)
        cases = {
            "imports": (STARTS, IMPORTING, names),
            "start": (STARTS, READY, one),
            "alone": (STARTS_OF_CROWD, CROWD, one),
            "full": (STARTS_OF_CROWD, CROWD, many),
        }
        # The first round compiles and fills the caches of the disk.
        costs: dict[str, list[Cost]] = {each: [] for each in cases}
        for number in range(STARTS + 1):
            for each, (rounds, code, argument) in cases.items():
                if number <= rounds:
                    costs[each].append(_run(code, compiled, argument))
    seconds, memory = (
        {each: statistics.median(cost[kind] for cost in found[1:]) for each, found in costs.items()}
        for kind in (0, 1)
    )
    return [
        figure("start-time", seconds["start"], seconds["imports"]),
        figure("start-memory", memory["start"], memory["imports"]),
        figure("crowd-time", seconds["full"], seconds["alone"]),
        figure("crowd-memory", memory["full"] - memory["alone"]),
    ]


# --- How much memory the bot takes after a thousand moves of all games, every picture drawn ---

MEMORY_MOVES, MEMORY_TABLES = 1_000, 15


async def _sit_and_play(file: str) -> None:
    """At each table two people play one match of a game after the other."""
    rng, presses = random.Random(5), count(10_000)
    async with connect_bot(f"sqlite:///{file}") as (app, transport):
        collect_seldom()
        games, matches = list(app.games.values()), dict[int, MatchId]()
        for number in range(MEMORY_MOVES):
            place = number % MEMORY_TABLES
            game, pair, channel = games[place % len(games)], _pair(place), _FIRST + place
            turn = await load_turn(app, matches[place], pair) if place in matches else None
            if turn is None:
                matches[place] = await start_match(
                    *(app, game.meta.id),
                    channel=channel,
                    server=SERVER,
                    players=pair,
                    press=next(presses) * 4,
                )
                await transport.settle()
            else:
                user, match_view, decision = turn
                # Computer players choose, so that there is much to see.
                move = game.computer and game.computer.choose(
                    match_view.view, decision, rng, "easy"
                )
                move = move or sample(game.options(match_view.view, decision), rng)
                await transport.move(user, game.write(move), channel)
            transport.requests.clear()


def play_for_memory(file: str) -> None:
    """In a process of its own."""
    share_arenas()
    asyncio.run(_sit_and_play(file))


def memory() -> list[Figure]:
    code = "import sys; from bench.running import play_for_memory; play_for_memory(sys.argv[1])"
    with tempfile.TemporaryDirectory() as folder:
        most = _run(code, Path(folder) / "compiled", f"{folder}/starpost.db").mib
    return [figure("memory", most)]
