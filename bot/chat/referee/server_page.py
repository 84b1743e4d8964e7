"""The page of a server, for those who manage it, and how the bot introduces itself there."""

from __future__ import annotations

import logging

import discord

from bot.chat.commands.help import first_lessons, first_matches
from bot.chat.platform import blocks, permissions
from bot.chat.platform.blocks import Part
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.failures import describe_fault
from bot.chat.platform.interactions import (
    ComponentPress,
    Context,
    Interaction,
    OutOfDate,
    get_context,
)
from bot.chat.platform.message import Message, fit, with_mentions
from bot.chat.platform.safe_text import escape
from bot.chat.referee.commands import check_manages
from bot.play.lobby import alpha, server_settings
from bot.play.lobby.server_settings import MOST
from bot.play.refusals import NotNow
from bot.play.storage.records import Server

log = logging.getLogger(__name__)

_ALPHA = "alpha"
_TEXT_CHANNELS = [discord.ChannelType.text, discord.ChannelType.news]
_FIELDS = {
    "places": ("Where matches are played", "Everywhere, if you choose no channel."),
    "referees": (
        "Who may referee every match",
        "Beside members with Manage Server. Referees find their buttons under **My orders**.",
    ),
    "open_seats": (
        "Where open seats are offered",
        "Nowhere, if you choose no channel. `/match new` has an option for it: **open**.",
    ),
    "players": (
        "Who is notified of open seats",
        "Nobody, if you choose no role. It must be one that anybody may mention.",
    ),
    "chronicle": (
        "Where the result of each match is told",
        "Beside its own channel; nowhere, if you choose no channel.",
    ),
}
"""By field of ``Server``: its title, and what holds where nothing is chosen."""
_ROLES = ("referees", "players")
_POSTED_IN = ("open_seats", "chronicle")


async def show(pressed: ComponentPress) -> None:
    """The page, after one thing on it was changed."""
    check_manages(pressed.interaction)
    said = await _change(pressed) if pressed.id.args else ""
    await pressed.answer(await build_page(pressed.interaction, said))


async def build_page(interaction: Interaction, said: str = "") -> Message:
    """Raises ``NotSeated``."""
    check_manages(interaction)
    app, guild = get_context(interaction).app, interaction.guild_id or 0
    known = await server_settings.load(app, guild)
    allowed = known.alpha_since is not None
    titles = ", ".join(game.meta.title for game in app.games.values() if alpha.is_alpha(game))
    parts: list[Part | None] = [
        blocks.text(escape(said), "### Starpost on this server"),
        *(part for field in _FIELDS for part in _build_field(known, field)),
    ]
    if titles:
        wanted = "off" if allowed else "on"
        label = f"Games in alpha: {'allowed' if allowed else 'not allowed'}"
        about = f"New games, whose rules may still change during a match: {escape(titles)}."
        parts.append(blocks.text(f"**Games in alpha**\n-# {about}"))
        parts += blocks.rows([blocks.button(label, Action.SERVER, None, _ALPHA, wanted)])
    return Message(blocks.layout(blocks.PRIVATE, parts))


def _build_field(known: Server, field: str) -> tuple[Part | None, ...]:
    title, about = _FIELDS[field]
    value = getattr(known, field)
    chosen = value if isinstance(value, tuple) else (value,) if value else ()
    choice: Part
    if field in _ROLES:
        choice = blocks.role_select(chosen, MOST[field], Action.SERVER, None, field, hint=title)
    else:
        kinds = _TEXT_CHANNELS
        if field not in _POSTED_IN:
            kinds = [*kinds, discord.ChannelType.forum]
        most = MOST[field]
        choice = blocks.channel_select(kinds, chosen, most, Action.SERVER, None, field, hint=title)
    return blocks.text(f"**{title}**\n-# {about}"), choice


async def _change(pressed: ComponentPress) -> str:
    """What was done. Raises a ``Refusal``."""
    app, user, interaction = pressed.context.app, pressed.user, pressed.interaction
    here, field = interaction.guild_id or 0, pressed.argument(0)
    if field == _ALPHA:
        wanted = pressed.argument(1) == "on"
        return (await alpha.allow(app, user, interaction.id, here, wanted=wanted)).text
    if field not in _FIELDS or not all(map(str.isdecimal, pressed.values)):
        raise OutOfDate("There is no such setting any more.")
    ids = tuple(map(int, pressed.values))
    if field in _POSTED_IN:
        _check_posting(interaction, ids)
    if field in _ROLES and here in ids:
        raise NotNow(
            "That role is everybody.", instead="Choose a role that people are given, or take."
        )
    guild = interaction.guild
    if (
        field == "players"
        and guild
        and not all(permissions.may_notify(guild, each) for each in ids)
    ):
        raise NotNow(
            "Nobody would be notified: not anybody may mention that role.",
            instead="Allow it in the settings of the role, or choose another.",
        )
    receipt = await server_settings.change(app, user, interaction.id, here, field, ids)
    return receipt.text


def _check_posting(interaction: Interaction, channels: tuple[int, ...]) -> None:
    """Raises ``NotNow`` for a channel in which the bot may not post pictures."""
    guild = interaction.guild
    for channel in channels:
        found = None if guild is None else guild.get_channel(channel)
        if guild is None or found is None:
            raise NotNow("I cannot see that channel.", instead="Allow me View Channel there.")
        may = found.permissions_for(guild.me)
        permissions.check(may, permissions.needed_to_play(in_thread=False), f"in #{found.name}")


async def welcome(context: Context, guild: discord.Guild) -> None:
    """Introduce the bot on a server that it has just joined, once, where it can."""
    channel = _find_welcome_channel(guild)
    if channel is None or not context.serves(guild.id):
        return
    if not await server_settings.take_welcome(context.app, guild.id):
        return
    games = await alpha.offered_games(context.app, guild.id)
    message = Message(
        blocks.layout(
            blocks.OPEN,
            (
                blocks.text(
                    "## Starpost is here",
                    "Space board games by post: a move whenever you have a minute, and a new board "
                    "after each. `/match new` opens a match in any channel where you can write, "
                    "`/help` tells the rest.",
                ),
                *blocks.rows(first_lessons(games)),
                *blocks.rows(first_matches(games)),
                blocks.text("-# For those who manage this server; everything has its default:"),
                *blocks.rows([blocks.button("Set up Starpost", Action.SERVER, None)]),
            ),
        )
    )
    try:
        await channel.send(**fit(with_mentions(message, context.commands)).for_send())
    except discord.HTTPException as error:
        log.warning("no welcome", extra={"ids": {"fault": describe_fault(error)}})


def _find_welcome_channel(guild: discord.Guild) -> discord.TextChannel | None:
    """The channel for such news, or else the first in which the bot may write."""
    needed = permissions.needed_to_play(in_thread=False)
    for channel in (guild.system_channel, *guild.text_channels):
        if channel is not None:
            may = channel.permissions_for(guild.me)
            if all(permissions.has_permission(may, flag) for flag in needed):
                return channel
    return None
