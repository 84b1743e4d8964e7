"""Matches as animations: what somebody has missed, or all of it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from bot.chat.context import Context, Interaction
from bot.chat.limits import UPLOAD
from bot.chat.message import LONGEST_ALT, Attached
from bot.chat.panels.picture_names import look_of
from bot.chat.pictures import Animation, PictureRequest
from bot.chat.safe_text import shortened
from bot.play.history import positions
from bot.play.history.positions import NO_LONGER
from bot.play.match.views import MatchView
from bot.play.positions import Lost
from bot.play.refusals import NotNow
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
    film = positions.film(context.app, match_view.match, viewer, after=after, stride=stride)
    before: PictureRequest | None = None
    async for frame in film:
        if before is not None:
            yield before
        then = replace(match_view, ending=None, holders=frame.holders)
        before = frame.view, look_of(then), f"#{frame.shown}"
    if before is not None:
        view, _, caption = before
        yield view, look_of(match_view), caption


def file(name: str, animation: Animation, said: str) -> Attached:
    """``said`` stands before what the last picture shows."""
    return Attached(name, animation.gif, shortened(f"{said} {animation.alt}", LONGEST_ALT))
