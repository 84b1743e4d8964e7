"""Matches as animations: what a player has missed, or all of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.chat.platform.context import Context, Interaction
from bot.chat.platform.limits import UPLOAD
from bot.chat.platform.message import LONGEST_ALT, Attached
from bot.chat.platform.pictures import Animation, PictureRequest, look_of
from bot.chat.platform.safe_text import shortened
from bot.play.history import looking_back
from bot.play.history.frames import Frame, by_turn
from bot.play.history.looking_back import NO_LONGER
from bot.play.match.views import MatchView
from bot.play.positions import Lost
from bot.play.refusals import NotNow
from bot.play.storage.records import Match
from games.core.contract import AnyGame
from games.core.overlay import Loss, Overlay
from games.core.seats import Viewer
from renderers.animation import Wanted

READ = 600
"""Public entries of a match that are looked at for its animation, of more every so many."""


def room(interaction: Interaction) -> int:
    """The size limit of an animation in bytes, with room for the rest of the message."""
    guild = interaction.guild
    limit = UPLOAD if guild is None else min(guild.filesize_limit, UPLOAD)
    return limit * 9 // 10


def stride(match: Match) -> int:
    """The stride between the public entries that are looked at."""
    return -(-match.shown // READ)


async def drawn(
    context: Context, match_view: MatchView, viewer: Viewer, limit: int, *, after: int = 0
) -> Animation:
    """Render the match as ``viewer`` saw it, from entry ``after`` on, with how it ended.

    Raises ``NotNow`` when nothing of it can be shown.
    """
    game, match = match_view.game, match_view.match
    every = 1 if after else stride(match)
    film = looking_back.film(context.app, match, viewer, after=after, stride=every)
    try:
        frames = [frame async for frame in by_turn(game, film)]

        def shot(wanted: Wanted) -> PictureRequest:
            return _request(match_view, viewer, frames, wanted)

        palette = look_of(match_view).palette
        return await context.pictures.animation(match.game, len(frames), shot, limit, palette)
    except (Lost, ValueError):
        raise NotNow(NO_LONGER, instead="The log still tells it: `/match log`") from None


def _request(
    match_view: MatchView, viewer: Viewer, frames: Sequence[Frame], wanted: Wanted
) -> PictureRequest:
    frame, story, said = led_to(match_view.game, viewer, frames, wanted)
    last = wanted.number == len(frames) - 1
    then = match_view if last else replace(match_view, ending=None, holders=frame.holders)
    if last and match_view.result:
        said = f"#{match_view.match.shown} {match_view.result}"
    return frame.view, replace(look_of(then), overlay=story), said


def led_to(
    game: AnyGame, viewer: Viewer, frames: Sequence[Frame], wanted: Wanted
) -> tuple[Frame, Overlay[Any], str]:
    """The frame of a picture, what led to it as an overlay, and its caption."""
    frame = frames[wanted.number]
    first = wanted.number if wanted.since is None else wanted.since + 1
    events = [event for each in frames[first : wanted.number + 1] for event in each.events]
    said = caption(game, replace(frame, events=tuple(events)), viewer)
    return frame, game.story(frame.view, frame.recent), said


def caption(game: AnyGame, frame: Frame, viewer: Viewer) -> str:
    """The caption of a frame: ``#12 R6 kills B5, shoots B4 miss``, losses first, or a digest."""
    story = game.story(frame.view, frame.events)
    parts = sorted(story.parts, key=lambda part: not isinstance(part, Loss))
    words = ", ".join(dict.fromkeys(part.told for part in parts if part.told))
    told = (words,) if words else game.words.digest(frame.view, frame.events, viewer)
    return " ".join((f"#{frame.shown}", *told))


def file(name: str, animation: Animation, said: str) -> Attached:
    """The animation as a file; its alt text is ``said``, then what the last picture shows."""
    return Attached(name, animation.gif, shortened(f"{said} {animation.alt}", LONGEST_ALT))
