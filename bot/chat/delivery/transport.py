"""Sends, edits and records one message: to a channel, by DM, or as the user prefers.

New messages are posted once: what an earlier try may have posted is looked for first. Raises what
Discord or the store raise; the sender decides what then.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace

import discord

from bot.chat.delivery.request_limits import RequestLimits
from bot.chat.match import panel
from bot.chat.messages import dms
from bot.chat.platform.failures import Remedy, find_remedy
from bot.chat.platform.interactions import Context
from bot.chat.platform.message import Message, has_files_of_all, with_mentions
from bot.play import effects
from bot.play.match.views import MatchView
from bot.play.people import preferences
from bot.play.storage import queries
from bot.play.storage.leases import LeaseLost, Leases
from bot.play.storage.outbox import MessageKind, OutboxMessage
from bot.play.storage.ports import Conflict, UnitOfWork, lock_key
from bot.play.storage.profiles import NotificationChannel, Player
from bot.play.storage.records import Match, MatchId

_LAST_MESSAGES = 100
"""As many as Discord gives at once."""
_LEAST = 2**16
"""Below it are the ids that Discord gives to components which have none."""
_MOST = 2**31 - 1
_SLACK = 5.0
"""Seconds after the end of a request, to note what came of it."""
_MOST_REMEMBERED = 256
"""Messages, as they are shown: those that were sent last."""


class Transport:
    """``messages`` are always of one match and one addressee, the oldest first."""

    def __init__(self, client: discord.Client, context: Context, limits: RequestLimits) -> None:
        self._client = client
        self._app = context.app
        self._commands = context.commands
        self._limits = limits
        self._posting = Posting(client, limits, context.app.store.leases)
        self._shown: OrderedDict[int, tuple[int, discord.Message]] = OrderedDict()
        """By its id, a message as Discord last answered it, with the newest outbox message told."""

    def inherit(self, outbox_message: int) -> None:
        """Take messages over: another process may have tried all up to this one."""
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

    async def try_edit(
        self, channel: int, panel_id: int, message: Message, messages: Sequence[OutboxMessage]
    ) -> bool:
        """Edit a message; ``False`` when a new one is needed."""
        self._shown.pop(panel_id, None)
        try:
            live = self.get_channel(channel).get_partial_message(panel_id)
            async with self._limits.request(message.size):
                edited = await live.edit(**with_mentions(message, self._commands).for_edit())
        except discord.HTTPException as error:
            if find_remedy(error, editing=True) is not Remedy.ANEW:
                raise
            return False
        self._remember(edited, messages)
        return True

    def _remember(self, shown: discord.Message, messages: Sequence[OutboxMessage]) -> None:
        """Keep what a channel shows, so that it need not be fetched when its buttons go."""
        self._shown[shown.id] = (row_number(messages[-1]), shown)
        while len(self._shown) > _MOST_REMEMBERED:
            self._shown.popitem(last=False)

    async def _load_shown(self, match: MatchId, place: int, message: int) -> discord.Message:
        """The message as it is now: fetched, where another process may have edited it or where
        Discord has not said which files it shows."""
        told, shown = self._shown.pop(message, (0, None))
        known = told >= self._app.store.leases.last_in_doubt(match)
        if shown is not None and known and has_files_of_all(shown):
            return shown
        async with self._limits.request():
            return await self.get_channel(place).fetch_message(message)

    async def remove_buttons(
        self, match: Match, place: int, old: int | None, *, moved: bool = False
    ) -> None:
        """Take the buttons off a message, if it can still be edited.

        ``moved``  whether it is in a channel that the match has left
        """
        if old is None:
            return
        try:
            message = await self._load_shown(match.id, place, old)
            rest = panel.retire_panel(message, match if moved else None)
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
        self._remember(posted, told)
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
            await self.remove_buttons(match, match.channel, match.panel)
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
        """Find a channel by its id alone: no cache is needed, and sending to a closed thread opens
        it."""
        return self._client.get_partial_messageable(channel)


def row_number(outbox_message: OutboxMessage) -> int:
    """The row of a stored message."""
    assert outbox_message.id is not None, "only stored messages are sent"
    return outbox_message.id


def addressee(messages: Sequence[OutboxMessage]) -> int:
    user = messages[0].user
    assert user is not None, "a DM has an addressee"
    return user


class Posting:
    """Sends new messages, and recognises those that it has sent.

    For some minutes Discord answers a repeated nonce with the message that was posted. Later the
    nonce is gone, and it is missing in messages that are looked up. So the id of the first
    component marks the newest outbox message that a message tells.

    ``inherited``  the last message that may have been tried before this process began
    ``leases``     know what other processes may have tried meanwhile
    """

    def __init__(self, client: discord.Client, limits: RequestLimits, leases: Leases) -> None:
        self._client = client
        self._limits = limits
        self._leases = leases
        self.inherited = 0
        self._tried: dict[str, discord.Message | None] = {}
        """By nonce: what was posted but not recorded, or ``None`` if that is unknown."""

    async def post_once(
        self,
        where: discord.abc.Messageable,
        message: Message,
        outbox_messages: Sequence[OutboxMessage],
        *,
        aloud: bool = False,
    ) -> tuple[discord.Message, Sequence[OutboxMessage]]:
        """Post ``message``, or give what an earlier try has posted; and which messages that tells.

        ``outbox_messages``  what it tells, the oldest first: the others still have to be told
        ``aloud``    whether it is the notice in the channel instead of a DM

        Without the permission to read the history of a channel nothing is found there, and after
        an outage longer than Discord's memory for nonces a message may come twice: better than
        never. Raises ``LeaseLost`` where another process sends the messages of the match by now.
        """
        nonce = _build_nonce(outbox_messages[0], aloud)
        posted = self._tried.get(nonce)
        if posted is None and self._is_in_doubt(outbox_messages, aloud):
            posted = await self._find_posted(where, outbox_messages, aloud)
        if posted is None:
            request = self._limits.request(message.size)
            if not await self._leases.hold(outbox_messages[0].match, request.seconds + _SLACK):
                raise LeaseLost
            self._tried[nonce] = None
            message.view.children[0].id = build_mark(outbox_messages[-1], aloud=aloud)
            try:
                async with request:
                    posted = await where.send(nonce=nonce, **message.for_send())
            except (discord.HTTPException, discord.RateLimited) as error:
                failed = isinstance(error, discord.HTTPException) and error.status >= 500
                if not (failed or request.unsure):  # refused: this try has posted nothing
                    del self._tried[nonce]
                raise
        self._tried[nonce] = posted
        return posted, outbox_messages[: max(1, _count_told(posted, outbox_messages, aloud))]

    def forget(self, outbox_messages: Iterable[OutboxMessage]) -> None:
        """Forget the tries of messages whose outcome has been recorded."""
        for outbox_message in outbox_messages:
            for aloud in (False, True):
                self._tried.pop(_build_nonce(outbox_message, aloud), None)

    def _is_in_doubt(self, outbox_messages: Iterable[OutboxMessage], aloud: bool) -> bool:
        """Whether an earlier try may have taken effect, here or before the start."""
        return any(
            _build_nonce(each, aloud) in self._tried
            or (each.id or 0) <= max(self.inherited, self._leases.last_in_doubt(each.match))
            for each in outbox_messages
        )

    async def _find_posted(
        self, where: discord.abc.Messageable, outbox_messages: Sequence[OutboxMessage], aloud: bool
    ) -> discord.Message | None:
        """Our message in the channel that tells the most of these, if there is one."""
        own = self._client.user
        async with self._limits.request():
            theirs = [
                message
                async for message in where.history(limit=_LAST_MESSAGES)
                if own is not None
                and message.author.id == own.id
                and _count_told(message, outbox_messages, aloud)
            ]
        return max(theirs, key=lambda each: _count_told(each, outbox_messages, aloud), default=None)


def build_mark(outbox_message: OutboxMessage, *, aloud: bool = False) -> int:
    """The 31-bit number that marks a message which ends with this outbox message.

    Everybody may read it: it comes from the nonce, which is keyed with the secret of the match,
    so that neither the order nor the number of anything can be read from it.
    """
    digest = hmac.digest(_build_nonce(outbox_message, aloud).encode(), b"mark", hashlib.sha256)
    return _LEAST + int.from_bytes(digest[:8], "big") % (_MOST - _LEAST)


def _count_told(
    message: discord.Message, outbox_messages: Sequence[OutboxMessage], aloud: bool
) -> int:
    """How many of the outbox messages it tells: all up to the one whose mark it carries."""
    ids = {getattr(part, "id", None) for part in message.components}
    marked = (
        at for at, each in enumerate(outbox_messages, 1) if build_mark(each, aloud=aloud) in ids
    )
    return max(marked, default=0)


def _build_nonce(outbox_message: OutboxMessage, aloud: bool) -> str:
    return f"{outbox_message.nonce}c" if aloud else outbox_message.nonce
