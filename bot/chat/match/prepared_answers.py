"""The private page of answers in advance: standing orders and conditional moves.

Each kind has a tree of questions of its own; both lead back to the page, from which all answers can
be removed.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

import discord

from bot.chat.match.tree_page import Keys, TextForm, TreePage
from bot.chat.platform import blocks
from bot.chat.platform.blocks import Part, Pressable
from bot.chat.platform.custom_ids import Action, QuestionTree
from bot.chat.platform.interactions import (
    ComponentPress,
    Interaction,
    OutOfDate,
    build_command,
    get_context,
)
from bot.chat.platform.message import Message
from bot.chat.platform.safe_text import escape, shorten
from bot.play.answers import giving
from bot.play.answers.conditional_moves import (
    NEW,
    beginnings,
    can_prepare,
    get_conditions,
    line_text,
    load_node,
    mark_for,
)
from bot.play.answers.giving import build_node
from bot.play.application import Application
from bot.play.executor import Command, Receipt
from bot.play.match import views
from bot.play.match.questions import TreeNode
from bot.play.match.submission import TypedMove
from bot.play.match.views import MatchView
from bot.play.refusals import NotNow, check_running
from games.core.questions import Choice, Question
from games.core.standing import LONGEST as LONGEST_ORDER

LONGEST = 200
"""Characters of a condition, or of its answers."""
_LONGEST_RECEIPT = 200
_MOST_SHOWN = 2600
"""Characters for the orders in force."""
_MOST_MOVES = 20


class AnswersPage(TreePage):
    """A page of answers given in advance; what is typed is set at once."""

    @abstractmethod
    def is_offered(self, match_view: MatchView) -> bool:
        """Whether the match has such answers."""

    @abstractmethod
    async def give(self, app: Application, command: Command, text: str) -> Receipt:
        """Set what was typed. Raises a ``Refusal``."""

    @abstractmethod
    def section(self, match_view: MatchView, number: int) -> Iterator[Part | None]:
        """The answers of this kind, and page ``number`` of what can be added."""

    async def set(self, interaction: Interaction, match_view: MatchView, text: str) -> Message:
        """The page after something was typed. Raises a ``Refusal``."""
        command = build_command(interaction, match_view.match.id)
        receipt = await self.give(get_context(interaction).app, command, text)
        return await _load_page(interaction, receipt)

    async def enter(self, pressed: ComponentPress, match_view: MatchView, text: str) -> Message:
        return await self.set(pressed.interaction, match_view, text)

    async def build_overview(
        self, pressed: ComponentPress, match_view: MatchView, number: int
    ) -> Message:
        return build_page(match_view, numbers={self.kind: number})

    async def take_back(
        self, pressed: ComponentPress, match_view: MatchView, which: str | None
    ) -> Message:
        receipt = await giving.remove(pressed.context.app, pressed.command, which)
        return await _load_page(pressed.interaction, receipt)

    async def come_back(self, pressed: ComponentPress, match_view: MatchView) -> None:
        """Note that the player is back."""
        receipt = await giving.come_back(pressed.context.app, pressed.command)
        await pressed.answer(await _load_page(pressed.interaction, receipt))

    def extra_buttons(self, node: TreeNode) -> Iterator[Pressable]:
        yield self.button_to("All my answers", node.match_view.match.id)

    def build_choices(
        self, match_view: MatchView, question: Question, number: int
    ) -> Iterator[Part | None]:
        match = match_view.match.id
        yield blocks.text(f"**{escape(question.prompt)}**")
        yield from self.choice_parts(match_view, question, number, (), question.prompt)
        leafing = self.page_buttons(match, question, number, ())
        yield from blocks.rows((*leafing, self.typing_button(match)))


class OrdersPage(AnswersPage):
    kind = QuestionTree.ORDER
    sure = "Set this order"
    instead = "Type it with `/orders` instead: its option order takes longer text."
    form = TextForm("Type a standing order", "Order", LONGEST_ORDER)

    async def load_node(
        self, pressed: ComponentPress, match_view: MatchView, path: Keys
    ) -> TreeNode:
        return build_node(match_view, path)

    async def give(self, app: Application, command: Command, text: str) -> Receipt:
        return await giving.give_orders(app, command, TypedMove(text))

    async def carry_out(
        self, pressed: ComponentPress, match_view: MatchView, path: Keys
    ) -> Message:
        app, command = pressed.context.app, pressed.command
        receipt = await giving.give_orders(app, command, giving.Path(path))
        return await _load_page(pressed.interaction, receipt)

    def is_offered(self, match_view: MatchView) -> bool:
        return match_view.game.standing is not None

    def section(self, match_view: MatchView, number: int) -> Iterator[Part | None]:
        node = build_node(match_view, ())
        yield blocks.text("**Standing orders**", *_list_orders(node.told))
        if node.question is not None:
            yield from self.build_choices(match_view, node.question, number)

    def question_lines(self, node: TreeNode, question: Question) -> Iterator[str]:
        yield f"### {escape(question.prompt)}"

    def preview_lines(self, node: TreeNode, count: int) -> Iterator[str]:
        yield f"### Standing order: {escape(node.text)}"
        yield "Your orders with this one:"
        yield from _list_orders(node.told)


class ConditionalMovesPage(AnswersPage):
    """The first key is the line that is to go on. Walked like the picker of moves: what the other
    side might do, how narrowly that is meant, then the answer."""

    kind = QuestionTree.LINE
    sure = "Set this"
    instead = "Type it with `/orders` instead: its options when and reply take longer text."
    form = TextForm("Type a conditional move", "Their move : your answer", 2 * LONGEST)

    async def load_node(
        self, pressed: ComponentPress, match_view: MatchView, path: Keys
    ) -> TreeNode:
        return await load_node(match_view, path or (NEW,))

    async def give(self, app: Application, command: Command, text: str) -> Receipt:
        return await giving.give_line(app, command, text)

    def describe_wanted(self, node: TreeNode) -> str:
        return "Their move, or * for any; a colon; your answer. / looks a move further ahead."

    async def carry_out(
        self, pressed: ComponentPress, match_view: MatchView, path: Keys
    ) -> Message:
        node = await self.load_node(pressed, match_view, path)
        if node.question is not None:
            raise OutOfDate("This answer is not complete yet.")
        return await self.set(pressed.interaction, match_view, node.text)

    def is_offered(self, match_view: MatchView) -> bool:
        return match_view.game.conditions is not None

    def section(self, match_view: MatchView, number: int) -> Iterator[Part | None]:
        yield blocks.text("**Conditional moves**", *_list_moves(match_view))
        if can_prepare(match_view):
            lines = beginnings(match_view.answers.lines)
            further = (Choice(mark_for(line), f"After {line_text(line)}", "") for line in lines)
            new = Choice(NEW, "An answer to their next move", "")
            question = Question("What do you want to add?", (new, *further))
            yield from self.build_choices(match_view, question, number)
        elif not match_view.answers.lines:
            yield blocks.text("You can set conditional moves while the other side is to move.")

    def question_lines(self, node: TreeNode, question: Question) -> Iterator[str]:
        if node.decision is None:
            yield f"### {question.prompt}"
            yield "-# It is played only if it is still legal then."
        elif node.decision.seat == node.match_view.seat:
            yield "### What do you answer?"
            yield f"**{escape(question.prompt)}**"
        else:
            # The question is worded for the side to move.
            yield "### What will the other side play?"
            yield "-# Choose in their place:"
            yield f"**{escape(question.prompt)}**"

    def preview_lines(self, node: TreeNode, count: int) -> Iterator[str]:
        yield f"### If that happens: {escape(shorten(node.text, 300))}"
        yield "The board could look like this. You can remove the answer until it is played."


ORDERS, CONDITIONAL_MOVES = OrdersPage(), ConditionalMovesPage()
PAGES: tuple[AnswersPage, ...] = (ORDERS, CONDITIONAL_MOVES)


def build_page(
    match_view: MatchView,
    said: str = "",
    numbers: Mapping[QuestionTree, int] = MappingProxyType({}),
) -> Message:
    """The page of answers given in advance, with buttons to change them. Raises a ``Refusal``.

    Args:
        numbers: By kind, which page of what can be added.
    """
    check_running(match_view.match, paused=True)
    match, game, seat = match_view.match.id, match_view.game, match_view.own_seat()
    offered = [each for each in PAGES if each.is_offered(match_view)]
    if not offered:
        raise NotNow(f"In {game.meta.title} nothing can be decided in advance.")
    parts: list[Part | None] = [
        blocks.text(
            escape(shorten(said, _LONGEST_RECEIPT)),
            f"### Your answers in advance in {escape(game.meta.title)}",
            "-# They are played for you, so nobody has to wait. Only you see them.",
        )
    ]
    for each in offered:
        parts += each.section(match_view, numbers.get(each.kind, 0))
    buttons = [blocks.button("My orders", Action.ORDERS, match)]
    if given := giving.list_removable(game, match_view.answers):
        choices = (Choice(mark, text, "") for mark, text in given.items())
        parts.append(offered[0].removal_select(match, choices, "Remove one"))
        buttons.insert(0, offered[0].removal_button("Clear all", match))
    holder = match_view.holder(seat)
    if holder is not None and holder.expired:
        primary = discord.ButtonStyle.primary
        buttons.insert(0, blocks.button("I am back", Action.BACK, match, "now", style=primary))
    return Message(blocks.layout(blocks.PRIVATE, (*parts, *blocks.rows(buttons))))


async def _load_page(interaction: Interaction, receipt: Receipt) -> Message:
    app, user = get_context(interaction).app, interaction.user.id
    return build_page(await views.load_for_user(app, receipt.match, user), receipt.text)


def answers_in_short(match_view: MatchView) -> str:
    """The answers in their text form, a line for each kind; empty in a game that has none."""
    standing, answers = match_view.game.standing, match_view.answers
    told = dict[str, str]()
    if standing is not None and match_view.view is not None:
        orders = "; ".join(map(standing.write, answers.orders))
        told["Standing orders"] = orders or "none set; the defaults apply"
    if answers.lines:
        told["Conditional moves"] = "; ".join(map(line_text, answers.lines))
    lines = (f"**{kind}**: {escape(shorten(said, 300))}" for kind, said in told.items())
    return "\n".join(lines)


def queue_buttons(match_view: MatchView) -> Iterator[Pressable]:
    """The ways to what is queued for later turns."""
    standing = match_view.game.standing
    for key, label in standing.queues(match_view.view) if standing else ():
        label = label if "queue" in label.lower() else f"Queue: {label[:1].lower()}{label[1:]}"
        yield ORDERS.button_to(label, match_view.match.id, (key,))


def _list_orders(shown: tuple[str, ...]) -> Iterator[str]:
    """The player's own orders, then the first defaults; what the others are, their question says
    when they are chosen below."""
    own = [said for said in shown if not said.endswith(_DEFAULT)]
    usual = [said.removesuffix(_DEFAULT) for said in shown if said.endswith(_DEFAULT)]
    yield from _list_sentences("Yours", own, len(own))
    yield from _list_sentences("Defaults", usual, max(1, MOST_DEFAULTS - len(own)))


def _list_sentences(heading: str, said: Sequence[str], most: int) -> Iterator[str]:
    if said:
        yield f"{heading}:"
    room = _MOST_SHOWN
    for number, sentence in enumerate(said):
        line = f"- {escape(shorten(sentence, 300))}"
        room -= len(line.encode()) + 1
        if room < 0 or number == most:
            yield f"- … and {len(said) - number} more: choose one below to see it"
            return
        yield line


_DEFAULT = " (default)."
MOST_DEFAULTS = 5
"""Lines of standing orders at first, own ones included; those are always all shown."""


def _list_moves(match_view: MatchView) -> Iterator[str]:
    conditions, lines = get_conditions(match_view.game), beginnings(match_view.answers.lines)
    for line in lines[:_MOST_MOVES]:
        when = escape(conditions.tell(line[-1].when, match_view.view))
        indent = "  " * (len(line) - 1)
        yield f"{indent}- If the other side {when}: **{escape(line[-1].reply)}**"
    if len(lines) > _MOST_MOVES:
        yield f"… and {len(lines) - _MOST_MOVES} more."
