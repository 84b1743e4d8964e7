"""The private page of prepared answers: "if they play this, I answer that".

Walked like the picker of moves: what the other side might do, how narrowly that is meant, then
the answer. Each custom id holds the keys chosen so far, and nothing is kept between two presses.
"""

from __future__ import annotations

import discord

from bot.chat import blocks
from bot.chat.blocks import Part, Pressable
from bot.chat.component_press import ComponentPress
from bot.chat.context import Interaction, context_of
from bot.chat.custom_ids import LONGEST as LONGEST_ID
from bot.chat.custom_ids import Action, CustomId, joined, path_of
from bot.chat.message import Message, attached
from bot.chat.panels.picture_names import look_of
from bot.chat.picking.questions import carried, leafing, options_of, page_of, placeholder
from bot.chat.pictures import Pictures
from bot.chat.replies import OutOfDate
from bot.chat.safe_text import escape, shortened
from bot.play.match import conditional_lines
from bot.play.match.conditional_lines import ConditionalLines
from bot.play.match.conditional_moves import ConditionQuestion, can_prepare, conditions_of
from bot.play.match.views import MatchView
from bot.play.records import MatchId
from games.core.options import Question

LONGEST = 200
_MOST_SHOWN = 20
_MOST_TAKEN = 25
_NEW = "-"
"""Stands for no place: a line that begins anew."""
_BETWEEN = "_"
"""Between the keys of the other side's move and those of the answer."""
PICTURE = "prepared.png"


async def show(pressed: ComponentPress) -> None:
    await pressed.match_view()
    await pressed.answer(await page(pressed.interaction, pressed.match))


async def begin(pressed: ComponentPress) -> None:
    """Ask for the other side's move: of a new line, or of one that goes on from another."""
    await pressed.match_view()
    await _asked(pressed, _place(pressed.values[0] if pressed.values else _NEW), (), ())


async def pick(pressed: ComponentPress) -> None:
    """One step further, or back to where a button leads."""
    await pressed.match_view()
    when, reply = _paths(pressed.argument(1))
    new = tuple(pressed.values[:1])
    if reply is None:
        when = (*when, *new)
    else:
        reply = (*reply, *new)
    await _asked(pressed, _place(pressed.argument(0)), when, reply)


async def leaf(pressed: ComponentPress) -> None:
    await pressed.match_view()
    when, reply = _paths(pressed.argument(1))
    number = page_of(pressed.argument(2))
    await _asked(pressed, _place(pressed.argument(0)), when, reply, number)


async def keep(pressed: ComponentPress) -> None:
    """Prepare the answer that has been looked at."""
    await pressed.match_view()
    when, reply = _paths(pressed.argument(1))
    place = _place(pressed.argument(0))
    prepared = pressed.context.app.prepared
    asked = await prepared.asked(pressed.match, pressed.user, place, when, reply or ())
    if not asked.text:
        raise OutOfDate("This answer is not complete yet.")
    receipt = await prepared.add(pressed.match, pressed.user, asked.text, pressed.interaction.id)
    await pressed.answer(await page(pressed.interaction, pressed.match, receipt.text))


async def take_back(pressed: ComponentPress) -> None:
    """The line that was chosen, or all of them."""
    await pressed.match_view()
    place = _place(pressed.values[0]) if pressed.values else None
    prepared = pressed.context.app.prepared
    receipt = await prepared.take_back(pressed.match, pressed.user, place, pressed.interaction.id)
    await pressed.answer(await page(pressed.interaction, pressed.match, receipt.text))


async def page(interaction: Interaction, match: MatchId, said: str = "") -> Message:
    """What is prepared, and what can be done about it. Raises a ``Refusal``."""
    app, user = context_of(interaction).app, interaction.user.id
    match_view, prepared = await app.prepared.shown(match, user)
    return overview(match_view, prepared, said)


def overview(match_view: MatchView, prepared: ConditionalLines, said: str = "") -> Message:
    conditions_of(match_view.game)
    match = match_view.match.id
    flat = conditional_lines.flat(prepared)
    title = escape(match_view.game.meta.title)
    parts: list[Part | None] = [
        blocks.text(
            escape(said),
            f"### Your conditional moves in {title}",
            "-# Played for you as soon as the other side plays that move. Only you see them.",
            *_listed(match_view, prepared),
        )
    ]
    if can_prepare(match_view):
        go_on = [(_NEW, "An answer to their next move")]
        go_on += [(joined(tuple(map(str, at))), _short(prepared, at)) for at, _ in flat]
        first = _select(Action.FORESEE, match, "What do you want to add?", go_on)
        parts.append(first)
    elif not prepared:
        parts.append(blocks.text("You can set conditional moves while the other side is to move."))
    if flat:
        taken = [(joined(tuple(map(str, at))), _short(prepared, at)) for at, _ in flat]
        parts.append(_select(Action.UNPREPARE, match, "Remove one", taken))
        danger = discord.ButtonStyle.danger
        clear = blocks.button("Remove all", Action.UNPREPARE, match, "all", style=danger)
        parts += blocks.rows((clear,))
    return Message(blocks.layout(blocks.PRIVATE, parts))


def _select(action: Action, match: MatchId, hint: str, choices: list[tuple[str, str]]) -> Part:
    select: discord.ui.Select[discord.ui.LayoutView] = discord.ui.Select(
        custom_id=str(CustomId(action, match, ("one",))),
        placeholder=hint,
        options=[
            discord.SelectOption(label=shortened(label, 100), value=value)
            for value, label in choices[:_MOST_TAKEN]
        ],
    )
    return discord.ui.ActionRow(select)


def _listed(match_view: MatchView, prepared: ConditionalLines) -> list[str]:
    conditions = conditions_of(match_view.game)
    flat = conditional_lines.flat(prepared)
    told = [
        f"{'  ' * (len(at) - 1)}- If the other side {escape(conditions.tell(line.when))}: "
        f"**{escape(line.reply)}**"
        for at, line in flat[:_MOST_SHOWN]
    ]
    more = len(flat) - _MOST_SHOWN
    return [*told, f"… and {more} more."] if more > 0 else told


def _short(prepared: ConditionalLines, place: tuple[int, ...]) -> str:
    return f"After {conditional_lines.text_of(prepared, place)}"


async def _asked(
    pressed: ComponentPress,
    place: tuple[int, ...],
    when: tuple[str, ...],
    reply: tuple[str, ...] | None,
    number: int = 0,
) -> None:
    prepared = pressed.context.app.prepared
    asked = await prepared.asked(pressed.match, pressed.user, place, when, reply or ())
    await pressed.answer(await form(asked, pressed.context.pictures, number))


async def form(asked: ConditionQuestion, pictures: Pictures, number: int = 0) -> Message:
    """The next question of a line, or the whole line, looked at before it is kept."""
    if asked.text:
        return await _looked_at(asked, pictures)
    match, place = asked.match_view.match.id, _written(asked.place)
    if asked.conditions:
        choices = [(str(at), f"{text}: {told}") for at, (text, told) in enumerate(asked.conditions)]
        heading = "Which do you mean?"
        carry = _carried(asked.when, None)
    else:
        assert asked.question is not None, "a line is complete, or something is asked"
        return _question(asked, asked.question, number)
    select: discord.ui.Select[discord.ui.LayoutView] = discord.ui.Select(
        custom_id=str(CustomId(Action.FORESEEN, match, (place, carry))),
        options=[
            discord.SelectOption(label=shortened(label, 100), value=value)
            for value, label in choices
        ],
    )
    text = blocks.text(f"### {heading}", "-# It is played only if it is still legal then.")
    parts = (text, discord.ui.ActionRow(select), *blocks.rows(_back(asked)))
    return Message(blocks.layout(blocks.PRIVATE, parts))


def _question(asked: ConditionQuestion, question: Question, number: int) -> Message:
    match, place = asked.match_view.match.id, _written(asked.place)
    # Once the condition is chosen, what is asked is the answer.
    reply = asked.reply if asked.answering else None
    carry = _carried(asked.when, reply)
    whose = "What do you answer?" if asked.answering else "What will the other side play?"
    # The words of the question are for whoever is to move.
    told = "" if asked.answering else "-# Choose in their place:"
    select: discord.ui.Select[discord.ui.LayoutView] = discord.ui.Select(
        custom_id=str(CustomId(Action.FORESEEN, match, (place, carry))),
        placeholder=placeholder(question, number),
        options=options_of(question, number),
    )
    pages = leafing(question, number, match, Action.FORELEAF, place, carry)
    parts = (
        blocks.text(f"### {whose}", told, f"**{escape(question.prompt)}**"),
        discord.ui.ActionRow(select),
        *blocks.rows((*pages, *_back(asked))),
    )
    return Message(blocks.layout(blocks.PRIVATE, parts))


async def _looked_at(asked: ConditionQuestion, pictures: Pictures) -> Message:
    match_view = asked.match_view
    drawn = await pictures.of(match_view.game.meta.id, asked.preview, look_of(match_view))
    files = attached(drawn, PICTURE)
    sure = blocks.button(
        "Set this",
        Action.PREPARED,
        match_view.match.id,
        _written(asked.place),
        _carried(asked.when, asked.reply),
        style=discord.ButtonStyle.success,
    )
    parts = (
        blocks.text(
            f"### If that happens: {escape(shortened(asked.text, 300))}",
            "The board could look like this. You can remove the answer until it is played.",
        ),
        *blocks.pictures(files),
        *blocks.rows((sure, *_back(asked))),
    )
    return Message(blocks.layout(blocks.PRIVATE, parts), files)


def _back(asked: ConditionQuestion) -> tuple[Pressable, ...]:
    """One step back, and out of it."""
    match, place = asked.match_view.match.id, _written(asked.place)
    buttons: list[Pressable] = []
    if asked.reply:
        carry = _carried(asked.when, asked.reply[:-1])
        buttons.append(blocks.button("Back", Action.FORESEEN, match, place, carry))
    elif asked.when:
        carry = _carried(asked.when[:-1], None)
        buttons.append(blocks.button("Back", Action.FORESEEN, match, place, carry))
    buttons.append(blocks.button("All my conditional moves", Action.PREPARE, match, "all"))
    return tuple(buttons)


def _place(argument: str) -> tuple[int, ...]:
    """Raises ``OutOfDate``."""
    if argument in (_NEW, ""):
        return ()
    steps = path_of(argument)
    if not all(step.isdecimal() and len(step) < 4 for step in steps):
        raise OutOfDate("That conditional move is gone.")
    return tuple(map(int, steps))


def _written(place: tuple[int, ...]) -> str:
    return joined(tuple(map(str, place))) or _NEW


def _paths(argument: str) -> tuple[tuple[str, ...], tuple[str, ...] | None]:
    """The keys of the other side's move and those of the answer, once that is asked."""
    when, between, reply = argument.partition(_BETWEEN)
    return path_of(when), path_of(reply) if between else None


def _carried(when: tuple[str, ...], reply: tuple[str, ...] | None) -> str:
    """As it fits into any id of this page. Raises ``Unreadable``."""
    path = joined(when) + ("" if reply is None else _BETWEEN + joined(reply))
    most = LONGEST_ID - len("s1:foreseen:abcdefgh:") - 2 * conditional_lines.DEEPEST - len(":9999")
    return carried((path,), most, "Type it instead: /match prepare takes longer text.")
