"""Carries tournaments on where Discord is needed: threads for matches, and the panel.

Matches begin at the pace at which Discord lets threads be made. A thread whose match could not be
stored is empty, and removed like all such (``lobby.empty_threads``).
"""

from __future__ import annotations

import logging
from contextlib import suppress

import aiohttp
import discord

from bot.chat.delivery.request_limits import RequestLimits
from bot.chat.lobby import empty_threads
from bot.chat.platform import permissions
from bot.chat.platform.failures import describe_fault
from bot.chat.platform.interactions import Context
from bot.chat.platform.message import Message, fit, with_mentions
from bot.chat.tournaments import cup_pages, cup_words
from bot.play.lobby import server_settings
from bot.play.refusals import NoMatch, NotNow
from bot.play.storage.stored_fields import TournamentId
from bot.play.storage.tournaments import Pairing, Stage, Tournament
from bot.play.tournaments import progress, rulings
from bot.play.tournaments.progress import Present
from games.core.types import Refusal

log = logging.getLogger(__name__)

_AT_ONCE = 10
"""Matches that a sweep opens: each is followed by messages of its own."""
_LOOKED_AT = 50
"""Messages among which a panel is looked for."""
_GONE = "The channel of the tournament is gone. Resume it in another one."


class Conductor:
    def __init__(self, client: discord.Client, context: Context, limits: RequestLimits) -> None:
        self._client = client
        self._context, self._app = context, context.app
        self._limits = limits

    async def sweep(self) -> None:
        """Do what is due in all tournaments of the servers that are served here. Raises
        ``StoreBusy``."""
        for tournament in await progress.load_under_way(self._app):
            try:
                await self._conduct(tournament)
            except discord.RateLimited:
                continue  # the next sweep goes on
            except (aiohttp.ClientError, OSError, discord.HTTPException, NotNow) as error:
                ids = {"tournament": tournament, "fault": describe_fault(error)}
                log.warning("a tournament has to wait", extra={"ids": ids})

    async def _conduct(self, tournament: TournamentId) -> None:
        try:
            present = await progress.load_present(self._app, tournament)
        except NoMatch:
            return
        guild = self._client.get_guild(present.tournament.server)
        if guild is None or guild.unavailable:
            return  # it is another process's, or nobody's
        present = await progress.advance(self._app, tournament)
        for pairing in progress.pairings_to_open(present)[:_AT_ONCE]:
            if not await self._open(guild, present, pairing):
                break
        present = await progress.load_present(self._app, tournament)
        if present.tournament.told != present.tournament.version:
            await self._show(guild, present)

    # Matches

    async def _open(self, guild: discord.Guild, present: Present, pairing: Pairing) -> bool:
        """Whether the next can be opened as well."""
        known, tournament = present.known, present.tournament
        channel = guild.get_channel(tournament.channel)
        if not isinstance(channel, discord.TextChannel):
            await rulings.pause_by_itself(self._app, tournament.id, _GONE)
            return False
        try:
            permissions.check(channel.permissions_for(guild.me), permissions.needed_for_threads())
            sides = [cup_words.name_of(known, side) for side in (pairing.one, pairing.other)]
            name = f"{tournament.title}, round {pairing.round}: {' – '.join(sides)}"
            async with self._limits.request():
                kind = discord.ChannelType.public_thread
                thread = await empty_threads.make_thread(channel, name, kind)
        except discord.Forbidden:
            await rulings.pause_by_itself(self._app, tournament.id, "I may not make threads here.")
            return False
        except TimeoutError:
            return False
        except NotNow as refusal:
            if refusal.instead.startswith("Please try again"):
                return False  # nobody knows whether the thread is there; it is found later
            await rulings.pause_by_itself(self._app, tournament.id, refusal.sentence)
            return False
        try:
            begun = await progress.open_match(self._app, pairing, thread.id)
        except Refusal as refusal:
            await empty_threads.remove(thread)
            await rulings.pause_by_itself(self._app, tournament.id, refusal.sentence)
            return False
        if not begun:
            await empty_threads.remove(thread)
        return True

    # The panel

    async def _show(self, guild: discord.Guild, present: Present) -> None:
        """Show how it stands: in the panel, or in a new one for each round and for the end."""
        tournament = present.tournament
        channel = guild.get_channel(tournament.channel)
        if not isinstance(channel, discord.TextChannel):
            await progress.note_told(self._app, tournament, None, cup_pages.phase_of(tournament))
            return
        message = await cup_pages.build_panel(self._context, present)
        message = fit(with_mentions(message, self._context.commands))
        message.view.children[0].id = cup_pages.build_mark(tournament)
        phase, panel = cup_pages.phase_of(tournament), tournament.panel
        if panel is not None and tournament.panel_round == phase:
            if not await self._edit(channel, panel, message):
                panel = None
        else:
            panel = None
        if panel is None:
            panel = await self._post(channel, tournament, message)
            await self._tell_results(present, channel)
        if tournament.panel is not None and tournament.panel != panel:
            former = cup_pages.build_former(present.known, tournament.panel_round)
            with suppress(discord.HTTPException):
                await self._edit(channel, tournament.panel, former)
        await progress.note_told(self._app, tournament, panel, phase)

    async def _tell_results(self, present: Present, channel: discord.TextChannel) -> None:
        """Tell the end where the server wants to hear of results."""
        tournament = present.tournament
        here = await server_settings.load(self._app, tournament.server)
        if tournament.stage is not Stage.OVER or here.chronicle in (None, channel.id):
            return
        if permissions.is_hidden(self._client, tournament.server, channel.id, here.chronicle or 0):
            return
        message = fit(await cup_pages.build_panel(self._context, present))
        try:
            async with self._limits.request(message.size):
                place = self._client.get_partial_messageable(here.chronicle or 0)
                await place.send(**message.for_send())
        except discord.HTTPException as error:
            ids = {"tournament": tournament.id, "fault": describe_fault(error)}
            log.warning("the end of a tournament was not told", extra={"ids": ids})

    async def _edit(self, channel: discord.TextChannel, panel: int, message: Message) -> bool:
        """Edit the panel; false if it is no longer there."""
        try:
            async with self._limits.request(message.size):
                await channel.get_partial_message(panel).edit(**message.for_edit())
        except discord.NotFound:
            return False
        return True

    async def _post(
        self, channel: discord.TextChannel, tournament: Tournament, message: Message
    ) -> int:
        """Post it, or find it where an earlier try has posted it unnoticed."""
        mark, own = cup_pages.build_mark(tournament), self._client.user
        async with self._limits.request():
            async for each in channel.history(limit=_LOOKED_AT):
                ids = {getattr(part, "id", None) for part in each.components}
                is_ours = own is not None and each.author.id == own.id and mark in ids
                if is_ours and each.id != tournament.panel:
                    await each.edit(**message.for_edit())
                    return each.id
        async with self._limits.request(message.size):
            posted = await channel.send(**message.for_send())
        return posted.id
