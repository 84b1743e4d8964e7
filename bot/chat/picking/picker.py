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
from bot.play.match.table import Picked, Submit
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
    sight = await pressed.sight()
    waiting = [decision for decision in sight.mine if decision.waits]
    if len(sight.mine) > 1 and len(waiting) != 1:
        await pressed.answer(which(sight))
        return
    first = waiting[0] if waiting else None
    key = first.key if first else None
    await _show(pressed, await pressed.desk.house.eyes.asked(pressed.match, pressed.user, key))
    await pressed.desk.house.history.saw(sight, pressed.user)


async def pick(pressed: ComponentPress) -> None:
    """One step further: the chosen key, or back to where a button leads."""
    await pressed.sight()
    path = (*path_of(pressed.argument(1)), *pressed.values[:1])
    asked = await _asked(pressed, path)
    chosen = asked.chosen if asked.question is None else None
    if chosen is not None and chosen.quick:
        await _submit(pressed, asked.decision.key, path, quick=True)
    else:
        await _show(pressed, asked)


async def page(pressed: ComponentPress) -> None:
    await pressed.sight()
    number = page_of(pressed.argument(2))
    await _show(pressed, await _asked(pressed, path_of(pressed.argument(1))), number)


async def ask_text(pressed: ComponentPress) -> None:
    """Open the form for a typed move; it is answered whenever it comes back."""
    await pressed.sight()
    asked = await _asked(pressed, ())
    sight, decision = asked.sight, asked.decision
    first = asked.question.choices[0] if asked.question else None
    example = f"{first.text}{'' if first.final else '…'}" if first else ""
    form = discord.ui.Modal(
        title="Type your move",
        custom_id=str(CustomId(Action.TYPED, pressed.match, (decision.key,))),
    )
    box: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id=FIELD, placeholder=example[:100], max_length=LONGEST_MOVE
    )
    wanted = sight.game.words.ask(sight.view, decision)
    form.add_item(discord.ui.Label(text="Move", description=wanted[:100], component=box))
    form.stop()  # the router answers it; discord.py need not keep it
    await show_form(pressed.interaction, form)


async def typed(pressed: ComponentPress) -> None:
    """A typed move is looked at first, like a picked one."""
    await pressed.sight()
    text = (pressed.fields or {}).get(FIELD, "")
    key = pressed.argument(0)
    eyes = pressed.desk.house.eyes
    await _show(pressed, await eyes.typed(pressed.match, pressed.user, text, key))


async def confirm(pressed: ComponentPress) -> None:
    """Play what was looked at."""
    await pressed.sight()
    await _submit(pressed, pressed.argument(0), path_of(pressed.argument(1)))


async def _submit(
    pressed: ComponentPress, decision: str, path: tuple[str, ...], *, quick: bool = False
) -> None:
    """Play the move. While the seat is asked for more of the same kind, go on with that:
    after a quick step at the same question, so that several can follow each other.
    """
    wish = Submit(pressed.match, pressed.user, Picked(decision, path), pressed.interaction.id)
    receipt = await pressed.desk.house.table.submit(wish)
    kind = decision.rsplit("-", 2)[0]
    after = await pressed.desk.house.eyes.by_user(pressed.match, pressed.user)
    again = next((each for each in after.mine if each.kind == kind and each.waits), None)
    if again is None:
        await pressed.answer(note(escape(receipt.text), _and_now(after)))
        return
    asked = await _next(pressed, again.key, path[:-1] if quick else ())
    assert asked.question is not None, "a decision begins with a question"
    await pressed.answer(question_page(asked, asked.question, 0, said=receipt.text))


def _and_now(sight: MatchView) -> tuple[Pressable, ...]:
    """Below a receipt: the board, the way back, and the next move where there is one, or will be
    at once."""
    match = sight.match
    running = match.status is Status.RUNNING
    soon = any(d.waits for d in sight.mine) or any(hold.computer for hold in sight.holds)
    play = blocks.button("Make a move", Action.PLAY, match.id)
    back = blocks.button("Take back", Action.TAKEBACK, match.id, "last")
    more = (*((play,) if soon else ()), back) if running else ()
    return (*more, board_button(match.id))


async def _next(pressed: ComponentPress, decision: str, path: tuple[str, ...]) -> MoveQuestion:
    """The question at ``path``, or above it when there is none there any more."""
    eyes = pressed.desk.house.eyes
    if path:
        try:
            asked = await eyes.asked(pressed.match, pressed.user, decision, path)
        except Refusal:
            return await _next(pressed, decision, path[:-1])
        if asked.question is not None:
            return asked
    return await eyes.asked(pressed.match, pressed.user, decision)


async def _asked(pressed: ComponentPress, path: tuple[str, ...]) -> MoveQuestion:
    eyes = pressed.desk.house.eyes
    return await eyes.asked(pressed.match, pressed.user, pressed.argument(0), path)


async def _show(pressed: ComponentPress, asked: MoveQuestion, number: int = 0) -> None:
    if asked.question is None:
        await pressed.answer(await _preview(asked, pressed.desk.pictures))
    else:
        await pressed.answer(question_page(asked, asked.question, number))


def which(sight: MatchView) -> Message:
    """Several decisions are open to this seat: which one first?"""
    lines = ["### Several things are open to you", *_others_first(sight)]
    buttons = []
    for number, decision in enumerate(sight.mine[:MOST_DECISIONS], start=1):
        wanted = sight.game.words.ask(sight.view, decision)
        lines.append(f"{number}. {escape(wanted)}")
        label, style = blocks.numbered(number, wanted), blocks.urgency(decision)
        buttons.append(_to(label, sight.match.id, decision, (), style))
    return note("\n".join(lines), buttons)


def question_page(asked: MoveQuestion, question: Question, number: int, said: str = "") -> Message:
    match, decision, path = asked.sight.match.id, asked.decision, asked.path
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
    sight = asked.sight
    chosen = asked.chosen
    so_far = f"\nSo far: {escape(chosen.text)}" if chosen else ""
    wanted = escape(shortened(sight.game.words.ask(sight.view, asked.decision), 1500))
    time = awaited.time_left(sight, asked.decision)
    time = f"\n-# {time}" if time else ""
    before = "" if asked.path else "".join(f"{line}\n" for line in _others_first(sight))
    return f"{before}### {escape(question.prompt)}\n-# {wanted}{time}{so_far}"


def _others_first(sight: MatchView) -> Iterator[str]:
    """For one who may do something, such as make an offer, but whose turn it is not."""
    if not any(decision.waits for decision in sight.mine):
        yield from filter(None, (awaited.whom(sight),))


def _others(asked: MoveQuestion) -> Iterator[Part]:
    """What else this seat may decide now, such as offers."""
    sight = asked.sight
    others = [decision for decision in sight.mine if decision != asked.decision]
    for decision in others[:MOST_DECISIONS]:
        wanted = escape(sight.game.words.ask(sight.view, decision))
        yield discord.ui.Section(
            f"-# Or: {wanted}", accessory=_to("Decide", sight.match.id, decision, ())
        )


async def _preview(asked: MoveQuestion, pictures: Pictures) -> Message:
    """What the board would show, and the buttons that play the move or go back."""
    sight = asked.sight
    drawn = await pictures.of(sight.game.meta.id, asked.preview, look_of(sight))
    files = attached(drawn, PICTURE)
    most = min(len(asked.considered), _MOST_CONSIDERED)
    return limits.fitting(partial(_looked_at, asked, files, n) for n in range(most, -1, -1))


def _looked_at(asked: MoveQuestion, files: tuple[Attached, ...], count: int) -> Message:
    """With ``count`` sentences of what is worth knowing."""
    sight, decision, path = asked.sight, asked.decision, asked.path
    match, game = sight.match.id, sight.game
    chosen = asked.chosen
    # A preview may show the way there on the board as it is: then there is nothing new to tell.
    now, then = (game.words.standing(view) for view in (sight.view, asked.preview))
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
    return carried(path, most, "Play it with /move instead: that has room for it.")
