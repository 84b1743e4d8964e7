"""New messages are posted once: first look for what an earlier try may have posted."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence

import discord

from bot.chat.delivery.request_limits import RequestLimits
from bot.chat.platform.message import Message
from bot.play.storage.leases import LeaseLost, Leases
from bot.play.storage.outbox import OutboxMessage

_LAST_MESSAGES = 100
"""As many as Discord gives at once."""
_LEAST = 2**16
"""Below it are the ids that Discord gives to components which have none."""
_MOST = 2**31 - 1
_SLACK = 5.0
"""Seconds after the end of a request, to note what came of it."""


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
