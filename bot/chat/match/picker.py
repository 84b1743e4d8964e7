"""The picker: questions that lead to a move, with a preview before it is played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.chat.lobby import lessons
from bot.chat.match.tree_page import Keys, TextForm, TreePage
from bot.chat.messages import awaited
from bot.chat.platform import blocks
from bot.chat.platform.blocks import Pressable
from bot.chat.platform.custom_ids import Action, QuestionTree, join_path
from bot.chat.platform.interactions import ComponentPress, Context, board_button, note
from bot.chat.platform.message import Message
from bot.chat.platform.safe_text import escape, escape_around, shorten
from bot.play.executor import Receipt
from bot.play.history import looking_back
from bot.play.match import plans, submission, views
from bot.play.match.questions import TreeNode, load_node, read_move
from bot.play.match.submission import Picked, Planned
from bot.play.match.views import MatchView
from bot.play.storage.records import Status
from games.core.computer import is_number
from games.core.questions import Question, typed_key
from games.core.types import Decision, Refusal

LONGEST_MOVE, LONGEST_TYPED = 100, 4000
"""In a form, where the question does not say more; with the command."""
MOST_DECISIONS = 5
_LONGEST_RECEIPT = 1200


class MovePage(TreePage):
    """The first key is that of the decision that the move answers."""

    kind = QuestionTree.MOVE
    sure = "Confirm"
    instead = "Type it with `/move` instead: it takes longer text."
    form = TextForm("Type your move", "Move", LONGEST_MOVE)
    whole = 1

    async def play(self, pressed: ComponentPress, match_view: MatchView) -> None:
        """Open the picker where the match waits, or at the choice between several decisions."""
        await pressed.answer(await self.build_overview(pressed, match_view))
        await looking_back.mark_seen(pressed.context.app, match_view, pressed.user)

    async def build_overview(
        self, pressed: ComponentPress, match_view: MatchView, number: int = 0
    ) -> Message:
        return await self.build_first_page(pressed.context, match_view, number=number)

    async def build_first_page(
        self, context: Context, match_view: MatchView, said: str = "", number: int = 0
    ) -> Message:
        """The first question, below what is ``said``."""
        waiting = [decision for decision in match_view.mine if decision.waits]
        if len(match_view.mine) > 1 and len(waiting) != 1:
            return self.ask_which(match_view)
        path = (waiting[0].key,) if waiting else ()
        node = await load_node(match_view, path)
        lesson = await lessons.load_hint(context.app, match_view)
        said = "\n".join(filter(None, (said, lesson)))
        return await self.build_page(node, context.pictures, number, said=said)

    def ask_which(self, match_view: MatchView) -> Message:
        """Several decisions are open to this seat: which one first?"""
        lines = ["### You have several decisions", *_waiting_lines(match_view)]
        buttons = []
        for number, decision in enumerate(match_view.mine[:MOST_DECISIONS], start=1):
            wanted = match_view.game.words.ask(match_view.view, decision)
            lines.append(f"{number}. {escape(wanted)}")
            buttons.append(
                self.decision_button(match_view, decision, blocks.numbered_label(number, wanted))
            )
        return note("\n".join(lines), buttons)

    def decision_button(self, match_view: MatchView, decision: Decision, label: str) -> Pressable:
        """A button that leads to a decision."""
        return self.button_to(
            label, match_view.match.id, (decision.key,), blocks.urgency_style(decision)
        )

    async def load_node(
        self, pressed: ComponentPress, match_view: MatchView, path: Keys
    ) -> TreeNode:
        """The question at a path, behind the plan that stands as code on the page or is suggested,
        if any. A whole move joins the plan as long as that can go on."""
        key, mark, *keys = path if len(path) > 1 else (*path, "")
        if is_number(mark) and (texts := await plans.suggested_texts(match_view, key, mark)):
            keys = [typed_key(texts.pop())]
            return await self._load_plan(match_view, key, texts, keys)
        if mark not in (plans.PLAN, plans.ADD, plans.DROP):
            return await load_node(match_view, path)
        if mark == plans.ADD:
            node = await self.load_node(pressed, match_view, (key, *keys))
            return await plans.load_node(match_view, key, (*node.plan, node.text), ())
        texts = pressed.code.splitlines()
        if mark == plans.DROP:
            texts.pop()
        return await self._load_plan(match_view, key, texts, keys)

    async def _load_plan(
        self, match_view: MatchView, key: str, texts: Sequence[str], keys: Sequence[str]
    ) -> TreeNode:
        node = await plans.load_node(match_view, key, texts, keys)
        if texts and node.question is None and node.goes_on:
            return await plans.load_node(match_view, key, (*node.plan, node.text), ())
        return node

    async def enter(self, pressed: ComponentPress, match_view: MatchView, text: str) -> Message:
        """A typed move is previewed, like a picked one."""
        node = await read_move(match_view, pressed.argument(1), text)
        return await self.build_page(node, pressed.context.pictures)

    async def carry_out(
        self, pressed: ComponentPress, match_view: MatchView, path: Keys
    ) -> Message:
        """Play the move, show its outcome, and go on with the seat's next question.

        After a quick step that is the same question, so that several can follow each other, or the
        one above it.
        """
        key, *keys = path or ("",)
        move: Picked | Planned = Picked(key, tuple(keys))
        if keys[:1] == [plans.PLAN]:
            node = await self.load_node(pressed, match_view, path)
            move, keys = Planned(key, (*node.plan, *((node.text,) if node.text else ()))), []
        receipt = await submission.submit(pressed.context.app, pressed.command, move)
        kind = key.rsplit("-", 2)[0]
        after = await views.load_after(
            *(pressed.context.app, receipt, pressed.user, pressed.decision), before=match_view
        )
        waiting = sorted(
            (each for each in after.mine if each.waits), key=lambda each: each.kind != kind
        )
        if not waiting:
            return build_receipt(after, receipt)
        # A move without a preview is likely to be followed by more of the same.
        quick = pressed.id.action is Action.PICK and waiting[0].kind == kind
        node = await _next_node(after, (waiting[0].key, *(keys[:-1] if quick else ())))
        lesson = await lessons.load_hint(pressed.context.app, after)
        said = "\n".join(filter(None, (_receipt_text(receipt), lesson)))
        return await self.build_page(node, pressed.context.pictures, said=said)

    def describe_wanted(self, node: TreeNode) -> str:
        return node.match_view.game.words.ask(node.match_view.view, _get_decision(node))

    def question_lines(self, node: TreeNode, question: Question) -> Iterator[str]:
        match_view = node.match_view
        if len(node.path) == self.start:
            yield from _waiting_lines(match_view)
        yield f"### {escape(question.prompt)}"
        yield f"-# {escape(shorten(self.describe_wanted(node), 1500))}"
        if time := awaited.describe_time_left(match_view, _get_decision(node)):
            yield f"-# {time}"
        if node.chosen and node.chosen.text:
            yield f"So far: {escape(node.chosen.text)}"

    def preview_lines(self, node: TreeNode, count: int) -> Iterator[str]:
        standing = node.match_view.game.words.standing
        # A preview may show the way there on the board as it is: then there is nothing new to tell.
        now, then = standing(node.match_view.view), standing(node.preview)
        typed = f"{'Then' if node.plan else 'Your move'}: {escape(shorten(node.text, 300))}"
        yield f"### {escape(shorten(node.does, 300)) or typed}"
        yield f"-# {typed}" if node.does else ""
        yield from (f"- {escape(shorten(line, 300))}" for line in node.told[:count])
        if node.chosen and not node.told:
            detail = node.chosen.detail
            yield escape(detail[:1].upper() + detail[1:])
        if then != now:
            yield f"Then: {escape(shorten(then, 400))}"
        yield "-# Nothing is played before you confirm."

    def extra_buttons(self, node: TreeNode) -> Iterator[Pressable]:
        match_view = node.match_view
        if node.question is not None and not node.plan:
            yield self.typing_button(match_view.match.id, node.path)
            yield from self._workshop_button(node)
        longer = (node.path[0], plans.ADD, *node.path[1:])
        if node.goes_on and self._fits(join_path(longer)):
            yield self.button_to("Plan another move", match_view.match.id, longer)
        if len(node.path) == self.start and len(match_view.mine) > 1:
            yield blocks.button("Other decisions", Action.ORDERS, match_view.match.id, "0")

    def _workshop_button(self, node: TreeNode) -> Iterator[Pressable]:
        """Where a decision can be answered with what its player has made."""
        game, there = node.match_view.game, node.match_view.game.workshop
        if there and len(node.path) == self.start and _get_decision(node).kind in there.answers:
            args = ("home", game.meta.id)
            yield blocks.button("Your own …", Action.WORK, node.match_view.match.id, *args)


MOVES = MovePage()


def _get_decision(node: TreeNode) -> Decision:
    assert node.decision is not None, "a move answers a decision"
    return node.decision


def build_receipt(match_view: MatchView, receipt: Receipt) -> Message:
    """A receipt with buttons to undo, to the board, and to the next move if there is one."""
    match = match_view.match
    running = match.status is Status.RUNNING
    soon = any(d.waits for d in match_view.mine) or any(
        holder.is_computer for holder in match_view.holders
    )
    play = blocks.button("Make a move", Action.PLAY, match.id)
    back = blocks.button("Take back", Action.TAKEBACK, match.id, "last")
    more = (*((play,) if soon else ()), back) if running else ()
    return note(_receipt_text(receipt), (*more, board_button(match.id)))


def _receipt_text(receipt: Receipt) -> str:
    """The text of the receipt, short enough for a question below it."""
    return escape_around(shorten(receipt.text, _LONGEST_RECEIPT))


async def _next_node(match_view: MatchView, path: Keys) -> TreeNode:
    """The question at ``path``, or the nearest one above it that is not answered once for all."""
    if len(path) > 1:
        try:
            node = await load_node(match_view, path)
        except Refusal:
            return await _next_node(match_view, path[:-1])
        if node.question is not None:
            return await _next_node(match_view, path[:-1]) if node.question.once else node
    return await load_node(match_view, path[:1])


def _waiting_lines(match_view: MatchView) -> Iterator[str]:
    """What a seat may do while it waits for others, such as making an offer."""
    if not any(decision.waits for decision in match_view.mine):
        yield from filter(None, (awaited.describe_awaited(match_view),))
