"""Pages that show what closing or rewinding a match would do, before it is done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import discord

from bot.chat.history import undo_page
from bot.chat.messages import news
from bot.chat.platform import blocks
from bot.chat.platform.blocks import Part, seat_and_player, title
from bot.chat.platform.interactions import Context, board_button
from bot.chat.platform.message import Attached, Message, first_fitting
from bot.chat.platform.safe_text import escape
from bot.chat.referee.request import reason_button
from bot.play.match.views import LogLine, MatchView
from bot.play.referee.corrections import RewindPreview
from bot.play.referee.lifecycle import ClosePreview
from bot.play.storage.profiles import PlayerResult, Result

_OUTCOMES = {
    PlayerResult.WON: "a win",
    PlayerResult.LOST: "a loss",
    PlayerResult.DRAWN: "a draw",
    PlayerResult.LEFT: "left the match",
}


async def rewind_page(context: Context, preview: RewindPreview, act: str, about: str) -> Message:
    """What would be taken back, the board after it, and the button that asks for the reason.

    Args:
        act: the form of the button
        about: what it is carried out on, as it stands in ids
    """
    match_view = preview.match_view
    file = f"back-{preview.number}.png"
    files = await undo_page.render_board(context.pictures, match_view, preview.after, file)
    red = discord.ButtonStyle.danger
    match = match_view.match.id
    confirm = reason_button("Rewind", match, act, about, preview.mark, style=red)
    most = max(len(preview.taken), len(preview.again))
    return first_fitting(
        partial(_build_rewind, preview, files, confirm, count)
        for count in range(min(most, undo_page.MOST_LINES), -1, -1)
    )


def _build_rewind(
    preview: RewindPreview, files: tuple[Attached, ...], confirm: blocks.Pressable, count: int
) -> Message:
    match_view = preview.match_view
    again = " It would be running again." if preview.reopens else ""
    back = undo_page.entry_name(preview.number)
    lines = [
        *_list_lines(match_view, "This would be taken back:", preview.taken, count),
        *_list_lines(match_view, "This would count again:", preview.again, count),
        f"**The match would be rewound to {back}.**{again}",
        _WHAT_FOLLOWS,
    ]
    parts: list[Part | None] = [
        blocks.text(f"### {title(match_view)}: rewind", *lines),
        *blocks.pictures(files),
        *blocks.rows((confirm, board_button(match_view.match.id))),
    ]
    return Message(blocks.layout(blocks.PRIVATE, parts), files)


_WHAT_FOLLOWS = "-# You are asked for a reason next. Nothing happens before you give it."


def _list_lines(
    match_view: MatchView, heading: str, lines: Sequence[LogLine], count: int
) -> Iterator[str]:
    """The newest ``count`` entries, and how many are left out."""
    if not lines:
        return
    yield heading
    kept = lines[max(0, len(lines) - count) :]
    yield from (news.paragraph(match_view, line) for line in kept)
    if len(kept) < len(lines):
        yield f"-# and {len(lines) - len(kept)} before that"


def close_page(preview: ClosePreview, about: str) -> Message:
    """The result, what counts for whom, and the button that asks for the reason."""
    match_view = preview.match_view
    red = discord.ButtonStyle.danger
    confirm = reason_button("End the match", match_view.match.id, "close", about, style=red)
    parts = (
        blocks.text(
            f"### {title(match_view)}: end the match",
            f"**{escape(preview.said)}**",
            *(_describe_result(match_view, each) for each in preview.results),
            "" if preview.results else "This match would count for nobody.",
            _WHAT_FOLLOWS,
        ),
        *blocks.rows((confirm, board_button(match_view.match.id))),
    )
    return Message(blocks.layout(blocks.PRIVATE, parts))


def _describe_result(match_view: MatchView, result: Result) -> str:
    """``Red (Ann): a win``, or the mention of a player who has no seat any more."""
    holder = match_view.holder(result.seat)
    sits = holder is not None and holder.user == result.user
    name = seat_and_player(match_view, result.seat) if sits else f"<@{result.user}>"
    fared = _OUTCOMES.get(result.outcome, result.outcome.value)
    return f"- {name}: {fared}{'' if result.rated else ', not rated'}"
