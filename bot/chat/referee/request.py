"""What all commands of the referee have in common: who asks, about which match, which seat."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Coroutine
from contextlib import suppress
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands

from bot.chat.commands.arguments import find_seat
from bot.chat.platform import blocks
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.interactions import (
    Interaction,
    board_button,
    get_context,
    get_person,
    load_match_here,
    may_referee,
    note,
)
from bot.chat.platform.message import Message
from bot.chat.platform.safe_text import escape
from bot.play.executor import PlayContext, Receipt
from bot.play.match import views
from bot.play.match.views import MatchView
from bot.play.referee import referee_views
from bot.play.referee.authority import LONGEST_REASON, Ruling
from bot.play.refusals import NotNow
from bot.play.storage.records import Match, MatchId, Status
from games.core.types import SPECTATOR, Refusal, Seat

WHY = "Why; everybody can read it"
Reason = app_commands.Range[str, 1, LONGEST_REASON]
AT_ONCE = 25
LONGEST = 100
Choices = list[app_commands.Choice[str]]
TRIED = "tried"
"""The reason of what is only tried."""


async def build_ruling(interaction: Interaction, match: MatchId, reason: str) -> Ruling:
    return Ruling(
        match, get_person(interaction), await may_referee(interaction), reason, interaction.id
    )


async def build_ruling_here(interaction: Interaction, reason: str) -> Ruling:
    """Raises ``NoMatch``."""
    return await build_ruling(interaction, (await load_match_here(interaction)).id, reason)


async def load_referee_view(interaction: Interaction) -> MatchView:
    """The match of the channel as its referee may see it. Raises a ``Refusal``."""
    match = await load_match_here(interaction)
    return await referee_views.load_view(
        get_context(interaction).app,
        match.id,
        interaction.user.id,
        manages=await may_referee(interaction),
    )


async def find_seat_here(interaction: Interaction, wanted: str) -> Seat:
    """The seat with this name in the match of the channel. Raises a ``Refusal``."""
    match = await load_match_here(interaction)
    match_view = await views.load_for_viewer(get_context(interaction).app, match.id, SPECTATOR)
    if match_view.view is None:
        raise NotNow("This match has not started yet.")
    return find_seat(seat_names(match_view), wanted)


def seat_names(match_view: MatchView) -> tuple[str, ...]:
    """The names of all seats, as on the panel."""
    seats = range(match_view.match.seats)
    if match_view.view is None:
        return match_view.game.meta.names_of(match_view.match.sides)
    return tuple(match_view.game.words.seat(match_view.view, Seat(seat)) for seat in seats)


def build_receipt(receipt: Receipt) -> Message:
    return note(escape(receipt.text), (board_button(receipt.match),))


Try = Callable[[PlayContext, Ruling, Seat], Awaitable[object]]
"""An act for a seat."""


async def able_seats(interaction: Interaction, match: Match, act: Try) -> frozenset[Seat]:
    """The seats for which the referee could do this now: each is tried."""
    tried = replace(await build_ruling(interaction, match.id, TRIED), trial=True)
    can: set[Seat] = set()
    for seat in match.sides.all():
        with suppress(Refusal):
            await act(get_context(interaction).app, tried, seat)
            can.add(seat)
    return frozenset(can)


def suggest_seats_for(act: Try) -> Callable[[Interaction, str], Coroutine[Any, Any, Choices]]:
    """The seats of the match for which its referee could do this now."""

    async def suggest(interaction: Interaction, typed: str) -> Choices:
        try:
            match_view = await load_referee_view(interaction)
        except Refusal:
            return []
        return _seat_choices(
            match_view, typed, await able_seats(interaction, match_view.match, act)
        )

    return suggest


async def suggest_seats(interaction: Interaction, typed: str) -> Choices:
    """The seats of the match, for its referee."""
    try:
        match_view = await load_referee_view(interaction)
    except Refusal:
        return []
    return _seat_choices(match_view, typed, set(match_view.match.sides.all()))


def seat_label(match_view: MatchView, seat: Seat, name: str) -> str:
    holder = match_view.holder(seat)
    return f"{name} ({holder.name})" if holder is not None else f"{name} (nobody)"


def _seat_choices(match_view: MatchView, typed: str, can: Collection[Seat]) -> Choices:
    if match_view.match.status is not Status.RUNNING:
        return []
    wanted = typed.strip().casefold()
    found = []
    for number, name in enumerate(seat_names(match_view)):
        shown = seat_label(match_view, Seat(number), name)
        if wanted in shown.casefold() and number in can:
            found.append(app_commands.Choice(name=shown[:LONGEST], value=name[:LONGEST]))
    return found[:AT_ONCE]


def reason_button(
    label: str,
    match: MatchId,
    act: str,
    *about: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> blocks.Pressable:
    """Opens the form of an act; ``about``: what it is carried out on, as it stands in ids."""
    return blocks.button(label, Action.REASON, match, act, *about, style=style)
