"""Content packs of a server: added by upload, checked by the game, chosen in a lobby.

A match takes its content along when it starts: what happens to the pack afterwards does not
matter to it.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import replace

from bot.play import queries
from bot.play.executor import Executor, Noted
from bot.play.ports import UnitOfWork
from bot.play.receipts import Receipt
from bot.play.records import MatchId, Pack
from bot.play.refusals import NoMatch, NotNow
from games.core.contract import AnyGame
from games.core.packs import PackFault, Packs
from games.core.refusals import Unreadable

MOST_OF_A_SERVER = 20
"""Packs of one server for one game."""
LONGEST_KEY = 32
_KEY = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class ContentPacks:
    """Who may add and remove packs is for the caller to know."""

    def __init__(self, executor: Executor, games: Mapping[str, AnyGame]) -> None:
        self._executor = executor
        self._games = games

    async def listed(self, server: int, game: str) -> tuple[Pack, ...]:
        """By key, without their texts."""
        async with self._executor.store.reading() as reader:
            packs = await reader.read(queries.Packs(server, game))
        return tuple(replace(pack, text="") for pack in packs)

    async def add(
        self, server: int, user: int, game: str, data: bytes, interaction: int, key: str = ""
    ) -> Receipt:
        """Add a pack, or put it in the place of the one with its key, by default made from the
        title. Raises a ``Refusal`` that says line and reason when something is wrong with it.
        """
        packs = self._reader_of(game)
        text = _text(packs, data)
        try:
            # What people write is checked aside: it may take its time.
            title = await asyncio.to_thread(packs.title, text)
        except PackFault as fault:
            raise fault.refusal() from None
        named = key or key_of(title)
        if not _KEY.fullmatch(named) or len(named) > LONGEST_KEY:
            raise Unreadable(
                "The key of a pack has small letters, digits and hyphens, "
                f"at most {LONGEST_KEY} of them.",
                instead="For example: winter-war.",
            )

        async def step(work: UnitOfWork) -> Noted:
            known = await work.read(queries.Packs(server, game))
            if len(known) >= MOST_OF_A_SERVER and all(pack.key != named for pack in known):
                raise NotNow(
                    f"This server has {len(known)} packs for this game; "
                    f"{MOST_OF_A_SERVER} is the limit.",
                    instead="Remove one first.",
                )
            await work.see_server(server, self._executor.clock.now())
            now = self._executor.clock.now()
            await work.keep_pack(Pack(server, game, named, title, text, user, now))
            said = f"The pack {title!r} is here under the key {named}."
            return Noted("pack", f"{server} {game} {named}", Receipt(MatchId(""), said))

        return await self._executor.beside(user, interaction, step)

    async def remove(
        self, server: int, user: int, game: str, key: str, interaction: int
    ) -> Receipt:
        """Remove a pack. Matches that have started with it keep it. Raises ``NotNow``."""
        self._reader_of(game)

        async def step(work: UnitOfWork) -> Noted:
            if not await work.drop_pack(server, game, key):
                raise NotNow(f"This server has no content pack {key[:LONGEST_KEY]!r}.")
            said = f"The pack {key} is gone. Matches that have started with it keep it."
            return Noted("pack gone", f"{server} {game} {key}", Receipt(MatchId(""), said))

        return await self._executor.beside(user, interaction, step)

    def _reader_of(self, game_id: str) -> Packs:
        game = self._games.get(game_id)
        if game is None:
            raise NoMatch("There is no such game here.")
        if game.packs is None:
            raise NotNow(f"{game.meta.title} takes no content packs.")
        return game.packs


def key_of(title: str) -> str:
    """The key that a title suggests: small letters and digits, hyphens for the rest."""
    plain = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
    return plain[:LONGEST_KEY].strip("-") or "pack"


def _text(packs: Packs, data: bytes) -> str:
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
