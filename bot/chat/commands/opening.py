"""Opening a match where it was asked for, or in a thread made for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import discord

from bot.chat import empty_threads, permissions
from bot.chat.component_press import ComponentPress
from bot.chat.context import Interaction, context_of, person_of
from bot.chat.message import Message
from bot.chat.replies import OutOfDate, note
from bot.chat.safe_text import escape
from bot.play.lobby import lobby, teams
from bot.play.lobby.lobby import Opening
from bot.play.match import views
from bot.play.receipts import Receipt
from bot.play.records import SeatingOrder
from bot.play.refusals import NotNow
from games.core.contract import AnyGame, Meta


@dataclass(frozen=True, slots=True)
class NewMatchOptions:
    """``players`` 0 stands for as many as ``teams`` and ``computers`` need, else the usual number.

    ``teams``  as text: "1v2v2"; empty for no teams
    ``clock``  the name of a preset, or as it was typed
    ``pack``   the key of a content pack of the server; empty for none
    ``settings``  those of the game that are not as usual
    ``level``  how well the computer players play; empty for the usual level
    ``referee``  the user who is named referee, if any
    """

    game: AnyGame
    players: int = 0
    seating: str = SeatingOrder.RANDOM
    thread: bool = False
    teams: str = ""
    computers: int = 0
    level: str = ""
    clock: str = ""
    pack: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    referee: int | None = None


async def first_match(pressed: ComponentPress) -> None:
    """A match in which somebody new is soon in the middle of it. Opened by a button."""
    game = pressed.context.app.games.get(pressed.argument(0))
    if game is None:
        raise OutOfDate("That game is no longer here.")
    if pressed.interaction.guild_id is None:
        raise NotNow("Matches are opened in a channel of a server.")
    options = NewMatchOptions(game, settings=game.meta.first_match)
    if game.computer is not None:
        options = replace(options, computers=1, level=game.computer.levels[0])
    await pressed.answer(await open_match(pressed.interaction, options))


async def open_match(interaction: Interaction, options: NewMatchOptions) -> Message:
    """Raises a ``Refusal``; nothing is left behind then."""
    sides = _sides(options)
    channel = interaction.channel
    in_thread = isinstance(channel, discord.Thread)
    needed = dict(permissions.to_play(in_thread=in_thread or options.thread))
    if options.thread:
        if not isinstance(channel, discord.TextChannel):
            raise NotNow(
                "A thread can only be created in a text channel.",
                instead="Leave thread out to play right here.",
            )
        needed |= permissions.TO_MAKE_THREADS
    permissions.check(interaction.app_permissions, needed)
    if not options.thread or not isinstance(channel, discord.TextChannel):
        receipt = await _open(interaction, options, sides, interaction.channel_id or 0)
        return note(escape(receipt.text))
    name = f"{options.game.meta.title}: opened by {person_of(interaction).name}"
    thread = await empty_threads.made(channel, name, discord.ChannelType.public_thread)
    place = thread.id
    try:
        receipt = await _open(interaction, options, sides, thread.id)
        place = await _place_of(interaction, receipt)
    except BaseException:
        await empty_threads.remove(thread)
        raise
    if place != thread.id:
        # Discord delivered the command twice; the match has its thread already.
        await empty_threads.remove(thread)
    return note(f"{escape(receipt.text)} It is played in <#{place}>.")


async def _open(
    interaction: Interaction, options: NewMatchOptions, sides: tuple[int, ...], channel: int
) -> Receipt:
    opening = Opening(
        server=interaction.guild_id or 0,
        channel=channel,
        host=person_of(interaction),
        game=options.game.meta.id,
        interaction=interaction.id,
        seats=len(sides) or options.players or _seats_for(options.game.meta, options.computers),
        seating=SeatingOrder(options.seating),
        teams=sides,
        computers=options.computers,
        level=options.level,
        clock=options.clock,
        pack=options.pack or None,
        settings=options.settings,
        referee=options.referee,
    )
    return await lobby.open(context_of(interaction).app, opening)


def _sides(options: NewMatchOptions) -> tuple[int, ...]:
    """The team of each seat; empty when no teams are named. Raises ``NotNow``."""
    if not options.teams:
        return ()
    sides = teams.parse(options.teams, options.game.meta)
    if options.players and options.players != len(sides):
        raise NotNow(
            f"Teams of {escape(options.teams)} have {len(sides)} seats, not {options.players}.",
            instead="Leave players out: the teams say how many there are.",
        )
    return sides


def _seats_for(meta: Meta, computers: int) -> int:
    """The fewest seats with room for these computer players and the one who asks; 0: as usual."""
    if computers < meta.players[0]:
        return 0
    return next((count for count in meta.players if count > computers), meta.players[-1])


async def _place_of(interaction: Interaction, receipt: Receipt) -> int:
    match_view = await views.by_public(context_of(interaction).app, receipt.match)
    return match_view.match.channel
