"""Seasons: the ladder of a server as it stands on a date, kept for good. Ratings go on."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from datetime import time as clock_time

from bot.play.executor import Noted, PlayContext, transactional_beside
from bot.play.people import ratings
from bot.play.refusals import NotNow
from bot.play.storage import queries
from bot.play.storage.ports import UnitOfWork, lock_key
from bot.play.storage.profiles import Season

LONGEST_TITLE = 40
_MOST_ROWS = 100
_MOST_SEASONS = 50
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """How somebody stood when the season ended; ``name`` as it was known then."""

    name: str
    rating: int
    won: int
    drawn: int
    lost: int


def read_rows(season: Season) -> tuple[SeasonRow, ...]:
    """The table of a season that is over, the highest first."""
    return tuple(SeasonRow(*row) for row in json.loads(season.standings or "[]"))


@transactional_beside
async def plan(
    work: UnitOfWork, context: PlayContext, user: int, server: int, title: str, game: str, ends: str
) -> Noted:
    """Let a season end with the day ``ends`` (``2026-12-31``), by UTC; one that has not ended is
    changed. ``game`` is empty for all games. Raises ``NotNow``."""
    now = context.clock.now()
    last = _read_day(ends)
    ends_at = datetime.combine(last, clock_time(), UTC) + _DAY
    if ends_at <= now:
        raise NotNow(f"The {last} is over.", instead="A season ends with a day to come.")
    known = {each.title.casefold(): each for each in await work.read(queries.SeasonsOn(server))}
    before = known.get(title.casefold())
    if before is not None and before.standings:
        raise NotNow("There was a season of that title.", instead="Choose another title.")
    if before is None and len(known) >= _MOST_SEASONS:
        raise NotNow(f"This server has had {_MOST_SEASONS} seasons; that is the limit.")
    await work.see_server(server, now)
    season = Season(server, title if before is None else before.title, game, ends_at)
    await work.keep(season)
    said = f"The season {season.title} ends at the end of {last}, UTC. Its ladder is kept then."
    return Noted("season", f"{server}", said)


def last_day(season: Season) -> date:
    return (season.ends_at - _DAY).date()


def _read_day(text: str) -> date:
    """Raises ``NotNow``."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise NotNow("I cannot read that date.", instead="Write it as 2026-12-31.") from None


async def load_seasons(context: PlayContext, server: int) -> tuple[Season, ...]:
    """Load the seasons of a server, the newest first."""
    async with context.store.reading() as reader:
        return await reader.read(queries.SeasonsOn(server))


async def find(context: PlayContext, server: int, title: str) -> Season:
    """Raises ``NotNow``."""
    for season in await load_seasons(context, server):
        if season.title.casefold() == title.strip().casefold():
            return season
    raise NotNow("There was no such season on this server.", instead="Choose one from the list.")


async def close_due(context: PlayContext) -> tuple[Season, ...]:
    """Keep the ladders of the seasons that are over; those that this call has closed. Raises
    ``StoreBusy``."""
    now = context.clock.now()
    async with context.store.reading() as reader:
        due = await reader.read(queries.DueSeasons(now))
    closed = [await _close(context, season) for season in due]
    return tuple(season for season in closed if season is not None)


async def _close(context: PlayContext, season: Season) -> Season | None:
    """``None`` where another process was faster."""
    async with context.store.reading() as reader:
        results = await reader.read(queries.Results(season.game or None, season.server))
        before = tuple(row for row in results if row.at < season.ends_at)
        ranked = (await asyncio.to_thread(lambda: ratings.rank(ratings.rate(before))))[:_MOST_ROWS]
        names = await reader.read(queries.NamesOf(tuple(user for user, _ in ranked)))
    rows = [
        (names.get(user, "?"), round(one.rating), one.won, one.drawn, one.lost)
        for user, one in ranked
    ]
    over = replace(season, standings=json.dumps(rows))
    async with context.store.writing(lock_key("server", season.server)) as work:
        if season not in await work.read(queries.SeasonsOn(season.server)):
            return None
        await work.keep(over)
        await work.commit()
    return over
