"""Deleted channels and threads: how the bot learns of them, and messages for matches that have
lost theirs.

Discord tells of a deletion while the bot is connected. Servers that were left before are found
when it has connected; channels that were deleted unheard, when something is to be posted there or
they are listed: to ask for each of them would take a starting bot minutes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import aiohttp
import discord
from discord import app_commands

from bot.chat.platform import blocks
from bot.chat.platform.blocks import button, title
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.failures import ANSWER_SECONDS
from bot.chat.platform.interactions import Interaction, get_context, may_referee
from bot.chat.platform.message import Message
from bot.chat.platform.safe_text import shorten
from bot.play.application import Application
from bot.play.lobby.practice import is_private
from bot.play.match.views import MatchView
from bot.play.referee import lost_channels
from bot.play.referee.lost_channels import check_mover, users_who_may_move
from bot.play.refusals import NoMatch, NotSeated
from bot.play.storage import queries
from bot.play.storage.leases import find_shard
from bot.play.storage.records import Match, MatchId, SeatHolder, Status

UNKNOWN_CHANNEL = 10003
_UNKNOWN_SERVER, _NO_ACCESS = 10004, 50001
"""Discord's codes."""
_AT_ONCE, _LONGEST = 25, 100
_MOST = 200


class LostChannelListener:
    """A match is paused only if its channel cannot be found, whatever Discord reports.

    Of several processes only that which hears of the server decides.
    """

    def __init__(self, client: discord.AutoShardedClient, app: Application) -> None:
        self._client = client
        self._app = app

    async def note_deleted(self, channel: int) -> None:
        """Record that Discord reports a channel as deleted."""
        await lost_channels.lose_channel(self._app, channel)

    async def look(self) -> None:
        """Find out which servers of open matches are gone."""
        async with self._app.store.reading() as reader:
            servers = await reader.read(queries.OpenServers())
        for server in servers:
            if self.is_server_gone(server):
                await self.look_on(server)

    async def look_on(self, server: int) -> None:
        """Find out which channels of open matches are gone."""
        async with self._app.store.reading() as reader:
            matches = await reader.read(queries.OpenOn(server, None, placed=True))
        for match in matches:
            if await self._is_missing(match, cached=True):
                await self.note_deleted(match.channel)

    async def decides(self, match_id: MatchId) -> bool:
        """Whether this process hears of the server of the match."""
        async with self._app.store.reading() as reader:
            match = await reader.read(queries.MatchById(match_id))
        return match is not None and self.hears_of(match.server)

    async def check(self, match_id: MatchId, *, cached: bool = False) -> None:
        """After a failed post, check whether the match's own channel is gone.

        ``cached``  believe that a channel is there when Discord has told of it
        """
        async with self._app.store.reading() as reader:
            match = await reader.read(queries.MatchById(match_id))
        if match is None or match.status is Status.OVER or match.gone_at is not None:
            return
        if await self._is_missing(match, cached=cached):
            await self.note_deleted(match.channel)

    async def is_newly_gone(self, match: Match) -> bool:
        """Whether the channel is found to be deleted only now, when its match is listed."""
        if match.gone_at is not None or not await self._is_missing(match, cached=True):
            return False
        await self.note_deleted(match.channel)
        return True

    def is_server_gone(self, server: int) -> bool:
        """Whether the bot is no longer on this server; ``False`` in doubt."""
        if self._client.get_guild(server) is not None or not self._client.is_ready():
            return False
        shard = self._find_shard(server)
        return shard is not None and not shard.is_closed()

    def hears_of(self, server: int) -> bool:
        """Whether this process has the shard of the server."""
        return self._find_shard(server) is not None

    def _find_shard(self, server: int) -> discord.ShardInfo | None:
        return self._client.get_shard(find_shard(server, self._client.shard_count or 1))

    async def has_left(self, server: int) -> bool:
        """Like ``is_server_gone``, but asks Discord about servers of another process."""
        if self.hears_of(server):
            return self.is_server_gone(server)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._client.fetch_guild(server, with_counts=False)
        except (discord.NotFound, discord.Forbidden) as error:
            return error.code in (_UNKNOWN_SERVER, _NO_ACCESS)
        except (discord.DiscordException, aiohttp.ClientError, OSError):
            return False
        return False

    async def _is_missing(self, match: Match, *, cached: bool) -> bool:
        """``False`` in doubt: Discord may be out of order, and a server unavailable for a while."""
        guild = self._client.get_guild(match.server)
        if guild is None:
            return self.is_server_gone(match.server)
        if guild.unavailable:
            return False
        if cached and guild.get_channel_or_thread(match.channel) is not None:
            return False
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._client.fetch_channel(match.channel)
        except discord.NotFound as error:
            return error.code == UNKNOWN_CHANNEL
        except (discord.DiscordException, aiohttp.ClientError, OSError):
            return False
        return False


def get_listener(interaction: Interaction) -> LostChannelListener:
    found: LostChannelListener = interaction.client.lost_channels
    return found


# --- Words ---


def build_dm(public: MatchView, user: int) -> Message | None:
    """The DM about a deleted channel, or ``None`` once the match has a channel again."""
    match = public.match
    if match.gone_at is None:
        return None
    if match.status is Status.RUNNING:
        said = f"🚪 The channel of this match was deleted. {describe_way(public, user)}"
        orders = (button("My orders", Action.ORDERS, match.id),)
        parts = (blocks.text(f"### {title(public)}", said), *blocks.rows(orders))
    elif not match.seq:
        said = "🚪 The channel was deleted, so this lobby is closed. `/match new` opens another."
        parts = (blocks.text(f"### {title(public)}", said),)
    else:
        return None
    return Message(blocks.layout(blocks.PRIVATE, parts))


def describe_way(match_view: MatchView, user: int) -> str:
    """Tell a user how a match whose channel was deleted can go on."""
    own = user in users_who_may_move(match_view.match, match_view.holders)
    how = "type `/match move-to` there and choose it under **match**"
    if own:
        return f"It is paused until you move it to another channel: {how}."
    return f"It is paused until {describe_movers(match_view)} moves it to another channel."


def describe_movers(match_view: MatchView) -> str:
    able = " or ".join(
        f"<@{user}>" for user in users_who_may_move(match_view.match, match_view.holders)
    )
    return f"{able} or somebody who manages the server"


# --- Naming a match that is to be moved ---


async def movable_matches(interaction: Interaction) -> tuple[tuple[Match, str], ...]:
    """The matches that the asker may move to this server, and what each is called."""
    context, user, here = get_context(interaction), interaction.user.id, interaction.guild_id or 0
    async with context.app.store.reading() as reader:
        known = (
            *await reader.read(queries.OpenOn(here, _MOST)),
            *await reader.read(queries.GoneOf(user, _MOST)),
        )
        found = [
            (each, await reader.read(queries.Holders(each.id)))
            for each in {m.id: m for m in known}.values()
        ]
    movable = [
        (match, _match_title(context.app.games[match.game].meta.title, match, holders))
        for match, holders in found
        if match.game in context.app.games
        and match.status is Status.RUNNING
        and _may_move(
            match, holders, user, manages=await may_referee(interaction) and match.server == here
        )
        and (match.server == here or await _has_left(interaction, match))
    ]
    return tuple(movable)


async def suggest(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest movable matches, those without a channel first."""
    wanted = typed.strip().casefold()
    found = sorted(await movable_matches(interaction), key=lambda each: each[0].gone_at is None)
    return [
        app_commands.Choice(name=called, value=match.id)
        for match, called in found
        if wanted in called.casefold() or wanted == match.id
    ][:_AT_ONCE]


async def find_named(interaction: Interaction, wanted: str) -> Match:
    """Find a match by its id or an unambiguous title. Raises ``NoMatch``."""
    said = wanted.strip().casefold()
    found = await movable_matches(interaction)
    fitting = [match for match, _ in found if match.id == said]
    fitting = fitting or [match for match, called in found if said in called.casefold()]
    if len(fitting) != 1:
        raise NoMatch(
            "There is no such match that you may move.",
            instead="Choose one of those that are suggested for match.",
        )
    return fitting[0]


def _may_move(match: Match, holders: tuple[SeatHolder, ...], user: int, *, manages: bool) -> bool:
    private = is_private(match) and all(holder.user != user for holder in holders)
    try:
        check_mover(match, holders, user, manages=manages)
    except NotSeated:
        return False
    return not private


async def _has_left(interaction: Interaction, match: Match) -> bool:
    """Whether the bot is no longer on the match's server."""
    return match.gone_at is not None and await get_listener(interaction).has_left(match.server)


def may_be_gone(interaction: Interaction, match: Match) -> bool:
    """Whether the bot may no longer be on the match's server, as far as this process hears."""
    listener = get_listener(interaction)
    unheard = not listener.hears_of(match.server)
    return match.gone_at is not None and (unheard or listener.is_server_gone(match.server))


def _match_title(game: str, match: Match, holders: Iterable[SeatHolder]) -> str:
    names = ", ".join(holder.name for holder in holders)
    where = ", channel deleted" if match.gone_at is not None else ""
    return shorten(f"{game} #{match.shown}{where}: {names}", _LONGEST)
