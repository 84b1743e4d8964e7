"""The Discord client: passes what it receives to the router and the commands."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.chat import command_tree, router
from bot.chat.boundary import answer_faults
from bot.chat.delivery.request_limits import RequestLimits
from bot.chat.delivery.sender import Sender
from bot.chat.emojis import Emojis
from bot.chat.library import Identifications, replace_parts
from bot.chat.platform.interactions import Context, Interaction
from bot.chat.platform.pictures import Pictures
from bot.chat.referee import server_page
from bot.chat.registration import register
from bot.play.application import Application
from bot.play.referee.unreadable import look_through
from bot.play.refusals import NotNow
from bot.play.storage.leases import ALL
from renderers import Renderer

log = logging.getLogger(__name__)

_ROUTED = (discord.InteractionType.component, discord.InteractionType.modal_submit)


class StarpostTree(app_commands.CommandTree[discord.Client]):
    """The slash commands; what goes wrong before one of ours is reached is answered here."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        suggesting = interaction.type is discord.InteractionType.autocomplete
        context: Context = interaction.client.context
        if context.serves(interaction.guild_id):
            return True
        if suggesting:
            await interaction.response.autocomplete([])
        else:
            async with answer_faults(interaction):
                router.check_server(context, interaction)
        return False

    async def on_error(
        self, interaction: Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Report commands that this release does not have; our own commands handle their errors."""
        async with answer_faults(interaction):
            if isinstance(
                error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch
            ):
                raise NotNow(
                    "This command has changed.",
                    instead="Restart Discord to load the new one, and try again.",
                )
            raise error


class StarpostClient(discord.AutoShardedClient):
    """Serves people on the shards of ``app``; on none it sends what waits and keeps deadlines."""

    def __init__(
        self,
        app: Application,
        renderers: Mapping[str, Renderer],
        *,
        sweep_seconds: int,
        servers: tuple[int, ...] = (),
        emojis: bool = False,
    ) -> None:
        """``emojis``: whether signs are uploaded, and stand beside names."""
        replace_parts()
        limits = RequestLimits()
        known = None if app.shards == ALL else app.shards
        super().__init__(
            http_trace=limits.trace,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            shard_count=None if known is None else known.count,
        )
        self.shard_ids = None if known is None else list(known.ids)
        self._is_standby = app.shards is None
        self._has_emojis = emojis
        self._identifications = Identifications(self.fetch_session_start_limits, app.store)
        self.context = Context(app, Pictures(renderers), servers)
        self.tree = StarpostTree(self)
        for command in (*command_tree.all_commands(), command_tree.show_results):
            self.tree.add_command(command)
        self._filling: asyncio.Task[None] | None = None
        self.signs = Emojis(self, app, renderers)
        self.sender = Sender(self, self.context, limits, sweep_seconds=sweep_seconds)
        self.lost_channels = self.sender.lost_channels
        app.executor.after_commit = self.sender.drain_soon

    async def setup_hook(self) -> None:
        self.context.commands.update(await register(self.tree, self.context.app.store))
        self.sender.start()
        if self._has_emojis:
            self.signs.start()
        self._filling = asyncio.create_task(look_through(self.context.app))
        await self.context.app.computers.wake_all()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Replaces the library's fixed wait of five seconds between shards."""
        await self._identifications.wait_for_turn(shard_id or 0)

    async def connect(self, *, reconnect: bool = True) -> None:
        if self._is_standby:
            await asyncio.get_running_loop().create_future()  # until it is stopped
        await super().connect(reconnect=reconnect)

    async def close(self) -> None:
        if self._filling is not None:
            self._filling.cancel()
        self.signs.stop()
        self.context.app.computers.stop()
        self.sender.stop()
        await super().close()

    async def on_ready(self) -> None:
        log.info("connected", extra={"ids": {"servers": len(self.guilds)}})
        await self.lost_channels.look()
        await self.sender.unblock()  # only now it is known what may be done where

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await server_page.welcome(self.context, guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The server is gone, or has removed the bot; one that is merely unavailable does not come
        here."""
        await self.lost_channels.look_on(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.lost_channels.note_deleted(channel.id)
        # Its threads are gone as well; Discord names none, and not all are known here.
        await self.lost_channels.look_on(channel.guild.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self.lost_channels.note_deleted(payload.thread_id)

    async def on_interaction(self, interaction: Interaction) -> None:
        if interaction.type in _ROUTED:
            await router.route(interaction)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log the kind of event only: its arguments hold what people wrote."""
        error = sys.exc_info()[1]
        kind = type(error).__name__
        log.error("event failed", extra={"ids": {"event": event_method, "error": kind}})
