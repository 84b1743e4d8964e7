"""Export and import of match files."""

from __future__ import annotations

from dataclasses import replace

import discord
from discord import ui

from bot.chat.history import animations
from bot.chat.platform import blocks, permissions
from bot.chat.platform.blocks import rows, title
from bot.chat.platform.interactions import (
    ComponentPress,
    Interaction,
    board_button,
    check_channel,
    get_context,
    get_person,
    manages_server,
    note,
    read_attachment,
)
from bot.chat.platform.message import Attached, Message
from bot.chat.platform.pictures import build_look
from bot.chat.platform.safe_text import escape_around
from bot.play.history import exports, imports, looking_back
from bot.play.history.imports import MOST_BYTES
from bot.play.lobby.practice import PracticePlace
from bot.play.match.views import MatchView
from bot.play.people.hourly_limits import IMPORT, count_try
from bot.play.refusals import NotNow
from games.core.types import Seat


async def show(pressed: ComponentPress, match_view: MatchView) -> None:
    await pressed.answer(await export(pressed.interaction, match_view))


async def export(interaction: Interaction, match_view: MatchView) -> Message:
    """Attach the file of a match. Raises a ``Refusal``."""
    context = get_context(interaction)

    def render_board(seen: MatchView) -> str:
        nameless = replace(seen, holders=())  # the file names nobody
        return context.pictures.build_scene(seen.match.game, seen.view, build_look(nameless)).board

    found = await exports.export(
        context.app, match_view.match.id, interaction.user.id, render_board
    )
    if len(found.data) > animations.size_limit(interaction):
        raise NotNow(
            f"The file has {len(found.data)} bytes: more than this server takes.",
            instead="The log as a file is smaller: `/match log file:True`",
        )
    file = Attached(found.name, found.data)
    lines: tuple[str, ...]
    if found.complete:
        secret = " What was secret stands in it." if found.secrets else ""
        whole = "The whole match, for anybody to play again."
        if found.older:
            whole = (
                "The whole match. What was played under earlier rules can be looked at, but not "
                "played again."
            )
        lines = (
            f"{whole}{secret}",
            f"Check it without the bot: `python -m games verify {file.name}`",
            "Go on from it in another channel: `/match import`"
            if found.importable
            else "It cannot be imported: it is too long, or no positions were kept of what was "
            "played under older rules. **Try it out** on `/match show` begins a practice match.",
        )
    else:
        lines = (
            "What you know of this match, and nothing more.",
            "When it is over, the whole of it can be exported.",
        )
    view = blocks.layout(
        blocks.PRIVATE,
        (
            blocks.text(f"### {title(match_view)} as a file", *lines),
            ui.File(f"attachment://{file.name}"),
            *rows((board_button(match_view.match.id),)),
        ),
    )
    return Message(view, (file,))


async def import_file(
    interaction: Interaction,
    file: discord.Attachment,
    *,
    seat: int | None,
    computers: bool,
    at: int | None,
) -> Message:
    """Begin a match in this channel from a file. Raises a ``Refusal``.

    Args:
        seat: Counted from 1.
    """
    await check_channel(interaction)
    in_thread = isinstance(interaction.channel, discord.Thread)
    permissions.check(interaction.app_permissions, permissions.needed_to_play(in_thread=in_thread))
    if file.size > MOST_BYTES:
        raise NotNow(f"The file has {file.size} bytes; at most {MOST_BYTES} can be imported.")
    app = get_context(interaction).app
    await count_try(app, IMPORT, interaction.user.id)
    data = await read_attachment(file, MOST_BYTES)
    place = PracticePlace(
        server=interaction.guild_id or 0,
        channel=interaction.channel_id or 0,
        host=get_person(interaction),
        interaction=interaction.id,
        seat=None if seat is None else Seat(seat - 1),
        computers=computers,
    )
    with looking_back.only_once(app, f"import {interaction.user.id}"):
        receipt = await imports.start(app, data, place, at, manages=manages_server(interaction))
    return note(escape_around(receipt.text), (board_button(receipt.match),))
