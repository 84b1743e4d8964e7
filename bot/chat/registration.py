"""Registration of the slash commands with Discord, which counts how often that happens."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterable

import discord
from discord import AppCommandOptionType, app_commands

from bot.chat import command_tree
from bot.play.storage import queries
from bot.play.storage.ports import Store, StoreBusy, StoreUnwritable, lock_key
from bot.play.storage.records import RegisteredCommands

log = logging.getLogger(__name__)


async def register(tree: app_commands.CommandTree[discord.Client], store: Store) -> dict[str, int]:
    """Tell Discord the commands, unless ours and those it has are the same as the last time.

    Returns:
        The ids of all that can be called, by full name.

    Ours alone do not say it: a newer version may have registered its own since, and a database
    that was restored knows nothing of that. Of several processes one registers them.
    """
    application = tree.client.application_id
    assert application is not None, "known from the login on"
    last = queries.CommandsDigest(application)
    known = await tree.fetch_commands()
    async with store.reading() as reader:
        if await reader.read(last) == _build_digest(known):
            return command_ids(known)
    try:
        async with store.writing(lock_key("commands", application)) as work:
            stored = await work.read(last)  # only now nobody else is at it
            known = await tree.fetch_commands()
            if stored == _build_digest(known):
                return command_ids(known)  # another process has done it meanwhile
            await tree.sync()
            log.info("commands registered")
            known = await tree.fetch_commands()
            await work.keep(RegisteredCommands(application, _build_digest(known)))
            await work.commit()
    except (StoreBusy, StoreUnwritable) as error:
        ids = {"fault": type(error).__name__}
        log.warning("it is not stored which commands Discord knows", extra={"ids": ids})
    return command_ids(known)


def _build_digest(known: Iterable[app_commands.AppCommand]) -> str:
    """A digest of our commands and of those that Discord has."""
    theirs = sorted(
        (each.id, each.to_dict(), str(each.default_member_permissions), each.nsfw) for each in known
    )
    both = json.dumps([command_tree.build_payload(), theirs], sort_keys=True)
    return hashlib.sha256(both.encode()).hexdigest()


def command_ids(commands: Iterable[app_commands.AppCommand]) -> dict[str, int]:
    """The ids of all that can be called, by full name: ``match join``."""
    found: dict[str, int] = {}
    for command in commands:
        below = [o for o in command.options if o.type is AppCommandOptionType.subcommand]
        names = [f"{command.name} {option.name}" for option in below] or [command.name]
        found |= dict.fromkeys(names, command.id)
    return found
