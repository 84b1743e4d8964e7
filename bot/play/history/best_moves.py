"""The best moves of a position, for learning: never where a running match could profit.

A practice match that tries out a running one counts as that match itself, however many forks and
files lie between the two.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bot.play.executor import PlayContext
from bot.play.history import looking_back
from bot.play.history.looking_back import PastPosition
from bot.play.lobby import practice
from bot.play.match.computers import Computers
from bot.play.match.views import MatchView
from bot.play.refusals import NotNow
from bot.play.storage import queries
from bot.play.storage.ports import Reader
from bot.play.storage.records import Match, MatchId, Status
from games.core.computer import Candidate
from games.core.types import Decision, Seated

_FARTHEST = 30
"""Matches that are followed back; one that comes from farther away shows no best moves."""
_AFTER_THE_END = "They are shown after the end, and in a practice fork of a finished match."


@dataclass(frozen=True, slots=True)
class BestMoves:
    """The ``candidates`` for a ``decision``, the best first; ``then`` is the position."""

    then: PastPosition
    decision: Decision
    candidates: tuple[Candidate[Any], ...]


async def may_show(context: PlayContext, match_view: MatchView, asked: Iterable[Decision]) -> bool:
    """Whether best moves for one of these decisions exist and may be shown."""
    return _first_comparable(match_view, asked) is not None and await _may_be_seen(
        context, match_view.match
    )


async def find(
    context: PlayContext, computers: Computers, match_id: MatchId, user: int, number: int
) -> BestMoves:
    """The best moves after the public entry ``number``.

    Raises ``NoMatch``, or ``NotNow`` where they are not shown or there is nothing to decide.
    """
    then = await looking_back.load_position(context, match_id, user, number)
    match_view, game = then.match_view, then.match_view.game
    analysis = game.analysis
    if analysis is None:
        raise NotNow(f"There are no best moves in {game.meta.title}.")
    if not await _may_be_seen(context, match_view.match):
        raise NotNow("There are no best moves in a match that goes on.", instead=_AFTER_THE_END)
    decision = _first_comparable(match_view, then.asked)
    if decision is None:
        raise NotNow("There is no move to be compared here.", instead="Choose another entry.")
    if game.meta.secrets:
        await looking_back.disclose(context, match_id)
    _, state = await looking_back.find_position(context, match_view, number)
    view = game.view(state, Seated(decision.seat))
    rng = random.Random(f"{match_id}:{number}")
    found = await computers.run_aside(analysis.candidates, view, decision, rng)
    return BestMoves(then, decision, tuple(found))


def _first_comparable(match_view: MatchView, asked: Iterable[Decision]) -> Decision | None:
    """The first of these decisions that the game can compare moves for."""
    analysis, over = match_view.game.analysis, match_view.match.status is Status.OVER
    if analysis is None:
        return None
    view = match_view.view
    return next((each for each in asked if analysis.looks_into(view, each, over=over)), None)


async def _may_be_seen(context: PlayContext, match: Match) -> bool:
    """Whether the match is over, or for practice without secrets."""
    secrets = context.games[match.game].meta.secrets
    if match.status is not Status.OVER and (secrets or not match.practice):
        return False
    async with context.store.reading() as reader:
        return await _is_root_over(reader, match)


async def _is_root_over(reader: Reader, match: Match) -> bool:
    """Whether the match that this one comes from, over forks and files, is over.

    A match that comes from no other counts itself; so does one from a file of a match that this
    bot does not know, which may be running elsewhere.
    """
    for _ in range(_FARTHEST):
        source = practice.source_match(match)
        before = None if source is None else await reader.read(queries.MatchById(source))
        if before is None:
            return match.status is Status.OVER
        match = before
    return False
