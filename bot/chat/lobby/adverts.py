"""The message that offers the free seats of a match in the server's channel for that."""

from __future__ import annotations

import discord

from bot.chat.lobby.lobby_panel import settings_in_words
from bot.chat.platform import blocks
from bot.chat.platform.blocks import seat_and_player, signed_name, title
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.message import Message
from bot.chat.platform.safe_text import escape, isolate_name
from bot.play.match.views import MatchView
from bot.play.seat_holders import free_seats
from bot.play.storage.records import Status
from games.core.types import Seat


def build_advert(match_view: MatchView, role: int | None = None) -> Message:
    """What is free, or that nothing is any more.

    ``role``  whose members are notified
    """
    match, free = match_view.match, free_seats(match_view.match, match_view.holders)
    link = () if match.gone_at else (blocks.link_to(match),)
    heading = f"### {title(match_view)}"
    if not free:
        lobby = match.status is Status.LOBBY
        said = "All seats are taken." if lobby or match.status is Status.RUNNING else "It is over."
        parts = (blocks.text(heading, f"-# {said}"), *blocks.rows(link))
        return Message(blocks.layout(blocks.OVER, parts))
    join = blocks.button("Join", Action.JOIN, match.id, style=discord.ButtonStyle.success)
    mention = "" if role is None else f" <@&{role}>"
    if match.status is Status.LOBBY:
        count = "One seat is" if len(free) == 1 else f"{len(free)} of {match.seats} seats are"
        names = ", ".join(isolate_name(holder.name) for holder in match_view.holders)
        verb = "waits" if len(match_view.holders) == 1 else "wait"
        lines = (
            f"{escape(match_view.game.meta.tagline)}",
            f"🪑 {count} free. {names} {verb}.{mention}",
            *settings_in_words(match_view),
        )
    else:
        lines = (f"{_describe_vacancy(match_view, free)}{mention}",)
    parts = (blocks.text(heading, *lines), *blocks.rows((join, *link)))
    return Message(blocks.layout(blocks.OPEN, parts), roles=() if role is None else (role,))


def _describe_vacancy(match_view: MatchView, free: tuple[Seat, ...]) -> str:
    """A match under way in which somebody has left their seat."""
    seats = ", ".join(signed_name(match_view, seat) for seat in free)
    others = ", ".join(
        seat_and_player(match_view, seat)
        for seat in match_view.match.sides.all()
        if match_view.holder(seat) is not None
    )
    return f"🪑 The match is under way, and {seats} can be taken over. There play: {others}."


def build_invitation(match_view: MatchView) -> Message:
    """The DM that asks somebody to join a lobby."""
    match = match_view.match
    parts = (
        blocks.text(
            f"### {title(match_view)}",
            f"✉️ {_host_name(match_view)} invites you to this match.",
            escape(match_view.game.meta.tagline),
            *settings_in_words(match_view),
            "-# If you would rather not, just ignore it. `/me` turns invitations off.",
        ),
        *blocks.rows(
            (
                blocks.button("Join", Action.INVITED, match.id, style=discord.ButtonStyle.success),
                blocks.link_to(match, "Look at it"),
            )
        ),
    )
    return Message(blocks.layout(blocks.OPEN, parts))


def build_public_invitation(match_view: MatchView, user: int) -> Message:
    """An invitation in the lobby's channel, for somebody whose DMs are closed."""
    text = f"✉️ <@{user}>: {_host_name(match_view)} invites you to this match."
    join = blocks.button(
        "Join", Action.JOIN, match_view.match.id, style=discord.ButtonStyle.success
    )
    parts = (blocks.text(text), *blocks.rows((join,)))
    return Message(blocks.layout(blocks.OPEN, parts), pings=(user,))


def _host_name(match_view: MatchView) -> str:
    held = (each.name for each in match_view.holders if each.user == match_view.match.host)
    return isolate_name(next(held, "Somebody"))
