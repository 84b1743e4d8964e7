"""How people have fared so far: by game, on a server and overall.

Folded from the stored results outside the event loop, and kept until there are others.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass

from bot.play.executor import PlayContext
from bot.play.people import ratings
from bot.play.people.ratings import RatingRecord
from bot.play.storage import queries
from bot.play.storage.profiles import Result

_KEPT = 64
"""Standings that are remembered; the least recently asked for is forgotten first."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Which matches count: of one game or of all (``None``), of one server or of all."""

    game: str | None = None
    server: int | None = None


@dataclass(frozen=True, slots=True)
class Standings:
    """Everybody in a scope. ``ladder`` are those with a rating, the highest first."""

    by_user: ratings.Records
    ladder: tuple[tuple[int, RatingRecord], ...]


class Statistics:
    def __init__(self, context: PlayContext) -> None:
        self._context = context
        self._mark = ""
        self._known: OrderedDict[Scope, Standings] = OrderedDict()

    async def load_standings(self, scope: Scope) -> Standings:
        async with self._context.store.reading() as reader:
            mark = await reader.read(queries.ResultsMark())
            if mark != self._mark:
                self._known.clear()
                self._mark = mark
            if scope in self._known:
                self._known.move_to_end(scope)
                return self._known[scope]
            results = await reader.read(queries.Results(scope.game, scope.server))
        found = await asyncio.to_thread(_build_standings, results)
        if mark == self._mark:
            self._known[scope] = found
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
        return found


def _build_standings(results: tuple[Result, ...]) -> Standings:
    by_user = ratings.rate(results)
    return Standings(by_user, ratings.rank(by_user))
