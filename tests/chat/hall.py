"""A match of the toy in a simulated Discord, for the tests of what the sender sends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import discord
import simcord

from bot.play import effects
from bot.play.executor import Command
from bot.play.lobby import lobby, seating
from bot.play.lobby.lobby import Opening
from bot.play.lobby.seating import Person
from bot.play.match import submission, views
from bot.play.match.submission import TypedMove
from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind, OutboxMessage
from bot.play.storage.profiles import Player
from bot.play.storage.records import Match, MatchId, SeatingOrder

if TYPE_CHECKING:
    from tests.chat.conftest import World


@dataclass
class Hall:
    """A channel, two players, and a match that is driven past the commands."""

    world: World
    channel: simcord.ChannelHandle
    ann: simcord.UserHandle
    bo: simcord.UserHandle
    presses: Iterator[int]
    match: MatchId = field(init=False)

    async def open(self, ann: str = "Ann") -> None:
        app, host = self.world.app, Person(self.ann.id, ann)
        wish = Opening(
            self.world.guild.id,
            self.channel.id,
            host,
            "toy",
            next(self.presses),
            seating=SeatingOrder.CHOICE,
        )
        self.match = (await lobby.open(app, wish)).match
        await self.settled()

    async def join(self, name: str = "Bo") -> None:
        person = Person(self.bo.id, name)
        await seating.join(
            self.world.app, Command(self.match, person.user, next(self.presses)), person.name
        )
        await self.settled()

    async def start(self) -> None:
        await lobby.start(self.world.app, Command(self.match, self.ann.id, next(self.presses)))
        await self.settled()

    async def begin(self, ann: str = "Ann", bo: str = "Bo") -> None:
        await self.open(ann)
        await self.join(bo)
        await self.start()

    async def play(self, user: simcord.UserHandle, text: str) -> None:
        wish = Command(self.match, user.id, next(self.presses))
        await submission.submit(self.world.app, wish, TypedMove(text))
        await self.settled()

    async def to_the_turns(self) -> tuple[simcord.UserHandle, simcord.UserHandle]:
        """Both lamps hidden; who is to move first, and the other."""
        await self.begin()
        await self.play(self.ann, "LAMP4")
        await self.play(self.bo, "LAMP2")
        match_view = await views.load_public(self.world.app, self.match)
        players = (self.ann, self.bo)
        return players[match_view.awaited[0]], players[1 - match_view.awaited[0]]

    async def settled(self) -> None:
        await self.world.drain()

    async def preferences(self, user: simcord.UserHandle, **preferences: Any) -> None:
        async with self.world.app.store.writing() as work:
            await work.keep(Player(user.id, **preferences))
            await work.commit()

    async def player(self, user: simcord.UserHandle) -> Player:
        return await self.world.read(queries.PlayerOf(user.id))

    async def stored(self) -> Match:
        match = await self.world.read(queries.MatchById(self.match))
        assert match is not None
        return match

    async def post(
        self, kind: MessageKind, seq: int, user: simcord.UserHandle | None = None, **more: Any
    ) -> None:
        match = await self.stored()
        outbox_message = effects.outbox_message(
            match, kind, seq, self.world.env.now(), user=user.id if user else None
        )
        async with self.world.app.store.writing() as work:
            await work.post((replace(outbox_message, **more),))
            await work.commit()
        await self.settled()

    async def waiting(self) -> tuple[OutboxMessage, ...]:
        soon = self.world.env.now() + timedelta(hours=1)
        return await self.world.read(queries.DueMessages(soon, 100))

    def close_dms(self, user: simcord.UserHandle, code: int = 50007) -> None:
        self.fail("POST", f"/channels/{user.dm_channel.id}/messages", 403, code, times=None)

    def fail(self, method: str, path: str, status: int, code: int, times: int | None = 1) -> None:
        self.world.env.inject_error(method, path, status=status, code=code, times=times)

    @property
    def messages(self) -> str:
        return f"/channels/{self.channel.id}/messages"

    @property
    def panels(self) -> list[discord.Message]:
        return self.channel.history()


def told(message: discord.Message) -> str:
    view = discord.ui.LayoutView.from_message(message)
    texts = (part for part in view.walk_children() if isinstance(part, discord.ui.TextDisplay))
    return "\n".join(part.content for part in texts)


def letters(user: simcord.UserHandle, about: str = "") -> list[discord.Message]:
    """The DMs in which ``about`` stands, oldest first."""
    return [letter for letter in user.dm_channel.history() if about in told(letter)]


def buttons(message: discord.Message) -> list[str | None]:
    view = discord.ui.LayoutView.from_message(message)
    return [part.label for part in view.walk_children() if isinstance(part, discord.ui.Button)]


def pinged(message: discord.Message) -> set[int]:
    assert not message.mention_everyone
    assert not message.role_mentions
    return {user.id for user in message.mentions}


def sent_to_discord(hall: Hall, method: str) -> int:
    return sum(request.method == method for request in hall.world.env.http_requests)
