"""The private page of standing orders: what a player decides in advance, given and taken back."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import discord

from bot.chat.match.tree_page import Keys, TextForm, TreePage
from bot.chat.platform import blocks
from bot.chat.platform.blocks import Part, Pressable
from bot.chat.platform.component_press import ComponentPress
from bot.chat.platform.context import Interaction, command_of, context_of
from bot.chat.platform.custom_ids import Action, Tree
from bot.chat.platform.message import Message
from bot.chat.platform.replies import OutOfDate
from bot.chat.platform.safe_text import escape, shortened
from bot.play.match import standing_orders, views
from bot.play.match.questions import TreeNode
from bot.play.match.standing_orders import OrderInput, order_at
from bot.play.match.table import Typed
from bot.play.match.views import MatchView
from games.core.options import Choice, Question
from games.core.standing.orders import LONGEST, Order

_LONGEST_RECEIPT = 200
_MOST_SHOWN = 2600
"""Characters for the orders in force."""


class OrderPage(TreePage):
    """What is typed is given at once."""

    kind = Tree.ORDER
    sure = "Set this order"
    instead = "Type it instead: /orders order: takes longer text."
    form = TextForm("Type a standing order", "Order", LONGEST)

    async def overview(
        self, pressed: ComponentPress, match_view: MatchView, number: int
    ) -> Message:
        return self.listed(order_at(match_view, ()), number=number)

    async def at(self, pressed: ComponentPress, match_view: MatchView, path: Keys) -> TreeNode:
        return order_at(match_view, path)

    async def entered(self, pressed: ComponentPress, match_view: MatchView, text: str) -> Message:
        return await self.given(pressed.interaction, match_view, Typed(text))

    async def confirmed(
        self, pressed: ComponentPress, match_view: MatchView, path: Keys
    ) -> Message:
        return await self.given(pressed.interaction, match_view, standing_orders.Path(path))

    async def given(
        self, interaction: Interaction, match_view: MatchView, given: OrderInput
    ) -> Message:
        """The page with one order more, or less. Raises a ``Refusal``."""
        command = command_of(interaction, match_view.match.id)
        receipt = await standing_orders.give(context_of(interaction).app, command, given)
        return await self._after(interaction, match_view, receipt.text)

    async def taken_back(
        self, pressed: ComponentPress, match_view: MatchView, which: str | None
    ) -> Message:
        if which is None:
            receipt = await standing_orders.clear(pressed.context.app, pressed.command)
            return await self._after(pressed.interaction, match_view, receipt.text)
        match_view.own_seat()
        order = next((each for each in match_view.orders if _mark(each) == which), None)
        if order is None or match_view.game.standing is None:
            raise OutOfDate("That order is gone.")
        none = Order(order.topic, order.about, "")
        typed = Typed(match_view.game.standing.write(none))
        return await self.given(pressed.interaction, match_view, typed)

    async def back(self, pressed: ComponentPress, match_view: MatchView) -> None:
        """The player is there again."""
        receipt = await standing_orders.back(pressed.context.app, pressed.command)
        await pressed.answer(await self._after(pressed.interaction, match_view, receipt.text))

    async def _after(self, interaction: Interaction, before: MatchView, said: str) -> Message:
        match_view = await views.by_user(
            context_of(interaction).app, before.match.id, interaction.user.id
        )
        return self.listed(order_at(match_view, ()), said)

    def listed(self, node: TreeNode, said: str = "", number: int = 0) -> Message:
        """The orders in force, and what can be done about them."""
        match_view = node.match_view
        title, match = escape(match_view.game.meta.title), match_view.match.id
        parts: list[Part | None] = [
            blocks.text(
                escape(shortened(said, _LONGEST_RECEIPT)),
                f"### Your standing orders in {title}",
                "-# They answer for you, so nobody has to wait. Only you see them.",
                *_listed(node.told),
            )
        ]
        if node.question is not None:
            parts.append(blocks.text(*self.asks(node, node.question)))
            parts += self.choosing(match, node.question, number, ())
            parts += blocks.rows(self.leafing(match, node.question, number, ()))
        given = tuple(_given_orders(match_view))
        if given:
            parts.append(self.taking(match, given, "Remove one"))
        parts += blocks.rows(self._buttons(match_view))
        return Message(blocks.layout(blocks.PRIVATE, parts))

    def _buttons(self, match_view: MatchView) -> Iterator[Pressable]:
        match = match_view.match.id
        yield self.type_it(match)
        if match_view.orders:
            yield self.take_all("Clear all", match)
        holder = None if match_view.seat is None else match_view.holder(match_view.seat)
        if holder is not None and holder.expired:
            primary = discord.ButtonStyle.primary
            yield blocks.button("I am back", Action.BACK, match, "now", style=primary)
        yield blocks.button("My orders", Action.ORDERS, match)

    def asks(self, node: TreeNode, question: Question) -> Iterator[str]:
        yield f"**{escape(question.prompt)}**"

    def looks(self, node: TreeNode, count: int) -> Iterator[str]:
        yield f"### Standing order: {escape(node.text)}"
        yield "Your orders with this one:"
        yield from _listed(node.told)

    def beside(self, node: TreeNode) -> Iterator[Pressable]:
        yield self.to("All my orders", node.match_view.match.id)


ORDERS = OrderPage()


def in_short(match_view: MatchView) -> str:
    """The given orders in their text form, on one line; empty in a game that has none."""
    standing = match_view.game.standing
    if standing is None or match_view.view is None:
        return ""
    orders = [standing.write(order) for order in match_view.orders]
    told = shortened("; ".join(orders), 300) if orders else "none set; the defaults apply"
    return f"**Standing orders**: {escape(told)}"


def _listed(shown: tuple[str, ...]) -> Iterator[str]:
    room = _MOST_SHOWN
    for number, sentence in enumerate(shown):
        line = f"- {escape(shortened(sentence, 300))}"
        room -= len(line.encode()) + 1
        if room < 0:
            yield f"- … and {len(shown) - number} more"
            return
        yield line


def _given_orders(match_view: MatchView) -> Iterator[Choice]:
    standing = match_view.game.standing
    if standing is None:
        return
    for mark, order in {_mark(order): order for order in match_view.orders}.items():
        yield Choice(mark, standing.write(order), "")


def _mark(order: Order) -> str:
    """Tells an order from all others of its seat."""
    return f"{zlib.crc32(repr((order.topic, order.about, order.value)).encode()):08x}"
