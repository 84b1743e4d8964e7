"""Content packs of a server: added by upload, checked by the game, chosen in a lobby.

A match copies its content when it starts; later changes to the pack do not affect it.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace

from bot.play.executor import Noted, PlayContext, Receipt, transactional_beside
from bot.play.refusals import NoMatch, NotNow
from bot.play.storage import queries
from bot.play.storage.ports import UnitOfWork
from bot.play.storage.records import Pack
from games.core.content import PackFault, Packs
from games.core.types import Unreadable

MOST_OF_A_SERVER = 20
"""Packs of one server for one game."""
LONGEST_KEY = 32
_KEY = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


async def list_packs(context: PlayContext, server: int, game: str) -> tuple[Pack, ...]:
    """The packs of a server for a game, by key and without their texts."""
    async with context.store.reading() as reader:
        packs = await reader.read(queries.ServerPacks(server, game))
    return tuple(replace(pack, text="") for pack in packs)


async def add(
    context: PlayContext,
    user: int,
    interaction: int,
    server: int,
    game: str,
    data: bytes,
    key: str = "",
) -> Receipt:
    """Add a pack, or put it in the place of the one with its key, by default made from the
    title. Raises a ``Refusal`` that says line and reason when something is wrong with it.
    """
    packs = _find_packs(context, game)
    text = _read_text(packs, data)
    try:
        # Checked in a thread, as a pack of any size may be slow to read.
        title = await asyncio.to_thread(packs.title, text)
    except PackFault as fault:
        raise fault.refusal() from None
    named = key or suggest_key(title)
    if not _KEY.fullmatch(named) or len(named) > LONGEST_KEY:
        raise Unreadable(
            "The key of a pack has small letters, digits and hyphens, "
            f"at most {LONGEST_KEY} of them.",
            instead="For example: winter-war.",
        )
    pack = Pack(server, game, named, title, text, user, context.clock.now())
    return await _store_pack(context, user, interaction, pack)


@transactional_beside
async def _store_pack(work: UnitOfWork, context: PlayContext, user: int, new: Pack) -> Noted:
    known = await work.read(queries.ServerPacks(new.server, new.game))
    if len(known) >= MOST_OF_A_SERVER and all(pack.key != new.key for pack in known):
        raise NotNow(
            f"This server has {len(known)} packs for this game; {MOST_OF_A_SERVER} is the limit.",
            instead="Remove one first.",
        )
    await work.see_server(new.server, new.at)
    await work.keep(new)
    said = f"The pack {new.title!r} is here under the key {new.key}."
    return Noted("pack", f"{new.server} {new.game} {new.key}", said)


@transactional_beside
async def remove(
    work: UnitOfWork, context: PlayContext, user: int, server: int, game: str, key: str
) -> Noted:
    """Remove a pack. Matches that have started with it keep it. Raises ``NotNow``."""
    _find_packs(context, game)
    if not await work.drop(Pack, server=server, game=game, key=key):
        raise NotNow(f"This server has no content pack {key[:LONGEST_KEY]!r}.")
    said = f"The pack {key} is gone. Matches that have started with it keep it."
    return Noted("pack gone", f"{server} {game} {key}", said)


def _find_packs(context: PlayContext, game_id: str) -> Packs:
    game = context.games.get(game_id)
    if game is None:
        raise NoMatch("There is no such game here.")
    if game.packs is None:
        raise NotNow(f"{game.meta.title} takes no content packs.")
    return game.packs


def suggest_key(title: str) -> str:
    """The key that a title suggests: small letters and digits, hyphens for the rest."""
    plain = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
    return plain[:LONGEST_KEY].strip("-") or "pack"


def _read_text(packs: Packs, data: bytes) -> str:
    """Raises ``Unreadable``. The size comes first: nobody reads what is too long."""
    if len(data) > packs.most:
        raise Unreadable(
            f"The pack has {len(data)} bytes; at most {packs.most} are allowed.",
            instead="Leave out what you do not need.",
        )
    try:
        return data.decode("utf-8", errors="strict")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise Unreadable(
            f"Line {line}: this is not UTF-8 text.", instead="Save the file as UTF-8."
        ) from None
