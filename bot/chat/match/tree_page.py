"""The page for a tree of questions: choose, type, preview, confirm.

A question that can be drawn has its board above the choices, which bear the numbers of its markers.

Nothing is kept between two presses: each custom id names the tree and the keys chosen so far, and
the options of that moment decide what they mean.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, TypeAlias

import discord

from bot.chat.platform import blocks, private_pictures
from bot.chat.platform.blocks import Part, Pressable
from bot.chat.platform.custom_ids import LONGEST, Action, QuestionTree, join_path, split_path
from bot.chat.platform.interactions import ComponentPress, OutOfDate, show_form
from bot.chat.platform.message import Message, first_fitting
from bot.chat.platform.pictures import Pictures, build_look
from bot.chat.platform.private_pictures import NO_PICTURE, PrivatePicture
from bot.chat.platform.safe_text import escape
from bot.play.match.plans import DROP
from bot.play.match.questions import TreeNode
from bot.play.match.views import MatchView
from bot.play.storage.records import MatchId
from games.core.questions import Choice, Question, marked_label, text_of_key, typed_key
from games.core.types import Unreadable

FIELD = "text"
PICTURE = "preview.png"
SKETCH = "choices.png"
MOST_BUTTONS = blocks.ROW
"""Of more choices than these one is picked from a select."""
ALL, ONE = "all", "one"
OWN = "own"
"""Marks the form of a question's own field."""
_MOST_TOLD = 8
_HEAD = len("s1:pick:abcdefgh::") + len(":9999")
"""What the longest id needs beside the kind of the tree and the path."""

SHOWN = typed_key("")
"""Stands for a typed text that fits into no id: the message to be confirmed has it as code."""
_LONGEST_SHOWN, _SHORT_FIELD = 2000, 200

Keys: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TextForm:
    """The form for typing what could be picked."""

    title: str
    label: str
    longest: int


class TreePage(ABC):
    """Each kind of tree gives what differs: where its nodes come from, the words, what is done.

    ``start``    keys before the first question; with fewer there is a page of its own
    ``sure``     the button that confirms
    ``instead``  what can be done when a path is too long for a button
    ``form``     where things can be typed as a whole, after ``whole`` keys
    """

    kind: ClassVar[QuestionTree]
    start: ClassVar[int] = 1
    sure: ClassVar[str]
    instead: ClassVar[str]
    form: ClassVar[TextForm | None] = None
    whole: ClassVar[int] = 0

    # --- What each kind gives ---

    @abstractmethod
    async def load_node(
        self, pressed: ComponentPress, match_view: MatchView, path: Keys
    ) -> TreeNode:
        """Raises a ``Refusal``."""

    @abstractmethod
    async def carry_out(
        self, pressed: ComponentPress, match_view: MatchView, path: Keys
    ) -> Message:
        """Do what was confirmed. Raises a ``Refusal``."""

    @abstractmethod
    def question_lines(self, node: TreeNode, question: Question) -> Iterable[str]:
        """The lines above the choices."""

    @abstractmethod
    def preview_lines(self, node: TreeNode, count: int) -> Iterable[str]:
        """The lines above the button that confirms, with ``count`` sentences of ``told``."""

    async def build_overview(
        self, pressed: ComponentPress, match_view: MatchView, number: int
    ) -> Message:
        """The page before the first question."""
        raise OutOfDate("There is no such page.")

    async def enter(self, pressed: ComponentPress, match_view: MatchView, text: str) -> Message:
        """Answer typed text. Raises a ``Refusal``."""
        raise OutOfDate("There is no such form any more.")

    async def take_back(
        self, pressed: ComponentPress, match_view: MatchView, which: str | None
    ) -> Message:
        """Remove one thing that was confirmed before, or all. Raises a ``Refusal``."""
        raise OutOfDate("There is no such button any more.")

    def describe_wanted(self, node: TreeNode) -> str:
        """The label above the text field."""
        return ""

    def extra_buttons(self, node: TreeNode) -> Iterable[Pressable]:
        """Buttons after those that every page has."""
        return ()

    def confirm_button(self, node: TreeNode) -> Pressable:
        green, path = discord.ButtonStyle.success, self._confirm_argument(node)
        match = node.match_view.match.id
        return blocks.button(self.sure, Action.CONFIRM, match, self.kind, path, style=green)

    # --- The same for all: the presses ---

    async def pick(self, pressed: ComponentPress, match_view: MatchView) -> None:
        """One step further, to another page of the choices, or to where a button leads."""
        path = (*split_path(pressed.argument(1)), *pressed.values[:1])
        number = parse_page(pressed.argument(2)) if len(pressed.id.args) > 2 else 0
        if len(path) < self.start:
            await pressed.answer(await self.build_overview(pressed, match_view, number))
            return
        node = await self.load_node(pressed, match_view, path)
        quick = node.chosen is not None and node.chosen.quick and not node.plan
        if node.question is None and quick:
            await pressed.answer(await self.carry_out(pressed, match_view, path))
            return
        await pressed.answer(await self.build_page(node, pressed.context.pictures, number))

    async def ask_text(self, pressed: ComponentPress, match_view: MatchView) -> None:
        """Open the form; its submission arrives as a press of its own."""
        node = await self.load_node(pressed, match_view, split_path(pressed.argument(1)))
        form, example = self._build_form(node, own=_is_own_field(pressed))
        style = discord.TextStyle
        field = blocks.field(
            form.label,
            FIELD,
            form.longest,
            about=self.describe_wanted(node),
            example=example,
            style=style.paragraph if form.longest > _SHORT_FIELD else style.short,
        )
        modal = blocks.form(form.title, pressed.id, field)
        await show_form(pressed.interaction, modal)

    async def submit_text(self, pressed: ComponentPress, match_view: MatchView) -> None:
        text = (pressed.fields or {}).get(FIELD, "")
        if not _is_own_field(pressed):
            await pressed.answer(await self.enter(pressed, match_view, text))
            return
        path = (*split_path(pressed.argument(1)), typed_key(text.strip()))
        node = await self.load_node(pressed, match_view, path)
        await pressed.answer(await self.build_page(node, pressed.context.pictures))

    async def confirm(self, pressed: ComponentPress, match_view: MatchView) -> None:
        path = split_path(pressed.argument(1))
        if path[-1:] == (SHOWN,):
            path = (*path[:-1], typed_key(pressed.code))
        await pressed.answer(await self.carry_out(pressed, match_view, path))

    async def take(self, pressed: ComponentPress, match_view: MatchView) -> None:
        which = None if pressed.argument(1) == ALL else next(iter(pressed.values), "")
        await pressed.answer(await self.take_back(pressed, match_view, which))

    # --- The same for all: the pages ---

    async def build_page(
        self, node: TreeNode, pictures: Pictures, number: int = 0, said: str = ""
    ) -> Message:
        """The page of a node: its question or the finished choice, with any picture."""
        drawn = await self._render_node(node, pictures)
        most, build = (
            min(len(node.told), _MOST_TOLD),
            partial(self._build_preview_page, node, drawn),
        )
        if node.question is not None:
            build = partial(self.build_question_page, node, node.question, number, said, drawn)
        return first_fitting(partial(build, n) for n in range(most, -1, -1))

    async def _render_node(self, node: TreeNode, pictures: Pictures) -> PrivatePicture:
        """Render the choices on the board, or the board after the move, if there is either."""
        question, match_view = node.question, node.match_view
        view, look = node.preview, build_look(match_view)
        if question is None or (node.stands and not question.marked):
            name, sketch = PICTURE, node.sketch
        else:
            name, sketch = SKETCH, question.sketch
        if view is None if question is None else not (node.stands or question.drawn):
            return NO_PICTURE
        look = replace(look, overlay=await asyncio.to_thread(sketch))
        if question is not None:
            view = match_view.view if view is None else view
        scene = pictures.build_scene(match_view.game.meta.id, view, look)
        if question is not None:
            scene = scene.closeup or scene
        return await private_pictures.render_private(match_view, scene, pictures, name)

    def build_question_page(
        self,
        node: TreeNode,
        question: Question,
        number: int = 0,
        said: str = "",
        drawn: PrivatePicture = NO_PICTURE,
        count: int = 0,
    ) -> Message:
        match = node.match_view.match.id
        buttons = (
            *self.page_buttons(match, question, number, node.path),
            *self._own_field_button(node, question),
            *self._back_button(node),
            *self.extra_buttons(node),
        )
        parts = (
            blocks.text(said, *(self.preview_lines(node, count) if node.stands else ())),
            blocks.text(*self._code_lines(node)) if node.plan else None,
            blocks.text(*self.question_lines(node, question)),
            *drawn.parts,
            *blocks.rows((self.confirm_button(node),) if node.stands or _is_plan(node) else ()),
            *self.choice_parts(node.match_view, question, number, node.path),
            *blocks.rows(buttons),
        )
        return _build_message(drawn, parts)

    def _build_preview_page(self, node: TreeNode, drawn: PrivatePicture, count: int) -> Message:
        buttons = (self.confirm_button(node), *self._back_button(node), *self.extra_buttons(node))
        said = blocks.text(*self.preview_lines(node, count))
        code = blocks.text(*self._code_lines(node))
        parts = (
            *((code, said) if node.plan else (said, code)),
            *drawn.parts,
            *blocks.rows(buttons),
            *blocks.rows(self._nearby_buttons(node)),
        )
        return _build_message(drawn, parts)

    def _nearby_buttons(self, node: TreeNode) -> Iterator[Pressable]:
        """Buttons to the answers beside the one that is looked at."""
        for choice in node.near:
            path = (*node.path[:-1], choice.key)
            if self._fits(join_path(path)):
                yield self.button_to(choice.label, node.match_view.match.id, path)

    def choice_parts(
        self,
        match_view: MatchView,
        question: Question,
        number: int,
        path: Keys,
        hint: str | None = None,
    ) -> Iterator[Part | None]:
        """A button for each choice, below what is worth knowing of them; or a select of a page.
        Whole moves have buttons of their own, if they fit."""
        numbers = {choice.key: f"{at}. " for at, choice in question.marked}
        whole = question.choices[: question.whole]
        if whole and len(question.choices) > MOST_BUTTONS and self._all_fit(whole, path):
            if not number:
                yield from self._choice_buttons(match_view, whole, path, numbers)
            question = replace(question, choices=question.choices[question.whole :], whole=0)
            hint = hint or "Or choose step by step"
        first = min(number, _last_page(question)) * blocks.MOST_OPTIONS
        choices = question.choices[first : first + blocks.MOST_OPTIONS]
        if len(question.choices) <= MOST_BUTTONS and self._all_fit(choices, path):
            yield from self._choice_buttons(match_view, choices, path, numbers)
            return
        labels = _numbered(choices, numbers)
        if _last_page(question):
            ends = (label.partition(" · ")[0] for label in (labels[0], labels[-1]))
            hint = f"Choose from {' to '.join(ends)}"
        options = (
            blocks.option(
                choice.key,
                label,
                _describe_choice(choice),
                sign=blocks.kind_sign(match_view, choice.kind),
            )
            for choice, label in zip(choices, labels, strict=True)
        )
        args = (self.kind, self.to_argument(path))
        hint = hint or question.prompt
        yield blocks.select(options, Action.PICK, match_view.match.id, *args, hint=hint)

    def _choice_buttons(
        self,
        match_view: MatchView,
        choices: Sequence[Choice],
        path: Keys,
        numbers: Mapping[str, str],
    ) -> Iterator[Part | None]:
        labels = _numbered(choices, numbers)
        told = zip(labels, map(_describe_choice, choices), strict=True)
        yield blocks.text(*(f"**{escape(label)}**: {escape(x)}" for label, x in told if x))
        blue = discord.ButtonStyle.primary
        yield from blocks.rows(
            blocks.button(
                label,
                Action.PICK,
                match_view.match.id,
                self.kind,
                join_path((*path, choice.key)),
                style=blue,
                sign=blocks.kind_sign(match_view, choice.kind),
            )
            for label, choice in zip(labels, choices, strict=True)
        )

    def page_buttons(
        self, match: MatchId, question: Question, number: int, path: Keys
    ) -> list[Pressable]:
        """The buttons to the pages before and after; none when there is only one."""
        args = (self.kind, self.to_argument(path))
        return blocks.page_buttons(number, _last_page(question), Action.PICK, match, *args)

    def removal_select(self, match: MatchId, choices: Iterable[Choice], hint: str) -> Part:
        """A select of what can be taken back."""
        options = (blocks.option(choice.key, choice.label, choice.detail) for choice in choices)
        return blocks.select(options, Action.TAKE, match, self.kind, ONE, hint=hint)

    def removal_button(self, label: str, match: MatchId) -> Pressable:
        red = discord.ButtonStyle.danger
        return blocks.button(label, Action.TAKE, match, self.kind, ALL, style=red)

    def button_to(
        self,
        label: str,
        match: MatchId,
        path: Keys = (),
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    ) -> Pressable:
        """A button that leads to a question, or to the page before the first."""
        return blocks.button(
            label, Action.PICK, match, self.kind, self.to_argument(path), style=style
        )

    def typing_button(self, match: MatchId, path: Keys = ()) -> Pressable:
        return blocks.button(
            "Type it", Action.TYPE, match, self.kind, join_path(path[: self.whole])
        )

    def _own_field_button(self, node: TreeNode, question: Question) -> Iterator[Pressable]:
        """The button for what can be typed at this question alone; at the first that is what can
        be typed as a whole."""
        if question.field and not (self.form and len(node.path) == self.whole):
            args = (self.kind, self.to_argument(node.path), OWN)
            yield blocks.button(question.field.label, Action.TYPE, node.match_view.match.id, *args)

    def _build_form(self, node: TreeNode, *, own: bool) -> tuple[TextForm, str]:
        """A form, and an example of what is typed there."""
        question, field = node.question, node.question.field if node.question else None
        if own and question and field:
            return TextForm(question.prompt, field.label, field.longest), field.example
        if own or self.form is None:
            raise OutOfDate("There is no such form any more.")
        longest = max(self.form.longest, field.longest if field else 0)
        form = replace(self.form, longest=longest)
        first = next(iter(question.choices), None) if question else None
        if field or first is None:
            return form, field.example if field else ""
        return form, f"{first.text}{'' if first.final else '…'}"

    def to_argument(self, path: Keys) -> str:
        """The path as an argument of a custom id. Raises ``Unreadable`` when it is too long."""
        argument = join_path(path)
        if not self._fits(argument):
            raise Unreadable("This is too long for a button.", instead=self.instead)
        return argument

    def _confirm_argument(self, node: TreeNode) -> str:
        """The argument of the button that confirms."""
        if node.stands:
            return self.to_argument((*node.path, node.stands))
        if self._fits(join_path(node.path)) or not self._shown_text(node):
            return self.to_argument(node.path)
        return self.to_argument((*node.path[:-1], SHOWN))

    def _code_lines(self, node: TreeNode) -> Iterator[str]:
        if node.plan:
            yield "### First:\n```\n" + "\n".join(node.plan) + "\n```"
            yield "-# A plan stops where dice or an answer of somebody else leave it impossible."
        elif not self._fits(join_path(node.path)):
            yield f"```\n{self._shown_text(node)}\n```"

    def _shown_text(self, node: TreeNode) -> str:
        """The typed text, where a message has room for it."""
        text = text_of_key(node.path[-1]) or ""
        return text if len(text) <= _LONGEST_SHOWN and "`" not in text else ""

    def _all_fit(self, choices: Iterable[Choice], path: Keys) -> bool:
        return all(self._fits(join_path((*path, choice.key))) for choice in choices)

    def _fits(self, argument: str) -> bool:
        """Whether a custom id can carry it."""
        return len(argument) <= LONGEST - _HEAD - len(self.kind)

    def _back_button(self, node: TreeNode) -> tuple[Pressable, ...]:
        match, path = node.match_view.match.id, node.path
        if _is_plan(node):
            return (self.button_to("Remove the last", match, (path[0], DROP)),)
        return (self.button_to("Back", match, path[:-1]),) if len(path) > self.start else ()


def _build_message(drawn: PrivatePicture, parts: Iterable[Part | None]) -> Message:
    view = blocks.layout(blocks.PRIVATE, parts)
    return Message(view, drawn.files, explained=drawn.explained)


def _is_plan(node: TreeNode) -> bool:
    """Whether it is the question what to do behind a plan."""
    return bool(node.plan) and len(node.path) == 2


def _is_own_field(pressed: ComponentPress) -> bool:
    return pressed.id.args[2:] == (OWN,)


def parse_page(argument: str) -> int:
    """Parse the number of a page in a custom id. Raises ``OutOfDate``."""
    if not argument.isdecimal() or len(argument) > 4:
        raise OutOfDate("There is no such page.")
    return int(argument)


def _last_page(question: Question) -> int:
    return max(0, len(question.choices) - 1) // blocks.MOST_OPTIONS


def _numbered(choices: Iterable[Choice], numbers: Mapping[str, str]) -> list[str]:
    """The labels with their marks, and with the numbers of the markers on the board."""
    return [f"{numbers.get(choice.key, '')}{marked_label(choice)}" for choice in choices]


def _describe_choice(choice: Choice) -> str:
    """Why a choice is suggested, and other details than its mark."""
    detail = choice.detail.removeprefix(choice.mark).lstrip(" ·;")
    return " · ".join(filter(None, (choice.reason and f"★ {choice.reason}", detail)))
