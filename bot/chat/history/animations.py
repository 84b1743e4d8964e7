"""Matches as animations: what somebody has missed, or all of it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from typing import Any

from bot.chat.context import Context, Interaction
from bot.chat.limits import UPLOAD
from bot.chat.message import LONGEST_ALT, Attached
from bot.chat.picture_names import look_of
from bot.chat.pictures import Animation, PictureRequest
from bot.chat.safe_text import shortened
from bot.play.history import positions
from bot.play.history.frames import Frame, by_turn
from bot.play.history.positions import NO_LONGER
from bot.play.match.views import MatchView
from bot.play.positions import Lost
from bot.play.refusals import NotNow
from games.core.contract import AnyGame
from games.core.overlay import Loss, Overlay
from games.core.seats import Viewer

MOST = 500
"""Pictures that are drawn for one animation, whatever the length of the match."""


def room(interaction: Interaction) -> int:
    """How many bytes an animation may have here, with some left for the rest of the message."""
    guild = interaction.guild
    limit = UPLOAD if guild is None else min(guild.filesize_limit, UPLOAD)
    return limit * 9 // 10


async def drawn(
    context: Context, match_view: MatchView, viewer: Viewer, limit: int, *, after: int = 0
) -> Animation:
    """The match as ``viewer`` saw it, from entry ``after`` on; how it ended on the last picture.

    Raises ``NotNow`` when nothing of it can be shown.
    """
    stride = max(1, -(-match_view.match.shown // MOST))
    shots = _shots(context, match_view, viewer, after, stride)
    try:
        async with aclosing(shots):
            return await context.pictures.animation(match_view.match.game, shots, limit)
    except (Lost, ValueError):
        raise NotNow(NO_LONGER, instead="The log still tells it: /match log") from None


async def _shots(
    context: Context, match_view: MatchView, viewer: Viewer, after: int, stride: int
) -> AsyncGenerator[PictureRequest, None]:
    game = match_view.game
    film = positions.film(context.app, match_view.match, viewer, after=after, stride=stride)
    before: PictureRequest | None = None
    async for frame in by_turn(game, film):
        if before is not None:
            yield before
        story = game.story(frame.view, frame.events)
        look = look_of(replace(match_view, ending=None, holders=frame.holders))
        before = frame.view, replace(look, overlay=story), caption(game, frame, story, viewer)
    if before is not None:
        view, look, said = before
        result = match_view.result
        look = replace(look_of(match_view), overlay=look.overlay)
        yield view, look, f"#{match_view.match.shown} {result}" if result else said


def caption(game: AnyGame, frame: Frame, story: Overlay[Any], viewer: Viewer) -> str:
    """``#12 R6 kills B5, shoots B4 miss``: the story, losses first, or else a digest."""
    parts = sorted(story.parts, key=lambda part: not isinstance(part, Loss))
    words = ", ".join(dict.fromkeys(part.told for part in parts if part.told))
    told = (words,) if words else game.words.digest(frame.view, frame.events, viewer)
    return " ".join((f"#{frame.shown}", *told))


def file(name: str, animation: Animation, said: str) -> Attached:
    """``said`` stands before what the last picture shows."""
    return Attached(name, animation.gif, shortened(f"{said} {animation.alt}", LONGEST_ALT))
