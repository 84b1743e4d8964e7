"""Serves Discord until the process is asked to stop.

Exit status 0 after a clean stop; 1 for a fault nobody foresaw; 2 for settings
that cannot be used, 3 for the database (which another process may be serving),
4 for the token, 5 for intents that Discord does not allow, 6 when Discord
cannot be reached, 7 when the bot is on more servers than its shards may have.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import Awaitable
from enum import IntEnum
from functools import partial

import aiohttp
import discord

from bot import logs
from bot.chat.client import StarpostClient
from bot.clock import SystemClock
from bot.composition import build_client, collect_seldom
from bot.play.application import Application, NewerRules, refuse_newer_rules
from bot.play.storage.leases import ALL
from bot.play.storage.ports import StoreBusy, StoreUnwritable
from bot.settings import BotSettings, Unusable, load
from bot.store.store import SqlStore, serve_shards
from bot.store.unusable import StoreUnusable

log = logging.getLogger("bot")

_GLANCE_SECONDS = 20.0
"""Between two looks whether a newer process uses the database."""
_BAD_TOKEN, _TOO_MANY_SERVERS = 4004, 4011
"""Gateway close codes: the token was withdrawn after the login; a shard has too many servers."""


class Exit(IntEnum):
    CLEAN = 0
    FAULT = 1
    SETTINGS = 2
    DATABASE = 3
    TOKEN = 4
    INTENTS = 5
    UNREACHABLE = 6
    SHARDS = 7


def run() -> int:
    try:
        settings = load(BotSettings)
    except Unusable as fault:
        return _refuse(str(fault), Exit.SETTINGS)
    logs.set_up(settings.log_level)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody talks here
    try:
        return asyncio.run(_serve_until_stopped(settings))
    except KeyboardInterrupt:
        return Exit.CLEAN


async def _serve_until_stopped(settings: BotSettings) -> int:
    """Serve until the process is asked to stop."""
    served = asyncio.ensure_future(serve(settings))
    loop = asyncio.get_running_loop()
    if sys.platform != "win32":
        for each in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(each, served.cancel)
    try:
        return await served
    except asyncio.CancelledError:
        return Exit.CLEAN


async def serve(settings: BotSettings) -> int:
    """Run the bot; the exit status once it has ended."""
    try:
        async with serve_shards(settings.database, settings.shards):
            return await _serve(settings)
    except StoreUnusable as fault:
        return _refuse(str(fault), Exit.DATABASE)


async def _serve(settings: BotSettings) -> int:
    """Raises ``StoreUnusable``."""
    try:
        store = await SqlStore.open(settings.database)
    except StoreBusy:
        return _refuse("The database is in use by another process.", Exit.DATABASE)
    except StoreUnwritable:
        return _refuse("The disk of the database is full, broken or read-only.", Exit.DATABASE)
    try:
        return await _serve_until_damaged(settings, store)
    except (NewerRules, StoreUnusable) as fault:
        return _refuse(str(fault), Exit.DATABASE)
    except discord.LoginFailure:
        return _refuse("Discord does not know this token: check STARPOST_TOKEN.", Exit.TOKEN)
    except discord.PrivilegedIntentsRequired:
        return _refuse(
            "Discord asks for an intent that this bot does not need. Please report this.",
            Exit.INTENTS,
        )
    except discord.ConnectionClosed as closed:
        if closed.code == _BAD_TOKEN:
            return _refuse("Discord has withdrawn this token: set a new one.", Exit.TOKEN)
        if closed.code == _TOO_MANY_SERVERS:
            way = (
                "start it again, and it takes as many as Discord advises"
                if settings.shards == ALL
                else "stop all processes, and give STARPOST_SHARDS a higher number of shards"
            )
            return _refuse(f"This bot is on too many servers for its shards: {way}.", Exit.SHARDS)
        return _refuse(f"Discord has ended the connection ({closed.code}).", Exit.UNREACHABLE)
    except (
        aiohttp.ClientError,
        discord.DiscordServerError,
        discord.GatewayNotFound,
        OSError,
    ) as error:
        kind = type(error).__name__
        return _refuse(f"Discord cannot be reached ({kind}).", Exit.UNREACHABLE)
    except Exception as error:  # noqa: BLE001 - the last stop: no contents may reach the terminal
        places = ", ".join(logs.places(error))
        return _refuse(f"A fault ended the bot: {type(error).__name__} at {places}", Exit.FAULT)
    finally:
        await store.aclose()


async def _serve_until_damaged(settings: BotSettings, store: SqlStore) -> int:
    """Serve while the database is sound: more than is damaged already could be lost. Raises
    ``StoreUnusable``."""
    try:
        async with asyncio.timeout(None) as until:
            store.on_damage = partial(until.reschedule, 0)
            return await _connect(settings, store)
    except TimeoutError:
        if store.damage is None:
            raise
        raise store.damage from None


async def _connect(settings: BotSettings, store: SqlStore) -> int:
    client = build_client(
        store,
        SystemClock(),
        sweep_seconds=settings.sweep_seconds,
        lobby_days=settings.lobby_days,
        keep_days=settings.keep_days,
        servers=settings.servers,
        shards=settings.shards,
    )
    await refuse_newer_rules(client.context.app)
    games = len(client.context.app.games)
    log.info("starting", extra={"ids": {"games": games}})
    async with client:
        settling = asyncio.create_task(_settle(client))
        try:
            starting = client.start(settings.token.get_secret_value())
            await serve_until_outdated(client.context.app, store, starting)
        finally:
            settling.cancel()
    return Exit.CLEAN


async def serve_until_outdated(app: Application, store: SqlStore, serving: Awaitable[None]) -> None:
    """Serve while no newer Starpost uses the database as well. Raises ``NewerRules`` or
    ``StoreUnusable``."""
    if store.leases.alone:
        await serving
        return
    faults = list[Exception]()
    try:
        async with asyncio.timeout(None) as until:
            watching = asyncio.create_task(_watch(app, store, faults, until))
            try:
                await serving
            finally:
                watching.cancel()
    except TimeoutError:
        if not faults:
            raise
        raise faults[0] from None


async def _watch(
    app: Application, store: SqlStore, faults: list[Exception], until: asyncio.Timeout
) -> None:
    while not faults:
        await asyncio.sleep(_GLANCE_SECONDS)
        try:
            await store.refuse_newer_schema()
            await refuse_newer_rules(app)
        except (NewerRules, StoreUnusable) as fault:
            faults.append(fault)
            until.reschedule(0)
        except (StoreBusy, StoreUnwritable):
            continue  # who cannot reach it changes nothing there


async def _settle(client: StarpostClient) -> None:
    """Tune garbage collection once all servers are known: they stay in memory as well."""
    await client.wait_until_ready()
    collect_seldom()


def _refuse(words: str, status: Exit) -> int:
    print(words, file=sys.stderr)
    return status
