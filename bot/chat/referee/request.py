"""What all commands of the referee have in common: who asks, about which match, which seat."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Coroutine
from contextlib import suppress
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands

from bot.chat.commands.arguments import seat_named
from bot.chat.platform import blocks
from bot.chat.platform.context import Interaction, context_of, manages, match_here, person_of
from bot.chat.platform.custom_ids import Action, CustomId
from bot.chat.platform.message import Message
from bot.chat.platform.replies import board_button, note
from bot.chat.platform.safe_text import escape
from bot.play.context import PlayContext
from bot.play.match import views
from bot.play.match.views import MatchView
from bot.play.receipts import Receipt
from bot.play.referee import views as referee_views
from bot.play.referee.authority import LONGEST_REASON, Ruling
from bot.play.refusals import NotNow
from bot.play.storage.records import MatchId, Status
from games.core.refusals import Refusal
from games.core.seats import SPECTATOR, Seat

FIELD = "reason"
WHY = "Why; everybody can read it"
Reason = app_commands.Range[str, 1, LONGEST_REASON]
AT_ONCE = 25
LONGEST = 100
Choices = list[app_commands.Choice[str]]
_TRIED = "tried"


def ruling(interaction: Interaction, match: MatchId, reason: str) -> Ruling:
    return Ruling(match, person_of(interaction), manages(interaction), reason, interaction.id)


async def ruling_here(interaction: Interaction, reason: str) -> Ruling:
    """Raises ``NoMatch``."""
    return ruling(interaction, (await match_here(interaction)).id, reason)


async def match_view_of_referee(interaction: Interaction) -> MatchView:
    """The match of the channel as its referee may see it. Raises a ``Refusal``."""
    match = await match_here(interaction)
    return await referee_views.match_view(
        context_of(interaction).app, match.id, interaction.user.id, manages=manages(interaction)
    )


async def seat_here(interaction: Interaction, wanted: str) -> Seat:
    """The seat with this name in the match of the channel. Raises a ``Refusal``."""
    match = await match_here(interaction)
    match_view = await views.by_viewer(context_of(interaction).app, match.id, SPECTATOR)
    if match_view.view is None:
        raise NotNow("This match has not started yet.")
    return seat_named(names(match_view), wanted)


def names(match_view: MatchView) -> tuple[str, ...]:
    """Of all seats, as the panel calls them."""
    seats = range(match_view.match.seats)
    if match_view.view is None:
        return tuple(match_view.game.meta.seat_names[match_view.match.seats])
    return tuple(match_view.game.words.seat(match_view.view, Seat(seat)) for seat in seats)


def told(receipt: Receipt) -> Message:
    return note(escape(receipt.text), (board_button(receipt.match),))


def reason_form(title: str, match: MatchId, *args: str) -> discord.ui.Modal:
    """The form that asks for the reason of an act, and so whether it is meant.

    ``args``  the act, and what it is about: keys, as they stand in custom ids
    """
    about, style = "Everybody can read it, next to your name.", discord.TextStyle.paragraph
    field = blocks.field("Why?", FIELD, LONGEST_REASON, about=about, style=style)
    return blocks.form(title, CustomId(Action.REASON, match, args), field)


Try = Callable[[PlayContext, Ruling, Seat], Awaitable[object]]
"""An act for a seat."""


def seats_for(act: Try) -> Callable[[Interaction, str], Coroutine[Any, Any, Choices]]:
    """The seats of the match for which its referee could do this now: each is tried."""

    async def suggested(interaction: Interaction, typed: str) -> Choices:
        try:
            match_view = await match_view_of_referee(interaction)
        except Refusal:
            return []
        as_referee = ruling(interaction, match_view.match.id, _TRIED)
        tried = replace(as_referee, trial=True)
        can: set[Seat] = set()
        for seat in match_view.match.sides.all():
            with suppress(Refusal):
                await act(context_of(interaction).app, tried, seat)
                can.add(seat)
        return _choices(match_view, typed, can)

    return suggested


async def seats(interaction: Interaction, typed: str) -> Choices:
    """The seats of the match, for its referee."""
    try:
        match_view = await match_view_of_referee(interaction)
    except Refusal:
        return []
    return _choices(match_view, typed, set(match_view.match.sides.all()))


def _choices(match_view: MatchView, typed: str, can: Collection[Seat]) -> Choices:
    if match_view.match.status is not Status.RUNNING:
        return []
    wanted = typed.strip().casefold()
    found = []
    for number, name in enumerate(names(match_view)):
        holder = match_view.holder(Seat(number))
        shown = f"{name} ({holder.name})" if holder is not None else f"{name} (nobody)"
        if wanted in shown.casefold() and number in can:
            found.append(app_commands.Choice(name=shown[:LONGEST], value=name[:LONGEST]))
    return found[:AT_ONCE]


def reason_button(label: str, match: MatchId, act: str, about: str) -> blocks.Pressable:
    return blocks.button(label, Action.REASON, match, act, about, style=discord.ButtonStyle.success)
