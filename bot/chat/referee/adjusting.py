"""Setting something by hand: typed with autocomplete, or picked question by question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands, ui

from bot.chat.boundary import answer_command
from bot.chat.commands import autocomplete
from bot.chat.history import undo_page
from bot.chat.match.tree_page import Keys, TextForm, TreePage
from bot.chat.platform import blocks
from bot.chat.platform.blocks import Pressable
from bot.chat.platform.custom_ids import QuestionTree
from bot.chat.platform.interactions import (
    ComponentPress,
    Context,
    Interaction,
    OutOfDate,
    answer,
    board_button,
    get_context,
    load_match_here,
    may_referee,
    read_attachment,
)
from bot.chat.platform.message import Attached, Message
from bot.chat.platform.safe_text import escape, shorten
from bot.chat.referee.commands import referee
from bot.chat.referee.request import (
    AT_ONCE,
    TRIED,
    Choices,
    build_receipt,
    build_ruling,
    reason_button,
)
from bot.play.match.questions import TreeNode
from bot.play.match.views import MatchView
from bot.play.referee import adjusting, referee_views
from bot.play.referee.adjusting import AdjustmentInput
from bot.play.referee.authority import LONGEST_REASON, Ruling
from bot.play.refusals import NotNow
from games.core.log import position_files
from games.core.questions import Question
from games.core.types import Refusal, Spectator

ACT = "adjust"
"""What the form for a reason is about."""
POSITION = "position"
"""The form for a whole position."""
LONGEST_TEXT = 100
_PREVIEW = "position.png"


async def suggest(interaction: Interaction, typed: str) -> Choices:
    """What can be set now, for the referee; nothing for anybody else."""
    try:
        match = await load_match_here(interaction)
    except Refusal:
        return []
    found, more = await referee_views.complete_adjustment(
        get_context(interaction).app,
        match.id,
        interaction.user.id,
        typed,
        AT_ONCE,
        manages=await may_referee(interaction),
    )
    return autocomplete.completion_choices(found, more, typed)


@referee.command(name="adjust", description="Change something by hand: type it or pick it")
@app_commands.describe(
    text="What to change; leave it out to pick from a list",
    reason="Why; everybody can read it. You are asked for it at the end if you leave it out",
    file="A whole position; shown first if you leave out the reason",
)
@app_commands.autocomplete(text=suggest)
async def adjust(
    interaction: Interaction,
    text: app_commands.Range[str, 1, LONGEST_TEXT] | None = None,
    reason: app_commands.Range[str, 1, LONGEST_REASON] | None = None,
    file: discord.Attachment | None = None,
) -> None:
    async with answer_command(interaction) as context:
        match = await load_match_here(interaction)
        user = interaction.user.id
        if file is not None:
            if text is not None:
                raise NotNow("A file sets the whole position.", instead="Leave out the text.")
            ruling = await build_ruling(interaction, match.id, reason or TRIED)
            await answer(
                interaction, await set_file(context, ruling, file, done=reason is not None)
            )
            return
        if text is not None and reason is not None:
            as_referee = await build_ruling(interaction, match.id, reason)
            receipt = await adjusting.adjust(context.app, as_referee, AdjustmentInput(text))
            await answer(interaction, build_receipt(receipt))
            return
        if reason is not None:
            raise NotNow(
                "A reason goes with a change that you type.",
                instead="Leave it out to pick from a list: you are asked for it at the end.",
            )
        may = await may_referee(interaction)
        if text is None:
            asked = await referee_views.load_node(context.app, match.id, user, (), manages=may)
        else:
            asked = await referee_views.read_typed(context.app, match.id, user, text, manages=may)
        await answer(interaction, await ADJUSTMENTS.build_page(asked, context.pictures))


async def set_file(
    context: Context, ruling: Ruling, file: discord.Attachment, *, done: bool
) -> Message:
    """Set the position of a file, or show it first. Raises a ``Refusal``."""
    data = await read_attachment(file, position_files.MOST_BYTES)
    if done:
        return build_receipt(await adjusting.place(context.app, ruling, data))
    preview = await adjusting.preview_place(context.app, ruling, data)
    match_view = preview.match_view
    files = await undo_page.render_board(context.pictures, match_view, preview.after, _PREVIEW)
    parts = (
        blocks.text(
            f"### {blocks.title(match_view)}: a whole position",
            "The board could look like this. Nothing has changed.",
            "-# To set it, send the file again with a reason.",
        ),
        *blocks.pictures(files),
        *_file_buttons(match_view),
    )
    return Message(blocks.layout(blocks.PRIVATE, parts), files)


async def build_file(context: Context, ruling: Ruling, match_view: MatchView) -> Message:
    """The position as a file, where it may be read, and the button to set another."""
    files: tuple[Attached, ...] = ()
    said = "`docs/positions.md` says how a position is written. You can change it and set it."
    try:
        data = await adjusting.write_place(context.app, ruling)
        files = (Attached("position.json", data),)
    except NotNow as hidden:
        said = str(hidden)
    parts = (
        blocks.text(f"### {blocks.title(match_view)}: the position as a file", said),
        *(ui.File[Any](f"attachment://{file.name}") for file in files),
        *_file_buttons(match_view),
    )
    return Message(blocks.layout(blocks.PRIVATE, parts), files)


def _file_buttons(match_view: MatchView) -> Iterator[blocks.Part]:
    match = match_view.match.id
    yield from blocks.rows((reason_button("From a file …", match, POSITION), board_button(match)))


class AdjustmentPage(TreePage):
    """The page of adjustments, asked as the referee; the reason comes last, in a form."""

    kind = QuestionTree.ADJUST
    start = 0
    sure = "Set it"
    instead = "Type it instead: `/referee adjust` takes longer text."
    form = TextForm("Change something by hand", "What to set", LONGEST_TEXT)

    async def load_node(
        self, pressed: ComponentPress, match_view: MatchView, path: Keys
    ) -> TreeNode:
        return await referee_views.load_node(
            pressed.context.app,
            pressed.match,
            pressed.user,
            path,
            manages=await may_referee(pressed.interaction),
        )

    async def enter(self, pressed: ComponentPress, match_view: MatchView, text: str) -> Message:
        """What was typed is looked at first, like what was picked."""
        node = await referee_views.read_typed(
            pressed.context.app,
            pressed.match,
            pressed.user,
            text,
            manages=await may_referee(pressed.interaction),
        )
        return await self.build_page(node, pressed.context.pictures)

    async def carry_out(
        self, pressed: ComponentPress, match_view: MatchView, path: Keys
    ) -> Message:
        raise OutOfDate("Nothing is set without a reason.")

    def confirm_button(self, node: TreeNode) -> Pressable:
        green = discord.ButtonStyle.success
        match, path = node.match_view.match.id, self.to_argument(node.path)
        return reason_button(self.sure, match, ACT, path, style=green)

    def question_lines(self, node: TreeNode, question: Question) -> Iterator[str]:
        yield f"### {escape(question.prompt)}"
        yield _describe_offer(node.match_view)

    def preview_lines(self, node: TreeNode, count: int) -> Iterator[str]:
        yield f"### Change: {escape(shorten(node.text, 300))}"
        yield _describe_offer(node.match_view)
        yield "-# Nothing changes before you have said why."

    def extra_buttons(self, node: TreeNode) -> Iterator[Pressable]:
        yield self.typing_button(node.match_view.match.id)


ADJUSTMENTS = AdjustmentPage()


def _describe_offer(match_view: MatchView) -> str:
    """What the referee should know about what is offered, and what is not."""
    if match_view.seat is not None:
        return "-# You play in this match, so you are offered only what your seat sees."
    if isinstance(match_view.viewer, Spectator) and match_view.game.meta.secrets:
        return "-# You see what everybody sees. To change what is hidden, `/referee look` first."
    return ""
