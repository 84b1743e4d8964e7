"""Excerpts of the log, as a viewer may read them."""

from __future__ import annotations

from bot.play.executor import PlayContext
from bot.play.match.views import LogLine, MatchView, read_for_viewers, readable_line
from bot.play.refusals import load_seated
from bot.play.seat_holders import load_seatings
from bot.play.storage import queries
from bot.play.storage.records import Match, MatchId, Status
from games.core.types import SPECTATOR, Viewer


async def lines_since_acted(context: PlayContext, match_view: MatchView) -> tuple[LogLine, ...]:
    """What has happened since the viewer's seat last moved by itself, or changed hands.

    The time of standing orders, conditional moves and defaults belongs to it. It ends with
    ``match_view``. Raises ``NotSeated``.
    """
    match = match_view.match
    asked = queries.SinceActed(match.id, match_view.own_seat(), match.seq)
    async with context.store.reading() as reader:
        [found] = await read_for_viewers(reader, context, match, asked, match_view.viewer)
    return tuple(line for _, line in found)


async def entry_lines(
    context: PlayContext, match: Match, seq: int, *viewers: Viewer
) -> tuple[tuple[LogLine, ...], ...]:
    """The entry ``seq`` as each of the ``viewers`` may read it, if at all."""
    asked = queries.Entries(match.id, after=seq - 1, until=seq)
    async with context.store.reading() as reader:
        found = await read_for_viewers(reader, context, match, asked, *viewers)
    return tuple(tuple(line for _, line in each) for each in found)


async def numbered_lines(
    context: PlayContext, match: Match, viewer: Viewer, numbers: range
) -> tuple[LogLine, ...]:
    """What ``viewer`` may read of the public entries with these numbers and of what was done
    unseen between and after them."""
    asked = queries.EntriesShown(match.id, numbers.start, numbers.stop, match.seq)
    async with context.store.reading() as reader:
        [found] = await read_for_viewers(reader, context, match, asked, viewer)
    return tuple(line for _, line in found)


async def referee_lines(context: PlayContext, match_id: MatchId) -> tuple[LogLine, ...]:
    """What the referee has done unseen in a match that is over; nothing before its end."""
    async with context.store.reading() as reader:
        match, _ = await load_seated(reader, match_id)
        if match.status is not Status.OVER:
            return ()
        entries = [
            each for each in await reader.read(queries.Refereed(match_id)) if each.shown is None
        ]
        holders = await load_seatings(reader, match)
    game = context.games[match.game]
    lines = (readable_line(game, entry, SPECTATOR, seated=holders, over=True) for entry in entries)
    return tuple(line for line in lines if line is not None)
