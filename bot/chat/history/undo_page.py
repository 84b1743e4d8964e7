"""The private undo page: a preview, whether it is allowed, and the button."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import discord

from bot.chat.messages import news
from bot.chat.platform import blocks
from bot.chat.platform.blocks import Part, seat_and_player, title
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.interactions import ComponentPress, Context, OutOfDate, board_button, note
from bot.chat.platform.message import Attached, Message, attach, first_fitting
from bot.chat.platform.pictures import Pictures, build_look
from bot.chat.platform.safe_text import escape
from bot.play.history import undo as play_undo
from bot.play.history.undo_rules import UndoClass, UndoPlan
from bot.play.match.views import LogLine, MatchView
from bot.play.people import proposals
from bot.play.refusals import NotNow
from games.core.types import Seat

MOST_LINES = 12
LAST = "last"
"""Stands for the last own move, in the place of a number."""


async def show_or_undo(pressed: ComponentPress, match_view: MatchView) -> None:
    """Show the page, or undo if the button carries the number and mark of a preview."""
    to = parse_number(pressed.id.args[0]) if pressed.id.args else None
    if len(pressed.id.args) < 2:
        await pressed.answer(await build_page(pressed.context, match_view, pressed.user, to))
        return
    receipt = await play_undo.undo(pressed.context.app, pressed.command, to, pressed.argument(1))
    await pressed.answer(note(escape(receipt.text), (board_button(pressed.match),)))


def parse_number(argument: str) -> int | None:
    """Parse the number of an entry; ``None`` for the last move. Raises ``OutOfDate``."""
    if argument == LAST:
        return None
    if not argument.isdecimal() or len(argument) > 6:
        raise OutOfDate("There is no such entry.")
    return int(argument)


async def build_page(
    context: Context, match_view: MatchView, user: int, to: int | None = None
) -> Message:
    """What would be undone, and the board after it. Raises a ``Refusal`` that says why not."""
    match_view.own_seat()
    undo = await play_undo.classify(context.app, match_view.match.id, user, to)
    assert undo.plan is not None
    if undo.plan.verdict.of is UndoClass.REFUSED:
        raise NotNow(undo.plan.verdict.reason, instead=undo.plan.verdict.instead)
    files = await render_board(
        context.pictures, match_view, undo.after, f"back-{undo.plan.number}.png"
    )
    style = discord.ButtonStyle.primary
    label = "Take it back"
    asked: tuple[Seat, ...] = ()
    if undo.plan.verdict.of is UndoClass.CONSENT:
        terms = play_undo.undo_terms(undo.plan)
        asked = (await proposals.load_consent(context.app, match_view.match.id, user, terms)).asked
        label = "Ask the others" if asked else "Ask the referee"
    back = LAST if to is None else str(to)
    confirm = blocks.button(
        label, Action.TAKEBACK, match_view.match.id, back, undo.mark, style=style
    )
    said = (f"**{_describe_rewind(undo.plan)}**", *_describe_class(match_view, undo.plan, asked))
    return first_fitting(
        partial(
            _lay_out,
            match_view,
            (describe_taken(match_view, undo.lines, count), *said),
            files,
            confirm,
        )
        for count in range(min(len(undo.lines), MOST_LINES), -1, -1)
    )


def _lay_out(
    match_view: MatchView,
    lines: Sequence[str],
    files: tuple[Attached, ...],
    confirm: blocks.Pressable,
) -> Message:
    parts: list[Part | None] = [
        blocks.text(f"### {title(match_view)}: take back", *lines),
        *blocks.pictures(files),
        *blocks.rows((confirm, board_button(match_view.match.id))),
    ]
    return Message(blocks.layout(blocks.PRIVATE, parts), files)


def describe_taken(match_view: MatchView, lines: tuple[LogLine, ...], count: int) -> str:
    """Describe the newest entries that would no longer count, as the viewer may read them."""
    left_out = len(lines) - count
    more = f"-# and {left_out} before that" if left_out and count else ""
    told = [news.paragraph(match_view, line) for line in lines[left_out:]]
    return "\n".join(("This would be taken back:", *told, *filter(None, (more,))))


async def render_board(
    pictures: Pictures, match_view: MatchView, view: object, name: str
) -> tuple[Attached, ...]:
    """Render a board as the viewer would see it."""
    return attach(await pictures.render(match_view.match.game, view, build_look(match_view)), name)


def _describe_rewind(plan: UndoPlan) -> str:
    if plan.is_hidden:
        return "You would be asked again for your secret choice."
    return f"The match would be rewound to {entry_name(plan.number)}."


def entry_name(number: int) -> str:
    return f"#{number}" if number > 1 else "the start"


def _describe_class(
    match_view: MatchView, plan: UndoPlan, asked: Sequence[Seat]
) -> tuple[str, ...]:
    if plan.is_hidden:
        return ("-# This happens immediately, and nobody else learns of it.",)
    if plan.verdict.of is UndoClass.FREE:
        return ("-# No other person has acted since, so this happens immediately.",)
    if not asked:
        referee = f"The others are away, so <@{match_view.match.referee}> decides as the referee."
        return (f"-# {escape(plan.verdict.reason)} {referee}",)
    others = [seat_and_player(match_view, seat) for seat in asked]
    return (
        f"-# {escape(plan.verdict.reason)} {', '.join(others)} must agree; no answer counts as no.",
    )
