"""Bots behind discord.py without a network: ours, the usual one, and one that only draws.

Commands come in as from Discord, and each request is answered at once with what Discord would
send, so that what a move costs is the bot and its library alone.
"""

from __future__ import annotations

import asyncio
import copy
import gc
import io
import json
import re
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, fields
from itertools import count
from pathlib import Path
from typing import Any

import aiosqlite
import discord
from discord import app_commands
from discord.webhook.async_ import AsyncWebhookAdapter, async_context
from sqlalchemy import Engine, event, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from bot.chat.platform.message import walk
from bot.clock import SystemClock, SystemEntropy
from bot.composition import build_client
from bot.play.application import Application, build
from bot.play.executor import Command
from bot.play.lobby import alpha, lobby, seating
from bot.play.lobby.lobby import Opening
from bot.play.lobby.seating import Person
from bot.play.match import views
from bot.play.storage.ports import Clock
from bot.play.storage.records import MatchId, SeatingOrder
from bot.store.store import SqlStore
from games import all_games
from games.astralis.board import board_of, name
from games.core.types import Decision

ALICE, BOB = Person(1, "Alice"), Person(2, "Bob")
SERVER = CHANNEL = 1
_BOT = 900
_SNOWFLAKES = count(1 << 60)
_EVERYTHING = str(discord.Permissions.all().value)
_MESSAGE = re.compile(r"/messages/(\d+|@original)$")
_START = 0.3
"""Seconds after which a bot that has just started only waits."""
_SENT: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_name("discord.json").read_text())
"""What Discord sends, by kind of object, but for what differs."""

# --- Discord ---


def _user(id: int) -> dict[str, Any]:
    names = {"username": f"user{id}", "global_name": f"User {id}"}
    return {**_SENT["user"], **names, "id": str(id), "bot": id == _BOT}


def _member(id: int) -> dict[str, Any]:
    return {**_SENT["member"], "user": _user(id), "permissions": _EVERYTHING}


class Transport:
    """A client that is ready in one server. ``requests`` are those that it has made, and when they
    were answered; each answer takes ``latency`` seconds."""

    def __init__(self, client: discord.Client, latency: float = 0.0) -> None:
        self._client = client
        self._latency = latency
        self._messages: dict[str, dict[str, Any]] = {}
        self._resting: set[asyncio.Task[Any]] = set()
        self.requests: list[tuple[str, float]] = []

    async def connect(self) -> None:
        await self._client._async_setup_hook()
        http, transport = self._client.http, self

        class Adapter(AsyncWebhookAdapter):
            async def request(self, route: Any, session: Any, **given: Any) -> Any:
                return await transport._ask(route, given.get("payload"), given.get("multipart"))

        async def request(route: Any, **given: Any) -> Any:
            return await transport._ask(route, given.get("json"), given.get("form"))

        async def login(token: str) -> Any:
            http._HTTPClient__session = None  # type: ignore[attr-defined]
            return _user(_BOT)

        http.request = request  # type: ignore[method-assign]
        http.static_login = login  # type: ignore[method-assign]
        async_context.set(Adapter())  # type: ignore[no-untyped-call]
        await self._client.login("token")
        role = {**_SENT["role"], "permissions": _EVERYTHING}
        more = {"roles": [role], "channels": [_SENT["channel"]], "members": [_member(_BOT)]}
        guild: Any = {**_SENT["guild"], **more}
        self._client._connection._add_guild_from_data(guild)
        await asyncio.sleep(_START)
        self._resting = asyncio.all_tasks()

    async def move(self, user: int, text: str, channel: int = CHANNEL) -> None:
        """A move as a slash command, and everything that the bot does because of it."""
        self.receive(user, text, channel)
        await self.settle()

    def receive(self, user: int, text: str, channel: int = CHANNEL) -> int:
        """A move that the bot begins to answer; the id of the interaction."""
        options = [{"name": "text", "type": 3, "value": text}]
        data = {"id": "1", "name": "move", "type": 1, "options": options}
        return self._receive(user, channel, data=data)

    async def press(self, user: int, custom_id: str, *values: str) -> None:
        """A button of a private message, or a choice from a select of it, and all that follows."""
        kind = 3 if values else 2
        data = {"custom_id": custom_id, "component_type": kind, "values": list(values)}
        known = {"id": str(next(_SNOWFLAKES)), "author": _user(_BOT), "attachments": []}
        message = {**_SENT["message"], **known, "flags": 64}
        self._receive(user, CHANNEL, type=3, data=data, message=message)
        await self.settle()

    def _receive(self, user: int, channel: int, **more: object) -> int:
        number = next(_SNOWFLAKES)
        interaction: Any = {
            **_SENT["interaction"],
            "id": str(number),
            "token": f"token{number}",
            "channel_id": str(channel),
            "channel": {**_SENT["channel"], "id": str(channel)},
            "member": _member(user),
            "app_permissions": _EVERYTHING,
            **more,
        }
        self._client._connection.parse_interaction_create(interaction)
        return number

    async def close(self) -> None:
        """End the client: nothing is delivered any more."""
        await self._client.close()

    async def settle(self) -> None:
        resting = {*self._resting, asyncio.current_task()}
        while going := asyncio.all_tasks() - resting:
            await asyncio.wait(going)

    async def _ask(self, route: Any, body: Any, form: Any) -> Any:
        path: str = route.url.partition("/api/v10")[2].partition("?")[0]
        if self._latency:
            await asyncio.sleep(self._latency)
        self.requests.append((f"{route.method} {path}", asyncio.get_running_loop().time()))
        return self._answer(route, path, body, form)

    def _answer(self, route: Any, path: str, body: Any, form: Any) -> Any:
        if form:
            body = next(json.loads(p["value"]) for p in form if p["name"] == "payload_json")
        if path.endswith("/callback"):
            loading = {"response_message_ephemeral": True, "response_message_loading": True}
            known = {"id": "1", "type": 2, "response_message_id": str(next(_SNOWFLAKES)), **loading}
            return {"interaction": known}
        if path.endswith("/applications/@me"):
            return {**_SENT["application"], "owner": _user(1)}
        if path.endswith("/users/@me/channels"):
            reader = int(body["recipient_id"])
            return {"id": str(CHANNEL + reader), "type": 1, "recipients": [_user(reader)]}
        if path.endswith("/messages"):
            # A message that left before the first look of a bot is looked for: in vain.
            return self._post(body) if route.method == "POST" else []
        found = _MESSAGE.search(path)
        if found is None:
            return {"items": [], "id": "1", "name": ""} if path.endswith("/emojis") else []
        if found[1] == "@original":
            return self._post(body)
        if route.method == "PATCH":
            self._messages[found[1]].update(kept_fields(body))
        return self._messages[found[1]]

    def _post(self, body: Mapping[str, Any]) -> dict[str, Any]:
        known = {"id": str(next(_SNOWFLAKES)), "author": _user(_BOT), "attachments": []}
        message = {**_SENT["message"], **kept_fields(body), **known}
        return self._messages.setdefault(message["id"], message)


def kept_fields(body: Mapping[str, Any]) -> dict[str, Any]:
    """What Discord keeps of a message, and which files it says that the pictures are."""
    fields = ("content", "components", "flags", "embeds")
    kept = {key: body[key] for key in fields if body.get(key) is not None}
    for part in walk(kept.get("components", ())):
        for item in part.get("items", ()):
            item["media"].setdefault("attachment_id", str(next(_SNOWFLAKES)))
    return kept


# --- What is asked of databases ---


@dataclass
class Counts:
    """``statements`` are all but BEGIN, COMMIT and PRAGMA; ``writes`` are the transactions that
    write; ``crossings`` go to the thread of a database connection and back."""

    statements: int = 0
    transactions: int = 0
    writes: int = 0
    crossings: int = 0

    @property
    def sent(self) -> int:
        """Statements and what begins the transactions."""
        return self.statements + self.transactions

    def __floordiv__(self, moves: int) -> Counts:
        """The rounded share of one of ``moves``."""
        return Counts(*(round(getattr(self, each.name) / moves) for each in fields(self)))

    def __str__(self) -> str:
        return (
            f"{self.statements} statements in {self.transactions} transactions, {self.writes} of "
            f"which write; {self.crossings} crossings to the database threads and back"
        )


@contextmanager
def count_database_use() -> Iterator[Counts]:
    """Count what anything asks of databases meanwhile."""
    counts, writing = Counts(), set[object]()
    crossing = aiosqlite.Connection._execute

    async def cross(self: Any, *args: Any, **kwargs: Any) -> Any:
        counts.crossings += 1
        return await crossing(self, *args, **kwargs)  # type: ignore[no-untyped-call]

    def execute(connection: object, _cursor: object, sql: str, *_: object) -> None:
        verb = sql.split(maxsplit=1)[0]
        counts.statements += verb not in ("BEGIN", "PRAGMA")
        # PostgreSQL is sent several writes as one statement, which begins WITH.
        verbs = set(sql.replace("(", " ").split()) if verb == "WITH" else {verb}
        if verbs & {"INSERT", "UPDATE", "DELETE"}:
            writing.add(connection)

    def begin(_connection: object) -> None:
        counts.transactions += 1

    def commit(connection: object) -> None:
        counts.writes += connection in writing
        writing.discard(connection)

    heard: dict[str, Callable[..., None]] = {
        "before_cursor_execute": execute,
        "begin": begin,
        "commit": commit,
    }
    aiosqlite.Connection._execute = cross  # type: ignore[method-assign]
    for what, listener in heard.items():
        event.listen(Engine, what, listener)
    try:
        yield counts
    finally:
        aiosqlite.Connection._execute = crossing  # type: ignore[method-assign]
        for what, listener in heard.items():
            event.remove(Engine, what, listener)


# --- Our bot ---


@asynccontextmanager
async def open_application(url: str) -> AsyncIterator[Application]:
    """Our bot without Discord."""
    store = await SqlStore.open(url)
    try:
        yield build(store, all_games(), SystemClock(), SystemEntropy())
    finally:
        await store.aclose()


@asynccontextmanager
async def connect_bot(
    url: str, clock: Clock | None = None, latency: float = 0.0
) -> AsyncIterator[tuple[Application, Transport]]:
    store = await SqlStore.open(url)
    client = build_client(store, clock or SystemClock(), sweep_seconds=900)
    transport = Transport(client, latency)
    await transport.connect()
    await alpha.allow(client.context.app, SERVER, ALICE.user, 0, wanted=True)
    try:
        yield client.context.app, transport
    finally:
        await client.close()
        await store.aclose()


async def start_match(
    app: Application,
    game: str,
    settings: Mapping[str, Any] | None = None,
    *,
    channel: int = CHANNEL,
    server: int | None = None,
    players: tuple[Person, Person] = (ALICE, BOB),
    press: int | None = None,
) -> MatchId:
    """A match of two, on a server of its own if not said otherwise.

    Args:
        press: the first of three interactions, made from the channel if not given
    """
    press = 3 * channel if press is None else press
    wish = Opening(
        *(server or channel, channel, players[0], game, press),
        seating=SeatingOrder.CHOICE,
        settings=settings,
    )
    found = MatchId((await lobby.open(app, wish)).match)
    await seating.join(app, Command(found, players[1].user, press + 1), players[1].name)
    await lobby.start(app, Command(found, players[0].user, press + 2))
    return found


async def load_turn(
    app: Application, match: MatchId, players: Sequence[Person] = (ALICE, BOB)
) -> tuple[int, Any, Decision] | None:
    """The first of the people who is waited for, what they see, and what they decide."""
    for person in players:
        match_view = await views.load_for_user(app, match, person.user)
        decision = next((each for each in match_view.mine if each.waits), None)
        if decision is not None and match_view.ending is None:
            return person.user, match_view, decision
    return None


async def time_moves(play: Callable[[int, str], Any], moves: Sequence[tuple[int, str]]) -> float:
    """Processor milliseconds of one of the moves, on average; each is a user and a text."""
    gc.collect()
    start = time.process_time()
    for user, text in moves:
        await play(user, text)
    return (time.process_time() - start) * 1e3 / len(moves)


# --- A bot that only draws ---


class PictureBot(discord.Client):
    """A command that does nothing but answer with a picture."""

    def __init__(self, draw: Callable[[], bytes]) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self.draw = draw
        tree = app_commands.CommandTree(self)

        @tree.command(name="move", description="Make a move")
        async def command(interaction: discord.Interaction[PictureBot], text: str) -> None:
            await interaction.response.defer(ephemeral=True, thinking=True)
            channel = interaction.channel
            assert isinstance(channel, discord.TextChannel)
            await self.answer(interaction, channel, text)

    async def answer(
        self, interaction: discord.Interaction[Any], channel: discord.TextChannel, text: str
    ) -> None:
        await interaction.edit_original_response(content=f"You played {text}.")
        picture = await asyncio.to_thread(self.draw)
        await channel.send(text, file=discord.File(io.BytesIO(picture), "board.png"))


# --- The usual bot: rules on dicts, a deep copy, ORM rows, an RGB picture ---
#
# Not a straw man: SQLAlchemy's async ORM over aiosqlite with WAL and synchronous=FULL, one session
# a move, JSON in a column; the rules of Astralis recount only what the others do too.

STEPS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))


class Base(DeclarativeBase):
    id: Mapped[int] = mapped_column(primary_key=True)


class GameRow(Base):
    __tablename__ = "games"
    version: Mapped[int]
    state: Mapped[str]


class MoveRow(Base):
    __tablename__ = "moves"
    game: Mapped[int]
    number: Mapped[int]
    text: Mapped[str]


class InteractionRow(Base):
    __tablename__ = "interactions"
    user: Mapped[int]
    reply: Mapped[str]


class OutboxRow(Base):
    __tablename__ = "outbox"
    game: Mapped[int]
    kind: Mapped[str]
    message: Mapped[int | None]


def _near(state: Mapping[str, Any], cell: str) -> list[str]:
    row, column = ord(cell[0]) - 65, int(cell[1:])
    found = (f"{chr(65 + row + i)}{column + k}" for i, k in STEPS if row + i >= 0)
    return [each for each in found if each in state["status"]]


def _recount(state: dict[str, Any]) -> None:
    for cell in state["status"]:
        owners = {state["planets"].get(each) for each in _near(state, cell)} - {None}
        if cell in state["planets"]:
            state["status"][cell] = state["planets"][cell]
        elif len(owners) == 2:
            state["status"][cell] = "contested"
        else:
            state["status"][cell] = owners.pop() if owners else "unexplored"


def _is_ringed(state: dict[str, Any], cell: str, wanted: str) -> bool:
    return all(state["status"][each] == wanted for each in _near(state, cell))


def play_on_dicts(before: dict[str, Any], text: str) -> dict[str, Any]:
    """The state after a legal turn such as ``A4-D7+E7``."""
    state = copy.deepcopy(before)
    own = state["side"]
    other = "cyan" if own == "yellow" else "yellow"
    start, _, rest = text.partition("-")
    to, _, plant = rest.partition("+")
    if start != state["ships"][own] or to not in state["status"] or to in state["planets"]:
        raise ValueError("illegal")
    if plant and (plant not in _near(state, to) or state["status"][plant] != "unexplored"):
        raise ValueError("illegal")
    state["ships"][own] = to
    if state["status"][start] == "unexplored" and _is_ringed(state, start, other):
        state["planets"][start] = other
        _recount(state)
    if plant:
        theirs = [cell for cell, side in state["planets"].items() if side == other]
        safe = {cell for cell in theirs if _is_ringed(state, cell, "contested")}
        state["planets"][plant] = own
        _recount(state)
        for cell, status in state["status"].items():
            free = status == "unexplored" and state["ships"][other] != cell
            if free and _is_ringed(state, cell, own):
                state["planets"][cell] = own
        for cell in theirs:
            if cell not in safe and _is_ringed(state, cell, "contested"):
                state["planets"][cell] = own
        _recount(state)
    state["side"] = other
    state["log"].append(text)
    return state


class UsualBot(PictureBot):
    """Plays a press once, and tells for certain what was played.

    ``draw`` gives the file of the board as it is now.
    """

    def __init__(self, engine: AsyncEngine, draw: Callable[[], bytes]) -> None:
        super().__init__(draw)
        self.engine = engine

    @classmethod
    async def open(cls, file: Path, ships: tuple[int, int], draw: Callable[[], bytes]) -> UsualBot:
        """With a match of Astralis on hexhex8."""
        engine = create_async_engine(f"sqlite+aiosqlite:///{file}")

        @event.listens_for(engine.sync_engine, "connect")
        def prepare(driver: Any, _: object) -> None:
            for pragma in ("journal_mode = WAL", "synchronous = FULL"):
                driver.execute(f"PRAGMA {pragma}")

        async with engine.begin() as connection:
            await connection.run_sync(Base.metadata.create_all)
        state = {
            "status": {name(hex): "unexplored" for hex in sorted(board_of(8).hex_of.values())},
            "planets": {},
            "side": "yellow",
            "log": [],
            "ships": {"yellow": name(ships[0]), "cyan": name(ships[1])},
        }
        async with AsyncSession(engine) as session, session.begin():
            session.add(GameRow(id=1, version=0, state=json.dumps(state)))
        return cls(engine, draw)

    async def play(self, text: str, press: InteractionRow | None = None) -> None:
        """``press``  where the move comes from: kept, and what is to be told with it"""
        async with AsyncSession(self.engine) as session, session.begin():
            row = await session.get_one(GameRow, 1)
            state = play_on_dicts(json.loads(row.state), text)
            row.version += 1
            row.state = json.dumps(state)
            session.add(MoveRow(game=1, number=row.version, text=text))
            if press is not None:
                session.add_all((press, OutboxRow(game=1, kind="panel")))

    async def answer(
        self, interaction: discord.Interaction[Any], channel: discord.TextChannel, text: str
    ) -> None:
        reply = f"You played {text}."
        user = interaction.user.id
        await self.play(text, InteractionRow(id=interaction.id, user=user, reply=reply))
        await interaction.edit_original_response(content=reply)
        async with AsyncSession(self.engine, expire_on_commit=False) as session:
            async with session.begin():
                waiting = OutboxRow.message.is_(None)
                outbox_messages = (await session.scalars(select(OutboxRow).where(waiting))).all()
            for outbox_message in outbox_messages:
                file = discord.File(io.BytesIO(self.draw()), "board.png")
                posted = await channel.send(f"{reply} Your move!", file=file, view=_buttons())
                async with session.begin():
                    outbox_message.message = posted.id


def _buttons() -> discord.ui.View:
    view = discord.ui.View()
    view.stop()
    for label in ("Make a move", "Rules", "Log"):
        view.add_item(discord.ui.Button(label=label, custom_id=label))
    return view
