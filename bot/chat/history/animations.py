"""Matches as animations: what a player has missed, or all of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from bot.chat.platform.interactions import Context, Interaction
from bot.chat.platform.message import LONGEST_ALT, UPLOAD, Attached
from bot.chat.platform.pictures import Animation, PictureRequest, build_look
from bot.chat.platform.safe_text import shorten
from bot.play.history import looking_back
from bot.play.history.frames import Frame, join_turns
from bot.play.history.looking_back import NO_LONGER
from bot.play.match.views import MatchView
from bot.play.positions import Lost
from bot.play.refusals import NotNow
from bot.play.storage.records import Match
from games.core.contract import AnyGame
from games.core.overlay import Loss, Overlay, OverlayPart, Route
from games.core.types import Viewer
from renderers.animation import SAID, WantedPicture

READ = 600
"""Public entries of a match that are looked at for its animation, of more every so many."""


def size_limit(interaction: Interaction) -> int:
    """The size limit of an animation in bytes, with room for the rest of the message."""
    guild = interaction.guild
    limit = UPLOAD if guild is None else min(guild.filesize_limit, UPLOAD)
    return limit * 9 // 10


def entry_stride(match: Match) -> int:
    """The stride between the public entries that are looked at."""
    return -(-match.shown // READ)


async def render(
    context: Context, match_view: MatchView, viewer: Viewer, limit: int, *, after: int = 0
) -> Animation:
    """Render the match as ``viewer`` saw it, from entry ``after`` on, with how it ended.

    Raises ``NotNow`` when nothing of it can be shown.
    """
    game, match = match_view.game, match_view.match
    every = 1 if after else entry_stride(match)
    film = looking_back.film(context.app, match, viewer, after=after, stride=every)
    try:
        frames = [frame async for frame in join_turns(game, film)]

        def shoot(wanted: WantedPicture) -> PictureRequest:
            return _picture_request(match_view, viewer, frames, wanted)

        palette = build_look(match_view).palette
        return await context.pictures.render_animation(
            match.game, len(frames), shoot, limit, palette
        )
    except (Lost, ValueError):
        raise NotNow(NO_LONGER, instead="The log still tells it: `/match log`") from None


def _picture_request(
    match_view: MatchView, viewer: Viewer, frames: Sequence[Frame], wanted: WantedPicture
) -> PictureRequest:
    frame, story, said = frame_with_story(match_view.game, viewer, frames, wanted)
    last = wanted.number == len(frames) - 1
    then = match_view if last else replace(match_view, ending=None, holders=frame.holders)
    if last and match_view.result:
        said = f"#{match_view.match.shown} {match_view.result}"
    return frame.view, replace(build_look(then), overlay=story, wide=True), said


def frame_with_story(
    game: AnyGame, viewer: Viewer, frames: Sequence[Frame], wanted: WantedPicture
) -> tuple[Frame, Overlay[Any], str]:
    """The frame of a picture, what led to it as an overlay, and its caption."""
    frame = frames[wanted.number]
    first = wanted.number if wanted.since is None else wanted.since + 1
    events = [event for each in frames[first : wanted.number + 1] for event in each.events]
    said = caption(game, replace(frame, events=tuple(events)), viewer)
    return frame, game.story(frame.view, frame.recent), said


def caption(game: AnyGame, frame: Frame, viewer: Viewer) -> str:
    """The caption of a frame: ``#12 B5 is lost. R6 shoots B5, misses B4 twice.``, or a digest.

    What was lost comes first. What there is no room for is left out by the sentence, and mere
    moves before shots.
    """
    story = game.story(frame.view, frame.events)
    lost = [part.told for part in story.parts if isinstance(part, Loss) and part.told]
    told = [(_LOST, f"{', '.join(dict.fromkeys(lost))}.")] if lost else []
    others = (part for part in story.parts if part.told and not isinstance(part, Loss))
    for _, found in groupby(others, key=lambda part: part.number):
        step = list(found)
        acted = any(not isinstance(part, Route) for part in step)
        told.append((_ACTED if acted else _MOVED, f"{', '.join(_count_repeated(step))}."))
    told = [each for each, _ in groupby(told)]
    if not told:
        digest = " ".join(game.words.digest(frame.view, frame.events, viewer))
        said = (_shorten_list(each) for each in _SENTENCES.findall(digest))
        told = [(-place, each) for place, each in enumerate(said)]
    number = f"#{frame.shown}"
    while len(told) > 1 and len(" ".join((number, *(said for _, said in told)))) > SAID:
        least = min(weight for weight, _ in told)
        told.pop(max(at for at, (weight, _) in enumerate(told) if weight == least))
    return " ".join((number, *(said for _, said in told)))


def _shorten_list(said: str) -> str:
    """A sentence without its list where that is too long."""
    return said if len(said) <= SAID // 2 else f"{said.partition(': ')[0].removesuffix('.')}."


_SENTENCES = re.compile(r"\S.*?[.!?…](?= |$)")
_LOST, _ACTED, _MOVED = 2, 1, 0
"""What a caption tells first when there is no room for all."""


def _count_repeated(step: Iterable[OverlayPart[Any]]) -> Iterator[str]:
    """``a2 misses b4 twice`` for ``a2 misses b4`` and ``misses b4``."""
    times: dict[str, int] = {}
    for part in step:
        ends = (each for each in times if f" {each}".endswith(f" {part.told}"))
        said = next(ends, part.told)
        times[said] = times.get(said, 0) + 1
    for said, count in times.items():
        yield said if count == 1 else f"{said} {'twice' if count == 2 else f'{count} times'}"


def to_file(name: str, animation: Animation, said: str) -> Attached:
    """The animation as a file; its alt text is ``said``, then what the last picture shows."""
    return Attached(name, animation.gif, shorten(f"{said} {animation.alt}", LONGEST_ALT))
