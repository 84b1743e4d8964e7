"""Idle lobbies and matches: the warning in the channel, and the notice of what was done."""

from __future__ import annotations

import discord

from bot.chat.messages.awaited import timestamp
from bot.chat.platform import blocks
from bot.chat.platform.blocks import Pressable, button
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.interactions import ComponentPress, link, note
from bot.chat.platform.message import Message
from bot.chat.platform.safe_text import escape
from bot.play.answers import giving
from bot.play.deadlines import unanswered
from bot.play.deadlines.unanswered import RESTING
from bot.play.lobby import idle
from bot.play.lobby.idle import CLOSED, Patience
from bot.play.match.views import MatchView
from bot.play.storage.records import MatchId, Pauser, Status


def build_message(match_view: MatchView, what: str, patience: Patience) -> Message | None:
    """The notice for the channel; ``None`` when it no longer applies."""
    match = match_view.match
    title = escape(match_view.game.meta.title)
    users = tuple(holder.user for holder in match_view.holders if holder.user is not None)
    people = " ".join(f"<@{user}>" for user in dict.fromkeys(users))
    if what == RESTING:
        if match.paused_by != Pauser.IDLE and not match_view.paused:
            return None
        said = (
            f"⏸️ {people} Nobody has answered for three rounds in the [match of {title}]"
            f"({link(match)}), so it is paused and all clocks are stopped. Nothing is lost: it "
            "goes on when one of you presses **Go on**."
        )
        parts = (blocks.text(said), *blocks.rows((go_on_button(match.id),)))
        return Message(blocks.layout(blocks.RUNNING, parts), pings=users)
    if what == CLOSED:
        said = (
            f"The lobby of {title} is closed: nobody has done anything in it for {patience.days} "
            "days. Nothing is lost. Open another: `/match new`"
        )
        parts = (blocks.text(said),)
        return Message(blocks.layout(blocks.OVER, parts)) if match.status is Status.OVER else None
    closes = patience.closes_at(match)
    if match.status is not Status.LOBBY or closes is None:
        return None
    said = (
        f"⏳ {people} Nothing has happened for a while in the [lobby of {title}]({link(match)}). "
        f"It will be closed: {timestamp(closes)}. It stays when somebody joins, changes a "
        "setting or "
        "presses **Keep it open**."
    )
    keep = button("Keep it open", Action.KEEP, match.id, style=discord.ButtonStyle.success)
    join = button("Join", Action.JOIN, match.id)
    full = len(match_view.holders) == match.seats
    return Message(
        blocks.layout(
            blocks.OPEN, (blocks.text(said), *blocks.rows((keep,) if full else (keep, join)))
        ),
        pings=users,
    )


def go_on_button(match: MatchId) -> Pressable:
    return button("Go on", Action.KEEP, match, style=discord.ButtonStyle.success)


async def keep(pressed: ComponentPress, match_view: MatchView) -> None:
    """Keep the lobby or match open: somebody has pressed that they still want it."""
    act = giving.come_back if match_view.paused else unanswered.go_on
    act = idle.keep if match_view.match.status is Status.LOBBY else act
    receipt = await act(pressed.context.app, pressed.command)
    await pressed.answer(note(escape(receipt.text)))
