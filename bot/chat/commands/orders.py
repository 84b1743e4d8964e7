"""A player's own pages: their matches, what waits for them, what only they know, which DMs they
want."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import discord

from bot.chat.history import undo_page
from bot.chat.lobby import lost_channels
from bot.chat.match import match_lists
from bot.chat.match.picker import MOVES
from bot.chat.match.prepared_answers import (
    CONDITIONAL_MOVES,
    ORDERS,
    answers_in_short,
    queue_buttons,
)
from bot.chat.messages import awaited
from bot.chat.people import dm_settings
from bot.chat.platform import blocks
from bot.chat.platform.blocks import Pressable
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.interactions import (
    ComponentPress,
    Interaction,
    OutOfDate,
    board_button,
    check_place,
    get_context,
    may_referee,
    note,
)
from bot.chat.platform.message import Message
from bot.chat.platform.safe_text import escape, shorten
from bot.play.answers.conditional_moves import can_prepare
from bot.play.history import undo
from bot.play.match import views
from bot.play.match.views import MatchView
from bot.play.people import preferences
from bot.play.referee.authority import is_referee
from bot.play.seat_holders import team_of
from bot.play.storage.profiles import Player
from bot.play.storage.records import Match, MatchId, Status

_LISTED = 10
"""Matches, or decisions of one, on a page."""
_OPEN_MATCHES = 200
_LONGEST_LINE = 160


async def show(pressed: ComponentPress) -> None:
    """The page of a match, or one of the pages with all matches."""
    number = pressed.id.args[0] if pressed.id.args else "0"
    if not (number.isdecimal() and len(number) < 4):
        raise OutOfDate("There is no such page.")
    await pressed.answer(
        await build_page(pressed.interaction, pressed.id.match, number=int(number))
    )


async def set_dms(pressed: ComponentPress) -> None:
    """The page of reminders and DMs, after a choice if one was made."""
    warning = await dm_settings.choose(pressed, pressed.id.args) if pressed.id.args else ""
    match = pressed.id.match
    player = await preferences.load_player(pressed.context.app, pressed.user)
    back = blocks.button("My orders", Action.ORDERS, match, *(() if match else ("0",)))
    parts = (
        blocks.text(f"⚠️ {warning}" if warning else "", "### Reminders and DMs"),
        *dm_settings.build_parts(player, match, Action.DM_SETTING),
        *blocks.rows((back,)),
    )
    await pressed.answer(Message(blocks.layout(blocks.PRIVATE, parts)))


async def build_page(
    interaction: Interaction, match: MatchId | None, warning: str = "", *, number: int = 0
) -> Message:
    """The page for one match, which leads to the others, or page ``number`` of all of the
    player's. Raises a ``Refusal``."""
    context = get_context(interaction)
    user = interaction.user.id
    lines = [f"⚠️ {warning}"] if warning else []
    groups: tuple[tuple[Pressable, ...], ...]
    _, match_views = await _load_all(interaction, 0 if match else number)
    if match is None:
        number = min(number, max(0, len(match_views) - 1) // _LISTED)
        lines += _overview(match_views, number, here=interaction.guild_id is not None)
        groups = (_page_buttons(match_views, number),)
    else:
        known = next((each for each in match_views if each.match.id == match), None)
        match_view = known or await views.load_for_user(context.app, match, user)
        check_place(interaction, match_view)
        ways = await _as_referee(interaction, match_view.match)
        plays = match_view.seat is not None or not ways
        lines += _match_lines(match_view) if plays else _of_referee(match_view)
        others = [each for each in match_views if each.match.id != match]
        lines += _other_matches(others)
        back = await undo.is_possible(context.app, match, user)
        own = (*_move_buttons(match_view, back=back), *_others_button(others)) if plays else ()
        talk = _talk_buttons(match_view, user)
        groups = (own, (*talk, *(_leave_buttons(match_view) if plays else ()), *ways))
    reminders = blocks.button("Reminders and DMs …", Action.DM_SETTING, match)
    return note("\n".join(lines), *groups, (reminders,))


def _others_button(others: list[MatchView]) -> tuple[Pressable, ...]:
    """The button to all other matches, with the number that wait."""
    waiting = sum(map(_is_waiting, others))
    label = f"All my matches ({waiting} waiting)" if waiting else "All my matches"
    return (blocks.button(label, Action.ORDERS, None, "0"),) if others else ()


def _talk_buttons(match_view: MatchView, user: int) -> tuple[Pressable, ...]:
    """The way to the thread of one's team, for who does not play alone."""
    match = match_view.match
    if match.status is not Status.RUNNING or len(team_of(match, match_view.holders, user)[1]) < 2:
        return ()
    return (blocks.button("Team talk", Action.TALK, match.id),)


async def _as_referee(interaction: Interaction, match: Match) -> tuple[Pressable, ...]:
    """The way to what a referee of the match can do."""
    if not is_referee(match, interaction.user.id, manages=await may_referee(interaction)):
        return ()
    return (blocks.button("Referee …", Action.REFEREE, match.id),)


def _of_referee(match_view: MatchView) -> list[str]:
    title = escape(match_view.game.meta.title)
    return [f"### {title}", "You do not play in this match, but you are its referee."]


def _match_lines(match_view: MatchView) -> list[str]:
    seat = match_view.own_seat()
    title = escape(match_view.game.meta.title)
    if match_view.view is None:
        return [f"### {title}", "The match has not started yet."]
    words = match_view.game.words
    lines = [f"### Your orders in {title}, as {escape(words.seat(match_view.view, seat))}"]
    if match_view.match.status is Status.OVER:
        lines.append("The match is over.")
    elif match_view.match.gone_at is not None and (user := match_view.user(seat)) is not None:
        lines.append(f"🚪 Its channel was deleted. {lost_channels.describe_way(match_view, user)}")
    elif not match_view.mine:
        lines.append("Nothing waits for you.")
    for number, decision in enumerate(match_view.mine[:_LISTED], start=1):
        lines.append(f"{number}. {escape(words.ask(match_view.view, decision))}")
        if time := awaited.describe_time_left(match_view, decision):
            lines.append(f"-# {time}")
    if match_view.mine:
        lines.append("")  # without it the next line would belong to the list
    if _is_away(match_view):
        lines.append("💤 You were away, so the match no longer waits for you. Press **I am back**.")
    if match_view.match.status is Status.RUNNING and (given := answers_in_short(match_view)):
        lines.append(given)
    secrets = words.secrets(match_view.view)
    if secrets and match_view.match.status is not Status.OVER:
        lines += [blocks.secrets_heading(match_view), *(escape(secret) for secret in secrets)]
    return lines


def _is_away(match_view: MatchView) -> bool:
    holder = None if match_view.seat is None else match_view.holder(match_view.seat)
    return match_view.match.status is Status.RUNNING and holder is not None and holder.is_autopilot


def _move_buttons(match_view: MatchView, *, back: bool) -> tuple[Pressable, ...]:
    """``back``: whether they could take something back."""
    ask = match_view.game.words.ask
    rests = match_view.match.paused_at is not None
    buttons = [
        MOVES.decision_button(
            match_view,
            decision,
            "Decide"
            if len(match_view.mine) == 1
            else blocks.numbered_label(number, ask(match_view.view, decision)),
        )
        for number, decision in enumerate(match_view.mine[:_LISTED], start=1)
        if not rests
    ]
    if match_view.view is not None:
        buttons.append(board_button(match_view.match.id))
    if match_view.match.status is Status.RUNNING:
        if match_view.game.standing is not None:
            buttons.append(ORDERS.button_to("Standing orders", match_view.match.id))
            buttons += queue_buttons(match_view)
        if (can_prepare(match_view) and not rests) or match_view.answers.lines:
            buttons.append(CONDITIONAL_MOVES.button_to("Conditional moves", match_view.match.id))
        if _is_away(match_view):
            buttons.append(blocks.button("I am back", Action.BACK, match_view.match.id, "now"))
        if back:
            buttons.append(
                blocks.button("Take back", Action.TAKEBACK, match_view.match.id, undo_page.LAST)
            )
    return tuple(buttons)


def _leave_buttons(match_view: MatchView) -> tuple[Pressable, ...]:
    match, danger = match_view.match.id, discord.ButtonStyle.danger
    if match_view.match.status is not Status.RUNNING:
        return ()
    return (
        blocks.button("Propose …", Action.PROPOSE, match),
        blocks.button("Draw, leave, resign …", Action.LEAVE, match, "ask", style=danger),
    )


def _other_matches(others: list[MatchView]) -> Iterator[str]:
    if others:
        yield "### Your other matches"
    for match_view in others[:_LISTED]:
        wanted = f"waits for you. {_question(match_view)}" if _is_waiting(match_view) else ""
        yield f"- {match_lists.link_text(match_view)}: {wanted or _standing(match_view)}"
    if len(others) > _LISTED:
        yield f"- … and {len(others) - _LISTED} more"


async def _load_all(interaction: Interaction, number: int) -> tuple[Player, tuple[MatchView, ...]]:
    """The player, and their matches that are not over, those that wait for them first: of this
    server and of servers that are gone, or in a DM of all. Channels of page ``number`` are known
    to exist, as far as that can be known."""
    app = get_context(interaction).app
    user, server = interaction.user.id, interaction.guild_id

    def is_wanted(match: Match) -> bool:
        return server in (None, match.server) or lost_channels.may_be_gone(interaction, match)

    # What cannot be opened is shown when that match is; the others go on.
    player, match_views = await views.load_open(app, user, _OPEN_MATCHES, is_wanted)
    match_views.sort(key=lambda match_view: not _is_waiting(match_view))
    shown = match_views[number * _LISTED : (number + 1) * _LISTED]
    gone = lost_channels.get_listener(interaction).is_newly_gone
    if any(await asyncio.gather(*(gone(match_view.match) for match_view in shown))):
        return await _load_all(interaction, number)
    return player, tuple(match_views)


def _is_waiting(match_view: MatchView) -> bool:
    playing = match_view.match.status is Status.RUNNING and match_view.match.paused_at is None
    return playing and any(decision.waits for decision in match_view.mine)


def _overview(match_views: tuple[MatchView, ...], page: int, *, here: bool) -> list[str]:
    """One page of all matches, each with the way to it; ``here``: on a server."""
    shown = match_views[page * _LISTED : (page + 1) * _LISTED]
    waiting = [match_view for match_view in shown if _is_waiting(match_view)]
    others = [match_view for match_view in shown if not _is_waiting(match_view)]
    lines = [] if match_views and _is_waiting(match_views[0]) else ["No match waits for you."]
    if waiting:
        lines.append("### These matches wait for you")
        for number, match_view in enumerate(waiting, start=1):
            lines.append(f"{number}. {match_lists.link_text(match_view)}: {_question(match_view)}")
    if others:
        lines.append("### Your other matches")
        lines += [
            f"- {match_lists.link_text(match_view)}: {_standing(match_view)}"
            for match_view in others
        ]
    pages = -(-len(match_views) // _LISTED)
    if pages > 1:
        lines.append(f"-# Page {page + 1} of {pages}")
    if here:
        lines.append("-# Matches on other servers: type `/orders` in a DM with me.")
    return lines


def _question(match_view: MatchView) -> str:
    """What a match that waits for the player asks first."""
    first = next(decision for decision in match_view.mine if decision.waits)
    return escape(shorten(match_view.game.words.ask(match_view.view, first), _LONGEST_LINE))


def _standing(match_view: MatchView) -> str:
    """What a match that does not wait for the player waits for."""
    match = match_view.match
    if match.gone_at is not None and match_view.seat is not None:
        user = match_view.user(match_view.seat)
        return lost_channels.describe_way(match_view, 0 if user is None else user)
    if match.status is Status.LOBBY:
        return "the lobby is open."
    if match.paused_at is not None:
        return "paused."
    return awaited.describe_awaited(match_view) or "not waiting for you."


def _page_buttons(match_views: tuple[MatchView, ...], page: int) -> tuple[Pressable, ...]:
    shown = match_views[page * _LISTED : (page + 1) * _LISTED]
    waiting = [match_view for match_view in shown if _is_waiting(match_view)]
    buttons = [_play_button(number, each) for number, each in enumerate(waiting, start=1)]
    if page:
        buttons.append(blocks.button("Previous", Action.ORDERS, None, str(page - 1)))
    if len(match_views) > (page + 1) * _LISTED:
        buttons.append(blocks.button("Next", Action.ORDERS, None, str(page + 1)))
    return tuple(buttons)


def _play_button(number: int, match_view: MatchView) -> Pressable:
    primary = discord.ButtonStyle.primary
    return blocks.button(f"Play {number}", Action.PLAY, match_view.match.id, style=primary)
