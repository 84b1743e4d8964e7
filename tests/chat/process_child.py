"""One of several processes of the bot that play and send at the same database, until killed.

Discord is a file in a folder that all share, where each message is there once it is posted,
whatever becomes of the process that posted it. Every process moves for all players, at the same
moments in the same matches; ``tried`` and ``told`` in the folder have what it tried to play and
which receipts it got, ``begun`` which processes have come to that.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import random
import re
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import discord

from bench.bots import Transport, kept_fields
from bot import logs
from bot.chat.client import StarpostClient
from bot.chat.delivery import request_limits, sender, transport
from bot.clock import SystemClock, SystemEntropy
from bot.play.application import Application, build
from bot.play.executor import Command
from bot.play.match import submission, views
from bot.play.match.computers import random_move
from bot.play.match.submission import TypedMove
from bot.play.storage import queries
from bot.play.storage.leases import ALL, Shards
from bot.play.storage.ports import StoreBusy
from bot.play.storage.records import MatchId
from bot.store.store import SqlStore, serve_shards
from games.core.types import Refusal
from tests.toy import GAME, RENDERER

PROCESSES = 3
LEASE = 2.0
"""Seconds, as are the others."""
SWEEP = 1
TICK = 0.4
AT_ONCE = 3
PACE = 720
"""So many times faster than others does the clock of these processes run: an hour in five
seconds."""
DEATH = 0.03
"""How often a process is killed between posting a message and noting it."""
_MESSAGES = re.compile(r"/channels/(\d+)/messages(?:/(\d+))?$")
_FIRST = 1 << 61


class FastClock:
    def __init__(self, start: datetime) -> None:
        self._start = start

    def now(self) -> datetime:
        return self._start + PACE * (SystemClock().now() - self._start)


@contextmanager
def messages(folder: Path) -> Iterator[sqlite3.Connection]:
    """What stands on Discord."""
    with closing(sqlite3.connect(folder / "discord.db", timeout=60, isolation_level=None)) as file:
        file.execute("PRAGMA synchronous = OFF")
        file.execute(
            "CREATE TABLE IF NOT EXISTS messages"
            " (id INTEGER PRIMARY KEY, channel INTEGER, mark INTEGER, body)"
        )
        yield file


class SharedDiscord(Transport):
    def __init__(self, client: discord.Client, file: sqlite3.Connection, death: float) -> None:
        super().__init__(client)
        self._file = file
        self._death = death

    def _answer(self, route: Any, path: str, body: Any, form: Any) -> Any:
        if form:
            body = next(json.loads(p["value"]) for p in form if p["name"] == "payload_json")
        found = _MESSAGES.search(path)
        if found is None:
            return super()._answer(route, path, body, None)
        channel, number = int(found[1]), int(found[2] or 0)
        if route.method == "POST":
            answer = self._put(channel, self._post(body))
            if random.random() < self._death:
                os.kill(os.getpid(), signal.SIGKILL)
            return answer
        if not number:
            rows = self._file.execute(
                "SELECT body FROM messages WHERE channel = ? ORDER BY id DESC LIMIT 100", (channel,)
            )
            return [json.loads(row[0]) for row in rows]
        [row] = self._file.execute("SELECT body FROM messages WHERE id = ?", (number - _FIRST,))
        known: dict[str, Any] = json.loads(row[0])
        if route.method == "PATCH":
            known |= kept_fields(body)
            changed = (json.dumps(known), number - _FIRST)
            self._file.execute("UPDATE messages SET body = ? WHERE id = ?", changed)
        return known

    def _put(self, channel: int, message: dict[str, Any]) -> dict[str, Any]:
        self._file.execute("BEGIN IMMEDIATE")
        first = (channel, message["components"][0]["id"])  # an edit may take it away
        row = self._file.execute(
            "INSERT INTO messages (channel, mark) VALUES (?, ?)", first
        ).lastrowid
        assert row is not None
        put = message | {"id": str(_FIRST + row), "channel_id": str(channel)}
        self._file.execute("UPDATE messages SET body = ? WHERE id = ?", (json.dumps(put), row))
        self._file.execute("COMMIT")
        return put


class Notes:
    """Lines that are there as soon as they are written."""

    def __init__(self, file: Path) -> None:
        self._file = os.open(file, os.O_CREAT | os.O_WRONLY | os.O_APPEND)

    def write(self, *words: object) -> None:
        os.write(self._file, f"{json.dumps(words)}\n".encode())


@dataclass(frozen=True)
class Wish:
    what: str
    command: Command
    text: str


async def play(app: Application, folder: Path, number: int) -> None:
    """Answer what is asked in some matches; the others answer the same at the same moment."""
    tried, told = Notes(folder / "tried"), Notes(folder / "told")

    async def say(wish: Wish) -> None:
        tried.write(wish.what, number)
        with suppress(Refusal, StoreBusy):
            receipt = await submission.submit(app, wish.command, TypedMove(wish.text))
            told.write(wish.command.interaction, receipt.write())

    while True:
        moment = int(SystemClock().now().timestamp() / TICK)
        async with app.store.reading() as reader:
            running = await reader.read(queries.RunningMatches())
        some = random.Random(moment).sample(running, min(AT_ONCE, len(running)))
        wishes = [await wish_in(app, match, number) for match in some]
        await asyncio.sleep(TICK - SystemClock().now().timestamp() % TICK)
        await asyncio.gather(*(say(wish) for wish in wishes if wish))


async def wish_in(app: Application, match: MatchId, number: int) -> Wish | None:
    users = [holder.user for holder in (await views.load_public(app, match)).holders if holder.user]
    for user in users:
        seen = await views.load_for_user(app, match, user)
        if seen.mine and seen.match.paused_at is None:
            break
    else:
        return None
    decision = seen.mine[0]
    what = f"{match} {seen.match.branch} {decision.key}"
    digest = hashlib.sha256(what.encode()).digest()
    same = digest[0] % 2  # one press that comes twice, or several that compete
    press = int.from_bytes(digest[1:8], "big") * 4 + (0 if same else 1 + number)
    chosen = random_move(seen.game.options(seen.view, decision), random.Random(digest))
    return Wish(what, Command(match, user, press), seen.game.write(chosen))


def run(url: str, folder: Path, number: int, seed: int, *, only_sends: bool) -> None:
    log = os.open(folder / "log", os.O_CREAT | os.O_WRONLY | os.O_APPEND)
    os.dup2(log, 1)
    os.dup2(log, 2)
    logs.set_up("ERROR")
    random.seed(seed)
    asyncio.run(main(url, folder, number, seed, only_sends=only_sends))


async def main(url: str, folder: Path, number: int, seed: int, *, only_sends: bool) -> None:
    for module in (request_limits, sender):
        vars(module)["ANSWER_SECONDS"] = LEASE / 4
    transport._SLACK = LEASE / 8
    shards = ALL if only_sends else Shards(number, number, PROCESSES)
    start = datetime.fromisoformat((folder / "start").read_text())
    async with serve_shards(url, shards):
        store = await SqlStore.open(url, lease=LEASE)
        app = build(store, (GAME,), FastClock(start), SystemEntropy(), shards=shards)
        client = StarpostClient(app, {"toy": RENDERER}, sweep_seconds=SWEEP)
        app.deadlines.every = timedelta(seconds=SWEEP * PACE)
        with messages(folder) as file:
            await SharedDiscord(client, file, 0 if only_sends else DEATH).connect()
            Notes(folder / "begun").write(seed)
            if not only_sends:
                await play(app, folder, number)
            await asyncio.Event().wait()
