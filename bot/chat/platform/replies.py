"""Private answers, which only the user who pressed or typed can read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace

import aiohttp
import discord
from discord import InteractionResponseType as ResponseType

from bot.chat.platform import blocks, limits
from bot.chat.platform.blocks import Part, Pressable
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.interaction_context import Interaction, get_context
from bot.chat.platform.message import Message, with_mentions
from bot.play.people import preferences
from bot.play.storage.records import MatchId
from games.core.refusals import Refusal

_ACKNOWLEDGED = 40060
"""Discord's code for an interaction that has been acknowledged before."""
_HOW = "acknowledged"


class OutOfDate(Refusal):
    """A press on something that the bot does not make any more, or never made."""


def note(text: str, *groups: Iterable[Pressable]) -> Message:
    """A message of text, with groups of buttons below it, each in rows of its own."""
    rows = (row for buttons in groups for row in blocks.rows(buttons))
    return Message(blocks.layout(blocks.PRIVATE, (blocks.text(text), *rows)))


def board_button(match: MatchId) -> Pressable:
    return blocks.button("Board", Action.BOARD, match)


async def defer(interaction: Interaction) -> None:
    """Promise a private answer of its own."""
    response = interaction.response
    await _acknowledge(
        interaction,
        ResponseType.deferred_channel_message,
        lambda: response.defer(ephemeral=True, thinking=True),
    )


async def defer_edit(interaction: Interaction) -> None:
    """Promise that the private message that was pressed will change."""
    response = interaction.response
    await _acknowledge(interaction, ResponseType.deferred_message_update, response.defer)


async def show_form(interaction: Interaction, form: discord.ui.Modal) -> None:
    """Open a form. Discord does not allow any promise before it."""
    response = interaction.response
    await _acknowledge(interaction, ResponseType.modal, lambda: response.send_modal(form))


async def answer(interaction: Interaction, message: Message) -> None:
    """Give the answer that was promised, or a private one at once."""
    await _answer(interaction, _finish(interaction, message))
    await _note_explained(interaction, message)


def _finish(interaction: Interaction, message: Message) -> Message:
    """As it is sent: commands are mentions, and it fits."""
    return limits.fit(with_mentions(message, get_context(interaction).commands))


async def _answer(interaction: Interaction, message: Message) -> None:
    response = interaction.response
    if _acknowledgement(interaction) is None and await _acknowledge(
        interaction,
        ResponseType.channel_message,
        lambda: response.send_message(ephemeral=True, **message.for_send()),
    ):
        return
    await _send_twice(lambda: interaction.edit_original_response(**message.for_edit()))


async def answer_apart(interaction: Interaction, message: Message) -> None:
    """Answer privately, and leave the message that was pressed as it is."""
    if is_edit(interaction):
        ready = _finish(interaction, message)
        await interaction.followup.send(ephemeral=True, **ready.for_send())
        await _note_explained(interaction, message)
    else:
        await answer(interaction, message)


async def _note_explained(interaction: Interaction, message: Message) -> None:
    if message.explained:
        await preferences.mark_explained(get_context(interaction).app, message.explained)


def is_edit(interaction: Interaction) -> bool:
    """Whether the promised answer edits the private message that was pressed."""
    return _acknowledgement(interaction) is ResponseType.deferred_message_update


async def _acknowledge(
    interaction: Interaction, how: ResponseType, send: Callable[[], Awaitable[object]]
) -> bool:
    """Whether Discord has taken this acknowledgement. ``False``: it has one already.

    That is our own, whose answer was lost, or that of the same interaction, delivered twice: both
    go on, for an interaction is carried out once. discord.py knows of neither, so it is noted.
    """
    try:
        await _send_twice(send)
    except discord.HTTPException as error:
        if error.code != _ACKNOWLEDGED:
            raise
        interaction.extras[_HOW] = how
        return False
    return True


def _acknowledgement(interaction: Interaction) -> ResponseType | None:
    """The acknowledgement that the interaction has had, if any."""
    noted: ResponseType | None = interaction.extras.get(_HOW)
    return noted or interaction.response.type


async def _send_twice(send: Callable[[], Awaitable[object]]) -> None:
    """Send what may arrive twice, and do so when the connection breaks; on most systems discord.py
    does not."""
    try:
        await send()
    except (aiohttp.ClientError, OSError):
        await send()


def put_below(message: Message, *parts: Part | None) -> Message:
    """``message`` below some parts."""
    view = discord.ui.LayoutView(timeout=None)
    for item in (*filter(None, parts), *message.view.children):
        view.add_item(item)
    return replace(message, view=view)
