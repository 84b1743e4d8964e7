"""Setting something by hand: typed with autocomplete, or picked question by question.

Custom ids carry only the keys chosen so far; the reason comes last, in a form of its own.
"""

from __future__ import annotations

import discord
from discord import app_commands

from bot.chat import blocks
from bot.chat.blocks import Part, Pressable
from bot.chat.boundary import boundary
from bot.chat.commands import autocomplete
from bot.chat.component_press import ComponentPress
from bot.chat.context import Interaction, context_of, manages, match_here
from bot.chat.custom_ids import LONGEST as LONGEST_ID
from bot.chat.custom_ids import Action, CustomId, path_of
from bot.chat.message import Attached, Message, attached
from bot.chat.panels.picture_names import look_of
from bot.chat.picking.questions import carried, leafing, options_of, page_of, placeholder
from bot.chat.pictures import Pictures
from bot.chat.referee.commands import referee
from bot.chat.referee.request import (
    AT_ONCE,
    Choices,
    reason_button,
    ruling,
    told,
)
from bot.chat.replies import answer, defer, show_form
from bot.chat.safe_text import escape, shortened
from bot.play.referee import adjusting
from bot.play.referee.adjusting import AdjustmentInput
from bot.play.referee.authority import LONGEST_REASON
from bot.play.referee.views import AdjustmentQuestion
from games.core.options import Question
from games.core.refusals import Refusal
from games.core.seats import Spectator

ACT = "adjust"
FIELD = "text"
LONGEST_TEXT = 100
PICTURE = "adjusted.png"


async def suggested(interaction: Interaction, typed: str) -> Choices:
    """What can be set now, for the referee; nothing for anybody else."""
    try:
        match = await match_here(interaction)
    except Refusal:
        return []
    found, more = await context_of(interaction).app.referee_eyes.adjustments(
        match.id, interaction.user.id, typed, AT_ONCE, manages=manages(interaction)
    )
    return autocomplete.completed(found, more, typed)


@referee.command(name="adjust", description="Change something by hand: type it or pick it")
@app_commands.describe(
    text="What to change; leave it out to pick from a list",
    reason="Why; everybody can read it. You are asked if you leave it out",
)
@app_commands.autocomplete(text=suggested)
async def adjust(
    interaction: Interaction,
    text: app_commands.Range[str, 1, LONGEST_TEXT] | None = None,
    reason: app_commands.Range[str, 1, LONGEST_REASON] | None = None,
) -> None:
    async with boundary(interaction) as context:
        await defer(interaction)
        match = await match_here(interaction)
        views, user = context.app.referee_eyes, interaction.user.id
        if text is not None and reason is not None:
            as_referee = ruling(interaction, match.id, reason)
            receipt = await adjusting.adjust(context.app.referee, as_referee, AdjustmentInput(text))
            await answer(interaction, told(receipt))
            return
        may = manages(interaction)
        if text is None:
            asked = await views.asked(match.id, user, (), manages=may)
        else:
            asked = await views.typed(match.id, user, text, manages=may)
        await answer(interaction, await page(asked, context.pictures))


async def pick(pressed: ComponentPress) -> None:
    """One step further: the chosen key, or back to where a button leads."""
    await pressed.match_view()
    path = (*path_of(pressed.argument(0)), *pressed.values[:1])
    await pressed.answer(await page(await _asked(pressed, path), pressed.context.pictures))


async def leaf(pressed: ComponentPress) -> None:
    await pressed.match_view()
    asked = await _asked(pressed, path_of(pressed.argument(0)))
    number = page_of(pressed.argument(1))
    await pressed.answer(await page(asked, pressed.context.pictures, number))


async def ask_text(pressed: ComponentPress) -> None:
    """Open the form for a typed adjustment."""
    await pressed.match_view()
    asked = await _asked(pressed, ())
    first = asked.question.choices[0] if asked.question else None
    example = f"{first.text}{'' if first.final else '…'}" if first else ""
    form = discord.ui.Modal(
        title="Change something by hand",
        custom_id=str(CustomId(Action.ADJUSTED, pressed.match, (FIELD,))),
    )
    box: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id=FIELD, placeholder=example[:100], max_length=LONGEST_TEXT
    )
    form.add_item(discord.ui.Label(text="What to set", component=box))
    form.stop()  # the router answers it; discord.py need not keep it
    await show_form(pressed.interaction, form)


async def typed(pressed: ComponentPress) -> None:
    """What was typed is looked at first, like what was picked."""
    await pressed.match_view()
    text = (pressed.fields or {}).get(FIELD, "")
    asked = await pressed.context.app.referee_eyes.typed(
        pressed.match, pressed.user, text, manages=manages(pressed.interaction)
    )
    await pressed.answer(await page(asked, pressed.context.pictures))


async def page(asked: AdjustmentQuestion, pictures: Pictures, number: int = 0) -> Message:
    """A question of the picker, or the adjustment as it would be."""
    if asked.question is not None:
        return _question(asked, asked.question, number)
    files: tuple[Attached, ...] = ()
    if asked.preview is not None:
        look = look_of(asked.match_view)
        files = attached(
            await pictures.of(asked.match_view.match.game, asked.preview, look), PICTURE
        )
    return _looked_at(asked, files)


def _question(asked: AdjustmentQuestion, question: Question, number: int) -> Message:
    match, path = asked.match_view.match.id, _carried(asked.path)
    select: discord.ui.Select[discord.ui.LayoutView] = discord.ui.Select(
        custom_id=str(CustomId(Action.ADJUST, match, (path,))),
        placeholder=placeholder(question, number),
        options=options_of(question, number),
    )
    buttons = leafing(question, number, match, Action.ADJUSTPAGE, path)
    parts: tuple[Part | None, ...] = (
        blocks.text(f"### {escape(question.prompt)}", _with_whose_eyes(asked)),
        discord.ui.ActionRow(select),
        *blocks.rows((*buttons, *_back(asked), _type_it(asked))),
    )
    return Message(blocks.layout(blocks.PRIVATE, parts))


def _looked_at(asked: AdjustmentQuestion, files: tuple[Attached, ...]) -> Message:
    match = asked.match_view.match.id
    text = escape(shortened(asked.text, 300))
    confirm = reason_button("Set it", match, ACT, _carried(asked.path))
    told_now = "-# Nothing changes before you have said why."
    parts: tuple[Part | None, ...] = (
        blocks.text(f"### Change: {text}", _with_whose_eyes(asked), told_now),
        *blocks.pictures(files),
        *blocks.rows((confirm, *_back(asked), _type_it(asked))),
    )
    return Message(blocks.layout(blocks.PRIVATE, parts), files)


def _with_whose_eyes(asked: AdjustmentQuestion) -> str:
    """What the referee should know about what is offered, and what is not."""
    match_view = asked.match_view
    if match_view.seat is not None:
        return "-# You play in this match, so you are offered only what your seat sees."
    if isinstance(match_view.viewer, Spectator) and match_view.game.meta.secrets:
        return "-# You see what everybody sees. To change what is hidden, `/referee look` first."
    return ""


def _back(asked: AdjustmentQuestion) -> tuple[Pressable, ...]:
    if not asked.path:
        return ()
    before = _carried(asked.path[:-1])
    return (blocks.button("Back", Action.ADJUST, asked.match_view.match.id, before),)


def _type_it(asked: AdjustmentQuestion) -> Pressable:
    return blocks.button("Type it", Action.ADJUSTTEXT, asked.match_view.match.id)


async def _asked(pressed: ComponentPress, path: tuple[str, ...]) -> AdjustmentQuestion:
    return await pressed.context.app.referee_eyes.asked(
        pressed.match, pressed.user, path, manages=manages(pressed.interaction)
    )


def _carried(path: tuple[str, ...]) -> str:
    """As it fits into any id of this page. Raises ``Unreadable``."""
    most = LONGEST_ID - len("s1:adjustpage:abcdefgh:") - len(":9999")
    return carried(path, most, "Type it instead: /referee adjust takes longer text.")
