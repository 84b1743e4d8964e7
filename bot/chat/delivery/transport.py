"""Sends, edits and records one message: to a channel, by DM, or as the user prefers.

Raises what Discord or the store raise; the sender decides what then.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import discord

from bot.chat.delivery.posting import Posting
from bot.chat.failures import Remedy, remedy
from bot.chat.message import Message
from bot.chat.panels import dms
from bot.play import effects, queries
from bot.play.application import Application
from bot.play.match.views import MatchView
from bot.play.outbox import MessageKind, OutboxMessage
from bot.play.people import preferences
from bot.play.profiles import NotificationChannel, Player
from bot.play.records import Match, MatchId


class Transport:
    """``messages`` are always of one match and one addressee, the oldest first."""

    def __init__(self, client: discord.Client, app: Application) -> None:
        self._client = client
        self._app = app
        self._posting = Posting(client)

    def inherit(self, outbox_message: int) -> None:
        """Another process may have tried all messages up to this one."""
        self._posting.inherited = outbox_message

    async def reach(
        self,
        messages: Sequence[OutboxMessage],
        letter: Callable[[], Awaitable[Message]],
        aloud: Message,
        *,
        way: NotificationChannel | None = None,
    ) -> None:
        """Tell somebody ``way``, by default as they want it: by DM, in the channel, or both. Where
        their DMs are closed the channel is taken."""
        user = addressee(messages)
        player = await self.player(user)
        way = way or NotificationChannel(player.asked)
        posted, told = None, messages
        closed = player.dm_closed_at is not None
        if way is not NotificationChannel.CHANNEL and not closed:
            try:
                posted, told = await self.write(user, await letter(), messages)
            except discord.HTTPException as error:
                if remedy(error) is not Remedy.CLOSED:
                    raise
                closed = True
                await preferences.arrives(self._app, user, arrived=False)
        if way is not NotificationChannel.DM or closed:
            match = await self.match(told[0].match)
            posted, told = await self.post(match.channel, aloud, told, aloud=True)
        await self.sent(told, posted)

    async def tell(
        self,
        messages: Sequence[OutboxMessage],
        message: Message,
        public: MatchView,
        *,
        aloud: bool,
        quiet: bool = False,
    ) -> None:
        """Send a DM. When they are closed, remember it, and say so once if ``aloud``.

        Panels show what is remembered. Of a ``quiet`` letter nothing is.
        """
        user = addressee(messages)
        try:
            posted, told = await self.write(user, message, messages)
        except discord.HTTPException as error:
            if remedy(error) is not Remedy.CLOSED:
                raise
            if quiet:
                await self.sent(messages, None)
                return
            if aloud:
                await self._say_closed(public, user, messages)
            await self._close(messages, user)
            return
        await self.sent(told, posted)

    async def _say_closed(
        self, public: MatchView, user: int, messages: Sequence[OutboxMessage]
    ) -> None:
        for holder in public.holders:
            if holder.user == user:
                try:
                    notice = dms.closed(public, holder)
                    await self.post(public.match.channel, notice, messages, aloud=True)
                except discord.HTTPException as error:
                    if remedy(error) is Remedy.LATER:
                        raise

    async def _close(self, messages: Sequence[OutboxMessage], user: int) -> None:
        now = self._app.clock.now()
        async with self._app.store.writing() as work:
            await work.keep_player(
                replace(await work.read(queries.PlayerOf(user)), dm_closed_at=now)
            )
            for outbox_message in messages:
                await work.message_sent(number(outbox_message), None, now)
            await work.commit()
        self._posting.noted(messages)

    async def edited(self, channel: int, panel_id: int, message: Message) -> bool:
        """Whether the message could be edited; ``False`` when a new one is needed."""
        try:
            live = self.channel(channel).get_partial_message(panel_id)
            await live.edit(**message.for_edit())
        except discord.HTTPException as error:
            if remedy(error, editing=True) is not Remedy.ANEW:
                raise
            return False
        return True

    async def post(
        self,
        channel: int,
        message: Message,
        messages: Sequence[OutboxMessage],
        *,
        aloud: bool = False,
    ) -> tuple[int, Sequence[OutboxMessage]]:
        """The message, and which of the messages it tells."""
        where = self.channel(channel)
        posted, told = await self._posting.once(where, message, messages, aloud=aloud)
        return posted.id, told

    async def write(
        self, user: int, message: Message, messages: Sequence[OutboxMessage]
    ) -> tuple[int, Sequence[OutboxMessage]]:
        """The DM, and which of the messages it tells."""
        dms = await self._client.create_dm(discord.Object(user))
        posted, told = await self._posting.once(dms, message, messages)
        await preferences.explained(self._app, message.explained)
        return posted.id, told

    async def home(self, user: int) -> int:
        """The channel of their DMs."""
        return (await self._client.create_dm(discord.Object(user))).id

    async def retire(self, match: Match, reminder: OutboxMessage) -> None:
        """Queue the removal of a reminder's buttons, and forget it."""
        now = self._app.clock.now()
        retire = effects.outbox_message(
            match, MessageKind.RETIRE, match.seq, now, user=reminder.user, mark=number(reminder)
        )
        async with self._app.store.writing() as work:
            await work.post((replace(retire, message=reminder.message),))
            await work.message_sent(number(reminder), None, now)
            await work.commit()

    async def live(
        self, sent_of: Match, messages: Sequence[OutboxMessage], posted: int, since: int
    ) -> None:
        """In one transaction: these are told, this is the panel, the old one is to be retired.

        When the match has gone to another channel since, what was posted is an old panel itself.
        """
        now = self._app.clock.now()
        async with self._app.store.writing() as work:
            match = await work.read(queries.MatchById(sent_of.id))
            assert match is not None
            for outbox_message in messages:
                await work.message_sent(number(outbox_message), posted, now)
            if match.channel != sent_of.channel:
                stray = effects.outbox_message(
                    match, MessageKind.RETIRE, match.seq, now, mark=posted
                )
                await work.post((replace(stray, message=posted, channel=sent_of.channel),))
            elif match.panel != posted:
                await work.set_panel(match.id, posted, since)
                if match.panel is not None:
                    retire = effects.outbox_message(match, MessageKind.RETIRE, match.seq, now)
                    await work.post((replace(retire, message=match.panel),))
            await work.commit()
        self._posting.noted(messages)

    async def sent(self, messages: Sequence[OutboxMessage], message: int | None) -> None:
        """Record these as done; ``message`` is ``None`` when nothing had to be sent."""
        now = self._app.clock.now()
        async with self._app.store.writing() as work:
            for outbox_message in messages:
                await work.message_sent(number(outbox_message), message, now)
            await work.commit()
        self._posting.noted(messages)

    async def match(self, match_id: MatchId) -> Match:
        async with self._app.store.reading() as reader:
            match = await reader.read(queries.MatchById(match_id))
        assert match is not None, "a message belongs to a match"
        return match

    async def player(self, user: int) -> Player:
        async with self._app.store.reading() as reader:
            return await reader.read(queries.PlayerOf(user))

    def channel(self, channel: int) -> discord.PartialMessageable:
        """By its id alone: needs no cache, and a closed thread opens when it is sent to."""
        return self._client.get_partial_messageable(channel)


def number(outbox_message: OutboxMessage) -> int:
    """The row of a stored message."""
    assert outbox_message.id is not None, "only stored messages are sent"
    return outbox_message.id


def addressee(messages: Sequence[OutboxMessage]) -> int:
    user = messages[0].user
    assert user is not None, "a DM has an addressee"
    return user
