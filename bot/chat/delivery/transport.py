"""Sends, edits and records one message: to a channel, by DM, or as the user prefers.

Raises what Discord or the store raise; the sender decides what then.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import discord

from bot.chat.delivery.posting import Posting
from bot.chat.delivery.request_limits import RequestLimits
from bot.chat.match import panel
from bot.chat.messages import dms
from bot.chat.platform.failures import Remedy, find_remedy
from bot.chat.platform.interactions import Context
from bot.chat.platform.message import Message, with_mentions
from bot.play import effects
from bot.play.match.views import MatchView
from bot.play.people import preferences
from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind, OutboxMessage
from bot.play.storage.ports import Conflict, UnitOfWork, lock_key
from bot.play.storage.profiles import NotificationChannel, Player
from bot.play.storage.records import Match, MatchId


class Transport:
    """``messages`` are always of one match and one addressee, the oldest first."""

    def __init__(self, client: discord.Client, context: Context, limits: RequestLimits) -> None:
        self._client = client
        self._app = context.app
        self._commands = context.commands
        self._limits = limits
        self._posting = Posting(client, limits, context.app.store.leases)

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
        player = await self.load_player(user)
        way = way or NotificationChannel(player.asked)
        posted, told = None, messages
        closed = player.dm_closed_at is not None
        if way is not NotificationChannel.CHANNEL and not closed:
            try:
                posted, told = await self.write(user, await letter(), messages)
            except discord.HTTPException as error:
                if find_remedy(error) is not Remedy.CLOSED:
                    raise
                closed = True
                await preferences.note_arrival(self._app, user, arrived=False)
        if way is not NotificationChannel.DM or closed:
            match = await self.load_match(told[0].match)
            posted, told = await self.post(match.channel, aloud, told, aloud=True)
        await self.record_sent(told, posted)

    async def tell(
        self,
        messages: Sequence[OutboxMessage],
        message: Message,
        public: MatchView | None,
        *,
        aloud: bool,
        quiet: bool = False,
    ) -> None:
        """Send a DM. When they are closed, remember it, and say so once if ``aloud``.

        Panels show what is remembered. Nothing is remembered of a ``quiet`` one.
        """
        user = addressee(messages)
        try:
            posted, told = await self.write(user, message, messages)
        except discord.HTTPException as error:
            if find_remedy(error) is not Remedy.CLOSED:
                raise
            if quiet:
                await self.record_sent(messages, None)
                return
            if aloud and public is not None:
                await self._say_closed(public, user, messages)
            await self._close(messages, user)
            return
        await self.record_sent(told, posted)

    async def _say_closed(
        self, public: MatchView, user: int, messages: Sequence[OutboxMessage]
    ) -> None:
        for holder in public.holders:
            if holder.user == user:
                try:
                    notice = dms.build_closed(public, holder)
                    await self.post(public.match.channel, notice, messages, aloud=True)
                except discord.HTTPException as error:
                    if find_remedy(error) is Remedy.LATER:
                        raise

    async def _close(self, messages: Sequence[OutboxMessage], user: int) -> None:
        now = self._app.clock.now()
        async with self._app.store.writing(lock_key("user", user)) as work:
            await work.keep(replace(await work.read(queries.PlayerOf(user)), dm_closed_at=now))
            for outbox_message in messages:
                await work.mark_sent(row_number(outbox_message), None, now)
            await work.commit()
        self._posting.forget(messages)

    async def try_edit(self, channel: int, panel_id: int, message: Message) -> bool:
        """Edit a message; ``False`` when a new one is needed."""
        try:
            live = self.get_channel(channel).get_partial_message(panel_id)
            async with self._limits.request(message.size):
                await live.edit(**with_mentions(message, self._commands).for_edit())
        except discord.HTTPException as error:
            if find_remedy(error, editing=True) is not Remedy.ANEW:
                raise
            return False
        return True

    async def remove_buttons(
        self, place: int, old: int | None, moved_to: Match | None = None
    ) -> None:
        """Take the buttons off a message, if it can still be edited."""
        if old is None:
            return
        try:
            async with self._limits.request():
                message = await self.get_channel(place).fetch_message(old)
            rest = panel.retire_panel(message, moved_to)
            if rest is not None:
                async with self._limits.request(rest.size):
                    await message.edit(**rest.for_edit())
        except discord.HTTPException as error:
            if find_remedy(error, editing=True) is not Remedy.ANEW:
                raise

    async def post(
        self,
        channel: int,
        message: Message,
        messages: Sequence[OutboxMessage],
        *,
        aloud: bool = False,
    ) -> tuple[int, Sequence[OutboxMessage]]:
        """The message, and which of the messages it tells."""
        where, ready = self.get_channel(channel), with_mentions(message, self._commands)
        posted, told = await self._posting.post_once(where, ready, messages, aloud=aloud)
        return posted.id, told

    async def write(
        self, user: int, message: Message, messages: Sequence[OutboxMessage]
    ) -> tuple[int, Sequence[OutboxMessage]]:
        """The DM, and which of the messages it tells."""
        ready = with_mentions(message, self._commands)
        posted, told = await self._posting.post_once(await self._open_dms(user), ready, messages)
        await preferences.mark_explained(self._app, message.explained)
        return posted.id, told

    async def dm_channel(self, user: int) -> int:
        """The DM channel of a user."""
        return (await self._open_dms(user)).id

    async def _open_dms(self, user: int) -> discord.DMChannel:
        async with self._limits.request():
            return await self._client.create_dm(discord.Object(user))

    async def retire(self, match: Match, reminder: OutboxMessage) -> None:
        """Queue the removal of a reminder's buttons, and forget it."""
        now = self._app.clock.now()
        retire = effects.outbox_message(
            match, MessageKind.RETIRE, match.seq, now, user=reminder.user, mark=row_number(reminder)
        )
        async with self._app.store.writing(match.id) as work:
            await work.post((replace(retire, message=reminder.message),))
            await work.mark_sent(row_number(reminder), None, now)
            await work.commit()

    async def record_panel(
        self,
        sent_of: Match,
        messages: Sequence[OutboxMessage],
        posted: int,
        since: int,
        unsent: Sequence[OutboxMessage] = (),
    ) -> None:
        """In one transaction: these are told, this is the panel, and nothing had to be sent for the
        ``unsent``. The buttons of the old panel go first: what ends the process before this is
        noted has it done again, and finds what was posted."""
        retired = sent_of.panel == posted or await self._try_retire(sent_of)
        if sent_of.panel == posted or not await self._try_replace(
            sent_of, messages, posted, since, unsent, retired=retired
        ):
            await self._record_elsewhere(sent_of, messages, posted, since, unsent)
        self._posting.forget(messages)

    async def _try_retire(self, match: Match) -> bool:
        """Take the buttons off the old panel; ``False`` when the outbox has to do it later."""
        try:
            await self.remove_buttons(match.channel, match.panel)
        except Exception:  # noqa: BLE001  the new panel stands, whatever becomes of the old one
            return False
        return True

    async def _try_replace(
        self,
        sent_of: Match,
        messages: Sequence[OutboxMessage],
        posted: int,
        since: int,
        unsent: Sequence[OutboxMessage],
        *,
        retired: bool,
    ) -> bool:
        """Make this the live panel; ``False`` where match or panel have moved on meanwhile."""
        try:
            async with self._app.store.writing(sent_of.id) as work:
                await self._note(work, messages, posted, unsent)
                await work.set_panel(sent_of.id, posted, since, instead=sent_of)
                if not retired:
                    await self._post_retiring(work, sent_of)
                await work.commit()
        except Conflict:
            return False
        return True

    async def _post_retiring(self, work: UnitOfWork, match: Match) -> None:
        if match.panel is not None:
            now = self._app.clock.now()
            retire = effects.outbox_message(match, MessageKind.RETIRE, match.seq, now)
            await work.post((replace(retire, message=match.panel),))

    async def _record_elsewhere(
        self,
        sent_of: Match,
        messages: Sequence[OutboxMessage],
        posted: int,
        since: int,
        unsent: Sequence[OutboxMessage],
    ) -> None:
        """Record the delivery for a match whose live panel is another one by now.

        When the match itself has moved to another channel, the posted message is an old panel.
        """
        now = self._app.clock.now()
        async with self._app.store.writing(sent_of.id) as work:
            match = await work.read(queries.MatchById(sent_of.id))
            assert match is not None
            await self._note(work, messages, posted, unsent)
            if match.channel != sent_of.channel:
                stray = effects.outbox_message(
                    match, MessageKind.RETIRE, match.seq, now, mark=posted
                )
                await work.post((replace(stray, message=posted, channel=sent_of.channel),))
            elif match.panel != posted:
                await work.set_panel(match.id, posted, since)
                await self._post_retiring(work, match)
            await work.commit()

    async def record_sent(
        self,
        messages: Sequence[OutboxMessage],
        message: int | None,
        unsent: Sequence[OutboxMessage] = (),
    ) -> None:
        """Record these as done; ``message`` is ``None`` when nothing had to be sent, as for the
        ``unsent``."""
        async with self._app.store.writing(messages[0].match) as work:
            await self._note(work, messages, message, unsent)
            await work.commit()
        self._posting.forget(messages)

    async def _note(
        self,
        work: UnitOfWork,
        messages: Sequence[OutboxMessage],
        message: int | None,
        unsent: Sequence[OutboxMessage],
    ) -> None:
        now = self._app.clock.now()
        for outbox_message in messages:
            await work.mark_sent(row_number(outbox_message), message, now)
        for outbox_message in unsent:
            await work.mark_sent(row_number(outbox_message), None, now)

    async def load_match(self, match_id: MatchId) -> Match:
        async with self._app.store.reading() as reader:
            match = await reader.read(queries.MatchById(match_id))
        assert match is not None, "a message belongs to a match"
        return match

    async def load_player(self, user: int) -> Player:
        async with self._app.store.reading() as reader:
            return await reader.read(queries.PlayerOf(user))

    def get_channel(self, channel: int) -> discord.PartialMessageable:
        """By its id alone: needs no cache, and a closed thread opens when it is sent to."""
        return self._client.get_partial_messageable(channel)


def row_number(outbox_message: OutboxMessage) -> int:
    """The row of a stored message."""
    assert outbox_message.id is not None, "only stored messages are sent"
    return outbox_message.id


def addressee(messages: Sequence[OutboxMessage]) -> int:
    user = messages[0].user
    assert user is not None, "a DM has an addressee"
    return user
