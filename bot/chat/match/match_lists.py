"""Lists of matches, of a server or of one player there: open or over, each with its link."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

import discord

from bot.chat.lobby import lost_channels
from bot.chat.lobby.lost_channels import get_listener
from bot.chat.platform import blocks
from bot.chat.platform.blocks import Pressable, seat_and_player
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.interactions import (
    ComponentPress,
    Interaction,
    OutOfDate,
    get_context,
    link,
    note,
)
from bot.chat.platform.message import Message
from bot.chat.platform.safe_text import escape, isolate_name, shorten
from bot.play.lobby.practice import is_private
from bot.play.match import views
from bot.play.match.views import MatchView
from bot.play.positions import Lost
from bot.play.seat_holders import free_seats
from bot.play.storage import queries
from bot.play.storage.records import Match, MatchId, Status

LISTED = 8
"""Matches on a page."""
MOST_PAGES = 25
_MOST = LISTED * MOST_PAGES
_MOST_NAMED = 4

Which = Literal["open", "over"]


@dataclass(frozen=True, slots=True)
class ListFilter:
    """``user``: whose matches, ``None`` for all of the server."""

    user: int | None = None
    which: Which = "open"
    page: int = 0

    @property
    def arguments(self) -> tuple[str, str, str]:
        return ("server" if self.user is None else str(self.user), self.which, str(self.page))


async def turn_page(pressed: ComponentPress) -> None:
    """Show another page, or another list."""
    whose, which, number = (pressed.argument(place) for place in range(3))
    known = whose == "server" or (whose.isdecimal() and len(whose) < 21)
    if not known or which not in ("open", "over") or not _is_page(number):
        raise OutOfDate("There is no such list.")
    wanted = ListFilter(
        None if whose == "server" else int(whose),
        "over" if which == "over" else "open",
        int(number),
    )
    await pressed.answer(await build_page(pressed.interaction, wanted))


async def build_page(interaction: Interaction, wanted: ListFilter) -> Message:
    """One page of a list. Only matches of this server are on it."""
    context = get_context(interaction)
    here, beyond = await _load_page(interaction, wanted)
    lines = [f"### {_heading(interaction, wanted)}"]
    for match in here:
        try:
            match_view = await views.load_public(context.app, match.id)
            own = wanted.user is None and _has_seat(match_view, interaction.user.id)
            lines.append(f"{_match_line(match_view)}{' ⭐' if own else ''}")
        except Lost:
            lines.append(f"- {_link_text(match, escape(match.game))} cannot be shown")
    if not here:
        hint = " `/match new` opens one." if wanted.which == "open" else ""
        lines.append(f"No matches here.{hint}")
    if any(line.endswith("⭐") for line in lines):
        lines.append("-# ⭐ You play in it.")
    more = beyond and wanted.page + 1 < MOST_PAGES
    return note("\n".join(lines), _buttons(interaction, wanted, more=more))


async def _load_page(
    interaction: Interaction, wanted: ListFilter
) -> tuple[tuple[Match, ...], bool]:
    """The matches of one page, and whether there are more. None of them has a link that is dead as
    far as can be known: a match whose channel is found to be gone may be nobody's to see here."""
    gone = get_listener(interaction).is_newly_gone
    start, looked_at = wanted.page * LISTED, set[MatchId]()
    while True:
        matches = await _visible_matches(interaction, await _load_matches(interaction, wanted))
        here = matches[start : start + LISTED]
        new = [match for match in here if match.id not in looked_at]
        looked_at |= {match.id for match in new}
        if not any(await asyncio.gather(*map(gone, new))):
            return here, len(matches) > start + LISTED


async def _visible_matches(interaction: Interaction, matches: Iterable[Match]) -> tuple[Match, ...]:
    """The matches that the user may see: one in a private place is shown to its players only."""
    user, guild = interaction.user, interaction.guild
    async with get_context(interaction).app.store.reading() as reader:
        own = {match.id for match in await reader.read(queries.OpenOf(user.id, _MOST))}
        own |= {match.id for match in await reader.read(queries.FinishedOf(user.id, _MOST))}

    def may_see(match: Match) -> bool:
        if match.id in own or user.id in (match.host, match.referee):
            return True
        if match.gone_at is not None:  # who could see its channel is not known any more
            return interaction.permissions.manage_guild
        place = None if guild is None else guild.get_channel_or_thread(match.channel)
        if place is None or (isinstance(place, discord.Thread) and place.is_private()):
            return place is None and not is_private(match)
        return not isinstance(user, discord.Member) or place.permissions_for(user).view_channel

    return tuple(filter(may_see, matches))


async def _load_matches(interaction: Interaction, wanted: ListFilter) -> tuple[Match, ...]:
    """Load enough matches to fill every page: the user may not see all of them."""
    server, limit = interaction.guild_id or 0, _MOST
    async with get_context(interaction).app.store.reading() as reader:
        match wanted:
            case ListFilter(user=None, which="open"):
                found = await reader.read(queries.OpenOn(server, limit))
                seated = await reader.read(queries.HoldersIn(tuple(each.id for each in found)))
                held = {each.id: [one for one in seated if one.match == each.id] for each in found}
                return tuple(sorted(found, key=lambda each: not free_seats(each, held[each.id])))
            case ListFilter(user=None):
                return await reader.read(queries.FinishedOn(server, limit))
            case ListFilter(user=int(user), which="open"):
                return await reader.read(queries.OpenOf(user, limit, server))
            case ListFilter(user=int(user)):
                return await reader.read(queries.FinishedOf(user, limit, server))
    return ()


def _heading(interaction: Interaction, wanted: ListFilter) -> str:
    state = "Open matches" if wanted.which == "open" else "Finished matches"
    if wanted.user is None:
        whose = "on this server"
    elif wanted.user == interaction.user.id:
        whose = "of yours on this server"
    else:
        whose = f"of <@{wanted.user}> on this server"
    page = f", page {wanted.page + 1}" if wanted.page else ""
    return f"{state} {whose}{page}"


def _match_line(match_view: MatchView) -> str:
    match = match_view.match
    where = _link_text(match, escape(match_view.game.meta.title))
    if match.status is Status.LOBBY:
        free = match.seats - len(match_view.holders)
        seats = "all seats taken" if not free else f"{free} of {match.seats} seats free"
        return f"- {where}: lobby, {seats}. {_join_names(match_view)}"
    if match.status is Status.OVER:
        ended = "" if match.finished_at is None else f" {_relative_time(match.finished_at)}"
        result = escape(shorten(match_view.result, 160)) or "ended without a result."
        return f"- {where}, #{match.shown}{ended}: {result} {_join_names(match_view)}"
    return f"- {where}, #{match.shown}: {_describe_state(match_view)}"


def _describe_state(match_view: MatchView) -> str:
    """The state of a match: the players it waits for, as far as everybody may know."""
    if match_view.match.gone_at is not None:
        return (
            f"⏸️ paused until {lost_channels.describe_movers(match_view)} moves it. "
            f"{_join_names(match_view)}"
        )
    if match_view.match.paused_at is not None or match_view.paused:
        return f"⏸️ paused. {_join_names(match_view)}"
    late = {decision.seat for decision in match_view.waiting if decision.key in match_view.late}
    turns = [
        f"{seat_and_player(match_view, s)}{' ⏰ late' if s in late else ''}"
        for s in match_view.awaited
    ]
    said = [f"▶️ {_first_names(turns)}"] if turns else []
    if match_view.secretly:
        said.append(f"🤫 choices in secret{' ⏰ late' if match_view.secretly_late else ''}")
    return f"{', '.join(said)}. {_join_names(match_view)}" if said else _join_names(match_view)


def link_text(match_view: MatchView) -> str:
    """A link to a match, or that its channel was deleted."""
    return _link_text(match_view.match, escape(match_view.game.meta.title))


def _has_seat(match_view: MatchView, user: int) -> bool:
    return any(holder.user == user for holder in match_view.holders)


def _link_text(match: Match, title: str) -> str:
    if match.gone_at is not None:
        return f"**{title}**, its channel deleted"
    return f"[{title}]({link(match)}) in <#{match.channel}>"


def _join_names(match_view: MatchView) -> str:
    names = dict.fromkeys(isolate_name(holder.name) for holder in match_view.holders)
    return f"({_first_names(names)})" if names else ""


def _first_names(names: Iterable[str]) -> str:
    """The first names, and the number of the others."""
    all_of_them = list(names)
    more = len(all_of_them) - _MOST_NAMED
    return ", ".join(all_of_them[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _relative_time(moment: datetime) -> str:
    return f"<t:{int(moment.timestamp())}:R>"


def _buttons(interaction: Interaction, wanted: ListFilter, *, more: bool) -> Iterable[Pressable]:
    def button_to(label: str, other: ListFilter) -> Pressable:
        return blocks.button(label, Action.LIST, None, *other.arguments)

    if wanted.page:
        yield button_to("Previous", replace(wanted, page=wanted.page - 1))
    if more:
        yield button_to("Next", replace(wanted, page=wanted.page + 1))
    if wanted.which == "open":
        yield button_to("Finished matches", ListFilter(wanted.user, "over"))
    else:
        yield button_to("Open matches", ListFilter(wanted.user, "open"))
    if wanted.user is None:
        yield button_to("Mine", ListFilter(interaction.user.id, wanted.which))
    else:
        yield button_to("All on this server", ListFilter(None, wanted.which))


def _is_page(text: str) -> bool:
    return text.isdecimal() and len(text) < 4 and int(text) < MOST_PAGES
