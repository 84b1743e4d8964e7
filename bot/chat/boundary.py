"""Catches every error of an interaction and answers the user.

A refusal becomes words, anything unexpected a fixed sentence with a reference number.
"""

from __future__ import annotations

import logging
import zlib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord

from bot import logs
from bot.chat.match import panel
from bot.chat.messages import awaited
from bot.chat.platform import blocks
from bot.chat.platform.blocks import put_below
from bot.chat.platform.custom_ids import parse
from bot.chat.platform.interactions import (
    Context,
    Interaction,
    OutOfDate,
    answer_apart,
    check_place,
    defer,
    get_context,
    link,
    load_match_here,
    note,
)
from bot.chat.platform.message import Message, shown_files
from bot.chat.platform.private_pictures import put_below_board
from bot.chat.platform.safe_text import escape, escape_around
from bot.play.match import views
from bot.play.match.views import MatchView
from bot.play.storage.ports import StoreBusy, StoreUnwritable
from games.core.types import Forbidden, NotYourDecision, Refusal

log = logging.getLogger(__name__)

BUSY = "This match is busy just now. Nothing was recorded; please try again."
UNWRITABLE = "I cannot save anything just now. Nothing was recorded; please try again later."
UNEXPECTED = "Something went wrong on my side. Please look at the board before you try again."
LATE = 10062
"""Discord's code for an interaction that was answered too late."""


@asynccontextmanager
async def answer_faults(interaction: Interaction) -> AsyncIterator[Context]:
    """Answer whatever is raised inside privately, and swallow it."""
    context = get_context(interaction)
    try:
        yield context
    except Exception as error:  # noqa: BLE001 - the one boundary: nobody may be left without an answer
        try:
            message = await _build_answer(interaction, context, error)
        except Exception as second:  # noqa: BLE001 - what was to be shown beside the words fails too
            message = note(_report_fault(interaction, second))
        try:
            await answer_apart(interaction, message)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as unsent:
            _note_unsent(interaction, context, unsent)


@asynccontextmanager
async def answer_command(interaction: Interaction) -> AsyncIterator[Context]:
    """``answer_faults`` for a command, whose private answer is promised first."""
    async with answer_faults(interaction) as context:
        await defer(interaction)
        yield context


async def _build_answer(interaction: Interaction, context: Context, error: Exception) -> Message:
    if isinstance(error, Refusal):
        return await _build_refusal(interaction, context, error)
    if isinstance(error, StoreBusy):
        return note(BUSY)
    if isinstance(error, StoreUnwritable):
        return note(UNWRITABLE)  # the store has told it, once for all
    return note(_report_fault(interaction, error))


def _report_fault(interaction: Interaction, error: Exception, said: str = UNEXPECTED) -> str:
    """Log the fault, and the words for it: fixed ones, and a number to find it by."""
    reference = f"{zlib.crc32(str(interaction.id).encode()):08x}"
    log.error(
        "interaction failed", extra={"ids": _log_ids(interaction, error, reference=reference)}
    )
    return f"{said}\n-# Reference: {reference}"


async def _build_refusal(interaction: Interaction, context: Context, refusal: Refusal) -> Message:
    match_view = await _find_match_view(interaction, context)
    lines = [escape_around(part) for part in (refusal.sentence, refusal.instead) if part]
    if isinstance(refusal, Forbidden) and match_view is not None:
        rule = match_view.game.rulebook.by_id.get(refusal.rule)
        if rule is not None:
            title = escape(rule.title)
            lines.append(f"-# Rule {rule.id}, {title}. Read it: `/rules words:{rule.id}`")
    if match_view is not None and isinstance(refusal, OutOfDate | NotYourDecision):
        lines += filter(None, (awaited.describe_awaited(match_view),))
        if match_view.match.gone_at is None:
            lines.append(f"-# [Go to the match]({link(match_view.match)})")
        if match_view.view is not None:
            board = await panel.build_board(match_view, context.pictures)
            return put_below(board, blocks.text("\n".join(lines)))
    message = note("\n".join(lines))
    if match_view is None or match_view.view is None or interaction.guild_id is not None:
        return message
    # The page that was refused stays; its board may be the one of now.
    above = () if interaction.message is None else shown_files(interaction.message)
    return await put_below_board(match_view, context.pictures, message, above, again=False)


async def _find_match_view(interaction: Interaction, context: Context) -> MatchView | None:
    """The match that the interaction was about, if there is one to be seen here."""
    try:
        data: Mapping[str, Any] = interaction.data or {}
        pressed = parse(str(data.get("custom_id", "")))
        match = (
            pressed.match if pressed and pressed.match else (await load_match_here(interaction)).id
        )
        return check_place(
            interaction, await views.load_for_user(context.app, match, interaction.user.id)
        )
    except Refusal:
        return None


def _note_unsent(interaction: Interaction, context: Context, error: Exception) -> None:
    age = (context.app.clock.now() - interaction.created_at).total_seconds()
    code = error.code if isinstance(error, discord.HTTPException) else 0
    what = "interaction came too late" if code == LATE else "answer could not be sent"
    log.warning(what, extra={"ids": _log_ids(interaction, error, code=code, age=round(age, 1))})


def _log_ids(interaction: Interaction, error: Exception, **more: object) -> dict[str, object]:
    """What may be logged: ids, kinds and places in the code, never contents."""
    return {
        "interaction": interaction.id,
        "user": interaction.user.id,
        "server": interaction.guild_id,
        "channel": interaction.channel_id,
        "error": type(error).__name__,
        "places": logs.places(error),
        **more,
    }
