"""Registration of the slash commands with Discord, which counts how often that happens."""

from __future__ import annotations

import hashlib
import json
import logging

import discord
from discord import app_commands

from bot.chat import command_tree
from bot.play.storage import queries
from bot.play.storage.ports import Store, StoreBusy, StoreUnwritable, key
from bot.play.storage.records import RegisteredCommands

log = logging.getLogger(__name__)


async def register(tree: app_commands.CommandTree[discord.Client], store: Store) -> None:
    """Tell Discord the commands, unless ours and those it has are the same as the last time.

    Ours alone do not say it: a newer version may have registered its own since, and a database
    that was restored knows nothing of that. Of several processes one registers them.
    """
    application = tree.client.application_id
    assert application is not None, "known from the login on"
    last = queries.CommandsDigest(application)
    async with store.reading() as reader:
        if await reader.read(last) == await _digest(tree):
            return
    try:
        async with store.writing(key("commands", application)) as work:
            if await work.read(last) == await _digest(tree):
                return  # another process has done it meanwhile
            await tree.sync()
            log.info("commands registered")
            await work.keep(RegisteredCommands(application, await _digest(tree)))
            await work.commit()
    except (StoreBusy, StoreUnwritable) as error:
        ids = {"fault": type(error).__name__}
        log.warning("it is not stored which commands Discord knows", extra={"ids": ids})


async def _digest(tree: app_commands.CommandTree[discord.Client]) -> str:
    """Of our commands, and of those that Discord has."""
    theirs = sorted(
        (each.id, each.to_dict(), str(each.default_member_permissions), each.nsfw)
        for each in await tree.fetch_commands()
    )
    known = json.dumps([command_tree.payload(), theirs], sort_keys=True)
    return hashlib.sha256(known.encode()).hexdigest()
