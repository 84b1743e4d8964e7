"""Presses and commands: who and where, and private answers that only that user can read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import aiohttp
import discord
from discord import InteractionResponseType as ResponseType

from bot.chat.platform import blocks, limits
from bot.chat.platform.blocks import Part, Pressable
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.message import Message, with_mentions
from bot.chat.platform.pictures import Pictures
from bot.chat.platform.safe_text import safe_name
from bot.play.application import Application
from bot.play.context import Command
from bot.play.lobby.seating import Person
from bot.play.match import views
from bot.play.match.views import MatchView
from bot.play.people import preferences
from bot.play.refusals import NoMatch, NotNow
from bot.play.storage.records import Match, MatchId
from games.core.refusals import Refusal

Interaction: TypeAlias = discord.Interaction[Any]


@dataclass(frozen=True, slots=True)
class Context:
    """``servers``: the only servers that may use the bot; empty for all. ``commands``: the ids
    that Discord has given them, by full name."""

    app: Application
    pictures: Pictures
    servers: tuple[int, ...] = ()
    commands: dict[str, int] = field(default_factory=dict)

    def serves(self, server: int | None) -> bool:
        return not self.servers or server is None or server in self.servers


def get_context(interaction: Interaction) -> Context:
    context: Context = interaction.client.context
    return context


def build_command(interaction: Interaction, match: MatchId) -> Command:
    return Command(match, interaction.user.id, interaction.id)


async def read_attachment(file: discord.Attachment, most: int) -> bytes:
    """What was uploaded. Raises ``NotNow``."""
    if file.size > most:
        raise NotNow(f"The file has {file.size} bytes; {most} is the limit.")
    try:
        return await file.read()
    except discord.HTTPException:
        raise NotNow(
            "Discord did not hand out the file.", instead="Please try again in a moment."
        ) from None


def get_person(interaction: Interaction) -> Person:
    return Person(interaction.user.id, safe_name(interaction.user.display_name))


def manages_server(interaction: Interaction) -> bool:
    """Whether the user may manage this server, as Discord says with the interaction."""
    may = interaction.permissions
    return bool(interaction.guild_id is not None and (may.administrator or may.manage_guild))


async def load_match_here(interaction: Interaction) -> Match:
    """The match of the channel. Raises ``NoMatch``."""
    channel = interaction.channel_id or 0
    return await views.load_match_in(get_context(interaction).app, channel, interaction.guild_id)


def check_place(interaction: Interaction, match_view: MatchView) -> MatchView:
    """``match_view``, if its match may be shown in this place.

    On a server a match of another one is no match; in a DM only those who hold
    a seat are known. Raises ``NoMatch``.
    """
    server = interaction.guild_id
    here = match_view.seat is not None if server is None else server == match_view.match.server
    if not here:
        raise NoMatch("There is no such match.")
    return match_view


def link(match: Match) -> str:
    """Where the match is: its panel, or its channel while there is none."""
    place = f"https://discord.com/channels/{match.server}/{match.channel}"
    return f"{place}/{match.panel}" if match.panel else place


# --- Private answers ---

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
