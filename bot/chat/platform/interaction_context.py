"""The context of presses and commands: the application, pictures, allowed servers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

import discord

from bot.chat.platform.pictures import Pictures
from bot.chat.platform.safe_text import safe_name
from bot.play.application import Application
from bot.play.context import Command
from bot.play.lobby.seating import Person
from bot.play.match import views
from bot.play.match.views import MatchView
from bot.play.refusals import NoMatch
from bot.play.storage.records import Match
from bot.play.storage.stored_fields import MatchId

Interaction: TypeAlias = discord.Interaction[Any]


@dataclass(frozen=True, slots=True)
class Context:
    """``servers``: the only servers that may use the bot; empty for all. ``commands``: the ids
    that Discord has given them, by full name."""

    app: Application
    pictures: Pictures
    servers: tuple[int, ...] = ()
    commands: dict[str, int] = field(default_factory=dict)

    def serves(self, server: int | None) -> bool:
        return not self.servers or server is None or server in self.servers


def get_context(interaction: Interaction) -> Context:
    context: Context = interaction.client.context
    return context


def build_command(interaction: Interaction, match: MatchId) -> Command:
    return Command(match, interaction.user.id, interaction.id)


def get_person(interaction: Interaction) -> Person:
    return Person(interaction.user.id, safe_name(interaction.user.display_name))


def manages_server(interaction: Interaction) -> bool:
    """Whether the user may manage this server, as Discord says with the interaction."""
    may = interaction.permissions
    return bool(interaction.guild_id is not None and (may.administrator or may.manage_guild))


async def load_match_here(interaction: Interaction) -> Match:
    """The match of the channel. Raises ``NoMatch``."""
    channel = interaction.channel_id or 0
    return await views.load_match_in(get_context(interaction).app, channel, interaction.guild_id)


def check_place(interaction: Interaction, match_view: MatchView) -> MatchView:
    """``match_view``, if its match may be shown in this place.

    On a server a match of another one is no match; in a DM only those who hold
    a seat are known. Raises ``NoMatch``.
    """
    server = interaction.guild_id
    here = match_view.seat is not None if server is None else server == match_view.match.server
    if not here:
        raise NoMatch("There is no such match.")
    return match_view


def link(match: Match) -> str:
    """Where the match is: its panel, or its channel while there is none."""
    place = f"https://discord.com/channels/{match.server}/{match.channel}"
    return f"{place}/{match.panel}" if match.panel else place
