"""The guided flow: from question to question to a move, looked at before it is played.

Nothing is kept between two presses: each custom id names the decision and the
keys chosen so far, and the options of that moment decide what they mean.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import discord

from bot.chat import blocks, limits
from bot.chat.blocks import Part, Pressable
from bot.chat.component_press import ComponentPress
from bot.chat.custom_ids import LONGEST, Action, CustomId, path_of
from bot.chat.message import Attached, Message, attached
from bot.chat.panels import awaited
from bot.chat.panels.picture_names import look_of
from bot.chat.picking.questions import carried, leafing, options_of, page_of, placeholder
from bot.chat.pictures import Pictures
from bot.chat.replies import board_button, note, show_form
from bot.chat.safe_text import escape, shortened
from bot.play.match.table import Picked, Submission
from bot.play.match.views import MatchView, MoveQuestion
from bot.play.records import MatchId, Status
from games.core.decisions import Decision
from games.core.options import Question
from games.core.refusals import Refusal

PICTURE = "preview.png"
FIELD = "text"
LONGEST_MOVE = 100
MOST_DECISIONS = 5
_MOST_CONSIDERED = 8
_LONGEST_HEAD = len("s1:confirm:abcdefgh:") + len(":") + len(":9999")
"""What an id of the picker needs at most, beside decision and path."""


async def play(pressed: ComponentPress) -> None:
    """Open the picker: at the decision the match waits for, or at the choice between several."""
    match_view = await pressed.match_view()
    waiting = [decision for decision in match_view.mine if decision.waits]
    if len(match_view.mine) > 1 and len(waiting) != 1:
        await pressed.answer(which(match_view))
        return
    first = waiting[0] if waiting else None
    key = first.key if first else None
    await _show(pressed, await pressed.context.app.views.asked(pressed.match, pressed.user, key))
    await pressed.context.app.history.saw(match_view, pressed.user)


async def pick(pressed: ComponentPress) -> None:
    """One step further: the chosen key, or back to where a button leads."""
    await pressed.match_view()
    path = (*path_of(pressed.argument(1)), *pressed.values[:1])
    asked = await _asked(pressed, path)
    chosen = asked.chosen if asked.question is None else None
    if chosen is not None and chosen.quick:
        await _submit(pressed, asked.decision.key, path, quick=True)
    else:
        await _show(pressed, asked)


async def page(pressed: ComponentPress) -> None:
    await pressed.match_view()
    number = page_of(pressed.argument(2))
    await _show(pressed, await _asked(pressed, path_of(pressed.argument(1))), number)


async def ask_text(pressed: ComponentPress) -> None:
    """Open the form for a typed move; it is answered whenever it comes back."""
    await pressed.match_view()
    asked = await _asked(pressed, ())
    match_view, decision = asked.match_view, asked.decision
    first = asked.question.choices[0] if asked.question else None
    example = f"{first.text}{'' if first.final else '…'}" if first else ""
    form = discord.ui.Modal(
        title="Type your move",
        custom_id=str(CustomId(Action.TYPED, pressed.match, (decision.key,))),
    )
    box: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id=FIELD, placeholder=example[:100], max_length=LONGEST_MOVE
    )
    wanted = match_view.game.words.ask(match_view.view, decision)
    form.add_item(discord.ui.Label(text="Move", description=wanted[:100], component=box))
    form.stop()  # the router answers it; discord.py need not keep it
    await show_form(pressed.interaction, form)


async def typed(pressed: ComponentPress) -> None:
    """A typed move is looked at first, like a picked one."""
    await pressed.match_view()
    text = (pressed.fields or {}).get(FIELD, "")
    key = pressed.argument(0)
    views = pressed.context.app.views
    await _show(pressed, await views.typed(pressed.match, pressed.user, text, key))


async def confirm(pressed: ComponentPress) -> None:
    """Play what was looked at."""
    await pressed.match_view()
    await _submit(pressed, pressed.argument(0), path_of(pressed.argument(1)))


async def _submit(
    pressed: ComponentPress, decision: str, path: tuple[str, ...], *, quick: bool = False
) -> None:
    """Play the move. While the seat is asked for more of the same kind, go on with that:
    after a quick step at the same question, so that several can follow each other.
    """
    submission = Submission(
        pressed.match, pressed.user, Picked(decision, path), pressed.interaction.id
    )
    receipt = await pressed.context.app.table.submit(submission)
    kind = decision.rsplit("-", 2)[0]
    after = await pressed.context.app.views.by_user(pressed.match, pressed.user)
    again = next((each for each in after.mine if each.kind == kind and each.waits), None)
    if again is None:
        await pressed.answer(note(escape(receipt.text), _and_now(after)))
        return
    asked = await _next(pressed, again.key, path[:-1] if quick else ())
    assert asked.question is not None, "a decision begins with a question"
    await pressed.answer(question_page(asked, asked.question, 0, said=receipt.text))


def _and_now(match_view: MatchView) -> tuple[Pressable, ...]:
    """Below a receipt: the board, the way back, and the next move where there is one, or will be
    at once."""
    match = match_view.match
    running = match.status is Status.RUNNING
    soon = any(d.waits for d in match_view.mine) or any(
        holder.computer for holder in match_view.holders
    )
    play = blocks.button("Make a move", Action.PLAY, match.id)
    back = blocks.button("Take back", Action.TAKEBACK, match.id, "last")
    more = (*((play,) if soon else ()), back) if running else ()
    return (*more, board_button(match.id))


async def _next(pressed: ComponentPress, decision: str, path: tuple[str, ...]) -> MoveQuestion:
    """The question at ``path``, or above it when there is none there any more."""
    views = pressed.context.app.views
    if path:
        try:
            asked = await views.asked(pressed.match, pressed.user, decision, path)
        except Refusal:
            return await _next(pressed, decision, path[:-1])
        if asked.question is not None:
            return asked
    return await views.asked(pressed.match, pressed.user, decision)


async def _asked(pressed: ComponentPress, path: tuple[str, ...]) -> MoveQuestion:
    views = pressed.context.app.views
    return await views.asked(pressed.match, pressed.user, pressed.argument(0), path)


async def _show(pressed: ComponentPress, asked: MoveQuestion, number: int = 0) -> None:
    if asked.question is None:
        await pressed.answer(await _preview(asked, pressed.context.pictures))
    else:
        await pressed.answer(question_page(asked, asked.question, number))


def which(match_view: MatchView) -> Message:
    """Several decisions are open to this seat: which one first?"""
    lines = ["### You have several decisions", *_others_first(match_view)]
    buttons = []
    for number, decision in enumerate(match_view.mine[:MOST_DECISIONS], start=1):
        wanted = match_view.game.words.ask(match_view.view, decision)
        lines.append(f"{number}. {escape(wanted)}")
        label, style = blocks.numbered(number, wanted), blocks.urgency(decision)
        buttons.append(_to(label, match_view.match.id, decision, (), style))
    return note("\n".join(lines), buttons)


def question_page(asked: MoveQuestion, question: Question, number: int, said: str = "") -> Message:
    match, decision, path = asked.match_view.match.id, asked.decision, asked.path
    so_far = _carried(decision, path)
    select: discord.ui.Select[discord.ui.LayoutView] = discord.ui.Select(
        custom_id=str(CustomId(Action.PICK, match, (decision.key, so_far))),
        placeholder=placeholder(question, number),
        options=options_of(question, number),
    )
    buttons = leafing(question, number, match, Action.PAGE, decision.key, so_far)
    if path:
        buttons.append(_to("Back", match, decision, path[:-1]))
    buttons.append(blocks.button("Type it", Action.TYPE, match, decision.key))
    parts: tuple[Part | None, ...] = (
        blocks.text(escape(said), _heading(asked, question)),
        discord.ui.ActionRow(select),
        *blocks.rows(buttons),
        *(() if path else _others(asked)),
    )
    return Message(blocks.layout(blocks.PRIVATE, parts))


def _heading(asked: MoveQuestion, question: Question) -> str:
    match_view = asked.match_view
    chosen = asked.chosen
    so_far = f"\nSo far: {escape(chosen.text)}" if chosen else ""
    wanted = escape(shortened(match_view.game.words.ask(match_view.view, asked.decision), 1500))
    time = awaited.time_left(match_view, asked.decision)
    time = f"\n-# {time}" if time else ""
    before = "" if asked.path else "".join(f"{line}\n" for line in _others_first(match_view))
    return f"{before}### {escape(question.prompt)}\n-# {wanted}{time}{so_far}"


def _others_first(match_view: MatchView) -> Iterator[str]:
    """For one who may do something, such as make an offer, but whose turn it is not."""
    if not any(decision.waits for decision in match_view.mine):
        yield from filter(None, (awaited.whom(match_view),))


def _others(asked: MoveQuestion) -> Iterator[Part]:
    """What else this seat may decide now, such as offers."""
    match_view = asked.match_view
    others = [decision for decision in match_view.mine if decision != asked.decision]
    for decision in others[:MOST_DECISIONS]:
        wanted = escape(match_view.game.words.ask(match_view.view, decision))
        yield discord.ui.Section(
            f"-# Or: {wanted}", accessory=_to("Decide", match_view.match.id, decision, ())
        )


async def _preview(asked: MoveQuestion, pictures: Pictures) -> Message:
    """What the board would show, and the buttons that play the move or go back."""
    match_view = asked.match_view
    drawn = await pictures.of(match_view.game.meta.id, asked.preview, look_of(match_view))
    files = attached(drawn, PICTURE)
    most = min(len(asked.considered), _MOST_CONSIDERED)
    return limits.fitting(partial(_looked_at, asked, files, n) for n in range(most, -1, -1))


def _looked_at(asked: MoveQuestion, files: tuple[Attached, ...], count: int) -> Message:
    """With ``count`` sentences of what is worth knowing."""
    match_view, decision, path = asked.match_view, asked.decision, asked.path
    match, game = match_view.match.id, match_view.game
    chosen = asked.chosen
    # A preview may show the way there on the board as it is: then there is nothing new to tell.
    now, then = (game.words.standing(view) for view in (match_view.view, asked.preview))
    confirm = blocks.button(
        "Confirm",
        Action.CONFIRM,
        match,
        decision.key,
        _carried(decision, path),
        style=discord.ButtonStyle.success,
    )
    parts = (
        blocks.text(
            f"### Your move: {escape(shortened(asked.move_text, 300))}",
            *(f"- {escape(shortened(line, 300))}" for line in asked.considered[:count]),
            escape(chosen.detail) if chosen and not asked.considered else "",
            f"Then: {escape(shortened(then, 400))}" if then != now else "",
            "-# Nothing is played before you confirm.",
        ),
        *blocks.pictures(files),
        *blocks.rows((confirm, _to("Back", match, decision, path[:-1]))),
    )
    return Message(blocks.layout(blocks.PRIVATE, parts), files)


def _to(
    label: str,
    match: MatchId,
    decision: Decision,
    path: tuple[str, ...],
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Pressable:
    """A button that leads to a question."""
    carries = (decision.key, _carried(decision, path))
    return blocks.button(label, Action.PICK, match, *carries, style=style)


def _carried(decision: Decision, path: tuple[str, ...]) -> str:
    """The path as it fits beside the decision in any id of the picker. Raises ``Unreadable``."""
    most = LONGEST - _LONGEST_HEAD - len(decision.key)
    return carried(path, most, "Type it with /move instead: it takes longer text.")
