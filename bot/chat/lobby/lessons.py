"""The lesson of a first match, in its panel and above the questions of a move."""

from __future__ import annotations

import discord

from bot.chat.platform import blocks
from bot.chat.platform.blocks import Part, Pressable
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.interactions import note
from bot.chat.platform.message import Message
from bot.play.executor import PlayContext
from bot.play.lobby import lessons
from bot.play.lobby.lessons import Progress
from bot.play.match.views import MatchView
from bot.play.storage.records import MatchId, Status
from games.core.contract import AnyGame
from games.core.rulebook import Lesson

LEARN_IT = "Learn it"
_MARK = "🎓"


def learn_button(game: AnyGame, label: str = LEARN_IT) -> Pressable:
    """The button that begins a first match, or leads to it."""
    return blocks.button(label, Action.LEARN, None, game.meta.id)


def build_parts(match_view: MatchView, progress: Progress) -> list[Part | None]:
    """The lessons part of the panel of a first match."""
    buttons = []
    if progress.current is not None:
        buttons.append(_known_button(match_view.match.id, progress.current))
    return [blocks.text(*_progress_lines(match_view, progress)), *blocks.rows(buttons)]


def _progress_lines(match_view: MatchView, progress: Progress) -> tuple[str, ...]:
    """What to do now, and what has been learned so far."""
    learned, rest = progress.learned, progress.rest
    over = match_view.match.status is Status.OVER
    done = f"{_MARK} **{len(learned)} of {progress.count} lessons learned.**"
    if progress.current is not None:
        said = f"### {_MARK} {progress.number} of {progress.count}: {progress.current.title}"
        return (said, progress.current.text, _draw_ticks(learned))
    if not rest:
        return (f"{_MARK} **All {progress.count} lessons learned.** {progress.farewell}",)
    if over:
        missed = ", ".join(each.title for each in rest)
        return (done, f"Did not come up: {missed}. `/rules` tells, or {LEARN_IT} starts anew.")
    return (f"{done} Play on: the next one is told when it comes up.", _draw_ticks(learned))


def _known_button(match: MatchId, lesson: Lesson) -> Pressable:
    if lesson.done is not None:
        return blocks.button("Skip this", Action.LEARN, match, lesson.key)
    primary = discord.ButtonStyle.primary
    return blocks.button("Got it", Action.LEARN, match, lesson.key, style=primary)


async def load_hint(context: PlayContext, match_view: MatchView) -> str:
    """The lesson of now above a question, if it is learned by what is asked there."""
    progress = await lessons.load_progress(context, match_view)
    current = None if progress is None else progress.current
    return "" if current is None or current.done is None else _format_lesson(current)


async def load_next(context: PlayContext, match_view: MatchView) -> Message:
    """The answer to somebody who knows a lesson: the next one."""
    progress = await lessons.load_progress(context, match_view)
    current, match = None if progress is None else progress.current, match_view.match.id
    if current is None:
        return note("Play on below the board.")
    go_on = blocks.button("Make a move", Action.PLAY, match)
    button = _known_button(match, current) if current.done is None else go_on
    return note(_format_lesson(current), (button,))


def _format_lesson(lesson: Lesson) -> str:
    return f"{_MARK} **{lesson.title}**\n{lesson.text}"


def _draw_ticks(learned: tuple[Lesson, ...]) -> str:
    return f"-# {' · '.join(f'✅ {each.title}' for each in learned)}" if learned else ""
