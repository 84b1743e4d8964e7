"""A player's own pages: their matches, what waits for them, what only they know, which DMs they
want."""

from __future__ import annotations

from contextlib import suppress

import discord

from bot.chat import blocks
from bot.chat.blocks import Pressable
from bot.chat.component_press import ComponentPress
from bot.chat.context import Interaction, checked_place, context_of
from bot.chat.custom_ids import Action
from bot.chat.history import undo_page
from bot.chat.message import Message
from bot.chat.panels import awaited, lost_channels, match_lists
from bot.chat.people import dm_settings
from bot.chat.picking import standing_orders
from bot.chat.replies import OutOfDate, board_button, note
from bot.chat.safe_text import escape, shortened
from bot.play.match.conditional_moves import can_prepare
from bot.play.match.views import MatchView
from bot.play.positions import Lost
from bot.play.records import MatchId, Status

_LISTED = 10
"""Matches, or decisions of one, on a page."""
_OPEN_MATCHES = 200
_LONGEST_LINE = 160


async def show(pressed: ComponentPress) -> None:
    """The page of a match, or one of the pages with all matches."""
    number = pressed.id.args[0] if pressed.id.args else "0"
    if not (number.isdecimal() and len(number) < 4):
        raise OutOfDate("There is no such page.")
    await pressed.answer(await page(pressed.interaction, pressed.id.match, number=int(number)))


async def wish(pressed: ComponentPress) -> None:
    """Turn one of the DMs on or off."""
    warning = await dm_settings.wished(
        pressed.interaction, pressed.argument(0), pressed.argument(1)
    )
    await pressed.answer(await page(pressed.interaction, pressed.id.match, warning))


async def page(
    interaction: Interaction, match: MatchId | None, warning: str = "", *, number: int = 0
) -> Message:
    """The page for one match, which leads to the others, or page ``number`` of all of the
    player's. Raises a ``Refusal``."""
    desk = context_of(interaction)
    user = interaction.user.id
    async with desk.house.store.reading() as reader:
        player = await reader.player(user)
    lines = [f"⚠️ {warning}"] if warning else []
    buttons: tuple[Pressable, ...] = ()
    sights = await _all_of(interaction)
    if match is None:
        number = min(number, max(0, len(sights) - 1) // _LISTED)
        lines += _overview(sights, number, here=interaction.guild_id is not None)
        buttons = _leafing(sights, number)
    else:
        sight = checked_place(interaction, await desk.house.eyes.by_user(match, user))
        lines += _of_match(sight)
        others = [each for each in sights if each.match.id != match]
        back = await desk.house.undoing.possible(match, user)
        buttons = (*_moves(sight, back=back), *_to_others(others))
    return note("\n".join(lines), (*buttons, *dm_settings.switches(player, match, Action.WISH)))


def _to_others(others: list[MatchView]) -> tuple[Pressable, ...]:
    """The way to all other matches, and how many of them wait."""
    waiting = sum(map(_waits, others))
    label = f"All my matches ({waiting} waiting)" if waiting else "All my matches"
    return (blocks.button(label, Action.ORDERS, None, "0"),) if others else ()


def _of_match(sight: MatchView) -> list[str]:
    seat = sight.own_seat()
    title = escape(sight.game.meta.title)
    if sight.view is None:
        return [f"### {title}", "The match has not started yet."]
    words = sight.game.words
    lines = [f"### Your orders in {title}, as {escape(words.seat(sight.view, seat))}"]
    if sight.match.status is Status.OVER:
        lines.append("The match is over.")
    elif sight.match.gone_at is not None and (user := sight.user(seat)) is not None:
        lines.append(f"🚪 Its channel was deleted. {lost_channels.way(sight, user)}")
    elif not sight.mine:
        lines.append("Nothing waits for you.")
    for number, decision in enumerate(sight.mine[:_LISTED], start=1):
        lines.append(f"{number}. {escape(words.ask(sight.view, decision))}")
        if time := awaited.time_left(sight, decision):
            lines.append(f"-# {time}")
    if sight.mine:
        lines.append("")  # without it the next line would belong to the list
    if _away(sight):
        lines.append("💤 You were away, so the match does not wait for you. Press **I am back**.")
    if sight.match.status is Status.RUNNING and (given := standing_orders.in_short(sight)):
        lines.append(given)
    secrets = words.secrets(sight.view)
    if secrets:
        lines += ["**Only you know**", *(escape(secret) for secret in secrets)]
    return lines


def _away(sight: MatchView) -> bool:
    hold = None if sight.seat is None else sight.holder(sight.seat)
    return sight.match.status is Status.RUNNING and hold is not None and hold.autopilot


def _moves(sight: MatchView, *, back: bool) -> tuple[Pressable, ...]:
    """``back``: whether they could take something back."""
    ask = sight.game.words.ask
    rests = sight.match.paused_at is not None
    buttons = [
        blocks.button(
            "Decide"
            if len(sight.mine) == 1
            else blocks.numbered(number, ask(sight.view, decision)),
            Action.PICK,
            sight.match.id,
            decision.key,
            "",
            style=blocks.urgency(decision),
        )
        for number, decision in enumerate(sight.mine[:_LISTED], start=1)
        if not rests
    ]
    if sight.view is not None:
        buttons.append(board_button(sight.match.id))
    if sight.match.status is Status.RUNNING:
        if sight.game.standing is not None:
            buttons.append(blocks.button("Standing orders", Action.STANDING, sight.match.id, "all"))
        if can_prepare(sight) and not rests:
            buttons.append(blocks.button("Prepare answers", Action.PREPARE, sight.match.id))
        if _away(sight):
            buttons.append(blocks.button("I am back", Action.BACK, sight.match.id, "now"))
        if back:
            buttons.append(
                blocks.button("Take back", Action.TAKEBACK, sight.match.id, undo_page.LAST)
            )
        buttons.append(blocks.button("Propose …", Action.PROPOSE, sight.match.id))
        danger = discord.ButtonStyle.danger
        buttons.append(blocks.button("Leave", Action.LEAVE, sight.match.id, "ask"))
        buttons.append(blocks.button("Resign", Action.RESIGN, sight.match.id, style=danger))
    return tuple(buttons)


async def _all_of(interaction: Interaction) -> tuple[MatchView, ...]:
    """The player's matches that are not over, those that wait for them first: of this server and
    of servers that are gone, or in a DM of all."""
    house = context_of(interaction).house
    user, server = interaction.user.id, interaction.guild_id
    async with house.store.reading() as reader:
        mine = await reader.open_of(user, _OPEN_MATCHES)
    sights: list[MatchView] = []
    for match in mine:
        if server in (None, match.server) or lost_channels.server_gone(interaction, match):
            with suppress(Lost):  # whoever looks at that match is told; the others go on
                sights.append(await house.eyes.by_user(match.id, user))
    return tuple(sorted(sights, key=lambda sight: not _waits(sight)))


def _waits(sight: MatchView) -> bool:
    playing = sight.match.status is Status.RUNNING and sight.match.paused_at is None
    return playing and any(decision.waits for decision in sight.mine)


def _overview(sights: tuple[MatchView, ...], page: int, *, here: bool) -> list[str]:
    """One page of all matches, each with the way to it; ``here``: on a server."""
    shown = sights[page * _LISTED : (page + 1) * _LISTED]
    waiting = [sight for sight in shown if _waits(sight)]
    others = [sight for sight in shown if not _waits(sight)]
    lines = [] if sights and _waits(sights[0]) else ["No match waits for you."]
    if waiting:
        lines.append("### These matches wait for you")
        for number, sight in enumerate(waiting, start=1):
            first = next(decision for decision in sight.mine if decision.waits)
            wanted = escape(shortened(sight.game.words.ask(sight.view, first), _LONGEST_LINE))
            lines.append(f"{number}. {match_lists.where(sight)}: {wanted}")
    if others:
        lines.append("### Your other matches")
        lines += [f"- {match_lists.where(sight)}: {_stands(sight)}" for sight in others]
    pages = -(-len(sights) // _LISTED)
    if pages > 1:
        lines.append(f"-# Page {page + 1} of {pages}")
    if here:
        lines.append("-# Matches on other servers: type `/orders` in a DM with me.")
    return lines


def _stands(sight: MatchView) -> str:
    """What a match that does not wait for the player waits for."""
    match = sight.match
    if match.gone_at is not None and sight.seat is not None:
        user = sight.user(sight.seat)
        return lost_channels.way(sight, 0 if user is None else user)
    if match.status is Status.LOBBY:
        return "the lobby is open."
    if match.paused_at is not None:
        return "paused."
    return awaited.whom(sight) or "it does not wait for you."


def _leafing(sights: tuple[MatchView, ...], page: int) -> tuple[Pressable, ...]:
    shown = sights[page * _LISTED : (page + 1) * _LISTED]
    waiting = [sight for sight in shown if _waits(sight)]
    buttons = [_play(number, each) for number, each in enumerate(waiting, start=1)]
    if page:
        buttons.append(blocks.button("Previous", Action.ORDERS, None, str(page - 1)))
    if len(sights) > (page + 1) * _LISTED:
        buttons.append(blocks.button("Next", Action.ORDERS, None, str(page + 1)))
    return tuple(buttons)


def _play(number: int, sight: MatchView) -> Pressable:
    primary = discord.ButtonStyle.primary
    return blocks.button(f"Play {number}", Action.PLAY, sight.match.id, style=primary)
