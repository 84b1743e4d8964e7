"""A move on the usual stack: rules on dicts, a deep copy, ORM rows, an RGB picture.

Not a straw man: SQLAlchemy's async ORM over aiosqlite with WAL and synchronous=FULL,
one session a move, JSON in a column; the rules recount only what the others do too.
``UsualBot`` is the same behind discord.py, with what it takes to play a press once and to tell
it for certain.
"""

from __future__ import annotations

import copy
import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import discord
from discord import app_commands
from sqlalchemy import event, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from games.astralis.board import name

STEPS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))


class Base(DeclarativeBase):
    pass


class GameRow(Base):
    __tablename__ = "games"
    id: Mapped[int] = mapped_column(primary_key=True)
    version: Mapped[int]
    state: Mapped[str]


class MoveRow(Base):
    __tablename__ = "moves"
    id: Mapped[int] = mapped_column(primary_key=True)
    game: Mapped[int]
    number: Mapped[int]
    text: Mapped[str]


class InteractionRow(Base):
    __tablename__ = "interactions"
    id: Mapped[int] = mapped_column(primary_key=True)
    user: Mapped[int]
    reply: Mapped[str]


class OutboxRow(Base):
    __tablename__ = "outbox"
    id: Mapped[int] = mapped_column(primary_key=True)
    game: Mapped[int]
    kind: Mapped[str]
    message: Mapped[int | None]


def cells(size: int) -> list[str]:
    rows = range(2 * size - 1)
    return [
        name(16 * i + k - 1)
        for i in rows
        for k in range(max(1, i - size + 2), min(2 * size - 1, size + i) + 1)
    ]


def near(state: Mapping[str, Any], cell: str) -> list[str]:
    row, column = ord(cell[0]) - 65, int(cell[1:])
    found = (f"{chr(65 + row + i)}{column + k}" for i, k in STEPS if row + i >= 0)
    return [each for each in found if each in state["status"]]


def new_state(size: int, ships: tuple[int, int]) -> dict[str, Any]:
    return {
        "status": dict.fromkeys(cells(size), "unexplored"),
        "planets": {},
        "ships": {"yellow": name(ships[0]), "cyan": name(ships[1])},
        "side": "yellow",
        "log": [],
    }


def recount(state: dict[str, Any]) -> None:
    for cell in state["status"]:
        owners = {state["planets"].get(each) for each in near(state, cell)} - {None}
        if cell in state["planets"]:
            state["status"][cell] = state["planets"][cell]
        elif len(owners) == 2:
            state["status"][cell] = "contested"
        else:
            state["status"][cell] = owners.pop() if owners else "unexplored"


def ring(state: dict[str, Any], cell: str, wanted: str) -> bool:
    return all(state["status"][each] == wanted for each in near(state, cell))


def move(before: dict[str, Any], text: str) -> dict[str, Any]:
    """The state after a legal turn such as ``A4-D7+E7``."""
    state = copy.deepcopy(before)
    own = state["side"]
    other = "cyan" if own == "yellow" else "yellow"
    start, _, rest = text.partition("-")
    to, _, plant = rest.partition("+")
    if start != state["ships"][own] or to not in state["status"] or to in state["planets"]:
        raise ValueError("illegal")
    if plant and (plant not in near(state, to) or state["status"][plant] != "unexplored"):
        raise ValueError("illegal")
    state["ships"][own] = to
    if state["status"][start] == "unexplored" and ring(state, start, other):
        state["planets"][start] = other
        recount(state)
    if plant:
        safe = {
            each
            for each, side in state["planets"].items()
            if side == other and ring(state, each, "contested")
        }
        state["planets"][plant] = own
        recount(state)
        for cell, status in state["status"].items():
            if status == "unexplored" and ring(state, cell, own) and state["ships"][other] != cell:
                state["planets"][cell] = own
        for cell, side in list(state["planets"].items()):
            if side == other and cell not in safe and ring(state, cell, "contested"):
                state["planets"][cell] = own
        recount(state)
    state["side"] = other
    state["log"].append(text)
    return state


async def opened(file: Path, state: dict[str, Any]) -> AsyncEngine:
    engine = create_async_engine(f"sqlite+aiosqlite:///{file}")

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(driver: Any, _: object) -> None:
        for pragma in ("journal_mode = WAL", "synchronous = FULL"):
            driver.execute(f"PRAGMA {pragma}")

    async with engine.begin() as connection:
        await connection.run_sync(Base.metadata.create_all)
    async with AsyncSession(engine) as session, session.begin():
        session.add(GameRow(id=1, version=0, state=json.dumps(state)))
    return engine


async def play(engine: AsyncEngine, text: str, press: InteractionRow | None = None) -> None:
    """``press``  where the move comes from: kept, and what is to be told with it"""
    async with AsyncSession(engine) as session, session.begin():
        row = await session.get_one(GameRow, 1)
        state = move(json.loads(row.state), text)
        row.version += 1
        row.state = json.dumps(state)
        session.add(MoveRow(game=1, number=row.version, text=text))
        if press is not None:
            session.add_all((press, OutboxRow(game=1, kind="panel")))


async def deliver(engine: AsyncEngine, post: Callable[[], Any]) -> None:
    """Post what waits in the outbox, and note that it was posted."""
    async with AsyncSession(engine, expire_on_commit=False) as session:
        async with session.begin():
            waiting = await session.scalars(select(OutboxRow).where(OutboxRow.message.is_(None)))
            outbox_messages = waiting.all()
        for outbox_message in outbox_messages:
            posted = await post()
            async with session.begin():
                outbox_message.message = posted.id


class UsualBot(discord.Client):
    """``picture`` gives the file of the board as it is now."""

    def __init__(self, engine: AsyncEngine, picture: Callable[[], bytes]) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        tree = app_commands.CommandTree(self)

        @tree.command(name="move", description="Make a move")
        async def command(interaction: discord.Interaction[UsualBot], text: str) -> None:
            await interaction.response.defer(ephemeral=True, thinking=True)
            reply = f"You played {text}."
            press = InteractionRow(id=interaction.id, user=interaction.user.id, reply=reply)
            await play(engine, text, press)
            await interaction.edit_original_response(content=reply)
            channel = interaction.channel
            assert isinstance(channel, discord.TextChannel)

            async def post() -> discord.Message:
                file = discord.File(io.BytesIO(picture()), "board.png")
                return await channel.send(f"{reply} Your move!", file=file, view=buttons())

            await deliver(engine, post)


def buttons() -> discord.ui.View:
    view = discord.ui.View()
    view.stop()
    for label in ("Make a move", "Rules", "Log"):
        view.add_item(discord.ui.Button(label=label, custom_id=label))
    return view
