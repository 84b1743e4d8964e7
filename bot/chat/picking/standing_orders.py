"""The private page of standing orders: what a player decides in advance, given and taken back.

A tree of questions like that of the moves, walked the same way: each custom id
holds the keys chosen so far, and nothing is kept between two presses.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import discord

from bot.chat import blocks
from bot.chat.blocks import Part, Pressable
from bot.chat.component_press import ComponentPress
from bot.chat.context import Interaction, context_of
from bot.chat.custom_ids import LONGEST as LONGEST_ID
from bot.chat.custom_ids import Action, CustomId, path_of
from bot.chat.message import Message
from bot.chat.picking.questions import carried, leafing, options_of, page_of
from bot.chat.replies import OutOfDate, show_form
from bot.chat.safe_text import escape, shortened
from bot.play.match.standing_orders import OrderQuestion, Path
from bot.play.match.table import Typed
from bot.play.match.views import MatchView
from bot.play.records import MatchId
from games.core.options import Question
from games.core.standing import Order

FIELD = "text"
LONGEST = 200
_MOST_SHOWN = 2600
"""Characters for the orders in force."""
_MOST_TAKEN = 25


async def show(pressed: ComponentPress) -> None:
    await pressed.match_view()
    await pressed.answer(await page(pressed.interaction, pressed.match))


async def pick(pressed: ComponentPress) -> None:
    """One step further: the chosen key, or back to where a button leads."""
    await pressed.match_view()
    path = (*path_of(pressed.argument(0)), *pressed.values[:1])
    orders = pressed.context.app.standing
    await pressed.answer(form(await orders.asked(pressed.match, pressed.user, path)))


async def leaf(pressed: ComponentPress) -> None:
    await pressed.match_view()
    path, number = path_of(pressed.argument(0)), page_of(pressed.argument(1))
    orders = pressed.context.app.standing
    await pressed.answer(form(await orders.asked(pressed.match, pressed.user, path), number))


async def ask_text(pressed: ComponentPress) -> None:
    """Open the form for a typed order."""
    match_view = await pressed.match_view()
    asked = await pressed.context.app.standing.asked(pressed.match, pressed.user)
    first = asked.question.choices[0] if asked.question else None
    example = f"{first.text}{'' if first.final else '…'}" if first else ""
    modal = discord.ui.Modal(
        title="Type a standing order",
        custom_id=str(CustomId(Action.WROTE, match_view.match.id, ("order",))),
    )
    box: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id=FIELD, placeholder=example[:100], max_length=LONGEST
    )
    modal.add_item(discord.ui.Label(text="Order", component=box))
    modal.stop()  # the router answers it; discord.py need not keep it
    await show_form(pressed.interaction, modal)


async def typed(pressed: ComponentPress) -> None:
    await pressed.match_view()
    text = (pressed.fields or {}).get(FIELD, "")
    await _given(pressed, Typed(text))


async def give(pressed: ComponentPress) -> None:
    """Give the order that has been looked at."""
    await pressed.match_view()
    await _given(pressed, Path(path_of(pressed.argument(0))))


async def take_back(pressed: ComponentPress) -> None:
    """The one order that was chosen from those given."""
    match_view = await pressed.match_view()
    match_view.own_seat()
    wanted = pressed.values[0] if pressed.values else ""
    order = next((each for each in match_view.orders if _mark(each) == wanted), None)
    if order is None or match_view.game.standing is None:
        raise OutOfDate("That order is gone.")
    none = Order(order.topic, order.about, "")
    await _given(pressed, Typed(match_view.game.standing.write(none)))


async def clear(pressed: ComponentPress) -> None:
    await pressed.match_view()
    orders = pressed.context.app.standing
    receipt = await orders.clear(pressed.match, pressed.user, pressed.interaction.id)
    await pressed.answer(await page(pressed.interaction, pressed.match, receipt.text))


async def back(pressed: ComponentPress) -> None:
    """The player is there again."""
    await pressed.match_view()
    orders = pressed.context.app.standing
    receipt = await orders.back(pressed.match, pressed.user, pressed.interaction.id)
    await pressed.answer(await page(pressed.interaction, pressed.match, receipt.text))


async def typed_at_once(interaction: Interaction, match_view: MatchView, text: str) -> Message:
    """The order of a command. Raises a ``Refusal``."""
    orders = context_of(interaction).app.standing
    match, user = match_view.match.id, interaction.user.id
    receipt = await orders.give(match, user, Typed(text), interaction.id)
    return await page(interaction, match, receipt.text)


async def page(interaction: Interaction, match: MatchId, said: str = "") -> Message:
    """The orders in force, and what can be done about them. Raises a ``Refusal``."""
    app, user = context_of(interaction).app, interaction.user.id
    asked = await app.standing.asked(match, user)
    return overview(asked, await app.standing.shown(match, user), said)


def overview(asked: OrderQuestion, shown: tuple[str, ...], said: str = "") -> Message:
    match_view = asked.match_view
    title = escape(match_view.game.meta.title)
    parts: list[Part | None] = [
        blocks.text(
            escape(said),
            f"### Your standing orders in {title}",
            "-# They answer for you, so nobody has to wait. Only you see them.",
            *_listed(shown),
        )
    ]
    if asked.question is not None:
        parts += _question(asked, asked.question, 0)
    given = list(_given_orders(match_view))
    if given:
        parts.append(blocks.text("**Remove one**"))
        select: discord.ui.Select[discord.ui.LayoutView] = discord.ui.Select(
            custom_id=str(CustomId(Action.TAKE, match_view.match.id, ("one",))), options=given
        )
        parts.append(discord.ui.ActionRow(select))
    parts += blocks.rows(_buttons(match_view))
    return Message(blocks.layout(blocks.PRIVATE, parts))


def form(asked: OrderQuestion, number: int = 0) -> Message:
    """One question of an order, or the whole order, looked at before it is given."""
    match, path = asked.match_view.match.id, asked.path
    if asked.question is not None:
        parts = _question(asked, asked.question, number)
        made = (*parts, *blocks.rows(_back(match, path)))
        return Message(blocks.layout(blocks.PRIVATE, made))
    sure = blocks.button(
        "Set this order", Action.GIVE, match, _carried(path), style=discord.ButtonStyle.success
    )
    text = blocks.text(
        f"### Standing order: {escape(asked.text)}",
        "Your orders with this one:",
        *_listed(asked.shown),
    )
    return Message(
        blocks.layout(
            blocks.PRIVATE,
            (text, *blocks.rows((sure, *_back(match, path)))),
        )
    )


def in_short(match_view: MatchView) -> str:
    """The given orders in their text form, on one line; empty in a game that has none."""
    standing = match_view.game.standing
    if standing is None or match_view.view is None:
        return ""
    orders = [standing.write(order) for order in match_view.orders]
    told = shortened("; ".join(orders), 300) if orders else "none set; the defaults apply"
    return f"**Standing orders**: {escape(told)}"


def _question(asked: OrderQuestion, question: Question, number: int) -> list[Part]:
    match, path = asked.match_view.match.id, _carried(asked.path)
    select: discord.ui.Select[discord.ui.LayoutView] = discord.ui.Select(
        custom_id=str(CustomId(Action.ORDER, match, (path,))),
        options=options_of(question, number),
    )
    pages = leafing(question, number, match, Action.ORDERPAGE, path)
    text = blocks.text(f"**{escape(question.prompt)}**")
    parts = [text, discord.ui.ActionRow(select), *blocks.rows(pages)]
    return [part for part in parts if part is not None]


def _listed(shown: tuple[str, ...]) -> Iterator[str]:
    room = _MOST_SHOWN
    for number, sentence in enumerate(shown):
        line = f"- {escape(shortened(sentence, 300))}"
        room -= len(line.encode()) + 1
        if room < 0:
            yield f"- … and {len(shown) - number} more"
            return
        yield line


def _given_orders(match_view: MatchView) -> Iterator[discord.SelectOption]:
    standing = match_view.game.standing
    if standing is None:
        return
    marked = {_mark(order): order for order in match_view.orders}
    for mark, order in list(marked.items())[:_MOST_TAKEN]:
        yield discord.SelectOption(label=shortened(standing.write(order), 100), value=mark)


def _mark(order: Order) -> str:
    """Tells an order from all others of its seat."""
    return f"{zlib.crc32(repr((order.topic, order.about, order.value)).encode()):08x}"


def _buttons(match_view: MatchView) -> Iterator[Pressable]:
    match = match_view.match.id
    yield blocks.button("Type it", Action.WRITE, match, "order")
    if match_view.orders:
        yield blocks.button(
            "Clear all", Action.CLEAR, match, "all", style=discord.ButtonStyle.danger
        )
    holder = None if match_view.seat is None else match_view.holder(match_view.seat)
    if holder is not None and holder.expired:
        primary = discord.ButtonStyle.primary
        yield blocks.button("I am back", Action.BACK, match, "now", style=primary)
    yield blocks.button("My orders", Action.ORDERS, match)


def _back(match: MatchId, path: tuple[str, ...]) -> Iterator[Pressable]:
    """One step back, and out of it."""
    if len(path) > 1:
        yield blocks.button("Back", Action.ORDER, match, _carried(path[:-1]))
    yield blocks.button("All my orders", Action.STANDING, match, "all")


def _carried(path: tuple[str, ...]) -> str:
    """As it fits into any id of this page. Raises ``Unreadable``."""
    most = LONGEST_ID - len("s1:orderpage:abcdefgh:") - len(":9999")
    return carried(path, most, "Type it instead: /match standing takes longer text.")


async def _given(pressed: ComponentPress, given: Typed | Path) -> None:
    orders = pressed.context.app.standing
    receipt = await orders.give(pressed.match, pressed.user, given, pressed.interaction.id)
    await pressed.answer(await page(pressed.interaction, pressed.match, receipt.text))
