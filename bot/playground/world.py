"""The simulated Discord: one server, one channel, three people, and who looks at what."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

import discord
import simcord

from bot.play.storage.ports import Clock
from bot.playground.simulated_clock import local_zone
from bot.playground.unpromised import (
    answer_as_discord_does,
    follow_news,
    lift_fault,
    set_clock,
    settle_soon,
    take_turns,
)

PEOPLE = ("Alice", "Bob", "Carol")
MANAGER = "Carol"
"""Who may manage the server, and so is the referee of every match."""
CHANNEL = "star-chamber"
_PAUSE = 0.05
_T = TypeVar("_T")


class Busy(Exception):
    """Another operation is under way; nothing has happened."""


@dataclass(frozen=True, slots=True)
class SimulatedPerson:
    """One of the people: ``user`` acts in private messages, ``member`` in the server."""

    user: simcord.UserHandle
    member: simcord.MemberActor

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def name(self) -> str:
        return self.user.global_name or self.user.name


class World:
    """``preview_port`` 0 takes any free port each time a channel is shown."""

    def __init__(self, client: discord.Client, preview_port: int = 0) -> None:
        answer_as_discord_does()
        settle_soon()
        self.env = simcord.Env(client, shard_count=1, check_errors=False, settle_timeout=20.0)
        self.people: tuple[SimulatedPerson, ...] = ()
        self.shown: int | None = None
        self.server = 0
        self._port = preview_port
        self._acting = asyncio.Lock()
        self._showing = asyncio.Lock()
        self._preview: simcord.Preview | None = None
        self._watch: asyncio.Task[None] | None = None
        self._closed: set[int] = set()

    async def begin(self, clock: Clock, topic: str) -> None:
        """Start the simulation at the time of ``clock``; ``topic`` stands above the channel."""
        set_clock(self.env, clock.now())
        guild = self.env.create_guild("Starpost playground")
        self.server = guild.id
        self._channel = guild.create_text_channel(CHANNEL, topic=topic)
        users = [self.env.create_user(name.lower(), global_name=name) for name in PEOPLE]
        rights = discord.Permissions(manage_guild=True)
        manager = guild.create_role("Manager", permissions=rights)
        self.people = tuple(
            SimulatedPerson(
                user, guild.add_member(user, roles=(manager,) if name == MANAGER else ())
            )
            for user, name in zip(users, PEOPLE, strict=True)
        )
        await self.act(self.env.start)
        await self.act(self._name_bot)

    async def end(self) -> None:
        if self._preview is not None:
            await self._preview.close()
        if self._watch is not None:
            await self._watch
        with self.env.time_context():
            await self.env.shutdown()

    @property
    def channel(self) -> simcord.ChannelHandle:
        return self._channel

    @property
    def places(self) -> tuple[simcord.ChannelHandle, ...]:
        """The channel and its threads; one can be shown at a time."""
        return (self._channel, *self._channel.threads)

    def person(self, user: int) -> SimulatedPerson | None:
        return next((person for person in self.people if person.id == user), None)

    async def act(self, operation: Callable[[], Awaitable[_T]], tries: int = 100) -> _T:
        """Carry out one operation of the simulation, which allows only one at a time.

        Should something act past our lock, it is waited for, 50 ms a try.
        Raises ``Busy`` when that did not help.
        """
        async with self._acting:
            for _ in range(tries):
                try:
                    with self.env.time_context():
                        return await operation()
                except simcord.SetupError as error:
                    if "overlaps" not in str(error):
                        raise
                await asyncio.sleep(_PAUSE)
        raise Busy

    async def show(self, place: int | None = None) -> str:
        """Address of the page of a channel or thread, by default of the one last shown.

        There can be one such page at a time; showing another ends the one before.
        Raises ``KeyError`` for a place that is not there.
        """
        async with self._showing:
            wanted = place or self.shown or self._channel.id
            if self._preview is not None and self.shown == wanted:
                return self._preview.url
            channel = {each.id: each for each in self.places}[wanted]
            if self._preview is not None:
                await self._preview.close()
            self._preview = preview = await self.act(lambda: self._open_preview(channel))
            self.shown = wanted
            self._watch = asyncio.create_task(self._forget(preview))
            return preview.url

    async def refresh(self) -> None:
        """Let every open channel page show what there is now. Call it through ``act``."""
        if self._preview is not None:
            await self._preview.refresh()

    def is_closed(self, person: SimulatedPerson) -> bool:
        """Whether this person takes no private messages from the bot."""
        return person.id in self._closed

    async def set_closed(self, person: SimulatedPerson, closed: bool) -> None:
        if closed == self.is_closed(person):
            return
        path = f"/channels/{person.user.dm_channel.id}/messages"

        async def change() -> None:
            if closed:
                self.env.inject_error(
                    "POST",
                    path,
                    status=403,
                    code=50007,
                    message="Cannot send messages to this user",
                    times=None,
                )
            else:
                lift_fault(self.env, "POST", path)

        await self.act(change)
        (self._closed.add if closed else self._closed.discard)(person.id)

    async def _name_bot(self) -> None:
        bot = self.env.bot.user
        assert bot is not None
        await bot.edit(username="Starpost")

    async def _open_preview(self, channel: simcord.ChannelHandle) -> simcord.Preview:
        preview = self.env.preview(
            channel,
            viewers=[each.member for each in self.people if _reads(each, channel)],
            layout="channel",
            timezone=local_zone(),
            port=self._port or None,
        )
        take_turns(preview, self._acting)
        follow_news(preview)
        return await preview.__aenter__()

    async def _forget(self, preview: simcord.Preview) -> None:
        await preview.wait_closed()
        if self._preview is preview:
            self._preview = None


def _reads(person: SimulatedPerson, channel: simcord.ChannelHandle) -> bool:
    """Whether the person can read the channel: a private thread only after being added."""
    try:
        channel.history(viewer=person.member)
    except simcord.SetupError:
        return False
    return True
