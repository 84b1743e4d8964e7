"""A player's own page: what waits for them, what only they know, which DMs they want."""

from __future__ import annotations

from contextlib import suppress

import discord

from bot.chat import awaited, blocks, letterbox, standing, taking_back
from bot.chat.answers import board_button, note
from bot.chat.blocks import Pressable
from bot.chat.custom_id import Action
from bot.chat.desk import Interaction, checked_place, desk_of, link
from bot.chat.message import Message
from bot.chat.pressed import Pressed
from bot.chat.safe_text import escape
from bot.play.positions import Lost
from bot.play.prepared import can_prepare
from bot.play.records import MatchId, Status
from bot.play.sight import Sight

_LISTED = 10
_OPEN_MATCHES = 50


async def show(pressed: Pressed) -> None:
    await pressed.answer(await page(pressed.interaction, pressed.id.match))


async def wish(pressed: Pressed) -> None:
    """Turn one of the DMs on or off."""
    warning = await letterbox.wished(pressed.interaction, pressed.argument(0), pressed.argument(1))
    await pressed.answer(await page(pressed.interaction, pressed.id.match, warning))


async def page(interaction: Interaction, match: MatchId | None, warning: str = "") -> Message:
    """The page for one match, or for all of the player's. Raises a ``Refusal``."""
    desk = desk_of(interaction)
    user = interaction.user.id
    async with desk.house.store.reading() as reader:
        player = await reader.player(user)
    lines = [f"⚠️ {warning}"] if warning else []
    buttons: tuple[Pressable, ...] = ()
    if match is None:
        waiting = await _waiting(interaction)
        lines += _overview(waiting)
        buttons = tuple(_play(number, each) for number, each in enumerate(waiting[:_LISTED], 1))
    else:
        sight = checked_place(interaction, await desk.house.eyes.by_user(match, user))
        lines += _of_match(sight)
        buttons = _moves(sight)
    return note("\n".join(lines), (*buttons, *letterbox.switches(player, match, Action.WISH)))


def _of_match(sight: Sight) -> list[str]:
    seat = sight.own_seat()
    title = escape(sight.game.meta.title)
    if sight.view is None:
        return [f"### {title}", "The match has not started yet."]
    words = sight.game.words
    lines = [f"### Your orders in {title}, as {escape(words.seat(sight.view, seat))}"]
    if sight.match.status is Status.OVER:
        lines.append("The match is over.")
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
    if sight.match.status is Status.RUNNING and (given := standing.in_short(sight)):
        lines.append(given)
    secrets = words.secrets(sight.view)
    if secrets:
        lines += ["**Only you know**", *(escape(secret) for secret in secrets)]
    return lines


def _away(sight: Sight) -> bool:
    hold = None if sight.seat is None else sight.holder(sight.seat)
    return sight.match.status is Status.RUNNING and hold is not None and hold.autopilot


def _moves(sight: Sight) -> tuple[Pressable, ...]:
    ask = sight.game.words.ask
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
    ]
    if sight.view is not None:
        buttons.append(board_button(sight.match.id))
    if sight.match.status is Status.RUNNING:
        if sight.game.standing is not None:
            buttons.append(blocks.button("Standing orders", Action.STANDING, sight.match.id, "all"))
        if can_prepare(sight):
            buttons.append(blocks.button("Prepare answers", Action.PREPARE, sight.match.id))
        if _away(sight):
            buttons.append(blocks.button("I am back", Action.BACK, sight.match.id, "now"))
        buttons.append(
            blocks.button("Take back", Action.TAKEBACK, sight.match.id, taking_back.LAST)
        )
        buttons.append(blocks.button("Propose …", Action.PROPOSE, sight.match.id))
        danger = discord.ButtonStyle.danger
        buttons.append(blocks.button("Leave", Action.LEAVE, sight.match.id, "ask"))
        buttons.append(blocks.button("Resign", Action.RESIGN, sight.match.id, style=danger))
    return tuple(buttons)


async def _waiting(interaction: Interaction) -> tuple[Sight, ...]:
    """The player's matches that wait for them: on this server, or in a DM on all of them."""
    house = desk_of(interaction).house
    user, server = interaction.user.id, interaction.guild_id
    async with house.store.reading() as reader:
        mine = await reader.open_of(user, _OPEN_MATCHES)
    sights: list[Sight] = []
    for match in mine:
        if server in (None, match.server):
            with suppress(Lost):  # whoever looks at that match is told; the others go on
                sights.append(await house.eyes.by_user(match.id, user))
    return tuple(sight for sight in sights if any(d.waits for d in sight.mine))


def _overview(waiting: tuple[Sight, ...]) -> list[str]:
    if not waiting:
        return ["No match waits for you."]
    lines = ["### These matches wait for you"]
    for number, sight in enumerate(waiting[:_LISTED], start=1):
        first = next(decision for decision in sight.mine if decision.waits)
        wanted = sight.game.words.ask(sight.view, first)
        where = f"[{escape(sight.game.meta.title)}]({link(sight.match)})"
        lines.append(f"{number}. {where}: {escape(wanted)}")
    more = len(waiting) - _LISTED
    return [*lines, f"… and {more} more."] if more > 0 else lines


def _play(number: int, sight: Sight) -> Pressable:
    primary = discord.ButtonStyle.primary
    return blocks.button(f"Play {number}", Action.PLAY, sight.match.id, style=primary)
