"""The private page of conditional moves: "if they play this, I answer that".

Walked like the picker of moves: what the other side might do, how narrowly that is meant, then
the answer.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.chat.match.tree_page import Keys, TreePage
from bot.chat.platform import blocks
from bot.chat.platform.blocks import Part, Pressable
from bot.chat.platform.component_press import ComponentPress
from bot.chat.platform.context import Interaction, command_of, context_of
from bot.chat.platform.custom_ids import Tree
from bot.chat.platform.message import Message
from bot.chat.platform.replies import OutOfDate
from bot.chat.platform.safe_text import escape, shortened
from bot.play.application import Application
from bot.play.match import conditional_lines, conditional_moves
from bot.play.match.conditional_lines import ConditionalLines
from bot.play.match.conditional_moves import NEW, can_prepare, conditions_of, key_of, place_of
from bot.play.match.questions import TreeNode
from bot.play.match.views import MatchView
from games.core.options import Choice, Question

LONGEST = 200
_LONGEST_RECEIPT = 200
_MOST_SHOWN = 20


class ConditionalMovePage(TreePage):
    """The first key is the line that is to go on."""

    kind = Tree.LINE
    sure = "Set this"
    instead = "Type it instead: /orders when: and reply: take longer text."

    async def overview(
        self, pressed: ComponentPress, match_view: MatchView, number: int
    ) -> Message:
        return await self.shown(pressed.context.app, match_view, pressed.user, number=number)

    async def shown(
        self, app: Application, match_view: MatchView, user: int, said: str = "", number: int = 0
    ) -> Message:
        """What is prepared, and what can be done about it. Raises a ``Refusal``."""
        prepared = await conditional_moves.shown(app, match_view.match.id, user)
        return self.listed(match_view, prepared, said, number)

    async def at(self, pressed: ComponentPress, match_view: MatchView, path: Keys) -> TreeNode:
        return await conditional_moves.asked(pressed.context.app, match_view, pressed.user, path)

    async def confirmed(
        self, pressed: ComponentPress, match_view: MatchView, path: Keys
    ) -> Message:
        node = await self.at(pressed, match_view, path)
        if node.question is not None:
            raise OutOfDate("This answer is not complete yet.")
        return await self.given(pressed.interaction, match_view, node.text)

    async def given(self, interaction: Interaction, match_view: MatchView, text: str) -> Message:
        """The page with one answer more; ``text`` is ``E5 : F4+G5``. Raises a ``Refusal``."""
        app = context_of(interaction).app
        command = command_of(interaction, match_view.match.id)
        receipt = await conditional_moves.add(app, command, text)
        return await self.shown(app, match_view, interaction.user.id, receipt.text)

    async def taken_back(
        self, pressed: ComponentPress, match_view: MatchView, which: str | None
    ) -> Message:
        place, app = None if which is None else place_of(which), pressed.context.app
        receipt = await conditional_moves.take_back(app, pressed.command, place)
        return await self.shown(app, match_view, pressed.user, receipt.text)

    def listed(
        self, match_view: MatchView, prepared: ConditionalLines, said: str = "", number: int = 0
    ) -> Message:
        title, match = escape(match_view.game.meta.title), match_view.match.id
        parts: list[Part | None] = [
            blocks.text(
                escape(shortened(said, _LONGEST_RECEIPT)),
                f"### Your conditional moves in {title}",
                "-# Played for you as soon as the other side plays that move. Only you see them.",
                *_listed(match_view, prepared),
            )
        ]
        lines = tuple(_lines(prepared))
        if can_prepare(match_view):
            new = Choice(NEW, "An answer to their next move", "")
            first = Question("What do you want to add?", (new, *lines))
            parts += self.choosing(match, first, number, (), first.prompt)
            parts += blocks.rows(self.leafing(match, first, number, ()))
        elif not prepared:
            parts.append(
                blocks.text("You can set conditional moves while the other side is to move.")
            )
        if lines:
            parts.append(self.taking(match, lines, "Remove one"))
            parts += blocks.rows((self.take_all("Remove all", match),))
        return Message(blocks.layout(blocks.PRIVATE, parts))

    def asks(self, node: TreeNode, question: Question) -> Iterator[str]:
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

    def looks(self, node: TreeNode, count: int) -> Iterator[str]:
        yield f"### If that happens: {escape(shortened(node.text, 300))}"
        yield "The board could look like this. You can remove the answer until it is played."

    def beside(self, node: TreeNode) -> Iterator[Pressable]:
        yield self.to("All my conditional moves", node.match_view.match.id)


CONDITIONAL_MOVES = ConditionalMovePage()


def _lines(prepared: ConditionalLines) -> Iterator[Choice]:
    for place, _ in conditional_lines.flat(prepared):
        yield Choice(key_of(place), f"After {conditional_lines.text_of(prepared, place)}", "")


def _listed(match_view: MatchView, prepared: ConditionalLines) -> list[str]:
    conditions = conditions_of(match_view.game)
    flat = conditional_lines.flat(prepared)
    told = []
    for at, line in flat[:_MOST_SHOWN]:
        when = escape(conditions.tell(line.when, match_view.view))
        told.append(f"{'  ' * (len(at) - 1)}- If the other side {when}: **{escape(line.reply)}**")
    more = len(flat) - _MOST_SHOWN
    return [*told, f"… and {more} more."] if more > 0 else told
