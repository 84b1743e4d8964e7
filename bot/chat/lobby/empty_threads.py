"""Threads made for a match, and the removal of those in which none has begun.

Discord may have made a thread although its answer was lost, or came to a bot that had ended; one
whose match could not be opened cannot always be removed at once; and lobbies close. So the bot
looks for threads of its own in which nobody ever wrote and no match is played.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import aiohttp
import discord

from bot.play.application import Application
from bot.play.refusals import NotNow
from bot.play.storage import queries
from bot.play.storage.records import Match, Status

AGE = timedelta(minutes=15)
"""As long as the interaction that opened the thread can be answered: its match may follow."""
_FEW = 25
_NO_ANSWER = (aiohttp.ClientError, OSError, discord.DiscordServerError)


async def make_thread(
    channel: discord.TextChannel, name: str, kind: discord.ChannelType
) -> discord.Thread:
    """A new thread. Raises ``NotNow`` when nobody knows whether it was made."""
    try:
        return await channel.create_thread(name=name[:100], type=kind)
    except _NO_ANSWER:
        raise NotNow(
            "Discord did not answer, so no match was opened.",
            instead="Please try again. An empty thread, if there is one, is removed in a while.",
        ) from None


async def remove(thread: discord.Thread) -> None:
    """Remove an empty thread. One that cannot be removed now is found again later."""
    try:
        await thread.delete()
    except (discord.HTTPException, aiohttp.ClientError, OSError):
        return


class EmptyThreads:
    def __init__(self, client: discord.Client, app: Application) -> None:
        self._client = client
        self._app = app
        self._seen: set[int] = set()

    async def sweep(self) -> None:
        """Remove those that are old enough, or whose lobby has closed. Raises ``StoreBusy``."""
        for guild in self._client.guilds:
            own = [
                thread
                for thread in guild.threads
                if thread.owner_id == guild.me.id and thread.id not in self._seen
            ]
            if own:
                await self._sweep(own)

    async def _sweep(self, threads: Sequence[discord.Thread]) -> None:
        before = self._app.clock.now() - AGE
        async with self._app.store.reading() as reader:
            known = await reader.read(queries.MatchesIn(tuple(each.id for each in threads)))
        for thread in threads:
            matches = [match for match in known if match.channel == thread.id]
            if any(match.seq for match in matches):
                self._seen.add(thread.id)
            elif matches:
                if all(match.status is Status.OVER for match in matches):
                    await self._look(thread, matches)
            elif discord.utils.snowflake_time(thread.id) < before:
                await self._look(thread)

    async def _look(self, thread: discord.Thread, matches: Sequence[Match] = ()) -> None:
        """Remove a thread in which nobody wrote; the bot did where there was a lobby."""
        allowed = {thread.owner_id} if matches else set()
        try:
            # Discord itself says who was added to a private thread.
            said = [
                m.is_system() or m.author.id in allowed async for m in thread.history(limit=_FEW)
            ]
            if all(said) and len(said) < _FEW:
                await thread.delete()
        except discord.DiscordServerError:
            return  # again at the next sweep
        except discord.HTTPException:
            pass  # it is gone, or we may not delete it
        except (aiohttp.ClientError, OSError):
            return
        self._seen.add(thread.id)
