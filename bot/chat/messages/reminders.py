"""Messages about time running out, late players, and players who stay away."""

from __future__ import annotations

from collections.abc import Container

import discord

from bot.chat.messages import awaited, clock_words
from bot.chat.platform import blocks
from bot.chat.platform.blocks import button, link_to, seat_and_player, seat_name, title
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.message import Message
from bot.chat.platform.safe_text import isolate_name
from bot.play.match.views import MatchView
from games.core.types import Decision, Seat


def build_public_reminder(public: MatchView, user: int, keys: Container[str]) -> Message:
    """A reminder in the channel, only of decisions that the match publicly waits for."""
    mine = [each for each in public.waiting if each.key in keys and public.user(each.seat) == user]
    first = awaited.first_due(public, mine)
    name = f" ({seat_name(public, mine[0].seat)})" if mine else ""
    lines = [f"⏰ <@{user}>{name}, your time is running out."]
    if first is not None:
        lines.append(f"-# {awaited.describe_time_left(public, first)}")
    play = button("Make a move", Action.PLAY, public.match.id, style=discord.ButtonStyle.success)
    parts = (blocks.text(*lines), *blocks.rows((play, link_to(public.match))))
    return Message(blocks.layout(blocks.RUNNING, parts), pings=(user,))


def build_late(public: MatchView, keys: frozenset[str]) -> Message | None:
    """The reminder of who is late, the grace left and what follows; ``None`` when nobody is late
    any more. Of secret choices only that some are missing."""
    missing = [each for each in public.waiting if each.key in keys and each.key in public.late]
    by_seat: dict[Seat, Decision] = {}
    for each in missing:
        by_seat.setdefault(each.seat, each)
    lines, pings = [], []
    for seat, decision in by_seat.items():
        user = public.user(seat)
        mention = "" if user is None else f" <@{user}>"
        lines.append(f"⌛ **{seat_name(public, seat)}**{mention} is late.")
        lines.append(f"-# {awaited.describe_time_left(public, decision)}")
        pings += [] if user is None else [user]
    secretly = public.secretly_late and bool(keys - {each.key for each in public.waiting})
    everybody = [holder.user for holder in public.holders if holder.user is not None]
    if secretly:
        lines.append("⌛ Secret choices are missing.")
        lines.append(f"-# {awaited.describe_secret_time(public)}")
    if not lines:
        return None
    open_ended = any(each.key not in public.due for each in missing)
    if secretly or open_ended:
        pings = everybody
        mentioned = " ".join(f"<@{user}>" for user in everybody)
        lines.append(f"-# {mentioned}")
    decide = open_ended or (secretly and public.secretly_due is None)
    buttons = [button("Make a move", Action.PLAY, public.match.id)]
    if decide:
        buttons.append(button("Decide how to go on", Action.PROPOSE, public.match.id))
    view = blocks.layout(
        blocks.RUNNING, (blocks.text(f"### {title(public)}", *lines), *blocks.rows(buttons))
    )
    return Message(view, pings=tuple(dict.fromkeys(pings)))


def build_for_referee(public: MatchView, about: str) -> Message | None:
    """``late:<seat>`` or ``away:<seat>``: a player has let too many turns run out, and with the
    latter is not waited for any more. ``None`` when it is not so."""
    what, _, number = about.partition(":")
    holder = public.holder(Seat(int(number))) if number.isdecimal() else None
    if holder is None or holder.user is None:
        return None
    if not (holder.is_autopilot if what == "away" else what == "late" and holder.expired):
        return None
    turns = clock_words.count_things(holder.expired, "turn")
    waits = "" if what == "late" else " and is not waited for any more"
    said = (
        f"💤 {seat_and_player(public, holder.seat)} has let {turns} in a row run out{waits}: "
        "standing orders "
        "and defaults play on. As the referee you can give the seat to somebody else: "
        f"`/referee seat`. {isolate_name(holder.name)} can come back at any time."
    )
    parts = (blocks.text(f"### {title(public)}", said), *blocks.rows((link_to(public.match),)))
    return Message(blocks.layout(blocks.PRIVATE, parts))
