"""What a referee may see: all that everybody sees, and what they have asked to see.

A referee who plays has the view of their seat and no other. One who does not sees what everybody
sees until they look: that they did is an entry, told to all when the match is over.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from itertools import islice
from typing import Any

from bot.play.executor import PlayContext
from bot.play.match import views
from bot.play.match.questions import TreeNode, find_path
from bot.play.match.views import MatchView
from bot.play.referee.authority import check_referee, find_seat
from bot.play.refusals import check_running
from bot.play.storage import queries
from bot.play.storage.ports import Reader
from bot.play.storage.records import EntryKind, Match, MatchId, Status
from games.core import questions
from games.core.contract import AnyGame
from games.core.questions import Completion, Options, Question
from games.core.types import (
    REFEREE,
    SPECTATOR,
    Decision,
    Decisions,
    Referee,
    Refusal,
    Seat,
    Seated,
    Viewer,
)

_MOST_SUGGESTED = 500


@dataclass(frozen=True, slots=True)
class SeenByReferee:
    """What a referee has looked at so far: ``all`` seats, or some."""

    all: bool = False
    seats: frozenset[Seat] = frozenset()

    def has(self, seat: Seat) -> bool:
        return self.all or seat in self.seats


async def load_seen(reader: Reader, game: AnyGame, match: MatchId, user: int) -> SeenByReferee:
    if not game.meta.secrets:
        return SeenByReferee(all=True)
    looks = [
        entry
        for entry in await reader.read(queries.Refereed(match))
        if entry.kind is EntryKind.LOOKED and entry.user == user
    ]
    seats = frozenset(entry.seat for entry in looks if entry.seat is not None)
    return SeenByReferee(any(entry.seat is None for entry in looks), seats)


def choose_viewer(game: AnyGame, seat: Seat | None, looked: SeenByReferee) -> Viewer:
    """The viewer that a referee is; ``seat`` is the one that they hold."""
    if seat is not None:
        return Seated(seat)
    return REFEREE if looked.all or not game.meta.secrets else SPECTATOR


async def load_view(context: PlayContext, match: MatchId, user: int, *, manages: bool) -> MatchView:
    async with context.store.reading() as reader:
        return (await _load_seen(reader, context, match, user, manages))[0]


async def load_through(context: PlayContext, match: MatchId, seat: Seat | None) -> MatchView:
    """What ``seat`` sees, or for ``None`` all there is. Only for a referee whose look has
    just been written down."""
    viewer = REFEREE if seat is None else Seated(seat)
    return await views.load_for_viewer(context, match, viewer)


async def load_node(
    context: PlayContext, match: MatchId, user: int, path: tuple[str, ...], *, manages: bool
) -> TreeNode:
    """The picker of adjustments at ``path``. Raises a ``Refusal``."""
    async with context.store.reading() as reader:
        match_view, state = await _load_played(reader, context, match, user, manages)
    return await asyncio.to_thread(_build_node, match_view, state, path)


async def read_typed(
    context: PlayContext, match: MatchId, user: int, text: str, *, manages: bool
) -> TreeNode:
    """What a typed adjustment would do, and its path in the picker. Raises a ``Refusal``."""
    async with context.store.reading() as reader:
        match_view, state = await _load_played(reader, context, match, user, manages)
    return await asyncio.to_thread(_read_node, match_view, state, text)


async def complete_adjustment(
    context: PlayContext, match: MatchId, user: int, typed: str, limit: int, *, manages: bool
) -> tuple[tuple[Completion, ...], int]:
    """Suggestions for a half-typed adjustment, and how many more there are."""
    try:
        async with context.store.reading() as reader:
            match_view, _ = await _load_played(reader, context, match, user, manages)
        return await asyncio.to_thread(
            lambda: _first_completions(_get_options(match_view), typed, limit)
        )
    except Refusal:
        return (), 0


async def complete_move(
    context: PlayContext,
    match: MatchId,
    user: int,
    seat: Seat,
    typed: str,
    limit: int,
    *,
    manages: bool,
) -> tuple[tuple[Completion, ...], int]:
    """Suggestions for a move that the referee enters for ``seat``: nothing for a referee who
    may not know what that seat can do."""
    try:
        async with context.store.reading() as reader:
            match_view, state = await _load_played(reader, context, match, user, manages)
            looked = await load_seen(reader, match_view.game, match, user)
        if not may_answer(match_view.game, match_view.seat, looked, seat):
            return (), 0
        return await asyncio.to_thread(_complete_for, match_view.game, state, seat, typed, limit)
    except Refusal:
        return (), 0


async def _load_played(
    reader: Reader, context: PlayContext, match: MatchId, user: int, manages: bool
) -> tuple[MatchView, Any]:
    match_view, stored = await _load_seen(reader, context, match, user, manages)
    check_running(stored, paused=True)
    return match_view, await context.positions.load(reader, stored)


async def _load_seen(
    reader: Reader, context: PlayContext, match_id: MatchId, user: int, manages: bool
) -> tuple[MatchView, Match]:
    records = views.check_found(await reader.read(queries.Looked(match_id)))
    match = records.match
    check_referee(match, user, manages=manages)
    game = context.games[match.game]
    looked = await load_seen(reader, game, match_id, user)
    viewer = choose_viewer(game, find_seat(records.holders, user), looked)
    if match.status is Status.LOBBY:
        viewer = SPECTATOR
    return await views.build_view(reader, context, records, viewer), match


def _build_node(match_view: MatchView, state: Any, path: tuple[str, ...]) -> TreeNode:
    found = _get_options(match_view).question(path)
    if isinstance(found, Question):
        return TreeNode(match_view, path, found.advised())
    return _final_node(match_view, state, path, found)


def _read_node(match_view: MatchView, state: Any, text: str) -> TreeNode:
    editing = match_view.game.editing
    adjustment = editing.read(match_view.view, text)
    path = find_path(_get_options(match_view), adjustment, editing.write(adjustment))
    return _final_node(match_view, state, path, adjustment)


def _final_node(
    match_view: MatchView, state: Any, path: tuple[str, ...], adjustment: Any
) -> TreeNode:
    """Where something is hidden from the referee, what would come of it is not shown: it
    could be asked for again and again without ever being done."""
    editing = match_view.game.editing
    preview = None
    if not match_view.game.meta.secrets or isinstance(match_view.viewer, Referee):
        preview = match_view.game.view(editing.apply(state, adjustment).state, match_view.viewer)
    return TreeNode(match_view, path, None, text=editing.write(adjustment), preview=preview)


def _complete_for(
    game: AnyGame, state: Any, seat: Seat, typed: str, limit: int
) -> tuple[tuple[Completion, ...], int]:
    view, found, more = game.view(state, Seated(seat)), list[Completion](), 0
    for decision in _open_decisions(game, state, seat):
        some, left = _first_completions(game.options(view, decision), typed, limit)
        found += some
        more += left
    return tuple(found[:limit]), more + max(0, len(found) - limit)


def may_answer(game: AnyGame, own: Seat | None, looked: SeenByReferee, seat: Seat) -> bool:
    """Whether a referee in seat ``own`` may know what ``seat`` can do."""
    return not game.meta.secrets or (own is None and looked.has(seat))


def _get_options(match_view: MatchView) -> Options[Any]:
    found: Options[Any] = match_view.game.editing.options(match_view.view)
    return found


def _open_decisions(game: AnyGame, state: Any, seat: Seat) -> tuple[Decision, ...]:
    pending = game.pending(state)
    return pending.of(seat) if isinstance(pending, Decisions) else ()


def _first_completions(
    options: Options[Any], typed: str, limit: int
) -> tuple[tuple[Completion, ...], int]:
    wanted = "".join(typed.upper().split())
    found = list(islice(questions.complete(options, wanted), _MOST_SUGGESTED))
    return tuple(found[:limit]), max(0, len(found) - limit)
