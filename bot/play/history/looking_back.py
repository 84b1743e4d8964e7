"""Looking back: the position after an entry, news since the last look, a match as frames.

All of it as views, each for one viewer.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

from bot.play.executor import PlayContext
from bot.play.history.filling import fill
from bot.play.history.frames import Frame, FrameCollector
from bot.play.match import views
from bot.play.match.rewind import ActivePath
from bot.play.match.views import LogLine, MatchView
from bot.play.positions import Lost
from bot.play.refusals import NotNow
from bot.play.seat_holders import load_seatings
from bot.play.storage import queries
from bot.play.storage.ports import Reader, StoreBusy, StoreUnwritable
from bot.play.storage.profiles import Seen
from bot.play.storage.records import Entry, EntryKind, Match, MatchId
from games.core.telling import ScoreHistory, ScoreRecorder
from games.core.types import SPECTATOR, Decision, Decisions, Ending, Viewer

_PAGE = 50
"""Entries fetched at once."""
_COURSES = 8
"""Courses of matches that are kept."""
NO_LONGER = "That part of the match cannot be shown: no position was kept of it."


@dataclass(frozen=True, slots=True)
class PastPosition:
    """The position after a public entry, as a viewer sees it.

    ``match_view``   of the match, with the view, the number and the holders of then
    ``line``    the entry
    ``last``    the number of the newest public entry
    ``over``    whether the rules had ended the match: there is nothing left to play
    ``asked``   the decisions that the match publicly waited for
    """

    match_view: MatchView
    line: LogLine
    number: int
    last: int
    over: bool = False
    asked: tuple[Decision, ...] = ()


@dataclass(frozen=True, slots=True)
class UnseenEntries:
    """Entries that a user has not seen yet, in order.

    ``lines``  of the entries that have not been taken back since
    ``after``  the last entry that they have seen; never shown
    ``seqs``   the entries of the lines; never shown
    """

    match_view: MatchView
    lines: tuple[LogLine, ...]
    after: int
    seqs: tuple[int, ...]


async def load_position(
    context: PlayContext, match_id: MatchId, user: int, number: int
) -> PastPosition:
    """The position after the public entry ``number``, as ``user`` may see it.

    Raises:
        NoMatch: There is no such match.
        NotNow: There is no such entry, or its position cannot be shown any more.
    """
    match_view = await views.load_for_user(context, match_id, user)
    entry, state = await find_position(context, match_view, number)
    match = match_view.match
    async with context.store.reading() as reader:
        [(_, line)] = await views.read_lines(
            reader, context, match, match_view.viewer, after=entry.seq - 1, until=entry.seq
        )
    view = match_view.game.view(state, match_view.viewer)
    ending = match_view.ending if number == match.shown else None
    then = replace(
        match_view,
        match=replace(match, shown=number),
        holders=match_view.holders if line.holders is None else line.holders,
        view=view,
        ending=ending,
        mine=(),
        awaited=(),
        waiting=(),
    )
    pending = match_view.game.pending(state)
    opened = pending.open if isinstance(pending, Decisions) else ()
    asked = tuple(each for each in opened if each.waits and not each.secret)
    over = isinstance(pending, Ending)
    return PastPosition(then, line, number, match.shown, over, asked)


async def find_position(
    context: PlayContext, match_view: MatchView, number: int
) -> tuple[Entry, Any]:
    """The public entry ``number`` and the state after it, which may hold secrets.

    Raises ``NotNow``.
    """
    match = _check_started(match_view)
    await fill(context, match.id)
    async with context.store.reading() as reader:
        entry = await reader.read(queries.EntryShown(match.id, number))
        if entry is None or entry.seq > match.seq:
            raise NotNow(
                f"There is no entry #{number} in this match.",
                instead=f"The entries are #1 to #{match.shown}.",
            )
        try:
            return entry, await context.positions.load_after(reader, match, entry.seq)
        except Lost:
            raise NotNow(NO_LONGER, instead="The log still tells it: `/match log`") from None


async def load_news(context: PlayContext, match_id: MatchId, user: int) -> UnseenEntries:
    """Load what has happened since ``user`` last caught up with the match or moved in it.

    Raises ``NoMatch`` or ``NotNow``.
    """
    match_view = await views.load_for_user(context, match_id, user)
    match = _check_started(match_view)
    async with context.store.reading() as reader:
        after = await reader.read(queries.SeenUpTo(match.id, user))
        found = await views.read_lines(
            reader, context, match, match_view.viewer, after=after, until=match.seq
        )
    own = [entry.seq for entry, _ in found if entry.user == user and entry.kind is EntryKind.MOVE]
    after = max((after, *own))
    new = [(entry, line) for entry, line in found if entry.seq > after and not line.undone]
    seqs = tuple(entry.seq for entry, _ in new)
    return UnseenEntries(match_view, tuple(line for _, line in new), after, seqs)


async def mark_seen(context: PlayContext, match_view: MatchView, user: int) -> None:
    """Mark ``match_view`` as seen by ``user``. Never fails, as it is only a bookmark."""
    match = match_view.match
    if match_view.view is None:
        return
    try:
        async with context.store.reading() as reader:
            if await reader.read(queries.SeenUpTo(match.id, user)) >= match.seq:
                return
        async with context.store.writing(match.id) as work:
            await work.mark_seen(Seen(match.id, user, match.seq))
            await work.commit()
    except (StoreBusy, StoreUnwritable):
        return


async def disclose(context: PlayContext, match_id: MatchId) -> None:
    """Record that the secrets of a match are given out. Raises ``NotNow`` before its end."""
    async with context.store.writing(match_id) as work:
        over = await work.disclose(match_id)
        await work.commit()
    if not over:
        raise NotNow("What is secret is shown when the match is over.")


@contextmanager
def only_once(context: PlayContext, task: str) -> Iterator[None]:
    """Run a long task once at a time. Raises ``NotNow`` while it is running already."""
    if task in context.busy:
        raise NotNow("It is being made already.", instead="It takes a moment; please wait for it.")
    context.busy.add(task)
    try:
        yield
    finally:
        context.busy.discard(task)


async def film(
    context: PlayContext, match: Match, viewer: Viewer, *, after: int = 0, stride: int = 1
) -> AsyncIterator[Frame]:
    """The views of ``viewer`` from entry ``after`` on, along the entries that count.

    Each view differs from the one before. Entries whose position was not kept are left out, and
    what others do unseen makes no frame. Raises ``Lost``.

    Args:
        stride: Every so many public entries one is looked at, and always the first and the last.
    """
    await fill(context, match.id)
    async with context.store.reading() as reader:
        film = FrameCollector(
            context.games[match.game], viewer, stride, await load_seatings(reader, match)
        )
        active_path = ActivePath(match.seq, await reader.read(queries.Cuts(match.id)))
        seen, after = after, active_path.newest_up_to(after)
        # What was seen last may have been taken back since: then it goes on from where that led.
        for seq in filter(None, dict.fromkeys((seen, after))):
            with suppress(Lost):  # nothing was kept of it: it begins after that
                first = await context.positions.load_after(reader, match, seq)
                number = await _load_number(reader, match, seq)
                film.begin(context.games[match.game].view(first, viewer), number, seq)
    while True:
        for frame in film.take():
            yield frame
        async with context.store.reading() as reader:
            page = await reader.read(
                queries.Entries(match.id, after=after, until=match.seq, limit=_PAGE)
            )
            if not page:
                break
            kept = await reader.read(queries.Snapshots(match.id, page[-1].seq, after=after))
        after = page[-1].seq
        counting = [entry for entry in page if active_path.counts(entry.seq)]
        await asyncio.to_thread(film.add, counting, kept)
    film.finish()
    for frame in film.take():
        yield frame


async def load_score_history(context: PlayContext, match: Match) -> ScoreHistory:
    """How the match went, as everybody saw it; without samples where positions are lost.

    The last few are cached: the panel and the DMs of an ending all ask for the same.
    """
    kept, known = context.positions.courses, (match.id, match.seq)
    if known in kept:
        return kept[known]
    game, recorder = context.games[match.game], ScoreRecorder()
    try:
        async for frame in film(context, match, SPECTATOR):
            recorder.add(game.words.tally(frame.view), game.story(frame.view, frame.events))
    except Lost:
        return ScoreHistory()
    if len(kept) >= _COURSES:
        del kept[next(iter(kept))]
    kept[known] = recorder.score_history
    return recorder.score_history


async def _load_number(reader: Reader, match: Match, seq: int) -> int:
    """The public number of the newest public entry up to ``seq``."""
    while seq > 0:
        before = await reader.read(queries.Entries(match.id, after=max(0, seq - _PAGE), until=seq))
        shown = max((entry.shown or 0 for entry in before), default=0)
        if shown:
            return shown
        seq -= _PAGE
    return 0


def _check_started(match_view: MatchView) -> Match:
    """The match, if it has started. Raises ``NotNow``."""
    if match_view.view is None:
        raise NotNow("This match has not started yet.", instead="Press Start once all have joined.")
    return match_view.match
